"""A scored hand as an entry of the log."""

from __future__ import annotations

from detector import HandReading, hand_of, indices_of
from device._app_draft import NOWHERE, Draft, context_of
from device._camera import Pixels
from device._log import Entry
from device._picture import crop, jpeg
from device._reading_json import reading_record
from device._score_json import score_record
from device._win_json import win_record


def entry_of(draft: Draft, hand: HandReading, image: Pixels | None, source: str) -> Entry:
    """Return the entry of ``hand`` of ``draft``, read in ``image``."""
    record = win_record(hand_of(draft.reading, hand), context_of(draft), draft.rules)
    return Entry(
        rules=draft.rules.name,
        record=record,
        score=score_record(record),
        source=source,
        reading=None if image is None else reading_record("", draft.reading),
        picture=None if image is None else _crop(draft, hand, image),
    )


def says_the_same(one: Entry, other: Entry) -> bool:
    """Return whether two entries tell the same hand and score."""
    return (one.record, one.score) == (other.record, other.score)


def _crop(draft: Draft, hand: HandReading, image: Pixels) -> bytes:
    detections = (draft.reading.detections[i] for i in indices_of(hand))
    quads = [tile.corners for tile in detections if tile.corners != NOWHERE]
    return jpeg(crop(image, quads))
