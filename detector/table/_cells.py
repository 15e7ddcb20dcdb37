"""Rows of tiles in their owner's own view: cells in reading order, tiles added to called ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from detector._types import BACK, Detection
from detector.table._geometry import Array, Flat
from detector.table._legality import is_flower, may_be_alike
from detector.table._rows import Strip
from detector.table._sets import Cell
from detector.table._turned import turn_doubts

#: An added tile's centre before the called one's, in tile widths.
STACK: Final = (0.6, 1.4)
#: How far aside of it.
_ASIDE: Final = 0.75

Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A seat's own view: unit vectors of the plane to its right and towards itself."""

    right: tuple[float, float]
    down: tuple[float, float]

    def view(self, points: Array) -> Array:
        """Return ``points`` (N, 2) of the plane as x to the right, y towards the owner."""
        seen: Array = points @ np.array([self.right, self.down]).T
        return seen


def rows_of(
    strips: Sequence[Strip], flat: Flat, frame: Frame, detections: Sequence[Detection]
) -> tuple[Row, ...]:
    """Return ``strips`` as rows of cells in the owner's reading order, added tiles stacked."""
    places = frame.view(flat.centre)
    every = (_row(strip, flat, places, frame, detections) for strip in strips)
    rows = [row for row in every if row]
    singles = [row[0] for row in rows if len(row) == 1]
    stacks = {
        cell: on
        for cell in singles
        for on, beside in _below(cell, rows, flat)
        if all(may_be_alike(detections[cell.tile], detections[i]) for i in beside)
    }
    kept = [row for row in rows if row[0] not in stacks]
    added = {on: cell.tile for cell, on in stacks.items()}
    stacked = (tuple(replace(c, added=added.get(c.tile)) for c in row) for row in kept)
    return tuple(sorted(stacked, key=_reading_order))


def _reading_order(row: Row) -> tuple[int, float]:
    return round(sum(cell.y for cell in row) / len(row) / 1.4), row[0].x


def _row(
    strip: Strip, flat: Flat, places: Array, frame: Frame, detections: Sequence[Detection]
) -> Row:
    forward = float(np.dot(strip.direction, frame.right))
    strip = strip if forward >= 0 or len(strip.tiles) == 1 else strip.reversed()
    single = len(strip.tiles) == 1
    across = abs(float(flat.right[strip.tiles[0]] @ np.array(frame.right))) < 0.7
    cells: list[Cell] = []
    doubts = turn_doubts(strip, flat, detections)
    for place, (tile, sideways) in enumerate(zip(strip.tiles, strip.sideways, strict=True)):
        if is_flower(detections[tile]):
            continue
        turned = across if single else sideways
        back = detections[tile].tile == BACK
        gap = _gap(flat, strip, place) if place else 0.0
        x, y = places[tile]
        cells.append(Cell(tile, None, turned, back, float(x), float(y), gap, doubt=doubts[place]))
    return tuple(cells)


def _gap(flat: Flat, strip: Strip, place: int) -> float:
    """Return the space between a tile of ``strip`` and the one before it."""
    pair = slice(place - 1, place + 1)
    one, two = strip.tiles[pair]
    distance = float((flat.centre[two] - flat.centre[one]) @ np.array(strip.direction))
    ends = zip(strip.tiles[pair], strip.sideways[pair], strict=True)
    return distance - sum(float(flat.size[i, int(turned)]) for i, turned in ends) / 2


def _below(cell: Cell, rows: Iterable[Row], flat: Flat) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the sideways tile that the single ``cell`` may have been added to, with each three of
    its row that are a called set then.
    """
    for row in rows:
        for at, other in enumerate(row):
            if len(row) > 1 and other.code == "s":
                along = flat.right[other.tile] @ flat.right[cell.tile]
                near = abs(cell.x - other.x) < _ASIDE and STACK[0] < other.y - cell.y < STACK[1]
                if near and abs(float(along)) > 0.85:
                    sets = (row[start : start + 3] for start in range(max(at - 2, 0), at + 1))
                    yield from (
                        (other.tile, tuple(c.tile for c in three))
                        for three in sets
                        if len(three) == 3
                    )
