"""What the camera saw as JSON: one object a picture, the same names for programs and the log."""

from __future__ import annotations

from typing import Any

from detector import Detection, HandReading, MeldReading, Quad, TableReading, indices_of

Record = dict[str, Any]


def reading_record(photo: str, reading: TableReading) -> Record:
    """Return the JSON object of ``reading``, ``photo`` being the name of the picture.

    Corners are pixels of the picture after EXIF rotation, clockwise from the face's own top left.
    """
    detections = reading.detections
    return {
        "photo": photo,
        "width": reading.width,
        "height": reading.height,
        "tiles": [
            _tile_record(tile, sideways)
            for tile, sideways in zip(detections, reading.sideways, strict=True)
        ],
        "hands": [hand_record(hand) for hand in reading.hands],
        "dora_indicators": [detections[i].tile for i in reading.dora_indicators],
        "sticks": [
            {"value": stick.value, "seat": stick.seat, "confidence": round(stick.confidence, 4)}
            for stick in reading.sticks
        ],
        "messages": [message.text for message in reading.messages],
    }


def _tile_record(detection: Detection, sideways: bool) -> Record:
    return {
        "tile": detection.tile,
        "confidence": round(detection.confidence, 4),
        "corners": _corners(detection.corners),
        "sideways": sideways,
        "alternatives": [[face, round(share, 4)] for face, share in detection.alternatives],
    }


def _corners(corners: Quad) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners]


def hand_record(hand: HandReading) -> Record:
    """Return the JSON object of a hand."""
    faces = dict(zip(indices_of(hand), hand.faces, strict=True))
    return {
        "seat": hand.seat,
        "concealed": [faces[i] for i in hand.concealed],
        "win_tile": None if hand.win is None else faces[hand.win],
        "melds": [_meld_record(meld, faces) for meld in hand.melds],
        "uncertain": hand.uncertain,
    }


def _meld_record(meld: MeldReading, faces: dict[int, str]) -> Record:
    return {
        "type": str(meld.type),
        "tiles": [faces[i] for i in meld.tiles],
        "called_tile": None if meld.called is None else faces[meld.called],
        "from": meld.from_seat,
    }
