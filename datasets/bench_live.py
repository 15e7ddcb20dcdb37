"""The live table: from rest to score in passes of a plain YOLO11n at 640, and what waiting costs.

``python -m datasets.bench_live`` lets the running program see simulated games (real networks,
ledger, log on disk): the table while a hand is played and then the hand laid down.  The YOLO11n of
PyPI ``mahjong-detector`` runs by turns in the same process.  Then a table is watched on which
nothing moves.

"Ahead" is what the program does with the first still picture, while it waits for the table to be at
rest; "rest to score" what it does then.  "At once" is a hand of a table that it never saw before.
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
from datasets.simulate import Round, Table, game, pictures
from device.camera._port import Frame, Pixels
from device.camera._watch import VOTERS, Watcher

HANDS = 20
PASS, AHEAD, REST, AT_ONCE = "a pass", "ahead", "rest to score", "at once"
#: Frames a second of a camera's preview, and how many seconds nothing moves.
RATE, QUIET_S = 10, 20


def _wins() -> Iterator[Round]:
    return (hand for hand in chain.from_iterable(map(game, range(1, 100))) if hand.winners)


def _ms(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return 1000 * (time.perf_counter() - start)


def _by_turns(folder: Path) -> dict[str, list[float]]:
    """Return what each job took in ms, hand by hand."""
    table, plain = Table(folder), reference_pass()
    plain()
    spent: dict[str, list[float]] = {job: [] for job in (PASS, AHEAD, REST, AT_ONCE)}
    for seed, hand in enumerate(islice(_wins(), HANDS)):
        *_, before, end = (pictures(m, hand.dealer, seed, VOTERS + 1) for m in hand.moments)
        early, *voters = end
        table.take_over(hand)
        spent[AT_ONCE].append(_ms(partial(table.see, voters)))
        table.take_over(hand)
        table.see(before[:VOTERS])
        spent[AHEAD].append(_ms(partial(table.read_ahead, early)))
        spent[REST].append(_ms(partial(table.see, voters)))
        spent[PASS].append(_ms(plain))
    table.close()
    return spent


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
        spent = _by_turns(Path(folder))
    plain = float(np.median(spent.pop(PASS)))
    print(f"YOLO11n at 640, one pass: {plain:.0f} ms")
    for job, times in spent.items():
        middle, most = np.percentile(times, (50, 95))
        for name, ms in (("median", middle), ("95th percentile", most)):
            print(f"{job}, {name} of {HANDS}: {ms:.0f} ms, {ms / plain:.2f} passes")
    hand = next(_wins())
    quiet = _quiet_share(pictures(hand.moments[-1], hand.dealer, 0)[0])
    print(f"watching a still table at {RATE} pictures a second: {100 * quiet:.1f} % of a core")


if __name__ == "__main__":
    main()
