"""Rendered tables end to end: laid, photographed, located, read, scored, compared.

``python -m datasets.layout_pictures --count 300 --seed 7 --out FILE`` goes on where FILE ends and
prints the figures of all that is in it.  ``--minutes`` stops early, to be called again;
``--only 12 40 --save DIR`` draws single tables again and saves their pictures with what was read.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from datasets._figures import rate
from datasets.layout_draw import Shot, shots
from datasets.layout_worth import Outcome, outcome, true_score
from datasets.render import FaceSet, load_faces, own_faces
from device._pipeline import read_picture

_FIGURES: Final[tuple[tuple[str, Callable[[Outcome], bool]], ...]] = (
    ("hand, sets and dora exact", lambda o: o.exact),
    ("points exact", lambda o: o.points),
    ("wrong and sure", lambda o: o.wrong_and_sure),
    ("sure", lambda o: o.sure),
    ("hand and sets exact", lambda o: o.hand),
    ("their faces exact", lambda o: o.faces),
    ("dora exact", lambda o: o.dora),
)
_PARTS: Final[tuple[tuple[str, Callable[[Outcome], object]], ...]] = (
    ("", lambda o: "whole tables" if o.seen["table"] else "single hands"),
    ("tile set", lambda o: o.seen["faces"]),
    ("tilt", lambda o: f"{int(o.seen['tilt'] // 15) * 15:2}-{int(o.seen['tilt'] // 15) * 15 + 15}"),
    ("smallest tile, px", lambda o: min(60, int(o.seen["tile_px"] // 10) * 10)),
)


def _scored(taken: Iterable[Shot]) -> Iterable[Shot]:
    """Yield the tables whose score can be known from what lies there."""
    return (shot for shot in taken if true_score(shot) is not None)


def load(path: Path) -> list[Outcome]:
    """Return the outcomes in a file of earlier calls."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [Outcome(**json.loads(line)) for line in lines]


def run(options: argparse.Namespace, faces: Sequence[FaceSet]) -> list[Outcome]:
    """Read what is missing in the file, for some minutes, and return all of it."""
    done = load(options.out)
    skip = frozenset(o.number for o in done)
    left = max(0, options.count - len(done))
    end = time.monotonic() + 60 * options.minutes
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with options.out.open("a", encoding="utf-8") as file:
        for shot in tqdm(islice(_scored(shots(options.seed, faces, skip)), left), total=left):
            done.append(outcome(shot, shot.example(), shot.number % 2 == 0))
            file.write(json.dumps(asdict(done[-1])) + "\n")
            file.flush()
            if time.monotonic() > end:
                break
    return done


def report(outcomes: Sequence[Outcome]) -> str:
    """Return the figures, and the numbers of the tables that were read wrong."""
    lines = [f"{len(outcomes)} pictures"]
    lines += [f"  {name:26} {rate(_count(outcomes, test), len(outcomes))}" for name, test in _FIGURES]
    for title, part in _PARTS:
        for value in sorted({str(part(o)) for o in outcomes}):
            some = [o for o in outcomes if str(part(o)) == value]
            exact, points = (_count(some, test) for _, test in _FIGURES[:2])
            sure = _count(some, _FIGURES[2][1])
            lines.append(
                f"  {title} {value}: {len(some)}, exact {exact}, points {points}, "
                f"wrong and sure {sure}"
            )
    for name, test in _FIGURES[:2]:
        lines.append(f"not {name}: {_numbers(o for o in outcomes if not test(o))}")
    lines.append(f"wrong and sure: {_numbers(o for o in outcomes if o.wrong_and_sure)}")
    return "\n".join(lines)


def _count(outcomes: Iterable[Outcome], test: Callable[[Outcome], bool]) -> int:
    return sum(test(o) for o in outcomes)


def _numbers(outcomes: Iterable[Outcome]) -> str:
    return " ".join(str(o.number) for o in outcomes) or "none"


def save(shot: Shot, folder: Path) -> None:
    """Write the picture of ``shot``, with what was read drawn into it, and tell how it was read."""
    example = shot.example()
    print(outcome(shot, example, shot.number % 2 == 0))
    folder.mkdir(parents=True, exist_ok=True)
    image = example.image.copy()
    for tile in read_picture(image).detections:
        quad = np.array(tile.corners, np.int32)
        cv2.polylines(image, [quad], True, (0, 255, 255), 1, cv2.LINE_AA)
        cv2.line(image, tuple(quad[0]), tuple(quad[1]), (0, 0, 255), 2)
        text, at = f"{tile.tile} {100 * tile.confidence:.0f}", tuple(quad.min(axis=0))
        cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 0, 255), 1, cv2.LINE_AA)
    cv2.imwrite(str(folder / f"{shot.seed}_{shot.number}.jpg"), image)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.layout_pictures", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="pictures in all (default 300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="JSON lines (default runs/pictures_SEED.jsonl)")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many minutes")
    parser.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--only", type=int, nargs="*", default=[], metavar="N")
    parser.add_argument("--save", type=Path, default=Path("runs/pictures"), metavar="DIR")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the figures from the command line."""
    options = _parser().parse_args(argv)
    options.out = options.out or Path(f"runs/pictures_{options.seed}.jsonl")
    faces = (own_faces(), *map(load_faces, options.faces))
    if options.only:
        others = frozenset(range(max(options.only) + 1)) - frozenset(options.only)
        for shot in islice(shots(options.seed, faces, others), len(options.only)):
            save(shot, options.save)
        return 0
    print(report(run(options, faces)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
