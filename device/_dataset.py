"""Logged hands as a folder of labelled photos, as YOLO's oriented boxes want them.

``images/``, ``labels/`` with a text of the same name each (``class x1 y1 x2 y2 x3 y3 x4 y4``,
shares of the picture, from the face's own top left), and ``data.yaml`` with the names of the
classes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from detector import FACES
from device.log._port import Entry

_CORNERS: Final = 4


def write_dataset(folder: Path, entries: Iterable[Entry]) -> tuple[int, int]:
    """Write the hands of ``entries`` and return how many pictures and tiles; raises ``OSError``.

    Hands without a picture are left out, and those with a tile in it that nobody could read.
    """
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    pictures = tiles = 0
    for entry in entries:
        lines = labels_of(entry)
        if lines and entry.picture:
            name = f"hand_{entry.id:06d}"
            (folder / "images" / f"{name}.jpg").write_bytes(entry.picture)
            text = "".join(f"{line}\n" for line in lines)
            (folder / "labels" / f"{name}.txt").write_text(text, encoding="utf-8")
            pictures, tiles = pictures + 1, tiles + len(lines)
    (folder / "data.yaml").write_text(_describe(folder), encoding="utf-8")
    return pictures, tiles


def labels_of(entry: Entry) -> list[str]:
    """Return the lines that label the picture of ``entry``, none when not all of it is known."""
    shown = None if entry.reading is None else entry.reading.get("shown")
    if entry.picture is None or shown is None:
        return []
    image = cv2.imdecode(np.frombuffer(entry.picture, np.uint8), cv2.IMREAD_GRAYSCALE)
    if image is None:
        return []
    left, top, right, bottom = shown["crop"]
    size = (max(right - left, 1), max(bottom - top, 1))
    inside = [
        (face, (np.array(tile["corners"]) - (left, top)) / size)
        for tile, face in zip((entry.reading or {})["tiles"], shown["faces"], strict=True)
        if _is_inside(tile, shown["crop"])
    ]
    if any(face not in FACES for face, _ in inside):
        return []
    return [_line(face, corners) for face, corners in inside]


def _is_inside(tile: dict[str, Any], crop: list[float]) -> bool:
    """Whether the middle of ``tile`` is in the picture, and it is a tile of the picture at all."""
    x, y = np.mean(tile["corners"], axis=0)
    there = np.ptp(np.array(tile["corners"]), axis=0).max() > 0
    return bool(there and crop[0] < x < crop[2] and crop[1] < y < crop[3])


def _line(face: str, corners: np.ndarray[Any, Any]) -> str:
    numbers = np.clip(corners, 0, 1).reshape(2 * _CORNERS)
    return " ".join([str(FACES.index(face)), *(f"{number:.6f}" for number in numbers)])


def _describe(folder: Path) -> str:
    names = "".join(f"  {number}: {json.dumps(name)}\n" for number, name in enumerate(FACES))
    return f"path: {json.dumps(str(folder.resolve()))}\ntrain: images\nval: images\nnames:\n{names}"
