"""Oriented boxes for photos of tilted tiles that come with axis-aligned boxes.

An earlier locator looks at them; where the bounds of a box it found agree with a labelled box,
both saw the same tile, and the oriented box becomes the label.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from datasets._matching import bounds, overlaps
from datasets.locator._compose import LabelledPhoto
from datasets.locator._labels import Quads
from detector._locator import Locator

#: Bounds of a found box and a labelled box agree from this overlap on.
AGREE = 0.72
#: A photo is used when this part of its labels was confirmed; the others are painted over.
CONFIRMED = 0.7


def refined(locator: Locator, photo: LabelledPhoto) -> LabelledPhoto | None:
    """The photo with oriented boxes, ``None`` when too few could be confirmed."""
    tiles = locator(photo.image())
    found = np.array([tile.corners for tile in tiles], np.float64).reshape(-1, 4, 2)
    if not len(found):
        return None
    table = overlaps(bounds(found), photo.quads)
    best, agreed = table.argmax(axis=0), table.max(axis=0) > AGREE
    if agreed.mean() < CONFIRMED:
        return None
    quads: Quads = found[best[agreed]]
    return replace(photo, quads=quads, upright=False, hidden=photo.boxes[~agreed])


def refine(locator: Locator, photos: Iterable[LabelledPhoto]) -> list[LabelledPhoto]:
    """The photos that could be given oriented boxes."""
    return [better for photo in photos if (better := refined(locator, photo)) is not None]
