"""Whose turn it is, and who began, by the numbers of discards and calls.

Every discard but the last is followed by a discard of the next seat, or of the seat that took it by
pon or kan; so each seat is entered as often as it is left, but for the dealer, who began, and the
seat whose turn it is now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from detector._types import MeldReading, River, TableReading

#: The sides of the picture in turn order.
SIDES: Final = ("bottom", "right", "top", "left")


@dataclass(frozen=True, slots=True)
class Counted:
    """The discards of each seat in turn order, and what was called from whom.

    ``calls`` are pairs of places in ``seats``: who called, from whom; ``skips`` those of them that
    changed whose turn it is.  ``sound`` is false where tiles seem to be missing, or
    no discards are seen at all.
    """

    seats: tuple[str, ...]
    rivers: tuple[River, ...]
    calls: tuple[tuple[int, int], ...]
    skips: tuple[tuple[int, int], ...]
    sound: bool

    def after(self, seat: str) -> str:
        """Return the seat that comes next."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def called_from(self, at: int) -> int:
        """Return how many discards of a seat were called."""
        return sum(source == at for _, source in self.calls)

    def discards(self, at: int) -> int:
        """Return how many tiles a seat has discarded."""
        return len(self.rivers[at].tiles) + self.called_from(at)


def counted_of(
    rivers: Mapping[str, River], melds: Mapping[str, Sequence[MeldReading]], players: int
) -> Counted:
    """Return what was discarded and called, by ``rivers`` and called sets (``melds``) a side."""
    seats = tuple(seat for seat in SIDES if players == 4 or seat in rivers or seat in melds)
    place = {seat: at for at, seat in enumerate(seats)}
    calls: list[tuple[int, int]] = []
    skips: list[tuple[int, int]] = []
    every = [(seat, meld) for seat in seats for meld in melds.get(seat, ())]
    opened = [(seat, meld) for seat, meld in every if meld.type != "ankan"]
    sound = bool(rivers or opened) and len(seats) == players
    sound &= not any(river.holes for river in rivers.values())
    for seat, meld in opened:
        source = place.get(SIDES[(SIDES.index(seat) + meld.from_seat) % 4])
        if source is None or not meld.from_seat:
            sound = False
            continue
        calls.append((place[seat], source))
        if meld.type != "chi":
            skips.append((place[seat], source))
    known = tuple(rivers.get(seat, River(seat, ())) for seat in seats)
    return Counted(seats, known, tuple(calls), tuple(skips), sound)


def counted_in(reading: TableReading, players: int) -> Counted:
    """Return what was discarded and called on the table of ``reading``."""
    rivers = {river.seat: river for river in reading.rivers}
    return counted_of(rivers, {hand.seat: hand.melds for hand in reading.hands}, players)


def begun_by(reading: TableReading, players: int = 4) -> tuple[str, int] | None:
    """Return the side that discarded first, by the numbers, and how many tiles were discarded.

    ``None`` where somebody has called, or that cannot be told.
    """
    counted = counted_in(reading, players)
    _, began, agrees = turn_and_dealer(counted)
    called = any(hand.melds for hand in reading.hands)
    if began is None or called or not (counted.sound and agrees):
        return None
    return began, sum(counted.discards(at) for at in range(len(counted.seats)))


def turn_and_dealer(counted: Counted) -> tuple[str | None, str | None, bool]:
    """Return whose turn it is, who began, and whether the numbers can be."""
    count = len(counted.seats)
    if not count:
        return None, None, False
    surplus = [
        counted.discards(at)
        - counted.discards((at - 1) % count)
        + sum(source == (at - 1) % count for _, source in counted.skips)
        - sum(caller == at for caller, _ in counted.skips)
        for at in range(count)
    ]
    ahead = [at for at in range(count) if surplus[at] == 1]
    behind = [at for at in range(count) if surplus[at] == -1]
    if not any(surplus):
        return None, None, True
    if len(ahead) == len(behind) == 1 and sum(map(abs, surplus)) == 2:
        return counted.seats[behind[0]], counted.seats[ahead[0]], True
    return None, None, False


def last_to_discard(counted: Counted, dealer: str) -> str | None:
    """Return the seat whose discard was the last one by the numbers, where ``dealer`` began.

    ``None`` where the numbers do not add up, or nobody has discarded.
    """
    turn, began, agrees = turn_and_dealer(counted)
    thrown = any(counted.discards(at) for at in range(len(counted.seats)))
    if not (counted.sound and agrees and thrown) or began not in (None, dealer):
        return None
    if dealer not in counted.seats:
        return None
    return counted.seats[counted.seats.index(turn or dealer) - 1]
