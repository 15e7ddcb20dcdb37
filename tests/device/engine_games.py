"""Whole games of an independent engine in the log, for what is made of games."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "scorer"))

from ledger_games import MODES, Table, hands_of, play

from device._win_json import rules_text
from device.game._game import Book, Play, open_book
from device.game._json import operation_record
from device.log._port import Game, Line, Log
from scorer import Win, scored_winner

NAMES = ("Aoi", "Ben", "Chie", "<Dai>")
SIDES = ("bottom", "right", "top", "left")


def engine_book(mode: str, seed: int, names: tuple[str, ...] = NAMES) -> Book:
    """Return a game that the engine played to its end, hand by hand as people would enter it."""
    rules = MODES[mode]
    count = rules.players
    book = open_book(rules, names[:count], SIDES[:count])
    for entries in hands_of(play(mode, seed).mjai_log):
        hand = Table(entries, rules)
        for event in hand.events:
            book = book.after(Play((event,)))
        if hand.wins:
            state = book.ledger.state
            winners = tuple(scored_winner(state, *win) for win in hand.wins)
            book = book.after(Play((Win(winners, hand.wins[0][3]),)))
    return book


def write(log: Log, book: Book) -> int:
    """Store the game of ``book``; return its id."""
    start = book.start
    number = log.begin(Game(rules_text(start.rules), start.names, start.sides))
    for place, step in enumerate(book.done, 1):
        log.append_line(Line(number, place, operation_record(step.change)))
    return number
