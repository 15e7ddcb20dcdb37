"""The value of a win: the best reading, its yaku, fu, points and payments."""

from __future__ import annotations

from typing import NamedTuple

from scorer._dora import dora_of, red_of, ura_of
from scorer._fu import fu_items, rounded
from scorer._hand import Hand, Riichi, WinContext
from scorer._liability import liable_base
from scorer._masks import HONOURS
from scorer._payments import Worth, deltas_of, points_of
from scorer._plan import Plan, plan_for
from scorer._points import LIMIT_BASE, base_points, yakuman_points
from scorer._reading import Reading, Shape, Win
from scorer._readings import readings, win_facts
from scorer._result import FuItem, Score, YakuHan
from scorer._rules import TENHOU, Rules
from scorer._text import set_texts
from scorer._why import not_complete, rule_notes, shape_notes, too_cheap

_FLOOR_HAN = {"mangan": 5, "haneman": 6, "baiman": 8}


class _Dora(NamedTuple):
    dora: int
    uradora: int
    akadora: int
    kita: int


class _Value(NamedTuple):
    """What one reading is worth."""

    base: int
    yakuman: float
    han: int
    fu: int
    reading: Reading
    yaku: list[YakuHan]
    items: list[FuItem]
    limit: str


def _rank(value: _Value) -> tuple[int, float, int, int]:
    return value.base, value.yakuman, value.han, value.fu


def _count_dora(win: Win, hand: Hand) -> _Dora:
    context, rules = win.context, win.rules
    riichi = context.riichi is not Riichi.NONE
    return _Dora(
        dora_of(win.counts, hand, context, rules),
        ura_of(win.counts, hand, context, rules) if riichi else 0,
        red_of(hand, rules),
        hand.nuki,
    )


class _Scorer:
    """Everything about one win that its readings share."""

    __slots__ = ("dora", "hand", "minimum", "plan", "rules", "situation", "tiles", "win")

    def __init__(self, hand: Hand, win: Win) -> None:
        self.hand = hand
        self.win = win
        self.rules = win.rules
        self.plan: Plan = plan_for(win.rules)
        self.dora = _count_dora(win, hand)
        self.situation = [worth for holds, worth in self.plan.situation[win.closed] if holds(win)]
        self.tiles = [worth for holds, worth in self.plan.tiles[win.closed] if holds(win)]
        self.minimum = _minimum_han(win.context, win.rules)

    def yaku_of(self, reading: Reading) -> list[YakuHan]:
        """Return the yaku of a reading, those replaced by others left out."""
        if reading.shape is Shape.STANDARD:
            honours = self.win.mask & HONOURS != 0
            entries = self.plan.standard[self.win.closed][len(reading.sequences)][honours]
        else:
            entries = self.plan.shapes[reading.shape]
        found = self.situation + [worth for holds, worth in entries if holds(reading)]
        if reading.shape <= Shape.CHIITOITSU:
            found += self.tiles
        replaces = self.plan.replaces
        gone = [name for worth in found if worth.id in replaces for name in replaces[worth.id]]
        return [worth for worth in found if worth.id not in gone] if gone else found

    def value_of(self, reading: Reading, yaku: list[YakuHan]) -> _Value:
        """Return what ``reading`` is worth with ``yaku``."""
        yakuman = [worth for worth in yaku if worth.yakuman]
        if yakuman and self.rules.scoring != "aotenjou":
            return self._yakuman(reading, yakuman)
        items = fu_items(reading, "pinfu" in [worth.id for worth in yaku])
        fu = rounded(items)
        han = sum([worth.han for worth in yaku]) + sum(self.dora)
        base, limit = base_points(han, fu, self.rules)
        return _Value(base, 0, han, fu, reading, yaku, items, limit)

    def _yakuman(self, reading: Reading, yaku: list[YakuHan]) -> _Value:
        rules = self.rules
        if reading.shape is Shape.SHIISAN_PUUTAA and rules.shiisan_puutaa == "mangan":
            return self.fixed("shiisan_puutaa", "mangan", reading)
        if not rules.yakuman_stack:
            yaku = [max(yaku, key=lambda worth: worth.yakuman)]
        count = sum([worth.yakuman for worth in yaku])
        if rules.yakuman_cap:
            count = min(count, rules.yakuman_cap)
        base, limit = yakuman_points(count, rules)
        items = fu_items(reading, False)
        return _Value(base, count, 0, rounded(items), reading, yaku, items, limit)

    def fixed(self, yaku: str, limit: str, reading: Reading) -> _Value:
        """Return the value of a yaku that is a limit by itself."""
        han = _FLOOR_HAN[limit]
        worth = [YakuHan(yaku, han)]
        return _Value(LIMIT_BASE[limit], 0, han, 0, reading, worth, [], limit)

    def counts(self, yaku: list[YakuHan]) -> bool:
        """Tell whether ``yaku`` suffice to win."""
        if self.rules.paarenchan_needs_yaku:
            yaku = [worth for worth in yaku if worth.id != "paarenchan"]
        return sum([worth.han for worth in yaku]) >= self.minimum


