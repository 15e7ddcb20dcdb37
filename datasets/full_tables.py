"""Pictures of full tables to measure the detector on: ``python -m datasets.full_tables OUT``.

Every picture has 12 megapixels.  In turn it shows all 136 tiles of a set face up, as four rivers,
four hands and four called sets, and a played game with its walls.  The camera looks from straight
above to moderately aslant; ``python -m datasets.evaluate OUT`` then prints how many are read right.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from math import cos, radians, sin
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from datasets.layout import tables
from datasets.render import Camera, Example, FaceSet, load_faces, own_faces, random_look, render
from datasets.render._labels import to_yolo
from datasets.scene import PlacedTile, Scene
from detector._types import BACK, FACES, FLOWER

WIDTH, HEIGHT = 4000, 3000
#: The camera's tilt from straight above, in degrees, is at most this.
STEEPEST: Final = 35.0
#: A tile of which less than this is seen need not be read; where it lies nothing counts or harms.
LEAST_VISIBLE: Final = 0.75
#: Where a seat's 34 tiles lie, in mm from the middle: discards in rows of six, hand, called set.
_PLACES: Final = (
    *((20.5 * (k % 6) - 51, 80.0 + 27 * (k // 6)) for k in range(18)),
    *((20.5 * k - 190, 245.0) for k in range(13)),
    *((20.5 * k + 120, 250.0) for k in range(3)),
)


def whole_set(red_fives: bool) -> list[str]:
    """The 136 tiles of a set, with one red five a suit or none."""
    faces = [face for face in FACES if face not in (BACK, FLOWER) and face[0] != "0"]
    tiles = [face for face in faces for _ in range(4)]
    for face in ("5m", "5p", "5s") if red_fives else ():
        tiles[tiles.index(face)] = face.replace("5", "0")
    return tiles


def all_face_up(rng: np.random.Generator) -> Scene:
    """A whole set face up around the table, shuffled and laid a little untidily."""
    tiles = []
    faces = rng.permutation(whole_set(bool(rng.random() < 0.7)))
    for k, face in enumerate(faces):
        seat, (x, y) = k // len(_PLACES), _PLACES[k % len(_PLACES)]
        x, y = np.array((x, y)) + rng.uniform(-0.2, 0.2, 2)
        c, s = cos(radians(90 * seat)), sin(radians(90 * seat))
        turn = 90.0 * seat + float(rng.normal(0, 0.7))
        tiles.append(PlacedTile(str(face), float(c * x - s * y), float(s * x + c * y), turn))
    return Scene(tuple(tiles))


def played(seed: int) -> Scene:
    """A game's table with many tiles on it: the fullest of twenty."""
    laid = [table.scene for table in islice(tables(seed), 40) if table.style.table]
    return max(laid, key=lambda scene: len(scene.tiles))


def camera_over(scene: Scene, rng: np.random.Generator) -> Camera:
    """A camera that sees every tile, from anywhere, the table filling the picture or nearly."""
    tilt, turn = float(rng.uniform(0, STEEPEST)), float(rng.uniform(-12, 12) + rng.choice((0, 180)))
    points = np.array([(t.x, t.y, 0.0) for t in scene.tiles])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    camera = Camera(WIDTH, HEIGHT, 1000.0, tilt, turn, target=(float(middle[0]), float(middle[1])))
    filled = rng.uniform(0.8, 0.94)
    for _ in range(8):
        flat = camera.project(points) / (WIDTH / 2, HEIGHT / 2) - 1
        camera = replace(camera, distance=camera.distance * float(np.abs(flat).max()) / filled)
    return camera


def full_table(index: int, seed: int, sets: Sequence[FaceSet]) -> Example:
    """Picture number ``index``; the same for the same ``seed``."""
    rng = np.random.default_rng((seed, index))
    scene = all_face_up(rng) if index % 2 == 0 else played(1000 * seed + index)
    look = random_look(rng, (sets[index // 2 % len(sets)],))
    return render(scene, camera_over(scene, rng), look, rng)


def write(example: Example, out: Path, stem: str) -> None:
    """Write a picture and its labels as ``datasets.evaluate`` reads them.

    Raises ``OSError`` when the picture cannot be written.
    """
    for folder in ("images", "labels", "ignore"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    picture = out / "images" / f"{stem}.jpg"
    if not cv2.imwrite(str(picture), example.image, [cv2.IMWRITE_JPEG_QUALITY, 93]):
        raise OSError(f"cannot write {picture}: disk full or read-only")
    hidden = [label for label in example.labels if label.visible < LEAST_VISIBLE]
    seen = [label for label in example.labels if label.visible >= LEAST_VISIBLE]
    height, width = example.image.shape[:2]
    for folder, labels in (("labels", seen), ("ignore", hidden)):
        text = to_yolo(labels, width, height, min_visible=0.0)
        (out / folder / f"{stem}.txt").write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m datasets.full_tables", description=__doc__)
    parser.add_argument("out", type=Path, help="gets images/, labels/ and ignore/")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faces", type=Path, nargs="*", default=[], help="folders of other faces")
    options = parser.parse_args(arguments)
    sets = [own_faces(), *(load_faces(folder) for folder in options.faces)]
    for index in tqdm(range(options.count), unit="picture"):
        kind = "laid" if index % 2 == 0 else "played"
        name = sets[index // 2 % len(sets)].name
        stem = f"{kind}_{name}__{options.seed:03d}_{index:03d}"
        write(full_table(index, options.seed, sets), options.out, stem)


if __name__ == "__main__":
    main()
