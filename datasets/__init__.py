"""Rendering, training and evaluation; not part of the installed program."""
