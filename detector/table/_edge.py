"""The table's edge in a picture: the largest convex quadrilateral of one colour of felt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from detector._types import Quad
from detector.table._geometry import Array

Image = NDArray[np.uint8]
Mask = NDArray[np.uint8]

#: The longer side at which the picture is looked at, in pixels.
_LOOKED_AT: Final = 480
#: How many colours are told apart, and how much brightness counts beside tint: lamps light a felt
#: unevenly, yet a grey felt on a grey floor differs in nothing else.
_WAYS: Final = ((4, 0.1), (6, 0.5), (3, 0.3))
#: Gaps in the felt that tiles make and that are closed, as a part of the longer side.
_GAP: Final = 0.035
#: The least part of the picture that a table fills, the least part of a quadrilateral that the
#: felt under it fills, and of the felt's outline with its quadrilateral in common.
_LEAST: Final = 0.12
_FELT: Final = 0.55
_FIT: Final = 0.93
#: The cosine of the sharpest angle between two sides.
_SHARP: Final = 0.75
#: A corner this near to the picture's edge is the picture's own; as a part of the longer side.
_EDGE: Final = 0.006
_SIDES: Final = 4


def table_edge(image: Image) -> Quad | None:
    """Return the corners of the table in a BGR picture (H, W, 3), ``None`` where none is found.

    Pixels, clockwise from the left end of the upper edge.  Only a table that is whole in the
    picture is found; a person has to look at the proposal.
    """
    scale = _LOOKED_AT / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = [
        corners for felt in _felts(np.asarray(small, np.uint8)) for corners in _quadrilateral(felt)
    ]
    if not found:
        return None
    best = max(found, key=lambda corners: float(cv2.contourArea(corners.astype(np.float32))))
    return _from_upper_left(best / scale)


def _felts(image: Image) -> Iterator[Mask]:
    """Yield where each of the picture's main colours is, gaps closed."""
    lab = cv2.cvtColor(cv2.medianBlur(image, 5), cv2.COLOR_BGR2LAB).astype(np.float32)
    size = round(_GAP * max(image.shape[:2])) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    for colours, brightness in _WAYS:
        nearest = _clustered(lab * np.array((brightness, 1, 1), np.float32), colours)
        for colour in range(colours):
            mask = (nearest == colour).astype(np.uint8)
            opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
            yield _closed(np.asarray(opened, np.uint8), np.asarray(kernel, np.uint8), size)


def _clustered(picture: NDArray[np.float32], colours: int) -> NDArray[np.intp]:
    """Return for each pixel of ``picture`` (H, W, 3) which of so many main colours it has."""
    pixels = picture.reshape(-1, 3)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.5)
    best = np.empty((0,), np.int32)
    cv2.setRNGSeed(1)
    _, _, centres = cv2.kmeans(pixels[::11], colours, best, ends, 1, cv2.KMEANS_PP_CENTERS)
    apart = [((picture - centre) ** 2).sum(axis=2) for centre in centres]
    return np.asarray(np.argmin(apart, axis=0), np.intp)


def _closed(mask: Mask, kernel: NDArray[np.uint8], size: int) -> Mask:
    """Close gaps without growing into the picture's edge."""
    wide = cv2.copyMakeBorder(mask, size, size, size, size, cv2.BORDER_CONSTANT, value=0)
    closed = cv2.morphologyEx(wide, cv2.MORPH_CLOSE, kernel)
    return np.asarray(closed[size:-size, size:-size], np.uint8)


