"""A scored hand as an entry of the log."""

from __future__ import annotations

from detector import HandReading, Quad, hand_of, indices_of
from device._reading_json import Record, reading_record
from device._score_json import score_record
from device._win_json import win_record
from device.camera._picture import crop, crop_box, jpeg
from device.camera._port import Pixels
from device.log._port import Entry
from device.page._draft import NOWHERE, Draft, context_of


def entry_of(draft: Draft, hand: HandReading, image: Pixels | None, source: str) -> Entry:
    """Return the entry of ``hand`` of ``draft``, read in ``image``."""
    record = win_record(hand_of(draft.reading, hand), context_of(draft), draft.rules)
    return Entry(
        rules=draft.rules.name,
        record=record,
        score=score_record(record),
        source=source,
        reading=None if image is None else logged_reading("", draft, hand, image),
        picture=None if image is None else picture_of(draft, hand, image),
    )


def says_the_same(one: Entry, other: Entry) -> bool:
    """Return whether two entries tell the same hand and score."""
    return (one.record, one.score) == (other.record, other.score)


def logged_reading(photo: str, draft: Draft, hand: HandReading, image: Pixels) -> Record:
    """Return the reading of ``image``, a photo of that name, and in ``shown`` what its logged
    picture shows: the ``crop`` it is of, and the ``faces`` of all tiles as corrected.
    """
    height, width = image.shape[:2]
    faces = draft.faces
    shown = {
        "crop": crop_box(width, height, _quads(draft, hand)),
        "faces": [faces[i] for i in range(len(draft.reading.detections))],
    }
    return {**reading_record(photo, draft.reading), "shown": shown}


def _quads(draft: Draft, hand: HandReading) -> list[Quad]:
    detections = (draft.reading.detections[i] for i in indices_of(hand))
    return [tile.corners for tile in detections if tile.corners != NOWHERE]


def picture_of(draft: Draft, hand: HandReading, image: Pixels) -> bytes:
    """Return the JPEG of ``hand``, read in ``image``."""
    return jpeg(crop(image, _quads(draft, hand)))
