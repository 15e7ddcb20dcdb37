"""From a picture to a reading of the table, on the shipped networks."""

from __future__ import annotations

from collections.abc import Sequence

from detector import TableReading, read_table
from device._camera import Pixels
from device._errors import ModelError


def read_picture(image: Pixels) -> TableReading:
    """Return what lies on the table in a BGR picture, shape (height, width, 3).

    Raises ``ModelError`` when a model file is missing or broken.
    """
    return read_pictures((image,))


def read_pictures(pictures: Sequence[Pixels]) -> TableReading:
    """Return what lies on the table in BGR pictures of it at rest.

    Raises ``ModelError`` when a model file is missing or broken.
    """
    from detector import detect

    image = pictures[-1]
    height, width = image.shape[:2]
    try:
        return read_table(detect(image), width, height)
    except FileNotFoundError as error:
        raise ModelError("model_missing", path=error.filename or error) from error
