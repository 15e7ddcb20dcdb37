"""A table without a camera: hands laid out in numbers, then the real service, page and log."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Self

import cv2
import numpy as np
import uvicorn
from game_table import NAMES, SIDES
from numpy.typing import NDArray
from starlette.types import ASGIApp

from detector import UNREADABLE, Detection, HandReading, MeldReading, TableReading
from device._keeper import Keeper
from device._service import Service
from device.desk._setup import Setup
from device.log._sql import SqlLog
from device.page._edit import Edit
from device.page._game import Begin
from scorer import parse_tiles

TILE = (56.0, 74.0)
SIZE = (1280, 720)


def detection(
    face: str,
    place: tuple[float, float],
    confidence: float = 0.99,
    alternatives: tuple[tuple[str, float], ...] = (),
) -> Detection:
    """Return an upright tile whose top left corner is at ``place``."""
    (x, y), (w, h) = place, TILE
    corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return Detection(face, confidence, corners, alternatives)


def reading_of(
    concealed: str,
    win: str = "",
    melds: Sequence[tuple[str, str, int]] = (),
    dora: str = "",
    doubts: dict[int, tuple[float, tuple[tuple[str, float], ...]]] | None = None,
    options: Sequence[str] = (),
    unread: Sequence[int] = (),
    split: bool = False,
) -> TableReading:
    """Return the reading of a hand laid out in one row, ``win`` apart.

    ``melds`` are (type, tiles, which tile was called).  ``doubts`` gives the confidence and the
    alternatives of single tiles of the row, ``options`` whole other readings, ``unread`` the tiles
    that could not be read.  ``split``: perhaps nothing is called.
    """
    doubts = doubts or {}
    found: list[Detection] = []
    sideways: list[bool] = []

    def lay(tiles: str, x: float, y: float, called: int = -1) -> tuple[int, ...]:
        start = len(found)
        for n, tile in enumerate(parse_tiles(tiles)):
            confidence, others = doubts.get(len(found), (0.99, ()))
            face = UNREADABLE if len(found) in unread else str(tile)
            found.append(detection(face, (x + n * 58, y), confidence, others))
            sideways.append(n == called)
        return tuple(range(start, len(found)))

    row = lay(concealed, 60, 500)
    won = lay(win, 60 + 58 * len(row) + 30, 500)
    sets = tuple(
        MeldReading(kind, lay(tiles, 700 + 190 * n, 600, called), None, 0)
        for n, (kind, tiles, called) in enumerate(melds)
    )
    sets = tuple(
        MeldReading(m.type, m.tiles, m.tiles[called] if called >= 0 else None, 3 * (called >= 0))
        for m, (_, _, called) in zip(sets, melds, strict=True)
    )
    indicators = lay(dora, 560, 200)
    order = (*row, *won, *(i for meld in sets for i in meld.tiles))
    hand = HandReading(
        "bottom",
        (*row, *won),
        won[0] if won else None,
        sets,
        tuple(found[i].tile for i in order),
        uncertain=bool(doubts or options or split),
        options=tuple(tuple(map(str, parse_tiles(option))) for option in options),
    )
    if split:
        own = (*row, *(i for meld in sets for i in meld.tiles), *won)
        faces = tuple(found[i].tile for i in own)
        closed = replace(hand, concealed=own, melds=(), faces=faces, options=())
        hand = replace(hand, splits=(closed,))
    return TableReading(*SIZE, tuple(found), tuple(sideways), (hand,), dora_indicators=indicators)


def draw_picture(reading: TableReading) -> NDArray[np.uint8]:
    """Return a BGR picture with plain rectangles where the tiles of ``reading`` lie."""
    image = np.full((SIZE[1], SIZE[0], 3), (60, 90, 40), np.uint8)
    for tile in reading.detections:
        quad = np.array(tile.corners, np.int32)
        cv2.fillConvexPoly(image, quad, (225, 240, 245))
        origin = (int(quad[0][0]) + 8, int(quad[0][1]) + 46)
        cv2.putText(image, tile.tile, origin, cv2.FONT_HERSHEY_SIMPLEX, 0.9, (40, 40, 40), 2)
    return image


class Table:
    """The real service, log and scorer, fed readings instead of pictures of a camera."""

    def __init__(self, folder: Path, setup: Setup | None = None) -> None:
        self.reading = TableReading(*SIZE, (), (), ())
        self.keeper = Keeper(lambda: SqlLog(folder))
        self.service = Service(setup or Setup(), lambda _: self.reading, self.keeper)

    def begin(self) -> Self:
        """Begin a game."""
        self.service.play(Begin(NAMES, SIDES))
        return self

    def lay(self, reading: TableReading, *edits: Edit) -> Self:
        """Show ``reading`` to the camera and make ``edits``."""
        self.reading = reading
        self.service.see((draw_picture(reading),))
        for edit in edits:
            self.service.edit(edit)
        return self


@contextmanager
def served(app: ASGIApp) -> Iterator[str]:
    """Serve ``app`` as the program does and yield its address."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([sock],))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
