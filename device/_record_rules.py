"""The rules that a JSON record of a win names or changes."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from device._record_values import Record, players_of, refusal
from scorer import (
    TENHOU,
    Rules,
    change_rules,
    load_rules,
    rule_set_names,
)

_MAJSOUL: Final = load_rules("mahjong-soul").double_yakuman
_DOUBLES: Final[Mapping[object, tuple[str, ...]]] = {
    False: (),
    True: _MAJSOUL,
    "majsoul": _MAJSOUL,
    "daisuushii only": ("daisuushii",),
}
#: Words of other programs' rules, each with the options that it changes.
_RULE_WORDS: Final[Mapping[str, Callable[[bool, Rules], dict[str, Any]]]] = {
    "aka": lambda on, rules: {} if on else {"red_fives": (0, 0, 0)},
    "ura": lambda on, rules: {"ura_dora": on, "kan_ura": on and rules.kan_ura},
    "kazoe": lambda on, rules: {"kazoe": "yakuman" if on else "sanbaiman"},
    "multiple_yakuman": lambda on, rules: {} if on else {"yakuman_cap": 1},
    "double_yakuman": lambda on, rules: {"double_yakuman": _DOUBLES[on]},
    "renpuu_pair_2fu": lambda on, rules: {"double_wind_pair_fu": 2 if on else 4},
    "pao": lambda on, rules: {} if on else {"pao": ()},
}
_NO_RULES: Final = ("go_type", "disp", "note", "base")
#: Words that no option of ``Rules`` has too: true or false only.
_SWITCHES: Final = ("aka", "ura", "multiple_yakuman", "renpuu_pair_2fu")


def _base(record: Record, name: object) -> Rules:
    """Return the rules that options change: those named, else Tenhou's for the players."""
    if name is not None:
        if not isinstance(name, str) or name not in rule_set_names():
            raise refusal(f"base must be the name of a rule set, and is {reprlib.repr(name)}.")
        return load_rules(name)
    return {2: load_rules("two-player"), 3: load_rules("sanma-tenhou")}.get(
        players_of(record), TENHOU
    )


def _changed(rules: Rules, word: str, value: object) -> Rules:
    """Return ``rules`` with one rule of a record changed, in its words or in those of ``Rules``."""
    if word in _RULE_WORDS and isinstance(value, bool):
        return replace(rules, **_RULE_WORDS[word](value, rules))
    if word == "double_yakuman" and isinstance(value, str) and value in _DOUBLES:
        return replace(rules, double_yakuman=_DOUBLES[value])
    if word in _SWITCHES:
        raise refusal(f"The rule {word} must be true or false, and is {reprlib.repr(value)}.")
    return change_rules(rules, {word: value})


def rules_of(record: Record) -> Rules:
    """Return the rules of a record: the name or TOML text of a rule set, or an object of options.

    Options change the Tenhou rules for the record's players.  Beside the options of ``Rules`` the
    words ``aka``, ``ura``, ``kazoe``, ``multiple_yakuman``, ``double_yakuman``,
    ``renpuu_pair_2fu`` and ``pao`` of the common record formats are known.
    Raises ``ScoringError`` for an unknown rule.
    """
    given = record.get("rules")
    if isinstance(given, str) and given.strip():
        return load_rules(given)
    if not isinstance(given, Mapping | None):
        raise refusal(f"rules must be a name or an object, and is {reprlib.repr(given)}.")
    given = given or {}
    rules = _base(record, given.get("base"))
    for word, value in given.items():
        if word not in _NO_RULES:
            rules = _changed(rules, word, value)
    return rules
