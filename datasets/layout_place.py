"""Putting tiles on a table as people do: rows, called sets, rivers, walls, with some untidiness."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, radians, sin
from typing import Final

from datasets.layout_games import Call, Discard
from datasets.scene import PlacedTile, Pose

WIDTH: Final = 20.0
HEIGHT: Final = 26.0
DEPTH: Final = 16.0
#: How far a sideways tile's centre lies nearer to its owner: lower edges are aligned.
_DROP: Final = (HEIGHT - WIDTH) / 2


@dataclass(frozen=True, slots=True)
class Cell:
    """A place in a row to lay: face, sideways or not, face down or not, a tile added before it."""

    face: str
    sideways: bool = False
    down: bool = False
    added: str | None = None
    called: bool = False

    @property
    def width(self) -> float:
        """Space along the row in mm."""
        return HEIGHT if self.sideways else WIDTH


@dataclass(frozen=True, slots=True)
class Laid:
    """A called set on the table: indices left to right, the called one."""

    type: str
    tiles: tuple[int, ...]
    called: int | None
    from_seat: int


@dataclass(slots=True)
class Pen:
    """Lays tiles in one seat's view (x right, y towards the owner, mm from the middle).

    ``side`` is 0 bottom, 1 right, 2 top, 3 left; ``untidy`` 0..1; a group is turned by ``turn``
    degrees about ``pivot``; ``flip`` turns each tile by that many degrees.
    """

    rng: random.Random
    tiles: list[PlacedTile] = field(default_factory=list)
    side: int = 0
    untidy: float = 0.0
    turn: float = 0.0
    pivot: tuple[float, float] = (0.0, 0.0)
    flip: float = 0.0

    def put(
        self, face: str, x: float, y: float, angle: float = 0.0, z: float = 0.0, pose: Pose = "up"
    ) -> int:
        """Lay one tile and return its index."""
        slip = 0.5 * self.untidy
        x, y = self._turned(x + self.rng.gauss(0, slip), y + self.rng.gauss(0, slip))
        for _ in range(self.side):
            x, y = y, -x
        lean = self.rng.gauss(0, 2.5 * self.untidy) + self.turn + self.flip
        head = 180 if self.rng.random() < 0.15 * self.untidy else 0
        turned = (angle + lean + head - 90 * self.side) % 360
        self.tiles.append(PlacedTile(face, x, y, turned, z, pose))
        return len(self.tiles) - 1

    def group(self, turn: float, pivot: tuple[float, float], flip: float = 0.0) -> None:
        """Begin a group of tiles turned together."""
        self.turn, self.pivot, self.flip = turn, pivot, flip

    def _turned(self, x: float, y: float) -> tuple[float, float]:
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        dx, dy = x - self.pivot[0], y - self.pivot[1]
        return self.pivot[0] + c * dx - s * dy, self.pivot[1] + s * dx + c * dy

    def row(
        self, cells: Sequence[Cell], x: float, y: float, gaps: Sequence[float], z: float = 0.0
    ) -> list[tuple[int, ...]]:
        """Lay ``cells`` from ``x`` to the right, each after its gap; return indices a cell."""
        laid = []
        for cell, gap in zip(cells, gaps, strict=True):
            x += gap + cell.width / 2
            laid.append(self._cell(cell, x, y, z))
            x += cell.width / 2
        return laid

    def _cell(self, cell: Cell, x: float, y: float, z: float) -> tuple[int, ...]:
        angle = self.rng.choice((90.0, -90.0)) if cell.sideways else 0.0
        drop = _DROP if cell.sideways else 0.0
        pose: Pose = "down" if cell.down else "up"
        tiles = [self.put(cell.face, x, y + drop, angle, z, pose)]
        if cell.added is not None:
            before = y + drop - WIDTH - self.rng.uniform(0, 1.0)
            tiles.append(self.put(cell.added, x, before, angle, z))
        return tuple(tiles)


def width_of(cells: Sequence[Cell], gaps: Sequence[float]) -> float:
    """Return the length of a row in mm."""
    return sum(cell.width for cell in cells) + sum(gaps)


def call_cells(call: Call, kan: str, rng: random.Random) -> tuple[Cell, ...]:
    """Return a called set as it lies; ``kan`` is how a closed kan does: ``outer``, ``inner``
    (which two are face down), ``sideways`` or ``open``."""
    own = sorted(call.own, key=lambda face: face.replace("0", "5"))
    if call.type == "ankan":
        return _closed_kan(rng.sample(own, 4), kan)
    cells = [Cell(face) for face in own]
    last = len(cells)
    inside = rng.choice((1, last - 1)) if call.type == "daiminkan" else 1
    at = {3: 0, 2: inside, 1: last}[call.from_seat]
    called = Cell(str(call.called), sideways=True, added=call.added, called=True)
    return (*cells[:at], called, *cells[at:])


def _closed_kan(faces: Sequence[str], kan: str) -> tuple[Cell, ...]:
    special = {"outer": (0, 3), "inner": (1, 2), "sideways": (1, 2), "open": ()}[kan]
    lying = kan == "sideways"
    return tuple(
        Cell(face, sideways=lying and i in special, down=not lying and i in special)
        for i, face in enumerate(faces)
    )


def lay_calls(
    pen: Pen, calls: Sequence[Call], right: float, y: float, kan: str, gap: float
) -> tuple[list[Laid], float]:
    """Lay called sets with the first at the right end ``right``, newest at the left.

    Return them left to right and where they begin.
    """
    laid: list[Laid] = []
    end = right
    for call in calls:
        cells = call_cells(call, kan, pen.rng)
        gaps = [pen.rng.uniform(0, 0.8) for _ in cells]
        end -= width_of(cells, gaps)
        places = pen.row(cells, end, y, gaps)
        called = next((p[0] for c, p in zip(cells, places, strict=True) if c.called), None)
        tiles = tuple(i for place in places for i in place)
        laid.insert(0, Laid(call.type, tiles, called, call.from_seat))
        end -= gap * pen.rng.uniform(0.6, 1.4)
    return laid, end


def lay_river(pen: Pen, discards: Sequence[Discard]) -> list[int]:
    """Lay a seat's discards in rows of six, the third row going on."""
    start, first = -62.0 + pen.rng.uniform(-3, 3), 86.0 + pen.rng.uniform(-3, 8)
    pitch = HEIGHT + pen.rng.uniform(0.3, 2.5)
    pen.group(pen.rng.uniform(-4, 4) * pen.untidy, (0.0, first))
    laid: list[int] = []
    for number in range(3):
        row = discards[6 * number : 6 * number + 6 if number < 2 else None]
        cells = [Cell(d.tile, d.sideways) for d in row]
        gaps = [pen.rng.uniform(0, 0.8) for _ in cells]
        laid += [i for place in pen.row(cells, start, first + number * pitch, gaps) for i in place]
    return laid


