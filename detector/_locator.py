"""Find the tiles of a picture with a YOLO network of oriented boxes, run by onnxruntime.

A first look at the whole frame at a small scale finds where tiles are and how large.  The second
looks again at those places alone, each at the scale where its tiles have the size the network
reads best, so that the corners come from the full resolution of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from detector._session import Network, open_network, side_by_side
from detector._types import Detection, Located, Quad
from detector._views import TILE, Boxes, Image, View, bounds, near_views, network_input

Rect = tuple[Sequence[float], Sequence[float], float]

#: Long side of the first look at a frame, in pixels.
COARSE = 512
#: The second look is left out when it would change the scale by less than this factor and the
#: first was sure of all it saw there.
WORTHWHILE = 1.25
#: A box below this confidence is no tile.
CONFIDENCE = 0.4
#: How much a box of the first look counts beside one of the second, whose corners are better.
FIRST_LOOK = 0.8
#: A region is searched around boxes of this confidence.
HINT = 0.15
#: Of two boxes that share more than this part of the smaller one, the surer stays.
SHARED = 0.4
#: A box that shares more than this part with a known tile is no overlooked one.
TOUCHING = 0.25
#: The surest boxes of one look that are compared with each other, and tiles found at most: noise
#: that looks like thousands of tiles must not hold anything up.
COMPARED = 1500
MOST = 300


def _quad(corners: NDArray[np.float64]) -> Quad:
    a, b, c, d = ((x, y) for x, y in corners.tolist())
    return a, b, c, d


def _rects(boxes: Boxes) -> list[Rect]:
    """Boxes (N, 6: x, y, w, h, angle, confidence) as OpenCV has them."""
    numbers = np.column_stack([boxes[:, :4], np.degrees(boxes[:, 4])]).tolist()
    return [((x, y), (w, h), angle) for x, y, w, h, angle in numbers]


def _shared(a: Rect, b: Rect) -> float:
    """The part of the smaller of two oriented boxes that the other covers."""
    kind, points = cv2.rotatedRectangleIntersection(a, b)
    if kind == cv2.INTERSECT_NONE:
        return 0.0
    smaller = min(a[1][0] * a[1][1], b[1][0] * b[1][1])
    return float(cv2.contourArea(cv2.convexHull(points)) / smaller)


def _one_per_tile(boxes: Boxes) -> Boxes:
    """Keep the surest of boxes (N, 6: x, y, w, h, angle, confidence) on the same tile."""
    boxes = boxes[np.argsort(-boxes[:, 5], kind="stable")]
    rects = _rects(boxes)
    gaps = np.hypot(*(boxes[:, None, :2] - boxes[None, :, :2]).transpose(2, 0, 1))
    near = gaps < boxes[:, 2:4].max(axis=1)[:, None]
    kept = np.zeros(len(boxes), bool)
    for i, rect in enumerate(rects):
        rivals = np.flatnonzero(near[i] & kept)
        kept[i] = all(_shared(rect, rects[rival]) < SHARED for rival in rivals)
    return boxes[kept]


def _thinned(boxes: Boxes) -> Boxes:
    """The surest of boxes with nearly the same centre, the surest first."""
    boxes = boxes[np.argsort(-boxes[:, 5], kind="stable")[:COMPARED]]
    if not len(boxes):
        return boxes
    cell = float(np.median(boxes[:, 2:4].max(axis=1))) / 4
    column, row = np.floor(boxes[:, :2].T / cell)
    return boxes[np.sort(np.unique(column * 1e5 + row, return_index=True)[1])]


def _suppressed(boxes: Boxes, least: float) -> Boxes:
    boxes = boxes[boxes[:, 5] >= least]
    if not len(boxes):
        return boxes
    sureness = boxes[:, 5].tolist()
    chosen = cv2.dnn.NMSBoxesRotated(_rects(boxes), sureness, 0.0, 0.5, 1.0, COMPARED)
    return _one_per_tile(boxes[np.asarray(chosen, np.intp).ravel()[:MOST]])


def _corners(boxes: Boxes) -> NDArray[np.float64]:
    """Corners (N, 4, 2) clockwise, short side first, the upper of the two short sides on top."""
    w, h, angle = boxes[:, 2:5].T.astype(np.float64)
    along = np.stack([np.cos(angle), np.sin(angle)], axis=1) * w[:, None] / 2
    across = np.stack([-np.sin(angle), np.cos(angle)], axis=1) * h[:, None] / 2
    offsets = (-along - across, along - across, along + across, across - along)
    points = np.stack(offsets, axis=1) + boxes[:, None, :2]
    points = np.where((w > h)[:, None, None], np.roll(points, 1, axis=1), points)
    upside = points[:, :2, 1].sum(axis=1) > points[:, 2:, 1].sum(axis=1)
    return np.where(upside[:, None, None], np.roll(points, 2, axis=1), points)


def _whole_tiles(boxes: Boxes, view: View, width: int, height: int) -> Boxes:
    """Drop boxes outside the frame or cut by an edge of the view that is not one of the frame."""
    boxes = boxes[((boxes[:, :2] >= 0) & (boxes[:, :2] < (width, height))).all(axis=1)]
    edges, start, end = bounds(boxes), (view.left, view.top), (view.right, view.bottom)
    low = np.where(np.greater(start, 0), start, -np.inf)
    high = np.where(np.less(end, (width, height)), end, np.inf)
    return boxes[((edges[:, :2] > low) & (edges[:, 2:] < high)).all(axis=1)]


def _in_doubt(view: View, boxes: Boxes) -> bool:
    """Whether some of the boxes in ``view`` are not sure to be tiles."""
    x, y, sureness = boxes[:, 0], boxes[:, 1], boxes[:, 5]
    inside = (x > view.left) & (x < view.right) & (y > view.top) & (y < view.bottom)
    return bool((inside & (sureness < CONFIDENCE)).any())


def _located(boxes: Boxes, least: float = CONFIDENCE) -> tuple[Located, ...]:
    """Return the tiles that boxes of one or both looks show."""
    boxes = _suppressed(boxes, least)
    quads = [_quad(corners) for corners in _corners(boxes)]
    return tuple(Located(*found) for found in zip(quads, boxes[:, 5].tolist(), strict=True))


def besides(located: Sequence[Located], known: Sequence[Detection]) -> list[Located]:
    """Return those of ``located`` that are none of the ``known`` tiles."""
    if not known:
        return list(located)
    quads = np.array([tile.corners for tile in known], np.float32)
    middles = quads.mean(axis=1)
    reach = np.linalg.norm(quads[:, 0] - quads[:, 2], axis=1)

    def is_known(tile: Located) -> bool:
        own = np.array(tile.corners, np.float32)
        near = np.flatnonzero(np.linalg.norm(middles - own.mean(axis=0), axis=1) < reach)
        rect = cv2.minAreaRect(own)
        return any(_shared(rect, cv2.minAreaRect(quads[at])) >= SHARED for at in near)

    return [tile for tile in located if not is_known(tile)]


def _strangers(boxes: Boxes, known: Sequence[Detection]) -> Boxes:
    """Return those ``boxes`` that lie on none of the ``known`` tiles."""
    rects = [cv2.minAreaRect(np.array(tile.corners, np.float32)) for tile in known]
    places = np.array([rect[0] for rect in rects])
    reach = np.array([max(rect[1]) for rect in rects])
    free = [
        all(
            _shared(own, rects[at]) < TOUCHING
            for at in np.flatnonzero(np.hypot(*(places - own[0]).T) < reach + max(own[1]) / 2)
        )
        for own in _rects(boxes)
    ]
    return np.asarray(boxes[np.array(free, bool)], np.float32)


class Locator:
    """Finds face-up and face-down tiles at any angle.

    ``model_path`` is a YOLO-OBB network with one class as ONNX; the shipped one when left out.
    Raises ``FileNotFoundError`` when it is missing.
    """

    def __init__(self, model_path: Path | None = None) -> None:
        self._whole = open_network("locator", model_path, alone=True)
        self._parts = open_network("locator", model_path)
        self._name = self._whole.get_inputs()[0].name

    def __call__(
        self, image: Image, tile: float = TILE, least: float = CONFIDENCE
    ) -> tuple[Located, ...]:
        """Locate the tiles of a BGR picture (H, W, 3), surest first, ``least`` sure or more.

        ``corners`` are pixels of ``image``, clockwise, a short side first.  ``tile`` is how long
        the second look shows tiles, in pixels.
        """
        height, width = image.shape[:2]
        whole = View(0, 0, width, height, COARSE / max(height, width))
        coarse = self._look(self._whole, image, whole, HINT)
        if not len(coarse):
            return ()
        views = [
            view
            for view in near_views(coarse, width, height, tile)
            if not 1 / WORTHWHILE < view.scale / whole.scale < WORTHWHILE or _in_doubt(view, coarse)
        ]
        if views:
            coarse[:, 5] *= FIRST_LOOK
        return _located(np.concatenate([*self._closer(image, views, least), coarse]), least)

    def near(self, image: Image, places: Boxes) -> tuple[Located, ...]:
        """Locate the tiles near ``places`` (N, 6: x, y, w, h, angle, any), as large as they are.

        These are looked at as the first look shows them too, as in a whole look: some tiles are
        seen better so.  ``image`` and the tiles are as above.
        """
        height, width = image.shape[:2]
        views = near_views(places, width, height)
        coarse = [replace(view, scale=COARSE / max(height, width)) for view in views]
        found = self._closer(image, [*views, *coarse])
        for boxes in found[len(views) :]:
            boxes[:, 5] *= FIRST_LOOK
        return _located(np.concatenate(found))

    def others(self, image: Image, view: View, known: Sequence[Detection]) -> tuple[Located, ...]:
        """Locate tiles in a ``view`` that lie on none of the ``known`` ones; as above."""
        hints = _strangers(self._look(self._whole, image, view, HINT), known)
        if not len(hints):
            return ()
        height, width = image.shape[:2]
        fine = self._closer(image, near_views(hints, width, height))
        hints[:, 5] *= FIRST_LOOK
        return _located(_strangers(np.concatenate([*fine, hints]), known))

    def _closer(
        self, image: Image, views: Sequence[View], least: float = CONFIDENCE
    ) -> list[Boxes]:
        """Return the boxes of the second look at ``views``."""
        return side_by_side(lambda view: self._look(self._parts, image, view, least), views)

    def _look(self, network: Network, image: Image, view: View, least: float) -> Boxes:
        """Boxes (N, 6: x, y, w, h, angle, confidence) of a view in the frame's pixels."""
        output = network.run(None, {self._name: network_input(image, view)})[0][0]
        found = output[:, output[4] >= least].T
        boxes = _thinned(found[:, [0, 1, 2, 3, 5, 4]])
        boxes[:, :4] /= view.scale
        boxes[:, :2] += (view.left, view.top)
        height, width = image.shape[:2]
        return _whole_tiles(boxes, view, width, height)
