"""Random pictures for training: rows, hands, piles, walls, tables, close-ups, clutter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin
from typing import Final

import numpy as np

from datasets.render._camera import Camera
from datasets.render._faces import FaceSet
from datasets.render._labels import Example, Image
from datasets.render._look import Colour, Look, random_look
from datasets.render._props import Arm, Prop
from datasets.render._render import render
from datasets.scene import PlacedTile, Pose, Scene, Stick
from detector._types import FLOWER

Size = tuple[float, float, float]
Tiles = list[PlacedTile]

_SKINS: Final[tuple[Colour, ...]] = (
    (150, 180, 230), (130, 165, 215), (95, 135, 190), (60, 95, 150), (45, 65, 100),
)  # fmt: skip


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


def _tile_size(rng: np.random.Generator) -> Size:
    width = float(rng.uniform(19, 23))
    return (width, width * float(rng.uniform(1.22, 1.42)), width * float(rng.uniform(0.55, 0.95)))


def _moved(tiles: Sequence[PlacedTile], x: float, y: float, angle: float) -> Tiles:
    """Turn ``tiles`` about the origin by ``angle`` degrees clockwise, then shift them."""
    c, s = cos(radians(angle)), sin(radians(angle))
    return [
        replace(t, x=x + c * t.x - s * t.y, y=y + s * t.x + c * t.y, angle=t.angle + angle)
        for t in tiles
    ]


def _row(draw: Draw, count: int, pose: Pose = "up") -> Tiles:
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


def _meld(draw: Draw, x: float) -> tuple[Tiles, float]:
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


def _hand(draw: Draw) -> Tiles:
    """A winning hand: the row, the winning tile apart, called sets at the right."""
    width, height, _ = draw.size
    melds = int(draw.rng.choice(5, p=[0.4, 0.25, 0.18, 0.12, 0.05]))
    tiles = _row(draw, 13 - 3 * melds)
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
        more, x = _meld(draw, x)
        tiles += more
        x += draw.between(0, 0.5) * width
    if draw.chance(0.3):
        dora = _row(draw, int(draw.rng.integers(1, 6)))
        tiles += _moved(dora, draw.between(-20, 120), -height * draw.between(1.8, 4), 0)
    return tiles


def _rows(draw: Draw) -> Tiles:
    """Several rows under each other, as sorted tiles in a tray or winning tiles in two rows."""
    height = draw.size[1]
    count, gap = int(draw.rng.integers(2, 6)), draw.between(0, 0.5) * height
    tiles: Tiles = []
    for k in range(count):
        row = _row(draw, int(draw.rng.integers(3, 15)))
        tiles += _moved(row, draw.between(-3, 3), k * (height + gap), 0)
    return tiles


def _apart(tiles: Sequence[PlacedTile], x: float, y: float, distance: float) -> bool:
    return all((t.x - x) ** 2 + (t.y - y) ** 2 > distance**2 for t in tiles)


def _scatter(draw: Draw) -> Tiles:
    """Tiles strewn at all angles, some face down, some standing, a few on top of others."""
    width, height, depth = draw.size
    count = int(draw.rng.integers(4, 40))
    spread = float(np.sqrt(count)) * width * draw.between(0.9, 2.2)
    near = float(np.hypot(width, height)) * draw.between(0.8, 1.0)
    tiles: Tiles = []
    for _ in range(count * 4):
        x, y = draw.between(-spread, spread), draw.between(-spread, spread)
        if len(tiles) < count and _apart(tiles, x, y, near):
            tiles.append(_thrown(draw, x, y, 0.0))
    for tile in tiles[: int(draw.rng.integers(0, 4))]:
        tiles.append(_thrown(draw, tile.x + draw.between(-5, 5), tile.y, depth))
    return tiles


def _thrown(draw: Draw, x: float, y: float, z: float) -> PlacedTile:
    pose = str(draw.rng.choice(["up", "down", "standing"], p=[0.78, 0.17, 0.05]))
    kept: Pose = "up" if pose == "up" else "down" if pose == "down" else "standing"
    return PlacedTile(draw.face(), x, y, draw.between(0, 360), z, kept)


def _wall(draw: Draw, length: int) -> Tiles:
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
    tiles = _wall(draw, int(draw.rng.integers(4, 18)))
    if draw.chance(0.6):
        row = _row(draw, int(draw.rng.integers(1, 15)))
        tiles += _moved(row, -150, height * draw.between(1.5, 4), 0)
    return tiles


def _river(draw: Draw, count: int) -> Tiles:
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
    tiles = _row(draw, int(draw.rng.integers(4, 15)), "standing")
    if draw.chance(0.5):
        more = _row(draw, int(draw.rng.integers(1, 8)))
        tiles += _moved(more, draw.between(-30, 150), -draw.between(35, 120), 0)
    return tiles


def _table(draw: Draw, shown: float = 0.45, standing: float = 0.7) -> Tiles:
    """A whole table: four rivers, walls, four hands; ``shown`` of these lie open, ``standing`` of
    the others stand."""
    width, height, _ = draw.size
    tiles: Tiles = []
    for seat in range(4):
        turn = 90.0 * seat
        side = _moved(_river(draw, int(draw.rng.integers(3, 22))), 0, 3 * width + 6, 0)
        if draw.chance(0.8):
            side += _moved(_wall(draw, int(draw.rng.integers(5, 18))), 0, 8.2 * height, 0)
        if draw.chance(shown):
            hand = _hand(draw)
        else:
            pose: Pose = "standing" if draw.chance(standing) else "down"
            hand = _row(draw, 13, pose)
        side += _moved(hand, -8 * width, 10.5 * height, 0)
        tiles += _moved(side, 0, 0, turn)
    return tiles


def _few(draw: Draw) -> Tiles:
    """One to six tiles, close together."""
    if draw.chance(0.5):
        return _row(draw, int(draw.rng.integers(1, 7)))
    return [_thrown(draw, k * 40.0, draw.between(-25, 25), 0.0) for k in range(3)]


_LAYOUTS: Final[tuple[tuple[Callable[[Draw], Tiles], float], ...]] = (
    (_hand, 0.3), (_rows, 0.13), (_scatter, 0.19), (_walls, 0.08), (_standing, 0.09),
    (_table, 0.1), (_few, 0.1), (lambda _: [], 0.01),
)  # fmt: skip


def _clutter(draw: Draw, reach: float) -> list[Prop]:
    """Things that are no tiles, about as far out as the tiles reach."""
    sizes: dict[str, Size] = {
        "die": (14, 14, 14), "coin": (24, 24, 2), "phone": (74, 150, 8), "card": (58, 88, 0.6),
        "keyboard": (190, 74, 6), "box": (60, 40, 15), "rail": (420, 22, 20),
    }  # fmt: skip
    props = []
    for _ in range(int(draw.rng.choice(5, p=[0.45, 0.2, 0.15, 0.1, 0.1]))):
        kind = str(draw.rng.choice(list(sizes)))
        size = sizes[kind]
        grow = draw.between(0.4, 2.5) if kind in ("box", "rail") else draw.between(0.8, 1.3)
        scaled = (size[0] * grow, size[1] * grow, size[2] * grow)
        b, g, r = draw.rng.uniform(20, 245, 3)
        at = draw.rng.uniform(-reach * 1.3, reach * 1.3, 2)
        props.append(
            Prop(kind, float(at[0]), float(at[1]), scaled, draw.between(0, 360),
                 colour=(float(b), float(g), float(r)), detail=int(draw.rng.integers(1, 12)))
        )  # fmt: skip
    return props


def _clear_of(prop: Prop, tile: PlacedTile) -> bool:
    """Whether ``tile`` lies at least a tile's reach outside the rectangle of ``prop``."""
    c, s = cos(radians(prop.angle)), sin(radians(prop.angle))
    x, y = tile.x - prop.x, tile.y - prop.y
    over = max(abs(c * x + s * y) - prop.size[0] / 2, abs(c * y - s * x) - prop.size[1] / 2)
    return over > 18


