"""From a picture to a reading of the table."""

from detector._geometry import Plane, plane_of_tiles
from detector._hand import ReadingError, hand_of, indices_of
from detector._table import read_table
from detector._types import (
    BACK,
    FACES,
    FLOWER,
    UNREADABLE,
    Detection,
    HandReading,
    Located,
    MeldReading,
    Point,
    Quad,
    River,
    TableReading,
)

__all__ = [
    "BACK",
    "FACES",
    "FLOWER",
    "UNREADABLE",
    "Detection",
    "HandReading",
    "Located",
    "MeldReading",
    "Plane",
    "Point",
    "Quad",
    "ReadingError",
    "River",
    "TableReading",
    "hand_of",
    "indices_of",
    "plane_of_tiles",
    "read_table",
]
