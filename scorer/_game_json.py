"""Events of the game ledger as plain JSON values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, cast, get_args, get_origin, get_type_hints

from scorer._errors import ScoringError
from scorer._game_events import (
    AbortiveDraw,
    Chips,
    Chombo,
    Correction,
    EndGame,
    Event,
    ExhaustiveDraw,
    Penalty,
    RiichiAnnulled,
    RiichiDeclared,
    TakeOver,
    TimeUp,
    Win,
)
from scorer._tile import Tile

_TYPES: Final[Mapping[str, type[Event]]] = {
    "take_over": TakeOver,
    "riichi": RiichiDeclared,
    "riichi_annulled": RiichiAnnulled,
    "win": Win,
    "exhaustive_draw": ExhaustiveDraw,
    "abortive_draw": AbortiveDraw,
    "chombo": Chombo,
    "penalty": Penalty,
    "chips": Chips,
    "correction": Correction,
    "time_up": TimeUp,
    "end_game": EndGame,
}
_NAMES: Final = {kind: name for name, kind in _TYPES.items()}


def event_to_dict(event: Event) -> dict[str, Any]:
    """Return ``event`` as JSON values: its ``type`` and every field that is not its default.

    Tiles are mpsz strings, winds their letters.
    """
    return {"type": _NAMES[type(event)], **_encoded_fields(event)}


def event_from_dict(data: Mapping[str, Any]) -> Event:
    """Return the event that ``event_to_dict`` wrote as ``data``.

    Raises ``ScoringError`` with code ``event_json`` when ``data`` is no such event.
    """
    rest = dict(data)
    name = rest.pop("type", None)
    kind = _TYPES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise _bad(f"{name!r} is no kind of event; known are {', '.join(_TYPES)}.")
    return cast(Event, _decoded_fields(kind, rest))


def _bad(message: str) -> ScoringError:
    return ScoringError("event_json", message)


def _encoded_fields(value: Any) -> dict[str, Any]:
    return {
        field.name: _encoded(getattr(value, field.name))
        for field in fields(value)
        if field.default is MISSING or getattr(value, field.name) != field.default
    }


def _encoded(value: Any) -> Any:
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, IntEnum):
        return value.name
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_encoded(part) for part in value]
    return _encoded_fields(value) if is_dataclass(value) else value


@cache
def _field_types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _decoded_fields(kind: type, data: Any) -> Any:
    if not isinstance(data, Mapping):
        raise _bad(f"{kind.__name__} must be written as an object, not {data!r}.")
    types = _field_types(kind)
    unknown = data.keys() - types.keys()
    if unknown:
        raise _bad(f"{kind.__name__} has no field {', '.join(sorted(unknown))}.")
    values = {name: _decoded(types[name], value) for name, value in data.items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise _bad(f"{kind.__name__} lacks a field: {error}.") from error


def _decoded(kind: Any, value: Any) -> Any:
    if get_origin(kind) is tuple:
        return _decoded_tuple(get_args(kind)[0], value)
    if isinstance(kind, UnionType):
        return None if value is None else _decoded(_without_none(kind), value)
    if kind is Tile or issubclass(kind, Enum):
        return _decoded_word(kind, value)
    if type(value) is kind:
        return value
    if kind in (bool, int, str):
        raise _bad(f"{value!r} should be a value of type {kind.__name__}.")
    return _decoded_fields(kind, value)


def _without_none(kind: UnionType) -> Any:
    return next(part for part in get_args(kind) if part is not NoneType)


def _decoded_tuple(kind: Any, value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise _bad(f"{value!r} should be a list.")
    return tuple(_decoded(kind, part) for part in value)


def _decoded_word(kind: Any, value: Any) -> Any:
    try:
        if kind is Tile:
            return Tile.parse(value)
        return kind[value] if issubclass(kind, IntEnum) else kind(value)
    except (ValueError, KeyError, AttributeError) as error:
        raise _bad(f"{value!r} is no {kind.__name__.lower()}.") from error
