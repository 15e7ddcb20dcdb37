"""Pictures from people: decoded safely, turned upright, refused with a reason."""

from __future__ import annotations

import io
import struct
import threading
import warnings
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from device._errors import PhotoError

#: The largest file and the largest picture that are decoded.
MAX_BYTES: Final = 64 * 1024 * 1024
_LIMIT_MB: Final = MAX_BYTES >> 20
MAX_PIXELS: Final = 64_000_000
MIN_SIDE: Final = 64
FORMATS: Final = ("JPEG", "PNG", "WEBP", "BMP")
#: How JPEG, PNG and WebP files begin.
_SIGNATURES: Final = (b"\xff\xd8", b"\x89PNG", b"RIFF")
_BROKEN: Final = (OSError, SyntaxError, ValueError, EOFError, struct.error)
#: The warnings filter is the program's own, not the thread's; and memory is scarce.
_ONE_AT_A_TIME: Final = threading.Lock()

Pixels = NDArray[np.uint8]


def load_photo(path: Path) -> Pixels:
    """Return the picture in the file ``path`` as BGR, shape (height, width, 3), EXIF applied.

    Raises ``PhotoError`` when the file cannot be opened or is no picture that can be read.
    """
    name = path.name
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise PhotoError("photo_too_heavy", name=name, megabytes=size >> 20, limit=_LIMIT_MB)
        data = path.read_bytes()
    except OSError as error:
        raise PhotoError("file_unopened", path=str(path), reason=error.strerror) from error
    return decode_photo(data, name)


def decode_photo(data: bytes, name: str) -> Pixels:
    """Return the picture in ``data`` as BGR, shape (height, width, 3), EXIF rotation applied.

    ``name`` is what the messages call it.  Raises ``PhotoError`` when ``data`` is empty, too
    large, cut short or no JPEG, PNG, WebP or BMP picture.
    """
    if not data:
        raise PhotoError("photo_empty", name=name)
    if len(data) > MAX_BYTES:
        raise PhotoError("photo_too_heavy", name=name, megabytes=len(data) >> 20, limit=_LIMIT_MB)
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        picture = _opened(data, name)
        _check_size(picture, name)
        return _pixels(picture, name)


def _opened(data: bytes, name: str) -> Image.Image:
    try:
        return Image.open(io.BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise PhotoError("photo_bomb", name=name, limit=MAX_PIXELS // 1_000_000) from error
    except _BROKEN as error:
        raise PhotoError(_unopened(data), name=name) from error


def _unopened(data: bytes) -> str:
    if data.startswith(_SIGNATURES):
        return "photo_truncated"
    return "photo_heic" if data[4:8] == b"ftyp" else "photo_not_image"


def _check_size(picture: Image.Image, name: str) -> None:
    width, height = picture.size
    values = {"name": name, "width": width, "height": height}
    if width * height > MAX_PIXELS:
        raise PhotoError("photo_too_large", **values, limit=MAX_PIXELS // 1_000_000)
    if min(width, height) < MIN_SIDE:
        raise PhotoError("photo_too_small", **values, limit=MIN_SIDE)


def _pixels(picture: Image.Image, name: str) -> Pixels:
    """Return the pixels of ``picture``, which is spent: memory holds no copy more than it must."""
    try:
        ImageOps.exif_transpose(picture, in_place=True)
        upright = _eight_bits(picture)
        pixels = np.array(upright if upright.mode == "RGB" else upright.convert("RGB"))
    except _BROKEN as error:
        raise PhotoError("photo_truncated", name=name) from error
    cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR, dst=pixels)
    return pixels


def _eight_bits(picture: Image.Image) -> Image.Image:
    """Return a gray picture of 16 bits with 8, which Pillow does for colours but not for gray."""
    if not picture.mode.startswith("I"):
        return picture
    return Image.fromarray((np.asarray(picture) >> 8).astype(np.uint8))
