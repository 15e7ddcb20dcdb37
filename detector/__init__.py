"""From a picture to a reading of the table."""
