"""Find the tiles of a picture with a YOLO network of oriented boxes, run by onnxruntime.

A first pass over the whole frame at a small scale finds where tiles are and how large.  A second
pass looks at that region again at the scale where tiles have the size the network reads best, so
that the corners come from the full resolution of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from detector._session import open_network
from detector._types import Located, Quad

Image = NDArray[np.uint8]
Boxes = NDArray[np.float32]

#: Long side of the first look at a frame, in pixels.
COARSE = 512
#: Longer side of a tile, in pixels, at which the second look is taken.
TILE = 44
#: Pixels that one network run of the second look may have; a larger region is looked at in parts.
PART_PIXELS = 832 * 640
#: Pixels of the whole second look; a larger region is looked at with smaller tiles.
FINE_PIXELS = 2 * PART_PIXELS
#: The second look is left out when it would change the scale by less than this factor.
WORTHWHILE = 1.25
#: A box below this confidence is no tile.
CONFIDENCE = 0.4
#: How much a box of the first look counts beside one of the second, whose corners are better.
FIRST_LOOK = 0.8
#: A region is searched around boxes of this confidence.
HINT = 0.15
#: Of two boxes that share more than this part of the smaller one, the surer stays.
SHARED = 0.4
#: The surest boxes of one look that are compared with each other, and tiles found at most: noise
#: that looks like thousands of tiles must not hold anything up.
COMPARED = 1500
MOST = 300
STRIDE = 32
PADDING = 114


@dataclass(frozen=True, slots=True)
class _View:
    """A part of a frame (left, top, right, bottom in its pixels) seen at ``scale``."""

    left: int
    top: int
    right: int
    bottom: int
    scale: float

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)


def _input(image: Image, view: _View) -> NDArray[np.float32]:
    """The network's input (1, 3, H, W) for a view: scaled, padded to the stride, RGB in 0..1."""
    part = image[view.top : view.bottom, view.left : view.right]
    width = max(1, round(part.shape[1] * view.scale))
    height = max(1, round(part.shape[0] * view.scale))
    method = cv2.INTER_AREA if view.scale < 1 else cv2.INTER_LINEAR
    step = max(1, int(0.5 / view.scale))
    thinned = np.ascontiguousarray(part[::step, ::step])
    small = cv2.resize(thinned, (width, height), interpolation=method)
    border = (0, -height % STRIDE, 0, -width % STRIDE)
    padded = cv2.copyMakeBorder(small, *border, cv2.BORDER_CONSTANT, value=[PADDING] * 3)
    return np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True), np.float32)


def _rect(box: Boxes) -> tuple[tuple[float, float], tuple[float, float], float]:
    x, y, w, h, angle = (float(value) for value in box[:5])
    return (x, y), (w, h), float(np.degrees(angle))


def _shared(a: Boxes, b: Boxes) -> float:
    """The part of the smaller of two oriented boxes that the other covers."""
    kind, points = cv2.rotatedRectangleIntersection(_rect(a), _rect(b))
    if kind == cv2.INTERSECT_NONE:
        return 0.0
    return float(cv2.contourArea(cv2.convexHull(points)) / min(a[2] * a[3], b[2] * b[3]))


def _one_per_tile(boxes: Boxes) -> Boxes:
    """Keep the surest of boxes (N, 6: x, y, w, h, angle, confidence) on the same tile."""
    kept: list[Boxes] = []
    for box in boxes[np.argsort(-boxes[:, 5], kind="stable")]:
        reach = max(box[2], box[3])
        near = (other for other in kept if np.hypot(*(other[:2] - box[:2])) < reach)
        if all(_shared(box, other) < SHARED for other in near):
            kept.append(box)
    return np.array(kept, np.float32).reshape(-1, 6)


def _suppressed(boxes: Boxes) -> Boxes:
    if not len(boxes):
        return boxes
    rects = [_rect(box) for box in boxes]
    chosen = cv2.dnn.NMSBoxesRotated(rects, boxes[:, 5].tolist(), 0.0, 0.5, 1.0, COMPARED)
    return _one_per_tile(boxes[np.asarray(chosen, np.intp).ravel()[:MOST]])


def _corners(box: Boxes) -> Quad:
    """Corners clockwise with the short side first, the upper of the two short sides on top."""
    x, y, w, h, angle = (float(value) for value in box[:5])
    along = np.array([np.cos(angle), np.sin(angle)]) * w / 2
    across = np.array([-np.sin(angle), np.cos(angle)]) * h / 2
    offsets = np.stack([-along - across, along - across, along + across, across - along])
    points = np.array([x, y]) + offsets
    if w > h:
        points = np.roll(points, 1, axis=0)
    if points[:2, 1].sum() > points[2:, 1].sum():
        points = np.roll(points, 2, axis=0)
    a, b, c, d = ((float(px), float(py)) for px, py in points)
    return a, b, c, d


