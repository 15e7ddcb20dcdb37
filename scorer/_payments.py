"""Who pays what for a win: shares, honba, liability, riichi sticks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorer._hand import WinContext, Wind
from scorer._points import ron_points, seats, tsumo_payments
from scorer._rules import Rules

STICK = 1000


class Worth(NamedTuple):
    """Base points of a win, and the part of them that the liable player answers for."""

    base: int
    liable: int = 0


def points_of(base: int, context: WinContext, rules: Rules) -> int:
    """Return the points of a win without honba and sticks; tsumo: the sum of the payments."""
    if context.tsumo:
        return sum(tsumo_payments(base, context, rules).values())
    return ron_points(base, context.seat_wind is Wind.E)


def _add(payments: dict[Wind, int], seat: Wind, points: int) -> None:
    payments[seat] = payments.get(seat, 0) + points


def _ron(worth: Worth, payer: Wind, context: WinContext, rules: Rules) -> dict[Wind, int]:
    dealer = context.seat_wind is Wind.E
    payments: dict[Wind, int] = {}
    shared = ron_points(worth.liable, dealer)
    _add(payments, payer, ron_points(worth.base - worth.liable, dealer) + shared)
    counters = context.honba * rules.honba_ron
    if not shared or context.pao is None:
        _add(payments, payer, counters)
        return payments
    _add(payments, payer, -(shared // 2))
    _add(payments, context.pao, shared // 2)
    _add(payments, context.pao if rules.pao_honba == "liable" else payer, counters)
    return payments


def _tsumo(worth: Worth, context: WinContext, rules: Rules) -> dict[Wind, int]:
    rest = worth.base - worth.liable
    payments = tsumo_payments(rest, context, rules)
    counters = context.honba * rules.honba_tsumo
    liable = context.pao if worth.liable else None
    if liable is None:
        return {seat: points + counters for seat, points in payments.items()}
    payments[liable] += sum(tsumo_payments(worth.liable, context, rules).values())
    if rest and rules.pao_honba == "discarder":
        return {seat: points + counters for seat, points in payments.items()}
    payments[liable] += counters * len(payments)
    return payments


def deltas_of(worth: Worth, context: WinContext, rules: Rules) -> Mapping[Wind, int]:
    """Return what each seat gains or pays, honba and sticks included.

    Empty for a ron when nobody said who discarded.
    """
    if context.tsumo:
        payments = _tsumo(worth, context, rules)
    elif context.discarder is None:
        return {}
    else:
        payments = _ron(worth, context.discarder, context, rules)
    deltas = {seat: -payments.get(seat, 0) for seat in seats(context)}
    deltas[context.seat_wind] = sum(payments.values()) + STICK * context.riichi_sticks
    return deltas
