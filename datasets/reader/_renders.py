"""Crops from rendered scenes: true perspective, the tiles' sides, backs, standing rows, piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets._clutter import clutter
from datasets.layout_draw import Shot, shots
from datasets.reader._photos import read_picture
from datasets.reader._store import NOT_A_TILE, STRANGE, Crop, canvas
from datasets.render import (
    Example,
    Label,
    blank_look,
    hard_example,
    load_faces,
    own_faces,
    random_example,
    random_look,
    strange_faces,
)
from detector._crops import portrait, sides
from detector._types import BACK, FACES, Quad

#: Tiles less visible than this are no examples of their face, and those below the second are none
#: of a tile at all.  Where tiles lie on tiles, those from ``COVERED`` on are examples, too.
VISIBLE, HIDDEN, COVERED = 0.8, 0.2, 0.5
LEAST_HEIGHT = 20
#: Width and height of a rendered scene, in pixels.
SIZE = (1280, 960)
#: Widths of photographed games, in pixels, and the tilts of half of their cameras, in degrees.
GAME_WIDTHS, STEEP = (960, 2240), (35.0, 50.0)
#: Tiles kept of a photographed game.
GAME_TILES = 40


def boxed(quad: Quad) -> Quad:
    """The smallest upright-or-turned rectangle around ``quad``, starting nearest its own start."""
    corners = cv2.boxPoints(cv2.minAreaRect(np.asarray(quad, np.float32)))
    first = int(np.linalg.norm(corners - np.array(quad[0]), axis=1).argmin())
    a, b, c, d = ((float(x), float(y)) for x, y in np.roll(corners, -first, axis=0))
    return (a, b, c, d)


def _inside(quad: Quad, example: Example) -> bool:
    points = np.array(quad)
    return bool((points >= 0).all() and (points < example.image.shape[1::-1]).all())


def _tile(rng: np.random.Generator, example: Example, label: Label, least: float) -> Crop | None:
    """The crop of one drawn tile, its box exact or as a locator of rectangles gives it."""
    if label.visible < least or not _inside(label.corners, example):
        return None
    if min(sides(label.corners)) < LEAST_HEIGHT * 0.6:
        return None
    quad = boxed(label.corners) if rng.random() < 0.5 else label.corners
    return Crop(canvas(example.image, quad), FACES.index(label.face), upright=True)


def _beside(rng: np.random.Generator, example: Example) -> Crop | None:
    """A crop between, beside or under the drawn tiles that holds no tile of its own."""
    seen = [np.array(label.corners) for label in example.labels if label.visible > HIDDEN]
    if not seen:
        return None
    base = seen[rng.integers(len(seen))]
    way = rng.uniform(0, 2 * np.pi)
    step = np.array((np.cos(way), np.sin(way))) * rng.uniform(0.55, 1.2)
    shift = step[0] * (base[1] - base[0]) + step[1] * (base[3] - base[0])
    moved = base + shift
    reach = np.linalg.norm(base[2] - base[0]) * 0.27
    if min(np.linalg.norm(other.mean(0) - moved.mean(0)) for other in seen) < reach:
        return None
    a, b, c, d = ((float(x), float(y)) for x, y in moved)
    if not _inside((a, b, c, d), example) or min(sides((a, b, c, d))) < LEAST_HEIGHT * 0.6:
        return None
    return Crop(canvas(example.image, portrait((a, b, c, d))), NOT_A_TILE, upright=False)


def _tiles_of(
    rng: np.random.Generator, example: Example, most: int, least: float = VISIBLE
) -> Iterator[Crop]:
    order = rng.permutation(len(example.labels))
    crops = (_tile(rng, example, example.labels[index], least) for index in order)
    yield from [crop for crop in crops if crop is not None][:most]


def rendered(
    folders: Sequence[Path], tables: Sequence[Path], count: int, seed: int
) -> Iterator[Crop]:
    """Yield the tiles of ``count`` random scenes, at most 24 a scene, and up to 2 non-tiles.

    ``folders`` hold faces used beside the project's own, ``tables`` are pictures of tables.
    """
    rng = np.random.default_rng(seed)
    sets = [own_faces(), *(load_faces(folder) for folder in folders)]
    backdrops = [read_picture(path) for path in tables]
    for _ in tqdm(range(count), desc="rendered"):
        example = random_example(rng, SIZE, sets, backdrops)
        yield from _tiles_of(rng, example, 24)
        beside = (_beside(rng, example) for _ in range(2))
        yield from (crop for crop in beside if crop is not None)


def blank(folders: Sequence[Path], tables: Sequence[Path], count: int, seed: int) -> Iterator[Crop]:
    """Yield tiles of ``count`` scenes of sets with many blank haku, at most 10 a scene."""
    rng = np.random.default_rng(seed)
    sets = [own_faces(), *(load_faces(folder) for folder in folders)]
    backdrops = [read_picture(path) for path in tables]
    for _ in tqdm(range(count), desc="blank"):
        backs = [clutter(rng).image, *backdrops]
        example = random_example(rng, SIZE, look=blank_look(rng, sets, backs))
        plain = [label for label in example.labels if label.face in ("5z", BACK)]
        shown = plain or list(example.labels[:2])
        yield from _tiles_of(rng, Example(example.image, tuple(shown)), 10)


def _half(rng: np.random.Generator, example: Example, label: Label) -> Crop | None:
    """The crop of half a drawn face: no tile.  Half a plain face is not told from a whole one."""
    a, b, c, d = (np.array(corner) for corner in label.corners)
    halves = ((a, (a + b) / 2, (c + d) / 2, d), ((a + b) / 2, b, c, (c + d) / 2),
              (a, b, (b + c) / 2, (a + d) / 2), ((a + d) / 2, (b + c) / 2, c, d))  # fmt: skip
    corners = [(float(x), float(y)) for x, y in halves[int(rng.integers(4))]]
    quad = (corners[0], corners[1], corners[2], corners[3])
    if label.visible < VISIBLE or label.face in ("5z", BACK) or not _inside(quad, example):
        return None
    if max(sides(quad)) < LEAST_HEIGHT:
        return None
    return Crop(canvas(example.image, portrait(quad)), NOT_A_TILE, upright=False)


def hard(folders: Sequence[Path], tables: Sequence[Path], count: int, seed: int) -> Iterator[Crop]:
    """Yield tiles of ``count`` scenes of tight rows in any colour, and halves of faces."""
    rng = np.random.default_rng(seed)
    sets = [own_faces(), *(load_faces(folder) for folder in folders)]
    backdrops = [read_picture(path) for path in tables]
    for _ in tqdm(range(count), desc="hard"):
        example = hard_example(rng, SIZE, sets, backdrops)
        yield from _tiles_of(rng, example, 24, COVERED)
        some = rng.permutation(len(example.labels))[:4]
        halves = (_half(rng, example, example.labels[index]) for index in some)
        yield from (crop for crop in halves if crop is not None)


def _photographed(rng: np.random.Generator, shot: Shot) -> Example:
    """A game seen by some camera, steeper than a player's' half of the time.  Two haku in
    three are shown blank where the set has a blank one."""
    width, camera = int(rng.integers(*GAME_WIDTHS)), shot.camera
    height = round(camera.height * width / camera.width)
    tilt = rng.uniform(*STEEP) if rng.random() < 0.5 else camera.tilt
    seen = replace(camera, width=width, height=height, tilt=float(tilt))
    look = replace(shot.look, framed_haku=shot.look.framed_haku and bool(rng.random() < 2 / 3))
    return replace(shot, camera=seen, look=look).example()


def game(folders: Sequence[Path], count: int, seed: int) -> Iterator[Crop]:
    """Yield the tiles of ``count`` wins as players lay them, many of them small and aslant."""
    rng = np.random.default_rng(seed)
    sets = [own_faces(), *(load_faces(folder) for folder in folders)]
    for _ in tqdm(range(count), desc="game"):
        example = _photographed(rng, next(shots(int(rng.integers(2**31)), sets)))
        yield from _tiles_of(rng, example, GAME_TILES, COVERED)


def strange(tables: Sequence[Path], count: int, seed: int) -> Iterator[Crop]:
    """Yield the tiles of ``count`` scenes, each of a set whose faces show what no set does."""
    rng = np.random.default_rng(seed)
    backdrops = [read_picture(path) for path in tables]
    for _ in tqdm(range(count), desc="strange"):
        look = random_look(rng, (strange_faces(rng, counted=False),), backdrops)
        example = random_example(rng, SIZE, look=replace(look, index_digits=False))
        for crop in _tiles_of(rng, example, 24):
            known = crop.label in (FACES.index(BACK), NOT_A_TILE)
            yield crop if known else replace(crop, label=STRANGE)
