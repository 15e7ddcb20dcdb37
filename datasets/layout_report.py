"""The figures of laid tables: how many are read right, what facts are told, how long it takes."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Final

from tqdm import tqdm

from datasets._figures import rate
from datasets.layout import LaidTable, tables
from datasets.layout_facts import ANSWERS, fact_tally
from datasets.layout_judge import Verdict, judge, winner_of
from datasets.layout_view import DETECTOR, PERFECT, Noise, View, look, random_camera, read
from detector import TableReading

_NOISES: Final = (("perfect boxes", PERFECT), ("detector-like noise", DETECTOR))


@dataclass(frozen=True, slots=True)
class Trial:
    """A table as seen with the noise of number ``which``, as read in ``seconds`` of processor
    time.
    """

    which: int
    table: LaidTable
    view: View
    reading: TableReading
    seconds: float


@dataclass(frozen=True, slots=True)
class Figures:
    """The counts of one noise, and how long each reading took."""

    tally: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)


def trials(count: int, seed: int, noises: Sequence[Noise], players: int = 4) -> Iterator[Trial]:
    """Yield ``count`` tables as seen and as read with each of ``noises``.

    Every second whole table is calibrated.
    """
    rng = random.Random(seed)
    for number, table in zip(range(count), tables(seed, players), strict=False):
        camera = random_camera(table, rng)
        for which, noise in enumerate(noises):
            view = look(table, camera, noise, rng)
            start = time.process_time()
            reading = read(table, view, number % 2 == 0)
            yield Trial(which, table, view, reading, time.process_time() - start)


def tally_of(verdict: Verdict) -> Counter[str]:
    """Return what one verdict adds to the count."""
    sure = not verdict.uncertain
    right = verdict.hand and verdict.faces
    return Counter(
        {
            "tables": 1,
            "exact": verdict.hand,
            "exact, faces too": right,
            "uncertain": verdict.uncertain,
            "exact or uncertain": right or not sure,
            "wrong and sure": sure and not right,
            "wrong and sure, dora too": sure and not (right and verdict.value),
            "rivers exact": verdict.rivers,
            "other seats' sets exact": verdict.others,
        }
    )


def measure(count: int, seed: int, players: int = 4, show: int = 0) -> tuple[Figures, ...]:
    """Return the figures for perfect boxes and for a detector's noise."""
    figures = tuple(Figures() for _ in _NOISES)
    seen = trials(count, seed, [noise for _, noise in _NOISES], players)
    for trial in tqdm(seen, total=count * len(_NOISES), mininterval=5):
        verdict = judge(trial.table, trial.view, trial.reading)
        tally = figures[trial.which].tally
        tally.update(tally_of(verdict))
        figures[trial.which].seconds.append(trial.seconds)
        mine = winner_of(trial.table, trial.view, trial.reading)
        if trial.table.style.table and mine is not None:
            tally.update(fact_tally(trial.table, trial.reading, mine))
        if show > 0 and _is_bad(verdict, trial.which):
            show -= 1
            where = f"table {tally['tables'] - 1}, {_NOISES[trial.which][0]}"
            print(f"\n{where}: {verdict} {trial.table.style}", file=sys.stderr)
    return figures


def _is_bad(verdict: Verdict, which: int) -> bool:
    return not (verdict.hand and verdict.faces) and (which == 0 or not verdict.uncertain)


def report(count: int, seed: int, players: int, show: int) -> str:
    """Return the figures as a table, rates with their Wilson intervals."""
    lines = [f"{count} tables of {players} players, seed {seed}"]
    measured = measure(count, seed, players, show)
    for (name, _), figures in zip(_NOISES, measured, strict=True):
        ms = [1000 * each for each in figures.seconds]
        speed = f"median {median(ms):.1f} ms, 90 % within {quantiles(ms, n=10)[-1]:.1f} ms"
        lines += [f"{name}: {speed} of processor time a table", *_told(figures.tally, count)]
    return "\n".join(lines)


def _told(tally: Counter[str], count: int) -> Iterator[str]:
    facts = {key.split(": ")[0] for key in tally if ": " in key}
    for key in (key for key in tally if ": " not in key):
        yield f"  {key:25} {rate(tally[key], count, 2)}"
    for fact in sorted(facts):
        parts = [tally[f"{fact}: {answer}"] for answer in ANSWERS]
        told = (f"{n} {answer}" for n, answer in zip(parts, ANSWERS, strict=True))
        yield f"  {fact:25} {', '.join(told)}; wrong {rate(parts[-1], sum(parts), 2)}"
