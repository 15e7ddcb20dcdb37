"""The yaku that a rule set has, with the han it gives them, ready to be looked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from scorer._reading import Reading, Shape, Win
from scorer._result import YakuHan
from scorer._rules import Rules
from scorer.yaku import ALL, SetsYaku, SituationYaku, TilesYaku, Yaku

WinEntry = tuple[Callable[[Win], bool], YakuHan]
ReadingEntry = tuple[Callable[[Reading], bool], YakuHan]

#: Yaku that count only where the rules double them.
_ONLY_DOUBLED = ("junsei_ryuuiisou", "junsei_hyakumangoku")


class Plan(NamedTuple):
    """What to look for in an open (index 0) or closed (index 1) hand.

    ``standard[closed][sequences][honours]`` holds the yaku of a reading with so many sequences
    and with or without honour tiles; ``shapes`` those of the other shapes.
    """

    situation: tuple[tuple[WinEntry, ...], tuple[WinEntry, ...]]
    tiles: tuple[tuple[WinEntry, ...], tuple[WinEntry, ...]]
    standard: tuple[tuple[tuple[tuple[ReadingEntry, ...], ...], ...], ...]
    shapes: Mapping[Shape, tuple[ReadingEntry, ...]]
    replaces: Mapping[str, tuple[str, ...]]
    other_shapes: bool
    closed_only: tuple[tuple[tuple[ReadingEntry, ...], ...], ...]


def is_enabled(yaku: Yaku, rules: Rules) -> bool:
    """Tell whether ``rules`` have ``yaku``."""
    if yaku.id == "renhou":
        return rules.renhou == "yakuman"
    if yaku.id == "open_riichi_dealt_in":
        return not {"open_riichi", "open_double_riichi"}.isdisjoint(rules.local_yaku)
    if yaku.id in _ONLY_DOUBLED:
        plain = yaku.id.removeprefix("junsei_")
        local = plain in rules.local_yaku or not yaku.local
        return local and yaku.id in rules.double_yakuman
    return not yaku.local or yaku.id in rules.local_yaku


def han_of(yaku: Yaku, rules: Rules) -> tuple[int, int]:
    """Return the han of ``yaku`` closed and open under ``rules``; 0 does not count."""
    for name, closed, opened in rules.yaku_han:
        if name == yaku.id:
            return closed, opened
    if yaku.id == "chiitoitsu":
        return rules.chiitoitsu_han, 0
    if yaku.id == "tanyao" and not rules.kuitan:
        return yaku.closed, 0
    return yaku.closed, yaku.open


def yakuman_of(yaku: Yaku, rules: Rules) -> float:
    """Return how many yakuman ``yaku`` is under ``rules``; 0 for an ordinary yaku."""
    if yaku.yakuman == 0:
        return 0
    doubled = yaku.yakuman == 2 or yaku.id in rules.double_yakuman
    return rules.double_yakuman_factor if doubled else 1


def _worth(yaku: Yaku, rules: Rules, closed: int) -> YakuHan | None:
    """Return what ``yaku`` is worth in a closed (1) or open (0) hand, ``None`` for nothing."""
    if not is_enabled(yaku, rules):
        return None
    if count := yakuman_of(yaku, rules):
        return YakuHan(yaku.id, round(13 * count), count)
    han = han_of(yaku, rules)[1 - closed]
    return YakuHan(yaku.id, han) if han else None


def _fits(yaku: SetsYaku, sequences: int, honours: int) -> bool:
    least, most = yaku.sequences
    return (
        yaku.shape is Shape.STANDARD
        and least <= sequences <= most
        and (bool(honours) or not yaku.honours)
    )


def _situation(rules: Rules, closed: int) -> tuple[WinEntry, ...]:
    found = [(y, _worth(y, rules, closed)) for y in ALL if isinstance(y, SituationYaku)]
    return tuple((yaku.holds, worth) for yaku, worth in found if worth)


def _tiles(rules: Rules, closed: int) -> tuple[WinEntry, ...]:
    found = [(y, _worth(y, rules, closed)) for y in ALL if isinstance(y, TilesYaku)]
    return tuple((yaku.holds, worth) for yaku, worth in found if worth)


def _sets(rules: Rules, closed: int) -> list[tuple[SetsYaku, YakuHan]]:
    found = [(y, _worth(y, rules, closed)) for y in ALL if isinstance(y, SetsYaku)]
    return [(yaku, worth) for yaku, worth in found if worth]


Standard = tuple[tuple[tuple[ReadingEntry, ...], ...], ...]


def _standard(entries: list[tuple[SetsYaku, YakuHan]]) -> Standard:
    return tuple(
        tuple(
            tuple((yaku.holds, worth) for yaku, worth in entries if _fits(yaku, n, honours))
            for honours in range(2)
        )
        for n in range(5)
    )


def _closed_only(rules: Rules) -> Standard:
    opened = {worth.id for _, worth in _sets(rules, 0)}
    return _standard([(yaku, worth) for yaku, worth in _sets(rules, 1) if worth.id not in opened])


def _shapes(rules: Rules) -> dict[Shape, tuple[ReadingEntry, ...]]:
    entries = _sets(rules, 1)
    return {
        shape: tuple((yaku.holds, worth) for yaku, worth in entries if yaku.shape is shape)
        for shape in Shape
    }


def _replaces(rules: Rules) -> dict[str, tuple[str, ...]]:
    found = {yaku.id: yaku.replaces for yaku in ALL if yaku.replaces}
    if rules.daichisei_with_tsuuiisou:
        found["daichisei"] = ("chiitoitsu",)
    return found


@lru_cache(maxsize=64)
def plan_for(rules: Rules) -> Plan:
    """Return the plan of ``rules``, made once."""
    shapes = _shapes(rules)
    return Plan(
        situation=(_situation(rules, 0), _situation(rules, 1)),
        tiles=(_tiles(rules, 0), _tiles(rules, 1)),
        standard=(_standard(_sets(rules, 0)), _standard(_sets(rules, 1))),
        shapes=shapes,
        replaces=_replaces(rules),
        other_shapes=bool(shapes[Shape.SHIISAN_PUUTAA]),
        closed_only=_closed_only(rules),
    )