def _minimum_han(context: WinContext, rules: Rules) -> int:
    if rules.ryanhan_shibari and context.honba >= rules.ryanhan_shibari_from:
        return max(2, rules.minimum_han)
    return rules.minimum_han


def _best(scorer: _Scorer) -> _Value:
    win = scorer.win
    found = [(reading, scorer.yaku_of(reading)) for reading in readings(win)]
    if not found:
        raise not_complete(scorer.hand)
    values = [scorer.value_of(*pair) for pair in found if scorer.counts(pair[1])]
    if win.context.renhou and win.rules.renhou in _FLOOR_HAN:
        values.append(scorer.fixed("renhou", win.rules.renhou, found[0][0]))
    if not values:
        best = max((yaku for _, yaku in found), key=lambda yaku: sum(w.han for w in yaku))
        raise too_cheap(win, scorer.plan, [r for r, _ in found], best, scorer.minimum)
    return values[0] if len(values) == 1 else max(values, key=_rank)


def _notes(value: _Value, scorer: _Scorer, liable: int) -> tuple[str, ...]:
    notes = rule_notes(scorer.win)
    if not value.yakuman:
        notes = shape_notes(value.reading, scorer.plan) + notes
    if value.han >= 13 and value.limit == "sanbaiman":
        notes.append(f"{value.han} han count as sanbaiman: these rules have no counted yakuman.")
    if scorer.win.context.pao is not None and not liable:
        notes.append("Nobody is liable: the hand has no yakuman with liability under these rules.")
    return tuple(notes)


def _dora_counts(value: _Value) -> bool:
    """Tell whether dora are part of the value: not of a yakuman nor of a fixed limit."""
    return value.yakuman == 0 and bool(value.items)


def _fu_of(value: _Value) -> int | None:
    return value.fu if value.items else None


def score(hand: Hand, context: WinContext, rules: Rules = TENHOU) -> Score:
    """Return the value of a winning hand under ``rules``, with the reasons.

    Of all readings of the tiles the one counts that pays most, then the one with more han, then
    with more fu.  Raises ``ScoringError`` for tiles or circumstances that can not be, for tiles
    that are no complete hand, and for a hand whose yaku do not suffice.
    """
    win = win_facts(hand, context, rules)
    scorer = _Scorer(hand, win)
    value = _best(scorer)
    liable = liable_base(value.yaku, value.base, context, rules)
    yakuman = tuple([worth.id for worth in value.yaku if worth.yakuman])
    dora = scorer.dora if _dora_counts(value) else _Dora(0, 0, 0, 0)
    return Score(
        tuple(value.yaku),
        *dora,
        None if value.yakuman else value.han,
        _fu_of(value),
        tuple(value.items),
        points_of(value.base, context, rules),
        value.limit,
        yakuman,
        deltas_of(Worth(value.base, liable), context, rules),
        set_texts(value.reading, hand),
        rules.name,
        _notes(value, scorer, liable),
    )
