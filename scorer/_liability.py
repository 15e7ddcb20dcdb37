"""Pao: the part of a win that a liable player answers for."""

from __future__ import annotations

from collections.abc import Sequence

from scorer._hand import WinContext
from scorer._points import yakuman_points
from scorer._result import YakuHan
from scorer._rules import Rules


def liable_base(yaku: Sequence[YakuHan], base: int, context: WinContext, rules: Rules) -> int:
    """Return the base points, of ``base`` in all, that the liable player answers for."""
    if context.pao is None:
        return 0
    if rules.rinshan_pao and context.rinshan:
        return base
    liable = [worth for worth in yaku if worth.yakuman and worth.id in rules.pao]
    if not liable:
        return 0
    if rules.pao_part == "whole":
        return base
    return min(base, yakuman_points(sum(worth.yakuman for worth in liable), rules)[0])
