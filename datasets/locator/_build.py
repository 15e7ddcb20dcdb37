"""Build the training folder: composed real photos and rendered tables, YOLO-OBB labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets._clutter import clutter
from datasets.locator._compose import (
    LabelledPhoto,
    Rng,
    below_rows,
    compose,
    load_backgrounds,
    load_upright,
    visible_part,
)
from datasets.locator._degrade import degrade
from datasets.locator._labels import Image, Quads, write_obb
from datasets.locator._lay import lay
from datasets.locator._renders import face_sets, render_cuts

#: Backgrounds cut from the photos that judge the locator stay out of training.
HELD_OUT_BACKGROUNDS = ("br0mabs", "lamb", "xing")
#: Pictures of clutter among the grounds that rendered tiles lie on.
CLUTTER_GROUNDS, CLUTTER_SEED = 24, 5
#: Part of the pictures laid anew that show the tray's set, whose haku is blank.
WITH_BLANK = 0.6
Pictures = list[tuple[Image, list[Quads]]]
Maker = Callable[[Rng], Pictures]


@dataclass(frozen=True)
class Part:
    """A part of the data set: its name, how often to make pictures, and what makes some."""

    name: str
    count: int
    make: Maker


def real_photos(photos: Path, prefix: str) -> list[LabelledPhoto]:
    """Labelled photos to train (``prefix`` ``train_``) or validate (``valid_``) with.

    The tray photos have no split of their own: every sixth validates.
    """
    tray = load_upright(photos / "japanese_tray", "", complete=True)
    chosen = [photo for i, photo in enumerate(tray) if (i % 6 == 0) == (prefix == "valid_")]
    return load_upright(photos / "chinese_sets", prefix, complete=False) + chosen


def grounds(photos: Path, others: Sequence[Path]) -> list[Image]:
    """Backgrounds: those beside the photos and those in other folders of tile-free pictures."""
    found = load_backgrounds(photos / "backgrounds", HELD_OUT_BACKGROUNDS)
    return found + [image for folder in others for image in load_backgrounds(folder)]


def below(photos: Path, prefix: str) -> list[Image]:
    """Backgrounds: what the photos of Chinese sets show below their rows."""
    return below_rows(load_upright(photos / "chinese_sets", prefix, complete=False))


def composed(photos: Path, prefix: str, size: int, others: Sequence[Path] = ()) -> Maker:
    """A maker of composed pictures from the labelled photos under ``photos``."""
    labelled = real_photos(photos, prefix)
    backgrounds = grounds(photos, others) + below(photos, prefix)

    def make(rng: Rng) -> Pictures:
        image, quads = compose(labelled, backgrounds, rng, size)
        return [(degrade(image, rng), quads)]

    return make


def laid(photos: Path, prefix: str, size: int, others: Sequence[Path] = ()) -> Maker:
    """A maker of pictures of single tiles of the labelled photos, laid out anew."""
    labelled = real_photos(photos, prefix)
    with_blank = [photo for photo in labelled if photo.complete]
    backgrounds = grounds(photos, others) + below(photos, prefix)

    def make(rng: Rng) -> Pictures:
        chosen = with_blank if rng.random() < WITH_BLANK else labelled
        image, quads = lay(chosen, backgrounds, rng, size)
        return [(degrade(image, rng), quads)]

    return make


def rendered(photos: Path, size: int, others: Sequence[Path] = (), kind: str = "any") -> Maker:
    """A maker of rendered pictures with the face sets and backgrounds under ``photos``.

    ``kind``: as for ``render_cuts``.
    """
    faces, rng = face_sets(photos), np.random.default_rng(CLUTTER_SEED)
    backgrounds = grounds(photos, others) + [clutter(rng).image for _ in range(CLUTTER_GROUNDS)]
    return lambda rng: render_cuts(faces, backgrounds, rng, size, kind)


def _write(folder: Path, subset: str, name: str, image: Image, quads: list[Quads]) -> None:
    height, width = image.shape[:2]
    seen = [visible_part(quad, width, height) for quad in quads]
    quality = [cv2.IMWRITE_JPEG_QUALITY, 92]
    cv2.imwrite(str(folder / "images" / subset / f"{name}.jpg"), image, quality)
    labels = folder / "labels" / subset / f"{name}.txt"
    write_obb(labels, [quad for quad in seen if quad is not None], width, height)


def _build_part(folder: Path, subset: str, part: Part, seed: int) -> None:
    for i in tqdm(range(part.count), desc=f"{subset} {part.name}"):
        name = f"{part.name}_{i:05d}"
        if (folder / "labels" / subset / f"{name}_0.txt").exists():
            continue
        made = part.make(np.random.default_rng([seed, i, subset == "val"]))
        for k, (image, quads) in reversed(list(enumerate(made))):
            _write(folder, subset, f"{name}_{k}", image, quads)


def build(folder: Path, parts: dict[str, list[Part]], seed: int = 0) -> Path:
    """Write the parts of ``train`` and ``val`` under ``folder``; return its data.yaml.

    Pictures that are already there stay, so a stopped build goes on where it was.
    """
    for subset, chosen in parts.items():
        for kind in ("images", "labels"):
            (folder / kind / subset).mkdir(parents=True, exist_ok=True)
        for part in chosen:
            _build_part(folder, subset, part, seed)
    lines = [f"path: {folder.resolve()}", *(f"{subset}: images/{subset}" for subset in parts)]
    (folder / "data.yaml").write_text("\n".join([*lines, "names: {0: tile}", ""]))
    return folder / "data.yaml"
