"""Training pictures of photographed tiles laid out anew: single tiles, rows, called sets.

A single tile is cut along its box, gets round corners and a side that the camera sees, and is laid
beside others of its photo.  Blank haku, which photos show seldom and grounds show often, make up a
good part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets._clutter import clutter
from datasets.locator._compose import LabelledPhoto, Matrix, Rng, angle, background, paste, shadow
from datasets.locator._labels import Image, Quads, label_path, read_labels, read_picture

#: Class of haku in the label files.
HAKU: Final = 31
#: Part of the tiles laid that are haku.
HAKU_SHARE: Final = 0.35
#: Height of a tile cut out, in pixels; tiles in a picture are so many pixels long.
CUT_HEIGHT: Final = 112
TILE_RANGE: Final = (12, 150)
#: Part of the pictures whose tiles lie on clutter, and part that hold some beside them.
COVERED: Final = 0.3
CLUTTERED: Final = 0.25


@dataclass(frozen=True)
class Tiles:
    """Tiles of one photo: ``pictures`` of equal size, ``haku`` says which are haku."""

    pictures: list[Image]
    haku: NDArray[np.bool_]


def cut_tiles(photo: LabelledPhoto, rng: Rng) -> Tiles:
    """The tiles of a photo, cut close along their boxes, in a believable aspect."""
    image = read_picture(photo.path)
    height, width = image.shape[:2]
    classes = read_labels(label_path(photo.path), width, height).classes
    size = (int(CUT_HEIGHT * rng.uniform(0.68, 0.82)), CUT_HEIGHT)
    inset = rng.uniform(0.0, 0.03)
    parts = []
    for left, top, right, bottom in photo.boxes:
        dx, dy = inset * (right - left), inset * (bottom - top)
        rows = slice(max(0, round(top + dy)), max(1, round(bottom - dy)))
        part = image[rows, max(0, round(left + dx)) : max(1, round(right - dx))]
        method = cv2.INTER_AREA if len(part) > CUT_HEIGHT else cv2.INTER_CUBIC
        parts.append(np.asarray(cv2.resize(part, size, interpolation=method), np.uint8))
    return Tiles(parts, classes == HAKU)


def _arranged(count: int, shape: tuple[int, int], rng: Rng) -> tuple[list[Quads], Quads]:
    """Corners of ``count`` tiles of ``shape`` (height, width) in a row, and the row's middle."""
    height, width = shape
    gap = rng.uniform(0, 0.03) if rng.random() < 0.6 else rng.uniform(0.03, 0.6)
    loose = 0.3 if gap < 0.03 else 4.0
    quads, x = [], 0.0
    for _ in range(count):
        aside = rng.random() < 0.15
        step = height if aside else width
        turn = (90 if aside else 0) + 180 * (rng.random() < 0.2) + rng.normal(0, loose)
        middle = (x + step / 2, (height - width) / 2 * aside + rng.normal(0, loose / 60) * height)
        box = cv2.boxPoints((middle, (width, height), 0.0))[[1, 2, 3, 0]]
        matrix = cv2.getRotationMatrix2D(middle, turn, 1.0)
        quads.append(np.asarray(cv2.transform(box[None].astype(np.float64), matrix)[0]))
        x += step + gap * width
    return quads, np.mean(quads, axis=(0, 1))


def _view(middle: Quads, long: float, rng: Rng, size: int) -> Matrix:
    """A homography that lays a row, whose tiles are ``CUT_HEIGHT`` long, on the picture."""
    turn = cv2.getRotationMatrix2D((middle[0], middle[1]), angle(rng), long / CUT_HEIGHT)
    flat = np.vstack([np.asarray(turn, np.float64), [0, 0, 1]])
    flat[:2, 2] += rng.uniform(0.2, 0.8, 2) * size - middle
    squeeze = np.eye(3)
    squeeze[1, 1] = rng.uniform(0.62, 1.0)
    lean = np.eye(3)
    lean[2, :2] = rng.normal(0, 0.12, 2) / size
    away = np.eye(3)
    away[:2, 2] = size / 2
    return np.asarray(away @ lean @ squeeze @ np.linalg.inv(away) @ flat, np.float64)


