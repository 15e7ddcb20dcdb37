"""How tiles may lie in random pictures: rows, hands, called sets, piles, walls, rivers, tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import Final

import numpy as np

from datasets.scene import PlacedTile, Pose

Size = tuple[float, float, float]
Tiles = list[PlacedTile]


@dataclass(frozen=True, slots=True)
class Draw:
    """What the layouts draw from: the generator, the tile size in mm and the faces of the set."""

    rng: np.random.Generator
    size: Size
    faces: tuple[str, ...]

    def face(self) -> str:
        """A face; red fives and flowers as rare as the others."""
        return str(self.rng.choice(self.faces))

    def chance(self, share: float) -> bool:
        return bool(self.rng.random() < share)

    def between(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))


def tile_size(rng: np.random.Generator) -> Size:
    """A tile's width, height and thickness in mm."""
    width = float(rng.uniform(19, 23))
    return (width, width * float(rng.uniform(1.22, 1.42)), width * float(rng.uniform(0.55, 0.95)))


def moved(tiles: Sequence[PlacedTile], x: float, y: float, angle: float) -> Tiles:
    """Turn ``tiles`` about the origin by ``angle`` degrees clockwise, then shift them."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return [
        replace(t, x=x + c * t.x - s * t.y, y=y + s * t.x + c * t.y, angle=t.angle + angle)
        for t in tiles
    ]


def row(draw: Draw, count: int, pose: Pose = "up") -> Tiles:
    """``count`` tiles side by side from x = 0 rightwards, touching or loosely laid."""
    width = draw.size[0]
    gap = draw.between(0, 0.6) if draw.chance(0.6) else draw.between(0.5, 5)
    loose = draw.between(0, 0.5) if gap < 1 else draw.between(0, 2)
    mixed = draw.chance(0.15)
    tiles: Tiles = []
    for k in range(count):
        upside = 180.0 if mixed and draw.chance(0.4) else 0.0
        face_down: Pose = "down" if pose == "up" and mixed and draw.chance(0.15) else pose
        y = float(draw.rng.normal(0, loose))
        turn = upside + float(draw.rng.normal(0, loose * 1.2))
        tiles.append(PlacedTile(draw.face(), k * (width + gap), y, turn, pose=face_down))
    return tiles


def _sideways(draw: Draw, x: float) -> PlacedTile:
    """A called tile lying on its left side, its left edge at ``x``, feet level with the row."""
    width, height, _ = draw.size
    turn = 90.0 if draw.chance(0.5) else 270.0
    return PlacedTile(draw.face(), x + height / 2, (height - width) / 2, turn)


def laid_meld(draw: Draw, x: float) -> tuple[Tiles, float]:
    """A called set starting at ``x``; returns its tiles and its right end."""
    width, height, _ = draw.size
    kind = draw.rng.choice(["three", "kan", "kakan", "ankan"], p=[0.6, 0.12, 0.13, 0.15])
    if kind == "ankan":
        downs = ((0, 3), (1, 2))[int(draw.rng.integers(2))]
        tiles = [
            PlacedTile(draw.face(), x + width * (k + 0.5), 0, pose="down" if k in downs else "up")
            for k in range(4)
        ]
        return tiles, x + 4 * width
    count = 4 if kind == "kan" else 3
    side, tiles = int(draw.rng.integers(count)), []
    for k in range(count):
        if k == side:
            called = _sideways(draw, x)
            tiles.append(called)
            if kind == "kakan":
                tiles.append(replace(called, face=draw.face(), y=called.y - width))
            x += height
        else:
            tiles.append(PlacedTile(draw.face(), x + width / 2, 0))
            x += width
    return tiles, x


def hand(draw: Draw) -> Tiles:
    """A winning hand: the row, the winning tile apart, called sets at the right."""
    width, height, _ = draw.size
    melds = int(draw.rng.choice(5, p=[0.4, 0.25, 0.18, 0.12, 0.05]))
    tiles = row(draw, 13 - 3 * melds)
    x = tiles[-1].x + width / 2
    if draw.chance(0.08):
        middle = tiles[len(tiles) // 2]
        tiles.append(replace(middle, face=draw.face(), y=draw.between(-4, 4), z=draw.size[2]))
    elif draw.chance(0.8):
        x += draw.between(0.1, 1.5) * width
        turn = 90.0 if draw.chance(0.15) else 0.0
        tiles.append(PlacedTile(draw.face(), x + width / 2, draw.between(-5, 5), turn))
        x += height
    x += draw.between(0.2, 3) * width
    for _ in range(melds):
        more, x = laid_meld(draw, x)
        tiles += more
        x += draw.between(0, 0.5) * width
    if draw.chance(0.3):
        dora = row(draw, int(draw.rng.integers(1, 6)))
        tiles += moved(dora, draw.between(-20, 120), -height * draw.between(1.8, 4), 0)
    return tiles


def rows(draw: Draw) -> Tiles:
    """Several rows under each other, as sorted tiles in a tray or winning tiles in two rows."""
    height = draw.size[1]
    count, gap = int(draw.rng.integers(2, 6)), draw.between(0, 0.5) * height
    tiles: Tiles = []
    for k in range(count):
        line = row(draw, int(draw.rng.integers(3, 15)))
        tiles += moved(line, draw.between(-3, 3), k * (height + gap), 0)
    return tiles


def apart(tiles: Sequence[PlacedTile], x: float, y: float, distance: float) -> bool:
    """Whether every tile's centre is farther than ``distance`` mm from a place."""
    return all((t.x - x) ** 2 + (t.y - y) ** 2 > distance**2 for t in tiles)


