"""What the scorer is given: a winning hand and the circumstances of the win."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from scorer._tile import Tile


class Wind(IntEnum):
    """A seat or round wind; the value is its place in the order E S W N."""

    E = 0
    S = 1
    W = 2
    N = 3

    # The hash of an int, in place of the enum's own that hashes the name: seats are keys.
    __hash__ = int.__hash__


class MeldType(StrEnum):
    """The five kinds of called or declared sets."""

    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    KAKAN = "kakan"
    ANKAN = "ankan"


class Riichi(StrEnum):
    """What the winner declared."""

    NONE = "none"
    RIICHI = "riichi"
    DOUBLE = "double"
    OPEN = "open"
    OPEN_DOUBLE = "open_double"


@dataclass(frozen=True, slots=True)
class Meld:
    """A called set.

    ``from_seat`` says whose tile was called, as seen by the owner: 1 shimocha (right),
    2 toimen (across), 3 kamicha (left), 0 nobody (ankan) or not known.
    """

    type: MeldType
    tiles: tuple[Tile, ...]
    called_tile: Tile | None = None
    from_seat: int = 0
    added_tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """A complete hand: ``concealed`` includes ``win_tile``; ``nuki`` counts north bonus tiles."""

    concealed: tuple[Tile, ...]
    win_tile: Tile
    melds: tuple[Meld, ...] = ()
    nuki: int = 0


@dataclass(frozen=True, slots=True)
class WinContext:
    """How the hand was won and what lies on the table.

    ``discarder`` is the seat that dealt in (ron) and ``pao`` the seat liable for a yakuman;
    both are ``None`` where nobody is or nobody said. ``deltas`` of a ron need ``discarder``.
    """

    tsumo: bool
    seat_wind: Wind = Wind.E
    round_wind: Wind = Wind.E
    riichi: Riichi = Riichi.NONE
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    haitei: bool = False
    houtei: bool = False
    tenhou: bool = False
    chiihou: bool = False
    renhou: bool = False
    first_turn: bool = False
    paarenchan: bool = False
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    honba: int = 0
    riichi_sticks: int = 0
    discarder: Wind | None = None
    discarder_in_riichi: bool = False
    pao: Wind | None = None
    players: int = 4
