"""A later look at a hand that was entered: it may tell other tiles than the first one did."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from detector import HandReading, Message, TableReading, indices_of
from device._reveal import is_moved, is_whole, unsure
from device.page._draft import Draft, outcome_of
from scorer import Score

_OTHERWISE: Final = Message(
    "read_otherwise",
    "I see this hand otherwise now than it was entered; confirm what is shown, or undo.",
)


class SecondLooks:
    """The later looks at one hand on the page, as long as it lies there; it asks nothing twice."""

    def __init__(self) -> None:
        self._put_away = False
        self._asked: set[tuple[str, ...]] = set()

    def other(self, draft: Draft, reading: TableReading) -> Draft | None:
        """Return the entered ``draft`` as ``reading`` tells it otherwise, to be asked about."""
        seats = {hand.seat for hand in reading.hands if is_whole(hand)}
        self._put_away |= draft.hand is None or draft.hand.seat not in seats
        other = None if self._put_away else _second_look(draft, reading)
        if other is None or other.hand is None or other.hand.faces in self._asked:
            return None
        self._asked.add(other.hand.faces)
        return other


def _second_look(draft: Draft, reading: TableReading) -> Draft | None:
    """Return ``draft``, entered as it was read, as ``reading`` of the same table tells it, unsure:
    one tap confirms it, one returns to what was entered.

    ``None`` where it tells the same, is not sure or tells no win (a hand that was one is rather
    misread now than before), or where a person has said how the hand is.
    """
    shown = draft.hand
    if shown is None or draft.confirmed or draft.previous is not None:
        return None
    hand = next((hand for hand in reading.hands if hand.seat == shown.seat), None)
    if hand is None or hand.uncertain or hand.count != shown.count or not is_moved(hand, shown):
        return None
    if hand.win is None or _told(hand) == _told(shown):
        return None
    others = (other for other in reading.hands if other is not hand)
    doubtful = unsure(replace(reading, hands=(hand, *others)), hand, (_OTHERWISE,))
    ura = reading.ura_indicators
    found = replace(draft, reading=doubtful, hand=doubtful.hands[0], ura=ura, previous=draft)
    return found if isinstance(outcome_of(found), Score) else None


def _told(hand: HandReading) -> tuple[object, ...]:
    """Return the faces that a hand is scored by but the indicators, which may be put away."""
    faces = dict(zip(indices_of(hand), hand.faces, strict=True))
    sets = sorted((meld.type, sorted(faces[i] for i in meld.tiles)) for meld in hand.melds)
    return sorted(hand.faces), None if hand.win is None else faces[hand.win], sets
