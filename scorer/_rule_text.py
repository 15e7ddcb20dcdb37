"""Rules written out: as a rule file, as what differs from Tenhou's, as what every yaku is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from scorer._plan import han_of, is_enabled, yakuman_of
from scorer._result import YakuHan
from scorer._rule_values import HAN_KEY
from scorer._rules import Rules
from scorer.yaku import ALL

#: The options of a rule file beside the han of yaku.
OPTIONS: Final = tuple(field.name for field in fields(Rules) if field.name != "yaku_han")


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
    lines = [f"{name} = {_toml_value(getattr(rules, name))}" for name in OPTIONS]
    if rules.yaku_han:
        lines += ["", f"[{HAN_KEY}]"]
        lines += [
            f"{yaku} = {_han_text(closed, opened)}" for yaku, closed, opened in rules.yaku_han
        ]
    return "\n".join(lines) + "\n"


def changed_options(rules: Rules) -> tuple[tuple[str, str, str], ...]:
    """Return (option, value, Tenhou's value) for each option that differs from Tenhou's.

    All are spelt as in a rule file, the han of a yaku such as ``han.pinfu``.
    """
    default = Rules()
    rows = [(name, getattr(rules, name), getattr(default, name)) for name in OPTIONS]
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
            yield f"{HAN_KEY}.{name}", _han_text(closed, opened), _han_text(*usual)


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
