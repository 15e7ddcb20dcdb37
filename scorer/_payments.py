"""Who pays what for a win: shares, honba, liability, riichi sticks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scorer._hand import WinContext, Wind
from scorer._points import ron_points, seats, tsumo_shares
from scorer._rules import Rules

#: What a riichi stick is worth.
STICK: Final = 1000
_EAST: Final = Wind.E

#: What each seat in play gains, or loses below 0.
Deltas = dict[Wind, int]


def points_of(base: int, context: WinContext, rules: Rules) -> int:
    """Return the points of a win without honba and sticks; tsumo: the sum of the payments."""
    dealer = context.seat_wind is _EAST
    if not context.tsumo:
        return ron_points(base, dealer)
    by_dealer, by_other = tsumo_shares(base, dealer, rules)
    payers = rules.players - 1
    return payers * by_other if dealer else by_dealer + (payers - 1) * by_other


def _tsumo(base: int, context: WinContext, rules: Rules, honba: int) -> Deltas:
    """Return what each seat but the winner's loses."""
    by_dealer, by_other = tsumo_shares(base, context.seat_wind is _EAST, rules)
    counters = honba * rules.honba_tsumo
    deltas = dict.fromkeys(seats(context), -by_other - counters)
    deltas[_EAST] = -by_dealer - counters
    deltas[context.seat_wind] = 0
    return deltas


def _shared_ron(
    base: int, liable: int, seats_of: tuple[Wind, Wind], context: WinContext, rules: Rules
) -> Deltas:
    """Return what the discarder and the liable seat lose: half of the liable part each."""
    payer, pao = seats_of
    dealer = context.seat_wind is _EAST
    shared = ron_points(liable, dealer)
    deltas = dict.fromkeys(seats(context), 0)
    deltas[pao] -= shared // 2
    deltas[payer] -= ron_points(base - liable, dealer) + shared - shared // 2
    deltas[pao if rules.pao_honba == "liable" else payer] -= context.honba * rules.honba_ron
    return deltas


def _shared_tsumo(base: int, liable: int, pao: Wind, context: WinContext, rules: Rules) -> Deltas:
    """Return what each seat loses where the liable one pays its part alone."""
    rest = base - liable
    shared_honba = rest > 0 and rules.pao_honba == "discarder"
    deltas = _tsumo(rest, context, rules, context.honba if shared_honba else 0)
    deltas[pao] -= points_of(liable, context, rules)
    if not shared_honba:
        deltas[pao] -= context.honba * rules.honba_tsumo * (rules.players - 1)
    return deltas


def _with_pao(base: int, liable: int, pao: Wind, context: WinContext, rules: Rules) -> Deltas:
    """Return what each seat loses where ``pao`` answers for the ``liable`` part."""
    if context.tsumo:
        return _shared_tsumo(base, liable, pao, context, rules)
    if context.discarder is None:
        return {}
    return _shared_ron(base, liable, (context.discarder, pao), context, rules)


def deltas_of(base: int, context: WinContext, rules: Rules, liable: int = 0) -> Mapping[Wind, int]:
    """Return what each seat gains or pays, honba and sticks included.

    ``liable`` is the part of the base points that ``context.pao`` answers for.
    Empty for a ron when nobody said who discarded.
    """
    winner = context.seat_wind
    if liable and context.pao is not None:
        deltas = _with_pao(base, liable, context.pao, context, rules)
    elif context.tsumo:
        deltas = _tsumo(base, context, rules, context.honba)
    elif context.discarder is None:
        return {}
    else:
        deltas = dict.fromkeys(seats(context), 0)
        points = ron_points(base, winner is _EAST)
        deltas[context.discarder] = -points - context.honba * rules.honba_ron
    if deltas:
        deltas[winner] = STICK * context.riichi_sticks - sum(deltas.values())
    return deltas
