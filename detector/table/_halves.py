"""Faces that are two of another side by side: half of a 4p looks like a 2p."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from detector._types import Detection
from detector.table._geometry import NO_AXIS, Array, Flags, Flat, flatten, plane_of_tiles
from detector.table._legality import as_likely

#: Faces that may be halves, and of what.
HALVES: Final[Mapping[str, str]] = {"2p": "4p", "2s": "4s"}
#: Boxes with less of the others' area are halves; the least share that one seen whole may have.
_HALF: Final = 0.62
_SMALL: Final = 0.8
#: Among so few tiles one by itself bends the plane that is taken from them all.
_FEW: Final = 30
_ENOUGH: Final = 4


def with_halves(
    detections: Sequence[Detection], flat: Flat, inside: Flags, *, known: bool
) -> tuple[Detection, ...]:
    """Return ``detections`` with those ``inside`` the plane that may be halves as likely the whole
    face as their own.

    Unless the plane of ``flat`` is ``known`` it is taken from the other tiles.
    """
    here = [(i, tile.tile) for i, tile in enumerate(detections) if inside[i]]
    own = [i for i, face in here if face in HALVES]
    others = [i for i, face in here if face not in HALVES and face not in NO_AXIS]
    if not own or len(others) < _ENOUGH:
        return tuple(detections)
    area = flat.size.prod(axis=1)
    small = area[own].min() < _SMALL * np.median(area[others])
    if not known and (small or len(detections) < _FEW):
        area = _areas(detections, others)
    halves = {i for i in own if area[i] < _HALF * np.median(area[others])}
    return tuple(
        as_likely(d, (HALVES[d.tile],)) if i in halves else d for i, d in enumerate(detections)
    )


def _areas(detections: Sequence[Detection], others: Sequence[int]) -> Array:
    """Return the areas (N,) of all tiles in the plane of the ``others``."""
    plane = plane_of_tiles([detections[i] for i in others])
    area: Array = flatten(detections, plane).size.prod(axis=1)
    return area
