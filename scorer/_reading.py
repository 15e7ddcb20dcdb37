"""What the yaku look at: the facts of a win, and one reading of its tiles."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

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


class Win(NamedTuple):
    """The facts of a win that hold for every reading of its tiles.

    Masks have one bit a kind.  ``counts`` are all tiles by kind (a kan is four), ``concealed``
    only those not in melds.
    """

    context: WinContext
    rules: Rules
    closed: bool
    mask: int
    counts: list[int]
    concealed: list[int]
    win_kind: int
    seat_kind: int
    round_kind: int
    dealer: bool
    first_draw: bool
    has_melds: bool
    meld_sequences: tuple[int, ...]
    meld_triplets: tuple[int, ...]
    kans: int
    ankans: tuple[int, ...]
    open_kans: tuple[int, ...]


class Reading(NamedTuple):
    """One reading of a win: all its sets, the pair and the wait.

    ``sequences`` and ``triplets`` (kans too) hold called sets as well, as first kinds and kinds;
    the masks have the same bits.  ``open_triplets`` are those called or completed by ron.
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
