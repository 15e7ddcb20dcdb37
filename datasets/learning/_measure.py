"""How tiles are read before and after learning their set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets._figures import rate
from datasets._matching import match
from datasets.locator._labels import label_path, pictures, read_labels, read_picture
from datasets.render import Example as Picture
from detector import (
    FACES,
    UNREADABLE,
    Adaptation,
    Detection,
    Example,
    Located,
    Locator,
    Quad,
    Reader,
    crop_of,
    laid_out,
    learn,
    read_table,
)

#: A wrong face said with more than this counts as said with confidence.
CONFIDENT = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A photo, the tiles located in it, and the true face of each that is one (by index)."""

    image: NDArray[np.uint8]
    located: tuple[Located, ...]
    faces: dict[int, str]
    labelled: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """Counts of tiles (located ones) and of hands."""

    tiles: int = 0
    right: int = 0
    confident: int = 0
    hands: int = 0
    whole: int = 0

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(
            self.tiles + other.tiles, self.right + other.right, self.confident + other.confident,
            self.hands + other.hands, self.whole + other.whole,
        )  # fmt: skip

    def __str__(self) -> str:
        told = f"right {rate(self.right, self.tiles)}, wrong but sure {self.confident}"
        return f"{told}, hands {rate(self.whole, self.hands)}" if self.hands else told


def shot_of(picture: Picture, locator: Locator) -> Shot:
    """A drawn photo as the locator sees it; tiles seen by less than 60 % do not count."""
    labels = [label for label in picture.labels if label.visible > 0.6]
    return _shot(
        picture.image, [x.corners for x in labels], [x.face for x in labels], locator(picture.image)
    )


def shots_of(folder: Path, locator: Locator) -> dict[str, Shot]:
    """The labelled photos of ``folder`` by name."""
    shots = {}
    for path in pictures(folder):
        image = read_picture(path)
        labels = read_labels(label_path(path), image.shape[1], image.shape[0])
        names = [FACES[index] for index in labels.classes]
        shots[path.stem] = _shot(image, labels.quads, names, locator(image))
    return shots


def _shot(
    image: NDArray[np.uint8],
    quads: Sequence[Quad] | NDArray[np.float64],
    names: Sequence[str],
    located: tuple[Located, ...],
) -> Shot:
    found = np.array([tile.corners for tile in located], np.float64).reshape(-1, 4, 2)
    pairs = match(found, np.array(quads, np.float64).reshape(-1, 4, 2))
    return Shot(image, located, {i: names[j] for i, j in pairs.items()}, len(names))


def sheet_examples(shots: Sequence[Shot], locator: Locator, reader: Reader) -> list[Example]:
    """What ``jantaku tiles learn`` takes from photos of the set laid out."""
    return [
        Example(tile.face, crop_of(shot.image, tile.corners), photo)
        for photo, shot in enumerate(shots)
        for tile in laid_out(shot.image, locator, reader).tiles
    ]


def labelled_examples(shots: Sequence[Shot], reader: Reader) -> list[Example]:
    """The labelled faces of any photos, upright as the reader takes them to be."""
    return [
        Example(face, crop_of(shot.image, tile.corners), photo)
        for photo, shot in enumerate(shots)
        for face, tile in zip(shot.faces.values(), _upright(shot, reader), strict=True)
    ]


def _upright(shot: Shot, reader: Reader) -> Iterable[Detection]:
    read = reader(shot.image, shot.located)
    return (read[i] for i in shot.faces)


def adaptation_of(examples: Sequence[Example], reader: Reader) -> Adaptation | None:
    """The adaptation that the examples teach."""
    return learn(examples, reader.describe).adaptation


def outcome(shots: Iterable[Shot], reader: Reader, *, hands: bool) -> Outcome:
    """How ``reader`` reads ``shots``; with ``hands`` each is a hand that must be read whole."""
    return sum((_outcome(shot, reader, hands) for shot in shots), Outcome())


def _outcome(shot: Shot, reader: Reader, hands: bool) -> Outcome:
    read = reader(shot.image, shot.located)
    wrong = [read[i] for i, face in shot.faces.items() if read[i].tile != face]
    whole = hands and len(shot.faces) == shot.labelled and _is_whole(shot, read)
    sure = sum(tile.tile != UNREADABLE and tile.confidence > CONFIDENT for tile in wrong)
    return Outcome(len(shot.faces), len(shot.faces) - len(wrong), sure, int(hands), int(whole))


def _is_whole(shot: Shot, read: Sequence[Detection]) -> bool:
    table = read_table(read, shot.image.shape[1], shot.image.shape[0])
    return bool(table.hands) and sorted(table.hands[0].faces) == sorted(shot.faces.values())
