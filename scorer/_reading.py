"""What the yaku look at: the facts of a win, and one reading of its tiles.

Both are made once and never changed; not being frozen makes them quick to make.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal

from scorer._hand import WinContext
from scorer._rules import Rules
from scorer._shape import TRIPLETS, TRIPLETS_AT, both, sequences_of


class Shape(IntEnum):
    """What kind of complete hand a reading is."""

    STANDARD = 0
    CHIITOITSU = 1
    KOKUSHI = 2
    SHIISAN_PUUTAA = 3


class Wait(IntEnum):
    """How the winning tile completed the reading."""

    RYANMEN = 0
    KANCHAN = 1
    PENCHAN = 2
    SHANPON = 3
    TANKI = 4
    THIRTEEN = 5


When = Literal["tsumo", "riichi", "ippatsu", "flagged"]

#: The bits of ``Win.situation``; ``flagged`` is any flag but riichi and ippatsu.
SITUATION: Final[Mapping[When, int]] = {"tsumo": 1, "riichi": 2, "ippatsu": 4, "flagged": 8}


@dataclass(slots=True, eq=False)
class Called:
    """The sets that lie apart: the lowest kind of each, in order.

    Then kinds of triplets (kans too), of closed and of open kans; the sets as a split
    (``scorer._shape``), and the counts of all their tiles (``scorer._counts``).
    """

    kinds: tuple[int, ...]
    triplets: tuple[int, ...]
    ankans: tuple[int, ...]
    open_kans: tuple[int, ...]
    split: int
    tiles: int


NOTHING_CALLED: Final = Called((), (), (), (), 0, 0)


@dataclass(slots=True, eq=False)
class Win:
    """The facts of a win that hold for every reading of its tiles.

    ``mask`` has one bit a kind.  ``tiles`` counts all tiles (a kan is four, norths set aside are
    in it), ``concealed`` those not in melds (``scorer._counts``).
    ``situation`` has the bits of ``SITUATION``.
    """

    context: WinContext
    rules: Rules
    situation: int
    closed: bool
    tsumo: bool
    mask: int
    tiles: int
    concealed: int
    win_kind: int
    seat_kind: int
    round_kind: int
    called: Called

    @property
    def dealer(self) -> bool:
        """Whether the winner is the dealer."""
        return self.seat_kind == 27

    @property
    def first_draw(self) -> bool:
        """Whether the own first draw won, no call before."""
        return self.tsumo and self.context.first_turn

    @property
    def has_melds(self) -> bool:
        """Whether any set lies apart, closed kans included."""
        return bool(self.called.kinds)

    @property
    def kans(self) -> int:
        """How many kans the hand has."""
        return len(self.called.ankans) + len(self.called.open_kans)


@dataclass(slots=True, eq=False)
class Reading:
    """One reading of a win: all its sets, the pair and the wait.

    ``split`` are the concealed sets (``scorer._shape``).  The masks of first kinds of sequences
    and of kinds of triplets (kans too) and ``runs``, the number of sequences, hold called sets as
    well.  ``ron_triplet`` is the kind of a triplet completed by ron.
    """

    win: Win
    shape: Shape
    split: int
    sequence_mask: int
    triplet_mask: int
    runs: int
    pair: int
    wait: Wait
    ron_triplet: int | None

    @property
    def sequences(self) -> list[int]:
        """The first kinds of all sequences, in order."""
        return sequences_of(both(self.split, self.win.called.split))

    @property
    def concealed_triplets(self) -> int:
        """How many triplets and kans are concealed; one completed by ron is not."""
        concealed = (self.split >> TRIPLETS_AT & TRIPLETS).bit_count()
        return concealed + len(self.win.called.ankans) - (self.ron_triplet is not None)
