"""The pivot types between pixels and a table: detections and the reading made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

BACK: Final = "back"
UNREADABLE: Final = "?"
FLOWER: Final = "flower"
#: The face that is mostly blank.
HAKU: Final = "5z"
#: The 39 classes of the face reader, index = class id.
FACES: Final[tuple[str, ...]] = (
    *(f"{n}{s}" for s in "mps" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
    "0m", "0p", "0s", BACK, FLOWER,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Located:
    """A tile the locator found: ``corners`` in pixels, clockwise from the corner that the locator
    calls top left (the face's own up is not known yet); ``confidence`` 0..1.
    """

    corners: Quad
    confidence: float


@dataclass(frozen=True, slots=True)
class Detection:
    """One tile as read: ``tile`` in mpsz, ``back``, ``flower`` or ``?``.

    ``corners`` are pixels of the picture after EXIF rotation, clockwise from the face's own top
    left.  ``alternatives`` are the other faces it may be, likeliest first, with probabilities;
    together with ``confidence`` they sum to at most 1.
    """

    tile: str
    confidence: float
    corners: Quad
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class MeldReading:
    """A called set on the table: ``type`` as ``scorer.MeldType`` names it; ``tiles`` and
    ``called`` are indices into ``TableReading.detections`` (left to right as the owner sees
    them); ``from_seat`` 1 shimocha, 2 toimen, 3 kamicha, 0 nobody.
    """

    type: str
    tiles: tuple[int, ...]
    called: int | None
    from_seat: int


@dataclass(frozen=True, slots=True)
class HandReading:
    """A hand lying at a side of the table.

    ``seat`` is ``bottom``, ``right``, ``top`` or ``left`` as seen in the picture.  ``concealed``
    are indices into ``detections`` in the owner's left-to-right order and include ``win`` when
    the winning tile was told apart.  ``faces`` gives the most probable legal face of each index
    of the hand, in the order ``concealed`` then melds.  ``options`` are whole other readings
    (mpsz faces in that same order) about as likely as this one; ``splits`` are other ways to
    group the same tiles, about as likely.  ``nuki`` are north tiles set aside (three players);
    they are not among ``faces``.  ``doubted``: its own tiles are sure, it is uncertain for what the
    messages say of the indicators.
    """

    seat: str
    concealed: tuple[int, ...]
    win: int | None
    melds: tuple[MeldReading, ...]
    faces: tuple[str, ...]
    uncertain: bool
    options: tuple[tuple[str, ...], ...] = ()
    splits: tuple[HandReading, ...] = ()
    nuki: tuple[int, ...] = ()
    doubted: bool = False

    @property
    def count(self) -> int:
        """How many tiles the hand has, a kan counted as three: 14 when it is complete."""
        return len(self.concealed) + 3 * len(self.melds)


@dataclass(frozen=True, slots=True)
class River:
    """The discards of one seat in order, as indices; ``riichi`` is the position in ``tiles`` of
    the sideways tile, or ``None``; ``holes`` is how many tiles seem to be missing: gaps, and what
    a row that another follows lacks to six.
    """

    seat: str
    tiles: tuple[int, ...]
    riichi: int | None = None
    holes: int = 0


@dataclass(frozen=True, slots=True)
class StickReading:
    """A point stick, as far as it can be told: ``value`` 1000 where one red dot shows, else
    ``None``; ``seat`` is the side before whose river it lies; ``confidence`` 0..1.
    """

    value: int | None
    seat: str
    corners: Quad
    confidence: float


@dataclass(frozen=True, slots=True)
class Message:
    """Something to tell the user: ``text`` in English; for other languages ``code`` names the
    sentence and ``values`` fill its gaps.
    """

    code: str
    text: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class TableReading:
    """All that was made of one picture of ``width`` x ``height`` pixels.

    ``sideways`` has one flag a detection.  ``hands`` start with a complete one, if there is one.
    A winning tile left in a river is in both the hand's ``concealed`` and the ``River``.
    ``messages`` are for the user; ``sticks`` a best effort, the surest first.
    """

    width: int
    height: int
    detections: tuple[Detection, ...]
    sideways: tuple[bool, ...]
    hands: tuple[HandReading, ...]
    rivers: tuple[River, ...] = ()
    dora_indicators: tuple[int, ...] = ()
    ura_indicators: tuple[int, ...] = ()
    messages: tuple[Message, ...] = ()
    sticks: tuple[StickReading, ...] = ()