def _region(boxes: Boxes, width: int, height: int) -> _View:
    """The part of a frame that holds ``boxes`` and a margin around them."""
    margin = 1.5 * boxes[:, 2:4].max(axis=1, keepdims=True)
    left, top = np.maximum(0, (boxes[:, :2] - margin).min(axis=0))
    right, bottom = np.minimum((width, height), (boxes[:, :2] + margin).max(axis=0))
    return _View(int(left), int(top), int(np.ceil(right)), int(np.ceil(bottom)), 1.0)


def _tile_size(boxes: Boxes) -> float:
    """The longer side of a typical tile: the median of the sure boxes, or of all if none is."""
    sure = boxes[boxes[:, 5] >= CONFIDENCE]
    return float(np.median((sure if len(sure) else boxes)[:, 2:4].max(axis=1)))


def _spans(start: int, end: int, longest: float, overlap: float) -> list[tuple[int, int]]:
    """Cut start..end into equal spans no longer than ``longest`` that overlap."""
    count = max(1, int(np.ceil((end - start - overlap) / max(1.0, longest - overlap))))
    span = (end - start + overlap * (count - 1)) / count
    lows = [start + i * (span - overlap) for i in range(count)]
    return [(round(low), min(end, ceil(low + span))) for low in lows]


def _parts(region: _View, scale: float, overlap: float) -> list[_View]:
    """Views that together show ``region`` at ``scale``, each small enough for one run."""
    if region.area * scale**2 <= PART_PIXELS:
        return [replace(region, scale=scale)]
    longest = PART_PIXELS**0.5 / scale
    return [
        _View(left, top, right, bottom, scale)
        for top, bottom in _spans(region.top, region.bottom, longest, overlap)
        for left, right in _spans(region.left, region.right, longest, overlap)
    ]


def _whole_tiles(boxes: Boxes, view: _View, width: int, height: int) -> Boxes:
    """Drop boxes cut by an edge of the view that is not an edge of the frame."""
    cos, sin = np.abs(np.cos(boxes[:, 4])), np.abs(np.sin(boxes[:, 4]))
    half_w = (boxes[:, 2] * cos + boxes[:, 3] * sin) / 2
    half_h = (boxes[:, 2] * sin + boxes[:, 3] * cos) / 2
    inside = np.ones(len(boxes), bool)
    if view.left > 0:
        inside &= boxes[:, 0] - half_w > view.left
    if view.top > 0:
        inside &= boxes[:, 1] - half_h > view.top
    if view.right < width:
        inside &= boxes[:, 0] + half_w < view.right
    if view.bottom < height:
        inside &= boxes[:, 1] + half_h < view.bottom
    return boxes[inside]


class Locator:
    """Finds face-up and face-down tiles at any angle.

    ``model_path`` is a YOLO-OBB network with one class as ONNX; the shipped one when left out.
    Raises ``FileNotFoundError`` when it is missing.
    """

    def __init__(self, model_path: Path | None = None) -> None:
        self._session = open_network("locator", model_path)
        self._name = self._session.get_inputs()[0].name

    def __call__(self, image: Image) -> tuple[Located, ...]:
        """Locate the tiles of a BGR picture (H, W, 3), surest first.

        ``corners`` are pixels of ``image``, clockwise, a short side first.
        """
        boxes = self._boxes(image)
        boxes = boxes[boxes[:, 5] >= CONFIDENCE]
        return tuple(Located(_corners(box), float(box[5])) for box in boxes)

    def _boxes(self, image: Image) -> Boxes:
        height, width = image.shape[:2]
        whole = _View(0, 0, width, height, COARSE / max(height, width))
        coarse = self._look(image, whole)
        if not len(coarse):
            return coarse
        region = _region(coarse, width, height)
        tile = _tile_size(coarse)
        scale = min(TILE / tile, (FINE_PIXELS / region.area) ** 0.5)
        if 1 / WORTHWHILE < scale / whole.scale < WORTHWHILE:
            return coarse
        fine = [self._look(image, view) for view in _parts(region, scale, 1.5 * tile)]
        coarse[:, 5] *= FIRST_LOOK
        return _suppressed(np.concatenate([*fine, coarse]))

    def _look(self, image: Image, view: _View) -> Boxes:
        """Boxes (N, 6: x, y, w, h, angle, confidence) of a view in the frame's pixels."""
        output = self._session.run(None, {self._name: _input(image, view)})[0][0].T
        found = output[output[:, 4] >= HINT]
        boxes = np.concatenate([found[:, :4], found[:, 5:6], found[:, 4:5]], axis=1)
        boxes[:, :4] /= view.scale
        boxes[:, :2] += (view.left, view.top)
        height, width = image.shape[:2]
        return _suppressed(_whole_tiles(boxes.astype(np.float32), view, width, height))
