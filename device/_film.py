"""The film that is being watched, as far as somebody looks at it on the page."""

from __future__ import annotations

import cv2

from device.camera._picture import jpeg
from device.camera._port import Frame, Pixels

#: Width in pixels of the film's pictures on the page.
WIDTH = 1014


class Film:
    """Holds the newest frame; it is made a small JPEG only when somebody asks for it."""

    def __init__(self) -> None:
        self._newest: Pixels | None = None
        self._drawn: tuple[Pixels, bytes] | None = None

    def show(self, frame: Frame) -> None:
        """Take in the newest frame."""
        self._newest = frame.image

    def picture(self) -> bytes | None:
        """Return the newest frame as JPEG, ``None`` before the first."""
        image, drawn = self._newest, self._drawn
        if image is None:
            return None
        if drawn is None or drawn[0] is not image:
            height, width = image.shape[:2]
            size = (WIDTH, round(height * WIDTH / width))
            small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
            drawn = self._drawn = (image, jpeg(small.astype("uint8", copy=False)))
        return drawn[1]
