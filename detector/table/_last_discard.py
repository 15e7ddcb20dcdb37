"""Only the last discard can be won on, and not in furiten: other hands that are complete with a
discard are not won.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Final

from detector._types import HandReading, TableReading
from detector.table._facts import facts_of
from detector.table._legality import SEEN
from detector.table._turns import counted_in, last_to_discard

_WHOLE: Final = 14


def with_last_discard(reading: TableReading, dealer: str, players: int = 4) -> TableReading:
    """Return ``reading`` without hands won on a discard that was not the last one, or in furiten.

    ``dealer`` is the side where East sits.  Such a hand is read the next likely way, or it lacks a
    tile: it was shown at a draw.  Nothing changes where the discards do not add up.
    """
    last = last_to_discard(counted_in(reading, players), dealer)
    if last is None:
        return reading
    old = {i for river in reading.rivers if river.seat != last for i in river.tiles}
    hands = [_won_on_last(hand, old) for hand in reading.hands]
    hands = [_unwon(hand) if _is_furiten(reading, hand, players) else hand for hand in hands]
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


def _is_furiten(reading: TableReading, hand: HandReading, players: int) -> bool:
    """Return whether ``hand`` is won on a discard although a wait of it lies in its own river."""
    if not any(hand.win in river.tiles for river in reading.rivers) or hand.options or hand.splits:
        return False
    sure = all(reading.detections[i].confidence >= SEEN for i in hand.concealed)
    return sure and facts_of(reading, replace(hand, uncertain=False), players).furiten is True


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
