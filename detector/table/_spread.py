"""The rows in which the tiles of a picture lie on the table."""

from __future__ import annotations

from dataclasses import dataclass

from detector._types import Detection
from detector.table._geometry import Flat
from detector.table._rows import Strip


@dataclass(frozen=True, slots=True)
class Spread:
    """The rows of tiles of one picture in the plane; ``calibrated`` when the plane's origin is the
    middle of the table.
    """

    detections: tuple[Detection, ...]
    flat: Flat
    strips: tuple[Strip, ...]
    calibrated: bool
