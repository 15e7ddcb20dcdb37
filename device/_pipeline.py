"""From a picture to a reading of the table, on the shipped networks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from detector import (
    Adaptation,
    Detection,
    Message,
    Plane,
    TableReading,
    detect,
    read_table,
)
from detector._session import NETWORK_ERRORS
from device._camera import Pixels
from device._errors import ModelError

#: More than this are not tiles: a set has 136, with flowers 144.
MOST_TILES: Final = 160


def read_picture(image: Pixels, adaptation: Adaptation | None = None) -> TableReading:
    """Return what lies on the table in a BGR picture, shape (height, width, 3).

    ``adaptation`` fits the reader to a tile set.  Raises ``ModelError`` when a model file is
    missing or broken.
    """
    return read_detections(detected(image, adaptation), _size(image))


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
    detections: tuple[Detection, ...], size: tuple[int, int], calibration: Plane | None = None
) -> TableReading:
    """Return what lies on the table in a picture of ``size`` (width, height) with these tiles."""
    if len(detections) <= MOST_TILES:
        return read_table(detections, *size, calibration)
    flags = (False,) * len(detections)
    count = len(detections)
    text = f"I see {count} tiles, more than a set has; show me the table."
    message = Message("too_many", text, {"count": count})
    return TableReading(*size, detections, flags, (), messages=(message,))
