"""Label files of labelled photo folders: axis-aligned or oriented boxes, as quads in pixels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Quads = NDArray[np.float64]
PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png")


@dataclass(frozen=True)
class Labels:
    """``classes`` (N,) and ``quads`` (N, 4, 2) in pixels; ``oriented`` tells whether the quads
    follow the tiles or are axis-aligned bounds of them."""

    classes: NDArray[np.int64]
    quads: Quads
    oriented: bool


def _quad(values: list[float]) -> list[float]:
    if len(values) == 8:
        return values
    if len(values) != 4:
        raise ValueError(f"a label has {len(values)} numbers after its class; 4 or 8 are known")
    x, y, w, h = values
    left, top, right, bottom = x - w / 2, y - h / 2, x + w / 2, y + h / 2
    return [left, top, right, top, right, bottom, left, bottom]


def read_labels(path: Path, width: int, height: int) -> Labels:
    """Read one YOLO label file (``class x y w h`` or ``class x1 y1 .. x4 y4``, normalised).

    A missing file means no labels.  Raises ``ValueError`` naming the file when a line is neither.
    """
    lines = path.read_text().splitlines() if path.exists() else []
    try:
        rows = [[float(word) for word in line.split()] for line in lines if line.strip()]
        quads = np.array([_quad(row[1:]) for row in rows]).reshape(-1, 4, 2)
    except ValueError as error:
        raise ValueError(f"{path.name} is not a YOLO label file: {error}") from error
    oriented = not rows or len(rows[0]) == 9
    classes = np.array([int(row[0]) for row in rows], np.int64)
    return Labels(classes, quads * [width, height], oriented)


def write_obb(path: Path, quads: Iterable[Quads], width: int, height: int) -> None:
    """Write quads in pixels as one-class YOLO-OBB labels."""
    lines = [
        "0 " + " ".join(f"{value:.5f}" for value in (quad / [width, height]).ravel())
        for quad in quads
    ]
    path.write_text("".join(f"{line}\n" for line in lines))


def pictures(folder: Path) -> list[Path]:
    """The pictures of ``folder``/images, sorted by name.  Raises ``FileNotFoundError``."""
    found = sorted((folder / "images").glob("*"))
    found = [path for path in found if path.suffix.lower() in PICTURE_SUFFIXES]
    if not found:
        raise FileNotFoundError(f"no pictures in {folder / 'images'}")
    return found


def read_picture(path: Path) -> Image:
    """A picture (H, W, 3), BGR, turned as its EXIF says.  Raises ``ValueError`` naming the file."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{path.name} is not a picture that can be read")
    return np.asarray(image, np.uint8)


def label_path(picture: Path, kind: str = "labels") -> Path:
    """The label file that belongs to a picture."""
    return picture.parent.parent / kind / f"{picture.stem}.txt"
