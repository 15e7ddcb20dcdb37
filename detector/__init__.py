"""From a picture to a reading of the table."""

from detector._detect import detect
from detector._geometry import Plane, plane_of_tiles
from detector._hand import ReadingError, hand_of, indices_of
from detector._locator import Locator
from detector._reader import Reader
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
    "Locator",
    "MeldReading",
    "Plane",
    "Point",
    "Quad",
    "Reader",
    "ReadingError",
    "River",
    "TableReading",
    "detect",
    "hand_of",
    "indices_of",
    "plane_of_tiles",
    "read_table",
]
