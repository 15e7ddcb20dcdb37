"""Training pictures cut from rendered tables, with tiles of every size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets.layout_draw import shots
from datasets.locator._compose import Rng
from datasets.locator._labels import Image, Quads
from datasets.render import (
    Example,
    FaceSet,
    any_colour_look,
    blank_look,
    hard_example,
    load_faces,
    own_faces,
    random_example,
    strange_faces,
    table_example,
)

#: Kinds of scenes beside random ones; ``render_cuts`` tells what they are.
KINDS = ("blank", "table", "hard", "far", "game")
#: Side of the rendered picture, in pixels.
CANVAS = 960
#: Pictures cut from each rendered one, and from a photographed game, which is larger.
CUTS, GAME_CUTS = 3, 6
#: Part of the games whose tiles have any colour, and part whose haku is shown blank where it is.
ANY_COLOUR, BLANK_HAKU = 0.3, 0.6
#: Part of the rendered scenes whose faces show what no tile set does.
STRANGE = 0.15
#: Longer side of a tile in a training picture, in pixels: drawn evenly in the logarithm.
TILE_RANGE = (12, 170)
#: The least part of a face that must be seen for its tile to be labelled.
MIN_SEEN = 0.4
#: A face is no tile to be found when its shorter sides are less than this of its longest.
SLIVER = 0.28
#: Sets whose tiles are also in the photos that judge the locator stay out of training.
HELD_OUT_FACES = ("chinese_a", "chinese_b", "chinese_vintage")


def face_sets(photos: Path) -> list[FaceSet]:
    """The face sets to render with: the project's own drawing, photographed and drawn sets."""
    folders = sorted((photos / "faces").iterdir())
    chosen = [folder for folder in folders if folder.name not in HELD_OUT_FACES]
    artwork = [photos / "artwork" / name for name in ("fluffystuff_regular", "samoheen")]
    return [own_faces(), *(load_faces(folder) for folder in chosen + artwork)]


def _tile(quad: Quads) -> float:
    return float(max(np.linalg.norm(quad[0] - quad[1]), np.linalg.norm(quad[1] - quad[2])))


def _is_sliver(quad: Quads) -> bool:
    """Whether a face is seen so much from the side that nothing of it can be told."""
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    return bool(min(sides[0] + sides[2], sides[1] + sides[3]) < SLIVER * 2 * sides.max())


def _window(
    quads: Sequence[Quads], canvas: tuple[int, int], rng: Rng, size: int
) -> tuple[float, Quads]:
    """A scale and the top left corner (in scaled pixels) of a window around one of the tiles of a
    picture of ``canvas`` (width, height).
    """
    least = size / min(canvas)
    if not quads:
        return least, np.zeros(2)
    chosen = quads[int(rng.integers(len(quads)))]
    wanted = np.exp(rng.uniform(*np.log(TILE_RANGE)))
    scale = float(np.clip(wanted / _tile(chosen), least, max(least, 1.6)))
    corner = chosen.mean(axis=0) * scale - rng.uniform(0.1, 0.9, 2) * size
    return scale, np.clip(corner, 0, np.array(canvas) * scale - size)


def _cut(example: Example, rng: Rng, size: int) -> tuple[Image, list[Quads]]:
    seen = (np.array(label.corners) for label in example.labels if label.visible >= MIN_SEEN)
    quads = [quad for quad in seen if not _is_sliver(quad)]
    height, width = example.image.shape[:2]
    scale, corner = _window(quads, (width, height), rng, size)
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    whole = cv2.resize(example.image, None, fx=scale, fy=scale, interpolation=method)
    x, y = (int(value) for value in corner)
    image = np.asarray(whole[y : y + size, x : x + size], np.uint8)
    return image, [quad * scale - [x, y] for quad in quads]


def _game(faces: Sequence[FaceSet], backgrounds: Sequence[Image], rng: Rng) -> Example:
    """A win laid as players lay it, alone or on a whole table, from above to 45 degrees aside."""
    shot = next(shots(int(rng.integers(2**31)), faces))
    look = any_colour_look(rng, faces, backgrounds) if rng.random() < ANY_COLOUR else shot.look
    framed = look.framed_haku and rng.random() >= BLANK_HAKU
    return replace(shot, look=replace(look, framed_haku=framed)).example()


def _scene(faces: Sequence[FaceSet], backgrounds: Sequence[Image], rng: Rng, kind: str) -> Example:
    if kind == "game":
        return _game(faces, backgrounds, rng)
    if kind == "table":
        return table_example(rng, (CANVAS, CANVAS), faces, backgrounds)
    if kind in ("hard", "far"):
        return hard_example(rng, (CANVAS, CANVAS), faces, backgrounds, kind == "far")
    look = blank_look(rng, faces, backgrounds) if kind == "blank" else None
    return random_example(rng, (CANVAS, CANVAS), faces, backgrounds, look)


def render_cuts(
    faces: Sequence[FaceSet],
    backgrounds: Sequence[Image],
    rng: Rng,
    size: int,
    kind: str = "any",
) -> list[tuple[Image, list[Quads]]]:
    """Render one random scene and cut ``CUTS`` training pictures (size x size) from it.

    ``kind``: ``blank`` for a set whose blank haku makes up a good part of the tiles, ``table`` for
    a table in play from above, whose standing tiles show only tops and sides, ``hard`` for tight
    rows, called sets and tiles of every colour, ``far`` for whole tables of such small tiles,
    ``game`` for wins of games (``GAME_CUTS`` pictures).  One scene in seven
    of the other kinds shows strange faces.
    """
    odd = kind != "blank" and rng.random() < STRANGE
    chosen = [strange_faces(rng)] if odd else faces
    example = _scene(chosen, backgrounds, rng, kind)
    return [_cut(example, rng, size) for _ in range(GAME_CUTS if kind == "game" else CUTS)]
