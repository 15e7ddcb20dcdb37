"""What the program believes of the table, as lines over the camera's picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from detector import BACK, Detection, HandReading, Plane, Point, TableReading

Points = NDArray[np.float64]

#: Half of the table's side in tile widths where nobody tapped it (700 mm and tiles of 20 mm).
HALF: Final = 17.5
#: The square in the middle that the rivers lie around; how far out and across a river may lie.
INNER: Final = 3.4
RIVER: Final = ((-3.4, 3.4), (3.9, 9.6))
#: Lines of the grid are so many tile widths apart.
STEP: Final = 3.5
#: Tiles of a wall are next to each other within this distance, in tile widths.
NEXT: Final = 1.7
#: Each side's view: right and down of its player in the plane.
_VIEWS: Final = {
    "bottom": ((1, 0), (0, 1)), "right": ((0, -1), (1, 0)),
    "top": ((-1, 0), (0, -1)), "left": ((0, 1), (-1, 0)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shape:
    """A line over the picture: ``points`` in pixels, ``closed`` when it ends where it begins.

    ``kind`` is ``grid``, ``seat``, ``river`` (where one is expected), ``discards`` (those seen),
    ``wall``, ``set`` or ``hand``; ``side`` the side of the table where it is somebody's and
    ``name`` the type of a set.
    """

    kind: str
    points: tuple[Point, ...]
    closed: bool = True
    side: str = ""
    name: str = ""


def shapes_of(reading: TableReading, plane: Plane | None) -> tuple[Shape, ...]:
    """Return what to draw over the picture of ``reading``; ``plane`` has its origin in the table's
    middle, without it there are no grid and no zones.
    """
    believed = () if plane is None else (*_grid(plane), *_zones(plane))
    return (*believed, *_seen(reading, plane))


def _grid(plane: Plane) -> Iterator[Shape]:
    marks = np.arange(-HALF, HALF + 0.1, STEP)
    ends = np.array([-HALF, HALF])
    for mark in marks:
        for line in (np.stack([ends, [mark, mark]], 1), np.stack([[mark, mark], ends], 1)):
            yield Shape("grid", _pixels(plane, line), closed=False)


def _zones(plane: Plane) -> Iterator[Shape]:
    for side, axes in _VIEWS.items():
        seat = np.array([(-INNER, INNER), (INNER, INNER), (HALF, HALF), (-HALF, HALF)])
        yield Shape("seat", _pixels(plane, seat @ np.array(axes)), side=side)
        (left, right), (near, far) = RIVER
        river = np.array([(left, near), (right, near), (right, far), (left, far)])
        yield Shape("river", _pixels(plane, river @ np.array(axes)), side=side)


def _pixels(plane: Plane, points: Points) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in plane.inverse.project(points))


def _seen(reading: TableReading, plane: Plane | None) -> Iterator[Shape]:
    detections = reading.detections
    for river in reading.rivers:
        yield Shape("discards", _around(detections, river.tiles), side=river.seat)
    for hand in reading.hands:
        yield from _hand(hand, detections)
    wall = tuple(_wall(reading, plane))
    if wall:
        yield Shape("wall", _around(detections, wall))


def _hand(hand: HandReading, detections: Sequence[Detection]) -> Iterator[Shape]:
    own = [i for i in hand.concealed if i != hand.win] or list(hand.concealed)
    if own:
        yield Shape("hand", _around(detections, own), side=hand.seat)
    for meld in hand.melds:
        yield Shape("set", _around(detections, meld.tiles), side=hand.seat, name=meld.type)


def _around(detections: Sequence[Detection], tiles: Iterable[int]) -> tuple[Point, ...]:
    """Return the convex hull of ``tiles``."""
    corners = np.array([detections[i].corners for i in tiles], np.float32).reshape(-1, 2)
    return tuple((float(x), float(y)) for x, y in cv2.convexHull(corners)[:, 0])


def _wall(reading: TableReading, plane: Plane | None) -> Iterator[int]:
    """Yield the dora indicators and the backs in line with them, one next to the other."""
    if plane is None or not reading.dora_indicators:
        return
    corners = np.array([tile.corners for tile in reading.detections], float)
    places = plane.project(corners.mean(axis=1))
    backs = [i for i, tile in enumerate(reading.detections) if tile.tile == BACK]
    found, waiting = list(reading.dora_indicators), list(reading.dora_indicators)
    while waiting:
        here = places[waiting.pop()]
        near = [i for i in backs if i not in found and np.hypot(*(places[i] - here)) < NEXT]
        found += near
        waiting += near
    if len(found) > len(reading.dora_indicators):
        yield from found
