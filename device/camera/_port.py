"""Cameras behind one port, named by a source such as ``v4l2:0`` or ``video:FILE``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from device._errors import CameraError

Pixels = NDArray[np.uint8]
#: Width in pixels of the small gray picture that is watched for movement.
PREVIEW_WIDTH: Final = 160
#: A live camera that gives nothing for so many seconds is lost.
PATIENCE_S: Final = 5.0


class Frame:
    """One picture of a camera at ``time`` (seconds on the camera's own steady clock).

    ``preview`` is gray, ``PREVIEW_WIDTH`` wide.  ``image`` is BGR, shape (height, width, 3); it is
    fetched when first asked for, which must be before the next frame is taken.
    """

    def __init__(
        self, time: float, load: Callable[[], Pixels], preview: Pixels | None = None
    ) -> None:
        self.time = time
        self._load = load
        self._preview = preview

    @classmethod
    def of(cls, time: float, image: Pixels) -> Self:
        """Return the frame of a picture that is already there."""
        return cls(time, lambda: image)

    @cached_property
    def image(self) -> Pixels:
        return self._load()

    @cached_property
    def preview(self) -> Pixels:
        return shrink(self.image) if self._preview is None else self._preview


def shrink(image: Pixels) -> Pixels:
    """Return the gray preview of a BGR picture."""
    height, width = image.shape[:2]
    size = (PREVIEW_WIDTH, max(1, round(height * PREVIEW_WIDTH / width)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)


class Camera(ABC):
    """A source of frames, open between ``__enter__`` and ``__exit__``.

    ``live``: it shows the present; frames that nobody took in time are dropped, and it may freeze
    or be unplugged.  Otherwise it ends when its pictures end.
    """

    live: bool

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @abstractmethod
    def open(self) -> None:
        """Start the camera; raises ``CameraError`` when it is not there."""

    @abstractmethod
    def close(self) -> None:
        """Stop the camera and let go of it; may be called twice."""

    @abstractmethod
    def frames(self) -> Iterator[Frame]:
        """Yield frames; raises ``CameraError`` when the camera stops giving them."""


def camera_of(source: str) -> Camera:
    """Return the camera named by ``source``, not yet open.

    ``picamera2``, ``phone``, ``v4l2:N`` or ``v4l2:/dev/v4l/by-id/NAME``, an ``rtsp://`` or ``http(s)://``
    address, ``video:FILE``, ``folder:DIR``.  Raises ``CameraError`` for anything else.
    """
    from device.camera import _files, _live, _phone, _pi

    if not source.isprintable():
        raise CameraError("camera_unknown", source=ascii(source)[1:-1])
    kind, _, rest = source.partition(":")
    if kind in ("rtsp", "http", "https") and rest.strip("/"):
        return _live.StreamCamera(source)
    makers: dict[str, Callable[[], Camera]] = {
        "picamera2": _pi.PiCamera,
        "phone": _phone.PhoneCamera,
        "v4l2": lambda: _live.UsbCamera(rest),
        "video": lambda: _files.VideoFile(Path(rest)),
        "folder": lambda: _files.PictureFolder(Path(rest)),
    }
    if kind not in makers or bool(rest) == (kind in ("picamera2", "phone")):
        raise CameraError("camera_unknown", source=source)
    return makers[kind]()


def shown(source: str) -> str:
    """Return ``source`` as everybody may see it: no password, no folders."""
    kind, _, rest = source.partition(":")
    if kind in ("rtsp", "http", "https"):
        return f"{kind}://{rest.removeprefix('//').rpartition('@')[2]}"
    return f"{kind}:{Path(rest).name}" if kind in ("video", "folder") else source


def found_camera() -> str | None:
    """Return the source of a camera that is plugged in, the ribbon camera first, or ``None``."""
    return next(iter(found_cameras()), None)


def found_cameras() -> tuple[str, ...]:
    """Return the sources of the cameras that are plugged in, the ribbon camera first."""
    from device.camera import _live, _pi

    ribbon = ("picamera2",) if _pi.is_there() else ()
    return (*ribbon, *_live.devices())
