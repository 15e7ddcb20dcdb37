"""Pictures of standing hands to measure the detector on: ``python -m datasets.racks OUT``.

Every picture shows 13 or 14 tiles standing before a player's camera, with what lies on the table
behind them: a wall, rivers, a few tiles; mostly with the ends of a rack beside them.
``python -m datasets.evaluate OUT`` then prints how many hands are read exactly.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from tqdm import tqdm

from datasets.full_tables import LEAST_VISIBLE, whole_set, write
from datasets.render import (
    Camera,
    Example,
    FaceSet,
    Prop,
    load_faces,
    own_faces,
    random_look,
    render,
)
from datasets.render._layouts import Draw, Tiles, moved, river, row, tile_size, wall
from datasets.scene import Scene
from detector._types import FLOWER

SIZE: Final = (1600, 1200)
COUNTS: Final = (13, 13, 14)


def hand_on_rack(draw: Draw) -> Tiles:
    """The standing tiles side by side, their middle at the origin."""
    tiles = row(draw, int(draw.rng.choice(COUNTS)), "standing")
    middle, faces = tiles[-1].x / 2, draw.rng.permutation(whole_set(False)).tolist()
    return [
        replace(
            tile, face=face, x=tile.x - middle, y=float(draw.rng.normal(0, 0.3)),
            angle=float(draw.rng.normal(0, 0.8)), pose="standing",
        )
        for tile, face in zip(tiles, faces, strict=False)
    ]  # fmt: skip


def table_behind(draw: Draw) -> Tiles:
    """What lies behind the hand: a wall, rivers, a few other tiles."""
    tiles: Tiles = []
    far = -draw.between(75, 130)
    if draw.chance(0.75):
        tiles += moved(wall(draw, int(draw.rng.integers(6, 19))), draw.between(-40, 40), far, 0)
    for _ in range(int(draw.rng.integers(0, 4))):
        thrown = river(draw, int(draw.rng.integers(1, 13)))
        place = draw.between(-150, 150), far - draw.between(60, 260)
        tiles += moved(thrown, *place, 90.0 * int(draw.rng.integers(4)))
    if draw.chance(0.4):
        few = row(draw, int(draw.rng.integers(1, 5)))
        place = draw.between(-150, 150), far - draw.between(40, 150)
        tiles += moved(few, *place, 180.0 * int(draw.rng.integers(2)))
    return tiles


def rack_ends(draw: Draw, reach: float) -> tuple[Prop, ...]:
    """The rack where it shows beside tiles that reach so far to both sides; mostly there is one."""
    if draw.chance(0.2):
        return ()
    b, g, r = (float(value) for value in draw.rng.uniform(15, 160, 3))
    high, detail = draw.size[1] * draw.between(0.6, 0.95), int(draw.rng.integers(1, 12))
    start = reach + draw.between(0.2, 8)
    ends = []
    for side in (-1, 1):
        wide = draw.between(10, 90)
        x, y = side * (start + wide / 2), -draw.between(0, 8)
        size = (wide, 14.0, high)
        ends.append(Prop("box", x, y, size, colour=(b, g, r), detail=detail))
    return tuple(ends)


def before_player(draw: Draw) -> Camera:
    """A camera at a player's eyes that sees the hand and the table."""
    return Camera(
        *SIZE, draw.between(280, 420), draw.between(54, 74), draw.between(-8, 8),
        float(draw.rng.normal(0, 2)), draw.between(50, 68), (0.0, draw.between(-60, -10)),
    )  # fmt: skip


def rack(index: int, seed: int, sets: Sequence[FaceSet]) -> tuple[Example, list[str]]:
    """Picture number ``index`` and the hand's faces from left to right (none if not all of it is
    seen); the same for the same ``seed``.
    """
    rng = np.random.default_rng((seed, index))
    look = random_look(rng, (sets[index % len(sets)],))
    draw = Draw(rng, tile_size(rng), tuple(face for face in look.faces.names if face != FLOWER))
    held = hand_on_rack(draw)
    scene = Scene((*held, *table_behind(draw)), (), 5000.0, draw.size)
    props = rack_ends(draw, held[-1].x + draw.size[0] / 2)
    example = render(scene, before_player(draw), look, rng, props)
    seen = {label.tile for label in example.labels if label.visible >= LEAST_VISIBLE}
    return example, [tile.face for tile in held] if seen >= set(range(len(held))) else []


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m datasets.racks", description=__doc__)
    parser.add_argument("out", type=Path, help="gets images/, labels/, ignore/ and rows.json")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faces", type=Path, nargs="*", default=[], help="folders of other faces")
    options = parser.parse_args(arguments)
    sets = [own_faces(), *(load_faces(folder) for folder in options.faces)]
    rows: dict[str, dict[str, list[str]]] = {}
    for index in tqdm(range(options.count), unit="picture"):
        example, hand = rack(index, options.seed, sets)
        stem = f"rack_{sets[index % len(sets)].name}__{options.seed:03d}_{index:03d}"
        write(example, options.out, stem)
        rows[stem] = {"rows": [" ".join(hand)] if hand else []}
    (options.out / "rows.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
