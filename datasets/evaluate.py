"""Measure the detector on a folder of labelled photos: ``python -m datasets.evaluate DIR``.

``DIR`` holds ``images/`` and ``labels/`` (YOLO, oriented or axis-aligned boxes, classes as in
``detector.FACES``), and may hold ``ignore/`` (oriented boxes where a detection neither counts nor
harms) and ``rows.json`` (the rows of tiles as they lie, left to right).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets._figures import rate
from datasets._matching import bounds, ignored, match
from datasets.locator._labels import Labels, Quads, label_path, pictures, read_labels, read_picture
from detector import Detection, HandReading, Locator, Reader, read_table
from detector._types import BACK, FACES, UNREADABLE
from detector.table._legality import HAND_FACES

SILENT = (BACK, UNREADABLE)
#: A row of so many tiles is a hand.
HAND_SIZES = (13, 14)
Image = NDArray[np.uint8]


def row_tokens(row: str) -> list[str]:
    """The class names of a row of ``rows.json``: ``"4z^ 5z | f b"`` without its marks."""
    words = [word.rstrip("*^") for word in row.split() if word != "|"]
    return [{"f": "flower", "b": BACK}.get(word, word) for word in words]


def row_indices(tokens: Sequence[str], labels: Labels) -> list[int] | None:
    """Which labelled tiles make up a row: the shortest chain of these faces, left to right."""
    centres = labels.quads.mean(axis=1)
    names = [FACES[index] for index in labels.classes]
    layers = [[i for i, name in enumerate(names) if name == token] for token in tokens]
    chains = {i: (0.0, [i]) for i in layers[0]}
    for layer in layers[1:]:
        chains = {
            i: min(
                (cost + float(np.hypot(*(centres[i] - centres[chain[-1]]))), [*chain, i])
                for cost, chain in before
            )
            for i in layer
            if (before := [(c, ch) for c, ch in chains.values() if _right_of(i, ch, centres)])
        }
    return min(chains.values())[1] if chains else None


def _right_of(index: int, chain: list[int], centres: Quads) -> bool:
    return index not in chain and bool(centres[index][0] > centres[chain[-1]][0])


@dataclass(frozen=True)
class Photo:
    """What was seen in one photo.  ``pairs`` maps detections to labels; ``phantoms`` are
    detections of a face where no tile is labelled or ignored; ``rows`` are label indices.
    ``hand`` is what the constraints of the game make of the photo."""

    path: Path
    labels: Labels
    detections: tuple[Detection, ...]
    pairs: dict[int, int]
    phantoms: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    hand: HandReading | None

    def name(self, label: int) -> str:
        """The labelled face."""
        return FACES[int(self.labels.classes[label])]

    @property
    def faces(self) -> list[int]:
        """The labels of face-up tiles."""
        return [i for i in range(len(self.labels.classes)) if self.name(i) != BACK]

    @property
    def readings(self) -> dict[int, str]:
        """What each located label was read as."""
        return {label: self.detections[found].tile for found, label in self.pairs.items()}

    @property
    def held(self) -> list[str]:
        """The labelled faces of the one hand that the photo shows, sorted; none if it does not."""
        names = sorted(self.name(i) for i in self.rows[0]) if len(self.rows) == 1 else []
        return names if len(names) in HAND_SIZES and set(names) <= set(HAND_FACES) else []

    @property
    def wrong(self) -> list[int]:
        """Face-up labels that were missed or misread."""
        readings = self.readings
        return [i for i in self.faces if readings.get(i) != self.name(i)]


@dataclass
class Tally:
    """Counts over photos."""

    photos: int = 0
    tiles: int = 0
    located: int = 0
    right: int = 0
    phantoms: int = 0
    whole: int = 0
    rows: int = 0
    rows_exact: int = 0
    hands: int = 0
    hands_exact: int = 0
    hands_asked: int = 0
    hands_wrong: int = 0
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, photo: Photo) -> None:
        """Count one photo."""
        readings, wrong = photo.readings, set(photo.wrong)
        self.photos += 1
        self.tiles += len(photo.faces)
        self.located += sum(i in readings for i in photo.faces)
        self.right += len(photo.faces) - len(wrong)
        self.phantoms += len(photo.phantoms)
        self.whole += not wrong and not photo.phantoms
        self.rows += len(photo.rows)
        self.rows_exact += sum(_row_exact(photo, row) for row in photo.rows)
        self._add_hand(photo)
        for i in wrong:
            self.confusion[photo.name(i), readings.get(i, "missed")] += 1
        for i in photo.phantoms:
            self.confusion["nothing", photo.detections[i].tile] += 1

    def _add_hand(self, photo: Photo) -> None:
        if not photo.held:
            return
        exact = photo.hand is not None and sorted(photo.hand.faces) == photo.held
        sure = photo.hand is not None and not photo.hand.uncertain
        self.hands += 1
        self.hands_exact += exact
        self.hands_asked += not sure
        self.hands_wrong += sure and not exact

    def lines(self, title: str) -> list[str]:
        """The counts as text."""
        return [
            f"{title}: {self.photos} photos",
            f"  located            {rate(self.located, self.tiles)}",
            f"  located and right  {rate(self.right, self.tiles)}",
            f"  whole photos exact {rate(self.whole, self.photos)}",
            f"  rows exact         {rate(self.rows_exact, self.rows)}",
            f"  hands exact        {rate(self.hands_exact, self.hands)}",
            f"  hands asked about  {rate(self.hands_asked, self.hands)}",
            f"  sure but wrong     {rate(self.hands_wrong, self.hands)}",
            f"  phantoms           {self.phantoms} ({self.phantoms / self.photos:.2f} a photo)",
        ]


def _row_exact(photo: Photo, row: tuple[int, ...]) -> bool:
    """Whether every tile of a row was read right and no phantom lies in it."""
    if set(row) & set(photo.wrong):
        return False
    hull = cv2.convexHull(photo.labels.quads[list(row)].reshape(-1, 2).astype(np.float32))
    centres = (np.mean(photo.detections[i].corners, axis=0) for i in photo.phantoms)
    return all(cv2.pointPolygonTest(hull, (x, y), False) < 0 for x, y in centres)


def _phantoms(
    detections: Sequence[Detection], pairs: dict[int, int], regions: Quads
) -> tuple[int, ...]:
    return tuple(
        i
        for i, detection in enumerate(detections)
        if i not in pairs
        and detection.tile not in SILENT
        and not ignored(np.array(detection.corners), regions)
    )


class Judge:
    """Reads photos of a labelled folder and compares with the labels."""

    def __init__(
        self, folder: Path, locator: Path | None = None, reader: Path | None = None
    ) -> None:
        self._locator, self._reader = Locator(locator), Reader(reader)
        rows = folder / "rows.json"
        self._rows = json.loads(rows.read_text()) if rows.exists() else {}

    def __call__(self, path: Path) -> Photo:
        """Read one photo.  Raises ``ValueError`` when it is no picture."""
        picture = read_picture(path)
        detections = self._reader(picture, self._locator(picture))
        height, width = picture.shape[:2]
        labels = read_labels(label_path(path), width, height)
        regions = read_labels(label_path(path, "ignore"), width, height).quads
        found = np.array([d.corners for d in detections], np.float64).reshape(-1, 4, 2)
        compared = found if labels.oriented else bounds(found)
        pairs = match(compared, labels.quads)
        phantoms = _phantoms(detections, pairs, regions)
        rows = self._chains(path, labels)
        hands = read_table(detections, width, height).hands
        return Photo(path, labels, detections, pairs, phantoms, rows, hands[0] if hands else None)

    def _chains(self, path: Path, labels: Labels) -> tuple[tuple[int, ...], ...]:
        rows = self._rows.get(path.stem, {}).get("rows", [])
        chains = [row_indices(row_tokens(row), labels) for row in rows]
        return tuple(tuple(chain) for chain in chains if chain)


def _draw(photo: Photo) -> Image:
    """The photo with misses in red, misreadings in orange, phantoms in magenta."""
    picture = read_picture(photo.path)
    scale = 900 / max(picture.shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    image = np.asarray(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=method), np.uint8
    )
    readings = photo.readings
    marks = [
        (photo.labels.quads[i], f"{photo.name(i)}>{readings.get(i, '')}", i in readings)
        for i in photo.wrong
    ]
    for quad, text, read in marks:
        _mark(image, quad * scale, text, (0, 140, 255) if read else (0, 0, 255))
    for i in photo.phantoms:
        detection = photo.detections[i]
        _mark(image, np.array(detection.corners) * scale, detection.tile, (255, 0, 255))
    return image


def _mark(image: Image, quad: Quads, text: str, colour: tuple[int, int, int]) -> None:
    cv2.polylines(image, [quad.round().astype(np.int32)], True, colour, 2)
    place = int(quad[:, 0].min()), int(quad[:, 1].min()) - 3
    cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA)


def write_sheet(photos: Iterable[Photo], out: Path) -> list[Path]:
    """Write one picture a photo that has misses, misreadings or phantoms; return the files."""
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for photo in photos:
        if photo.wrong or photo.phantoms:
            written.append(out / f"{photo.path.stem}.png")
            cv2.imwrite(str(written[-1]), _draw(photo))
    return written


def report(photos: Sequence[Photo]) -> str:
    """The figures of all photos together, by set (name up to ``__``), and the confusions."""
    sets = sorted({photo.path.stem.split("__")[0] for photo in photos if "__" in photo.path.stem})
    groups = [("all", list(photos))]
    groups += [(s, [p for p in photos if p.path.stem.split("__")[0] == s]) for s in sets]
    lines: list[str] = []
    tallies = [Tally() for _ in groups]
    for (title, members), tally in zip(groups, tallies, strict=True):
        for photo in members:
            tally.add(photo)
        lines += tally.lines(title)
    lines.append("confusions (labelled > read, count):")
    lines += [f"  {a} > {b}: {n}" for (a, b), n in tallies[0].confusion.most_common()]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 when measured, 2 for bad input."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluate", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with images/ and labels/")
    parser.add_argument("--out", type=Path, help="folder for pictures of the misses")
    parser.add_argument("--locator", type=Path, help="ONNX file (default: the shipped one)")
    parser.add_argument("--reader", type=Path, help="ONNX file (default: the shipped one)")
    options = parser.parse_args(arguments)
    try:
        judge = Judge(options.folder, options.locator, options.reader)
        paths = pictures(options.folder)
        photos = [judge(path) for path in tqdm(paths, desc="photos", file=sys.stderr)]
    except (FileNotFoundError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(report(photos))
    if options.out:
        print(f"{len(write_sheet(photos, options.out))} pictures of misses in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
