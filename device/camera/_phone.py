"""A phone as the camera: its browser sends pictures to the page."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from device._errors import CameraError
from device.camera._port import PATIENCE_S, Camera, Frame, Pixels

#: Pictures that come sooner after each other are refused.
LEAST_STEP_S: Final = 0.08
#: So many seconds after a picture no other phone may send one: two films would be one muddle.
HELD_S: Final = PATIENCE_S
#: A single shot stands for a table at rest: it is seen so often, so many seconds apart.
_SHOT_FRAMES: Final = 10
_SHOT_STEP_S: Final = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class _Sent:
    time: float
    image: Pixels
    shot: bool


class Inbox:
    """The newest picture that a phone sent; safe from any thread.  ``clock`` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._newest: _Sent | None = None
        self._due = 0.0
        self._holder, self._held_until = "", 0.0

    def refusal(self, sender: str) -> str | None:
        """Return the code of why ``sender`` may send no picture now, ``None`` where it may.

        Then nobody may for a while, and no other sender for ``HELD_S``.
        """
        with self._changed:
            now = self._clock()
            if sender != self._holder and now < self._held_until:
                return "phone_taken"
            if now < self._due:
                return "too_fast"
            self._holder, self._held_until = sender, now + HELD_S
            self._due = now + LEAST_STEP_S
            return None

    def put(self, image: Pixels, *, shot: bool = False) -> None:
        """Take in a BGR picture in place of one that nobody fetched yet.

        ``shot``: a photo of its own, after which nothing may come for long.
        """
        with self._changed:
            self._newest = _Sent(self._clock(), image, shot)
            self._changed.notify_all()

    def take(self, wait_s: float) -> _Sent | None:
        """Return the newest picture once, ``None`` when none comes in ``wait_s`` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None, wait_s)
            newest, self._newest = self._newest, None
        return newest


#: What phones send to this process.
INBOX: Final = Inbox()


class PhoneCamera(Camera):
    """The phone that sends to ``inbox``; one that falls silent while it films is gone."""

    live = True

    def __init__(self, inbox: Inbox = INBOX, patience_s: float = PATIENCE_S) -> None:
        self._inbox = inbox
        self._patience_s = patience_s
        self._open = False

    def open(self) -> None:
        """A phone may send at any time."""
        self._open = True

    def close(self) -> None:
        """Nothing to let go of: the phone stops when nobody watches."""
        self._open = False

    def frames(self) -> Iterator[Frame]:
        """Yield what the phone sends; raises ``CameraError`` when it sends nothing any more."""
        single, now = False, 0.0
        while self._open:
            sent = self._inbox.take(self._patience_s)
            if sent is None and single:
                continue
            if sent is None:
                raise CameraError("phone_silent")
            single, now = sent.shot, max(sent.time, now)
            for _ in range(_SHOT_FRAMES if single else 1):
                yield Frame.of(now, sent.image)
                now += _SHOT_STEP_S if single else 0.0
