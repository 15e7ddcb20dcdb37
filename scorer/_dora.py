"""Dora: which tile an indicator points at, and how many a hand has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer._hand import Hand, WinContext
from scorer._rules import Rules


def _next_kind(kind: int) -> int:
    if kind < 27:
        return kind - 8 if kind % 9 == 8 else kind + 1
    return {30: 27, 33: 31}.get(kind, kind + 1)


_NEXT: Final = tuple(_next_kind(kind) for kind in range(34))
_NEXT_OF_THREE: Final = (8, *_NEXT[1:])


def dora_kinds(indicators: Sequence[int], players: int = 4) -> list[int]:
    """Return the kinds of dora for the kinds of ``indicators``, one each.

    1 to 9 and back to 1, E S W N, haku hatsu chun; three players: 1m to 9m and back.
    """
    after = _NEXT_OF_THREE if players == 3 else _NEXT
    return [after[kind] for kind in indicators]


def _count(indicators: Sequence[int], counts: list[int], nuki: int, players: int) -> int:
    kinds = dora_kinds(indicators, players)
    return sum([counts[kind] for kind in kinds]) + nuki * kinds.count(30)


def dora_of(counts: list[int], hand: Hand, context: WinContext, rules: Rules) -> int:
    """Return the dora by the indicators, kan dora as the rules say."""
    indicators = [tile.kind for tile in context.dora_indicators]
    if not rules.kan_dora:
        del indicators[1:]
    return _count(indicators, counts, hand.nuki, rules.players)


def ura_of(counts: list[int], hand: Hand, context: WinContext, rules: Rules) -> int:
    """Return the ura dora by the indicators, as the rules say."""
    if not rules.ura_dora:
        return 0
    indicators = [tile.kind for tile in context.ura_indicators]
    if not rules.kan_ura:
        del indicators[1:]
    return _count(indicators, counts, hand.nuki, rules.players)


def red_of(hand: Hand, rules: Rules) -> int:
    """Return the red fives that count under the rules."""
    tiles = list(hand.concealed)
    for meld in hand.melds:
        tiles += meld.tiles
    return sum([1 for tile in tiles if tile.red and rules.red_fives[tile.kind // 9]])
