"""A robbed kan: a hand that lacks one tile, and it is the one just added to another's pon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from detector._hand import indices_of, waits_of
from detector._types import HandReading, TableReading
from detector.table._dora import kans_of
from detector.table._history import History
from detector.table._legality import SEEN, is_seen, kind_of
from detector.table._turns import counted_in, last_to_discard

_SHORT: Final = 13
_SURE: Final = 0.98


def with_robbed_kan(
    reading: TableReading, history: History, dealer: str, players: int = 4
) -> TableReading:
    """Return ``reading`` with the hand laid open won on the tile that was added to a pon.

    It is so where the hand waits for that tile, the seat that added it has not discarded since and
    is the one to play, and the kan's indicator is not turned up yet.  Nothing changes where any of
    that is not sure.
    """
    shown = [hand for hand in reading.hands if hand.concealed]
    if len(shown) != 1 or not _is_sure(reading, shown[0]) or not _fits(reading, shown[0]):
        return reading
    history = history.seen(reading, dealer, players)
    robbed = tuple(_robbed(reading, shown[0], history, dealer, players))
    if len(robbed) != 1:
        return reading
    hand = _won(reading, shown[0], robbed[0])
    notes = tuple(message for message in reading.messages if message.code != "indicators")
    others = (other for other in reading.hands if other is not shown[0])
    return replace(reading, hands=(hand, *others), messages=notes)


def _is_sure(reading: TableReading, hand: HandReading) -> bool:
    """Say whether ``hand`` lacks the winning tile and nothing else about it is in doubt."""
    read = [reading.detections[i] for i in indices_of(hand)]
    as_read = all(
        tile.tile == face and tile.confidence >= SEEN
        for tile, face in zip(read, hand.faces, strict=True)
    )
    lone = hand.win is None and not (hand.options or hand.splits or hand.nuki)
    return hand.count == _SHORT and lone and as_read


def _fits(reading: TableReading, hand: HandReading) -> bool:
    """Say whether the last kan alone has no indicator yet, and ura lie there after a riichi."""
    kans = sum(map(kans_of, reading.hands))
    riichi = any(river.seat == hand.seat and river.riichi is not None for river in reading.rivers)
    dora, ura = reading.dora_indicators, reading.ura_indicators
    sure = all(reading.detections[i].confidence >= _SURE for i in (*dora, *ura))
    doubts = {message.code for message in reading.messages} & {"indicator", "no_ura", "ura_alone"}
    return sure and not doubts and len(dora) == kans and len(ura) == (len(dora) if riichi else 0)


def _robbed(
    reading: TableReading, hand: HandReading, history: History, dealer: str, players: int
) -> Iterator[int]:
    """Yield the tiles just added to a pon that ``hand`` waits for."""
    counted = counted_in(reading, players)
    last = last_to_discard(counted, dealer)
    if last is None:
        return
    kinds = {tile.kind for tile in waits_of(hand, players)}
    turn = counted.after(last)
    for other in (other for other in reading.hands if other.seat == turn and other is not hand):
        for meld in other.melds:
            if meld.type == "kakan" and meld.called is not None:
                added = meld.tiles[meld.tiles.index(meld.called) + 1]
                tile = reading.detections[added]
                fresh = history.just_called(turn, counted.discards(counted.seats.index(turn)))
                if is_seen(tile) and fresh and kind_of(tile.tile) in kinds:
                    yield added


def _won(reading: TableReading, hand: HandReading, tile: int) -> HandReading:
    """Return ``hand`` won on ``tile``."""
    at = len(hand.concealed)
    faces = (*hand.faces[:at], reading.detections[tile].tile, *hand.faces[at:])
    concealed = (*hand.concealed, tile)
    return replace(hand, concealed=concealed, win=tile, faces=faces, uncertain=False)
