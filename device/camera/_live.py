"""Cameras through OpenCV: USB (V4L2) and network streams, always the newest frame."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from device._errors import CameraError
from device.camera._port import PATIENCE_S, Camera, Frame, Pixels, shown

_BY_ID: Final = Path("/dev/v4l/by-id")
_WIDTH: Final = 1920
_HEIGHT: Final = 1080
_OPEN_MS: Final = 8000


class _LiveCamera(Camera):
    """Reads in a thread of its own and keeps only the newest frame."""

    live = True

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._video = cv2.VideoCapture()
        self._changed = threading.Condition()
        self._newest: tuple[float, Pixels] | None = None
        self._running = False
        self._thread: threading.Thread | None = None

    def _start(self) -> None:
        self._running = True
        self._thread = threading.Thread(target=self._grab, name="camera", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._running = False
        if self._thread is not None:
            self._thread.join(timeout=self._patience_s)
            self._thread = None

    def _grab(self) -> None:
        while self._running:
            there, image = self._video.read()
            with self._changed:
                self._running = self._running and there
                if there:
                    self._newest = (time.monotonic(), image.astype(np.uint8, copy=False))
                self._changed.notify_all()
        self._video.release()

    def frames(self) -> Iterator[Frame]:
        while True:
            moment, image = self._take()
            yield Frame.of(moment, image)

    def _take(self) -> tuple[float, Pixels]:
        with self._changed:
            self._changed.wait_for(
                lambda: self._newest is not None or not self._running, self._patience_s
            )
            newest, self._newest = self._newest, None
        if newest is None:
            raise CameraError("camera_lost", source=self.source)
        return newest

    @property
    def source(self) -> str:
        """What the user calls this camera."""
        raise NotImplementedError


class UsbCamera(_LiveCamera):
    """A USB camera: ``name`` is its number or its path under ``/dev``.

    MJPG, focus and exposure locked after the first two seconds where the camera can.
    """

    def __init__(self, name: str, patience_s: float = PATIENCE_S) -> None:
        super().__init__(patience_s)
        self._name = name

    @property
    def source(self) -> str:
        return f"v4l2:{self._name}"

    def open(self) -> None:
        path = f"/dev/video{self._name}" if self._name.isdigit() else self._name
        if not Path(path).exists():
            raise CameraError("camera_missing", source=self.source)
        if not self._video.open(path, cv2.CAP_V4L2):
            raise CameraError("camera_busy", source=self.source)
        self._video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._video.set(cv2.CAP_PROP_FRAME_WIDTH, _WIDTH)
        self._video.set(cv2.CAP_PROP_FRAME_HEIGHT, _HEIGHT)
        self._video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._video.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        self._start()


class StreamCamera(_LiveCamera):
    """A network camera at an ``rtsp://`` or ``http(s)://`` address."""

    def __init__(self, address: str, patience_s: float = PATIENCE_S) -> None:
        super().__init__(patience_s)
        self._address = address

    @property
    def source(self) -> str:
        """The address without a password it may carry."""
        return shown(self._address)

    def open(self) -> None:
        os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp")
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(self._patience_s * 1000),
        ]  # fmt: skip
        if not self._video.open(self._address, cv2.CAP_FFMPEG, limits):
            raise CameraError("stream_unopened", source=self.source)
        self._start()


def devices() -> tuple[str, ...]:
    """Return the sources of the USB cameras, by their lasting names."""
    with suppress(OSError):
        return tuple(f"v4l2:{name}" for name in sorted(_BY_ID.glob("*-video-index0")))
    return ()
