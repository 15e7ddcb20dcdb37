"""The game that the bundled recording plays where there is no camera.

Its hands are of no one game: each is entered for the seat that it lies at.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final

from device._errors import LogError
from device._reveal import SIDES
from device._service import Service
from device.camera._port import Camera, Frame, camera_of
from device.page._game import Begin, Stop
from scorer import End

#: Where the demonstration is logged, beside the real games.
DEMO_FOLDER: Final = "demonstration"
NAMES: Final = ("Aoi", "Ben", "Chie", "Dai")
#: So many games of the demonstration are kept; older ones would only fill the disk.
KEPT: Final = 10
_LOG: Final = logging.getLogger("jantaku")


class Demonstration:
    """Plays the recording at ``source`` into ``service``, with players of its own.

    A person who ends their game ends it until the program begins anew: the recording goes on
    being shown, but begins no other.
    """

    def __init__(self, service: Service, source: str) -> None:
        self._service = service
        self._source = source
        self._begun = False

    def camera(self) -> Camera:
        """Return the camera of the recording; its players begin a new game.

        Nothing is shown once somebody has begun a game of their own.
        """
        if not _is_own_game(self._service) and not self._is_ended():
            self._begin()
            self._begun = True
        return _Demo(self._service, camera_of(self._source))

    def _is_ended(self) -> bool:
        game = self._service.state().game
        return self._begun and game is not None and game.book.ledger.state.end is End.AGREED

    def _begin(self) -> None:
        service = self._service
        game = service.state().game
        if game is not None and game.book.ledger.state.end is None:
            service.play(Stop())
        if service.state().rules.players == len(NAMES):
            service.play(Begin(NAMES, SIDES))
        _prune(service)


class _Demo(Camera):
    """The recording, which stops as soon as the game is no demonstration any more."""

    live = False

    def __init__(self, service: Service, recording: Camera) -> None:
        self._service = service
        self._recording = recording

    def open(self) -> None:
        self._recording.open()

    def close(self) -> None:
        self._recording.close()

    def frames(self) -> Iterator[Frame]:
        for frame in self._recording.frames():
            if _is_own_game(self._service):
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


def _is_own_game(service: Service) -> bool:
    game = service.state().game
    return game is not None and game.book.ledger.names != NAMES
