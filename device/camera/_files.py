"""Recordings in place of a camera: a video file, a folder of pictures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from device._errors import CameraError
from device._photo import load_photo
from device.camera._port import Camera, Frame, Pixels

#: Each picture of a folder is shown for so long, in frames of ``FOLDER_STEP_S``.
FOLDER_SHOW_S: Final = 2.0
FOLDER_STEP_S: Final = 0.2
PICTURES: Final = frozenset((".jpg", ".jpeg", ".png", ".webp", ".bmp"))
_DEFAULT_FPS: Final = 25.0


class _Pace:
    """Holds a recording back to its own speed, ``rate`` times as fast; 0 does not hold it."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._start = time.monotonic()

    def wait_for(self, moment: float) -> None:
        if self._rate:
            time.sleep(max(0.0, self._start + moment / self._rate - time.monotonic()))


class VideoFile(Camera):
    """A video file at ``rate`` times its own speed (0: as fast as it is taken), played once."""

    live = False

    def __init__(self, path: Path, rate: float = 1.0) -> None:
        self._path = path
        self._rate = rate
        self._video = cv2.VideoCapture()

    def open(self) -> None:
        if not self._path.is_file():
            raise CameraError("video_missing", path=self._path)
        if not self._video.open(str(self._path)):
            raise CameraError("video_unreadable", path=self._path)

    def close(self) -> None:
        self._video.release()

    def frames(self) -> Iterator[Frame]:
        step = 1 / (self._video.get(cv2.CAP_PROP_FPS) or _DEFAULT_FPS)
        pace = _Pace(self._rate)
        number = 0
        while (image := self._next()) is not None:
            pace.wait_for(number * step)
            yield Frame.of(number * step, image)
            number += 1
        if number == 0:
            raise CameraError("video_unreadable", path=self._path)

    def _next(self) -> Pixels | None:
        there, image = self._video.read()
        return image.astype(np.uint8, copy=False) if there else None


class PictureFolder(Camera):
    """The pictures of a folder in order of their names, each shown for ``FOLDER_SHOW_S``.

    The ``image`` of a frame whose file is no picture raises ``PhotoError``.
    """

    live = False

    def __init__(self, folder: Path, rate: float = 1.0) -> None:
        self._folder = folder
        self._rate = rate
        self._pictures: list[Path] = []

    def open(self) -> None:
        if not self._folder.is_dir():
            raise CameraError("folder_missing", path=self._folder)
        files = sorted(self._folder.iterdir())
        self._pictures = [path for path in files if path.suffix.lower() in PICTURES]
        if not self._pictures:
            raise CameraError("folder_empty", path=self._folder)

    def close(self) -> None:
        self._pictures = []

    def frames(self) -> Iterator[Frame]:
        pace = _Pace(self._rate)
        each = round(FOLDER_SHOW_S / FOLDER_STEP_S)
        for place, path in enumerate(self._pictures):
            load = cache(partial(load_photo, path))
            for step in range(each):
                moment = (place * each + step) * FOLDER_STEP_S
                pace.wait_for(moment)
                yield Frame(moment, load)
