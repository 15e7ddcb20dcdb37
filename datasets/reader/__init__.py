"""The face reader: its training data, its network, its training, evaluation and export."""
