"""What the fields of a JSON record hold: checked values, refused in the words of who wrote them."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, TypeVar

from scorer import (
    ScoringError,
    Tile,
    parse_tiles,
)

T = TypeVar("T")
D = TypeVar("D")
Record = Mapping[str, Any]
_MOST: Final = 999
_KINDS: Final[Mapping[type, str]] = {
    bool: "true or false", int: "a whole number", str: "a text", list: "a list",
}  # fmt: skip


def refusal(message: str) -> ScoringError:
    """Return the error of a record that tells its win wrongly."""
    return ScoringError("bad_record", message)


def field_of(record: Record, key: str, kind: type[T], default: D) -> T | D:
    """Return the field ``key``, ``default`` where it is absent or null."""
    value = record.get(key)
    if value is None:
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise refusal(f"{key} must be {_KINDS[kind]}, and is {reprlib.repr(value)}.")
    return value


def count_of(record: Record, key: str) -> int:
    """Return how many counters the field ``key`` tells."""
    count = field_of(record, key, int, 0)
    if count > _MOST:
        raise refusal(f"{key} can not be more than {_MOST}.")
    return count


def check_fields(record: Record, what: str, known: Sequence[str], beside: Sequence[str]) -> None:
    """Refuse a field of ``what`` that is neither ``known`` nor ``beside`` the matter."""
    unknown = next((key for key in record if key not in known and key not in beside), None)
    if unknown is not None:
        near = get_close_matches(unknown, known, n=1, cutoff=0.5)
        hint = f" (did you mean {near[0]}?)." if near else "; take it away."
        raise refusal(f"There is no field {reprlib.repr(unknown)} of a {what}{hint}")


def tiles_of(text: object, key: str) -> tuple[Tile, ...]:
    """Return the tiles written in ``text``, the value of the field ``key``."""
    try:
        if not isinstance(text, str | list) or not all(isinstance(part, str) for part in text):
            raise ValueError(f"found {reprlib.repr(text)}")
        return parse_tiles("".join(text))
    except ValueError as error:
        raise refusal(f"{key} must be tiles in mpsz such as 123m406p11z: {error}.") from error


def tile_of(text: object, key: str) -> Tile | None:
    """Return the one tile written in ``text``, ``None`` for none."""
    if text is None:
        return None
    tiles = tiles_of(text, key)
    if len(tiles) != 1:
        raise refusal(f"{key} must be one tile such as 5p, and is {reprlib.repr(text)}.")
    return tiles[0]


def value_of(kind: Callable[[Any], T], value: object, key: str) -> T:
    """Return ``value`` as one of ``kind``."""
    try:
        return kind(value)
    except (KeyError, TypeError, ValueError) as error:
        raise refusal(f"{key} can not be {reprlib.repr(value)}.") from error


def players_of(record: Record) -> int:
    """Return how many play: 4 where it is not said."""
    players = field_of(record, "players", int, 4)
    if players not in (2, 3, 4):
        raise refusal("players must be 2, 3 or 4.")
    return players
