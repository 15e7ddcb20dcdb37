"""Drawn photos of one tile set: the sheet laid out to learn from, and hands to try it on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from datasets.layout_games import Win, wins
from datasets.render import Camera, Example, FaceSet, Look, random_look, render
from datasets.scene import PlacedTile, Scene
from detector import PLAN
from detector._types import BACK

WIDTH, HEIGHT, SIZE = 20.0, 27.0, (1600, 1200)
#: How much farther the camera goes from tiles that do not all fit in.
FARTHER = 1.15
#: Black tiles are not read: the body's three colours of others add up to this at least.
LEAST_BODY = 300


def make_of(rng: np.random.Generator, faces: FaceSet) -> Look:
    """A make of the set's tiles, not black."""
    while sum((make := random_look(rng, (faces,))).body) < LEAST_BODY:
        pass
    return make


def look_of(rng: np.random.Generator, make: Look) -> Look:
    """Another table, light and lens for the tiles of ``make``."""
    other = random_look(rng, (make.faces,))
    kept = ("body", "back", "back_share", "edge", "glyph_share", "fade", "rim", "gloss", "worn")
    return replace(
        other, **{name: getattr(make, name) for name in kept},
        index_digits=False, framed_haku=make.framed_haku, blur=min(other.blur, 0.8), motion=0.0,
    )  # fmt: skip


def _row(rng: np.random.Generator, faces: Sequence[str], y: float) -> list[PlacedTile]:
    gap = float(rng.uniform(0.2, 6))
    return [
        PlacedTile(
            "5z" if face == BACK else face, n * (WIDTH + gap) + float(rng.normal(0, 0.5)),
            y + float(rng.normal(0, 0.5)), float(rng.normal(0, 1.5)),
            pose="down" if face == BACK else "up",
        )
        for n, face in enumerate(faces)
    ]  # fmt: skip


def _seen(rng: np.random.Generator, tiles: Sequence[PlacedTile], look: Look) -> Example:
    """A photo that shows all of ``tiles``, from any side, up to 40 degrees from above."""
    x = [t.x for t in tiles]
    y = [t.y for t in tiles]
    middle = ((min(x) + max(x)) / 2, (min(y) + max(y)) / 2)
    reach = max(max(x) - min(x), (max(y) - min(y)) * 4 / 3) / 2 + 30
    camera = Camera(
        *SIZE, reach * float(rng.uniform(2.2, 3.0)), float(rng.uniform(0, 40)),
        float(rng.uniform(-25, 25)) + 180 * int(rng.integers(2)), float(rng.normal(0, 4)), 55.0,
        middle,
    )  # fmt: skip
    scene = Scene(tuple(tiles), (), 5000.0, (WIDTH, HEIGHT, 15.0))
    while not _is_whole(example := render(scene, camera, look, rng)):
        camera = replace(camera, distance=camera.distance * FARTHER)
    return example


def _is_whole(example: Example) -> bool:
    """Say whether no tile is cut off by the picture's edge."""
    corners = np.array([label.corners for label in example.labels])
    return bool((corners > 0).all() and (corners < SIZE).all())


def sheet(rng: np.random.Generator, look: Look, faces: FaceSet) -> Example:
    """The plan laid out: every row of it, as far as the set has the faces."""
    rows = [[f for f in row if f in faces.faces or f == BACK] for row in PLAN]
    pitch = HEIGHT + float(rng.uniform(3, 25))
    tiles = [tile for n, row in enumerate(rows) for tile in _row(rng, row, n * pitch)]
    return _seen(rng, tiles, look)


def closed_hands(seed: int) -> Iterator[Win]:
    """Wins without called sets."""
    return (win for win in wins(seed) if len(win.concealed) == 13)


def hand(rng: np.random.Generator, look: Look, win: Win) -> Example:
    """A hand in one row, the winning tile a little apart."""
    tiles = _row(rng, sorted(win.concealed, key=lambda face: (face[1], face[0])), 0.0)
    last = replace(tiles[-1], face=win.win_tile, x=tiles[-1].x + 2 * WIDTH)
    return _seen(rng, [*tiles, last], look)
