"""Crops from labelled photos: tiles as photographed, and what lies between and around them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets.reader._store import NOT_A_TILE, Crop, canvas
from detector._crops import portrait
from detector._types import FACES, Quad

Picture = NDArray[np.uint8]
Boxes = NDArray[np.float64]


def read_picture(path: Path) -> Picture:
    """Read a BGR picture; raises ``FileNotFoundError`` when it is not one."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise FileNotFoundError(f"{path} is not a picture that OpenCV reads")
    return np.asarray(image, np.uint8)


def box_quad(x: float, y: float, width: float, height: float) -> Quad:
    """Return the corners of an axis-aligned box given by centre and size."""
    left, right, top, bottom = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def read_boxes(path: Path, image: Picture) -> Boxes:
    """Read YOLO boxes as rows of class, x, y, width, height in pixels."""
    if not path.read_text().strip():
        return np.zeros((0, 5))
    rows = np.loadtxt(path, ndmin=2)
    height, width = image.shape[:2]
    return np.asarray(rows * (1, width, height, width, height), np.float64)


def read_oriented(path: Path, image: Picture) -> list[tuple[int, Quad]]:
    """Read YOLO oriented boxes as class and corners in pixels."""
    height, width = image.shape[:2]
    quads = []
    for line in path.read_text().splitlines():
        label, *numbers = line.split()
        points = np.array(numbers, np.float64).reshape(4, 2) * (width, height)
        quads.append((int(label), tuple((float(x), float(y)) for x, y in points)))
    return quads  # type: ignore[return-value]


def _overlap(box: Boxes, boxes: Boxes) -> NDArray[np.float64]:
    """Share of ``box`` (x, y, w, h) covered by each of ``boxes``."""
    low = np.maximum(box[:2] - box[2:] / 2, boxes[:, :2] - boxes[:, 2:] / 2)
    high = np.minimum(box[:2] + box[2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2)
    return np.asarray(np.clip(high - low, 0, None).prod(1) / box[2:].prod(), np.float64)


def _between(rng: np.random.Generator, boxes: Boxes) -> Boxes:
    """A box beside a labelled tile that covers at most half of any one tile."""
    base = boxes[rng.integers(len(boxes)), 1:].copy()
    angle = rng.uniform(0, 2 * np.pi)
    base[:2] += base[2:] * np.array((np.cos(angle), np.sin(angle))) * rng.uniform(0.5, 1.1)
    base[2:] *= rng.uniform(0.7, 1.2, 2)
    return np.asarray(base, np.float64)


def negatives(rng: np.random.Generator, image: Picture, boxes: Boxes, count: int) -> Iterator[Crop]:
    """Yield ``count`` crops between and beside tiles that hold no tile of their own."""
    if not len(boxes):
        return
    for _ in range(count):
        box = _between(rng, boxes)
        inside = (box[:2] > 0).all() and (box[:2] < image.shape[1::-1]).all()
        if inside and _overlap(box, boxes[:, 1:]).max() < 0.55:
            yield Crop(canvas(image, portrait(box_quad(*box))), NOT_A_TILE, False)


def labelled(folder: Path, prefix: str, beside: int, seed: int) -> Iterator[Crop]:
    """Yield every labelled tile of ``folder``/images/``prefix``* and ``beside`` non-tiles a photo.

    The direction of the faces is unknown: boxes are axis-aligned and tiles lie all ways.
    """
    rng = np.random.default_rng(seed)
    for path in tqdm(sorted((folder / "images").glob(f"{prefix}*.jpg")), desc=folder.name):
        image = read_picture(path)
        boxes = read_boxes(folder / "labels" / f"{path.stem}.txt", image)
        for label, *box in boxes:
            if min(box[2:]) >= 12:
                yield Crop(canvas(image, portrait(box_quad(*box))), int(label), False)
        yield from negatives(rng, image, boxes, beside)


def camerash(folder: Path) -> Iterator[Crop]:
    """Yield the single-tile pictures of ``crops/camerash``; the whole picture is the tile."""
    with (folder / "labels.csv").open() as lines:
        for row in tqdm(list(csv.DictReader(lines)), desc=folder.name):
            image = read_picture(folder / row["file"])
            height, width = image.shape[:2]
            quad = portrait(box_quad(width / 2, height / 2, width, height))
            yield Crop(canvas(image, quad), FACES.index(row["tile"]), False)


def own_backgrounds(folder: Path) -> list[Path]:
    """Background pictures that were not cut from the photos which judge the reader."""
    judged = ("br0mabs", "lamb_", "xing_")
    return [path for path in sorted(folder.glob("*.jpg")) if not path.name.startswith(judged)]


def backgrounds(folder: Path, count: int, seed: int) -> Iterator[Crop]:
    """Yield ``count`` crops of tables without tiles, at any scale and turn."""
    rng = np.random.default_rng(seed)
    pictures = [read_picture(path) for path in own_backgrounds(folder)]
    for _ in tqdm(range(count), desc=folder.name):
        image = pictures[rng.integers(len(pictures))]
        size = min(image.shape[:2]) * rng.uniform(0.1, 0.6)
        x, y = rng.uniform(0.2, 0.8, 2) * image.shape[1::-1]
        quad = box_quad(x, y, size * 0.75, size)
        yield Crop(canvas(image, quad), NOT_A_TILE, False)
