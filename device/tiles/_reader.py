"""Pictures read as the tile set in use asks for, and that set learned and fitted anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from detector import Example, Learned, Locator, Reader, Sheet, TableReading, laid_out, learn
from detector._detect import models
from detector.learning._features import LOOKS
from device._errors import ModelError
from device._pipeline import network_troubles, read_picture
from device._table_eye import TableEye
from device.camera._port import Pixels
from device.tiles._set import TileSet
from device.tiles._sets import TileSets
from scorer import TENHOU, Rules

Floats = NDArray[np.float32]


def tile_sets(folder: Path) -> TileSets:
    """Return the tile sets of the data folder ``folder``."""
    return TileSets(folder, digest, refitted)


class TableReader:
    """Reads pictures with the tile set and by the ``rules`` that are in use when they are read."""

    def __init__(self, sets: TileSets, rules: Callable[[], Rules] = lambda: TENHOU) -> None:
        self.sets = sets
        self.rules = rules

    def __call__(self, pictures: Sequence[Pixels]) -> TableReading:
        """Return what lies on the table in pictures from elsewhere; raises ``UserError``."""
        return self.eye().read(pictures)

    def eye(self) -> TableEye:
        """Return an eye on the table of one camera."""
        return TableEye(self.sets.adaptation, lambda: self.rules())


def read_with(folder: Path, image: Pixels, rules: Rules = TENHOU) -> TableReading:
    """Return what lies in a picture by ``rules``, read with the tile set in use of ``folder``."""
    return read_picture(image, tile_sets(folder).adaptation(), rules)


@cache
def digest() -> bytes:
    """Return what tells the shipped reader's network, and what is seen of a view, from others."""
    network = Path(str(files("jantaku_models") / "reader.onnx"))
    try:
        return sha256(network.read_bytes() + str(LOOKS).encode()).digest()
    except OSError as error:
        raise ModelError("model_missing", reason=error) from error


def seen_sheet(image: Pixels) -> Sheet:
    """Return the tile set laid out in a picture; raises ``ModelError``."""
    return laid_out(image, *_models())


def fitted(examples: Sequence[Example]) -> tuple[TileSet, Learned]:
    """Return the tile set learned from ``examples``, and how well; raises ``ModelError``."""
    learned = learn(examples, describe)
    return TileSet(tuple(examples), learned.adaptation, digest()), learned


def describe(views: Sequence[Pixels]) -> tuple[Floats, Floats]:
    """Return the shipped reader's chances of views and what they look like; ``ModelError``."""
    return _models()[1].describe(views)


def refitted(tiles: TileSet) -> TileSet:
    """Return ``tiles`` fitted to the shipped network; raises ``ModelError``."""
    return fitted(tiles.examples)[0]


def _models() -> tuple[Locator, Reader]:
    with network_troubles():
        return models()
