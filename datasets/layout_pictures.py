"""Rendered tables end to end: laid, photographed, located, read, scored, compared.

``python -m datasets.layout_pictures --count 300 --seed 7`` draws pictures, keeps what the networks
saw in them in a file, reads that as the program does and prints the figures.  Called again it goes
on where the file ends; ``--minutes`` stops early.  ``--only 12 40 --save DIR`` draws single ones
again and saves their pictures with what was seen.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from datasets._figures import rate
from datasets.layout_draw import Shot, shots, smallest_tile
from datasets.layout_worth import Outcome, Sight, outcome, sight, true_score
from datasets.render import FaceSet, load_faces, own_faces
from detector import Detection, Quad, StickReading

Test = Callable[[Outcome], bool]

_FIGURES: Final[tuple[tuple[str, Test], ...]] = (
    ("hand, sets and dora exact", lambda o: o.exact),
    ("points exact", lambda o: o.points),
    ("wrong and sure", lambda o: o.wrong_and_sure),
    ("sure", lambda o: o.sure),
)
_PARTS: Final[tuple[tuple[str, Callable[[Outcome], object]], ...]] = (
    ("whole table", lambda o: o.shot.table.style.table),
    ("tile set", lambda o: o.shot.look.faces.name),
    ("winning tile", lambda o: o.shot.table.style.win),
    ("camera tilted, degrees", lambda o: int(o.shot.camera.tilt // 15) * 15),
    ("smallest tile, pixels", lambda o: min(60, int(smallest_tile(o.shot) // 10) * 10)),
    ("tiles misread", lambda o: bool(o.own)),
)


def load(path: Path) -> dict[int, Sight]:
    """Return what the networks saw in earlier calls, by number."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {seen.number: seen for seen in map(_parsed, lines)}


def _parsed(line: str) -> Sight:
    data = json.loads(line)
    detections = tuple(
        Detection(
            d["tile"],
            d["confidence"],
            _quad(d["corners"]),
            tuple((face, p) for face, p in d["alternatives"]),
        )
        for d in data["detections"]
    )
    sticks = tuple(
        StickReading(s["value"], s["seat"], _quad(s["corners"]), s["confidence"])
        for s in data.get("sticks", ())
    )
    return Sight(data["number"], detections, tuple(data["tiles"]), tuple(data["visible"]), sticks)


def _quad(corners: Sequence[Sequence[float]]) -> Quad:
    a, b, c, d = ((x, y) for x, y in corners)
    return a, b, c, d


def outcomes(options: argparse.Namespace, faces: Sequence[FaceSet]) -> Iterator[Outcome]:
    """Yield the outcome of each picture, looking at those that are not in the file yet."""
    known = load(options.out)
    end = time.monotonic() + 60 * options.minutes
    options.out.parent.mkdir(parents=True, exist_ok=True)
    scored = (shot for shot in shots(options.seed, faces) if true_score(shot) is not None)
    for shot in tqdm(islice(scored, options.count), total=options.count, mininterval=5):
        seen = known.get(shot.number)
        if seen is None:
            if time.monotonic() > end:
                return
            seen = sight(shot, shot.example())
            with options.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(seen)) + "\n")
        yield outcome(shot, seen)


def report(every: Sequence[Outcome], show: bool) -> str:
    """Return the figures, and the numbers of the tables that were read wrong."""
    lines: list[str] = []
    for title, hidden in (("all of the hand to be seen", False), ("a part covered", True)):
        lines += _group(title, [o for o in every if o.hidden == hidden])
    if show:
        lines += [_line(o) for o in every if not (o.exact and o.points and o.sure)]
    return "\n".join(lines)


def _group(title: str, some: Sequence[Outcome]) -> Iterator[str]:
    yield f"{title}: {len(some)} pictures"
    yield from (f"  {name:26} {rate(_count(some, test), len(some))}" for name, test in _FIGURES)
    for name, part in _PARTS:
        for value in sorted({str(part(o)) for o in some}):
            these = [o for o in some if str(part(o)) == value]
            counts = ", ".join(f"{name} {_count(these, test)}" for name, test in _FIGURES)
            yield f"    {name} {value}: {len(these)}: {counts}"
    for name, test in _FIGURES[:2]:
        yield f"  not {name}: {_numbers(o for o in some if not test(o))}"
    yield f"  wrong and sure: {_numbers(o for o in some if o.wrong_and_sure)}"


def _count(some: Iterable[Outcome], test: Test) -> int:
    return sum(map(test, some))


def _numbers(some: Iterable[Outcome]) -> str:
    return " ".join(str(o.shot.number) for o in some) or "none"


def _line(o: Outcome) -> str:
    """Return what went wrong with one picture, or why it was not sure."""
    wrong = [part for part in ("hand", "faces", "dora", "points") if not getattr(o, part)]
    style, codes = o.shot.table.style, [message.code for message in o.reading.messages]
    return (
        f"{o.shot.number}: wrong {wrong}, says {o.told}, sure {o.sure}, messages {codes}, "
        f"misread {list(o.own)}, phantoms {list(o.phantoms)}, calibrated {o.shot.calibrated}, "
        f"tile {smallest_tile(o.shot):.0f} px, tilt {o.shot.camera.tilt:.0f}, {style}"
    )


def save(shot: Shot, folder: Path) -> None:
    """Write the picture of ``shot``, with what was seen drawn into it."""
    example = shot.example()
    folder.mkdir(parents=True, exist_ok=True)
    image = example.image.copy()
    for tile in sight(shot, example).detections:
        quad = np.array(tile.corners, np.int32)
        cv2.polylines(image, [quad], True, (0, 255, 255), 1, cv2.LINE_AA)
        cv2.line(image, quad[0].tolist(), quad[1].tolist(), (0, 0, 255), 2)
        text, at = f"{tile.tile} {100 * tile.confidence:.0f}", quad.min(axis=0).tolist()
        cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 0, 255), 1, cv2.LINE_AA)
    cv2.imwrite(str(folder / f"{shot.seed}_{shot.number}.png"), image)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.layout_pictures", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="pictures in all (default 300)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="JSON lines (default runs/pictures_SEED.jsonl)")
    parser.add_argument("--minutes", type=float, default=1e6, help="draw no more after so long")
    parser.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--show", action="store_true", help="a line on each that is not right")
    parser.add_argument("--only", type=int, nargs="*", default=[], metavar="N")
    parser.add_argument("--save", type=Path, default=Path("runs/pictures"), metavar="DIR")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the figures from the command line."""
    options = _parser().parse_args(argv)
    options.out = options.out or Path(f"runs/pictures_{options.seed}.jsonl")
    faces = (own_faces(), *map(load_faces, options.faces))
    if options.only:
        for shot in islice(shots(options.seed, faces), max(options.only) + 1):
            if shot.number in options.only:
                save(shot, options.save)
        return 0
    print(report(list(outcomes(options, faces)), options.show))
    return 0


if __name__ == "__main__":
    sys.exit(main())
