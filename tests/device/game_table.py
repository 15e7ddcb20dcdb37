"""The real service on a real log, for a game whose pictures are readings."""

import sqlite3
from dataclasses import replace

import numpy as np
import pytest

from detector import TableReading
from device._keeper import Keeper
from device._service import Service
from device.desk._setup import Setup
from device.log._dialects import FILE_NAME
from device.log._sql import SqlLog
from device.page._edit import SetContext
from device.page._game import Begin, Take
from device.voice._port import Speaker

IMAGE = np.full((720, 1280, 3), 90, np.uint8)
NAMES = ("Aoi", "Ben", "Chie", "Dai")
SIDES = ("bottom", "right", "top", "left")
EMPTY = TableReading(1280, 720, (), (), ())
TSUMO, RON = SetContext("tsumo", True), SetContext("tsumo", False)


class Heard:
    """An output and its voice: the texts that were spoken."""

    def __init__(self):
        self.texts = []

    def wav(self, text):
        return text.encode()

    def play(self, wav):
        self.texts.append(wav.decode())


class Table:
    """The real service on a real log; ``again`` is the program's next start."""

    def __init__(self, folder, **setup):
        self.folder, self.setup = folder, setup
        self.heard = Heard()
        self.keeper = Keeper(lambda: SqlLog(folder))
        self.speaker = Speaker(lambda e: None, lambda lang: self.heard, lambda: self.heard)
        self.while_read = lambda: None
        self.service = Service(Setup(**setup), self.read, self.keeper, self.speaker)

    def begin(self, names=NAMES, sides=SIDES, **more):
        self.service.play(Begin(names, sides, **more))
        return self

    def read(self, pictures):
        """Return what lies there; what happens ``while_read`` happens once."""
        happens, self.while_read = self.while_read, lambda: None
        happens()
        return self.reading

    def see(self, reading, side="bottom", **said):
        hands = tuple(replace(hand, seat=side) for hand in reading.hands)
        self.reading = replace(reading, hands=hands)
        self.service.see((IMAGE,), said)
        return self.state

    def win(self, reading, side, discarder=None):
        """Lay a hand open, say how it was won, clear the table."""
        self.see(reading, side)
        self.edit(TSUMO if discarder is None else RON)
        if discarder is not None:
            self.play(Take("discarder", self.ledger.sides.index(discarder)))
        state = self.state
        self.see(EMPTY)
        return state

    def edit(self, *edits):
        for edit in edits:
            self.service.edit(edit)
        return self.state

    def play(self, *edits):
        for edit in edits:
            self.service.play(edit)
        return self.state

    def again(self):
        self.close()
        return Table(self.folder, **self.setup)

    def close(self):
        self.keeper.close()
        self.speaker.close(wait_s=5)

    @property
    def state(self):
        return self.service.state()

    @property
    def ledger(self):
        return self.state.game.book.ledger

    @property
    def scores(self):
        return self.ledger.state.scores

    def rows(self, what="hand, record"):
        with sqlite3.connect(self.folder / FILE_NAME) as connection:
            found = connection.execute(f"SELECT {what} FROM events ORDER BY number").fetchall()
        connection.close()
        return found


@pytest.fixture
def tables(tmp_path):
    """Make tables that are closed in the end."""
    made = []

    def make(**setup):
        made.append(Table(tmp_path, **setup))
        return made[-1]

    yield make
    for table in made:
        table.close()


@pytest.fixture
def table(tables):
    return tables().begin()
