"""Evenings at a table: whole games of an independent engine, filmed and watched by the program."""

from datasets.simulate._evening import Moment, Round, Still, game
from datasets.simulate._film import SimulatedCamera, pictures
from datasets.simulate._judge import NAMES, Kind, Table, Verdict, summary, watched
from datasets.simulate._show import Show

__all__ = [
    "NAMES",
    "Kind",
    "Moment",
    "Round",
    "Show",
    "SimulatedCamera",
    "Still",
    "Table",
    "Verdict",
    "game",
    "pictures",
    "summary",
    "watched",
]
