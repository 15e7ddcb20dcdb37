"""``python -m datasets.learning``: tile sets read before and after learning them.

Drawn sets: three photos of the set laid out to learn from, then hands on other tables in other
light.  Photos (``--photos DIR``, labelled, named ``SET__PHOTO``): again and again some photos of a
set to learn from, the others to read.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from datasets.learning._measure import (
    Outcome,
    adaptation_of,
    labelled_examples,
    outcome,
    sheet_examples,
    shot_of,
    shots_of,
)
from datasets.learning._odd import odd_sets
from datasets.learning._pictures import closed_hands, hand, look_of, make_of, sheet
from datasets.learning._trial import trial_sets
from datasets.render import FaceSet, load_faces
from detector import Locator, Reader

LEARNED_FROM = (1, 3)
#: Of a set's photos one of these many with the most faces are learned from.
RICHEST = 9


def measure_drawn(faces: FaceSet, count: int, seed: int) -> None:
    """Print how ``count`` drawn hands of a set are read before and after learning it."""
    rng, locator, reader = np.random.default_rng(seed), Locator(), Reader()
    make = make_of(rng, faces)
    wins = islice(closed_hands(seed), count)
    sheets = [
        shot_of(sheet(rng, look_of(rng, make), faces), locator) for _ in range(max(LEARNED_FROM))
    ]
    tried = [shot_of(hand(rng, look_of(rng, make), win), locator) for win in wins]
    print(f"{faces.name} before:   {outcome(tried, reader, hands=True)}", flush=True)
    for photos in LEARNED_FROM:
        examples = sheet_examples(sheets[:photos], locator, reader)
        fitted = reader.adapted(adaptation_of(examples, reader))
        print(f"{faces.name} {photos} photos: {outcome(tried, fitted, hands=True)}", flush=True)


def measure_photos(folder: Path, splits: int, seed: int) -> None:
    """Print how the photos of each set are read before and after learning from some of them."""
    rng, reader = np.random.default_rng(seed), Reader()
    shots = shots_of(folder, Locator())
    for name in sorted({stem.partition("__")[0] for stem in shots}):
        own = [shot for stem, shot in shots.items() if stem.startswith(f"{name}__")]
        rich = sorted(range(len(own)), key=lambda i: -len(set(own[i].faces.values())))[:RICHEST]
        if len(own) < 2 * max(LEARNED_FROM):
            continue
        for photos in LEARNED_FROM:
            before = after = Outcome()
            for _ in range(splits):
                chosen = set(rng.choice(rich, photos, replace=False).tolist())
                examples = labelled_examples([own[i] for i in chosen], reader)
                rest = [shot for i, shot in enumerate(own) if i not in chosen]
                fitted = reader.adapted(adaptation_of(examples, reader))
                before += outcome(rest, reader, hands=False)
                after += outcome(rest, fitted, hands=False)
            print(f"{name} {photos} photos, {splits} splits: before {before}", flush=True)
            print(f"{name} {photos} photos, {splits} splits: after  {after}", flush=True)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m datasets.learning", description=__doc__)
    parser.add_argument("--faces", type=Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--photos", type=Path, metavar="DIR", help="labelled photos by set")
    parser.add_argument("--hands", type=int, default=20, metavar="N", help="of each drawn set")
    parser.add_argument("--splits", type=int, default=5, metavar="N", help="of the photos")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--trial", type=int, metavar="N",
        help="measure the sets to develop with, and N of random faces, instead of those that judge",
    )  # fmt: skip
    args = parser.parse_args(argv)
    drawn = odd_sets() if args.trial is None else trial_sets(args.trial)
    for faces in (*drawn, *map(load_faces, args.faces)):
        measure_drawn(faces, args.hands, args.seed)
    if args.photos:
        measure_photos(args.photos, args.splits, args.seed)


if __name__ == "__main__":
    main()
