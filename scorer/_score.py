"""The value of a win: the best reading, its yaku, fu, points and payments."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from scorer._counts import ONE
from scorer._dora import dora_of
from scorer._errors import ScoringError
from scorer._fu import fu_items, rounded
from scorer._hand import Hand, Riichi, WinContext
from scorer._liability import liable_base
from scorer._masks import HONOURS, ends_of, number_suits
from scorer._payments import Worth, deltas_of, points_of
from scorer._plan import plan_for
from scorer._points import LIMIT_BASE, base_points, yakuman_points
from scorer._reading import Reading, Shape, Win
from scorer._readings import readings, win_facts
from scorer._result import FuItem, Score, YakuHan
from scorer._rules import TENHOU, Rules
from scorer._text import set_texts
from scorer._tile import Tile
from scorer._waits import waits
from scorer._why import not_complete, rule_notes, shape_notes, too_cheap

_FLOOR_HAN: Final = {"mangan": 5, "haneman": 6, "baiman": 8}
_NO_RIICHI: Final = Riichi.NONE
_STANDARD: Final = Shape.STANDARD
_CHIITOITSU: Final = Shape.CHIITOITSU
_NORTH: Final = 30


class _Dora(NamedTuple):
    dora: int
    uradora: int
    akadora: int
    kita: int


_NO_DORA: Final = _Dora(0, 0, 0, 0)


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


def _rank(value: _Value) -> tuple[int, float, int, int, int]:
    """Order by points, then han, then fu, at last fu before rounding up."""
    return *value[:4], sum(item.fu for item in value.items)


def _count_dora(win: Win, hand: Hand) -> _Dora:
    """Return the dora of a win; those of kans and of ura indicators as the rules say."""
    context, rules = win.context, win.rules
    tiles = win.tiles + hand.nuki * ONE[_NORTH]
    shown = context.dora_indicators if rules.kan_dora else context.dora_indicators[:1]
    ura = 0
    if rules.ura_dora and context.ura_indicators and context.riichi is not _NO_RIICHI:
        hidden = context.ura_indicators if rules.kan_ura else context.ura_indicators[:1]
        ura = dora_of(tiles, hidden, rules.players)
    reds = win.reds
    if reds:
        reds = tuple([kind for kind in reds if rules.red_fives[kind // 9]])
    return _Dora(dora_of(tiles, shown, rules.players), ura, len(reds), hand.nuki)


def _minimum_han(context: WinContext, rules: Rules) -> int:
    if rules.ryanhan_shibari and context.honba >= rules.ryanhan_shibari_from:
        return max(2, rules.minimum_han)
    return rules.minimum_han


class _Scorer:
    """Everything about one win that its readings share."""

    __slots__ = ("dora", "minimum", "plan", "rules", "situation", "tiles", "win")

    def __init__(self, hand: Hand, win: Win) -> None:
        self.win = win
        self.rules = win.rules
        self.plan = plan_for(win.rules)
        self.dora = _count_dora(win, hand)
        self.minimum = _minimum_han(win.context, win.rules)
        closed = win.closed
        entries = self.plan.always[closed]
        if win.context.riichi is not _NO_RIICHI:
            entries = self.plan.riichi + entries
        if win.special:
            entries += self.plan.special[closed]
        self.situation = [worth for holds, worth in entries if holds(win)]
        by_suits = self.plan.tiles[closed][number_suits(win.mask)]
        self.tiles = [worth for holds, worth in by_suits[ends_of(win.mask)] if holds(win)]

    def yaku_of(self, reading: Reading) -> list[YakuHan]:
        """Return the yaku of a reading, those replaced by others left out."""
        win = self.win
        if reading.shape is _STANDARD:
            by_count = self.plan.standard[win.closed][len(reading.sequences)]
            entries = by_count[win.mask & HONOURS != 0]
            found = self.situation + self.tiles
        else:
            entries = self.plan.shapes[reading.shape]
            chiitoitsu = reading.shape is _CHIITOITSU
            found = self.situation + self.tiles if chiitoitsu else self.situation.copy()
        found += [worth for holds, worth in entries if holds(reading)]
        replaces = self.plan.replaces
        gone = [name for worth in found if worth.id in replaces for name in replaces[worth.id]]
        return [worth for worth in found if worth.id not in gone] if gone else found

    def value_of(self, reading: Reading) -> _Value | None:
        """Return what ``reading`` is worth, ``None`` if its yaku do not suffice."""
        rules = self.rules
        yaku = self.yaku_of(reading)
        han = sum([worth.han for worth in yaku])
        if han < self.minimum or not self._counts(yaku, han):
            return None
        if han >= 13 and rules.scoring != "aotenjou":
            yakuman = [worth for worth in yaku if worth.yakuman]
            if yakuman:
                return self._yakuman(reading, yakuman)
        pinfu = len(reading.sequences) == 4 and "pinfu" in [worth.id for worth in yaku]
        items = fu_items(reading, pinfu)
        fu = rounded(items)
        han += sum(self.dora)
        base, limit = base_points(han, fu, rules)
        return _Value(base, 0, han, fu, reading, yaku, items, limit)

    def _counts(self, yaku: list[YakuHan], han: int) -> bool:
        """Tell whether ``yaku`` suffice where paarenchan alone does not."""
        if not (self.win.context.paarenchan and self.rules.paarenchan_needs_yaku):
            return True
        others = [worth.han for worth in yaku if worth.id != "paarenchan"]
        return sum(others) >= max(self.minimum, 1)

    def _yakuman(self, reading: Reading, yaku: list[YakuHan]) -> _Value:
        rules = self.rules
        if reading.shape is Shape.SHIISAN_PUUTAA and rules.shiisan_puutaa == "mangan":
            return fixed_value("shiisan_puutaa", "mangan", reading)
        if not rules.yakuman_stack:
            yaku = [max(yaku, key=lambda worth: worth.yakuman)]
        count = sum([worth.yakuman for worth in yaku])
        if rules.yakuman_cap:
            count = min(count, rules.yakuman_cap)
        base, limit = yakuman_points(count, rules)
        items = fu_items(reading, False)
        return _Value(base, count, 0, rounded(items), reading, yaku, items, limit)


def fixed_value(yaku: str, limit: str, reading: Reading) -> _Value:
    """Return the value of a yaku that is a limit by itself."""
    han = _FLOOR_HAN[limit]
    return _Value(LIMIT_BASE[limit], 0, han, 0, reading, [YakuHan(yaku, han)], [], limit)


def _best(scorer: _Scorer, found: list[Reading]) -> _Value:
    values = [value for reading in found if (value := scorer.value_of(reading))]
    if scorer.win.context.renhou and scorer.rules.renhou in _FLOOR_HAN:
        values.append(fixed_value("renhou", scorer.rules.renhou, found[0]))
    if not values:
        yaku = max(map(scorer.yaku_of, found), key=lambda worths: sum(w.han for w in worths))
        raise too_cheap(scorer.win, scorer.plan, found, yaku, scorer.minimum)
    return values[0] if len(values) == 1 else max(values, key=_rank)


def _notes(value: _Value, scorer: _Scorer, liable: int) -> tuple[str, ...]:
    notes = rule_notes(scorer.win)
    if not value.yakuman:
        notes = shape_notes(value.reading, scorer.plan) + notes
    if value.han >= 13 and value.limit == "sanbaiman":
        notes.append(f"{value.han} han count as sanbaiman: these rules have no counted yakuman.")
    if scorer.win.context.pao is not None and not liable:
        notes.append(
            "Nobody is liable: no called sets of a yakuman with liability under these rules."
        )
    return tuple(notes)


def _dora_shown(value: _Value, dora: _Dora) -> _Dora:
    """Return the dora that are part of the value: none of a yakuman nor of a fixed limit."""
    return _NO_DORA if value.yakuman or not value.items else dora


def _yakuman_ids(yaku: list[YakuHan], han: int) -> tuple[str, ...]:
    """Return the ids of the yakuman of a win; ``han`` is 0 or enough for one where there is any."""
    if 0 < han < 13:
        return ()
    return tuple([worth.id for worth in yaku if worth.yakuman])


def _has_yaku_on(hand: Hand, tile: Tile, context: WinContext, rules: Rules) -> bool:
    """Tell whether the hand has a yaku of its own when ``tile`` completes it."""
    rest = list(hand.concealed)
    rest.remove(hand.win_tile)
    other = replace(hand, concealed=(*rest, tile), win_tile=tile)
    try:
        score(other, context, rules)
    except ScoringError:
        return False
    return True


def _check_atozuke(hand: Hand, context: WinContext, rules: Rules) -> None:
    """Raise ``ScoringError`` where the yaku depends on which of the waited tiles came."""
    plain = WinContext(
        context.tsumo, context.seat_wind, context.round_wind, players=context.players
    )
    lenient = replace(rules, atozuke=True)
    rest = list(hand.concealed)
    rest.remove(hand.win_tile)
    for tile in waits(rest, hand.melds, nuki=hand.nuki, players=rules.players):
        if not _has_yaku_on(hand, tile, plain, lenient):
            raise ScoringError(
                "atozuke",
                f"The hand also waits on {tile}, which gives no yaku; these rules want a yaku on "
                "every tile an open hand waits for.",
            )


def score(hand: Hand, context: WinContext, rules: Rules = TENHOU) -> Score:
    """Return the value of a winning hand under ``rules``, with the reasons.

    Of all readings of the tiles the one counts that pays most, then the one with more han, then
    with more fu.  Raises ``ScoringError`` for tiles or circumstances that can not be, for tiles
    that are no complete hand, and for a hand whose yaku do not suffice or, without ``atozuke``,
    depend on the winning tile.
    """
    win, splits = win_facts(hand, context, rules)
    found = readings(win, splits)
    if not found:
        raise not_complete(hand)
    scorer = _Scorer(hand, win)
    value = _best(scorer, found)
    if not (rules.atozuke or win.closed):
        _check_atozuke(hand, context, rules)
    base, yakuman, han, fu, reading, yaku, items, limit = value
    liable = liable_base(yaku, base, hand.melds, context, rules)
    return Score(
        tuple(yaku),
        *_dora_shown(value, scorer.dora),
        None if yakuman else han,
        fu if items else None,
        tuple(items),
        points_of(base, context, rules),
        limit,
        _yakuman_ids(yaku, han),
        deltas_of(Worth(base, liable), context, rules),
        set_texts(reading, hand),
        rules.name,
        _notes(value, scorer, liable),
    )
