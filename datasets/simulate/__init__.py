"""Evenings at a table: whole games of an independent engine, filmed and watched by the program."""
