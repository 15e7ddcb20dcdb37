"""Drafts as JSON values and back, so that a hand without an answer outlives the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum, IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, cast, get_args, get_origin, get_type_hints

from device._win_json import rules_text
from device.page._draft import Draft
from scorer import Rules, ScoringError, Tile, load_rules

#: Fields that are not kept: sentences are told anew, and nobody undoes across a restart.
_LEFT_OUT: Final = ("messages", "previous", "last")


def draft_record(draft: Draft) -> dict[str, Any]:
    """Return ``draft`` as JSON values."""
    return cast(dict[str, Any], _encoded(draft))


def draft_from(record: Mapping[str, Any]) -> Draft | None:
    """Return the draft that ``draft_record`` wrote, ``None`` where it is damaged."""
    try:
        return cast(Draft, _decoded(Draft, record))
    except (LookupError, TypeError, ValueError, AttributeError, ScoringError):
        return None


def _encoded(value: Any) -> Any:
    match value:
        case Rules():
            return rules_text(value)
        case Tile():
            return str(value)
        case IntEnum():
            return value.name
        case Enum():
            return value.value
        case tuple() | frozenset():
            return [_encoded(part) for part in value]
    if not is_dataclass(value):
        return value
    names = [field.name for field in fields(value) if field.name not in _LEFT_OUT]
    return {name: _encoded(getattr(value, name)) for name in names}


@cache
def _types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


_WORDS: Final[Mapping[type, Callable[[Any], Any]]] = {Rules: load_rules, Tile: Tile.parse}


def _decoded(kind: Any, value: Any) -> Any:
    if isinstance(kind, UnionType):
        inner = next(part for part in get_args(kind) if part is not NoneType)
        return None if value is None else _decoded(inner, value)
    if get_origin(kind) is tuple:
        return _decoded_tuple(get_args(kind), value)
    if get_origin(kind) is frozenset:
        return frozenset(_decoded(get_args(kind)[0], part) for part in value)
    if kind in _WORDS:
        return _WORDS[kind](value)
    if issubclass(kind, Enum):
        return kind[value] if issubclass(kind, IntEnum) else kind(value)
    if not is_dataclass(kind):
        return _checked(kind, value)
    types = _types(cast(type, kind))
    return cast(type, kind)(**{name: _decoded(types[name], part) for name, part in value.items()})


def _decoded_tuple(kinds: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    if kinds[-1] is Ellipsis:
        return tuple(_decoded(kinds[0], part) for part in value)
    return tuple(_decoded(kind, part) for kind, part in zip(kinds, value, strict=True))


def _checked(kind: type, value: Any) -> Any:
    if kind is float and isinstance(value, int | float):
        return float(value)
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value
