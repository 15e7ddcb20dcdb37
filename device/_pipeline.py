"""From a picture to a reading of the table, on the shipped networks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from onnxruntime.capi.onnxruntime_pybind11_state import (
    Fail,
    InvalidArgument,
    InvalidGraph,
    InvalidProtobuf,
    RuntimeException,
)

from detector import TableReading, detect, read_table
from device._camera import Pixels
from device._errors import ModelError

#: More than this are not tiles: a set has 136, with flowers 144.
MOST_TILES: Final = 160
_NETWORK_FAILED: Final = (
    Fail,
    InvalidArgument,
    InvalidGraph,
    InvalidProtobuf,
    RuntimeException,
)


def read_picture(image: Pixels) -> TableReading:
    """Return what lies on the table in a BGR picture, shape (height, width, 3).

    Raises ``ModelError`` when a model file is missing or broken.
    """
    return read_pictures((image,))


def read_pictures(pictures: Sequence[Pixels]) -> TableReading:
    """Return what lies on the table in BGR pictures of it at rest.

    Raises ``ModelError`` when a model file is missing or broken.
    """
    image = pictures[-1]
    height, width = image.shape[:2]
    try:
        detections = detect(image)
    except FileNotFoundError as error:
        raise ModelError("model_missing", reason=error) from error
    except _NETWORK_FAILED as error:
        raise ModelError("model_broken", reason=error) from error
    if len(detections) > MOST_TILES:
        flags = (False,) * len(detections)
        message = f"I see {len(detections)} tiles, more than a set has; show me the table."
        return TableReading(width, height, detections, flags, (), messages=(message,))
    return read_table(detections, width, height)
