"""Before the first hand: who sits where, who deals first, and where the wall breaks.

Seats are numbered 0, 1, 2, ... counter-clockwise seen from above, the order of play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorer._errors import ScoringError
from scorer._hand import Wind

# Walls and stacks of two tiles in each: 136 tiles, or 108 without 2m to 8m.
_WALLS: Final = {2: (4, 17), 3: (3, 18), 4: (4, 17)}
_INDICATOR_STACK: Final = 3


@dataclass(frozen=True, slots=True)
class WallPlace:
    """One stack of the wall: ``seat`` whose wall it is, ``stack`` counted from that owner's right.

    Stacks are numbered from 1; in a two-player game ``seat`` counts the four sides of the table.
    """

    seat: int
    stack: int


@dataclass(frozen=True, slots=True)
class WallBreak:
    """Where the wall breaks: ``deal`` is the first stack taken, ``indicator`` shows the dora."""

    deal: WallPlace
    indicator: WallPlace


def draw_seats(drawn: Sequence[Wind]) -> tuple[int, ...]:
    """Return the players in seat order after each drew a wind tile, East first.

    ``drawn[i]`` is the wind that player ``i`` drew; the one with East sits down first and South,
    West and North follow counter-clockwise.  Raises ``ScoringError`` unless every player drew
    another one of the winds in play.
    """
    if sorted(drawn) != list(range(len(drawn))) or not 2 <= len(drawn) <= 4:
        names = " ".join(Wind(wind).name for wind in drawn)
        raise ScoringError(
            "seat_draw",
            f"The winds drawn are {names}; each player must draw another one, from East on.",
        )
    return tuple(sorted(range(len(drawn)), key=drawn.__getitem__))


def counted_seat(thrower: int, dice: int, players: int = 4) -> int:
    """Return the seat that the sum of two dice points at, counting from the thrower as one.

    With four players 5 and 9 are the thrower, 2, 6, 10 shimocha, 3, 7, 11 toimen, 4, 8, 12
    kamicha.  Raises ``ScoringError`` unless ``dice`` is 2 to 12.
    """
    _check(dice, players)
    return (thrower + dice - 1) % players


def first_dealer(throws: Sequence[int], players: int = 4) -> int:
    """Return the seat that deals first; seat 0 drew East and throws first.

    The seat that the first throw points at makes the second one, and so on; the last throw
    points at the dealer.  No throw leaves the deal with East.
    """
    seat = 0
    for dice in throws:
        seat = counted_seat(seat, dice, players)
    return seat


def break_wall(dealer: int, dice: int, players: int = 4) -> WallBreak:
    """Return where the dealer's ``dice`` break the wall.

    The dice choose a wall as in ``counted_seat`` and are counted again in stacks from the right
    end of it; the next stack is dealt first.  The dora indicator is the upper tile of the third
    stack back.
    """
    _check(dice, players)
    walls, stacks = _WALLS[players]
    wall = (dealer + dice - 1) % walls
    indicator = dice + 1 - _INDICATOR_STACK
    if indicator < 1:
        return WallBreak(
            WallPlace(wall, dice + 1), WallPlace((wall + 1) % walls, stacks + indicator)
        )
    return WallBreak(WallPlace(wall, dice + 1), WallPlace(wall, indicator))


def _check(dice: int, players: int) -> None:
    if not 2 <= dice <= 12:
        raise ScoringError("dice", f"Two dice show 2 to 12 together, not {dice}.")
    if players not in _WALLS:
        raise ScoringError("players", f"Riichi is played by 2, 3 or 4 players, not {players}.")
