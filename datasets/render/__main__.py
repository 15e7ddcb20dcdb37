"""``python -m datasets.render``: write random pictures with oriented-box labels for training."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets.render._faces import FaceSet, load_faces, own_faces
from datasets.render._labels import Image, to_yolo
from datasets.render._random import random_example
from detector._types import FACES


@dataclass(frozen=True, slots=True)
class Job:
    """One run: where to write, how many, how large, from which folders."""

    out: Path
    count: int
    size: tuple[int, int]
    faces: tuple[Path, ...]
    backgrounds: tuple[Path, ...]
    seed: int
    one_class: bool
    min_visible: float


@lru_cache(maxsize=4)
def _sets(folders: tuple[Path, ...]) -> tuple[FaceSet, ...]:
    return (own_faces(), *(load_faces(folder) for folder in folders))


@lru_cache(maxsize=4)
def _backdrops(folders: tuple[Path, ...]) -> tuple[Image, ...]:
    files = [f for folder in folders for f in sorted(folder.iterdir())]
    pictures = (cv2.imread(str(f)) for f in files if f.suffix.lower() in (".jpg", ".jpeg", ".png"))
    return tuple(np.asarray(p, np.uint8) for p in pictures if p is not None)


def _write(job: Job, index: int) -> int:
    """Draw and write picture ``index``; each index has its own random numbers."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((job.seed, index))
    example = random_example(rng, job.size, _sets(job.faces), _backdrops(job.backgrounds))
    text = to_yolo(example.labels, *job.size, min_visible=job.min_visible, one_class=job.one_class)
    stem = f"{job.seed:04d}_{index:06d}"
    quality = [cv2.IMWRITE_JPEG_QUALITY, 93]
    if not cv2.imwrite(str(job.out / "images" / f"{stem}.jpg"), example.image, quality):
        raise OSError(f"cannot write {job.out / 'images' / stem}.jpg: disk full or read-only")
    (job.out / "labels" / f"{stem}.txt").write_text(text, encoding="utf-8")
    return len(example.labels)


def _all(job: Job, jobs: int) -> Iterator[int]:
    if jobs == 1:
        yield from (_write(job, index) for index in range(job.count))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_write, repeat(job), range(job.count), chunksize=8)


def _describe(job: Job) -> str:
    names = ("tile",) if job.one_class else FACES
    listed = "".join(f"  {number}: '{name}'\n" for number, name in enumerate(names))
    return f"path: {job.out.resolve()}\ntrain: images\nval: images\nnames:\n{listed}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.render", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="gets images/, labels/, data.yaml")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--size", type=int, nargs=2, default=(1280, 960), metavar=("W", "H"))
    parser.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--backgrounds", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--one-class", action="store_true", help="label every tile as class 0")
    parser.add_argument("--min-visible", type=float, default=0.4, help="least share seen")
    return parser


def main() -> None:
    args = _parser().parse_args()
    job = Job(
        args.out, args.count, (args.size[0], args.size[1]), tuple(args.faces),
        tuple(args.backgrounds), args.seed, args.one_class, args.min_visible,
    )  # fmt: skip
    for folder in ("images", "labels"):
        (job.out / folder).mkdir(parents=True, exist_ok=True)
    (job.out / "data.yaml").write_text(_describe(job), encoding="utf-8")
    tiles = sum(tqdm(_all(job, args.jobs), total=job.count, unit="picture"))
    print(f"{job.count} pictures, {tiles} tiles seen, in {job.out}")


if __name__ == "__main__":
    main()
