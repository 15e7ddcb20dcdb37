"""The plane the tiles lie in: from corners in pixels to tiles lying flat, one tile width long.

Every tile is the same rectangle, so the picture itself tells how it was taken.  The size of the
tiles falls off with distance (the area of a small patch changes with the third power of the
homography's denominator), which gives the vanishing line; their right angles and their known
proportion give the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from detector._types import BACK, FLOWER, UNREADABLE, Detection

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

#: Height of a tile face divided by its width (26 mm : 20 mm).
ASPECT: Final = 1.3
#: Faces that look the same upside down, and those without a face: their up is not known.
NO_UP: Final = frozenset(
    {f"{n}p" for n in (1, 2, 4, 5, 8, 9, 0)}
    | {f"{n}s" for n in (2, 4, 5, 6, 8, 9, 0)}
    | {"5z", BACK, UNREADABLE, FLOWER}
)
#: Faces whose box may be turned by 90 degrees without the reader seeing it.
NO_AXIS: Final = frozenset({"5z", BACK, UNREADABLE, FLOWER})
#: A box this much wider than high lies on its side, whatever was read; by a sure reading.
_LYING: Final = 0.88
_LYING_SURE: Final = 0.75
_SURE: Final = 0.9
#: Uncertainty of the cube root of a tile's area, and the usual slope of it per tile width.
_ROOT_SIGMA: Final = 0.02
_SLOPE_SIGMA: Final = 0.03


@dataclass(frozen=True, slots=True)
class Plane:
    """A view of the table plane: ``matrix`` (3x3) takes pixels to tile widths."""

    matrix: Array

    def project(self, points: Array) -> Array:
        """Return ``points`` (..., 2) in pixels as points of the plane, in tile widths."""
        return transform(self.matrix, points)

    @property
    def inverse(self) -> Plane:
        """The way back, from tile widths to pixels."""
        return Plane(np.linalg.inv(self.matrix).astype(np.float64))


@dataclass(frozen=True, slots=True)
class Flat:
    """N tiles in the plane, in tile widths.

    ``centre`` (N, 2); ``right`` and ``down`` (N, 2) are unit vectors along the face's own width
    and height; ``size`` (N, 2) is width and height; ``directed`` (N,) is true where the face has
    an up of its own.
    """

    centre: Array
    right: Array
    down: Array
    size: Array
    directed: Flags

    def __len__(self) -> int:
        return len(self.centre)


def transform(matrix: Array, points: Array) -> Array:
    """Apply the homography ``matrix`` (3x3) to ``points`` (..., 2)."""
    mapped = points @ matrix[:, :2].T + matrix[:, 2]
    result: Array = mapped[..., :2] / mapped[..., 2:]
    return result


def quads_of(detections: Sequence[Detection]) -> Array:
    """Return the corners of ``detections`` as an array (N, 4, 2)."""
    return np.array([d.corners for d in detections], dtype=np.float64).reshape(-1, 4, 2)


def lengths(quads: Array) -> Array:
    """Return the longer side (N,) of each of ``quads`` (N, 4, 2)."""
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    return np.asarray(sides.max(axis=1))


def areas(quads: Array) -> Array:
    """Return the areas (N,) of ``quads`` (N, 4, 2)."""
    one, two = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    result: Array = np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2
    return result


def plane_of_tiles(detections: Sequence[Detection]) -> Plane:
    """Return the plane seen by ``detections``, from the tiles alone.

    The plane's axes stay as near to the picture's as the view allows.
    """
    quads = _telling(detections)
    if not len(quads):
        return Plane(np.eye(3))
    matrix = _centring(quads)
    for _ in range(3):
        matrix = _levelling(transform(matrix, quads)) @ matrix
    return Plane(_metric(transform(matrix, quads)) @ matrix)


def _telling(detections: Sequence[Detection]) -> Array:
    """Return the quads (N, 4, 2) that tell the plane: of faces, or of all where there are none.

    A blank may be the top of a standing tile, and backs lie on a wall.
    """
    faces = [d for d in detections if d.tile not in NO_AXIS]
    return quads_of(faces or detections)


def flatten(detections: Sequence[Detection], plane: Plane) -> Flat:
    """Return ``detections`` lying flat in ``plane``.

    A box wider than high is turned by 90 degrees: no tile is, so its up was misread.  A face read
    surely tells more than a loose box: of 5,954 such faces in rendered pictures two lay otherwise.
    """
    quads = plane.project(quads_of(detections))
    across, along = _edges(quads)
    width, height = np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)
    sure = np.array([d.tile not in NO_AXIS and d.confidence >= _SURE for d in detections])
    lying = height < width * np.where(sure.astype(bool), _LYING_SURE, _LYING)
    across, along = (
        np.where(lying[:, None], -along, across),
        np.where(lying[:, None], across, along),
    )
    size = np.stack([np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)], axis=1)
    directed = np.array([d.tile not in NO_UP for d in detections], dtype=bool) & ~lying
    right = _unit(_unit(across) + _turned(_unit(along)))
    return Flat(quads.mean(axis=1), right, -_turned(right), size, directed)


def _turned(vectors: Array) -> Array:
    """Return ``vectors`` turned so that a face's down becomes its right (y points down)."""
    return np.stack([vectors[:, 1], -vectors[:, 0]], axis=1)


