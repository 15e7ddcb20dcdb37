"""Crops to train on: squares of pictures around one tile each, with what is known of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from detector._crops import rectify
from detector._types import FACES, Quad

#: Width and height of a stored crop, and how much it shows beyond the tile on every side.
CANVAS_SIZE: Final = (104, 136)
CANVAS_MARGIN: Final = 0.31
#: Class ids: 0..38 as ``detector.FACES``, then what is no tile at all.
NOT_A_TILE: Final = len(FACES)
#: Label, and no class, of crops of faces that show what no riichi tile does: the reader shall
#: spread its word evenly over the riichi faces.
STRANGE: Final = NOT_A_TILE + 1
CLASS_NAMES: Final = (*FACES, "none")

#: Faces that look the same after half a turn, and what has no direction at all.
HALF_TURN: Final = frozenset(
    (
        *(FACES.index(f"{digit}p") for digit in (0, 1, 2, 3, 4, 5, 8, 9)),
        *(FACES.index(f"{digit}s") for digit in (0, 2, 4, 5, 6, 8, 9)),
        *(FACES.index(name) for name in ("5z", "back")),
    )
)
NO_DIRECTION: Final = frozenset((NOT_A_TILE, STRANGE))


def tile_quad() -> NDArray[np.float64]:
    """Return the tile's corners in a stored crop, clockwise from its top left."""
    size = np.array(CANVAS_SIZE, np.float64)
    inner = size / (1 + 2 * CANVAS_MARGIN)
    low, high = (size - inner) / 2, (size + inner) / 2
    return np.array([low, (high[0], low[1]), high, (low[0], high[1])])


def canvas(image: NDArray[np.uint8], quad: Quad) -> NDArray[np.uint8]:
    """Cut the stored crop of ``quad`` out of a BGR picture."""
    return rectify(image, quad, CANVAS_SIZE, CANVAS_MARGIN)


@dataclass(frozen=True)
class Crop:
    """One stored crop; ``upright`` says that the face's own up is known to be up."""

    pixels: NDArray[np.uint8]
    label: int
    upright: bool


@dataclass(frozen=True)
class Crops:
    """Many crops of one source: ``pixels`` Nx136x104x3 BGR, ``labels`` N, ``upright`` N."""

    pixels: NDArray[np.uint8]
    labels: NDArray[np.uint8]
    upright: NDArray[np.bool_]

    @classmethod
    def of(cls, crops: Iterable[Crop]) -> Crops:
        """Gather single crops."""
        items: Sequence[Crop] = list(crops)
        return cls(
            np.stack([item.pixels for item in items]),
            np.array([item.label for item in items], np.uint8),
            np.array([item.upright for item in items], np.bool_),
        )

    def save(self, folder: Path) -> None:
        """Write the three arrays into ``folder``."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("pixels", "labels", "upright"):
            np.save(folder / f"{name}.npy", getattr(self, name))

    @classmethod
    def load(cls, folder: Path) -> Crops:
        """Read what ``save`` wrote; the pixels stay on disk until they are used."""
        pixels = np.load(folder / "pixels.npy", mmap_mode="r")
        return cls(pixels, np.load(folder / "labels.npy"), np.load(folder / "upright.npy"))

    def __len__(self) -> int:
        return len(self.labels)
