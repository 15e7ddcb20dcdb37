"""Drawn tile sets to develop the learning with; ``_odd`` holds those that judge it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.learning._odd import NAMES, Colour, blank_sheet, polygon, write
from datasets.render import FaceSet, strange_faces
from datasets.render._labels import Image

Ink = NDArray[np.float32]

_INKS: Final[dict[str, Colour]] = {"m": (30, 30, 30), "p": (30, 20, 180), "s": (150, 60, 30)}
_GOLD: Final[Colour] = (20, 120, 190)
_SIGNS: Final[dict[str, int]] = {"m": 3, "p": 4, "s": 24}
_TENS: Final[dict[str, int]] = {"m": 10, "p": 20, "s": 30, "z": 40}
#: Faces of one strange set differ by this part of their ink at least, seen coarsely, whichever way
#: up they lie.
_APART: Final = 0.4


def _ink(face: str) -> Colour:
    return _GOLD if face[0] == "0" else _INKS.get(face[1], (60, 110, 20))


def _cards(face: str) -> Image:
    """A number above the sign of its suit, as on cards; honours are court cards."""
    card = blank_sheet()
    rank = "KQJATXO"[int(face[0]) - 1] if face[1] == "z" else str(int(face[0]) or 5)
    write(card, rank, (0.5, 0.32), 120, _ink(face))
    points = polygon((120, 235), 44, _SIGNS.get(face[1], 5))
    cv2.fillPoly(card, [points], (*_ink(face), 255), cv2.LINE_AA)
    return card


def _tallies(face: str) -> Image:
    """Strokes in groups of five, and the suit's sign; honours are clocks."""
    tally = blank_sheet()
    if face[1] == "z":
        angle = (int(face[0]) - 1) * 2 * np.pi / 7
        cv2.circle(tally, (120, 156), 90, (*_ink(face), 255), 8, cv2.LINE_AA)
        tip = np.round((120 + 80 * np.sin(angle), 156 - 80 * np.cos(angle))).astype(int).tolist()
        cv2.line(tally, (120, 156), tip, (*_ink(face), 255), 16, cv2.LINE_AA)
        return tally
    for stroke in range(int(face[0]) or 5):
        row, place = divmod(stroke, 5)
        x = 50 + 45 * place
        (x1, y1), (x2, y2) = ((35, 105), (205, 45)) if place == 4 else ((x, 35), (x, 115))
        line = ((x1, y1 + 110 * row), (x2, y2 + 110 * row))
        cv2.line(tally, *line, (*_ink(face), 255), 12, cv2.LINE_AA)
    points = polygon((120, 268), 30, _SIGNS[face[1]])
    cv2.polylines(tally, [points], True, (*_ink(face), 255), 8, cv2.LINE_AA)
    return tally


def _numbers(face: str) -> Image:
    """Nothing but a number of two digits, all in one ink but the red fives."""
    page = blank_sheet()
    number = _TENS[face[1]] + (int(face[0]) or 5)
    write(page, str(number), (0.5, 0.5), 130, _GOLD if face[0] == "0" else (90, 40, 40))
    return page


def _coarse(face: Image) -> Ink:
    """How dark a face is, seen as coarsely as a small tile, (20, 16, 3)."""
    small = cv2.resize(face, (16, 20), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray((255 - small[..., :3]) * small[..., 3:] / 255)


def _is_new(own: Ink, others: list[Ink]) -> bool:
    ways = [look[::step, ::step] for look in others for step in (1, -1)]
    return all(np.abs(own - way).sum() > _APART * max(own.sum(), way.sum()) for way in ways)


def distinct_set(seed: int) -> FaceSet:
    """A set of strange faces that differ from each other, whichever way up they lie; every second
    one has no counted shapes.
    """
    rng = np.random.default_rng(seed)
    chosen: list[Image] = []
    looks: list[Ink] = []
    while len(chosen) < len(NAMES):
        for (face,) in strange_faces(rng, counted=seed % 2 == 0).faces.values():
            if _is_new(look := _coarse(face), looks):
                chosen.append(face)
                looks.append(look)
    faces = {name: (face,) for name, face in zip(NAMES, chosen, strict=False)}
    return FaceSet(f"strange {seed}", faces, opaque=False)


def trial_sets(strange: int) -> Iterator[FaceSet]:
    """The sets to develop with, and ``strange`` ones of faces drawn at random."""
    drawn: dict[str, Callable[[str], Image]] = {
        "cards": _cards, "tallies": _tallies, "numbers": _numbers,
    }  # fmt: skip
    for name, draw in drawn.items():
        yield FaceSet(name, {face: (draw(face),) for face in NAMES}, opaque=False)
    for seed in range(strange):
        yield distinct_set(seed)
