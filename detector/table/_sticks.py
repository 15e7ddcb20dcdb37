"""Riichi sticks between the rivers and the middle of the table: bright, long and thin, one red dot.

Best effort: the networks do not look for sticks, so what is found here is told with a confidence
and never changes a score by itself: it explains what lies there besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from detector._types import Quad, StickReading, TableReading
from detector.table._dora import known_in_riichi
from detector.table._geometry import Array, Plane, transform
from scorer._payments import STICK

Pixels = NDArray[np.uint8]

#: Half the side of the square looked at, in tile widths from the table's middle, and its scale.
_REACH: Final = 4.4
_SCALE: Final = 24.0
#: A stick's length and width in tile widths (about 84 x 8 mm), and how much of its box it fills.
_LENGTH: Final = (3.1, 5.3)
_WIDTH: Final = (0.2, 0.75)
_FILLED: Final = 0.62
#: How much brighter than its surroundings a stick is, and redder its dot than the rest (0..255).
_BRIGHT: Final = 30.0
_REDDER: Final = 25.0
#: What is so red is a dot rather than a reddish table.
_RED: Final = 60.0
#: A 1000 stick's dot: at most so long, in tile widths, and so far from the stick's middle.
_DOT: Final = (0.75, 0.5)
_NO_DOT: Final = 0.4


def with_sticks(reading: TableReading, image: Pixels, calibration: Plane) -> TableReading:
    """Return ``reading`` with the sticks that lie between the rivers of a BGR picture.

    ``calibration`` is the table's plane with its origin in the middle, in tile widths.
    """
    return explained(replace(reading, sticks=find_sticks(image, calibration)))


def explained(reading: TableReading) -> TableReading:
    """Return ``reading`` without wondering at ura where a riichi stick lies before the winner.

    The sideways tile may have been called, and the winner not have discarded since.
    """
    riichi = {stick.seat for stick in reading.sticks if stick.value == STICK}
    codes = {message.code for message in reading.messages}
    seats = [hand.seat for hand in reading.hands if hand.concealed and hand.seat in riichi]
    return known_in_riichi(reading, seats[0]) if seats and "ura_alone" in codes else reading


def find_sticks(image: Pixels, calibration: Plane) -> tuple[StickReading, ...]:
    """Return the sticks in the middle of the table, the surest first."""
    side = round(2 * _REACH * _SCALE)
    shift = np.array([[_SCALE, 0, side / 2], [0, _SCALE, side / 2], [0, 0, 1.0]])
    to_square = shift @ calibration.matrix
    seen = cv2.warpPerspective(image, to_square, (side, side), flags=cv2.INTER_AREA)
    square = seen.astype(np.uint8)
    back = np.linalg.inv(to_square).astype(np.float64)
    found = (_stick(box, fill, square, back) for box, fill in _bars(square))
    return tuple(sorted(found, key=lambda stick: -stick.confidence))


def _bars(square: Pixels) -> Iterator[tuple[Array, float]]:
    """Yield the boxes (4, 2) of long thin bright things, long side first, and how they are filled.

    Bright is white, or red: a dot is as wide as the stick.
    """
    light = np.where(_redness(square) > _RED, square[..., 2], square.min(axis=2))
    thin = cv2.morphologyEx(light, cv2.MORPH_TOPHAT, _disc(0.9))
    mask = (thin > _BRIGHT).astype(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        box = cv2.boxPoints(cv2.minAreaRect(outline)).astype(np.float64)
        one, two = (float(np.linalg.norm(box[k + 1] - box[k])) for k in (0, 1))
        length, width = max(one, two) / _SCALE, min(one, two) / _SCALE
        if _LENGTH[0] < length < _LENGTH[1] and _WIDTH[0] < width < _WIDTH[1]:
            filled = cv2.contourArea(outline) / max(one * two, 1.0)
            inside = box.min() > 1 and box.max() < len(square) - 2
            if filled > _FILLED and inside:
                yield (box if one >= two else np.roll(box, -1, axis=0)), float(filled)


def _disc(width: float) -> Pixels:
    size = round(width * _SCALE) | 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)).astype(np.uint8)


def _stick(box: Array, filled: float, square: Pixels, back: Array) -> StickReading:
    dotted = _has_dot(box, square)
    length = float(np.linalg.norm(box[1] - box[0])) / _SCALE
    shape = max(0.0, 1 - abs(length - sum(_LENGTH) / 2) / (_LENGTH[1] - _LENGTH[0]))
    confidence = min(1.0, filled) * (0.5 + 0.5 * shape) * (1.0 if dotted else _NO_DOT)
    a, b, c, d = ((float(x), float(y)) for x, y in transform(back, box))
    corners: Quad = (a, b, c, d)
    value = STICK if dotted else None
    return StickReading(value, _seat(box, square.shape[0]), corners, confidence)


def _has_dot(box: Array, square: Pixels) -> bool:
    """Say whether one red dot, and no row of dots, is in the middle of a stick."""
    length = round(float(np.linalg.norm(box[1] - box[0])))
    width = max(3, round(float(np.linalg.norm(box[2] - box[1]))))
    flat = np.array([(0, 0), (length, 0), (length, width)], np.float32)
    turn = cv2.getAffineTransform(box[:3].astype(np.float32), flat)
    bar = cv2.warpAffine(square, turn, (length, width)).astype(np.uint8)
    edge = width // 4
    red = _redness(bar[edge : width - edge]).max(axis=0)
    redder = red - np.median(red)
    redder[: length // 10] = redder[-(length // 10) :] = 0.0  # there the table shows
    places = np.flatnonzero(redder > max(_REDDER, float(redder.max()) / 2))
    if not len(places):
        return False
    extent, middle = np.ptp(places) / _SCALE, abs(places.mean() - length / 2) / _SCALE
    return bool(extent < _DOT[0] and middle < _DOT[1])


def _redness(square: Pixels) -> Array:
    """Return how much redder than anything else each pixel is."""
    colours = square.astype(np.float64)
    redness: Array = colours[..., 2] - colours[..., :2].max(axis=2)
    return redness


def _seat(box: Array, side: int) -> str:
    """Return the side of the picture before whose river a stick lies across."""
    x, y = box.mean(axis=0) - side / 2
    along = np.abs(box[1] - box[0])
    if along[0] >= along[1]:
        return "bottom" if y > 0 else "top"
    return "right" if x > 0 else "left"
