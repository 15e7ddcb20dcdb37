"""What is said aloud, and by whom."""
