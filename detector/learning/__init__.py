"""A tile set's faces learnt from a few photos."""
