"""How many tiles of each kind there are, as one integer: six bits a kind, kind 0 the lowest.

Such counts add up by ``+`` as long as no kind has more than 63.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scorer._tile import Tile

_BITS: Final = 6
_FIELD: Final = (1 << _BITS) - 1
#: One tile of a kind.
ONE: Final = tuple(1 << _BITS * kind for kind in range(34))
#: One tile of every kind.
_EACH: Final = sum(ONE)
#: What lifts a count of five, and no less, to the highest bit of its field.
_LIFT: Final = 27 * _EACH
_HIGHEST: Final = 32 * _EACH
#: The fields of manzu, pinzu, souzu and honours.
SUITS: Final = tuple(sum(ONE[first : first + 9]) * _FIELD for first in (0, 9, 18, 27))


def tally(tiles: Iterable[Tile]) -> tuple[int, tuple[int, ...]]:
    """Return the counts of ``tiles`` and the kinds of its red fives, one each."""
    counts = 0
    reds: tuple[int, ...] = ()
    for tile in tiles:
        counts += ONE[tile.kind]
        if tile.red:
            reds += (tile.kind,)
    return counts, reds


def count_of(counts: int, kind: int) -> int:
    """Return how many tiles of ``kind`` there are."""
    return counts >> _BITS * kind & _FIELD


def kinds_of(counts: int) -> list[int]:
    """Return the kinds of the tiles in order, one each."""
    return [kind for kind in range(34) for _ in range(count_of(counts, kind))]


def are_pairs(counts: int) -> bool:
    """Tell whether every kind comes in an even number."""
    return not counts & _EACH


def has_fifth(counts: int) -> bool:
    """Tell whether there are more than four of a kind."""
    return counts + _LIFT & _HIGHEST != 0
