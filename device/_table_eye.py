"""The eye on the table: reads picture after picture of one camera, of each only what changed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from detector import (
    Adaptation,
    CalledSet,
    Detection,
    Look,
    Plane,
    TableReading,
    lacks_tiles,
    look_again,
    looks_closer,
    sets_again,
    sets_of,
    vote,
    with_sticks,
)
from device._pipeline import further, network_troubles, read_detections
from device._reveal import own_tiles
from device.camera._port import Pixels
from scorer import TENHOU, Rules


class TableEye:
    """Remembers what it saw; safe from any thread.

    ``adaptation`` tells at every picture which tile set the reader is fitted to, ``rules`` what is
    in play.
    """

    def __init__(
        self,
        adaptation: Callable[[], Adaptation | None] = lambda: None,
        rules: Callable[[], Rules] = lambda: TENHOU,
    ) -> None:
        self._adaptation = adaptation
        self._rules = rules
        self._lock = threading.Lock()
        self._look: Look | None = None
        self._known: tuple[Look, Plane | None, Rules, TableReading] | None = None
        self._whole: Look | None = None
        self._proven: frozenset[Detection] = frozenset()  # read since the hands had as many tiles
        self._sets: tuple[CalledSet, ...] = ()  # that lay there at the last look at rest

    def read(self, pictures: Sequence[Pixels], calibration: Plane | None = None) -> TableReading:
        """Return what lies on the table in BGR pictures of it at rest, oldest first.

        The newest picture is read; when a hand in it is not sure, all of them vote.  Of hands laid
        open and their indicators nothing is remembered from before that they were whole: one face
        swapped for a similar one may change a dark picture less than noise does.
        ``calibration`` is the table's plane with its origin in the middle, where it is known.
        Raises ``ModelError`` when a model file is missing or broken.
        """
        with self._lock:
            return self._read(pictures, calibration)

    def _read(self, pictures: Sequence[Pixels], calibration: Plane | None) -> TableReading:
        *earlier, newest = pictures
        before = frozenset(self._look.detections) if self._look else frozenset()
        look = self._filled(self._seen(newest, self._look), newest, calibration)
        reading = self._reading(look, newest, calibration)
        shown = _shown(reading)
        proven = self._proven if len(shown) <= len(self._proven) else frozenset()
        old = frozenset(i for i in shown if look.detections[i] in before - proven)
        if old:
            look = self._filled(self._seen(newest, look, old), newest, calibration)
            reading = self._reading(look, newest, calibration)
        self._proven = frozenset(look.detections[i] for i in _shown(reading))
        self._look = look
        doubtful = _doubtful(reading)
        if earlier and doubtful:
            others = [self._seen(picture, look, doubtful).detections for picture in earlier]
            voted = vote([*others, look.detections])
            reading = _read(voted, newest, calibration, self._rules(), self._sets)
        if earlier and not any(hand.concealed for hand in reading.hands):
            self._sets = sets_of(reading)
        return reading

    def check(self, picture: Pixels) -> bool:
        """Look at all of a picture of the table that was read, still at rest.

        Where a hand laid open is in doubt, other looks at the picture vote.  Return whether it
        reads otherwise; ``read`` goes on from this look.
        """
        with self._lock:
            calibration = self._known[1] if self._known else None
            before = self._known[-1] if self._known else None
            look = self._filled(self._seen(picture, None), picture, calibration)
            reading = self._reading(look, picture, calibration)
            if _doubtful(reading) or lacks_tiles(reading):
                look = self._voted(look, picture)
                reading = self._reading(look, picture, calibration)
            self._look = self._whole = look
            self._proven = frozenset(look.detections[i] for i in _shown(reading))
            return before is None or _told(before) != _told(reading)

    def _voted(self, look: Look, picture: Pixels) -> Look:
        """Return ``look`` with what most looks at the picture, at other sizes too, show."""
        with network_troubles():
            others = looks_closer(picture, self._adaptation())
        return replace(look, detections=vote([*others, look.detections]))

    def _seen(
        self, picture: Pixels, before: Look | None, doubtful: frozenset[int] = frozenset()
    ) -> Look:
        with network_troubles():
            return look_again(picture, before, self._adaptation(), doubtful)

    def _reading(self, look: Look, picture: Pixels, calibration: Plane | None) -> TableReading:
        """Return what ``look`` shows: the reading known already where nothing changed."""
        rules, known = self._rules(), self._known
        if (
            known is None
            or known[0] is not look
            or known[1] is not calibration
            or known[2] is not rules
        ):
            reading = _read(look.detections, picture, calibration, rules, self._sets)
            self._known = known = look, calibration, rules, reading
        return known[-1]

    def _filled(self, look: Look, picture: Pixels, calibration: Plane | None) -> Look:
        """Return ``look`` with the tiles that a hand lacks, if a further look finds some."""
        if look is not self._whole:
            more = further(picture, self._reading(look, picture, calibration), self._adaptation())
            if more:
                look = replace(look, detections=(*look.detections, *more))
            self._whole = look
        return look


def _read(
    detections: Sequence[Detection],
    picture: Pixels,
    calibration: Plane | None,
    rules: Rules,
    sets: Sequence[CalledSet],
) -> TableReading:
    """Return what lies there; tiles that were called ``sets`` are so beside a hand laid open."""
    height, width = picture.shape[:2]
    read = partial(read_detections, tuple(detections), (width, height), calibration, rules)
    reading = read()
    if any(hand.concealed for hand in reading.hands):
        known = sets_again(sets, reading.detections)
        split = any(hand.splits for hand in reading.hands)
        reading = read(known) if split or not _has(reading, known) else reading
    return reading if calibration is None else with_sticks(reading, picture, calibration)


def _has(reading: TableReading, sets: Sequence[frozenset[int]]) -> bool:
    """Return whether all of ``sets`` are called sets, or parts of one, in ``reading``."""
    melds = [frozenset(meld.tiles) for hand in reading.hands for meld in hand.melds]
    return all(any(tiles <= meld for meld in melds) for tiles in sets)


def _doubtful(reading: TableReading) -> frozenset[int]:
    """Return the detections of hands that are not sure, or the indicators where these are not."""
    unsure = [hand for hand in reading.hands if hand.uncertain and not hand.doubted]
    indicators = (*reading.dora_indicators, *reading.ura_indicators)
    asked = indicators if any(hand.doubted for hand in reading.hands) else ()
    return frozenset((*(index for hand in unsure for index in own_tiles(hand)), *asked))


def _shown(reading: TableReading) -> frozenset[int]:
    """Return the detections of hands laid open, with the indicators that count for them."""
    hands = [hand for hand in reading.hands if hand.concealed]
    own = {index for hand in hands for index in own_tiles(hand)}
    return frozenset(own and own | {*reading.dora_indicators, *reading.ura_indicators})


def _told(reading: TableReading) -> tuple[object, ...]:
    """Return the faces that a reading tells of hands, rivers and indicators, and what is sure."""
    faces = [tile.tile for tile in reading.detections]
    rivers = [(river.seat, [faces[i] for i in river.tiles]) for river in reading.rivers]
    hands = [(hand.seat, hand.faces, hand.uncertain) for hand in reading.hands]
    return hands, rivers, sorted(faces[i] for i in reading.dora_indicators)
