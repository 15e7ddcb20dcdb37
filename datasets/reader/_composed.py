"""Crops put together: a face on a table, its side and shadow, among neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets.reader._faces import FACE_SIZE, Colour, FacePool, Picture, back_face
from datasets.reader._inks import body_colour
from datasets.reader._photos import own_backgrounds, read_picture
from datasets.reader._store import CANVAS_SIZE, Crop, tile_quad
from detector._types import FACES


class Composer:
    """Lays faces on tables: shadow, the tile's side, neighbours."""

    def __init__(self, backgrounds: Path) -> None:
        self._tables = [read_picture(path) for path in own_backgrounds(backgrounds)]

    def compose(
        self, rng: np.random.Generator, face: Picture, around: list[Picture | None]
    ) -> Picture:
        """Return a crop's pixels: ``face`` in its middle, others left, right, above, below."""
        sheet = self._table(rng)
        corner = tile_quad()[0] * 2
        back = back_face(rng)[0, 0].astype(np.float32)
        lean = rng.uniform(-0.3, 0.3, 2) * (rng.random(2) < 0.6)
        for other, offset in self._placed(rng, around):
            self._lay(sheet, other, corner + offset, lean, back)
        self._lay(sheet, face, corner, lean, back)
        return np.asarray(cv2.resize(sheet, CANVAS_SIZE, interpolation=cv2.INTER_AREA), np.uint8)

    def _table(self, rng: np.random.Generator) -> Picture:
        size = (CANVAS_SIZE[0] * 2, CANVAS_SIZE[1] * 2)
        if rng.random() < 0.5:
            plain = np.empty((size[1], size[0], 3), np.float32)
            plain[:] = rng.uniform(5, 250) * rng.uniform(0.2, 1, 3)
            plain += rng.normal(0, rng.uniform(0, 12), plain.shape)
            return np.clip(plain, 0, 255).astype(np.uint8)
        table = self._tables[rng.integers(len(self._tables))]
        side = int(min(table.shape[:2]) * rng.uniform(0.15, 0.7))
        y, x = (int(rng.integers(0, extent - side + 1)) for extent in table.shape[:2])
        return np.asarray(cv2.resize(table[y : y + side, x : x + side], size), np.uint8)

    @staticmethod
    def _placed(
        rng: np.random.Generator, around: list[Picture | None]
    ) -> Iterator[tuple[Picture, NDArray[np.float64]]]:
        for face, way in zip(around, ((-1, 0), (1, 0), (0, -1), (0, 1)), strict=True):
            if face is not None:
                gap = rng.choice(np.array((0, 2, 4, 10, 30)))
                slip = rng.normal(0, 6, 2) * (np.array(way) == 0)
                step = np.array(way) * (np.array(FACE_SIZE) + gap) + slip
                yield (face if rng.random() < 0.8 else np.ascontiguousarray(face[::-1, ::-1])), step

    @staticmethod
    def _lay(
        sheet: Picture,
        face: Picture,
        corner: NDArray[np.float64],
        lean: NDArray[np.float64],
        back: Colour,
    ) -> None:
        """Paste the tile's side (towards ``lean``) and its face, in place."""
        mask = np.zeros((FACE_SIZE[1], FACE_SIZE[0]), np.uint8)
        cv2.rectangle(mask, (6, 6), (FACE_SIZE[0] - 7, FACE_SIZE[1] - 7), 255, 12, cv2.LINE_AA)
        mask[6:-6, 6:-6] = 255
        body = body_colour(face)
        depth = lean * FACE_SIZE
        for step in np.linspace(1, 0, 13) if depth.any() else ():
            dark = 0.62 if step > 0.97 else 0.8
            layer = np.empty_like(face)
            layer[:] = np.clip((back if step > 0.45 else body) * dark, 0, 255)
            _paste(sheet, layer, mask, corner + depth * step)
        _paste(sheet, face, mask, corner)


def _paste(sheet: Picture, patch: Picture, mask: Picture, corner: NDArray[np.float64]) -> None:
    """Lay ``patch`` on ``sheet`` at ``corner`` (x, y) where it lies on the sheet, in place."""
    x, y = np.round(corner).astype(int)
    top, left = max(0, y), max(0, x)
    bottom, right = min(sheet.shape[0], y + patch.shape[0]), min(sheet.shape[1], x + patch.shape[1])
    if top < bottom and left < right:
        part = (slice(top - y, bottom - y), slice(left - x, right - x))
        cv2.copyTo(patch[part], mask[part], sheet[top:bottom, left:right])


def _neighbours(rng: np.random.Generator, pool: FacePool) -> list[Picture | None]:
    """A face on some of the four sides, at random."""
    return [
        pool.face(rng, int(rng.choice(pool.labels))) if rng.random() < 0.5 else None
        for _ in range(4)
    ]


def composed(pool: FacePool, composer: Composer, each: int, seed: int, name: str) -> Iterator[Crop]:
    """Yield ``each`` crops of every face of a pool."""
    rng = np.random.default_rng(seed)
    labels = [label for label in pool.labels for _ in range(each)]
    for label in tqdm(labels, desc=name):
        pixels = composer.compose(rng, pool.face(rng, label), _neighbours(rng, pool))
        yield Crop(pixels, label, upright=True)


def backs(pools: list[FacePool], composer: Composer, count: int, seed: int) -> Iterator[Crop]:
    """Yield ``count`` tiles lying face down among others."""
    rng = np.random.default_rng(seed)
    for _ in tqdm(range(count), desc="backs"):
        pool = pools[rng.integers(len(pools))]
        back = back_face(rng)
        around = [back if rng.random() < 0.25 else face for face in _neighbours(rng, pool)]
        yield Crop(composer.compose(rng, back, around), FACES.index("back"), upright=False)
