"""Where the camera points: the table's plane, its overlay and its hints."""
