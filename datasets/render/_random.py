"""Random pictures for training: rows, hands, piles, walls, tables, close-ups, clutter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin
from typing import Final

import numpy as np

from datasets.render._camera import Camera
from datasets.render._faces import FaceSet
from datasets.render._labels import Example, Image
from datasets.render._layouts import LAYOUTS, Draw, Size, apart, centred, table, tile_size
from datasets.render._look import Colour, Look, random_look
from datasets.render._props import Arm, Prop
from datasets.render._render import render
from datasets.scene import PlacedTile, Scene, Stick
from detector._types import FLOWER

_SKINS: Final[tuple[Colour, ...]] = (
    (150, 180, 230), (130, 165, 215), (95, 135, 190), (60, 95, 150), (45, 65, 100),
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


def sticks(
    draw: Draw, reach: float, tiles: Sequence[PlacedTile], tries: int | None = None
) -> tuple[Stick, ...]:
    """Point sticks beside the tiles: none to three, or of ``tries`` those that find room."""
    laid = []
    for _ in range(tries or int(draw.rng.choice(4, p=[0.6, 0.2, 0.1, 0.1]))):
        x, y = draw.rng.uniform(-reach, reach, 2)
        if apart(tiles, x, y, 58):
            value = int(draw.rng.choice([100, 1000, 5000, 10000]))
            laid.append(Stick(value, float(x), float(y), draw.between(0, 360)))
    return tuple(laid)


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


def _tilt(draw: Draw, standing: bool) -> float:
    if standing:
        return draw.between(45, 82)
    return draw.between(0, 12) if draw.chance(0.4) else draw.between(5, 60)


def camera_for(draw: Draw, tiles: Sequence[PlacedTile], width: int, height: int) -> Camera:
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
    draw = Draw(rng, tile_size(rng), faces)
    weights = np.array([weight for _, weight in LAYOUTS])
    layout = LAYOUTS[int(rng.choice(len(LAYOUTS), p=weights / weights.sum()))][0]
    tiles = centred(layout(draw))
    reach = max([abs(t.x) for t in tiles] + [abs(t.y) for t in tiles] + [60.0])
    side = 2 * reach + draw.between(40, 300) if draw.chance(0.15) else 5000.0
    return Scene(tuple(tiles), sticks(draw, reach, tiles), side, draw.size)


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
    draw = Draw(rng, tile_size(rng), look.faces.names)
    tiles = tuple(centred(table(draw, shown=0.2, standing=0.9)))
    scene = Scene(tiles, sticks(draw, 300.0, tiles), draw.between(680, 900), draw.size)
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
    camera = camera_for(draw, scene.tiles, *size)
    reach = max([abs(t.x) for t in scene.tiles] + [abs(t.y) for t in scene.tiles] + [80.0])
    props = _free(_clutter(draw, reach), scene.tiles)
    return render(scene, camera, look, rng, props, _arms(draw, reach))
