"""Training pictures made of real photos: labelled regions cut out, turned, and laid elsewhere.

The photos have axis-aligned boxes and unlabelled tiles around the labelled ones.  A region that
holds only labelled, upright tiles is cut out, restored to a believable aspect, and pasted by a
random homography on a background; its boxes go through the same homography and become true
oriented boxes at any angle.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets._clutter import clutter
from datasets.locator._labels import (
    PICTURE_SUFFIXES,
    Image,
    Quads,
    label_path,
    pictures,
    read_labels,
    read_picture,
)

Rng = np.random.Generator
Matrix = NDArray[np.float64]

#: Photos whose boxes overlap more than this hold tilted tiles: their boxes are not the tiles.
MAX_OVERLAP = 0.08
#: Margin in tiles around labelled tiles that others may lie beside.
NARROW = 0.22
#: Photos with unlabelled tiles below the labelled ones, where others show only table and floor.
TILES_BELOW = ("train_149", "train_176", "train_182")
#: Part of the pictures that hold clutter.
CLUTTERED = 0.4
#: A tile cut by the picture's edge counts as a tile while this much of it is seen.
MIN_VISIBLE = 0.45


@dataclass(frozen=True)
class LabelledPhoto:
    """A photo on disk with the axis-aligned boxes (N, 4: left, top, right, bottom) of upright
    tiles in pixels; ``complete`` when no other tile is in the photo."""

    path: Path
    boxes: NDArray[np.float64]
    complete: bool


def _max_overlap(boxes: NDArray[np.float64]) -> float:
    top_left = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    bottom_right = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    inter = np.prod(np.clip(bottom_right - top_left, 0, None), axis=2)
    area = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    share = inter / np.minimum(area[:, None], area[None, :])
    np.fill_diagonal(share, 0)
    return float(np.median(share.max(axis=1)))


def load_upright(folder: Path, prefix: str, complete: bool) -> list[LabelledPhoto]:
    """The photos of a folder (names starting with ``prefix``) whose tiles are upright."""
    photos = []
    for path in pictures(folder):
        if not path.name.startswith(prefix):
            continue
        height, width = read_picture(path).shape[:2]
        quads = read_labels(label_path(path), width, height).quads
        boxes = np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)
        if len(boxes) and (len(boxes) == 1 or _max_overlap(boxes) < MAX_OVERLAP):
            photos.append(LabelledPhoto(path, boxes, complete))
    return photos


def _window(boxes: NDArray[np.float64], rng: Rng) -> NDArray[np.bool_]:
    """A random run of neighbouring tiles: all of them half of the time."""
    if len(boxes) < 3 or rng.random() < 0.5:
        return np.ones(len(boxes), bool)
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    anchor = centres[rng.integers(len(boxes))]
    size = np.median(boxes[:, 2:] - boxes[:, :2], axis=0)
    reach = size * rng.uniform(0.6, 5, 2)
    chosen: NDArray[np.bool_] = (np.abs(centres - anchor) <= reach).all(axis=1)
    return chosen


def _bounds(photo: LabelledPhoto, rng: Rng) -> NDArray[np.float64]:
    """Two corners around a run of tiles with a random margin, small where others may lie."""
    chosen = photo.boxes[_window(photo.boxes, rng)]
    low, high = chosen[:, :2].min(axis=0), chosen[:, 2:].max(axis=0)
    size = np.median(photo.boxes[:, 2:] - photo.boxes[:, :2], axis=0)
    wide = 2.5 if photo.complete and rng.random() < 0.5 else NARROW
    margin = size * rng.uniform(0.0, wide, (2, 2))
    if not photo.complete and rng.random() < 0.4:
        margin[1, 1] = max(0.0, photo.boxes[:, 3].max() - high[1]) + size[1] * rng.uniform(0, 3)
    return np.stack([low - margin[0], high + margin[1]])


def cut(photo: LabelledPhoto, rng: Rng) -> tuple[Image, Quads]:
    """Cut a region of labelled tiles out of a photo; tile proportions become believable."""
    image = read_picture(photo.path)
    height, width = image.shape[:2]
    low, high = np.clip(_bounds(photo, rng), 0, [width - 1, height - 1]).round().astype(int)
    part = image[low[1] : high[1] + 1, low[0] : high[0] + 1]
    size = np.median(photo.boxes[:, 2:] - photo.boxes[:, :2], axis=0)
    stretch = rng.uniform(0.62, 0.95) * size[1] / size[0]
    scale = np.array([stretch, 1.0]) / max(1.0, stretch)
    shape = np.maximum(8, part.shape[1::-1] * scale).astype(int)
    boxes = (photo.boxes - np.tile(low, 2)) * np.tile(shape / part.shape[1::-1], 2)
    resized = cv2.resize(part, (int(shape[0]), int(shape[1])), interpolation=cv2.INTER_AREA)
    return np.asarray(resized, np.uint8), _corners(boxes)


def _corners(boxes: NDArray[np.float64]) -> Quads:
    return np.stack([boxes[:, [0, 1]], boxes[:, [2, 1]], boxes[:, [2, 3]], boxes[:, [0, 3]]], 1)


def visible_part(quad: Quads, width: int, height: int) -> Quads | None:
    """The oriented box of what the picture shows of a tile, ``None`` when that is too little."""
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    area, part = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    whole = abs(cv2.contourArea(quad.astype(np.float32)))
    if part is None or whole <= 0 or area < MIN_VISIBLE * whole:
        return None
    if area > 0.999 * whole:
        return quad
    return np.asarray(cv2.boxPoints(cv2.minAreaRect(part)), np.float64)


def angle(rng: Rng) -> float:
    """How a row lies in the picture, in degrees: mostly nearly straight."""
    if rng.random() < 0.6:
        return float(rng.integers(4) * 90 + rng.normal(0, 6))
    return float(rng.uniform(0, 360))


def _placement(shape: tuple[int, int], scale: float, rng: Rng, size: int) -> Matrix:
    """A homography that turns, scales and tilts a part of ``shape`` (h, w) to a random place."""
    height, width = shape
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle(rng), scale)
    target = cv2.transform(square[None], turn)[0]
    tilt = rng.uniform(-0.06, 0.06, (4, 2)) * min(height, width) * scale
    target += tilt - target.mean(axis=0) + rng.uniform(0.15, 0.85, 2) * size
    matrix = cv2.getPerspectiveTransform(square.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, np.float64)


def paste(
    canvas: Image, part: Image, matrix: Matrix, shape: NDArray[np.uint8] | None = None
) -> NDArray[np.bool_]:
    """Lay ``part``, or what of it is 255 in ``shape``, on ``canvas`` with softened edges.

    Returns where it covers the canvas.
    """
    size = canvas.shape[1], canvas.shape[0]
    small = abs(np.linalg.det(matrix[:2, :2])) ** 0.5 < 0.6
    flags = cv2.INTER_AREA if small else cv2.INTER_LINEAR
    warped = cv2.warpPerspective(part, matrix, size, flags=flags, borderMode=cv2.BORDER_REFLECT)
    whole = np.full(part.shape[:2], 255, np.uint8)
    mask = cv2.warpPerspective(whole if shape is None else shape, matrix, size)
    alpha = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None] / 255.0
    canvas[:] = (canvas * (1 - alpha) + warped * alpha).astype(np.uint8)
    return np.asarray(mask > 127)


def shadow(canvas: Image, mask: NDArray[np.bool_], rng: Rng) -> None:
    """Darken the ground beside a part that is about to be laid there."""
    shift = np.array([[1, 0, rng.normal(0, 5)], [0, 1, rng.normal(0, 5)]])
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), rng.uniform(1.5, 6))
    soft = cv2.warpAffine(soft, shift, (canvas.shape[1], canvas.shape[0]))
    canvas[:] = (canvas * (1 - rng.uniform(0, 0.5) * soft[..., None])).astype(np.uint8)


def load_backgrounds(folder: Path, without: tuple[str, ...] = ()) -> list[Image]:
    """Background pictures of a folder, but none whose name starts with one of ``without``."""
    paths = (path for path in sorted(folder.iterdir()) if path.suffix in PICTURE_SUFFIXES)
    chosen = (path for path in paths if not path.name.startswith(without or ("/",)))
    return [read_picture(path) for path in chosen]


def below_rows(photos: list[LabelledPhoto]) -> list[Image]:
    """What the photos show below their labelled tiles: racks, table edges, floors, laps."""
    grounds = []
    for photo in photos:
        image = read_picture(photo.path)
        height = np.median(photo.boxes[:, 3] - photo.boxes[:, 1])
        below = image[int(photo.boxes[:, 3].max() + 0.4 * height) :]
        if below.shape[0] >= 160 and photo.path.stem not in TILES_BELOW:
            grounds.append(below)
    return grounds


def _noise_ground(size: int, rng: Rng) -> Image:
    colour = rng.uniform(0, 255, 3)
    grain = np.zeros((size, size, 1))
    for side in (4, 16, 64, size):
        cells = rng.normal(0, rng.uniform(2, 14), (side, side))
        grain += np.asarray(cv2.resize(cells, (size, size)))[..., None]
    return np.asarray(np.clip(colour + grain, 0, 255), np.uint8)


def background(size: int, rng: Rng, photos: list[Image]) -> Image:
    """A ground for a training picture: a stretch of a photo, or a noisy colour."""
    if rng.random() < 0.25 or not photos:
        return _noise_ground(size, rng)
    photo = photos[rng.integers(len(photos))]
    side = int(min(photo.shape[:2]) * rng.uniform(0.3, 1))
    x = int(rng.integers(photo.shape[1] - side + 1))
    y = int(rng.integers(photo.shape[0] - side + 1))
    ground = np.asarray(cv2.resize(photo[y : y + side, x : x + side], (size, size)), np.uint8)
    if rng.random() < 0.5:
        ground = (ground[..., rng.permutation(3)] * rng.uniform(0.5, 1.0)).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(ground, int(rng.integers(4))), np.uint8)


def _scale(quads: Quads, rng: Rng, size: int) -> float:
    """How much to scale a part so that its tiles get a random height."""
    tile = float(np.median(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)))
    return float(np.exp(rng.uniform(np.log(0.05), np.log(0.35)))) * size / tile


def strew(canvas: Image, rng: Rng, count: int) -> list[Quads]:
    """Lay ``count`` things that are no tiles on ``canvas``; return where their parts lie."""
    quads: list[Quads] = []
    for _ in range(count):
        thing = clutter(rng)
        scale = float(np.exp(rng.uniform(np.log(0.3), np.log(1.6))))
        matrix = _placement(thing.image.shape[:2], scale, rng, len(canvas))
        paste(canvas, thing.image, matrix)
        parts = _corners(np.array(thing.boxes, np.float64).reshape(-1, 4))
        quads += [cv2.perspectiveTransform(part[None], matrix)[0] for part in parts]
    return quads


def compose(
    photos: list[LabelledPhoto], backgrounds: list[Image], rng: Rng, size: int
) -> tuple[Image, list[Quads]]:
    """Make one training picture (size x size BGR) of up to six cut-outs and its tile quads."""
    canvas = background(size, rng, backgrounds)
    strew(canvas, rng, int(rng.integers(1, 4)) if rng.random() < CLUTTERED else 0)
    taken = np.zeros((size, size), bool)
    quads: list[Quads] = []
    for _ in range(rng.choice([0, 1, 2, 4, 6], p=[0.03, 0.22, 0.25, 0.25, 0.25])):
        part, part_quads = cut(photos[rng.integers(len(photos))], rng)
        matrix = _placement(part.shape[:2], _scale(part_quads, rng, size), rng, size)
        shape = np.full(part.shape[:2], 255, np.uint8)
        mask = cv2.warpPerspective(shape, matrix, (size, size)) > 127
        if (mask & taken).any():
            continue
        shadow(canvas, mask, rng)
        taken |= cv2.dilate(paste(canvas, part, matrix).astype(np.uint8), np.ones((5, 5))) > 0
        quads += _inside(part_quads, part.shape[:2], matrix)
    return canvas, quads


def _inside(quads: Quads, shape: tuple[int, int], matrix: Matrix) -> list[Quads]:
    """The quads of what the cut-out holds, on the canvas."""
    parts = [visible_part(quad, shape[1], shape[0]) for quad in quads]
    return [cv2.perspectiveTransform(part[None], matrix)[0] for part in parts if part is not None]