def _unit(vectors: Array) -> Array:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    result: Array = vectors / np.maximum(length, 1e-9)
    return result


def _edges(quads: Array) -> tuple[Array, Array]:
    """Return the mean upper and lower edge, and the mean left and right edge, of each quad."""
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    along = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    return across, along


def _centring(quads: Array) -> Array:
    """Return the similarity that puts the tiles around the origin, about one unit wide."""
    scale = 1 / max(float(np.sqrt(np.median(areas(quads)) / ASPECT)), 1e-9)
    x, y = -quads.mean(axis=(0, 1)) * scale
    return np.array([[scale, 0, x], [0, scale, y], [0, 0, 1.0]])


def _levelling(quads: Array) -> Array:
    """Return the homography that makes all ``quads`` equally large."""
    size = areas(quads)
    root = np.cbrt(size / max(float(np.median(size)), 1e-9))
    points = quads.mean(axis=1)
    design = np.column_stack([points, np.ones(len(points))])
    ridge = np.diag([(_ROOT_SIGMA / _SLOPE_SIGMA) ** 2] * 2 + [1e-9])
    weight = np.ones(len(points))
    for _ in range(5):
        left = design.T @ (design * weight[:, None]) + ridge
        fit = np.linalg.solve(left, design.T @ (weight * root))
        weight = 1 / (1 + ((design @ fit - root) / (3 * _ROOT_SIGMA)) ** 2)
    slope = fit[:2] / max(fit[2], 0.2)
    steepest = float(np.max(-(points @ slope), initial=0))
    return np.array([[1, 0, 0], [0, 1, 0], [*(slope * min(1, 0.7 / max(steepest, 1e-9))), 1]])


def _metric(quads: Array) -> Array:
    """Return the affine map after which all ``quads`` are upright rectangles of ``ASPECT``."""
    (ux, uy), (vx, vy) = (edge.T for edge in _edges(quads))
    square = [ux * vx, ux * vy + uy * vx, uy * vy]
    ratio = [
        (vx * vx - ASPECT**2 * ux * ux) / 2,
        vx * vy - ASPECT**2 * ux * uy,
        (vy * vy - ASPECT**2 * uy * uy) / 2,
    ]
    rows = np.concatenate([np.column_stack(square), np.column_stack(ratio)])
    weight = np.ones(len(rows))
    for _ in range(5):
        weighted = rows * weight[:, None]
        vector = np.linalg.eigh(weighted.T @ weighted)[1][:, 0]
        vector = vector / max(abs(vector[0] + vector[2]) / 2, 1e-9) * np.sign(vector[0] + vector[2])
        weight = 1 / (1 + (rows @ vector / 0.2) ** 2)
    root = _root(np.array([[vector[0], vector[1]], [vector[1], vector[2]]]))
    scale = 1 / np.sqrt(np.median(areas(quads @ root.T)) / ASPECT)
    result = np.eye(3)
    result[:2, :2] = root * scale
    return result


def _root(matrix: Array) -> Array:
    """Return the symmetric square root of a metric, or the identity for what is no metric."""
    values, vectors = np.linalg.eigh(matrix)
    if values[0] < 0.02 * values[1]:
        return np.eye(2)
    result: Array = vectors @ np.diag(np.sqrt(values)) @ vectors.T
    return result
