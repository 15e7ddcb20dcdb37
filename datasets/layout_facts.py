"""How well the facts of a game are told by its rivers and called sets."""

from __future__ import annotations

from collections import Counter
from typing import Final

from datasets.layout import SEATS, LaidTable
from detector import HandReading, TableReading, facts_of

#: What a fact may be said to be, next to the log of the game.
ANSWERS: Final = ("right", "unknown", "wrong")


def fact_tally(table: LaidTable, reading: TableReading, mine: HandReading) -> Counter[str]:
    """Return for each fact about the winner whether it was told right, wrong or not at all."""
    dealer = _side(table, table.win.dealer)
    facts = facts_of(reading, mine, table.win.players, dealer)
    own = facts.of(mine.seat)
    true = _truth(table)
    seen: dict[str, object] = {
        "riichi": own and own.riichi,
        "double riichi": own and (False if own.riichi is False else own.double),
        "ippatsu": facts.ippatsu,
        "last tile": facts.last_tile,
        "first turn": facts.first_turn,
        "turn": facts.turn,
    }
    if table.win.discarder is not None:
        seen["furiten"], true["furiten"] = facts.furiten, False
    return Counter(f"{name}: {_answer(seen[name], true[name])}" for name in seen)


def _answer(seen: object, true: object) -> str:
    return "unknown" if seen is None else "right" if seen == true else "wrong"


def _truth(table: LaidTable) -> dict[str, object]:
    win = table.win
    if win.circumstances is None:
        raise ValueError("only tables of played games have facts")
    return {
        "riichi": win.riichi[win.winner],
        "double riichi": win.circumstances.double_riichi,
        "ippatsu": win.circumstances.ippatsu,
        "last tile": win.circumstances.last_tile,
        "first turn": win.circumstances.first_turn,
        "turn": _side(table, _turn(table)),
    }


def _side(table: LaidTable, seat: int) -> str:
    return SEATS[(table.hand.side + seat - table.win.winner) % 4]


def _turn(table: LaidTable) -> int:
    """Return whose turn it is by the rivers: a tile that was brought over left its own."""
    win = table.win
    if win.discarder is None:
        return win.winner
    return (win.discarder + (table.style.win == "river")) % win.players
