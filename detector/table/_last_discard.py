"""Only the last discard can be won on, and not in furiten: other hands that are complete with a
discard are not won.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Final

from detector._types import HandReading, TableReading
from detector.table._facts import facts_of, wait_kinds
from detector.table._history import History, Look
from detector.table._legality import SEEN, is_seen, kind_of
from detector.table._turns import Counted, counted_in, last_to_discard

_WHOLE: Final = 14
_NOTHING: Final = History()


def with_last_discard(
    reading: TableReading, dealer: str, players: int = 4, history: History = _NOTHING
) -> TableReading:
    """Return ``reading`` without hands won on a discard that was not the last one, or in furiten.

    ``dealer`` is the side where East sits, ``history`` what the looks before told.  Such a hand is
    read the next likely way, or it lacks a tile: it was shown at a draw.  Nothing changes where the
    discards do not add up.  Who let a tile pass since the own last discard, or since the riichi, is
    in furiten too.
    """
    counted = counted_in(reading, players)
    last = last_to_discard(counted, dealer)
    if last is None:
        return reading
    before = history.before(sum(counted.discards(at) for at in range(len(counted.seats))))
    since = _in_turn(counted, dealer, before)
    old = {i for river in reading.rivers if river.seat != last for i in river.tiles}
    hands = [_won_on_last(hand, old) for hand in reading.hands]
    hands = [_unwon(hand) if _is_furiten(reading, hand, players, since) else hand for hand in hands]
    if all(one is hand for one, hand in zip(hands, reading.hands, strict=True)):
        return reading
    return replace(reading, hands=tuple(sorted(hands, key=lambda hand: hand.count != _WHOLE)))


def _won_on_last(hand: HandReading, old: Set[int | None]) -> HandReading:
    """Return ``hand``, not won on any of the ``old`` discards."""
    if hand.win not in old:
        return hand
    others = [split for split in hand.splits if split.win not in old]
    if others:
        return replace(others[0], splits=tuple(others[1:]), uncertain=True)
    return _unwon(hand)


def _is_furiten(
    reading: TableReading, hand: HandReading, players: int, since: _InTurn | None
) -> bool:
    """Return whether ``hand`` is won on a discard although its owner may not win on any."""
    if not any(hand.win in river.tiles for river in reading.rivers) or hand.options or hand.splits:
        return False
    if any(reading.detections[i].confidence < SEEN for i in hand.concealed):
        return False
    sure = replace(hand, uncertain=False)
    own = facts_of(reading, sure, players).furiten is True
    return own or _let_pass(reading, sure, players, since)


def _let_pass(
    reading: TableReading, hand: HandReading, players: int, since: _InTurn | None
) -> bool:
    """Return whether a tile that completes ``hand`` was let pass since its own last discard, or
    since its riichi, as far as what was discarded in turn tells.
    """
    kinds = wait_kinds(reading, hand, players)
    if since is None or not kinds or hand.seat not in since.counted.seats:
        return False
    passed = (reading.detections[i] for i in since.after_own(hand.seat) if i != hand.win)
    return any(is_seen(tile) and kind_of(tile.tile) in kinds for tile in passed)


@dataclass(frozen=True, slots=True)
class _InTurn:
    """Discards since a look after which nobody called pon or kan: they were made in turn.

    ``first`` is the seat that discarded first, ``old`` how many discards each seat had then, and
    ``called`` how many of these were called.
    """

    counted: Counted
    first: str
    old: Mapping[str, int]
    called: Mapping[str, int]

    def after_own(self, seat: str) -> Iterator[int]:
        """Yield the tiles that others discarded since the last discard of ``seat``, or since its
        riichi; of rivers out of which a tile was called since then none.
        """
        since = self._turn(seat, self._own_place(seat))
        for at, river in enumerate(self.counted.rivers):
            side = self.counted.seats[at]
            if side != seat and self.counted.called_from(at) == self.called[side]:
                lying = self.old[side] - self.called[side]
                for place, tile in enumerate(river.tiles[lying:]):
                    if self._turn(side, place) > since:
                        yield tile

    def _own_place(self, seat: str) -> int:
        """Return which of the seat's discards since the look counts, -1 for one before it."""
        at = self.counted.seats.index(seat)
        riichi = self.counted.rivers[at].riichi
        whole = self.counted.called_from(at) == self.called[seat]
        if riichi is None or not whole:
            return max(-1, self.counted.discards(at) - self.old[seat] - 1)
        return max(-1, riichi - (self.old[seat] - self.called[seat]))

    def _turn(self, seat: str, place: int) -> int:
        """Return the how manieth discard of all since the look is a seat's at ``place``."""
        seats = self.counted.seats
        return place * len(seats) + (seats.index(seat) - seats.index(self.first)) % len(seats)


def _in_turn(counted: Counted, dealer: str, before: Look | None) -> _InTurn | None:
    """Return what was discarded in turn: all, or what was since the look ``before``."""
    if not counted.skips:
        nothing = dict.fromkeys(counted.seats, 0)
        return _InTurn(counted, dealer, nothing, nothing)
    if before is None or before.discards.keys() != {*counted.seats}:
        return None
    if before.skips() != len(counted.skips):
        return None
    called = {seat: before.called_from(seat) for seat in counted.seats}
    return _InTurn(counted, counted.after(before.last), before.discards, called)


def _unwon(hand: HandReading) -> HandReading:
    """Return ``hand`` without its winning tile."""
    places = [place for place, index in enumerate(hand.concealed) if index != hand.win]
    rest = range(len(hand.concealed), len(hand.faces))

    def without(faces: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(faces[place] for place in (*places, *rest))

    return replace(
        hand,
        concealed=tuple(hand.concealed[place] for place in places),
        win=None,
        faces=without(hand.faces),
        uncertain=True,
        options=tuple(map(without, hand.options)),
        splits=(),
    )
