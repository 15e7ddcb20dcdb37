"""``python -m datasets.sure_hands``: how often a hand is said with confidence and is wrong.

Closed hands of simulated games, each of one of the sets ``--faces`` with its own make of tile, on
its own table, in its own light, seen from up to 40 degrees aside; located, read and made a hand of
with the constraints of the game.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from tqdm import tqdm

from datasets._figures import rate
from datasets.learning._pictures import closed_hands, hand, look_of, make_of
from datasets.render import Example, FaceSet, load_faces
from detector import Locator, Reader, read_table


def verdict(example: Example, locator: Locator, reader: Reader) -> str:
    """``exact``, ``asked, exact``, ``asked, wrong`` or ``sure but wrong``."""
    height, width = example.image.shape[:2]
    hands = read_table(reader(example.image, locator(example.image)), width, height).hands
    true = sorted(label.face for label in example.labels)
    exact = bool(hands) and sorted(hands[0].faces) == true
    if not hands or hands[0].uncertain:
        return f"asked, {'exact' if exact else 'wrong'}"
    return "exact" if exact else "sure but wrong"


def measure(sets: Sequence[FaceSet], count: int, seed: int) -> Counter[str]:
    """Read ``count`` drawn hands of the sets in turn; returns how many got which verdict."""
    rng, locator, reader = np.random.default_rng(seed), Locator(), Reader()
    told: Counter[str] = Counter()
    for number, win in enumerate(tqdm(islice(closed_hands(seed), count), total=count)):
        look = look_of(rng, make_of(rng, sets[number % len(sets)]))
        told[verdict(hand(rng, look, win), locator, reader)] += 1
    return told


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m datasets.sure_hands", description=__doc__)
    parser.add_argument("--faces", type=Path, nargs="+", required=True, metavar="DIR")
    parser.add_argument("--count", type=int, default=300, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    told = measure([load_faces(folder) for folder in args.faces], args.count, args.seed)
    for name in ("exact", "asked, exact", "asked, wrong", "sure but wrong"):
        print(f"{name:15} {rate(told[name], args.count)}")


if __name__ == "__main__":
    main()
