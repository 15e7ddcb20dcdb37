"""Rectified crops: one quadrilateral of a picture seen straight on."""

from __future__ import annotations

from math import dist
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from detector._types import Quad

#: Width and height of the reader's view of a tile, in pixels.
VIEW_SIZE: Final = (64, 80)
#: What the view shows beyond the tile on every side, as a share of the tile's width or height.
VIEW_MARGIN: Final = 0.12


def sides(quad: Quad) -> tuple[float, float]:
    """Return the mean width (first to second corner) and mean height of ``quad`` in pixels."""
    a, b, c, d = quad
    return (dist(a, b) + dist(c, d)) / 2, (dist(d, a) + dist(c, b)) / 2


def turned(quad: Quad, quarters: int) -> Quad:
    """Return the same quadrilateral starting from its corner number ``quarters`` (modulo 4)."""
    first = quarters % 4
    return (*quad[first:], *quad[:first])  # type: ignore[return-value]


def portrait(quad: Quad) -> Quad:
    """Return ``quad`` starting from a corner that makes it at least as high as wide."""
    width, height = sides(quad)
    return turned(quad, 1) if width > height else quad


def _expanded(quad: Quad, margin: float) -> NDArray[np.float64]:
    """Corners of ``quad`` with ``margin`` added on every side, in the quad's own perspective."""
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    to_picture = cv2.getPerspectiveTransform(unit, np.asarray(quad, np.float32))
    wide = (unit.astype(np.float64) * (1 + 2 * margin) - margin)[None]
    return np.asarray(cv2.perspectiveTransform(wide, to_picture)[0], np.float64)


def _shrunk(
    image: NDArray[np.uint8], corners: NDArray[np.float64], shrink: int
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Cut the part of ``image`` around ``corners`` and shrink it by a whole factor.

    Returns the small cut and the corners in it.
    """
    height, width = image.shape[:2]
    low = np.clip(np.floor(corners.min(0)).astype(int) - shrink, 0, (width - 1, height - 1))
    high = np.clip(np.ceil(corners.max(0)).astype(int) + shrink + 1, low + 1, (width, height))
    size = np.maximum(1, (high - low) // shrink)
    # A multiple of the new size: OpenCV shrinks by whole factors five times faster than by others.
    high = np.maximum(low + 1, np.minimum(high, low + size * shrink))
    cut = image[low[1] : high[1], low[0] : high[0]]
    scale = size / (high - low)
    small = cv2.resize(cut, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), (corners - low) * scale


def rectify(
    image: NDArray[np.uint8],
    quad: Quad,
    size: tuple[int, int] = VIEW_SIZE,
    margin: float = VIEW_MARGIN,
) -> NDArray[np.uint8]:
    """Return ``quad`` of ``image`` (HxWx3, uint8) straightened to ``size`` (width, height).

    The first corner of ``quad`` comes to the top left.  ``margin`` is how much more than the
    quad is shown on every side, as a share of its width and height; beyond the picture's edge
    its border pixels are repeated.
    """
    corners = _expanded(quad, margin)
    width, height = sides(quad)
    shrink = max(1, int(min(width / size[0], height / size[1]) * (1 + 2 * margin)))
    if shrink > 1:
        image, corners = _shrunk(image, corners, shrink)
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), target)
    view = cv2.warpPerspective(image, warp, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8)
