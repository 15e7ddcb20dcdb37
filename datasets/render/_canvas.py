"""The picture being painted, and whose each of its pixels is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from datasets.render._camera import Floats
from datasets.render._labels import Image
from datasets.render._texture import Mips

_SHIFT: Final = 4


class Canvas:
    """The picture being painted and, for each pixel, which block's face owns it.

    ``owner`` holds 0 for no block, 2k + 1 for the sides of block k and 2k + 2 for its face.
    """

    def __init__(self, image: Image) -> None:
        self.image = image
        self.owner = np.zeros(image.shape[:2], np.int32)

    def polygon(self, points: Floats, colour: Sequence[float]) -> None:
        """Fill a convex polygon, (n, 2) px, with soft edges."""
        fixed = np.round(points * (1 << _SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(self.image, fixed, colour, cv2.LINE_AA, _SHIFT)

    def polygons(self, points: Floats, colours: Floats) -> None:
        """Fill convex polygons, (n, k, 2) px, each in its colour, (n, 3)."""
        fixed = np.round(points * (1 << _SHIFT)).astype(np.int32)
        for ring, colour in zip(fixed, colours.tolist(), strict=True):
            cv2.fillConvexPoly(self.image, ring, colour, cv2.LINE_AA, _SHIFT)

    def own(self, points: Floats, number: int) -> None:
        """Mark a convex polygon's pixels as belonging to ``number``."""
        fixed = np.round(points * (1 << _SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(self.owner, fixed, number, cv2.LINE_8, _SHIFT)

    def texture(self, quad: Floats, levels: Mips, shade: float, crop: tuple[float, float]) -> None:
        """Lay a texture, less the shares ``crop`` at its edges, into ``quad``, (4, 2) px."""
        height, width = self.image.shape[:2]
        low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, (width, height))
        if np.any(high - low < 1):
            return
        source = _level(levels, quad)
        h, w = source.shape[:2]
        left, top = crop[0] * w - 0.5, crop[1] * h - 0.5
        right, bottom = w - 1 - left, h - 1 - top
        edge = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        corners = (quad - low).astype(np.float32)
        place = cv2.getPerspectiveTransform(edge.astype(np.float32), corners)
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        laid = cv2.warpPerspective(source, place, size, flags=cv2.INTER_LINEAR)
        below = self.image[low[1] : high[1], low[0] : high[0]]
        gap = cv2.cvtColor(cv2.bitwise_not(laid[:, :, 3]), cv2.COLOR_GRAY2BGR)
        lit = cv2.convertScaleAbs(laid[:, :, :3], alpha=shade)
        below[:] = cv2.add(cv2.multiply(below, gap, scale=1 / 255), lit)


def _level(levels: Mips, quad: Floats) -> Image:
    """The smallest texture that is still sharper than the picture."""
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    need = max(float(sides[0] + sides[2]), float(sides[1] + sides[3])) / 2 * 1.15
    chosen = levels[0]
    for level in levels:
        if max(level.shape[:2]) >= need:
            chosen = level
    return chosen
