"""The camera loop: watches, reads the table at rest, goes on whatever the camera does."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from device._errors import CameraError, PhotoError, UserError
from device._recording import Script
from device._service import Service
from device.camera._health import BLURRED_BELOW, Health, fine_detail
from device.camera._port import Camera, Frame
from device.camera._watch import Watcher

#: Seconds until a camera that went away is looked for again.
RETRY_S: Final = 2.0
#: Seconds between the end of a repeated recording and its next beginning.
PAUSE_S: Final = 5.0
#: A loop that has done nothing for so many seconds hangs: the slowest camera needs 30 to open.
STUCK_S: Final = 60.0
_LOG: Final = logging.getLogger("jantaku")


class Loop:
    """Feeds ``service`` from the camera that ``make`` returns, in a thread of its own.

    ``source`` is what the page calls the camera; ``script`` tells what its players said.  With
    ``again_s`` the camera is a recording that stands in for one: it is played again so many seconds
    after its end, and the page says that it is a recording.  ``glance`` is shown every frame.
    """

    def __init__(
        self,
        service: Service,
        source: str,
        make: Callable[[], Camera],
        script: Script | None = None,
        retry_s: float = RETRY_S,
        again_s: float | None = None,
        glance: Callable[[Frame], None] | None = None,
    ) -> None:
        self._service = service
        self._source = source
        self._make = make
        self._script = script or Script()
        self._retry_s = retry_s
        self._again_s = again_s
        self._glance = glance
        self._blurred = False
        self._sign = time.monotonic()
        self._over = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="loop", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self, wait_s: float = 10.0) -> None:
        """Stop watching and wait for the camera to be closed."""
        self._stopping.set()
        self.join(wait_s)

    def works(self) -> bool:
        """Return whether the loop goes on, or has come to its end as it should."""
        return self._over or (self._thread.is_alive() and time.monotonic() - self._sign < STUCK_S)

    def join(self, wait_s: float | None = None) -> None:
        """Wait until a recording has ended."""
        self._thread.join(wait_s)

    def _run(self) -> None:
        self._status("starting")
        while not self._stopping.is_set():
            pause = self._watch()
            if pause is None:
                break
            self._stopping.wait(pause)
            self._sign = time.monotonic()
            self._service.deliver()
        self._over = True

    def _watch(self) -> float | None:
        """Watch until the camera stops; return in how many seconds it may come back, if ever."""
        live = True
        try:
            camera = self._make()
            live = camera.live
            with camera:
                played = self._frames(camera)
        except Exception as error:  # the page works, and says why no camera does
            self._service.phase("waiting")
            self._status("lost" if live else "none")
            self._service.trouble(error if isinstance(error, UserError) else _failed(error))
            return self._retry_s if live else None
        self._ended(played=played)
        return self._again_s

    def _ended(self, *, played: bool) -> None:
        if self._stopping.is_set():
            return
        self._service.phase("waiting")
        if self._again_s is None:
            self._status("none")
            self._service.trouble(CameraError("recording_ended"))
        elif not played:  # somebody plays a game of their own, and it is not shown any more
            self._status("none")

    def _frames(self, camera: Camera) -> bool:
        """Take in the frames of ``camera``; return whether there was any."""
        played = False
        watcher, health = Watcher(), Health(live=camera.live)
        for frame in camera.frames():
            if self._stopping.is_set():
                break
            played = True
            self._sign = time.monotonic()
            try:
                self._frame(frame, watcher, health)
            except PhotoError as error:  # one bad file among the pictures of a folder
                self._service.trouble(error)
            except UserError:
                raise
            except Exception as error:  # whatever a broken frame or reading may raise
                self._service.trouble(_failed(error))
        return played

    def _frame(self, frame: Frame, watcher: Watcher, health: Health) -> None:
        status = health.check(frame)
        if self._glance is not None:
            self._glance(frame)
        self._status("blurred" if status == "ok" and self._blurred else status)
        pictures = watcher.update(frame) if status == "ok" else None
        said = self._script.said(frame.time)
        if pictures is not None:
            self._blurred = fine_detail(pictures[-1]) < BLURRED_BELOW
            self._read(partial(self._service.see, pictures, said))
        elif status == "ok" and watcher.early is not None:
            self._service.read_ahead(watcher.early)
        elif status == "ok" and watcher.lasting is not None:
            self._read(partial(self._service.check, watcher.lasting, said))
        elif watcher.moving:
            self._service.phase("moving")

    def _read(self, job: Callable[[], None]) -> None:
        self._service.phase("reading")
        try:
            job()
            self._service.trouble(None)
        except UserError as error:
            self._service.trouble(error)
        finally:
            self._service.phase("waiting")
            self._service.deliver()

    def _status(self, status: str) -> None:
        plays = self._again_s is not None and status in ("ok", "starting")
        self._service.camera(self._source, "recording" if plays else status)


def _failed(error: Exception) -> UserError:
    """Return what is said of an error that nobody foresaw, which the program's messages tell."""
    _LOG.error("a picture could not be read", exc_info=error)
    return UserError("reading_failed", reason=type(error).__name__)
