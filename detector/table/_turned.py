"""Tiles that may lie otherwise than they seem: a face looks alike upright and sideways in a box
that is nearly square, or has no room to lie sideways.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import inf
from typing import Final

import numpy as np

from detector._types import Detection
from detector.table._geometry import ASPECT, NO_AXIS, Array, Flat
from detector.table._rows import Strip
from detector.table._sets import Cell

#: Faces that a quarter turn leaves much as they are: only the box tells how they lie.
_ALIKE: Final = frozenset({"5z", "1p", "4p", "5p", "0p", "9p"})
#: What a box tells: 1,898 upright and 121 sideways tiles of such faces in rendered pictures, the
#: logarithm of how long they are across the row next to along it, were 0.24 +- 0.07 and
#: -0.17 +- 0.12.  Log-odds for upright: so steep, none at that value.
_STEEP: Final = 45.0
_EVEN: Final = 0.08
#: Log-odds against sideways where nothing is known: one tile in fifteen lies so.
_RARELY: Final = 2.7
#: Tiles with less for how they seem to lie may lie otherwise; so many of them in a row at most.
_LOOSE: Final = 6.0
_MOST: Final = 2
#: Log-odds that another face lies as it was read.
_READ: Final = 6.0
#: How far it is from a sideways tile's middle to that of an upright one that touches it, in tile
#: widths, and how much nearer such middles are found.
_BESIDE: Final = (1 + ASPECT) / 2
_SLIP: Final = 0.07
#: Neighbours that tell how much the row as a whole is stretched.
_ENOUGH: Final = 2

Row = tuple[Cell, ...]


def turn_doubts(strip: Strip, flat: Flat, detections: Sequence[Detection]) -> list[float]:
    """Return for each tile of ``strip`` the log-odds that it lies as it seems to."""
    tiles = list(strip.tiles)
    sideways = np.array(strip.sideways)
    width, height = flat.size[tiles].T
    length = np.log(np.where(sideways, width / height, height / width))
    told = np.array([detections[i].tile not in NO_AXIS | _ALIKE for i in tiles])
    usual = np.where(sideways, -np.log(ASPECT), np.log(ASPECT))
    stretch = np.median((length - usual)[told]) if told.sum() >= _ENOUGH else 0.0
    narrow = _narrow(strip, flat)
    upright = _STEEP * (length - stretch - _EVEN) + narrow
    odds = np.where(sideways, -upright, upright).tolist()
    alike = [detections[i].tile in _ALIKE for i in tiles]
    read = np.where(sideways, _READ - narrow, inf).tolist()
    return [a if loose else b for a, b, loose in zip(odds, read, alike, strict=True)]


def _narrow(strip: Strip, flat: Flat) -> Array:
    """Return for each tile the log-odds for upright from how little room it has in its row.

    Neighbours nearer than tiles of this plane are wide show that it shrinks there.
    """
    along = flat.centre[list(strip.tiles)] @ np.array(strip.direction)
    pitch = np.diff(along)
    if not len(pitch):
        return np.zeros(len(along))
    lack = np.maximum(_BESIDE - pitch / min(1.0, float(np.median(pitch))), 0.0)
    both = np.concatenate([[0.0], lack]) ** 2 + np.concatenate([lack, [0.0]]) ** 2
    result: Array = both / (2 * _SLIP**2)
    return result


def turns(row: Row) -> Iterator[tuple[Row, float]]:
    """Yield the ways the tiles of ``row`` may lie, with their log-values; as they seem first."""
    loose = sorted((cell for cell in row if cell.doubt < _LOOSE), key=lambda cell: cell.doubt)
    for count in range(len(loose[:_MOST]) + 1):
        for turned in combinations(loose[:_MOST], count):
            cells = tuple(
                replace(cell, sideways=not cell.sideways, doubt=-cell.doubt)
                if cell in turned
                else cell
                for cell in row
            )
            yield cells, -sum(cell.doubt + _RARELY * (not cell.sideways) for cell in turned)
