"""What would make a camera's pictures easier to read, with the figure that says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from detector import Detection, Plane, Quad, tile_size, tilt_of
from device.camera._health import fine_detail
from device.camera._port import Pixels

#: Degrees from straight above up to which readings are good.
OBLIQUE_ABOVE: Final = 50.0
#: Mean brightness of the tiles, or of the picture where there are none, 0..255; rendered tiles are
#: still read at 47 and no more at 35.
DARK_BELOW: Final = 60.0
DARK_TABLE_BELOW: Final = 18.0
#: Share of fine detail; rendered tiles are still read at 0.15 and no more at 0.12.
UNSHARP_BELOW: Final = 0.14
#: Width in pixels of the small tiles.
SMALL_BELOW: Final = 20.0
#: So many tiles tell how large tiles are and how the camera looks at them.
FEWEST: Final = 4


@dataclass(frozen=True, slots=True)
class Hint:
    """``code``: ``oblique``, ``dark``, ``unsharp`` or ``small``; ``figure`` what was measured and
    ``limit`` what it should be: degrees, brightness (0..255), share of fine detail in percent,
    pixels.
    """

    code: str
    figure: int
    limit: int


def hints_of(
    image: Pixels, detections: Sequence[Detection], plane: Plane | None
) -> tuple[Hint, ...]:
    """Return what is wrong with a BGR picture (H, W, 3) in which these tiles were seen.

    ``plane`` is the table's, where it is known.
    """
    return tuple(_hints(image, detections, plane))


def _hints(image: Pixels, detections: Sequence[Detection], plane: Plane | None) -> Iterator[Hint]:
    height, width = image.shape[:2]
    tilt = 0.0 if plane is None else tilt_of(plane, width, height)
    if tilt > OBLIQUE_ABOVE:
        yield Hint("oblique", round(tilt), round(OBLIQUE_ABOVE))
    level = brightness(image, [tile.corners for tile in detections])
    least = DARK_BELOW if detections else DARK_TABLE_BELOW
    if level < least:
        yield Hint("dark", round(level), round(least))
    detail = fine_detail(image)
    if detail < UNSHARP_BELOW:
        yield Hint("unsharp", round(100 * detail), round(100 * UNSHARP_BELOW))
    size = tile_size(detections) if len(detections) >= FEWEST else SMALL_BELOW
    if size < SMALL_BELOW:
        yield Hint("small", round(size), round(SMALL_BELOW))


def brightness(image: Pixels, quads: Sequence[Quad]) -> float:
    """Return the mean gray value of a BGR picture inside ``quads``, of all of it for none."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if not quads:
        return float(gray.mean())
    mask = np.zeros_like(gray)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(np.array(quad)).astype(np.int32), 1)
    return float(cv2.mean(gray, mask)[0])
