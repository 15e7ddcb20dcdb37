"""A row of tiles matched to a row of the plan, place by place, as the spaces in it tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pairs = list[tuple[int, int]]

#: What it costs, in nats, to leave out a tile, or a place of the plan where the row has a space
#: for it; and every space too many or too few.
LEFT_OUT: Final = 5.0
SPACED, OTHER_SPACE = 2.5, 2.5
#: Spaces before a row that begins farther in than the others, at most.
INDENTED: Final = 2


def spaces(centres: Floats) -> Floats:
    """How many places seem to be free between neighbours of a row (N, 2): (N - 1,)."""
    steps = np.linalg.norm(np.diff(centres, axis=0), axis=1)
    return np.asarray(np.round(steps / np.median(steps)) - 1 if len(steps) else steps)


def indents(rows: Sequence[Floats], axis: Floats) -> list[float]:
    """How many places seem to be free before each of ``rows`` (N, 2), which begin at one line:
    ``axis`` leads onwards along them.
    """
    starts = np.array([row[0] @ axis for row in rows])
    steps = [np.linalg.norm(np.diff(row, axis=0), axis=1) for row in rows]
    pitch = [float(np.median(step)) if len(step) else np.inf for step in steps]
    free = np.round((starts - np.median(starts)) / pitch)
    return [float(places) for places in np.clip(free, 0, INDENTED)]


def aligned(gains: Floats, free: Floats) -> tuple[float, Pairs]:
    """The best pairs of N tiles and M places in their order, and what they are worth.

    ``gains`` (N, M) is what each pair is worth, ``free`` (N,) how many places seem to be free
    before each tile.
    """
    tiles, places = gains.shape
    best = np.append(0.0, np.full(places, -np.inf))
    steps = []
    for i in range(tiles):
        spaced, before = _skipping(best, float(free[i]))
        hit = np.append(-np.inf, spaced[:-1] + gains[i])
        best = np.maximum(spaced - LEFT_OUT, hit)
        steps.append((before, hit >= best))
    ends = best - LEFT_OUT * np.arange(places, -1, -1)
    return float(ends.max()), _traced(steps, int(ends.argmax()))


def _skipping(best: Floats, free: float) -> tuple[Floats, NDArray[np.intp]]:
    """What it is worth to stand at each place after skipping some, and where one came from."""
    places = np.arange(len(best))
    skipped = places[:, None] - places[None]
    cost = SPACED * skipped + OTHER_SPACE * np.abs(skipped - free)
    worth = np.where(skipped >= 0, best[None] - cost, -np.inf)
    return worth.max(axis=1), worth.argmax(axis=1)


def _traced(steps: Sequence[tuple[NDArray[np.intp], NDArray[np.bool_]]], place: int) -> Pairs:
    """The pairs that lead to ``place``, from where one came before each tile and whether it has a
    place.
    """
    pairs: Pairs = []
    for tile in reversed(range(len(steps))):
        before, paired = steps[tile]
        if paired[place]:
            place -= 1
            pairs.append((tile, place))
        place = int(before[place])
    return pairs[::-1]
