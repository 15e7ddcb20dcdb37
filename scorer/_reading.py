"""What the yaku look at: the facts of a win, and one reading of its tiles.

Both are made once and never changed; not being frozen makes them quick to make.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from scorer._hand import WinContext
from scorer._rules import Rules


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


@dataclass(slots=True, eq=False)
class Called:
    """The sets that lie apart: the lowest kind of each, in order.

    Then first kinds of sequences and kinds of triplets (kans too), both also as masks, kinds of
    closed and of open kans; the counts of all their tiles.
    """

    kinds: tuple[int, ...] = ()
    sequences: tuple[int, ...] = ()
    triplets: tuple[int, ...] = ()
    sequence_mask: int = 0
    triplet_mask: int = 0
    ankans: tuple[int, ...] = ()
    open_kans: tuple[int, ...] = ()
    tiles: int = 0


NOTHING_CALLED: Final = Called()


@dataclass(slots=True, eq=False)
class Win:
    """The facts of a win that hold for every reading of its tiles.

    ``mask`` has one bit a kind.  ``tiles`` counts all tiles (a kan is four), ``concealed`` those
    not in melds (``scorer._counts``).
    ``special`` says that the win has a flag besides riichi and ippatsu.
    """

    context: WinContext
    rules: Rules
    special: bool
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

    ``sequences`` and ``triplets`` (kans too) hold called sets as well, as first kinds and kinds;
    the masks have the same bits.  ``ron_triplet`` is the kind of a triplet completed by ron.
    """

    win: Win
    shape: Shape
    sequences: tuple[int, ...]
    triplets: tuple[int, ...]
    sequence_mask: int
    triplet_mask: int
    concealed_triplets: int
    ron_triplet: int | None
    pair: int
    wait: Wait
