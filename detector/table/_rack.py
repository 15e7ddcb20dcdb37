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

#: Upright faces of a hand, and of a part of it that shows how it stands; they are alike so far.
_ROW: Final = 10
_PART: Final = 5
_ALIKE: Final = 0.3
#: With more faces than this it is a table that one sees, not a hand.
_FEW: Final = 60
#: A face read with this confidence is one; the part of these that tells how all of them lie.
_SURE: Final = 0.9
_MOST: Final = 0.5
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
    """Return which ``detections`` lie behind a hand that stands, in a picture of ``size``.

    That it stands for sure is told by most of the faces above it that were read for sure.
    """
    quads = quads_of(detections)
    line = _longest(detections, quads)
    if line is None:
        return np.zeros(len(detections), dtype=bool)
    above, root = line.above(quads), np.sqrt(areas(quads))
    falling = _falling(line, size)
    least = line.root(quads) * np.maximum(1 - falling * above, 0.0) ** 1.5 * (1 - _LOOSE)
    higher = above > _ABOVE * line.height
    smaller: Flags = higher & (root < least)
    sure = [d.tile not in NO_AXIS and d.confidence >= _SURE for d in detections]
    told = smaller[higher & sure]
    return higher & (told.mean() > _MOST) if len(told) else smaller


def _falling(line: _Line, size: tuple[int, int]) -> float:
    """Return by what share a pixel farther up a tile of the row's plane looks smaller, at most.

    A plane's inverse distance is linear in the picture, and the area of what lies in it goes with
    the third power of that.
    """
    focal = _FOCAL * max(size)
    below = (line.level - size[1] / 2) / focal
    tilt = np.arccos(min(1.0, line.proportion / _SLIMMEST)) + np.arctan(below)
    return float(max(0.0, np.sin(tilt) / (np.cos(tilt) + np.sin(tilt) * below) / focal))


def _longest(detections: Sequence[Detection], quads: Array) -> _Line | None:
    """Return the line of the longest row of upright faces, if it may be a hand that stands."""
    faces = np.array([d.tile not in NO_AXIS or d.tile == "5z" for d in detections], dtype=bool)
    if not _ROW <= faces.sum() <= _FEW:
        return None
    unit = np.sqrt(np.percentile(areas(quads[faces]), 75))
    flat = flatten(detections, Plane(np.diag([1 / unit, 1 / unit, 1.0])))
    rows = strips(flat, faces)
    longest = max(rows, key=lambda row: len(_upright(row)))
    if len(_upright(longest)) < _PART or abs(longest.direction[1]) > _SLOPE:
        return None
    line = _Line(quads[list(_upright(longest))])
    own = line.holds(quads) & faces
    line = _Line(quads[own])
    return line if own.sum() >= _ROW and line.proportion > _UPRIGHT else None


def _upright(row: Strip) -> tuple[int, ...]:
    pairs = zip(row.tiles, row.sideways, strict=True)
    return tuple(tile for tile, sideways in pairs if not sideways)


class _Line:
    """The line in the picture on which the faces ``quads`` (N, 4, 2) of a hand stand."""

    def __init__(self, quads: Array) -> None:
        centre, root = quads.mean(axis=1), np.sqrt(areas(quads))
        self._ends = float(centre[:, 0].min()), float(centre[:, 0].max())
        self._height, self._root = (np.polyfit(centre[:, 0], y, 1) for y in (centre[:, 1], root))
        self.level = float(centre[:, 1].mean())
        self.height = float(np.median(root))
        self.proportion = _proportion(quads)

    def above(self, quads: Array) -> Array:
        """Return how far above the line, in pixels, the centres (N,) of ``quads`` are."""
        centre = quads.mean(axis=1)
        return np.asarray(np.polyval(self._height, centre[:, 0]) - centre[:, 1])

    def root(self, quads: Array) -> Array:
        """Return how large, as the root of its area, a face of the hand is at each of ``quads``."""
        return np.asarray(np.polyval(self._root, np.clip(quads.mean(axis=1)[:, 0], *self._ends)))

    def holds(self, quads: Array) -> Flags:
        """Return which of ``quads`` are on the line and as large as the faces there."""
        share = np.sqrt(areas(quads)) / np.maximum(self.root(quads), 1e-9)
        near = np.abs(self.above(quads)) < _ABOVE * self.height
        return np.asarray(near & (np.abs(share - 1) < _ALIKE))


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
