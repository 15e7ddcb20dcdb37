"""The game that the bundled recording plays where there is no camera.

Its hands are of no one game: each is entered for the seat that it lies at.
"""

from __future__ import annotations

from typing import Final

from device._app_game import Begin, Stop
from device._camera import Camera, camera_of
from device._reveal import SIDES
from device._service import Service

#: Where the demonstration is logged, beside the real games.
DEMO_FOLDER: Final = "demonstration"
NAMES: Final = ("Aoi", "Ben", "Chie", "Dai")


def demo_camera(service: Service, source: str) -> Camera:
    """Return the camera of the recording; its players begin a new game."""
    game = service.state().game
    if game is not None and game.book.ledger.state.end is None:
        service.play(Stop())
    if service.state().rules.players == len(NAMES):
        service.play(Begin(NAMES, SIDES))
    return camera_of(source)
