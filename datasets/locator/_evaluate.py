"""Measure the locator alone on labelled folders."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tqdm import tqdm

from datasets._figures import rate
from datasets._matching import bounds, ignored, match, overlaps
from datasets.locator._labels import label_path, pictures, read_labels, read_picture
from detector._locator import Locator


@dataclass
class Count:
    """Tiles labelled and found, boxes on nothing labelled, and the mean overlap of found tiles."""

    tiles: int = 0
    found: int = 0
    extra: int = 0
    photos: int = 0
    overlap: float = 0.0

    def add(self, other: Count) -> None:
        """Add the counts of ``other``."""
        self.overlap = self.overlap * self.found + other.overlap * other.found
        self.tiles += other.tiles
        self.found += other.found
        self.extra += other.extra
        self.photos += other.photos
        self.overlap /= max(1, self.found)

    def __str__(self) -> str:
        return (
            f"located {rate(self.found, self.tiles)}, mean overlap {self.overlap:.3f}, "
            f"{self.extra} other boxes in {self.photos} photos"
        )


def count(locator: Locator, path: Path) -> Count:
    """Compare what the locator finds in one photo with its labels."""
    image = read_picture(path)
    height, width = image.shape[:2]
    labels = read_labels(label_path(path), width, height)
    regions = read_labels(label_path(path, "ignore"), width, height).quads
    quads = np.array([tile.corners for tile in locator(image)], np.float64).reshape(-1, 4, 2)
    found = quads if labels.oriented else bounds(quads)
    pairs = match(found, labels.quads)
    table = overlaps(found, labels.quads)
    extra = sum(i not in pairs and not ignored(quad, regions) for i, quad in enumerate(quads))
    shared = float(np.mean([table[pair] for pair in pairs.items()])) if pairs else 0.0
    return Count(len(labels.quads), len(pairs), extra, 1, shared)


def evaluate(folder: Path, model: Path | None = None) -> dict[str, Count]:
    """Counts of a labelled folder: each photo by its name, and ``all``."""
    locator = Locator(model)
    counts = {
        path.stem: count(locator, path)
        for path in tqdm(pictures(folder), desc=folder.name, file=sys.stderr)
    }
    total = Count()
    for one in counts.values():
        total.add(one)
    return {**counts, "all": total}
