"""The yaku that a rule set has, with the han it gives them, ready to be looked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorer._reading import SITUATION, Reading, Shape, Win
from scorer._result import YakuHan
from scorer._rules import Rules
from scorer.yaku import ALL, SetsYaku, SituationYaku, TilesYaku, Yaku

WinEntry = tuple[Callable[[Win], bool], YakuHan]
ReadingEntry = tuple[Callable[[Reading], bool], YakuHan]

#: By ``family_of`` the tiles.
Tiles = tuple[tuple[WinEntry, ...], ...]
#: Without or with honours, then by the number of sequences.
Sets = tuple[tuple[tuple[ReadingEntry, ...], ...], ...]
#: By ``Win.situation``.
Situation = tuple[tuple[WinEntry, ...], ...]

#: Yaku that count only where the rules double them.
_ONLY_DOUBLED = ("junsei_ryuuiisou", "junsei_hyakumangoku")


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What to look for in an open (index 0) or closed (index 1) hand.

    ``situation`` holds the yaku of how the hand was won, ``tiles`` those of the tiles, ``sets``
    those of a reading as sets and a pair, ``shapes`` those of special shapes; ``closed_only`` are
    the yaku of sets that an open hand lacks.
    """

    situation: tuple[Situation, Situation]
    tiles: tuple[Tiles, Tiles]
    sets: tuple[Sets, Sets]
    shapes: Mapping[Shape, tuple[ReadingEntry, ...]]
    replaces: Mapping[str, tuple[str, ...]]
    closed_only: Sets


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


def _situation(rules: Rules, closed: int) -> Situation:
    entries = [
        (SITUATION[yaku.when], yaku, worth)
        for yaku in ALL
        if isinstance(yaku, SituationYaku) and (worth := _worth(yaku, rules, closed))
    ]
    return tuple(
        tuple((yaku.holds, worth) for bit, yaku, worth in entries if situation & bit)
        for situation in range(2 * max(SITUATION.values()))
    )


def _tiles(rules: Rules, closed: int) -> Tiles:
    entries = [
        (yaku, worth)
        for yaku in ALL
        if isinstance(yaku, TilesYaku) and (worth := _worth(yaku, rules, closed))
    ]
    return tuple(
        tuple(
            (yaku.holds, worth)
            for yaku, worth in entries
            if yaku.suits[0] <= suits <= yaku.suits[1] and ends in yaku.ends
        )
        for suits in range(4)
        for ends in range(3)
    )


def _worths(rules: Rules, closed: int) -> list[tuple[SetsYaku, YakuHan]]:
    found = [(y, _worth(y, rules, closed)) for y in ALL if isinstance(y, SetsYaku)]
    return [(yaku, worth) for yaku, worth in found if worth]


def _sets(entries: list[tuple[SetsYaku, YakuHan]]) -> Sets:
    return tuple(
        tuple(
            tuple((yaku.holds, worth) for yaku, worth in entries if _fits(yaku, n, honours))
            for n in range(5)
        )
        for honours in range(2)
    )


def _closed_only(rules: Rules) -> Sets:
    opened = {worth.id for _, worth in _worths(rules, 0)}
    return _sets([(yaku, worth) for yaku, worth in _worths(rules, 1) if worth.id not in opened])


def _shapes(rules: Rules) -> dict[Shape, tuple[ReadingEntry, ...]]:
    entries = _worths(rules, 1)
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
    return Plan(
        situation=(_situation(rules, 0), _situation(rules, 1)),
        tiles=(_tiles(rules, 0), _tiles(rules, 1)),
        sets=(_sets(_worths(rules, 0)), _sets(_worths(rules, 1))),
        shapes=_shapes(rules),
        replaces=_replaces(rules),
        closed_only=_closed_only(rules),
    )
