"""When to look: the table is read once it has come to rest, never while something moves."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from device.camera._port import Frame, Pixels

#: A preview pixel has changed when its gray value (0..255) differs by more than this.
CHANGED_BY: Final = 12.0
#: So many changed preview pixels are a movement: less than one tile at the usual distance.
CHANGED_PIXELS: Final = 6
#: The table is at rest when nothing has moved for so long.
REST_S: Final = 0.4
#: It may be at rest when nothing has moved for so long: then pictures are taken.
EARLY_S: Final = 0.1
#: So long after pictures were handed out another one of the table still at rest is.
LASTING_S: Final = 1.0
#: So many pictures vote.
VOTERS: Final = 3
#: At most one picture in this time votes: neighbours in time share their noise.
VOTE_STEP_S: Final = 0.1


class Watcher:
    """Takes every frame and hands out the pictures of a table at rest, once after each movement.

    ``early`` is the first picture taken since a movement and ``lasting`` one of a rest that has
    lasted, each with the frame it was taken of only.
    """

    def __init__(self, rest_s: float = REST_S, voters: int = VOTERS) -> None:
        self._rest_s = rest_s
        self._voters = voters
        self._reference: NDArray[np.float32] | None = None
        self._moved_at = 0.0
        self._pictures: list[tuple[float, Pixels]] = []
        self._handed_out = False
        self._lasting_at: float | None = None
        self.early: Pixels | None = None
        self.lasting: Pixels | None = None

    @property
    def moving(self) -> bool:
        """Whether the table has not come to rest since the last movement."""
        return not self._pictures and not self._handed_out

    def update(self, frame: Frame) -> tuple[Pixels, ...] | None:
        """Return the pictures to read, oldest first, when ``frame`` completes them."""
        self.early = self.lasting = None
        if self._moved(frame):
            self._moved_at, self._lasting_at = frame.time, None
            self._pictures = []
            self._handed_out = False
            return None
        if self._handed_out:
            self._last(frame)
            return None
        self._take(frame)
        rested = frame.time - self._moved_at >= self._rest_s
        return self._hand_out(frame.time) if rested and self._enough() else None

    def _take(self, frame: Frame) -> None:
        """Take the picture of a frame, where enough time has gone since what was before."""
        if frame.time - self._moved_at < EARLY_S:
            return
        if not self._pictures:
            self.early = frame.image
        if not self._pictures or frame.time - self._pictures[-1][0] >= VOTE_STEP_S:
            taken = [*self._pictures, (frame.time, frame.image)]
            self._pictures = taken[-self._voters :]

    def _enough(self) -> bool:
        return len(self._pictures) == self._voters

    def _hand_out(self, time: float) -> tuple[Pixels, ...]:
        pictures = tuple(image for _, image in self._pictures)
        self._pictures = []
        self._handed_out, self._lasting_at = True, time + LASTING_S
        return pictures

    def _last(self, frame: Frame) -> None:
        if self._lasting_at is not None and frame.time >= self._lasting_at:
            self.lasting, self._lasting_at = frame.image, None

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
