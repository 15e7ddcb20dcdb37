"""Whether the picture was turned while a hand is played: its rivers lie before others now.  Pure.

A camera that is put up again half round, or a telephone that is turned, shows the same table; the
calibration fits as before, and everybody seems to sit where somebody else does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from detector import HandReading, TableReading, begun_by
from device._reveal import SIDES

#: The discards of a look by side and face.
Rivers = Mapping[tuple[str, str], int]

#: Rivers of fewer discards tell nothing.
_FEWEST: Final = 3
#: Rivers lie there still, or turned, when this part of them does: a few are called or misread.
_FITS: Final = 0.6
#: So many looks are remembered, for one of them may be misread.
_LOOKS: Final = 3
#: So many looks with different numbers of discards tell who began a hand.
_SURE: Final = 2
_HALF: Final = 2


@dataclass(frozen=True, slots=True)
class Facing:
    """``turns`` is by how many quarters everything lies further on in turn order (to the right of
    where it lay) in the newest picture than in the ``looks`` before it.
    """

    looks: tuple[Rivers, ...] = ()
    turns: int = 0

    def seen(self, rivers: Rivers) -> Facing:
        """Return the facing with one more look.

        While the picture is turned, what it shows is not compared with: turned back, it is no more.
        """
        if sum(rivers.values()) < _FEWEST:
            return self
        fitting = [
            (common, -turns)
            for look in self.looks
            for turns in range(len(SIDES))
            if (common := _common(look, rivers, turns)) >= _FITS * sum(look.values())
        ]
        turns = -max(fitting)[1] if fitting else self.turns
        if turns:
            return replace(self, turns=turns)
        return Facing((*self.looks, rivers)[-_LOOKS:])

    def dealt(self) -> Facing:
        """Return the facing at the deal: no later rivers can lie where those of before did."""
        return replace(self, looks=())


@dataclass(frozen=True, slots=True)
class Beginning:
    """Who began the hand being played, by the discards of its looks: sides by their number.

    A picture that was turned half round before there were discards shows that not the dealer
    began, but who sits opposite.  One tile overlooked can show no such thing.  ``denied``: a person
    said that it is none.
    """

    sides: Mapping[int, str] = field(default_factory=dict)
    denied: bool = False

    def seen(self, reading: TableReading, players: int) -> Beginning:
        """Return it with one more look."""
        told = begun_by(reading, players)
        return self if told is None else replace(self, sides={**self.sides, told[1]: told[0]})

    def turns(self, dealer: str) -> int | None:
        """Return by how many quarters the picture seems turned, ``None`` where nothing tells."""
        if len(self.sides) < _SURE or self.denied:
            return 0 if self.denied else None
        return _HALF if {*self.sides.values()} == {turned_side(dealer, _HALF)} else 0


def _common(before: Rivers, now: Rivers, turns: int) -> int:
    turned = Counter({(turned_side(side, turns), face): n for (side, face), n in before.items()})
    return (turned & Counter(now)).total()


def turned_side(side: str, turns: int) -> str:
    """Return the side that lies ``turns`` quarters further on in turn order."""
    return SIDES[(SIDES.index(side) + turns) % len(SIDES)]


def turned_reading(reading: TableReading, turns: int) -> TableReading:
    """Return ``reading`` with all that lies at a side ``turns`` quarters further on."""
    if not turns:
        return reading
    rivers = (replace(river, seat=turned_side(river.seat, turns)) for river in reading.rivers)
    sticks = (replace(stick, seat=turned_side(stick.seat, turns)) for stick in reading.sticks)
    hands = (turned_hand(hand, turns) for hand in reading.hands)
    return replace(reading, hands=tuple(hands), rivers=tuple(rivers), sticks=tuple(sticks))


def turned_hand(hand: HandReading, turns: int) -> HandReading:
    """Return ``hand`` lying ``turns`` quarters further on."""
    splits = tuple(turned_hand(split, turns) for split in hand.splits)
    return replace(hand, seat=turned_side(hand.seat, turns), splits=splits)
