"""The table plane from taps of a person or from the tiles; whether the camera has moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from detector._types import Detection, Point
from detector.table._geometry import (
    ASPECT,
    Array,
    Plane,
    areas,
    plane_of_tiles,
    quads_of,
    transform,
)

#: A tile's width in mm where nothing else is known (26 x 20 x 16 mm).
TILE_WIDTH: Final = 20.0
#: The camera has moved when tiles seem this much larger, smaller or slimmer than they are.
_TOLERANCE: Final = 0.15


class CalibrationError(ValueError):
    """Taps that are no table; the message says what to tap."""


def plane_of_taps(corners: Sequence[Point], side: float, tile_width: float = TILE_WIDTH) -> Plane:
    """Return the plane of a square table of ``side`` mm from its four ``corners`` in pixels.

    The corners are in order clockwise, beginning with the left end of the far (upper) edge; the
    origin is the table's middle.  Raises ``CalibrationError`` when they are not four corners of a
    table that can be seen from above.
    """
    taps = np.array(corners, dtype=np.float32)
    if taps.shape != (4, 2) or not _is_convex(taps.astype(np.float64)):
        raise CalibrationError(
            "Tap the four corners of the table clockwise, beginning at the upper left one."
        )
    half = side / tile_width / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)], np.float32)
    return Plane(cv2.getPerspectiveTransform(taps, square).astype(np.float64))


def plane_of_middle(detections: Sequence[Detection], middle: Point) -> Plane:
    """Return the plane seen by ``detections`` with the table's ``middle`` (pixels) as origin."""
    seen = plane_of_tiles(detections)
    x, y = seen.project(np.array(middle, dtype=np.float64))
    shift = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]])
    return Plane(shift @ seen.matrix)


def fitted(plane: Plane, detections: Sequence[Detection]) -> Plane:
    """Return ``plane`` scaled so that these tiles are one unit wide, whatever their size."""
    if not detections:
        return plane
    size = np.sqrt(np.median(areas(plane.project(quads_of(detections)))) / ASPECT)
    return Plane(np.diag([1 / size, 1 / size, 1.0]) @ plane.matrix)


def has_moved(plane: Plane, detections: Sequence[Detection]) -> bool:
    """Say whether tiles no longer look like tiles in ``plane``: the camera has moved.

    Needs some ten tiles spread over the table to be sure; with fewer than four says no.
    """
    quads = transform(plane.matrix, quads_of(detections))
    if len(quads) < 4:
        return False
    across = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    along = np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
    usual = float(np.median(np.sqrt(across * along / ASPECT)))
    wrong = np.maximum(abs(across / usual - 1), abs(along / usual / ASPECT - 1)) > _TOLERANCE
    return bool(wrong.mean() > 0.5)


def _is_convex(corners: Array) -> bool:
    """Say whether ``corners`` run clockwise (y down) around a convex shape of some size."""
    edges = np.roll(corners, -1, axis=0) - corners
    after = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    return bool((turns > 1.0).all())
