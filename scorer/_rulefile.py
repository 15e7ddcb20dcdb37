"""Rule sets as TOML: the shipped ones, and a user's own that change any field of one of them.

What only files need is imported when one is read, so that scoring starts at once.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from scorer._errors import RuleFault, ScoringError
from scorer._rule_contradictions import checked
from scorer._rule_faults import error_of, line_of, raise_all, unknown
from scorer._rule_text import OPTIONS
from scorer._rule_values import HAN_KEY, field, han_table
from scorer._rules import Rules

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_BASE_KEY: Final = "base"


def _parsed(text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        fault = RuleFault("not_toml", word=str(error))
        raise error_of("not_toml", fault, f"The rule file is not TOML: {error}.") from error
    except RecursionError as error:
        message = "lists lie too deep in each other; no option takes more than a list of lists."
        raise error_of("not_toml", RuleFault("too_deep"), message) from error


def _base_of(text: str, table: dict[str, Any]) -> Rules:
    name = table.get(_BASE_KEY)
    if name is None:
        return Rules()
    if not isinstance(name, str):
        seen = reprlib.repr(name)
        fault = RuleFault("base_kind", line_of(text, _BASE_KEY), _BASE_KEY, seen)
        message = f"base must be the name of a rule set, and is {seen}."
        raise error_of("wrong_value", fault, message)
    if name not in rule_set_names():
        raise unknown(text, _BASE_KEY, name, "rule set", rule_set_names())
    return _shipped(name)


def _changed(text: str, base: Rules, table: Mapping[str, Any]) -> Rules:
    changes: dict[str, Any] = {}
    wrong: list[ScoringError] = []
    for key, value in table.items():
        try:
            changes |= _change(text, base, key, value)
        except ScoringError as error:
            wrong.append(error)
    raise_all(wrong)
    return checked(text, replace(base, **changes))


def _change(text: str, base: Rules, key: str, value: object) -> dict[str, Any]:
    """Return the field of ``Rules`` that ``key`` of a rule file sets, with its value."""
    if key == HAN_KEY:
        return {"yaku_han": han_table(text, base, value)}
    if key in OPTIONS:
        return {key: field(text, key, value)}
    raise unknown(text, key, key, "option", (*OPTIONS, _BASE_KEY, HAN_KEY))


def _from_toml(text: str) -> Rules:
    told = _parsed(text)
    table = {"name": "custom", "title": told.get("name", "Custom")} | told
    base = _base_of(text, table)
    table.pop(_BASE_KEY, None)
    return _changed(text, base, table)


def change_rules(rules: Rules, options: Mapping[str, Any]) -> Rules:
    """Return ``rules`` with ``options`` changed, each named and written as in a rule file.

    Raises ``ScoringError`` as ``load_rules`` does.
    """
    return _changed("", rules, options)


def _folder() -> Traversable:
    from importlib.resources import files

    return files("scorer.rulesets")


@cache
def rule_set_names() -> tuple[str, ...]:
    """Return the ids of the shipped rule sets, sorted."""
    names = [path.name for path in _folder().iterdir()]
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml")))


def rule_set_text(name: str) -> str:
    """Return the TOML text of a shipped rule set, with its notes on sources.

    Raises ``ScoringError`` (``unknown_rule_set``) for a name that is not shipped.
    """
    if name not in rule_set_names():
        raise unknown("", _BASE_KEY, name, "rule set", rule_set_names())
    return _folder().joinpath(f"{name}.toml").read_text(encoding="utf-8")


@cache
def _shipped(name: str) -> Rules:
    return _from_toml(rule_set_text(name))


def load_rules(source: str) -> Rules:
    """Return the rules named or written in ``source``.

    ``source`` is the id of a shipped rule set (see ``rule_set_names``) or the text of a TOML
    file: any field of ``Rules`` by its name, ``base`` (the rule set it starts from, Tenhou
    without it) and a table ``[han]`` with lines like ``iipeikou = "2/-"`` (closed/open).

    Raises ``ScoringError`` for text that is not TOML, an unknown name (with the nearest one), a
    value of the wrong kind, or options that contradict each other; the message tells the line
    of each.
    """
    if "=" in source or "\n" in source or not source.strip():
        return _from_toml(source)
    return _shipped(source) if source in rule_set_names() else _from_toml(rule_set_text(source))
