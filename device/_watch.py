"""When to look: the table is read once it has come to rest, never while something moves."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from device._camera import Frame, Pixels

#: A preview pixel has changed when its gray value (0..255) differs by more than this.
CHANGED_BY: Final = 12.0
#: So many changed preview pixels are a movement: less than one tile at the usual distance.
CHANGED_PIXELS: Final = 6
#: The table is at rest when nothing has moved for so long.
REST_S: Final = 0.4
#: So many pictures vote.
VOTERS: Final = 3
#: At most one picture in this time votes: neighbours in time share their noise.
VOTE_STEP_S: Final = 0.1


class Watcher:
    """Takes every frame and hands out the pictures of a table at rest, once after each movement."""

    def __init__(self, rest_s: float = REST_S, voters: int = VOTERS) -> None:
        self._rest_s = rest_s
        self._voters = voters
        self._reference: NDArray[np.float32] | None = None
        self._moved_at = 0.0
        self._pictures: list[tuple[float, Pixels]] = []
        self._handed_out = False

    @property
    def moving(self) -> bool:
        """Whether the table has not come to rest since the last movement."""
        return not self._pictures and not self._handed_out

    def update(self, frame: Frame) -> tuple[Pixels, ...] | None:
        """Return the pictures to read, oldest first, when ``frame`` completes them."""
        if self._moved(frame):
            self._moved_at = frame.time
            self._pictures = []
            self._handed_out = False
            return None
        if self._handed_out or frame.time - self._moved_at < self._rest_s:
            return None
        if not self._pictures or frame.time - self._pictures[-1][0] >= VOTE_STEP_S:
            self._pictures.append((frame.time, frame.image))
        return self._hand_out() if len(self._pictures) == self._voters else None

    def _hand_out(self) -> tuple[Pixels, ...]:
        pictures = tuple(image for _, image in self._pictures)
        self._pictures = []
        self._handed_out = True
        return pictures

    def _moved(self, frame: Frame) -> bool:
        """Compare with the picture the rest began with, so that slow movement adds up."""
        blurred = cv2.GaussianBlur(frame.preview, (3, 3), 0)
        seen = blurred.astype(np.float32)
        reference = self._reference
        if reference is None or reference.shape != seen.shape or _differs(seen, reference):
            self._reference = seen
            return True
        return False


def _differs(seen: NDArray[np.float32], reference: NDArray[np.float32]) -> bool:
    change = seen - reference
    change -= np.median(change)  # a lamp or the exposure, not a movement
    return int(np.count_nonzero(np.abs(change) > CHANGED_BY)) >= CHANGED_PIXELS
