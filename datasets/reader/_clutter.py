"""Crops of what is no tile: drawn clutter, and what the locator wrongly takes for a tile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets._clutter import clutter
from datasets._matching import area, intersection
from datasets.locator._compose import background, strew
from datasets.reader._photos import read_picture
from datasets.reader._store import NOT_A_TILE, Crop, canvas, tile_quad
from datasets.render import Example, load_faces, own_faces, random_example, table_example
from datasets.render._labels import quad
from detector._crops import portrait, sides
from detector._locator import Locator
from detector._types import Quad

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

#: Side of a picture of clutter, in pixels.
CANVAS: Final = 640
#: Drawn parts kept of a picture of clutter, beside what the locator finds in it.
DRAWN: Final = 4
#: Boxes kept of what the locator wrongly finds in one picture.
FOUND: Final = 10
LEAST_SIDE: Final = 14
#: A crop whose grey levels stray less than this from those around them is plain.
PLAIN: Final = 1.8
#: A face seen less than this is none.
HIDDEN: Final = 0.1
#: A found box is no tile when it shares less than these parts of itself and of every tile.
OF_BOX, OF_TILE = 0.35, 0.5


def is_plain(pixels: Picture) -> bool:
    """Whether nothing is seen within a crop's tile, as on a blank haku or a plain back."""
    (left, top), _, (right, bottom), _ = tile_quad().astype(int)
    inner = cv2.cvtColor(pixels[top + 8 : bottom - 8, left + 7 : right - 7], cv2.COLOR_BGR2GRAY)
    rough = inner - cv2.blur(inner.astype(np.float32), (25, 25))
    return bool(np.abs(rough).mean() < PLAIN)


def _marked(crops: Iterable[Crop]) -> Iterator[Crop]:
    """Leave out plain ones: in a crop, nothing tells them from a blank haku or a back."""
    return (crop for crop in crops if not is_plain(crop.pixels))


def _crop(image: Picture, quad: Quad) -> Crop:
    return Crop(canvas(image, portrait(quad)), NOT_A_TILE, upright=False)


def _drawn(rng: np.random.Generator, image: Picture, parts: Sequence[Points]) -> Iterator[Crop]:
    """Some of the drawn parts that lie in the picture and are shaped somewhat like tiles."""
    kept = 0
    for index in rng.permutation(len(parts)):
        points, (width, height) = parts[index], sides(quad(parts[index]))
        inside = (points > 0).all() and (points < image.shape[0]).all()
        if inside and min(width, height) >= LEAST_SIDE and 0.5 < width / height < 2:
            yield _crop(image, quad(points))
            kept += 1
        if kept == DRAWN:
            return


def strewn(tables: Sequence[Picture], count: int, seed: int) -> Iterator[Crop]:
    """Yield crops of ``count`` pictures of clutter on ``tables``, none of which shows a tile."""
    rng, locator = np.random.default_rng(seed), Locator()
    for _ in tqdm(range(count), desc="clutter"):
        image = background(CANVAS, rng, list(tables))
        parts = strew(image, rng, int(rng.integers(1, 6)))
        yield from _marked(_drawn(rng, image, parts))
        yield from _marked(_crop(image, found.corners) for found in locator(image)[:FOUND])


def _apart(found: Points, tiles: Sequence[Points]) -> bool:
    """Whether a found box shows no tile and no good part of one."""
    shared = [(intersection(found, tile), area(tile)) for tile in tiles]
    own = area(found)
    return all(part < OF_BOX * own and part < OF_TILE * max(tile, 1.0) for part, tile in shared)


def _wrong(locator: Locator, example: Example) -> Iterator[Crop]:
    """What the locator takes for a tile in a rendered scene and is none."""
    tiles = [np.array(label.corners) for label in example.labels if label.visible > HIDDEN]
    found = (tile.corners for tile in locator(example.image))
    wrong = [quad for quad in found if _apart(np.array(quad), tiles)]
    yield from (_crop(example.image, quad) for quad in wrong[:FOUND])


def beside_tiles(
    folders: Sequence[Path], tables: Sequence[Path], count: int, seed: int
) -> Iterator[Crop]:
    """Yield what the locator wrongly finds in ``count`` rendered scenes on clutter."""
    rng, locator = np.random.default_rng(seed), Locator()
    sets = [own_faces(), *(load_faces(folder) for folder in folders)]
    backdrops = [read_picture(path) for path in tables]
    for _ in tqdm(range(count), desc="beside tiles"):
        example = random_example(rng, (1280, 960), sets, [*backdrops[:4], clutter(rng).image])
        yield from _marked(_wrong(locator, example))


def standing(
    folders: Sequence[Path], tables: Sequence[Path], count: int, seed: int
) -> Iterator[Crop]:
    """Yield what the locator wrongly finds on ``count`` tables in play: mostly the tops of
    standing tiles and the sides of walls."""
    rng, locator = np.random.default_rng(seed), Locator()
    sets = [own_faces(), *(load_faces(folder) for folder in folders)]
    backdrops = [read_picture(path) for path in tables]
    for _ in tqdm(range(count), desc="standing"):
        yield from _wrong(locator, table_example(rng, (1440, 1080), sets, backdrops))
