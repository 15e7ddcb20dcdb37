"""The table in a picture: its plane from what lies on it, how the camera sees it."""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, degrees, radians
from typing import Final

import numpy as np

from detector._types import Detection, TableReading
from detector.table._calibration import fitted
from detector.table._geometry import (
    ASPECT,
    NO_AXIS,
    Plane,
    areas,
    flatten,
    plane_of_tiles,
    quads_of,
    transform,
)
from detector.table._middle import river_fit, start_of
from detector.table._rows import strips
from detector.table._seats import frames, table_middle
from detector.table._spread import Spread

#: Tiles needed to tell the middle of a table, and those of them with a face; how far off it, in
#: tile widths, and how far turned the table is somewhere else.
_ENOUGH: Final = 30
_FACES: Final = 12
_SHIFTED: Final = 3.0
_TURNED: Final = radians(12)
#: Rivers of so many tiles that begin so well (0..1) about a middle that they show it to be there.
_RIVERS: Final = 2
_BEGUN: Final = 4
_FULL: Final = 6  # a river's row
_FITS: Final = 0.4


def plane_of_table(detections: Sequence[Detection]) -> Plane | None:
    """Return the plane of the table that ``detections`` lie on, from these alone.

    The origin is the table's middle, the axes run along its sides, the unit is a tile's width.
    ``None`` where they are no more than one hand: that has no middle.
    """
    if not detections:
        return None
    plane = plane_of_tiles(detections)
    flat = flatten(detections, plane)
    rows = strips(flat, np.ones(len(detections), dtype=bool))
    spread = Spread(tuple(detections), flat, rows, calibrated=False)
    middle = table_middle(spread)
    if middle is None:
        return None
    home = frames(spread)["bottom"]
    turn = np.eye(3)
    turn[:2, :2] = home.right, home.down
    shift = np.eye(3)
    shift[:2, 2] = -middle
    return Plane(turn @ shift @ plane.matrix)


def tilt_of(plane: Plane, width: int, height: int) -> float:
    """Return how far from straight above the camera looks at ``plane``, in degrees.

    In the middle of a picture a plane is seen shortened by the cosine of that angle, whatever the
    lens.
    """
    middle = np.array([width, height]) / 2
    points = transform(plane.matrix, middle + np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]))
    steps = np.linalg.svd(points[1:] - points[0], compute_uv=False)
    return degrees(acos(float(np.clip(steps[1] / max(steps[0], 1e-12), 0.0, 1.0))))


def tile_size(detections: Sequence[Detection]) -> float:
    """Return the width in pixels of the small tiles (10th percentile) of a picture, 0 for none.

    The width of a tile of that area seen from above.
    """
    if not detections:
        return 0.0
    return float(np.sqrt(np.percentile(areas(quads_of(detections)), 10) / ASPECT))


def has_shifted(plane: Plane, reading: TableReading) -> bool:
    """Say whether the table's middle, as its tiles tell it, is far from where ``plane`` has it, by
    which the table was read.

    Says no with fewer than ``_ENOUGH`` tiles, fewer than ``_FACES`` of them with a face that has an
    up and a down, or where no table is seen: walls and standing hands alone have no clear middle.
    """
    detections = reading.detections
    faces = sum(tile.tile not in NO_AXIS for tile in detections)
    if len(detections) < _ENOUGH or faces < _FACES or _begins_rightly(plane, reading):
        return False
    seen, known = plane_of_table(detections), fitted(plane, detections)
    if seen is None:
        return False
    at = known.project(seen.inverse.project(np.array([(0.0, 0.0), (1.0, 0.0)])))
    turn = np.arctan2(*(at[1] - at[0])[::-1]) % (np.pi / 2)
    turned = min(turn, np.pi / 2 - turn) > _TURNED
    return bool(np.linalg.norm(at[0]) > _SHIFTED or turned)


def _begins_rightly(plane: Plane, reading: TableReading) -> bool:
    """Say whether some rivers that were read begin just where rivers do about the middle."""
    flat = flatten(reading.detections, fitted(plane, reading.detections))
    views = frames(Spread(reading.detections, flat, (), calibrated=True))
    starts = [
        start_of(river.tiles[:_FULL], flat, views[river.seat])
        for river in reading.rivers
        if len(river.tiles) >= _BEGUN
    ]
    return bool((river_fit(np.array(starts).reshape(-1, 2), np.zeros(2)) > _FITS).sum() >= _RIVERS)
