"""Who pays what for a win: shares, honba, liability, riichi sticks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from scorer._hand import WinContext, Wind
from scorer._points import ron_points, seats, tsumo_shares
from scorer._rules import Rules

STICK: Final = 1000
_EAST: Final = Wind.E


class Worth(NamedTuple):
    """Base points of a win, and the part of them that the liable player answers for."""

    base: int
    liable: int = 0


def points_of(base: int, context: WinContext, rules: Rules) -> int:
    """Return the points of a win without honba and sticks; tsumo: the sum of the payments."""
    dealer = context.seat_wind is _EAST
    if not context.tsumo:
        return ron_points(base, dealer)
    by_dealer, by_other = tsumo_shares(base, dealer, rules)
    payers = rules.players - 1
    return payers * by_other if dealer else by_dealer + (payers - 1) * by_other


def _ron(worth: Worth, context: WinContext, rules: Rules) -> dict[Wind, int]:
    """Return what each paying seat pays: the discarder, and half of the liable part its seat."""
    payer, pao = context.discarder, context.pao
    if payer is None:
        return {}
    dealer = context.seat_wind is _EAST
    counters = context.honba * rules.honba_ron
    if pao is None or not worth.liable:
        return {payer: ron_points(worth.base, dealer) + counters}
    shared = ron_points(worth.liable, dealer)
    payments = {pao: shared // 2}
    rest = ron_points(worth.base - worth.liable, dealer) + shared - shared // 2
    payments[payer] = payments.get(payer, 0) + rest
    payments[pao if rules.pao_honba == "liable" else payer] += counters
    return payments


def _plain_tsumo(base: int, context: WinContext, rules: Rules, counters: int) -> dict[Wind, int]:
    winner = context.seat_wind
    by_dealer, by_other = tsumo_shares(base, winner is _EAST, rules)
    payments = dict.fromkeys(seats(context), by_other + counters)
    payments[_EAST] = by_dealer + counters
    del payments[winner]
    return payments


def _tsumo(worth: Worth, context: WinContext, rules: Rules) -> dict[Wind, int]:
    counters = context.honba * rules.honba_tsumo
    if context.pao is None or not worth.liable:
        return _plain_tsumo(worth.base, context, rules, counters)
    rest = worth.base - worth.liable
    shared_counters = rest > 0 and rules.pao_honba == "discarder"
    payments = _plain_tsumo(rest, context, rules, counters if shared_counters else 0)
    payments[context.pao] += points_of(worth.liable, context, rules)
    if not shared_counters:
        payments[context.pao] += counters * len(payments)
    return payments


def deltas_of(worth: Worth, context: WinContext, rules: Rules) -> Mapping[Wind, int]:
    """Return what each seat gains or pays, honba and sticks included.

    Empty for a ron when nobody said who discarded.
    """
    payments = (_tsumo if context.tsumo else _ron)(worth, context, rules)
    if not payments:
        return {}
    deltas = dict.fromkeys(seats(context), 0)
    for seat, paid in payments.items():
        deltas[seat] = -paid
    deltas[context.seat_wind] = sum(payments.values()) + STICK * context.riichi_sticks
    return deltas
