"""Which parts of a frame the locator looks at, at which scale, and how they become its input."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Boxes = NDArray[np.float32]
Indices = NDArray[np.intp]

#: Longer side of a tile, in pixels, at which the second look is taken.
TILE: Final = 44
#: Pixels that one network run of the second look may have; a larger part is looked at in pieces.
VIEW_PIXELS: Final = 832 * 640
#: Pixels of the whole second look; with more to see it is taken with smaller tiles.
FINE_PIXELS: Final = 17 * VIEW_PIXELS // 10
#: What the second look shows around a box, in tiles; it may hold a tile that was overlooked.
MARGIN: Final = 1.0
#: Of a place with so few boxes this much more is shown: alone in a picture a tile is hardly known.
FEW: Final = 4
MORE: Final = 1.0
#: What a run of the network costs beside its pixels, in pixels.
RUN: Final = 128 * 128
#: Below this scale a pixel is the mean of four samples, above it of one.
THINNED: Final = 0.5
STRIDE: Final = 32
PADDING: Final = 114


@dataclass(frozen=True, slots=True)
class View:
    """A part of a frame (left, top, right, bottom in its pixels) seen at ``scale``."""

    left: int
    top: int
    right: int
    bottom: int
    scale: float

    @property
    def pixels(self) -> float:
        """How many pixels it has at its scale."""
        return (self.right - self.left) * (self.bottom - self.top) * self.scale**2


def network_input(image: Image, view: View) -> NDArray[np.float32]:
    """The network's input (1, 3, H, W) for a view: scaled, padded to the stride, RGB in 0..1."""
    part = image[view.top : view.bottom, view.left : view.right]
    width = max(1, round(part.shape[1] * view.scale))
    height = max(1, round(part.shape[0] * view.scale))
    if view.scale < THINNED:
        # Four samples a pixel, then their mean: a true mean over all pixels takes ten times longer.
        samples = cv2.resize(part, (2 * width, 2 * height), interpolation=cv2.INTER_LINEAR)
        small = cv2.resize(samples, (width, height), interpolation=cv2.INTER_AREA)
    else:
        small = cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR)
    border = (0, -height % STRIDE, 0, -width % STRIDE)
    padded = cv2.copyMakeBorder(small, *border, cv2.BORDER_CONSTANT, value=[PADDING] * 3)
    return np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True), np.float32)


def bounds(boxes: Boxes) -> Boxes:
    """Left, top, right, bottom (N, 4) of boxes (N, 6: x, y, w, h, angle, confidence)."""
    cos, sin = np.abs(np.cos(boxes[:, 4])), np.abs(np.sin(boxes[:, 4]))
    half_w = (boxes[:, 2] * cos + boxes[:, 3] * sin) / 2
    half_h = (boxes[:, 2] * sin + boxes[:, 3] * cos) / 2
    x, y = boxes[:, 0], boxes[:, 1]
    return np.stack([x - half_w, y - half_h, x + half_w, y + half_h], axis=1)


def near_views(boxes: Boxes, width: int, height: int, tile: float = TILE) -> list[View]:
    """Views of a frame that together show all boxes, each with its tiles ``tile`` pixels long.

    Table without tiles is left out where that saves more than a further run of the network costs.
    The largest view comes first.
    """
    sides = boxes[:, 2:4].max(axis=1)
    margin = MARGIN * np.outer(sides, (-1, -1, 1, 1))
    edges = np.clip(bounds(boxes) + margin, 0, (width, height) * 2).astype(np.float32)
    scale = tile / float(np.median(sides))
    views = [
        _view(edges[group], sides[group], tile, (width, height)) for group in _groups(edges * scale)
    ]
    shrink = min(1.0, (FINE_PIXELS / sum(view.pixels for view in views)) ** 0.5)
    views = [replace(view, scale=view.scale * shrink) for view in views]
    return sorted(views, key=lambda view: -view.pixels)


def _view(edges: Boxes, sides: Boxes, tile: float, frame: tuple[int, int]) -> View:
    side = float(np.median(sides))
    more = MORE * side if len(edges) <= FEW else 0.0
    left, top = (int(value) for value in np.clip(edges[:, :2].min(axis=0) - more, 0, frame))
    right, bottom = (ceil(value) for value in np.clip(edges[:, 2:].max(axis=0) + more, 0, frame))
    return View(left, top, right, bottom, tile / side)


def _cost(edges: Boxes) -> NDArray[np.float64]:
    """What looking at rectangles (N, 4) costs in pixels; those too large for one run the most."""
    wide, high = (np.ceil((edges[:, 2:] - edges[:, :2]) / STRIDE) * STRIDE).T
    pixels: NDArray[np.float64] = (wide * high).astype(np.float64)
    pixels[pixels > VIEW_PIXELS] *= 100
    pixels += RUN
    return pixels


def _running_bounds(edges: Boxes) -> Boxes:
    """The bounds of the first 1, 2 .. N of rectangles (N, 4)."""
    low = np.minimum.accumulate(edges[:, :2])
    return np.concatenate([low, np.maximum.accumulate(edges[:, 2:])], axis=1)


def _groups(edges: Boxes) -> list[Indices]:
    """Part rectangles (N, 4) again and again where that makes them cheaper to look at."""
    pending, done = [np.arange(len(edges))], []
    while pending:
        group = pending.pop()
        halves = _halves(edges, group)
        if halves:
            pending += halves
        else:
            done.append(group)
    return done


def _halves(edges: Boxes, group: Indices) -> list[Indices]:
    """The cheapest two parts of a group, left and right or upper and lower; none if it is whole."""
    least, halves = float(_cost(_running_bounds(edges[group])[-1:])[0]), []
    for axis in (0, 1):
        order = group[np.argsort(edges[group, axis] + edges[group, axis + 2])]
        ahead = _cost(_running_bounds(edges[order]))[:-1]
        costs = ahead + _cost(_running_bounds(edges[order[::-1]]))[-2::-1]
        if len(costs) and costs.min() < least:
            least, cut = float(costs.min()), int(costs.argmin()) + 1
            halves = [order[:cut], order[cut:]]
    return halves
