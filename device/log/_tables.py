"""The tables of the log, how their rows are written and read, and how old files get them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

from device.log._port import Entry, Game, Line, Waiting

Row = Mapping[str, Any]
_METADATA: Final = MetaData()
_NEVER: Final = datetime.min.replace(tzinfo=UTC)

HANDS: Final = Table(
    "hands",
    _METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", String(32), nullable=False),
    Column("rules", String, nullable=False),
    Column("source", String(16), nullable=False),
    Column("record", JSON, nullable=False),
    Column("score", JSON, nullable=False),
    Column("reading", JSON(none_as_null=True)),
    Column("picture", LargeBinary),
    Column("replaces", Integer, ForeignKey("hands.id"), index=True),
    sqlite_autoincrement=True,
)
GAMES: Final = Table(
    "games",
    _METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", String(32), nullable=False),
    Column("rules", String, nullable=False),
    Column("names", JSON, nullable=False),
    Column("sides", JSON, nullable=False),
    sqlite_autoincrement=True,
)
#: The lines of every game's ledger: never changed, what is taken back is one more line.
EVENTS: Final = Table(
    "events",
    _METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", String(32), nullable=False),
    Column("game", Integer, ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("record", JSON, nullable=False),
    Column("hand", Integer, ForeignKey("hands.id"), index=True),
    UniqueConstraint("game", "number"),
    sqlite_autoincrement=True,
)
#: Hands without an answer; the only rows that are deleted.
WAITING: Final = Table(
    "waiting",
    _METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("source", String(16), nullable=False),
    Column("draft", JSON, nullable=False),
    Column("picture", LargeBinary),
    sqlite_autoincrement=True,
)


def _adding(*tables: Table) -> Callable[[Connection], None]:
    return lambda connection: _METADATA.create_all(connection, tables=tables)


#: What leads from each version of the file (from 0, the empty one) to the next.
STEPS: Final[tuple[Callable[[Connection], None], ...]] = (
    _adding(HANDS),
    _adding(GAMES, EVENTS, WAITING),
)


def hand_row(entry: Entry) -> Row:
    """Return the row of ``entry``, without its id."""
    names = ("rules", "source", "record", "score", "reading", "picture", "replaces")
    return {name: getattr(entry, name) for name in names} | {"at": told(entry.at)}


def entry_of(row: Row) -> Entry:
    """Return the entry in ``row``, which may lack its picture; a damaged one is not ``whole``."""
    at = _moment(row["at"])
    return Entry(**{**row, "at": at} if at else {**row, "at": _NEVER, "record": {}})


def game_row(game: Game) -> Row:
    """Return the row of ``game``, without its id."""
    return {
        "at": told(game.at),
        "rules": game.rules,
        "names": list(game.names),
        "sides": list(game.sides),
    }


def game_of(row: Row) -> Game:
    """Return the game in ``row``; where it is damaged its names and sides are empty."""
    names, sides = _texts(row["names"]), _texts(row["sides"])
    return Game(row["rules"], names, sides, _moment(row["at"]) or _NEVER, row["id"])


def line_row(line: Line) -> Row:
    """Return the row of ``line``."""
    names = ("game", "number", "record", "hand")
    return {name: getattr(line, name) for name in names} | {"at": told(line.at)}


def line_of(row: Row) -> Line:
    """Return the line in ``row``; where it is damaged its record is empty."""
    record = row["record"] if isinstance(row["record"], dict) else {}
    return Line(row["game"], row["number"], record, row["hand"], _moment(row["at"]) or _NEVER)


def waiting_of(row: Row) -> Waiting:
    """Return the hand in ``row``; where it is damaged its draft is empty."""
    draft = row["draft"] if isinstance(row["draft"], dict) else {}
    return Waiting(draft, row["source"], row["picture"], row["id"])


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()


def told(at: datetime) -> str:
    """Return ``at`` as the rows tell it; earlier moments sort first."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds")


def _moment(told: object) -> datetime | None:
    try:
        return datetime.fromisoformat(told) if isinstance(told, str) else None
    except ValueError:
        return None
