"""From a picture to a reading of the table."""

from detector._detect import detect
from detector._hand import ReadingError, hand_of, indices_of, robbed_from, waits_of
from detector._locator import Locator
from detector._look import Look, look, look_again, looks_closer
from detector._reader import Reader
from detector._rest import lacks_tiles, overlooked
from detector._types import (
    BACK,
    FACES,
    FLOWER,
    UNREADABLE,
    Detection,
    HandReading,
    Located,
    MeldReading,
    Message,
    Point,
    Quad,
    River,
    StickReading,
    TableReading,
)
from detector._voting import vote
from detector.learning._adaptation import Adaptation
from detector.learning._laid import laid_out
from detector.learning._learning import Example, Learned, crop_of, judged, learn
from detector.learning._sheet import PLAN, Placed, Sheet, sheet_of
from detector.table._calibration import (
    CalibrationError,
    has_moved,
    plane_of_middle,
    plane_of_taps,
)
from detector.table._chankan import with_robbed_kan
from detector.table._dora import known_in_riichi
from detector.table._edge import table_edge
from detector.table._facts import SeatFacts, TableFacts, facts_of, wall_is_gone, with_facts
from detector.table._geometry import Plane, plane_of_tiles
from detector.table._history import History
from detector.table._known import CalledSet, sets_again, sets_of
from detector.table._last_discard import with_last_discard
from detector.table._plane import has_shifted, plane_of_table, tile_size, tilt_of
from detector.table._sticks import explained, find_sticks, with_sticks
from detector.table._table import read_table
from detector.table._turns import begun_by

__all__ = [
    "BACK",
    "FACES",
    "FLOWER",
    "PLAN",
    "UNREADABLE",
    "Adaptation",
    "CalibrationError",
    "CalledSet",
    "Detection",
    "Example",
    "HandReading",
    "History",
    "Learned",
    "Located",
    "Locator",
    "Look",
    "MeldReading",
    "Message",
    "Placed",
    "Plane",
    "Point",
    "Quad",
    "Reader",
    "ReadingError",
    "River",
    "SeatFacts",
    "Sheet",
    "StickReading",
    "TableFacts",
    "TableReading",
    "begun_by",
    "crop_of",
    "detect",
    "explained",
    "facts_of",
    "find_sticks",
    "hand_of",
    "has_moved",
    "has_shifted",
    "indices_of",
    "judged",
    "known_in_riichi",
    "lacks_tiles",
    "laid_out",
    "learn",
    "look",
    "look_again",
    "looks_closer",
    "overlooked",
    "plane_of_middle",
    "plane_of_table",
    "plane_of_taps",
    "plane_of_tiles",
    "read_table",
    "robbed_from",
    "sets_again",
    "sets_of",
    "sheet_of",
    "table_edge",
    "tile_size",
    "tilt_of",
    "vote",
    "waits_of",
    "wall_is_gone",
    "with_facts",
    "with_last_discard",
    "with_robbed_kan",
    "with_sticks",
]