def _quadrilateral(felt: Mask) -> Iterator[Array]:
    """Yield the corners (4, 2) of the largest piece of ``felt`` if it is a table's."""
    outlines, _ = cv2.findContours(felt, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return
    outline = max(outlines, key=cv2.contourArea)[:, 0].astype(np.float64)
    hull = cv2.convexHull(outline.astype(np.float32))[:, 0].astype(np.float64)
    if len(hull) < _SIDES or cv2.contourArea(hull.astype(np.float32)) < _LEAST * felt.size:
        return
    corners = _straightened(_four(hull), outline)
    if _is_table(corners, hull, felt):
        yield corners


def _four(hull: Array) -> Array:
    """Return the quadrilateral around a convex ``hull``: sides whose loss adds least go first."""
    points = cv2.approxPolyDP(hull.astype(np.float32), 2.0, True)[:, 0].astype(np.float64)
    while len(points) > _SIDES:
        grown = [_without_side(points, side) for side in range(len(points))]
        costs = [np.inf if g is None else cv2.contourArea(g.astype(np.float32)) for g in grown]
        best = grown[int(np.argmin(costs))]
        if best is None:
            return points[:_SIDES]
        points = best
    return points


def _without_side(points: Array, side: int) -> Array | None:
    """Return the polygon without a side, its neighbours made longer until they meet."""
    turned = np.roll(points, -side, axis=0)
    meet = _crossing(turned[-1], turned[0], turned[2], turned[1])
    ahead = meet is not None and (meet - turned[0]) @ (turned[0] - turned[-1]) > 0
    return np.concatenate([meet[None], turned[2:]]) if meet is not None and ahead else None


def _crossing(a: Array, b: Array, c: Array, d: Array) -> Array | None:
    """Return where the lines a-b and c-d meet."""
    one, two = b - a, d - c
    area = one[0] * two[1] - one[1] * two[0]
    if abs(area) < 1e-9 * max(1.0, float(np.linalg.norm(one) * np.linalg.norm(two))):
        return None
    t = ((c[0] - a[0]) * two[1] - (c[1] - a[1]) * two[0]) / area
    result: Array = a + t * one
    return result


def _straightened(corners: Array, outline: Array) -> Array:
    """Return ``corners`` moved to where lines through the outline's points at each side meet."""
    lines = [_side_line(corners[k], corners[(k + 1) % 4], outline) for k in range(len(corners))]
    met = [_crossing(*lines[k - 1], *lines[k]) for k in range(len(lines))]
    moved = np.array(
        [corner if new is None else new for corner, new in zip(corners, met, strict=True)]
    )
    far = np.linalg.norm(moved - corners, axis=1).max() > _GAP * _LOOKED_AT
    return corners if far else moved


def _side_line(start: Array, end: Array, outline: Array) -> tuple[Array, Array]:
    """Return two points of the line through the points of the outline along a side."""
    length = max(float(np.linalg.norm(end - start)), 1e-9)
    ahead = (end - start) / length
    along = (outline - start) @ ahead
    aside = np.abs((outline - start) @ np.array([-ahead[1], ahead[0]]))
    near = outline[(along > 0.08 * length) & (along < 0.92 * length) & (aside < 0.02 * length + 3)]
    if len(near) < 10:
        return start, end
    fit = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)
    direction, point = fit[:2, 0].astype(np.float64), fit[2:, 0].astype(np.float64)
    return point, point + direction * np.sign(direction @ ahead)


def _is_table(corners: Array, hull: Array, felt: Mask) -> bool:
    ring = corners.astype(np.float32)
    if len(ring) != _SIDES or not cv2.isContourConvex(ring):
        return False
    height, width = felt.shape
    room = _EDGE * max(width, height)
    inside = ((ring > room) & (ring < np.array([width, height]) - 1 - room)).all(axis=1)
    shared, _ = cv2.intersectConvexConvex(ring, hull.astype(np.float32))
    whole = cv2.contourArea(ring) + cv2.contourArea(hull.astype(np.float32)) - shared
    covered = np.zeros_like(felt)
    cv2.fillConvexPoly(covered, np.round(ring).astype(np.int32), 1)
    filled = int((felt & covered).sum()) / max(1, int(covered.sum()))
    return bool(inside.all() and shared / whole > _FIT and filled > _FELT and _is_open(corners))


def _is_open(corners: Array) -> bool:
    """Say whether no corner is as sharp as a table's never looks."""
    edges = np.roll(corners, -1, axis=0) - corners
    units = edges / np.maximum(np.linalg.norm(edges, axis=1, keepdims=True), 1e-9)
    return bool(np.abs((units * np.roll(units, 1, axis=0)).sum(axis=1)).max() < _SHARP)


def _from_upper_left(corners: Array) -> Quad:
    """Return ``corners`` clockwise from the left end of the upper edge."""
    around = corners - corners.mean(axis=0)
    ordered = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    edges = ordered + np.roll(ordered, -1, axis=0)
    start = int(edges[:, 1].argmin())
    a, b, c, d = ((float(x), float(y)) for x, y in np.roll(ordered, -start, axis=0))
    return a, b, c, d
