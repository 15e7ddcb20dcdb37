"""What the winner gets in all: the points of the hand, the honba, the riichi sticks."""

from __future__ import annotations

from dataclasses import replace

from device._i18n import text
from scorer import STICK, Hand, Rules, Score, WinContext, Wind, score


def stand_in(context: WinContext) -> Wind | None:
    """Return a seat that stands for the discarder of a ron whom nobody named, else ``None``.

    It is not the liable one where another can be.
    """
    if context.tsumo or context.discarder is not None:
        return None
    others = [wind for wind in tuple(Wind)[: context.players] if wind != context.seat_wind]
    return next((wind for wind in others if wind != context.pao), context.pao)


def paid_by(payer: Wind, hand: Hand, context: WinContext, rules: Rules) -> Score:
    """Return the score of ``hand``, a ron, with the payments as if ``payer`` had discarded."""
    return score(hand, replace(context, discarder=payer), rules)


def payment_sum(score: Score, context: WinContext, lang: str) -> str:
    """Return the sum such as ``3900 + 300 (1 honba) = 4200``, in points.

    Empty where nothing is added, and where nobody said yet who pays.
    """
    total = score.deltas.get(context.seat_wind, 0)
    sticks = STICK * context.riichi_sticks
    honba = total - sticks - score.points
    parts = [str(score.points)]
    if honba:
        parts.append(text(lang, "score.sum.honba", points=honba, count=context.honba))
    if sticks:
        parts.append(text(lang, "score.sum.sticks", points=sticks, count=context.riichi_sticks))
    if not score.deltas or len(parts) == 1:
        return ""
    return text(lang, "score.sum", points=" + ".join(parts), total=total)
