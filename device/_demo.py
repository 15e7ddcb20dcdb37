"""The game that the bundled recording plays where there is no camera.

Its hands are of no one game: each is entered for the seat that it lies at.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Final

from device._errors import LogError
from device._reveal import SIDES
from device._service import Service
from device.camera._port import Camera, Frame, camera_of
from device.page._game import Begin, Stop
from scorer import End

NAMES: Final = ("Aoi", "Ben", "Chie", "Dai")
#: So many games of the demonstration are kept; older ones would only fill the disk.
KEPT: Final = 10
_LOG: Final = logging.getLogger("jantaku")


class Demonstration:
    """Plays the recording at ``source`` into ``service``, with players of its own.

    A person who ends their game ends it until the program begins anew, and the recording with it.
    """

    def __init__(self, service: Service, source: str) -> None:
        self._service = service
        self._source = source
        self._begun = False

    def camera(self) -> Camera:
        """Return the camera of the recording; its players begin a new game.

        Nothing is shown once somebody has ended that or begun a game of their own.
        """
        if not self._is_over():
            self._begin()
        return _Demo(self._is_over, camera_of(self._source))

    def _is_over(self) -> bool:
        game = self._service.state().game
        if game is None:
            return False
        ledger = game.book.ledger
        return ledger.names != NAMES or (self._begun and ledger.state.end is End.AGREED)

    def _begin(self) -> None:
        service = self._service
        game = service.state().game
        if game is not None and game.book.ledger.state.end is None:
            service.play(Stop())
        if service.state().rules.players == len(NAMES):
            service.play(Begin(NAMES, SIDES, drop=True))
            self._begun = True
        _prune(service)


class _Demo(Camera):
    """The recording, which stops as soon as the demonstration ``is_over``."""

    live = False

    def __init__(self, is_over: Callable[[], bool], recording: Camera) -> None:
        self._is_over = is_over
        self._recording = recording

    def open(self) -> None:
        self._recording.open()

    def close(self) -> None:
        self._recording.close()

    def frames(self) -> Iterator[Frame]:
        for frame in self._recording.frames():
            if self._is_over():
                return
            yield frame


def _prune(service: Service) -> None:
    """Delete all but the newest games of the demonstration, never one of somebody's own."""
    try:
        log = service.log()
        told = [game.id for game in log.games() if game.names == NAMES]
        for game in told[KEPT:]:
            log.forget(game)
    except LogError:
        _LOG.warning("old games of the demonstration could not be deleted")