def _free(props: Sequence[Prop], tiles: Sequence[PlacedTile]) -> tuple[Prop, ...]:
    """The props that do not run into a tile."""
    return tuple(prop for prop in props if all(_clear_of(prop, tile) for tile in tiles))


def _sticks(draw: Draw, reach: float, tiles: Sequence[PlacedTile]) -> tuple[Stick, ...]:
    sticks = []
    for _ in range(int(draw.rng.choice(4, p=[0.6, 0.2, 0.1, 0.1]))):
        x, y = draw.rng.uniform(-reach, reach, 2)
        if _apart(tiles, x, y, 58):
            value = int(draw.rng.choice([100, 1000, 5000, 10000]))
            sticks.append(Stick(value, float(x), float(y), draw.between(0, 360)))
    return tuple(sticks)


def _arms(draw: Draw, reach: float) -> tuple[Arm, ...]:
    if not draw.chance(0.12):
        return ()
    a = draw.between(0, 2 * np.pi)
    x, y = draw.rng.uniform(-reach * 0.7, reach * 0.7, 2)
    b, g, r = draw.rng.uniform(15, 230, 3)
    skin = _SKINS[int(draw.rng.integers(len(_SKINS)))]
    return (
        Arm(x + 420 * cos(a), y + 420 * sin(a), float(x), float(y), draw.between(50, 75), skin,
            (float(b), float(g), float(r)), draw.between(0, 0.6)),
    )  # fmt: skip


