"""The value of a win: the best reading, its yaku, fu, points and payments."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scorer._errors import ScoringError
from scorer._hand import Hand, WinContext
from scorer._liability import liable_base
from scorer._payments import deltas_of, points_of
from scorer._readings import readings, win_facts
from scorer._reasons import Reasons
from scorer._result import Score
from scorer._rules import TENHOU, Rules
from scorer._tile import Tile
from scorer._value import Dora, Judge, Value
from scorer._waits import waits
from scorer._why import not_complete

_NO_DORA: Final = (0, 0, 0, 0)


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


def _told(value: Value, dora: Dora, hand: Hand) -> Score:
    """Return the answer: a yakuman or a fixed limit has no dora."""
    context, rules = value.reading.win.context, value.reading.win.rules
    base, items = value.base, value.items
    liable = 0
    if context.pao is not None:
        liable = liable_base(value.yaku, base, hand.melds, context, rules)
    of_indicators, of_ura, red, kita = dora if items and not value.yakuman else _NO_DORA
    return Score(
        tuple(value.yaku),
        of_indicators,
        of_ura,
        red,
        kita,
        None if value.yakuman else value.han,
        value.fu if items else None,
        tuple(items),
        points_of(base, context, rules),
        value.limit,
        deltas_of(base, context, rules, liable),
        rules.name,
        Reasons(value, hand, liable > 0),
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
    judge = Judge(hand, win)
    value = judge.best(found)
    if not (rules.atozuke or win.closed):
        _check_atozuke(hand, context, rules)
    return _told(value, judge.dora, hand)
