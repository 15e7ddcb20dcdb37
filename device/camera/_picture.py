"""Pictures for the page and the log, as JPEG."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from detector import Quad
from device.camera._port import Pixels

#: The longer side of a picture on the page or in the log, in pixels.
LONGEST: Final = 1600
QUALITY: Final = 85
#: Room left around a hand, as a part of its size.
MARGIN: Final = 0.15


def jpeg(image: Pixels) -> bytes:
    """Return a BGR picture as JPEG, scaled down to ``LONGEST``."""
    scale = min(1.0, LONGEST / max(image.shape[:2]))
    if scale < 1:
        sized = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    else:
        sized = image
    _, data = cv2.imencode(".jpg", sized, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes()


def crop(image: Pixels, corners: Iterable[Quad]) -> Pixels:
    """Return the part of ``image`` around the tiles with these ``corners``, all of it for none."""
    left, top, right, bottom = crop_box(image.shape[1], image.shape[0], corners)
    return image[top:bottom, left:right]


def crop_box(width: int, height: int, corners: Iterable[Quad]) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what ``crop`` cuts out of a picture of this size."""
    points = np.array([point for quad in corners for point in quad])
    if not points.size:
        return 0, 0, width, height
    low, high = points.min(axis=0), points.max(axis=0)
    margin = MARGIN * (high - low).max()
    left, top = (int(edge) for edge in np.maximum(low - margin, 0))
    right, bottom = (int(edge) for edge in np.minimum(np.ceil(high + margin), (width, height)))
    return left, top, right, bottom
