"""The values of a rule file: whether each is of the kind that its option takes."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from scorer._errors import RuleFault
from scorer._rule_faults import error_of, line_of, unknown
from scorer._rules import Rules
from scorer.yaku import ALL

HAN_KEY: Final = "han"
_HAN_TEXT: Final = re.compile(r"([0-9]{1,3})/([0-9]{1,3}|-)")
_MOST_HAN: Final = 100
_MOST: Final = 10**9
#: How deep lists lie in each other at most.
_LEVELS: Final = 2
#: How the kinds of a list's items are told, and of what stands alone.
_WORDS: Final = {
    "bool": "true or false", "int": "a whole number", "float": "a number", "str": "a text",
}  # fmt: skip


@cache
def _types() -> Mapping[str, Any]:
    return get_type_hints(Rules)


def _fits(value: object, kind: Any) -> bool:
    origin = get_origin(kind)
    if origin is Literal:
        return value in get_args(kind)
    if origin is tuple:
        return isinstance(value, tuple) and _items_fit(value, get_args(kind))
    if kind is float:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and -_MOST <= value <= _MOST  # type: ignore[operator]
    return type(value) is kind and not (isinstance(value, int) and abs(value) > _MOST)


def _items_fit(values: tuple[object, ...], kinds: tuple[Any, ...]) -> bool:
    if kinds[-1] is Ellipsis:
        return all(_fits(value, kinds[0]) for value in values)
    return len(values) == len(kinds) and all(map(_fits, values, kinds))


def _shape(kind: Any) -> tuple[str, ...]:
    """Return ``kind`` as ``RuleFault.wanted`` tells it."""
    if get_origin(kind) is Literal:
        return "choice", *get_args(kind)
    inner = get_args(kind)
    if not inner:
        return (kind.__name__,)
    count = "" if inner[-1] is Ellipsis else str(len(inner))
    return "list", count, *_shape(inner[0])


def _wanted(shape: tuple[str, ...]) -> str:
    match shape:
        case ("choice", *words):
            return "one of " + ", ".join(words)
        case ("list", count, *inner):
            return f"a list{count and f' of {count}'}, each {_wanted(tuple(inner))}"
    return _WORDS[shape[0]]


def _frozen(value: object, levels: int = _LEVELS) -> object:
    """Return ``value`` with its lists as tuples; what lies deeper fits no option and stays."""
    if levels and isinstance(value, list):
        return tuple(_frozen(item, levels - 1) for item in value)
    return value


def field(text: str, key: str, value: object) -> object:
    """Return ``value`` as the option ``key`` takes it; raises ``ScoringError``."""
    kind = _types()[key]
    value = _frozen(value)
    if not _fits(value, kind):
        shape, seen = _shape(kind), reprlib.repr(value)
        fault = RuleFault("wrong_value", line_of(text, key), key, seen, shape)
        raise error_of("wrong_value", fault, f"{key} must be {_wanted(shape)}, and is {seen}.")
    return _as_floats(value) if "float" in str(kind) else value


def _as_floats(value: Any) -> object:
    return tuple(_as_floats(item) for item in value) if isinstance(value, tuple) else float(value)


def _han_row(text: str, yaku: str, value: object) -> tuple[str, int, int]:
    known = tuple(y.id for y in ALL if not y.yakuman)
    if yaku not in known:
        raise unknown(text, yaku, yaku, "yaku", known)
    match = _HAN_TEXT.fullmatch(value) if isinstance(value, str) else None
    if match is None or max(int(han) for han in match.groups() if han != "-") > _MOST_HAN:
        raise error_of(
            "wrong_value",
            RuleFault("han_row", line_of(text, yaku), yaku),
            f'the han of {yaku} must be like "3/2" or "1/-", closed/open, 0 to {_MOST_HAN}.',
        )
    closed, opened = match.groups()
    return yaku, int(closed), 0 if opened == "-" else int(opened)


def han_table(text: str, base: Rules, table: object) -> tuple[tuple[str, int, int], ...]:
    """Return the han of ``base`` with those of ``table`` in their place; raises as ``field``."""
    if not isinstance(table, dict):
        fault = RuleFault("han_table", line_of(text, HAN_KEY), HAN_KEY)
        raise error_of("wrong_value", fault, "han must be a table [han] of yaku.")
    rows = {row[0]: row for row in base.yaku_han}
    rows |= {yaku: _han_row(text, yaku, value) for yaku, value in table.items()}
    return tuple(rows.values())
