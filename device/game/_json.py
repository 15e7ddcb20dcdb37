"""The operations of a game as the records of its lines in the log, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import singledispatch
from typing import Any, Final

from device._errors import LogError
from device._win_json import rules_text
from device.game._game import (
    Book,
    Drop,
    Logged,
    Operation,
    Play,
    Redo,
    Replace,
    Rule,
    Seat,
    Undo,
    open_book,
)
from device.log._port import Game, Line
from scorer import Event, ScoringError, event_from_dict, event_to_dict, load_rules

Record = dict[str, Any]


@singledispatch
def operation_record(operation: object) -> Record:
    """Return the record of ``operation``: its name ``op`` and its fields."""
    raise TypeError(f"{operation!r} is no operation")


@operation_record.register
def _(operation: Play) -> Record:
    record = {"op": "play", "events": _events(operation.events)}
    return record if operation.after is None else {**record, "after": operation.after}


@operation_record.register
def _(operation: Replace) -> Record:
    return {"op": "replace", "move": operation.move, "events": _events(operation.events)}


@operation_record.register
def _(operation: Drop) -> Record:
    return {"op": "drop", "move": operation.move}


@operation_record.register
def _(operation: Seat) -> Record:
    fields = {name: list(getattr(operation, name)) for name in ("players", "names", "sides")}
    return {"op": "seat", **fields}


@operation_record.register
def _(operation: Rule) -> Record:
    return {"op": "rules", "rules": rules_text(operation.rules)}


@operation_record.register
def _(operation: Undo) -> Record:
    return {"op": "undo"}


@operation_record.register
def _(operation: Redo) -> Record:
    return {"op": "redo"}


@operation_record.register
def _(operation: Logged) -> Record:
    return {"op": "logged"}


_READERS: Final[Mapping[str, Callable[[Mapping[str, Any]], Operation]]] = {
    "play": lambda r: Play(_events_of(r), r.get("after")),
    "replace": lambda r: Replace(r["move"], _events_of(r)),
    "drop": lambda r: Drop(r["move"]),
    "seat": lambda r: Seat(tuple(r["players"]), tuple(r["names"]), tuple(r["sides"])),
    "rules": lambda r: Rule(load_rules(r["rules"])),
    "undo": lambda r: Undo(),
    "redo": lambda r: Redo(),
    "logged": lambda r: Logged(),
}


def operation_of(record: Mapping[str, Any]) -> Operation:
    """Return the operation that ``operation_record`` wrote.

    Raises ``LookupError``, ``TypeError`` or ``ScoringError`` when it wrote no such thing.
    """
    return _READERS[record["op"]](record)


def book_of(game: Game, lines: Sequence[Line]) -> Book:
    """Return the book of a game of the log; raises ``LogError`` when it is damaged."""
    try:
        book = open_book(load_rules(game.rules), game.names, game.sides)
        for line in lines:
            book = book.after(operation_of(line.record))
    except (LookupError, TypeError, ValueError, ScoringError) as error:
        raise LogError("game_damaged", number=game.id) from error
    return book


def _events(events: Sequence[Event]) -> list[Record]:
    return [event_to_dict(event) for event in events]


def _events_of(record: Mapping[str, Any]) -> tuple[Event, ...]:
    return tuple(event_from_dict(event) for event in record["events"])
