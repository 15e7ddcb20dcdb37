"""Boxes with rounded edges in space: tiles and most other things on a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.render._camera import Camera, Floats
from datasets.render._canvas import Canvas
from datasets.render._light import gleam, shade, shades
from datasets.render._look import Colour, Look
from datasets.render._texture import Mips

#: Half thickness in mm up to which a thing is drawn as a sheet without sides.
FLAT: Final = 1.3
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
    def rounding(self) -> float:
        """Radius of the edges, mm, never more than the thickness allows."""
        return min(self.edge, float(self.half.min()) * 0.9)

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
    return np.asarray(block.centre + _hull(*block.half.tolist(), block.rounding) @ block.axes)


@lru_cache(maxsize=256)
def _hull(width: float, height: float, depth: float, edge: float) -> Floats:
    inner = _CORNERS * (np.array([width, height, depth]) - edge)
    ball = _CORNERS[:, None, :] * _ROUND_DIRECTIONS[None] * edge
    return np.asarray((inner[:, None, :] + ball).reshape(-1, 3))


@dataclass(frozen=True, slots=True)
class Facets:
    """The sides and rounded edges of a box in its own frame: quads ``corners`` (n, 4, 3), their
    ``normals`` (n, 3), and ``is_back`` (n,), true for those in the colour of the back."""

    corners: Floats
    normals: Floats
    is_back: NDArray[np.bool_]


@lru_cache(maxsize=256)
def facets(
    width: float, height: float, depth: float, edge: float, back_share: float, strips: int
) -> Facets:
    """Cut a rounded box (half sizes) into quads; ``strips`` of them go round each edge."""
    half = np.array([width, height, depth])
    quads: list[tuple[Floats, Floats, bool]] = []
    layers = _layers_of(depth, edge, back_share)
    for sign in (1.0, -1.0):
        for axis in (0, 1):
            quads += [_side(half, edge, axis, sign, layer) for layer in layers]
            for other in (1.0, -1.0):
                ends, long = (other > 0 or back_share == 0), 1 - axis
                span = (-(half[long] - edge), half[long] - edge)
                quads += _arc(half, edge, (axis, 2, long), (sign, other), span, not ends, strips)
        for other in (1.0, -1.0):
            for low, high, back in layers:
                quads += _arc(half, edge, (0, 1, 2), (sign, other), (low, high), back, strips)
    corners, normals, backs = zip(*quads, strict=True)
    return Facets(np.stack(corners), np.stack(normals), np.array(backs))


def _layers_of(depth: float, edge: float, back_share: float) -> list[tuple[float, float, bool]]:
    """Stretches along the thickness, from rear to front, and whether each is of the back."""
    low, high = -(depth - edge), depth - edge
    split = float(np.clip(depth * (2 * back_share - 1), low, high))
    cuts = [
        (low, split, True),
        (split, (split + high) / 2, False),
        ((split + high) / 2, high, False),
    ]
    return [cut for cut in cuts if cut[1] - cut[0] > 1e-6]


def _side(
    half: Floats, edge: float, axis: int, sign: float, layer: tuple[float, float, bool]
) -> tuple[Floats, Floats, bool]:
    low, high, back = layer
    reach = half[1 - axis] - edge
    corners, normal = np.zeros((4, 3)), np.zeros(3)
    corners[:, axis] = sign * half[axis]
    corners[:, 1 - axis] = (-reach, reach, reach, -reach)
    corners[:, 2] = (low, low, high, high)
    normal[axis] = sign
    return corners, normal, back


def _arc(
    half: Floats,
    edge: float,
    axes: tuple[int, int, int],
    signs: tuple[float, float],
    span: tuple[float, float],
    back: bool,
    strips: int,
) -> list[tuple[Floats, Floats, bool]]:
    """The quads round the edge that turns from ``axes[0]`` to ``axes[1]`` along ``axes[2]``."""
    first, second, along = axes
    found = []
    for k in range(strips):
        turns = np.array([k, k + 1, k + 1, k]) * (np.pi / 2 / strips)
        corners, normal = np.zeros((4, 3)), np.zeros(3)
        corners[:, first] = signs[0] * (half[first] - edge + edge * np.cos(turns))
        corners[:, second] = signs[1] * (half[second] - edge + edge * np.sin(turns))
        corners[:, along] = (span[0], span[0], span[1], span[1])
        middle = (k + 0.5) * np.pi / 2 / strips
        normal[first], normal[second] = signs[0] * np.cos(middle), signs[1] * np.sin(middle)
        found.append((corners, normal, back))
    return found


def _tint(colour: Colour, light: float) -> tuple[float, float, float]:
    b, g, r = (min(255.0, channel * light) for channel in colour)
    return (b, g, r)


@dataclass(frozen=True, slots=True)
class Painter:
    """Paints blocks as ``camera`` sees them under ``look``."""

    canvas: Canvas
    camera: Camera
    look: Look

    def paint(self, block: Block, number: int, worn: float = 1.0) -> None:
        """Paint ``block`` over what is there; ``worn`` is its own brightness."""
        points = self.camera.project(outline(block))
        if np.isnan(points).any() or not self._near(points):
            return
        if block.half[2] > FLAT:
            self._solid(block, points, number, worn)
        for side, texture in ((1, block.front), (-1, block.rear)):
            normal = block.axes[2] * side
            if (self.camera.position - block.centre) @ normal > block.half[2]:
                self._face(block, side, texture, shade(normal, self.look) * worn)
                self.canvas.own(self.camera.project(face_quad(block, side)), 2 * number + 2)

    def _near(self, points: Floats) -> bool:
        """Whether the points' box touches the picture and is no bigger than a few pictures."""
        size = np.array([self.camera.width, self.camera.height])
        low, high = points.min(axis=0), points.max(axis=0)
        return bool(np.all(high >= 0) and np.all(low <= size) and np.all(high - low < 8 * size))

    def _face(self, block: Block, side: int, texture: Mips, light: float) -> None:
        edge = block.rounding if block.half[2] > FLAT else 0.0
        inner = replace(block, half=block.half - (edge, edge, 0.0))
        quad = self.camera.project(face_quad(inner, side))
        crop = (edge / block.half[0] / 2, edge / block.half[1] / 2)
        self.canvas.texture(quad, texture, light, crop)

    def _solid(self, block: Block, points: Floats, number: int, worn: float) -> None:
        """Paint the outline in the colour of the corners, then sides and rounded edges."""
        hull = np.asarray(cv2.convexHull(points.astype(np.float32))[:, 0], np.float64)
        front_seen = block.axes[2] @ (self.camera.position - block.centre) > 0
        colour = block.body if front_seen else block.back
        mid, span = hull.mean(axis=0), float(np.ptp(hull, axis=0).min())
        self.canvas.polygon(hull, _tint(colour, (1 - self.look.rim) * 0.9 * worn))
        inner = mid + (hull - mid) * (1 - min(0.06, 1.2 / max(span, 1.0)))
        self.canvas.polygon(inner, _tint(colour, 0.93 * worn))
        self.canvas.own(hull, 2 * number + 1)
        self._sides(block, 1 if span < 36 else 2 if span < 72 else 3, worn)

    def _sides(self, block: Block, strips: int, worn: float) -> None:
        shape = facets(*block.half.tolist(), block.rounding, round(block.back_share, 3), strips)
        corners = block.centre + shape.corners @ block.axes
        normals = shape.normals @ block.axes
        middles = corners.mean(axis=1)
        view = self.camera.position - middles
        seen = np.flatnonzero(np.einsum("ij,ij->i", view, normals) > 0)
        light = shades(normals[seen], self.look) * worn
        light *= 1 - 0.2 * np.exp(-(middles[seen, 2] - block.foot) / 5)
        paints = np.where(shape.is_back[seen, None], block.back, block.body) * light[:, None]
        paints += self.look.gloss * gleam(normals[seen], view[seen], self.look)[:, None]
        self.canvas.polygons(self.camera.project(corners[seen]), np.minimum(paints, 255))