def lay_dead_wall(pen: Pen, dora: Sequence[str], ura: Sequence[str], kans: int) -> list[int]:
    """Lay seven stacks with the indicators from the third on; return them, then the ura tiles."""
    x0, y = pen.rng.uniform(-160, 20), 195.0
    pen.group(pen.rng.uniform(-2, 2) * pen.untidy, (x0, y))
    shown = []
    for stack in range(7):
        x = x0 + stack * (WIDTH + 0.3)
        level = 2 - min(2, max(0, kans - 2 * (1 - stack))) if stack < 2 else 2
        if 2 <= stack < 2 + len(dora):
            shown.append(pen.put(dora[stack - 2], x, y, z=DEPTH))
        elif level:
            pen.put("1m", x, y, z=DEPTH * (level - 1), pose="down")
    for at, face in enumerate(ura):
        shown.append(pen.put(face, x0 + (2 + at) * (WIDTH + 0.3), y + HEIGHT + 2))
    return shown


def lay_wall(pen: Pen) -> None:
    """Lay what is left of a live wall: some stacks, face down."""
    x0, count = pen.rng.uniform(-165, -100), pen.rng.randrange(3, 14)
    pen.group(pen.rng.uniform(-2, 2) * pen.untidy, (x0, 195.0))
    for stack in range(count):
        pen.put("1m", x0 + stack * (WIDTH + 0.3), 195.0, z=DEPTH, pose="down")
