"""Faces of no known artwork, drawn at random: a locator must not mind what a tile shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from datasets.render._faces import TEXTURE_SIZE, FaceSet
from datasets.render._labels import Image
from detector._types import BACK, FACES

Rng = np.random.Generator
Ink = tuple[int, int, int, int]

_FONTS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)  # fmt: skip
_SIGNS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz&?!%#@+=*$"
_WIDTH, _HEIGHT = TEXTURE_SIZE


def strange_faces(rng: Rng, counted: bool = True) -> FaceSet:
    """Return a set whose faces show signs, polygons, strokes or counted shapes of any colour.

    Without ``counted`` shapes nothing on it can be taken for a pinzu or souzu.
    """
    styles = _STYLES if counted else _STYLES[:-1]
    draw = styles[int(rng.integers(len(styles)))]
    faces = {name: (_face(rng, draw),) for name in FACES if name != BACK}
    return FaceSet("strange", faces, opaque=False)


def _face(rng: Rng, draw: Callable[[Image, Rng], None]) -> Image:
    sheet = np.zeros((_HEIGHT, _WIDTH, 4), np.uint8)
    draw(sheet, rng)
    return sheet


def _ink(rng: Rng) -> Ink:
    b, g, r = (int(value) for value in rng.integers(0, 170, 3))
    return (b, g, r, 255)


def _signs(sheet: Image, rng: Rng) -> None:
    """One to four characters in one or two lines."""
    lines = int(rng.integers(1, 3))
    font, ink = int(rng.choice(_FONTS)), _ink(rng)
    for line in range(lines):
        text = "".join(rng.choice(list(_SIGNS), int(rng.integers(1, 4))))
        thick = int(rng.integers(4, 18))
        (width, height), _ = cv2.getTextSize(text, font, 1.0, 1)
        size = min(0.8 * _WIDTH / width, rng.uniform(0.35, 0.7) * _HEIGHT / lines / height)
        left = (_WIDTH - width * size) / 2
        foot = (line + 0.5) * _HEIGHT / lines + height * size / 2
        cv2.putText(sheet, text, (round(left), round(foot)), font, size, ink, thick, cv2.LINE_AA)


def _polygons(sheet: Image, rng: Rng) -> None:
    """One to three polygons or stars, some of them filled."""
    for _ in range(int(rng.integers(1, 4))):
        corners = int(rng.integers(3, 13))
        angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, 6)
        reach = rng.uniform(30, 105) * np.where(np.arange(corners) % 2, rng.uniform(0.4, 1), 1.0)
        middle = rng.uniform((90, 110), (150, 200))
        points = np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None] + middle
        outline = [np.asarray(points.round(), np.int32)]
        if rng.random() < 0.5:
            cv2.fillPoly(sheet, outline, _ink(rng), cv2.LINE_AA)
        else:
            cv2.polylines(sheet, outline, True, _ink(rng), int(rng.integers(4, 20)), cv2.LINE_AA)


def _strokes(sheet: Image, rng: Rng) -> None:
    """A handful of thick lines, as of a character that nobody knows."""
    ink, thick = _ink(rng), int(rng.integers(6, 22))
    for _ in range(int(rng.integers(2, 9))):
        points = rng.uniform((30, 35), (_WIDTH - 30, _HEIGHT - 35), (int(rng.integers(2, 4)), 2))
        outline = [np.asarray(points.round(), np.int32)]
        cv2.polylines(sheet, outline, False, ink, thick, cv2.LINE_AA)


def _counted(sheet: Image, rng: Rng) -> None:
    """Up to twelve equal ellipses or bars in columns."""
    columns, lines = int(rng.integers(1, 4)), int(rng.integers(1, 5))
    ink, fill = _ink(rng), -1 if rng.random() < 0.6 else 6
    margin = 0.07 * np.array([_WIDTH, _HEIGHT])
    pitch = np.array([0.86 * _WIDTH / columns, 0.86 * _HEIGHT / lines])
    axes = np.asarray(pitch * rng.uniform(0.2, 0.42, 2), int)
    for place in range(columns * lines):
        at = (np.array([place % columns, place // columns]) + 0.5) * pitch + margin
        x, y = (int(value) for value in at)
        centre, size = (x, y), (int(axes[0]), int(axes[1]))
        cv2.ellipse(sheet, centre, size, 0, 0, 360, ink, fill, cv2.LINE_AA)


_STYLES: Final = (_signs, _polygons, _strokes, _counted)
