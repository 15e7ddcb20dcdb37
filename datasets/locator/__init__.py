"""The tile locator: its training pictures, training, export and evaluation."""
