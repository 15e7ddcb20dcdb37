"""How many tiles of each kind there are, as one integer: six bits a kind, kind 0 the lowest.

Above kind 33 the red fives of manzu, pinzu and souzu are counted once more.  Such counts add up
by ``+`` as long as no field has more than 63.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scorer._tile import Tile

_BITS: Final = 6
_FIELD: Final = (1 << _BITS) - 1
_FIVES: Final = (4, 13, 22)
#: The first field of red fives.
_REDS: Final = 34
#: One plain tile of a kind.
ONE: Final = tuple(1 << _BITS * kind for kind in range(34))
#: One tile by its kind and whether it is red.
UNITS: Final = {(kind, False): one for kind, one in enumerate(ONE)} | {
    (kind, True): ONE[kind] | 1 << _BITS * (_REDS + suit) for suit, kind in enumerate(_FIVES)
}
#: One tile of every kind.
_EACH: Final = sum(ONE)
#: What lifts a count of five, and no less, to the highest bit of its field.
_LIFT: Final = 27 * _EACH
_HIGHEST: Final = 32 * _EACH
#: The bits of counts above one of red fives.
_SEVERAL_REDS: Final = sum((_FIELD - 1) << _BITS * (_REDS + suit) for suit in range(3))
#: The fields of manzu, pinzu, souzu and honours.
SUITS: Final = tuple(sum(ONE[first : first + 9]) * _FIELD for first in (0, 9, 18, 27))
#: The fields of all kinds, those of red fives left out.
KINDS: Final = sum(SUITS)


def tally(tiles: Iterable[Tile]) -> int:
    """Return the counts of ``tiles``."""
    counts = 0
    for tile in tiles:
        counts += tile.unit
    return counts


def count_of(counts: int, kind: int) -> int:
    """Return how many tiles of ``kind`` there are, red ones among them."""
    return counts >> _BITS * kind & _FIELD


def reds_of(counts: int, suit: int) -> int:
    """Return how many red fives of the ``suit`` 0, 1 or 2 there are."""
    return counts >> _BITS * (_REDS + suit) & _FIELD


def has_reds(counts: int) -> bool:
    """Tell whether there is any red five."""
    return counts > KINDS


def has_several_reds(counts: int) -> bool:
    """Tell whether there are two or more red fives of a suit."""
    return counts & _SEVERAL_REDS != 0


def kinds_of(counts: int) -> list[int]:
    """Return the kinds of the tiles in order, one each."""
    return [kind for kind in range(34) for _ in range(count_of(counts, kind))]


def are_pairs(counts: int) -> bool:
    """Tell whether every kind comes in an even number."""
    return not counts & _EACH


def has_fifth(counts: int) -> bool:
    """Tell whether there are more than four of a kind."""
    return counts + _LIFT & _HIGHEST != 0
