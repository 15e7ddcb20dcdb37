"""The live table: from rest to score in passes of a plain YOLO11n at 640, and what waiting costs.

``python -m datasets.bench_live`` lets the running program see hands of simulated games laid down
(real networks, ledger, log on disk) and runs the YOLO11n of PyPI ``mahjong-detector`` by turns in
the same process, then watches a table on which nothing moves.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path

import numpy as np

from datasets.bench_vision import reference_pass
from datasets.simulate import Round, Table, game, revealed
from device._camera import Frame, Pixels
from device._watch import Watcher

HANDS = 20
#: Frames a second of a camera's preview, and how many seconds nothing moves.
RATE, QUIET_S = 10, 20


def _wins() -> Iterator[Round]:
    return (hand for hand in chain.from_iterable(map(game, range(1, 100))) if hand.winners)


def _ms(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return 1000 * (time.perf_counter() - start)


def _by_turns(folder: Path) -> tuple[list[float], list[float]]:
    """Return for each hand the ms from the table at rest to the score, and those of a pass."""
    table, plain = Table(folder), reference_pass()
    plain()
    spent, passes = [], []
    for seed, hand in enumerate(islice(_wins(), HANDS)):
        table.take_over(hand)
        picture = revealed(hand, seed)
        spent.append(_ms(partial(table.see, picture)))
        passes.append(_ms(plain))
    table.close()
    return spent, passes


def _quiet_share(picture: Pixels) -> float:
    """Return the share of a core that watching a table takes on which nothing moves."""
    watcher = Watcher()
    start = time.process_time()
    for number in range(RATE * QUIET_S):
        watcher.update(Frame.of(number / RATE, picture))
    return (time.process_time() - start) / QUIET_S


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        spent, passes = _by_turns(Path(folder))
    plain = float(np.median(passes))
    print(f"YOLO11n at 640, one pass: {plain:.0f} ms")
    for name, share in (("median", 50), ("95th percentile", 95)):
        value = float(np.percentile(spent, share))
        print(f"rest to score, {name} of {HANDS}: {value:.0f} ms, {value / plain:.2f} passes")
    quiet = _quiet_share(revealed(next(_wins()), 0))
    print(f"watching a still table at {RATE} pictures a second: {100 * quiet:.1f} % of a core")


if __name__ == "__main__":
    main()
