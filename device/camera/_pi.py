"""The ribbon camera of a Raspberry Pi through picamera2, which comes by apt with the system."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator
from typing import Any, Final

import cv2
import numpy as np

from device._errors import CameraError
from device.camera._port import PATIENCE_S, PREVIEW_WIDTH, Camera, Frame, Pixels

_MAIN: Final = (2028, 1520)
_LORES: Final = (320, 240)
#: Exposure and white balance need so long after the start.
_SETTLE_S: Final = 2.0


def is_there() -> bool:
    """Return whether picamera2 is installed and sees a camera."""
    if importlib.util.find_spec("picamera2") is None:
        return False
    from picamera2 import Picamera2

    return bool(Picamera2.global_camera_info())


class PiCamera(Camera):
    """Watches the small stream; the large picture is copied only when it is read."""

    live = True

    def __init__(self) -> None:
        self._camera: Any = None

    def open(self) -> None:
        if importlib.util.find_spec("picamera2") is None:
            raise CameraError("picamera2_missing")
        if not is_there():
            raise CameraError("camera_missing", source="picamera2")
        from picamera2 import Picamera2

        try:
            self._camera = Picamera2()
            self._camera.configure(_configuration(self._camera))
            self._camera.start()
        except (RuntimeError, OSError) as error:
            raise CameraError("camera_busy", source="picamera2") from error
        time.sleep(_SETTLE_S)

    def close(self) -> None:
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def frames(self) -> Iterator[Frame]:
        while True:
            request = self._newest()
            try:
                yield self._frame(request)
            finally:
                request.release()

    def _newest(self) -> Any:
        try:
            return self._camera.capture_request(wait=PATIENCE_S)
        except TimeoutError as error:
            raise CameraError("camera_lost", source="picamera2") from error

    def _frame(self, request: Any) -> Frame:
        config = self._camera.camera_configuration()
        lores = request.make_array("lores")
        preview = luma(lores, config["lores"]["format"], config["lores"]["size"])
        small = cv2.resize(
            preview,
            (PREVIEW_WIDTH, PREVIEW_WIDTH * preview.shape[0] // preview.shape[1]),
            interpolation=cv2.INTER_AREA,
        )
        moment = request.get_metadata()["SensorTimestamp"] / 1e9
        main = config["main"]
        return Frame(
            moment,
            lambda: to_bgr(request.make_array("main"), main["format"], main["size"]),
            small.astype(np.uint8, copy=False),
        )


def _configuration(camera: Any) -> Any:
    return camera.create_video_configuration(
        main={"size": _MAIN, "format": "RGB888"},
        lores={"size": _LORES, "format": "YUV420"},
        controls={"FrameRate": 10},
        buffer_count=4,
    )


_CONVERSIONS: Final = {
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
}


def to_bgr(array: Pixels, pixel_format: str, size: tuple[int, int]) -> Pixels:
    """Return a camera buffer of ``size`` (width, height) as BGR.

    ``pixel_format`` is libcamera's name: ``RGB888`` lies in memory as B, G, R; ``YUV420`` and
    ``NV12`` are planes under each other; ``YUYV`` is packed; ``MJPEG`` is compressed.  Rows may
    be padded at the right.  Raises ``CameraError`` for any other format.
    """
    width, height = size
    if pixel_format == "MJPEG":
        decoded = cv2.imdecode(array, cv2.IMREAD_COLOR)
        if decoded is None:
            raise CameraError("camera_format", found="MJPEG")
        return decoded.astype(np.uint8, copy=False)
    if pixel_format == "RGB888":
        return np.ascontiguousarray(array[:height, :width])
    if pixel_format not in _CONVERSIONS:
        raise CameraError("camera_format", found=pixel_format)
    image = cv2.cvtColor(np.ascontiguousarray(array), _CONVERSIONS[pixel_format])
    return np.ascontiguousarray(image[:height, :width]).astype(np.uint8, copy=False)


def luma(array: Pixels, pixel_format: str, size: tuple[int, int]) -> Pixels:
    """Return the gray picture of a camera buffer; planar formats begin with it."""
    width, height = size
    if pixel_format in ("YUV420", "NV12", "NV21"):
        return array[:height, :width]
    return cv2.cvtColor(to_bgr(array, pixel_format, size), cv2.COLOR_BGR2GRAY).astype(
        np.uint8, copy=False
    )
