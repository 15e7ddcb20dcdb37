"""Matching of found with labelled boxes, and honest rates."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.locator._labels import Quads

#: A detection is of a tile when their areas overlap this much (intersection over union).
MATCH_IOU = 0.5
#: A detection lies in an ignored region when this part of it does.
IGNORED = 0.4


def intersection(a: Quads, b: Quads) -> float:
    """The common area of two convex quads (4, 2)."""
    common, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(common)


def area(quad: Quads) -> float:
    """The area of a quad (4, 2)."""
    return float(cv2.contourArea(quad.astype(np.float32)))


def overlaps(found: Quads, labelled: Quads) -> NDArray[np.float64]:
    """Intersection over union of each found quad (N, 4, 2) with each labelled one (M, 4, 2)."""
    result = np.zeros((len(found), len(labelled)))
    for i, a in enumerate(found):
        for j, b in enumerate(labelled):
            inter = intersection(a, b)
            result[i, j] = inter / (area(a) + area(b) - inter)
    return result


def match(found: Quads, labelled: Quads, least: float = MATCH_IOU) -> dict[int, int]:
    """Pair found with labelled quads that overlap by ``least`` or more (intersection over union),
    best overlap first; ``{found: labelled}``.
    """
    table = overlaps(found, labelled)
    pairs: dict[int, int] = {}
    for flat in np.argsort(-table, axis=None):
        i, j = (int(index) for index in np.unravel_index(flat, table.shape))
        if table[i, j] < least:
            break
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def bounds(quads: Quads) -> Quads:
    """The axis-aligned bounds of quads (N, 4, 2) as quads."""
    low, high = quads.min(axis=1), quads.max(axis=1)
    columns = [low, np.stack([high[:, 0], low[:, 1]], 1), high]
    return np.stack([*columns, np.stack([low[:, 0], high[:, 1]], 1)], axis=1)


def ignored(quad: Quads, regions: Quads) -> bool:
    """Whether a found quad lies in one of the regions where finding neither counts nor harms."""
    return any(intersection(quad, region) > IGNORED * area(quad) for region in regions)
