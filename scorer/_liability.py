"""Pao: the part of a win that a liable player answers for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer._hand import Meld, MeldType, WinContext
from scorer._points import yakuman_points
from scorer._result import YakuHan
from scorer._rules import Rules

#: The kinds that must all be called, one of them from somebody, to make a player liable.
_FED: Final = {"daisangen": {31, 32, 33}, "daisuushii": {27, 28, 29, 30}, "suukantsu": set[int]()}


def _is_fed(yaku: str, melds: Sequence[Meld]) -> bool:
    kinds = _FED[yaku]
    fed = [meld for meld in melds if not kinds or meld.tiles[0].kind in kinds]
    opened = any(meld.type is not MeldType.ANKAN for meld in fed)
    return opened and len(fed) >= (len(kinds) or 4)


def liable_base(
    yaku: Sequence[YakuHan],
    base: int,
    melds: Sequence[Meld],
    context: WinContext,
    rules: Rules,
) -> int:
    """Return the base points, of ``base`` in all, that the liable player answers for."""
    if context.pao is None:
        return 0
    if rules.rinshan_pao and context.rinshan:
        return base
    liable = [worth for worth in yaku if worth.yakuman and worth.id in rules.pao]
    liable = [worth for worth in liable if _is_fed(worth.id, melds)]
    if not liable:
        return 0
    if rules.pao_part == "whole":
        return base
    return min(base, yakuman_points(sum(worth.yakuman for worth in liable), rules)[0])
