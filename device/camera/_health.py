"""What is wrong with a camera's pictures: black, frozen, blurred."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from device.camera._port import Frame, Pixels

#: A picture whose brightest part (99th percentile, 0..255) is below this is black.
BLACK_BELOW: Final = 24
#: A live camera whose picture has not changed in a single value for so long is frozen.
FROZEN_S: Final = 5.0
#: Share of fine detail among all detail below which a picture is blurred.
BLURRED_BELOW: Final = 0.11


class Health:
    """Watches the previews of one camera; ``live`` cameras may freeze."""

    def __init__(self, *, live: bool) -> None:
        self._live = live
        self._last: Pixels | None = None
        self._changed_at = 0.0

    def check(self, frame: Frame) -> str:
        """Return ``ok``, ``black`` or ``frozen`` for the newest frame."""
        preview = frame.preview
        if self._last is None or not np.array_equal(preview, self._last):
            self._last = preview.copy()
            self._changed_at = frame.time
        if float(np.percentile(preview, 99)) < BLACK_BELOW:
            return "black"
        if self._live and frame.time - self._changed_at > FROZEN_S:
            return "frozen"
        return "ok"


def fine_detail(image: Pixels) -> float:
    """Return the share (0..1) of fine detail in a BGR or gray picture at 1280 pixels width.

    The energy between blurs of 1 and 2 pixels over that between 1 and 8: noise is smoothed away
    first, and the share does not depend on how much there is to see.
    """
    gray = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = 1280 / gray.shape[1]
    sized = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    blurs = [cv2.GaussianBlur(sized.astype(np.float32), (0, 0), sigma) for sigma in (1, 2, 8)]
    fine = float(np.std(blurs[0] - blurs[1]))
    coarse = float(np.std(blurs[0] - blurs[2]))
    return fine / coarse if coarse > 0 else 1.0
