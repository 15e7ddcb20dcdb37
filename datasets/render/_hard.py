"""Random pictures of what a locator finds hard: tiles that touch, lie turned or on others, have any
colour, are small, or have sticks beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from datasets.render._camera import Camera
from datasets.render._faces import BLANK, FaceSet
from datasets.render._labels import Example, Image
from datasets.render._layouts import (
    Draw,
    Tiles,
    centred,
    hand,
    laid_meld,
    moved,
    river,
    rows,
    scatter,
    table,
    tile_size,
)
from datasets.render._look import any_colour_look
from datasets.render._random import camera_for, sticks
from datasets.render._render import render
from datasets.scene import PlacedTile, Scene

#: Faces half of which looks like a whole face.
DOUBLE: Final = ("2p", "4p", "6p", "8p", "7p", "4s", "6s", "8s", "9s", "2s", "3s")
#: Part of the tiles that show such a face, and part that show a haku.
DOUBLED, HAKU = 0.4, 0.12


def _tight(draw: Draw, count: int) -> Tiles:
    """A row of which one in four lies on its side, with hardly a gap."""
    width, height, _ = draw.size
    tiles: Tiles = []
    x = 0.0
    for _ in range(count):
        aside = draw.chance(0.25)
        step = height if aside else width
        turn = draw.between(-0.4, 0.4) + (float(draw.rng.choice((90, 270))) if aside else 0.0)
        y = (height - width) / 2 if aside else 0.0
        tiles.append(PlacedTile(draw.face(), x + step / 2, y, turn))
        x += step + draw.between(0, 1)
    return tiles


def _block(draw: Draw) -> Tiles:
    """Tight rows under each other."""
    pitch = draw.size[1] + draw.between(0, 1)
    count = int(draw.rng.integers(1, 4))
    lines = [_tight(draw, int(draw.rng.integers(3, 12))) for _ in range(count)]
    return [tile for k, line in enumerate(lines) for tile in moved(line, 0, k * pitch * 1.02, 0)]


def _melds(draw: Draw) -> Tiles:
    """Called sets side by side or under each other, at any turn."""
    tiles: Tiles = []
    for k in range(int(draw.rng.integers(1, 5))):
        meld, _ = laid_meld(draw, 0.0)
        at = (k % 2) * draw.size[0] * draw.between(4.7, 6), k // 2 * draw.size[1] * 2.4
        tiles += moved(meld, *at, float(draw.rng.choice((0, 90))) if k == 3 else 0.0)
    return tiles


def _rivers(draw: Draw) -> Tiles:
    tiles: Tiles = []
    for seat in range(4):
        side = river(draw, int(draw.rng.integers(3, 19)))
        tiles += moved(moved(side, 0, 3 * draw.size[0] + 6, 0), 0, 0, 90.0 * seat)
    return tiles


def _strewn(draw: Draw) -> Tiles:
    """Tiles lying about one by one; at times a good part of them stand, turned any way."""
    standing = draw.between(0.3, 0.9) if draw.chance(0.5) else 0.0
    return [
        replace(tile, pose="standing") if not tile.z and draw.chance(standing) else tile
        for tile in scatter(draw)
    ]


_LAYOUTS: Final = (
    (_block, 0.2), (_melds, 0.16), (_rivers, 0.14), (hand, 0.08), (rows, 0.06), (table, 0.06),
    (_strewn, 0.3),
)  # fmt: skip


def _stacked(draw: Draw, tiles: Tiles) -> Tiles:
    """One tile laid on another, as for an added kan or a winning tile."""
    if not draw.chance(0.25):
        return []
    under = tiles[int(draw.rng.integers(len(tiles)))]
    turn = under.angle + float(draw.rng.choice((0, 90)))
    x, y = under.x + draw.between(-4, 4), under.y + draw.between(-4, 4)
    return [PlacedTile(draw.face(), x, y, turn, under.z + draw.size[2])]


def _refaced(draw: Draw, tiles: Tiles) -> Tiles:
    doubles = [face for face in DOUBLE if face in draw.faces]
    blank = "5z" in draw.faces

    def face(old: str) -> str:
        if doubles and draw.chance(DOUBLED):
            return str(draw.rng.choice(doubles))
        return "5z" if blank and draw.chance(HAKU) else old

    return [replace(tile, face=face(tile.face)) for tile in tiles]


def _far_camera(draw: Draw, size: tuple[int, int]) -> Camera:
    """A camera from which a whole table is small."""
    distance, reach = draw.between(900, 2200), draw.between(330, 720)
    fov = 2 * float(np.degrees(np.arctan(reach / distance)))
    turned = 90.0 * float(draw.rng.integers(4)) + float(draw.rng.normal(0, 12))
    return Camera(*size, distance, draw.between(0, 45), turned, float(draw.rng.normal(0, 3)), fov)


def hard_example(
    rng: np.random.Generator,
    size: tuple[int, int] = (1280, 960),
    faces: Sequence[FaceSet] = (),
    backdrops: Sequence[Image] = (),
    far: bool = False,
) -> Example:
    """Draw tight rows, called sets and rivers of faces that are easily halved; ``far``: a table.

    Sets whose haku is blank show it so, and bodies and backs have any colour.
    """
    look = any_colour_look(rng, faces, backdrops)
    if BLANK in look.faces.faces and rng.random() < 0.7:
        look = replace(look, framed_haku=False)
    draw = Draw(rng, tile_size(rng), look.faces.names)
    weights = [weight for _, weight in _LAYOUTS]
    layout = table if far else _LAYOUTS[int(rng.choice(len(_LAYOUTS), p=weights))][0]
    tiles = _refaced(draw, layout(draw))
    tiles = centred(tiles + _stacked(draw, tiles))
    reach = max(60.0, *(max(abs(t.x), abs(t.y)) for t in tiles))
    scene = Scene(tuple(tiles), sticks(draw, reach, tiles, 8), 5000.0, draw.size)
    camera = _far_camera(draw, size) if far else camera_for(draw, tiles, *size)
    return render(scene, camera, look, rng)
