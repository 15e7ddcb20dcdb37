"""Only the last discard can be won on, and not in furiten: other hands that are complete with a
discard are not won.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Final

from detector._types import HandReading, TableReading
from detector.table._facts import facts_of, wait_kinds
from detector.table._legality import HAND_FACES, SEEN, kind_of
from detector.table._turns import counted_in, last_to_discard

_WHOLE: Final = 14


def with_last_discard(reading: TableReading, dealer: str, players: int = 4) -> TableReading:
    """Return ``reading`` without hands won on a discard that was not the last one, or in furiten.

    ``dealer`` is the side where East sits.  Such a hand is read the next likely way, or it lacks a
    tile: it was shown at a draw.  Nothing changes where the discards do not add up.  Who let a tile
    pass since the own last discard, or since the riichi, is in furiten too.
    """
    last = last_to_discard(counted_in(reading, players), dealer)
    if last is None:
        return reading
    old = {i for river in reading.rivers if river.seat != last for i in river.tiles}
    hands = [_won_on_last(hand, old) for hand in reading.hands]
    hands = [
        _unwon(hand) if _is_furiten(reading, hand, dealer, players) else hand for hand in hands
    ]
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


def _is_furiten(reading: TableReading, hand: HandReading, dealer: str, players: int) -> bool:
    """Return whether ``hand`` is won on a discard although its owner may not win on any."""
    if not any(hand.win in river.tiles for river in reading.rivers) or hand.options or hand.splits:
        return False
    if any(reading.detections[i].confidence < SEEN for i in hand.concealed):
        return False
    sure = replace(hand, uncertain=False)
    own = facts_of(reading, sure, players).furiten is True
    return own or _let_pass(reading, sure, dealer, players)


def _let_pass(reading: TableReading, hand: HandReading, dealer: str, players: int) -> bool:
    """Return whether a tile that completes ``hand`` was let pass since its own last discard, or
    since its riichi, as far as the rivers tell: with no pon or kan the seats discarded in turn.
    """
    counted = counted_in(reading, players)
    kinds = wait_kinds(reading, hand, players)
    if counted.skips or not kinds or hand.seat not in counted.seats:
        return False
    first = counted.seats.index(dealer)
    own = counted.seats.index(hand.seat)
    riichi = None if counted.called_from(own) else counted.rivers[own].riichi
    since = _turn(counted.discards(own) - 1 if riichi is None else riichi, own, first, players)
    passed = (
        reading.detections[tile]
        for at, river in enumerate(counted.rivers)
        if at != own and not counted.called_from(at)
        for place, tile in enumerate(river.tiles)
        if _turn(place, at, first, players) > since and tile != hand.win
    )
    return any(
        tile.tile in HAND_FACES and tile.confidence >= SEEN and kind_of(tile.tile) in kinds
        for tile in passed
    )


def _turn(place: int, at: int, first: int, players: int) -> int:
    """Return the how manieth discard of all the one at a ``place`` in a seat's river is."""
    return place * players + (at - first) % players


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
