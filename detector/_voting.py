"""Several pictures of the same still table: one reading that all of them support."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from detector._types import FACES, Detection, Quad
from detector.table._geometry import Array, areas, quads_of

#: Tiles nearer than this share of their width are the same tile.
_SAME: Final = 0.4
#: Alternatives kept, and the least probability worth keeping.
_KEPT: Final = 4
_LEAST: Final = 0.002


def vote(frames: Sequence[Sequence[Detection]]) -> tuple[Detection, ...]:
    """Return what most of ``frames`` saw.

    A tile counts when more than half of the frames have it.  Its corners are the medians, its face
    probabilities the means: frames of one still table err alike, so more of them make a reading
    steadier but not surer than the reader was.
    """
    groups: list[list[Detection]] = []
    for frame in frames:
        _join(groups, frame)
    return tuple(_merged(group) for group in groups if 2 * len(group) > len(frames))


def _join(groups: list[list[Detection]], frame: Sequence[Detection]) -> None:
    """Put each detection of ``frame`` to the nearest tile seen before, at most one each."""
    known = quads_of([group[0] for group in groups])
    found = quads_of(frame)
    taken: set[int] = set()
    for detection, quad in zip(frame, found, strict=True):
        at = _nearest(quad, known, taken)
        if at is None:
            groups.append([detection])
        else:
            groups[at].append(detection)
            taken.add(at)


def _nearest(quad: Array, known: Array, taken: set[int]) -> int | None:
    if not len(known):
        return None
    apart = np.linalg.norm(known.mean(axis=1) - quad.mean(axis=0), axis=1)
    apart[list(taken)] = np.inf
    at = int(apart.argmin())
    return at if apart[at] < _SAME * float(np.sqrt(areas(quad[None])[0])) else None


def _merged(group: Sequence[Detection]) -> Detection:
    chances: dict[str, float] = {}
    for detection in group:
        for face, p in ((detection.tile, detection.confidence), *detection.alternatives):
            chances[face] = chances.get(face, 0.0) + p / len(group)
    ranked = sorted(chances.items(), key=lambda item: (-item[1], _order(item[0])))
    (tile, confidence), *others = ranked
    kept = tuple((face, p) for face, p in others if p >= _LEAST)[:_KEPT]
    return Detection(tile, confidence, _corners(group, tile), kept)


def _order(face: str) -> int:
    return FACES.index(face) if face in FACES else len(FACES)


def _corners(group: Sequence[Detection], tile: str) -> Quad:
    """Return the median corners of the frames that agree on ``tile``, all in the same order.

    The most probable face of all frames together may be the first of none of them.
    """
    agreeing = [d for d in group if d.tile == tile] or group
    first = quads_of(agreeing)[0]
    turned = [_aligned(quad, first) for quad in quads_of(agreeing)]
    a, b, c, d = ((float(x), float(y)) for x, y in np.median(turned, axis=0))
    return a, b, c, d


def _aligned(quad: Array, model: Array) -> Array:
    """Return ``quad`` beginning at the corner that lies at the first of ``model``."""
    turns = [np.roll(quad, k, axis=0) for k in range(4)]
    return min(turns, key=lambda turned: float(np.abs(turned - model).sum()))
