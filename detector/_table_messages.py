"""What to tell the user about a reading, in sentences that name tiles and places."""

from __future__ import annotations

from collections.abc import Iterator

from detector._hand import indices_of, place_of
from detector._legality import is_flower
from detector._types import HandReading, TableReading


def messages(reading: TableReading) -> tuple[str, ...]:
    """Return the sentences for the user about ``reading``."""
    return tuple(_messages(reading))


def _messages(reading: TableReading) -> Iterator[str]:
    if not reading.detections:
        yield "I see no tiles; lay the hand face up where the camera sees it."
    flowers = sum(is_flower(d) for d in reading.detections)
    if flowers:
        yield f"I leave out {flowers} flower tiles; riichi is played without them."
    for hand in reading.hands:
        if hand.concealed:
            yield from _of_hand(reading, hand)


def _of_hand(reading: TableReading, hand: HandReading) -> Iterator[str]:
    for place, index in enumerate(indices_of(hand)):
        faces = {option[place] for option in hand.options} | {hand.faces[place]}
        if len(faces) > 1:
            either = " or ".join([hand.faces[place], *sorted(faces - {hand.faces[place]})])
            where = place_of(reading, hand, index).capitalize()
            yield f"{where} may be {either}; tap the right one."
    for split in hand.splits:
        yield f"The {hand.seat} hand may also be {describe(split)}; tap the right one."


def describe(hand: HandReading) -> str:
    """Return the hand in words: concealed tiles, winning tile, called sets."""
    faces = dict(zip(indices_of(hand), hand.faces, strict=True))
    own = " ".join(faces[i] for i in hand.concealed if i != hand.win)
    win = f" winning on {faces[hand.win]}" if hand.win is not None else ""
    sets = "".join(f", {m.type} {' '.join(faces[i] for i in m.tiles)}" for m in hand.melds)
    return f"{own}{win}{sets}"
