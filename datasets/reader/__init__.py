"""The face reader: its training data, its network, its training, evaluation and export.

``datasets.reader._few.train_few_steps`` goes the whole way in a minute; nothing here is needed
to read tiles with the shipped model.
"""
