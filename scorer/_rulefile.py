"""Rule sets as TOML: the shipped ones, and a user's own that change any field of one of them.

What only files need is imported when one is read, so that scoring starts at once.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin, get_type_hints

from scorer._errors import ScoringError
from scorer._plan import han_of, is_enabled, yakuman_of
from scorer._result import YakuHan
from scorer._rules import Rules
from scorer._tile import parse_tiles
from scorer.yaku import ALL

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_BASE_KEY: Final = "base"
_HAN_KEY: Final = "han"
_KNOWN: Final = tuple(field.name for field in fields(Rules) if field.name != "yaku_han")
_HAN_TEXT: Final = re.compile(r"([0-9]{1,3})/([0-9]{1,3}|-)")
_MOST_HAN: Final = 100
_MOST: Final = 10**9
#: Local yaku that another option switches on.
_SWITCHED_BY_OPTION: Final = {"renhou", "open_riichi_dealt_in", "junsei_hyakumangoku"}
LOCAL_YAKU: Final = tuple(y.id for y in ALL if y.local and y.id not in _SWITCHED_BY_OPTION)
_YAKUMAN: Final = tuple(yaku.id for yaku in ALL if yaku.yakuman)
_PAO_YAKU: Final = ("daisangen", "daisuushii", "suukantsu")


def _line_of(text: str, key: str) -> int:
    """Return the line on which ``key`` is set, 1 being the first; 1 if it is not found."""
    found = re.search(rf"^\s*\[?\s*{re.escape(key)}\s*[\]=]", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 + found.group().count("\n") if found else 1


def _nearest(word: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches

    found = get_close_matches(word, known, n=1, cutoff=0.5)
    return f"; did you mean {found[0]}?" if found else f"; known are {', '.join(sorted(known))}."


def _error(code: str, text: str, key: str, message: str) -> ScoringError:
    where = f"line {_line_of(text, key)}: " if text else ""
    return ScoringError(code, where + message)


def _unknown(text: str, key: str, word: str, what: str, known: tuple[str, ...]) -> ScoringError:
    return _error(
        f"unknown_{what.replace(' ', '_')}",
        text,
        key,
        f"there is no {what} {word!r}{_nearest(word, known)}",
    )


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


def _wanted(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(get_args(kind))
    words = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    if kind in words:
        return words[kind]
    inner = get_args(kind)
    if inner[-1] is Ellipsis:
        return f"a list, each {_wanted(inner[0])}"
    return f"a list of {len(inner)}, each {_wanted(inner[0])}"


def _frozen(value: object) -> object:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _field(text: str, key: str, value: object) -> object:
    kind = _types()[key]
    value = _frozen(value)
    if not _fits(value, kind):
        raise _error(
            "wrong_value",
            text,
            key,
            f"{key} must be {_wanted(kind)}, and is {reprlib.repr(value)}.",
        )
    return _as_floats(value) if "float" in str(kind) else value


def _as_floats(value: Any) -> object:
    return tuple(_as_floats(item) for item in value) if isinstance(value, tuple) else float(value)


def _han_row(text: str, yaku: str, value: object) -> tuple[str, int, int]:
    known = tuple(y.id for y in ALL if not y.yakuman)
    if yaku not in known:
        raise _unknown(text, yaku, yaku, "yaku", known)
    match = _HAN_TEXT.fullmatch(value) if isinstance(value, str) else None
    if match is None or max(int(han) for han in match.groups() if han != "-") > _MOST_HAN:
        raise _error(
            "wrong_value",
            text,
            yaku,
            f'the han of {yaku} must be like "3/2" or "1/-", closed/open, 0 to {_MOST_HAN}.',
        )
    closed, opened = match.groups()
    return yaku, int(closed), 0 if opened == "-" else int(opened)


def _han_table(text: str, base: Rules, table: object) -> tuple[tuple[str, int, int], ...]:
    if not isinstance(table, dict):
        raise _error("wrong_value", text, _HAN_KEY, "han must be a table [han] of yaku.")
    rows = {row[0]: row for row in base.yaku_han}
    rows |= {yaku: _han_row(text, yaku, value) for yaku, value in table.items()}
    return tuple(rows.values())


Contradiction = tuple[str, Callable[[Rules], bool], str]

_CONTRADICTIONS: Final[tuple[Contradiction, ...]] = (
    ("players", lambda r: r.players not in (2, 3, 4), "players must be 2, 3 or 4."),
    ("red_fives", lambda r: min(r.red_fives) < 0 or max(r.red_fives) > 4, "0 to 4 red fives."),
    (
        "red_fives",
        lambda r: r.players == 3 and r.red_fives[0] > 0,
        "three players have no 5m, so no red one either.",
    ),
    (
        "double_wind_pair_fu",
        lambda r: r.double_wind_pair_fu not in (2, 4),
        "double_wind_pair_fu must be 2 or 4.",
    ),
    ("open_pinfu_fu", lambda r: r.open_pinfu_fu not in (20, 30), "open_pinfu_fu must be 20 or 30."),
    ("chiitoitsu_han", lambda r: r.chiitoitsu_han < 1, "chiitoitsu_han must be 1 or more."),
    ("minimum_han", lambda r: r.minimum_han < 0, "minimum_han must not be below 0."),
    ("multiplier_unit", lambda r: r.multiplier_unit <= 0, "multiplier_unit must be above 0."),
    ("yakuman_cap", lambda r: r.yakuman_cap < 0, "yakuman_cap must not be below 0."),
    (
        "double_yakuman_factor",
        lambda r: not 1 <= r.double_yakuman_factor <= 2,
        "double_yakuman_factor must be from 1 to 2.",
    ),
    (
        "kan_ura",
        lambda r: r.kan_ura and not (r.ura_dora and r.kan_dora),
        "kan_ura needs ura_dora and kan_dora; set kan_ura = false.",
    ),
    (
        "triple_ron_draw",
        lambda r: r.triple_ron_draw and r.multiple_ron == "triple",
        'three winners by ron can not both win and be a draw; set multiple_ron = "double".',
    ),
    (
        "triple_ron_draw",
        lambda r: r.triple_ron_draw and r.players < 4,
        "a triple ron needs four players.",
    ),
    (
        "abort_suufon_any_honour",
        lambda r: r.abort_suufon_any_honour and not r.abort_suufon_renda,
        "abort_suufon_any_honour needs abort_suufon_renda.",
    ),
    (
        "abort_suufon_renda",
        lambda r: r.abort_suufon_renda and r.players < 4,
        "four equal first discards need four players.",
    ),
    (
        "abort_suucha_riichi",
        lambda r: r.abort_suucha_riichi and r.players < 4,
        "four riichi need four players.",
    ),
    ("suitoufu_tiles", lambda r: not _is_mpsz(r.suitoufu_tiles), "suitoufu_tiles must be mpsz."),
    ("uma", lambda r: len(r.uma) != r.players, "uma must have one number a player."),
    ("uma", lambda r: round(sum(r.uma), 6) != 0, "uma must sum to zero."),
    (
        "uma_above",
        lambda r: any(len(row) != r.players or round(sum(row), 6) for row in r.uma_above),
        "each row of uma_above must have one number a player and sum to zero.",
    ),
    (
        "uma_by",
        lambda r: r.uma_by == "players_above_start" and len(r.uma_above) != r.players - 1,
        "uma_by players_above_start needs uma_above: a row for 1, 2 … players above the start.",
    ),
    ("start_points", lambda r: r.start_points <= 0, "start_points must be above 0."),
    (
        "return_points",
        lambda r: r.return_points < r.start_points,
        "return_points must not be below start_points.",
    ),
    ("noten_payment", lambda r: r.noten_payment < 0, "noten_payment must not be below 0."),
    ("honba_ron", lambda r: min(r.honba_ron, r.honba_tsumo) < 0, "honba must not be below 0."),
    (
        "time_limit_minutes",
        lambda r: (r.time_limit == "off") != (r.time_limit_minutes == 0),
        "time_limit and time_limit_minutes belong together.",
    ),
)


def _is_mpsz(text: str) -> bool:
    try:
        return bool(parse_tiles(text))
    except ValueError:
        return False


def _wrong_ids(text: str, rules: Rules) -> Iterator[ScoringError]:
    for key, known in (
        ("local_yaku", LOCAL_YAKU),
        ("double_yakuman", _YAKUMAN),
        ("pao", _PAO_YAKU),
    ):
        for word in getattr(rules, key):
            if word not in known:
                yield _unknown(text, key, word, "yaku", known)


def _checked(text: str, rules: Rules) -> Rules:
    wrong = [*_wrong_ids(text, rules)]
    wrong += [
        _error("contradiction", text, key, message)
        for key, holds, message in _CONTRADICTIONS
        if holds(rules)
    ]
    _raise_all(wrong)
    return rules


def _raise_all(wrong: list[ScoringError]) -> None:
    """Raise all that is wrong as one error with the code of the first, if anything is."""
    if wrong:
        raise ScoringError(wrong[0].code, " ".join(error.message for error in wrong))


def _parsed(text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScoringError("not_toml", f"The rule file is not TOML: {error}.") from error


def _base_of(text: str, table: dict[str, Any]) -> Rules:
    name = table.get(_BASE_KEY)
    if name is None:
        return Rules()
    if not isinstance(name, str):
        raise _error(
            "wrong_value", text, _BASE_KEY, f"base must be the name of a rule set, and is {name!r}."
        )
    if name not in rule_set_names():
        raise _unknown(text, _BASE_KEY, name, "rule set", rule_set_names())
    return _shipped(name)


def _changed(text: str, base: Rules, table: Mapping[str, Any]) -> Rules:
    changes: dict[str, Any] = {}
    wrong: list[ScoringError] = []
    for key, value in table.items():
        try:
            changes |= _change(text, base, key, value)
        except ScoringError as error:
            wrong.append(error)
    _raise_all(wrong)
    return _checked(text, replace(base, **changes))


def _change(text: str, base: Rules, key: str, value: object) -> dict[str, Any]:
    """Return the field of ``Rules`` that ``key`` of a rule file sets, with its value."""
    if key == _HAN_KEY:
        return {"yaku_han": _han_table(text, base, value)}
    if key in _KNOWN:
        return {key: _field(text, key, value)}
    raise _unknown(text, key, key, "option", (*_KNOWN, _BASE_KEY, _HAN_KEY))


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
        known = rule_set_names()
        raise ScoringError(
            "unknown_rule_set", f"There is no rule set {name!r}{_nearest(name, known)}"
        )
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


def _toml_text(value: str) -> str:
    import json

    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml_value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml_value(item) for item in value) + "]"
    if isinstance(value, str):
        return _toml_text(value)
    return repr(value)


def format_rules(rules: Rules) -> str:
    """Return ``rules`` as the text of a complete rule file; ``load_rules`` gives them back."""
    lines = [
        f"{field.name} = {_toml_value(getattr(rules, field.name))}"
        for field in fields(Rules)
        if field.name != "yaku_han"
    ]
    if rules.yaku_han:
        lines += ["", f"[{_HAN_KEY}]"]
        lines += [
            f"{yaku} = {_han_text(closed, opened)}" for yaku, closed, opened in rules.yaku_han
        ]
    return "\n".join(lines) + "\n"


def changed_options(rules: Rules) -> tuple[tuple[str, str, str], ...]:
    """Return (option, value, Tenhou's value) for each option that differs from Tenhou's.

    All are spelt as in a rule file, the han of a yaku such as ``han.pinfu``.
    """
    default = Rules()
    rows = [(name, getattr(rules, name), getattr(default, name)) for name in _KNOWN]
    changed = [
        (name, _toml_value(value), _toml_value(usual))
        for name, value, usual in rows
        if value != usual and name not in ("name", "title")
    ]
    return (*changed, *_changed_han(rules, default))


def _changed_han(rules: Rules, default: Rules) -> Iterator[tuple[str, str, str]]:
    worth = {yaku.id: yaku for yaku in ALL}
    for name, closed, opened in rules.yaku_han:
        usual = han_of(worth[name], default)
        if (closed, opened) != usual:
            yield f"{_HAN_KEY}.{name}", _han_text(closed, opened), _han_text(*usual)


def _han_text(closed: int, opened: int) -> str:
    return f'"{closed}/{opened or "-"}"'


def yaku_values(rules: Rules) -> tuple[tuple[YakuHan, YakuHan | None], ...]:
    """Return every yaku that ``rules`` have, in the order of a score: worth closed, worth open.

    The second is ``None`` for a yaku of closed hands only.
    """
    rows: list[tuple[YakuHan, YakuHan | None]] = []
    for yaku in ALL:
        if not is_enabled(yaku, rules):
            continue
        if count := yakuman_of(yaku, rules):
            worth = YakuHan(yaku.id, round(13 * count), count)
            rows.append((worth, worth))
        else:
            closed, opened = han_of(yaku, rules)
            rows.append((YakuHan(yaku.id, closed), YakuHan(yaku.id, opened) if opened else None))
    return tuple(rows)
