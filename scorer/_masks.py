"""Sets of tile kinds as bit masks: bit ``k`` stands for kind ``k`` (0..33)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final


def mask(kinds: Iterable[int]) -> int:
    """Return the bit mask of ``kinds``."""
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
    return bits


HAKU: Final = 31
HATSU: Final = 32
CHUN: Final = 33

MANZU: Final = mask(range(0, 9))
PINZU: Final = mask(range(9, 18))
SOUZU: Final = mask(range(18, 27))
NUMBERS: Final = MANZU | PINZU | SOUZU
WINDS: Final = mask(range(27, 31))
DRAGONS: Final = mask(range(31, 34))
HONOURS: Final = WINDS | DRAGONS
TERMINALS: Final = mask((0, 8, 9, 17, 18, 26))
YAOCHUU: Final = TERMINALS | HONOURS
ALL_KINDS: Final = NUMBERS | HONOURS
SIMPLES: Final = NUMBERS & ~TERMINALS
#: The sequences 123 and 789, by their first tile.
END_SEQUENCES: Final = mask((0, 6, 9, 15, 18, 24))
#: The 1 of each suit.
ONES: Final = mask((0, 9, 18))
#: The kinds 1 to 7 of each suit: where three in a row may begin.
ROW_STARTS: Final = mask(suit * 9 + number for suit in range(3) for number in range(7))
#: The kinds 1 to 6 of each suit: where four in a row may begin.
ROW_OF_FOUR_STARTS: Final = mask(suit * 9 + number for suit in range(3) for number in range(6))
#: The tiles without red: 2 3 4 6 8 of souzu.
GREEN_NUMBERS: Final = mask((19, 20, 21, 23, 25))
GREEN: Final = GREEN_NUMBERS | 1 << HATSU


def family_of(tiles: int) -> int:
    """Return three times the number of number suits in the mask ``tiles``, and its ends.

    Ends are 0 for simples only, 2 for terminals and honours only, 1 for both.
    """
    suits = (tiles & MANZU != 0) + (tiles & PINZU != 0) + (tiles & SOUZU != 0)
    if not tiles & YAOCHUU:
        return 3 * suits
    return 3 * suits + (1 if tiles & SIMPLES else 2)
