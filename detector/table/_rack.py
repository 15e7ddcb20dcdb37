"""A hand that stands before the camera: what lies on the table behind it is none of its tiles.

Tiles of one plane look smaller the farther off they are, but a row of faces that look as high as
they are has its plane across the view, where hardly anything looks smaller.  A tile that does all
the same does not lie in that plane: the row stands, and the tile lies on the table behind it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

import numpy as np

from detector._types import UNREADABLE, Detection
from detector.table._geometry import NO_AXIS, Array, Flags, Flat, Plane, areas, flatten, quads_of
from detector.table._rows import Strip, strips

#: Upright faces of a row that is a hand's.
_ROW: Final = 10
#: Height of a face divided by its width: what the slimmest sets have, and what a row shows at least
#: that is seen from before it.
_SLIMMEST: Final = 1.42
_UPRIGHT: Final = 0.95
#: The sine of a row's slope in the picture, at most: a hand as its owner sees it.
_SLOPE: Final = 0.35
#: The shortest focal length of a camera, in longer sides of the picture (a view of 71 degrees).
_FOCAL: Final = 0.7
#: What a box's size may be off.
_LOOSE: Final = 0.15
#: How far above the row's line a tile lies that may be behind it, in heights of its tiles.
_ABOVE: Final = 0.5
#: How likely something that has no face is no tile.
_NO_TILE: Final = 0.5
#: What is no tile at the end of a row of so many faces is the rack's if its area differs so much.
_LONG: Final = 8
_OTHER: Final = 0.2


def behind_hand(detections: Sequence[Detection], size: tuple[int, int]) -> Flags:
    """Return which ``detections`` lie behind a hand that stands, in a picture of ``size``."""
    quads = quads_of(detections)
    row = _standing(detections, quads)
    if row is None:
        return np.zeros(len(detections), dtype=bool)
    own = list(row)
    centre, root = quads.mean(axis=1), np.sqrt(areas(quads))
    line, trend = (np.polyfit(centre[own, 0], values, 1) for values in (centre[own, 1], root[own]))
    x = np.clip(centre[:, 0], centre[own, 0].min(), centre[own, 0].max())
    above = np.polyval(line, centre[:, 0]) - centre[:, 1]
    falling = _falling(_proportion(quads[own]), centre[own, 1].mean(), size)
    least = np.polyval(trend, x) * np.maximum(1 - falling * above, 0.0) ** 1.5 * (1 - _LOOSE)
    behind: Flags = (above > _ABOVE * np.median(root[own])) & (root < least)
    behind[own] = False
    return behind


def _falling(proportion: float, level: float, size: tuple[int, int]) -> float:
    """Return by what share a pixel farther up a tile of the row's plane looks smaller, at most.

    The row lies ``level`` pixels below the upper edge.  A plane's inverse distance is linear in the
    picture, and the area of what lies in it goes with the third power of that.
    """
    focal = _FOCAL * max(size)
    below = (level - size[1] / 2) / focal
    tilt = np.arccos(min(1.0, proportion / _SLIMMEST)) + np.arctan(below)
    return float(max(0.0, np.sin(tilt) / (np.cos(tilt) + np.sin(tilt) * below) / focal))


def _standing(detections: Sequence[Detection], quads: Array) -> tuple[int, ...] | None:
    """Return the upright faces of the longest row, if it may be a hand that stands."""
    faces = np.array([d.tile not in NO_AXIS or d.tile == "5z" for d in detections], dtype=bool)
    if faces.sum() < _ROW:
        return None
    unit = np.sqrt(np.percentile(areas(quads[faces]), 75))
    flat = flatten(detections, Plane(np.diag([1 / unit, 1 / unit, 1.0])))
    row = max(strips(flat, faces), key=lambda strip: len(_upright(strip)))
    own = _upright(row)
    level = abs(row.direction[1]) < _SLOPE
    return own if len(own) >= _ROW and level and _proportion(quads[list(own)]) > _UPRIGHT else None


def _upright(row: Strip) -> tuple[int, ...]:
    pairs = zip(row.tiles, row.sideways, strict=True)
    return tuple(tile for tile, sideways in pairs if not sideways)


def _proportion(quads: Array) -> float:
    """Return how high tiles of a level row (N, 4, 2) look for their width."""
    across, along = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    sides = np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)
    level = np.abs(across[:, 0]) > np.abs(across[:, 1])
    width, height = np.where(level, sides[0], sides[1]), np.where(level, sides[1], sides[0])
    return float(np.median(height / np.maximum(width, 1e-9)))


def is_no_tile(detection: Detection) -> bool:
    """Say whether the reader takes what it saw for no tile."""
    return detection.tile == UNREADABLE and detection.confidence >= _NO_TILE


def ends_of_rack(row: Strip, detections: Sequence[Detection], flat: Flat) -> Iterator[int]:
    """Yield what is no tile and otherwise large than the faces of a long row, at its ends."""
    faces = [i for i in row.tiles if detections[i].tile not in NO_AXIS]
    if len(faces) < _LONG:
        return
    area = flat.size.prod(axis=1)
    usual = float(np.median(area[faces]))
    for tiles in (row.tiles, row.tiles[::-1]):
        end = takewhile(lambda i: is_no_tile(detections[i]), tiles)
        yield from (i for i in end if abs(area[i] - usual) > _OTHER * usual)
