"""Boxes cut short, by a shadow's edge or a tile in front: the lower rows of a 7s look like a 6s."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from detector._types import Detection
from detector.table._geometry import NO_AXIS, Array, Flags, Flat
from detector.table._legality import as_likely

#: Faces that others look like whose box ends too early, and these others.
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "1m": ("2m", "3m"),
    "2m": ("3m",),
    "2p": ("4p",),
    "4p": ("6p", "7p", "8p"),
    "6p": ("7p", "8p", "9p"),
    "2s": ("3s", "4s"),
    "4s": ("5s", "6s"),
    "6s": ("7s", "9s"),
}
#: A box is short whose length is less than this share of the others' median while its width is
#: more than the second.  Of 8,871 such faces in rendered pictures 15 have one; five were parts.
_SHORT: Final = 0.82
_WIDE: Final = 0.85
_ENOUGH: Final = 4


def with_wholes(
    detections: Sequence[Detection], flat: Flat, inside: Flags
) -> tuple[Detection, ...]:
    """Return ``detections`` with those ``inside`` the plane whose box is short as likely each face
    that they may be a part of as their own.
    """
    short = _short(detections, flat, inside)
    pairs = zip(detections, short, strict=True)
    return tuple(as_likely(tile, PARTS[tile.tile]) if own else tile for tile, own in pairs)


def _short(detections: Sequence[Detection], flat: Flat, inside: Flags) -> Flags:
    """Return which boxes of faces that may be parts are shorter than those of other faces."""
    part = np.array([tile.tile in PARTS for tile in detections], dtype=bool)
    bare = np.array([tile.tile in NO_AXIS for tile in detections], dtype=bool)
    others = inside & ~part & ~bare
    if others.sum() < _ENOUGH or not (part & inside).any():
        return np.zeros(len(detections), dtype=bool)
    width, length = np.median(flat.size[others], axis=0)
    size: Array = np.sort(flat.size, axis=1)
    cut = (size[:, 1] < _SHORT * length) & (size[:, 0] > _WIDE * width)
    short: Flags = part & inside & cut
    return short
