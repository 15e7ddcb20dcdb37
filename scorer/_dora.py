"""Dora: which tile an indicator points at, and how many a hand has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer._counts import BITS, FIELD
from scorer._tile import Tile

#: Indicators of either kind there are at most: the first and one a kan.
MOST_INDICATORS: Final = 5


def _next_kind(kind: int) -> int:
    if kind < 27:
        return kind - 8 if kind % 9 == 8 else kind + 1
    return {30: 27, 33: 31}.get(kind, kind + 1)


_NEXT: Final = tuple(_next_kind(kind) for kind in range(34))
_NEXT_OF_THREE: Final = (8, *_NEXT[1:])
#: Where the dora of an indicator is counted.
_FIELDS: Final = tuple(BITS * kind for kind in _NEXT)
_FIELDS_OF_THREE: Final = tuple(BITS * kind for kind in _NEXT_OF_THREE)


def dora_kinds(indicators: Sequence[int], players: int = 4) -> list[int]:
    """Return the kinds of dora for the kinds of ``indicators``, one each.

    1 to 9 and back to 1, E S W N, haku hatsu chun; three players: 1m to 9m and back.
    """
    after = _NEXT_OF_THREE if players == 3 else _NEXT
    return [after[kind] for kind in indicators]


def dora_of(tiles: int, indicators: Sequence[Tile], players: int) -> int:
    """Return how many of ``tiles``, counted, are dora by ``indicators``."""
    fields = _FIELDS_OF_THREE if players == 3 else _FIELDS
    dora = 0
    for tile in indicators:
        dora += tiles >> fields[tile.kind] & FIELD
    return dora
