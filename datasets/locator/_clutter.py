"""Things that look a little like tiles and are none: keys, icons, print, brickwork."""

from __future__ import annotations

import string
from collections.abc import Callable

import cv2
import numpy as np

from datasets.locator._labels import Image

Rng = np.random.Generator
LETTERS = string.ascii_uppercase + string.digits
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)


def _colour(rng: Rng, low: int = 0, high: int = 255) -> tuple[int, int, int]:
    b, g, r = (int(value) for value in rng.integers(low, high, 3))
    return b, g, r


def _grey(rng: Rng) -> tuple[int, int, int]:
    """Mostly dark or mostly light, as keyboards are."""
    level = int(rng.choice([rng.integers(10, 70), rng.integers(180, 250)]))
    return level, level, level


def _keyboard(rng: Rng) -> Image:
    """Rows of keys with a letter each, staggered."""
    side, gap = int(rng.integers(26, 44)), int(rng.integers(3, 9))
    rows, columns = int(rng.integers(3, 7)), int(rng.integers(6, 15))
    key, ink = _grey(rng), _colour(rng)
    board = np.full((rows * (side + gap) + gap, (columns + 2) * (side + gap), 3), _grey(rng))
    image = board.astype(np.uint8)
    for row in range(rows):
        x = gap + int(rng.integers(0, side))
        for _ in range(columns):
            width = side if rng.random() < 0.9 else side * 2
            y = gap + row * (side + gap)
            cv2.rectangle(image, (x, y), (x + width, y + side), key, -1)
            letter = LETTERS[rng.integers(len(LETTERS))]
            size = side / rng.uniform(45, 80)
            place = (x + side // 5, y + int(side * rng.uniform(0.5, 0.8)))
            cv2.putText(image, letter, place, FONTS[rng.integers(3)], size, ink, 1, cv2.LINE_AA)
            x += width + gap
    return image


def _icons(rng: Rng) -> Image:
    """A screen with coloured icons and their names."""
    image = np.full((240, 320, 3), _colour(rng, 0, 120), np.uint8)
    for _ in range(int(rng.integers(5, 40))):
        x, y = int(rng.integers(0, 300)), int(rng.integers(0, 220))
        w, h = (int(value) for value in rng.integers(6, 26, 2))
        cv2.rectangle(image, (x, y), (x + w, y + h), _colour(rng), int(rng.choice([-1, 1, 2])))
        cv2.putText(image, _word(rng), (x, y + h + 8), FONTS[0], 0.25, _colour(rng, 120), 1)
    return image


def _word(rng: Rng) -> str:
    return "".join(rng.choice(list(string.ascii_letters), rng.integers(2, 9)))


def _print(rng: Rng) -> Image:
    """Lines of print of several sizes, as on packets and papers."""
    image = np.full((220, 300, 3), _colour(rng, 60), np.uint8)
    y = 0
    while y < 220:
        size = float(rng.uniform(0.3, 1.6))
        y += int(size * 26)
        text = " ".join(_word(rng) for _ in range(6))
        place = (int(rng.integers(0, 30)), y)
        cv2.putText(image, text, place, FONTS[rng.integers(3)], size, _colour(rng), 1 + int(size))
    return image


def _bricks(rng: Rng) -> Image:
    """A floor or wall of equal rectangles: pavers, shelves, windows."""
    w, h = (int(value) for value in rng.integers(16, 70, 2))
    gap, wave = int(rng.integers(1, 5)), float(rng.uniform(2, 14))
    base = np.array(_colour(rng, 30, 230), float)
    image = np.full((240, 320, 3), _colour(rng), np.uint8)
    for row, y in enumerate(range(0, 240, h + gap)):
        for x in range(-(row % 2) * w // 2, 320, w + gap):
            shade = np.clip(base + rng.normal(0, wave), 0, 255)
            cv2.rectangle(image, (x, y), (x + w, y + h), [int(v) for v in shade], -1)
    return image


KINDS: tuple[Callable[[Rng], Image], ...] = (_keyboard, _keyboard, _icons, _print, _bricks)


def clutter(rng: Rng) -> Image:
    """A picture (H, W, 3) of something that is no tile."""
    return KINDS[rng.integers(len(KINDS))](rng)
