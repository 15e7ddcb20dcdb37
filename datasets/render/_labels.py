"""What a picture is known to show, and its text form for training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from detector._types import FACES, Quad

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Label:
    """One tile of a picture.

    ``face`` is a name of ``detector.FACES`` (``back`` when the back is what one sees).
    ``corners`` are the projected corners of that face in pixels, clockwise from the face's own
    top left; they may lie outside the picture.  ``visible`` is the share (0..1) of the face that
    is neither covered nor cut off.  ``tile`` is the index in ``Scene.tiles``.
    """

    face: str
    corners: Quad
    visible: float
    tile: int


@dataclass(frozen=True, slots=True)
class Example:
    """A drawn picture, (H, W, 3) uint8 BGR, and its labels."""

    image: Image
    labels: tuple[Label, ...]


def to_yolo(
    labels: Sequence[Label],
    width: int,
    height: int,
    *,
    min_visible: float = 0.4,
    one_class: bool = False,
) -> str:
    """Return YOLO-OBB text: ``class x1 y1 x2 y2 x3 y3 x4 y4`` a line, normalised to 0..1.

    Tiles seen by less than ``min_visible`` are left out; corners are held inside the picture.
    """
    lines = []
    for label in labels:
        if label.visible < min_visible:
            continue
        points = np.clip(np.array(label.corners) / (width, height), 0.0, 1.0).ravel()
        number = 0 if one_class else FACES.index(label.face)
        lines.append(" ".join([str(number), *(f"{value:.6f}" for value in points)]))
    return "".join(f"{line}\n" for line in lines)


def from_yolo(text: str, width: int, height: int) -> tuple[Label, ...]:
    """Read the text of ``to_yolo`` (39 classes) back; ``visible`` is 1 and ``tile`` the line.

    Raises ``ValueError`` naming the line when a line is not ``class`` and eight numbers.
    """
    labels = []
    for index, line in enumerate(text.splitlines()):
        fields = line.split()
        if len(fields) != 9:
            raise ValueError(f"line {index + 1} has {len(fields)} fields, not 9: {line!r}")
        points = np.array(fields[1:], dtype=float).reshape(4, 2) * (width, height)
        labels.append(Label(FACES[int(fields[0])], quad(points), 1.0, index))
    return tuple(labels)


def quad(points: NDArray[np.floating]) -> Quad:
    """Return four points, (4, 2), as a ``Quad`` of plain floats."""
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return (a, b, c, d)
