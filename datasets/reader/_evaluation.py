"""How well the reader reads: labelled tiles with their true boxes, and with careless ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from datasets._figures import rate
from datasets.reader._photos import box_quad, read_boxes, read_oriented, read_picture
from datasets.reader._store import HALF_TURN, NO_DIRECTION
from detector._crops import turned
from detector._reader import Reader
from detector._types import BACK, FACES, Detection, Located, Quad


@dataclass(frozen=True)
class Read:
    """One labelled tile and what the reader made of it."""

    source: str
    label: str
    quad: Quad
    detection: Detection

    @property
    def right(self) -> bool:
        return self.label == self.detection.tile

    @property
    def directed(self) -> bool:
        """Whether the face shows which way is up."""
        return FACES.index(self.label) not in HALF_TURN | NO_DIRECTION

    @property
    def upright(self) -> bool:
        """Whether the face's own top left was found (within a quarter turn)."""
        gaps = np.linalg.norm(np.array(self.quad) - np.array(self.detection.corners[0]), axis=1)
        return int(gaps.argmin()) == 0


def careless(rng: np.random.Generator, quad: Quad, shift: float) -> Quad:
    """The box as a locator may give it: moved, scaled, turned, starting anywhere."""
    points = np.array(quad)
    size = np.array((np.linalg.norm(points[1] - points[0]), np.linalg.norm(points[3] - points[0])))
    centre = points.mean(0) + rng.normal(0, shift, 2) * size
    angle = rng.normal(0, shift)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = centre + (points - points.mean(0)) @ spin.T * np.exp(rng.normal(0, shift))
    a, b, c, d = ((float(x), float(y)) for x, y in moved)
    return turned((a, b, c, d), int(rng.integers(4)))


def boxed(quad: Quad) -> Quad:
    """The rectangle a locator of oriented boxes gives for ``quad``."""
    corners = cv2.boxPoints(cv2.minAreaRect(np.asarray(quad, np.float32)))
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return (a, b, c, d)


def _labels(folder: Path, picture: Path) -> list[tuple[int, Quad]]:
    path = folder / "labels" / f"{picture.stem}.txt"
    image = read_picture(picture)
    if len(path.read_text().split("\n", 1)[0].split()) == 9:
        return read_oriented(path, image)
    return [(int(label), box_quad(*box)) for label, *box in read_boxes(path, image)]


def read_folder(
    reader: Reader, folder: Path, shift: float, boxes: bool, seed: int
) -> Iterator[Read]:
    """Read every labelled tile of a folder of photos.

    ``boxes``: give the reader rectangles instead of the true corners; ``shift``: spread by which
    they are moved, scaled and turned (share of the tile).
    """
    rng = np.random.default_rng(seed)
    for picture in sorted((folder / "images").iterdir()):
        labels = _labels(folder, picture)
        quads = [boxed(quad) if boxes else quad for _, quad in labels]
        located = [Located(careless(rng, quad, shift), 1.0) for quad in quads]
        found = reader(read_picture(picture), located)
        source = picture.stem.split("__")[0]
        for (label, quad), detection in zip(labels, found, strict=True):
            yield Read(source, FACES[label], quad, detection)


def _rate(name: str, right: int, total: int) -> str:
    return f"{name:<28}{rate(right, total)}"


def report(reads: Sequence[Read]) -> str:
    """Return the figures as text: rates by source, direction, confidence, confusions."""
    groups: defaultdict[str, list[Read]] = defaultdict(list)
    for read in reads:
        groups[read.source].append(read)
        groups["all"].append(read)
        groups["backs" if read.label == BACK else "faces"].append(read)
    lines = [_rate(name, sum(r.right for r in many), len(many)) for name, many in groups.items()]
    directed = [read for read in reads if read.directed and read.right]
    lines.append(_rate("own up found", sum(r.upright for r in directed), len(directed)))
    for least in (0.5, 0.9, 0.99):
        sure = [read for read in reads if read.detection.confidence >= least]
        lines.append(_rate(f"confidence >= {least}", sum(r.right for r in sure), len(sure)))
    wrong = Counter((r.label, r.detection.tile) for r in reads if not r.right)
    lines += [f"{a} read as {b}: {n}" for (a, b), n in wrong.most_common(25)]
    return "\n".join(lines)


def reliability(reads: Sequence[Read], bins: Sequence[float]) -> list[tuple[float, float, int]]:
    """Return mean confidence, share right and count of the reads in every confidence bin."""
    rows = []
    for low, high in pairwise(bins):
        inside = [
            r for r in reads if low <= r.detection.confidence < high and r.detection.tile != "?"
        ]
        if inside:
            mean = float(np.mean([read.detection.confidence for read in inside]))
            rows.append((mean, sum(read.right for read in inside) / len(inside), len(inside)))
    return rows
