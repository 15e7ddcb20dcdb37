"""Tile sets with artwork that no reader was trained on: letters, figures, shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.render import FaceSet
from datasets.render._faces import TEXTURE_SIZE
from datasets.render._labels import Image
from detector._types import BACK, FACES, FLOWER

Colour = tuple[int, int, int]
#: The faces of a drawn set.
NAMES: Final = tuple(face for face in FACES if face not in (BACK, FLOWER))

_RED: Final = (30, 30, 200)
_INKS: Final[dict[str, Colour]] = {"m": (40, 30, 30), "p": (170, 70, 20), "s": (40, 110, 20)}
_HONOURS: Final = "ESWNPFC"
_ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_SUIT_LETTERS: Final = {"m": "C", "p": "D", "s": "B"}
_SHADES: Final[tuple[Colour, ...]] = (
    (120, 40, 20), (20, 120, 160), (110, 30, 120), (40, 40, 40), (200, 180, 150), (30, 130, 30),
    (30, 30, 200),
)  # fmt: skip


def blank_sheet() -> Image:
    """A transparent face without ink."""
    return np.zeros((TEXTURE_SIZE[1], TEXTURE_SIZE[0], 4), np.uint8)


def write(sheet: Image, text: str, middle: tuple[float, float], high: int, ink: Colour) -> None:
    """Write ``text`` centred at ``middle`` (shares of the face), at most ``high`` pixels high."""
    thick, font = max(3, high // 9), cv2.FONT_HERSHEY_DUPLEX
    (width, height), _ = cv2.getTextSize(text, font, 1.0, 1)
    size = min(high / height, 0.84 * sheet.shape[1] / width)
    (width, height), _ = cv2.getTextSize(text, font, size, thick)
    x, y = middle[0] * sheet.shape[1] - width / 2, middle[1] * sheet.shape[0] + height / 2
    cv2.putText(sheet, text, (round(x), round(y)), font, size, (*ink, 255), thick, cv2.LINE_AA)


def _split(face: str) -> tuple[int, str, Colour]:
    """The number, the suit and the ink of a suited face; a red five is number 5."""
    number, suit = int(face[0]), face[1]
    return number or 5, suit, _INKS[suit] if number else _RED


def _honour(face: str, high: int) -> Image:
    sheet = blank_sheet()
    number = int(face[0]) - 1
    write(sheet, _HONOURS[number], (0.5, 0.5), high, _SHADES[number])
    return sheet


def _letters(face: str) -> Image:
    """A number above the letter of its suit."""
    if face[1] == "z":
        return _honour(face, 130)
    sheet = blank_sheet()
    number, suit, ink = _split(face)
    write(sheet, str(number), (0.5, 0.3), 110, ink)
    write(sheet, _SUIT_LETTERS[suit], (0.5, 0.74), 80, ink)
    return sheet


def _figures(face: str) -> Image:
    """Nothing but a large number in the colour of its suit."""
    if face[1] == "z":
        return _honour(face, 180)
    sheet = blank_sheet()
    number, _, ink = _split(face)
    write(sheet, str(number), (0.5, 0.5), 220, ink)
    if face[0] == "0":
        cv2.circle(sheet, (40, 270), 22, (*_INKS[face[1]], 255), -1, cv2.LINE_AA)
    return sheet


def _shapes(face: str) -> Image:
    """Roman numerals, squares and triangles; the honours are shapes as well."""
    sheet = blank_sheet()
    if face[1] == "z":
        shade = (*_SHADES[int(face[0]) - 1], 255)
        corners = int(face[0]) + 2
        cv2.polylines(sheet, [polygon((120, 156), 95, corners)], True, shade, 14, cv2.LINE_AA)
        return sheet
    number, suit, ink = _split(face)
    if suit == "m":
        write(sheet, _ROMAN[number - 1], (0.5, 0.5), 110, ink)
        return sheet
    for place in range(number):
        middle = (60 + 60 * (place % 3), 66 + 90 * (place // 3))
        points = polygon(middle, 32, 4 if suit == "p" else 3)
        cv2.fillPoly(sheet, [points], (*ink, 255), cv2.LINE_AA)
    return sheet


def polygon(middle: tuple[float, float], radius: float, corners: int) -> NDArray[np.int32]:
    turns = np.linspace(0, 2 * np.pi, corners, endpoint=False) - np.pi / 2
    points = np.stack([np.cos(turns), np.sin(turns)], 1) * radius + middle
    return np.asarray(points.round(), np.int32)


def odd_sets() -> tuple[FaceSet, ...]:
    """The drawn sets, 37 faces each."""
    drawn: dict[str, Callable[[str], Image]] = {
        "letters": _letters, "figures": _figures, "shapes": _shapes,
    }  # fmt: skip
    return tuple(
        FaceSet(name, {face: (draw(face),) for face in NAMES}, opaque=False)
        for name, draw in drawn.items()
    )
