"""Called sets that lay on the table before: what was one stays one where its tiles still lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from detector._types import UNREADABLE, Detection, TableReading
from detector.table._geometry import Flat, areas, quads_of

#: A tile that was moved by less than this share of its width lies where it lay.
_SAME: Final = 0.4
#: What lies nearer to a tile's middle than this, in tile widths, lies on it.
_ON: Final = 0.8

#: The tiles of one called set.
CalledSet = tuple[Detection, ...]


def sets_of(reading: TableReading) -> tuple[CalledSet, ...]:
    """Return the called sets that were read surely, before hands that are not shown."""
    hidden = [hand for hand in reading.hands if not (hand.concealed or hand.uncertain)]
    sets = [meld.tiles for hand in hidden for meld in hand.melds]
    return tuple(tuple(reading.detections[i] for i in tiles) for tiles in sets)


def sets_again(
    sets: Sequence[CalledSet], detections: Sequence[Detection]
) -> tuple[frozenset[int], ...]:
    """Return as indices those of ``sets`` whose tiles are all among ``detections``."""
    found = (frozenset(_found(tiles, detections)) for tiles in sets)
    return tuple(one for one, tiles in zip(found, sets, strict=True) if len(one) == len(tiles))


def _found(tiles: CalledSet, detections: Sequence[Detection]) -> Iterator[int]:
    quads = quads_of(tiles)
    widths = np.sqrt(areas(quads))
    centres = quads_of(detections).mean(axis=1)
    for tile, quad, width in zip(tiles, quads, widths, strict=True):
        apart = np.linalg.norm(centres - quad.mean(axis=0), axis=1)
        near = int(apart.argmin()) if len(apart) else None
        if near is not None and apart[near] < _SAME * width and detections[near].tile == tile.tile:
            yield near


def strays_on(
    sets: Sequence[frozenset[int]], detections: Sequence[Detection], flat: Flat
) -> list[int]:
    """Return what was taken for something unreadable on tiles of known ``sets``: nothing lay there.

    Two tiles beside each other are farther apart.
    """
    known = sorted(frozenset[int]().union(*sets))
    unread = (i for i, tile in enumerate(detections) if tile.tile == UNREADABLE and i not in known)
    return [
        i
        for i in unread
        if (np.linalg.norm(flat.centre[known] - flat.centre[i], axis=1) < _ON).any()
    ]
