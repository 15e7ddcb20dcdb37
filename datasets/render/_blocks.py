"""Boxes with rounded edges in space: tiles and most other things on a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

import cv2
import numpy as np

from datasets.render._camera import Camera, Floats
from datasets.render._labels import Image
from datasets.render._look import Colour, Look
from datasets.render._texture import Mips

_SHIFT: Final = 4
_ROUND: Final = np.array(
    [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1) if x + y + z], dtype=float
)
_ROUND_DIRECTIONS: Final = _ROUND / np.linalg.norm(_ROUND, axis=1, keepdims=True)
_CORNERS: Final = np.array(
    [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float
)


@dataclass(frozen=True, slots=True)
class Block:
    """A box: ``centre`` (3,) mm, ``axes`` (3, 3) rows right, up and front of its own, ``half``
    sizes along them; ``front`` and ``rear`` textures; the sides are ``body`` in front and
    ``back`` for the last ``back_share`` of the thickness.  ``tile`` is the scene's tile index."""

    centre: Floats
    axes: Floats
    half: Floats
    edge: float
    front: Mips
    rear: Mips
    body: Colour
    back: Colour
    back_share: float
    tile: int = -1
    face: str = ""

    @property
    def foot(self) -> float:
        """Height of the lowest point, mm."""
        return float(self.centre[2] - np.abs(self.axes[:, 2]) @ self.half)


def frame(angle: float, pose: str) -> Floats:
    """Axes (right, up, front) of a tile lying with its face's up at ``angle`` in ``pose``."""
    a = radians(angle)
    right, ahead = np.array([cos(a), sin(a), 0.0]), np.array([sin(a), -cos(a), 0.0])
    above = np.array([0.0, 0.0, 1.0])
    if pose == "up":
        return np.stack([right, ahead, above])
    if pose == "down":
        return np.stack([-right, ahead, -above])
    return np.stack([right, above, -ahead])


def face_quad(block: Block, side: int) -> Floats:
    """Corners, (4, 3) mm, of the front (``side`` 1) or rear (-1), clockwise as one looks at it."""
    right, up, front = block.axes * block.half[:, None]
    right, middle = right * side, block.centre + front * side
    return np.stack(
        [middle - right + up, middle + right + up, middle + right - up, middle - right - up]
    )


def outline(block: Block) -> Floats:
    """Points, (56, 3) mm, whose hull is the rounded box."""
    edge = min(block.edge, float(block.half.min()) * 0.9)
    inner = _CORNERS * (block.half - edge)
    ball = _CORNERS[:, None, :] * _ROUND_DIRECTIONS[None] * edge
    return np.asarray(block.centre + (inner[:, None, :] + ball).reshape(-1, 3) @ block.axes)


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

    def own(self, points: Floats, number: int) -> None:
        """Mark a convex polygon's pixels as belonging to ``number``."""
        fixed = np.round(points * (1 << _SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(self.owner, fixed, number, cv2.LINE_8, _SHIFT)

    def texture(self, quad: Floats, levels: Mips, shade: float) -> None:
        """Lay a texture into ``quad``, (4, 2) px, lit by ``shade``."""
        height, width = self.image.shape[:2]
        low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, (width, height))
        if np.any(high - low < 1):
            return
        source = _level(levels, quad)
        h, w = source.shape[:2]
        edge = np.array([(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5), (-0.5, h - 0.5)])
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


def sun_direction(look: Look) -> Floats:
    """Unit vector, (3,), towards the light."""
    a, h = radians(look.sun), radians(look.sun_height)
    return np.array([cos(h) * cos(a), cos(h) * sin(a), sin(h)])


def shade(normal: Floats, look: Look) -> float:
    """Brightness of a surface with ``normal`` relative to one lying face up."""
    sun = sun_direction(look)
    lit = look.ambient + (1 - look.ambient) * max(0.0, float(normal @ sun))
    flat = look.ambient + (1 - look.ambient) * float(sun[2])
    skylight = 1.0 - 0.16 * (1.0 - float(normal[2]))
    return lit / flat * skylight


def _tint(colour: Colour, light: float) -> tuple[float, float, float]:
    b, g, r = (min(255.0, channel * light) for channel in colour)
    return (b, g, r)


def _side_quads(block: Block, axis: int, sign: int) -> list[tuple[Floats, Colour]]:
    """The coloured strips of one side: body in front, back behind."""
    other = 1 - axis
    inset = min(block.edge, float(block.half.min()) * 0.5) * 0.55
    middle = block.centre + sign * block.half[axis] * block.axes[axis]
    along = (block.half[other] - inset) * block.axes[other]
    depth = block.half[2] - inset
    split = block.half[2] * (2 * block.back_share - 1)
    strips = [(max(split, -depth), depth, block.body)]
    if block.back_share > 0:
        strips.append((-depth, min(split, depth), block.back))
    front = block.axes[2]
    return [
        (np.stack([middle - along + lo * front, middle + along + lo * front,
                   middle + along + hi * front, middle - along + hi * front]), colour)
        for lo, hi, colour in strips if hi > lo
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Painter:
    """Paints blocks as ``camera`` sees them under ``look``."""

    canvas: Canvas
    camera: Camera
    look: Look

    def paint(self, block: Block, number: int, worn: float = 1.0) -> None:
        """Paint ``block`` over what is there; ``worn`` is its own brightness."""
        eye = self.camera.position
        points = self.camera.project(outline(block))
        if np.isnan(points).any() or not self._near(points):
            return
        self._silhouette(block, points, number, worn)
        for axis in (0, 1):
            for sign in (1, -1):
                normal = block.axes[axis] * sign
                if (eye - block.centre) @ normal > block.half[axis]:
                    self._side(block, axis, sign, worn)
        for side, texture in ((1, block.front), (-1, block.rear)):
            normal = block.axes[2] * side
            if (eye - block.centre) @ normal > block.half[2]:
                quad = self.camera.project(face_quad(block, side))
                self.canvas.texture(quad, texture, shade(normal, self.look) * worn)
                self.canvas.own(quad, 2 * number + 2)

    def _near(self, points: Floats) -> bool:
        """Whether the points' box touches the picture and is no bigger than a few pictures."""
        size = np.array([self.camera.width, self.camera.height])
        low, high = points.min(axis=0), points.max(axis=0)
        return bool(np.all(high >= 0) and np.all(low <= size) and np.all(high - low < 8 * size))

    def _silhouette(self, block: Block, points: Floats, number: int, worn: float) -> None:
        hull = np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)
        near = block.front if block.axes[2] @ (self.camera.position - block.centre) > 0 else ()
        colour = block.body if near else block.back
        mid = hull.mean(axis=0)
        span = float(np.ptp(hull, axis=0).min())
        self.canvas.polygon(hull, _tint(colour, (1 - self.look.rim) * 0.85 * worn))
        inner = mid + (hull - mid) * (1 - min(0.12, 2.0 / max(span, 1.0)))
        self.canvas.polygon(inner, _tint(colour, 0.93 * worn))
        self.canvas.own(hull, 2 * number + 1)

    def _side(self, block: Block, axis: int, sign: int, worn: float) -> None:
        light = shade(block.axes[axis] * sign, self.look) * worn
        for corners, colour in _side_quads(block, axis, sign):
            self.canvas.polygon(self.camera.project(corners), _tint(colour, light))
