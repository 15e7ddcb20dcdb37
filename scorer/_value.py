"""What the readings of one win are worth, and which of them counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorer._counts import FIELD, KINDS, RED_FIELDS
from scorer._dora import dora_of
from scorer._fu import fu_items, rounded
from scorer._hand import Hand, Riichi
from scorer._masks import HONOURS, family_of
from scorer._plan import plan_for
from scorer._points import LIMIT_BASE, base_points, yakuman_points
from scorer._reading import Reading, Shape, Win
from scorer._result import FuItem, YakuHan
from scorer._rules import Rules
from scorer._why import too_cheap

_FLOOR_HAN: Final = {"mangan": 5, "haneman": 6, "baiman": 8}
_NO_RIICHI: Final = Riichi.NONE
_STANDARD: Final = Shape.STANDARD
_CHIITOITSU: Final = Shape.CHIITOITSU

#: Dora, ura dora, red fives, norths set aside.
Dora = tuple[int, int, int, int]


@dataclass(slots=True, eq=False)
class Value:
    """What one reading is worth: base points, how many yakuman (then no han), han, fu, limit."""

    base: int
    yakuman: float
    han: int
    fu: int
    reading: Reading
    yaku: list[YakuHan]
    items: list[FuItem]
    limit: str


def _rank(value: Value) -> tuple[int, float, int, int, int]:
    """Order by points, then han, then fu, at last fu before rounding up."""
    unrounded = sum([item.fu for item in value.items])
    return value.base, value.yakuman, value.han, value.fu, unrounded


def _count_reds(tiles: int, rules: Rules) -> int:
    reds = 0
    for suit, field in enumerate(RED_FIELDS):
        if rules.red_fives[suit]:
            reds += tiles >> field & FIELD
    return reds


def _count_dora(hand: Hand, win: Win) -> Dora:
    """Return the dora of a win; those of kans and of ura indicators as the rules say."""
    context, rules = win.context, win.rules
    tiles = win.tiles
    shown = context.dora_indicators if rules.kan_dora else context.dora_indicators[:1]
    ura = 0
    if context.ura_indicators and rules.ura_dora and context.riichi is not _NO_RIICHI:
        hidden = context.ura_indicators if rules.kan_ura else context.ura_indicators[:1]
        ura = dora_of(tiles, hidden, rules.players)
    reds = 0
    if tiles > KINDS:
        reds = _count_reds(tiles, rules)
    return dora_of(tiles, shown, rules.players), ura, reds, hand.nuki


class Judge:
    """Everything about one win that its readings share."""

    __slots__ = ("dora", "minimum", "plan", "sets", "situation", "tiles", "win")

    def __init__(self, hand: Hand, win: Win) -> None:
        self.win = win
        self.plan = plan = plan_for(win.rules)
        self.dora = _count_dora(hand, win)
        rules = win.rules
        self.minimum = rules.minimum_han
        if rules.ryanhan_shibari and win.context.honba >= rules.ryanhan_shibari_from:
            self.minimum = max(2, rules.minimum_han)
        by_situation = plan.situation[win.closed][win.situation]
        by_tiles = plan.tiles[win.closed][family_of(win.mask)]
        self.situation = [w for holds, w in by_situation if holds(win)] if by_situation else []
        self.tiles = [w for holds, w in by_tiles if holds(win)] if by_tiles else []
        self.sets = plan.sets[win.closed][win.mask & HONOURS != 0]

    def yaku_of(self, reading: Reading) -> list[YakuHan]:
        """Return the yaku of a reading, those replaced by others left out."""
        shape = reading.shape
        if shape is _STANDARD:
            found = [*self.situation, *self.tiles]
            entries = self.sets[reading.runs]
        else:
            found = [*self.situation, *(self.tiles if shape is _CHIITOITSU else [])]
            entries = self.plan.shapes[shape]
        for holds, worth in entries:
            if holds(reading):
                found.append(worth)
        gone: tuple[str, ...] = ()
        replaces = self.plan.replaces
        for worth in found:
            if worth.id in replaces:
                gone += replaces[worth.id]
        return [worth for worth in found if worth.id not in gone] if gone else found

    def value_of(self, reading: Reading) -> Value | None:
        """Return what ``reading`` is worth, ``None`` if its yaku do not suffice."""
        rules = self.win.rules
        yaku = self.yaku_of(reading)
        han = 0
        for worth in yaku:
            han += worth.han
        if han < self.minimum or (self.win.context.paarenchan and not self._counts(yaku)):
            return None
        if han >= 13 and rules.scoring != "aotenjou":
            yakuman = [worth for worth in yaku if worth.yakuman]
            if yakuman:
                return self._yakuman(reading, yakuman)
        pinfu = reading.runs == 4 and "pinfu" in [worth.id for worth in yaku]
        items = fu_items(reading, pinfu)
        fu = rounded(items)
        han += sum(self.dora)
        base, limit = base_points(han, fu, rules)
        return Value(base, 0, han, fu, reading, yaku, items, limit)

    def _counts(self, yaku: list[YakuHan]) -> bool:
        """Tell whether ``yaku`` suffice where paarenchan alone may not."""
        if not self.win.rules.paarenchan_needs_yaku:
            return True
        others = [worth.han for worth in yaku if worth.id != "paarenchan"]
        return sum(others) >= max(self.minimum, 1)

    def _yakuman(self, reading: Reading, yaku: list[YakuHan]) -> Value:
        rules = self.win.rules
        if reading.shape is Shape.SHIISAN_PUUTAA and rules.shiisan_puutaa == "mangan":
            return _fixed_value("shiisan_puutaa", "mangan", reading)
        if not rules.yakuman_stack:
            yaku = [max(yaku, key=lambda worth: worth.yakuman)]
        count = sum([worth.yakuman for worth in yaku])
        if rules.yakuman_cap:
            count = min(count, rules.yakuman_cap)
        base, limit = yakuman_points(count, rules)
        items = fu_items(reading, False)
        return Value(base, count, 0, rounded(items), reading, yaku, items, limit)

    def best(self, found: list[Reading]) -> Value:
        """Return the value of the reading that counts; raises ``ScoringError`` if none does."""
        values = []
        for reading in found:
            if value := self.value_of(reading):
                values.append(value)
        win = self.win
        if win.context.renhou and win.rules.renhou in _FLOOR_HAN:
            values.append(_fixed_value("renhou", win.rules.renhou, found[0]))
        if not values:
            yaku = max(map(self.yaku_of, found), key=lambda worths: sum(w.han for w in worths))
            raise too_cheap(win, self.plan, found, yaku, self.minimum)
        return values[0] if len(values) == 1 else max(values, key=_rank)


def _fixed_value(yaku: str, limit: str, reading: Reading) -> Value:
    """Return the value of a yaku that is a limit by itself."""
    han = _FLOOR_HAN[limit]
    return Value(LIMIT_BASE[limit], 0, han, 0, reading, [YakuHan(yaku, han)], [], limit)