def _side(canvas: Image, quad: Quads, drop: Quads, colours: Sequence[NDArray[np.float64]]) -> None:
    """Draw the tile's body below its face: its back half first, then its front half."""
    for share, colour in zip((1.0, 0.55), colours, strict=True):
        hull = cv2.convexHull(np.concatenate([quad, quad + drop * share]).astype(np.float32))
        fill = tuple(float(value) for value in colour)
        cv2.fillConvexPoly(canvas, hull.round().astype(np.int32), fill, cv2.LINE_AA)


def _rounded(shape: tuple[int, int], radius: int) -> NDArray[np.uint8]:
    """A mask (H, W) of 255 with round corners."""
    mask = np.zeros(shape, np.uint8)
    height, width = shape
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


def _row(canvas: Image, photo: LabelledPhoto, rng: Rng, free: NDArray[np.bool_]) -> list[Quads]:
    """Lay a row of a photo's tiles if it is ``free`` there; return their corners on the canvas."""
    tiles = cut_tiles(photo, rng)
    count = int(rng.choice([1, 2, 3, 4, 8, 14], p=[0.25, 0.15, 0.2, 0.1, 0.15, 0.15]))
    shape = tiles.pictures[0].shape[:2]
    corners, middle = _arranged(count, shape, rng)
    matrix = _view(middle, float(np.exp(rng.uniform(*np.log(TILE_RANGE)))), rng, len(canvas))
    quads = [np.asarray(cv2.perspectiveTransform(q[None], matrix)[0]) for q in corners]
    taken = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillPoly(taken, [cv2.convexHull(np.concatenate(quads).astype(np.int32))], 1)
    if (taken.astype(bool) & ~free).any():
        return []
    shadow(canvas, taken > 0, rng)
    _lay_all(canvas, tiles, quads, rng)
    free[:] = free & (cv2.dilate(taken, np.ones((9, 9))) == 0)
    return quads


def _lay_all(canvas: Image, tiles: Tiles, quads: Sequence[Quads], rng: Rng) -> None:
    chosen = [_choice(tiles.haku, rng) for _ in quads]
    height, width = tiles.pictures[0].shape[:2]
    mask = _rounded((height, width), int(width * rng.uniform(0.03, 0.14)))
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    body = np.median(tiles.pictures[chosen[0]].reshape(-1, 3), axis=0) * rng.uniform(0.6, 1.0)
    back = rng.uniform(10, 250, 3) if rng.random() < 0.6 else np.array([40, 170, 225.0])
    length = float(np.linalg.norm(quads[0][0] - quads[0][3]))
    drop = rng.uniform(0, 0.35) * length * _direction(rng)
    for quad in quads:
        _side(canvas, quad, drop, (back * rng.uniform(0.6, 1.0), body))
    for index, quad in zip(chosen, quads, strict=True):
        matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
        paste(canvas, tiles.pictures[index], np.asarray(matrix, np.float64), mask)


def _direction(rng: Rng) -> Quads:
    turn = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(turn), np.sin(turn)])


def _choice(haku: NDArray[np.bool_], rng: Rng) -> int:
    """The index of a tile: now and then of a haku, where there is one."""
    wanted = np.flatnonzero(haku)
    if len(wanted) and rng.random() < HAKU_SHARE:
        return int(rng.choice(wanted))
    return int(rng.integers(len(haku)))


def lay(
    photos: Sequence[LabelledPhoto], backgrounds: list[Image], rng: Rng, size: int
) -> tuple[Image, list[Quads]]:
    """Make one training picture (size x size BGR) of rows laid anew, and its tile quads."""
    covered = rng.random() < COVERED
    canvas = background(size, rng, [clutter(rng).image] if covered else backgrounds)
    free = np.ones((size, size), bool)
    if rng.random() < CLUTTERED:
        thing = clutter(rng).image
        scale = float(np.exp(rng.uniform(-0.7, 0.7)))
        matrix = np.array([[scale, 0, rng.uniform(0, 0.5) * size], [0, scale, 0], [0, 0, 1.0]])
        paste(canvas, thing, matrix)
    quads: list[Quads] = []
    for _ in range(int(rng.integers(7))):
        quads += _row(canvas, photos[int(rng.integers(len(photos)))], rng, free)
    return canvas, quads