def scatter(draw: Draw) -> Tiles:
    """Tiles strewn at all angles, some face down, some standing, a few on top of others."""
    width, height, depth = draw.size
    count = int(draw.rng.integers(4, 40))
    spread = float(np.sqrt(count)) * width * draw.between(0.9, 2.2)
    near = float(np.hypot(width, height)) * draw.between(0.8, 1.0)
    tiles: Tiles = []
    for _ in range(count * 4):
        x, y = draw.between(-spread, spread), draw.between(-spread, spread)
        if len(tiles) < count and apart(tiles, x, y, near):
            tiles.append(_thrown(draw, x, y, 0.0))
    for tile in tiles[: int(draw.rng.integers(0, 4))]:
        tiles.append(_thrown(draw, tile.x + draw.between(-5, 5), tile.y, depth))
    return tiles


def _thrown(draw: Draw, x: float, y: float, z: float) -> PlacedTile:
    pose = str(draw.rng.choice(["up", "down", "standing"], p=[0.78, 0.17, 0.05]))
    kept: Pose = "up" if pose == "up" else "down" if pose == "down" else "standing"
    return PlacedTile(draw.face(), x, y, draw.between(0, 360), z, kept)


def wall(draw: Draw, length: int) -> Tiles:
    """A wall two tiles high, face down, now and then with a tile of it turned face up."""
    width, _, depth = draw.size
    open_at = int(draw.rng.integers(length)) if draw.chance(0.6) else -1
    tiles: Tiles = []
    for level in (0, 1):
        for k in range(length):
            pose: Pose = "up" if level == 1 and k == open_at else "down"
            x = (k - length / 2) * (width + 0.2)
            tiles.append(PlacedTile(draw.face(), x, 0, 0.0, level * depth, pose))
    return tiles


def _walls(draw: Draw) -> Tiles:
    height = draw.size[1]
    tiles = wall(draw, int(draw.rng.integers(4, 18)))
    if draw.chance(0.6):
        line = row(draw, int(draw.rng.integers(1, 15)))
        tiles += moved(line, -150, height * draw.between(1.5, 4), 0)
    return tiles


def river(draw: Draw, count: int) -> Tiles:
    """Discards in rows of six, one perhaps sideways, from the first row downwards."""
    width, height, _ = draw.size
    riichi = int(draw.rng.integers(count * 2))
    tiles: Tiles = []
    x = 0.0
    for k in range(count):
        if k % 6 == 0 and k < 18:
            x = -3 * width
        y = (min(k // 6, 2) + 0.5) * (height + 1)
        step = height if k == riichi else width
        turn = 90.0 if k == riichi else float(draw.rng.normal(0, 2))
        tiles.append(PlacedTile(draw.face(), x + step / 2, y, turn))
        x += step + 0.5
    return tiles


def _standing(draw: Draw) -> Tiles:
    """A row standing on its edge, as a hand one holds, with something lying about it."""
    tiles = row(draw, int(draw.rng.integers(4, 15)), "standing")
    if draw.chance(0.5):
        more = row(draw, int(draw.rng.integers(1, 8)))
        tiles += moved(more, draw.between(-30, 150), -draw.between(35, 120), 0)
    return tiles


def table(draw: Draw, shown: float = 0.45, standing: float = 0.7) -> Tiles:
    """A whole table: four rivers, walls, four hands; ``shown`` of these lie open, ``standing`` of
    the others stand."""
    width, height, _ = draw.size
    tiles: Tiles = []
    for seat in range(4):
        turn = 90.0 * seat
        side = moved(river(draw, int(draw.rng.integers(3, 22))), 0, 3 * width + 6, 0)
        if draw.chance(0.8):
            side += moved(wall(draw, int(draw.rng.integers(5, 18))), 0, 8.2 * height, 0)
        if draw.chance(shown):
            held = hand(draw)
        else:
            pose: Pose = "standing" if draw.chance(standing) else "down"
            held = row(draw, 13, pose)
        side += moved(held, -8 * width, 10.5 * height, 0)
        tiles += moved(side, 0, 0, turn)
    return tiles


def _few(draw: Draw) -> Tiles:
    """One to six tiles, close together."""
    if draw.chance(0.5):
        return row(draw, int(draw.rng.integers(1, 7)))
    return [_thrown(draw, k * 40.0, draw.between(-25, 25), 0.0) for k in range(3)]


def centred(tiles: Tiles) -> Tiles:
    """The tiles moved so that their bounds lie about the origin."""
    if not tiles:
        return tiles
    x = (min(t.x for t in tiles) + max(t.x for t in tiles)) / 2
    y = (min(t.y for t in tiles) + max(t.y for t in tiles)) / 2
    return [replace(t, x=t.x - x, y=t.y - y) for t in tiles]


#: Layouts and how often each is drawn.
LAYOUTS: Final[tuple[tuple[Callable[[Draw], Tiles], float], ...]] = (
    (hand, 0.3), (rows, 0.13), (scatter, 0.19), (_walls, 0.08), (_standing, 0.09),
    (table, 0.1), (_few, 0.1), (lambda _: [], 0.01),
)  # fmt: skip
