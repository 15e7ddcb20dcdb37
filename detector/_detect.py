"""From a picture to detections: locate the tiles, then read their faces."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from detector._locator import Locator
from detector._reader import Reader
from detector._types import Detection
from detector._views import TILE
from detector.learning._adaptation import Adaptation


@cache
def models() -> tuple[Locator, Reader]:
    """The shipped networks, loaded once a process."""
    return Locator(), Reader()


def detect(
    image: NDArray[np.uint8], adaptation: Adaptation | None = None, tile: float = TILE
) -> tuple[Detection, ...]:
    """Find and read the tiles of a BGR picture (H, W, 3) with the shipped networks, the reader
    fitted to a tile set by ``adaptation``; they are looked at ``tile`` pixels long.

    Raises ``ValueError`` when ``image`` is no such picture, ``FileNotFoundError`` when a network's
    file is missing.
    """
    locator, reader = models()
    return reader.adapted(adaptation)(image, locator(checked(image), tile))


def checked(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return ``image``; raises ``ValueError`` when it is no picture of (H, W, 3)."""
    if image.ndim != 3 or image.shape[2] != 3 or image.size == 0:
        raise ValueError(f"a colour picture (height, width, 3) is needed; this is {image.shape}")
    return image