def _centred(tiles: Tiles) -> Tiles:
    if not tiles:
        return tiles
    x = (min(t.x for t in tiles) + max(t.x for t in tiles)) / 2
    y = (min(t.y for t in tiles) + max(t.y for t in tiles)) / 2
    return [replace(t, x=t.x - x, y=t.y - y) for t in tiles]


def _tilt(draw: Draw, standing: bool) -> float:
    if standing:
        return draw.between(45, 82)
    return draw.between(0, 12) if draw.chance(0.4) else draw.between(5, 60)


def _camera(draw: Draw, tiles: Sequence[PlacedTile], width: int, height: int) -> Camera:
    """A camera that sees the tiles: mostly all of them, at times some of them close up."""
    standing = bool(tiles) and sum(t.pose == "standing" for t in tiles) > len(tiles) / 2
    turned = draw.between(-25, 25) if standing or draw.chance(0.55) else draw.between(0, 360)
    camera = Camera(
        width, height, 1000.0, _tilt(draw, standing), turned,
        float(draw.rng.normal(0, 6)), draw.between(28, 72),
    )  # fmt: skip
    points = np.array([(t.x, t.y, 8.0) for t in tiles] or [(0.0, 0.0, 0.0)])
    reach = float(np.abs(points[:, :2]).max()) + 40
    camera = replace(camera, distance=max(reach * 3, 150.0))
    flat = camera.project(points) - (width / 2, height / 2)
    filled = float(np.nanmax(np.abs(flat) / (width / 2, height / 2))) + 0.02
    low, high = ((0.3, 0.5), (0.5, 0.98), (1.0, 1.8))[int(draw.rng.choice(3, p=[0.12, 0.7, 0.18]))]
    wanted = draw.between(low, high)
    least = 13 * (width / 640) ** 0.5
    distance = min(camera.distance * filled / wanted, draw.size[1] * camera.focal / least)
    return replace(camera, distance=float(np.clip(distance, 110.0, 2500.0)))


def random_scene(rng: np.random.Generator, faces: tuple[str, ...]) -> Scene:
    """Lay tiles (and sticks) at random in one of the layouts."""
    draw = Draw(rng, _tile_size(rng), faces)
    weights = np.array([weight for _, weight in _LAYOUTS])
    layout = _LAYOUTS[int(rng.choice(len(_LAYOUTS), p=weights / weights.sum()))][0]
    tiles = _centred(layout(draw))
    reach = max([abs(t.x) for t in tiles] + [abs(t.y) for t in tiles] + [60.0])
    side = 2 * reach + draw.between(40, 300) if draw.chance(0.15) else 5000.0
    return Scene(tuple(tiles), _sticks(draw, reach, tiles), side, draw.size)


def _overhead(draw: Draw, width: int, height: int) -> Camera:
    """A camera fixed above a table."""
    distance, reach = draw.between(1100, 1800), draw.between(320, 460)
    turned = 90.0 * float(draw.rng.integers(4)) + float(draw.rng.normal(0, 8))
    fov = 2 * float(np.degrees(np.arctan(reach / distance)))
    roll = float(draw.rng.normal(0, 3))
    return Camera(width, height, distance, draw.between(0, 25), turned, roll, fov)


def table_example(
    rng: np.random.Generator,
    size: tuple[int, int] = (1280, 960),
    faces: Sequence[FaceSet] = (),
    backdrops: Sequence[Image] = (),
) -> Example:
    """Draw a table in play from above: hands mostly stand and show their tops and sides."""
    look = random_look(rng, faces, backdrops)
    draw = Draw(rng, _tile_size(rng), look.faces.names)
    tiles = tuple(_centred(_table(draw, shown=0.2, standing=0.9)))
    scene = Scene(tiles, _sticks(draw, 300.0, tiles), draw.between(680, 900), draw.size)
    camera = _overhead(draw, *size)
    return render(scene, camera, look, rng, (), _arms(draw, 300.0))


def random_example(
    rng: np.random.Generator,
    size: tuple[int, int] = (1280, 960),
    faces: Sequence[FaceSet] = (),
    backdrops: Sequence[Image] = (),
    look: Look | None = None,
) -> Example:
    """Draw a random picture of ``size`` (width, height) with its labels.

    ``faces`` are the tile sets to choose from (the project's own drawings when empty),
    ``backdrops`` pictures to lay on the table half of the time, ``look`` a fixed look.
    """
    look = look or random_look(rng, faces, backdrops)
    names = tuple(name for name in look.faces.names if name != FLOWER or rng.random() < 0.5)
    scene = random_scene(rng, names)
    draw = Draw(rng, scene.tile_size, names)
    camera = _camera(draw, scene.tiles, *size)
    reach = max([abs(t.x) for t in scene.tiles] + [abs(t.y) for t in scene.tiles] + [80.0])
    props = _free(_clutter(draw, reach), scene.tiles)
    return render(scene, camera, look, rng, props, _arms(draw, reach))
