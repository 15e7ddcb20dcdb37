"""How many tiles of each kind there are, as one integer: six bits a kind, kind 0 the lowest.

Above kind 33 the red fives of manzu, pinzu and souzu are counted once more.  Such counts add up
by ``+`` as long as no field has more than 63.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scorer._tile import Tile

BITS: Final = 6
FIELD: Final = (1 << BITS) - 1
_FIVES: Final = (4, 13, 22)
#: Where the red fives of manzu, pinzu and souzu are counted.
RED_FIELDS: Final = (BITS * 34, BITS * 35, BITS * 36)
#: One plain tile of a kind.
ONE: Final = tuple(1 << BITS * kind for kind in range(34))
#: One tile by its kind and whether it is red.
UNITS: Final = {(kind, False): one for kind, one in enumerate(ONE)} | {
    (kind, True): ONE[kind] | 1 << field for kind, field in zip(_FIVES, RED_FIELDS, strict=True)
}
#: One tile of every kind: what counts of pairs do not have in common with it.
EACH: Final = sum(ONE)
#: What lifts a count of five, and no less, to the highest bit of its field.
LIFT: Final = 27 * EACH
HIGHEST: Final = 32 * EACH
#: The fields of manzu, pinzu, souzu and honours.
MANZU, PINZU, SOUZU, HONOURS = (sum(ONE[first : first + 9]) * FIELD for first in (0, 9, 18, 27))
#: The fields of all kinds: counts with red fives are more.
KINDS: Final = FIELD * EACH
#: The bits of counts with two or more red fives of a suit.
SEVERAL_REDS: Final = sum(FIELD - 1 << field for field in RED_FIELDS)


def tally(tiles: Iterable[Tile]) -> int:
    """Return the counts of ``tiles``."""
    counts = 0
    for tile in tiles:
        counts += tile.unit
    return counts


def count_of(counts: int, kind: int) -> int:
    """Return how many tiles of ``kind`` there are, red ones among them."""
    return counts >> BITS * kind & FIELD


def reds_of(counts: int, suit: int) -> int:
    """Return how many red fives of the ``suit`` 0, 1 or 2 there are."""
    return counts >> RED_FIELDS[suit] & FIELD


def numbers_of(counts: int) -> tuple[int, list[int]]:
    """Return the suit (3: honours) of tiles of one suit, and how many there are of each number."""
    lowest = ((counts & -counts).bit_length() - 1) // BITS
    suit = lowest // 9
    return suit, [counts >> BITS * kind & FIELD for kind in range(9 * suit, 9 * suit + 9)]


def kinds_of(counts: int) -> list[int]:
    """Return the kinds of the tiles in order, one each."""
    return [kind for kind in range(34) for _ in range(count_of(counts, kind))]
