"""The pictures that the page may still ask for."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Final

from device.camera._picture import jpeg
from device.camera._port import Pixels
from device.page._ports import Picture

#: So many pictures stay available for the page.
PICTURES_KEPT: Final = 8


class Album:
    """Keeps the newest pictures as JPEG under names that do not come again."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._count = 0
        self._run = secrets.token_hex(4)  # browsers keep pictures for longer than a run

    def add(self, image: Pixels) -> Picture:
        """Keep ``image`` and return what the page is told of it."""
        self._count += 1
        name = f"p{self._run}{self._count}"
        self._pictures[name] = jpeg(image)
        if len(self._pictures) > PICTURES_KEPT:
            self._pictures.popitem(last=False)
        height, width = image.shape[:2]
        return Picture(name, width, height)

    def jpeg(self, name: str) -> bytes | None:
        """Return a picture, ``None`` when it is gone."""
        return self._pictures.get(name)
