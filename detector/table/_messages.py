"""What to tell the user about a reading, in sentences that name tiles and places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from detector._hand import indices_of, place_of
from detector._types import HandReading, Message, TableReading
from detector.table._legality import is_flower


def messages(reading: TableReading) -> tuple[Message, ...]:
    """Return the messages for the user about ``reading``."""
    return tuple(_messages(reading))


def _messages(reading: TableReading) -> Iterator[Message]:
    if not reading.detections:
        text = "I see no tiles; lay the hand face up where the camera sees it."
        yield Message("no_tiles", text)
    flowers = sum(is_flower(d) for d in reading.detections)
    if flowers:
        text = f"I leave out {flowers} flower tiles; riichi is played without them."
        yield Message("flowers", text, {"count": flowers})
    for hand in reading.hands:
        if hand.concealed:
            yield from _of_hand(reading, hand)


def _of_hand(reading: TableReading, hand: HandReading) -> Iterator[Message]:
    for place, index in enumerate(indices_of(hand)):
        faces = {option[place] for option in hand.options} | {hand.faces[place]}
        if len(faces) > 1:
            either = [hand.faces[place], *sorted(faces - {hand.faces[place]})]
            yield _tile(reading, hand, index, either)
    for split in hand.splits:
        text = f"The {hand.seat} hand may also be {describe(split)}; tap the right one."
        yield Message("split", text, {"seat": hand.seat, "hand": split})


def _tile(reading: TableReading, hand: HandReading, index: int, either: Sequence[str]) -> Message:
    """Return the message that the tile at ``index`` may be any of ``either``."""
    where = place_of(reading, hand, index).capitalize()
    text = f"{where} may be {' or '.join(either)}; tap the right one."
    for number, meld in enumerate(hand.melds, 1):
        if index in meld.tiles:
            place = {"set": number, "number": meld.tiles.index(index) + 1}
            return Message("called_tile", text, {"seat": hand.seat, "either": either, **place})
    number = hand.concealed.index(index) + 1
    return Message("tile", text, {"seat": hand.seat, "either": either, "number": number})


def describe(hand: HandReading) -> str:
    """Return the hand in words: concealed tiles, winning tile, called sets."""
    faces = dict(zip(indices_of(hand), hand.faces, strict=True))
    own = " ".join(faces[i] for i in hand.concealed if i != hand.win)
    win = f" winning on {faces[hand.win]}" if hand.win is not None else ""
    sets = "".join(f", {m.type} {' '.join(faces[i] for i in m.tiles)}" for m in hand.melds)
    return f"{own}{win}{sets}"
