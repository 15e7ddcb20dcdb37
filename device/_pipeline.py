"""From a picture to a reading of the table, on the shipped networks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from detector import (
    Adaptation,
    Detection,
    Message,
    Plane,
    TableReading,
    detect,
    lacks_tiles,
    overlooked,
    read_table,
)
from detector._session import NETWORK_ERRORS
from device._errors import ModelError
from device.camera._port import Pixels
from scorer import TENHOU, Rules

#: More than this are not tiles: a set has 136, with flowers 144.
MOST_TILES: Final = 160


def read_picture(
    image: Pixels, adaptation: Adaptation | None = None, rules: Rules = TENHOU
) -> TableReading:
    """Return what lies on the table in a BGR picture, shape (height, width, 3).

    ``adaptation`` fits the reader to a tile set; ``rules`` say what is in play.  Raises
    ``ModelError`` when a model file is missing or broken.
    """
    found = detected(image, adaptation)
    reading = read_detections(found, _size(image), rules=rules)
    more = further(image, reading, adaptation)
    return read_detections((*found, *more), _size(image), rules=rules) if more else reading


def further(
    image: Pixels, reading: TableReading, adaptation: Adaptation | None = None
) -> tuple[Detection, ...]:
    """Return tiles of the picture that ``reading`` lacks; raises ``ModelError``.

    They are looked for only where a hand lies open that lacks some.
    """
    if not lacks_tiles(reading):
        return ()
    with network_troubles():
        return overlooked(image, reading.detections, adaptation)


def detected(image: Pixels, adaptation: Adaptation | None = None) -> tuple[Detection, ...]:
    """Return the tiles of a BGR picture; raises ``ModelError``."""
    with network_troubles():
        return detect(image, adaptation)


@contextmanager
def network_troubles() -> Iterator[None]:
    """Raise ``ModelError`` for what a missing or broken network raises."""
    try:
        yield
    except FileNotFoundError as error:
        raise ModelError("model_missing", reason=error) from error
    except NETWORK_ERRORS as error:
        raise ModelError("model_broken", reason=error) from error


def _size(image: Pixels) -> tuple[int, int]:
    height, width = image.shape[:2]
    return width, height


def read_detections(
    detections: tuple[Detection, ...],
    size: tuple[int, int],
    calibration: Plane | None = None,
    rules: Rules = TENHOU,
    sets: Sequence[frozenset[int]] = (),
) -> TableReading:
    """Return what lies on the table in a picture of ``size`` (width, height) with these tiles.

    ``rules`` say how many play, which red fives there are and whether ura are turned up; ``sets``
    are tiles that are known to be called sets.
    """
    if len(detections) <= MOST_TILES:
        reds = dict(zip("mps", rules.red_fives, strict=True))
        players, ura = rules.players, rules.ura_dora
        return read_table(detections, *size, calibration, reds, players, ura, sets)
    flags = (False,) * len(detections)
    count = len(detections)
    text = f"I see {count} tiles, more than a set has; show me the table."
    message = Message("too_many", text, {"count": count})
    return TableReading(*size, detections, flags, (), messages=(message,))
