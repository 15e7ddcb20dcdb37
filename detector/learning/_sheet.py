"""A whole tile set laid out to be learned: its tiles found in rows and matched to the plan.

The rows are found by geometry alone, whichever way the photo is turned.  Which row of the plan
each one is, and from which end it is read, is settled by the reader's own probabilities, so that
rows may lie in any order; where the reader knows nothing of the set, the order of the plan decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from detector._crops import turned
from detector._types import BACK, FACES, UNREADABLE, Detection, Located, Quad
from detector.learning._alignment import LEFT_OUT, aligned, indents, spaces
from detector.table._geometry import plane_of_tiles, quads_of

#: How the set is to be laid out: one tile of each face, row by row, the last of the honours face
#: down.
PLAN: Final[tuple[tuple[str, ...], ...]] = (
    tuple(f"{n}m" for n in range(1, 10)),
    tuple(f"{n}p" for n in range(1, 10)),
    tuple(f"{n}s" for n in range(1, 10)),
    (*(f"{n}z" for n in range(1, 8)), BACK),
    ("0m", "0p", "0s"),
)
#: Neighbours in a row lie at most so many tile widths apart; rows at least so many.
REACH: Final = 2.7
APART: Final = 0.45
#: So many of the rows found, the longest ones, are matched.
MOST_ROWS: Final = 7
#: How much the reader's word counts: the rest is a guess among all faces.
TRUST: Final = 0.5
#: What it costs to swap two rows, to read a row from the other end than the others, and to lie
#: otherwise than the plan at all.  In nats.
SWAPPED, REVERSED, OTHERWISE = 2.0, 4.0, 25.0
#: A face read with less than this where the plan has it is in doubt, when another has more.
DOUBT: Final = 0.05
SURE: Final = 0.9
#: The reader knows a set when it reads this share of it as the plan says.
KNOWN: Final = 0.7

Floats = NDArray[np.float64]
Chances = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile of the sheet: ``face`` is what the plan has there; ``corners`` from the face's own
    top left.  ``looks`` is the face it surely looks like instead, empty when there is no doubt.
    """

    face: str
    corners: Quad
    looks: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A photo of the set laid out.

    ``tiles`` in the order of the plan, each face once at most; ``missing`` are faces of rows that
    were seen, ``absent`` whole rows that were not; ``extra`` tiles fit nowhere in the plan.
    """

    tiles: tuple[Placed, ...]
    missing: tuple[str, ...]
    absent: tuple[tuple[str, ...], ...]
    extra: tuple[Quad, ...]


@dataclass(frozen=True, slots=True)
class _Match:
    """One row matched to a row of the plan: pairs of (place in the row, place in the plan);
    ``turn`` is the corner where the faces' own top left lies.
    """

    gain: float
    pairs: tuple[tuple[int, int], ...]
    turn: int


#: A match of a row read onwards and one read from its other end.
_Ways = tuple[_Match, _Match]


def sheet_of(located: Sequence[Located], look: Callable[[Sequence[Quad]], Chances]) -> Sheet:
    """Match the tiles of a photo to ``PLAN``.

    ``look`` gives the reader's probabilities (N, 4, 40) of N corners: (corner of the face's own
    top left, class).
    """
    if not located:
        return Sheet((), (), PLAN, ())
    quads = _alike([tile.corners for tile in located])
    blank = [Detection(UNREADABLE, 1.0, quad) for quad in quads]
    centres = plane_of_tiles(blank).project(quads_of(blank).mean(axis=1))
    return max(
        (_read_along(centres, [turned(quad, turn) for quad in quads], look) for turn in (0, 1)),
        key=lambda found: found[0],
    )[1]


def _alike(quads: Sequence[Quad]) -> list[Quad]:
    """The same quads, each from the corner that turns it most like the others."""
    edges = np.array([np.subtract(quad[1], quad[0]) for quad in quads])
    angles = np.arctan2(edges[:, 1], edges[:, 0])
    common = float(np.angle(np.exp(4j * angles).sum())) / 4
    quarters = np.round((common - angles) / (np.pi / 2)).astype(int)
    return [turned(quad, int(k)) for quad, k in zip(quads, quarters, strict=True)]


def _read_along(
    centres: Floats, quads: Sequence[Quad], look: Callable[[Sequence[Quad]], Chances]
) -> tuple[float, Sheet]:
    """The sheet whose rows run along the upper edges of ``quads``, and how likely it is."""
    edges = np.array([np.subtract(quad[1], quad[0]) for quad in quads])
    axis = _direction(centres, edges.mean(axis=0))
    rows = _rows(centres, axis)
    chances = look(quads)
    corners = [[quads[i] for i in row] for row in rows]
    seen = [chances[row] for row in rows]
    matches = [
        [_matched(views, plan, free) for plan in PLAN]
        for views, free in zip(seen, _free([centres[row] for row in rows], axis), strict=True)
    ]
    gain, chosen = _assigned(matches, [len(row) for row in rows])
    left_out = len(quads) - sum(map(len, rows))
    return gain - LEFT_OUT * left_out, _sheet(chosen, corners, seen)


def _rows(centres: Floats, axis: Floats) -> list[list[int]]:
    """The rows along ``axis`` in which ``centres`` (N, 2) in tile widths lie, each from left to
    right, from top to bottom.
    """
    height = centres @ np.array([-axis[1], axis[0]])
    order = np.argsort(height, kind="stable")
    ends = np.flatnonzero(np.diff(height[order]) > APART) + 1
    rows = [sorted(map(int, row), key=lambda i: float(centres[i] @ axis))
            for row in np.split(order, ends)]  # fmt: skip
    longest = sorted(map(len, rows))[-MOST_ROWS:]
    return [row for row in rows if len(row) >= longest[0]][:MOST_ROWS]


def _direction(centres: Floats, about: Floats) -> Floats:
    """The unit vector (2,) along which the nearest neighbours lie, ``about`` being close to it."""
    offsets = (centres[None] - centres[:, None]).reshape(-1, 2)
    length = np.linalg.norm(offsets, axis=1)
    axis = about / max(float(np.linalg.norm(about)), 1e-9)
    for spread in (30, 12, 6):
        near = (length > 0) & (length < REACH)
        near &= offsets @ axis > length * np.cos(np.radians(spread))
        if near.any():
            mean = (offsets[near] / length[near, None] ** 2).sum(axis=0)
            axis = mean / np.linalg.norm(mean)
    return np.asarray(axis)


def _free(rows: Sequence[Floats], axis: Floats) -> list[tuple[Floats, Floats]]:
    """How many places seem to be free before each tile of each row (N, 2), and before each when
    it is read from its other end.
    """
    back = [row[::-1] for row in rows]
    ways = ((rows, indents(rows, axis)), (back, indents(back, -axis)))
    onwards, backwards = (
        [np.append(first, spaces(row)) for row, first in zip(some, firsts, strict=True)]
        for some, firsts in ways
    )
    return list(zip(onwards, backwards, strict=True))


def _matched(seen: Chances, plan: Sequence[str], free: tuple[Floats, Floats]) -> _Ways:
    """The best match of a row with a row of the plan, read onwards and from its other end."""
    onwards, last = aligned(_gains(seen, plan, 0), free[0]), len(seen) - 1
    gain, back = aligned(_gains(seen[::-1], plan, 2), free[1])
    pairs = tuple((last - i, j) for i, j in back)
    return _Match(onwards[0], tuple(onwards[1]), 0), _Match(gain, pairs, 2)


def _gains(seen: Chances, plan: Sequence[str], turn: int) -> Floats:
    """How much likelier than by chance each tile (row) is each face of the plan (column)."""
    faces = [FACES.index(face) for face in plan]
    upright, either = seen[:, turn][:, faces], seen.sum(axis=1)[:, faces]
    word = 0.8 * upright + 0.2 * either
    return np.asarray(np.log(TRUST * word * len(FACES) + 1 - TRUST), np.float64)


def _assigned(
    ways: Sequence[Sequence[_Ways]], lengths: Sequence[int]
) -> tuple[float, dict[int, tuple[int, _Match]]]:
    """How likely the likeliest whole is, and which row found is which row of the plan in it,
    ``{plan row: (row, match)}``.
    """
    slots = [*range(len(PLAN)), *[-1] * max(0, len(ways) - len(PLAN))]
    orders = sorted(set(permutations(slots, len(ways))))
    wholes = (_whole(order, ways, lengths, way) for order in orders for way in (0, 1))
    return max(wholes, key=lambda whole: whole[0])


def _whole(
    order: Sequence[int], ways: Sequence[Sequence[_Ways]], lengths: Sequence[int], way: int
) -> tuple[float, dict[int, tuple[int, _Match]]]:
    """The rows found as those of the plan that ``order`` names, read onwards (0) or back (1)."""
    taken = [(row, plan) for row, plan in enumerate(order) if plan >= 0]
    swapped = sum((a > b) != bool(way) for n, (_, a) in enumerate(taken) for _, b in taken[n + 1 :])
    spare = sum(lengths[row] for row, plan in enumerate(order) if plan < 0)
    straight = [ways[row][plan][way] for row, plan in taken]
    either = [_better(m, ways[r][p][1 - way]) for m, (r, p) in zip(straight, taken, strict=True)]
    against = sum(a is not b for a, b in zip(straight, either, strict=True))
    free = sum(m.gain for m in either) - REVERSED * against - SWAPPED * swapped - OTHERWISE
    plain = -np.inf if swapped else sum(m.gain for m in straight)
    chosen = straight if plain >= free else either
    places = {plan: (row, m) for (row, plan), m in zip(taken, chosen, strict=True)}
    return max(plain, free) - LEFT_OUT * spare, places


def _better(straight: _Match, reversed_: _Match) -> _Match:
    return straight if straight.gain >= reversed_.gain - REVERSED else reversed_


def _sheet(
    chosen: dict[int, tuple[int, _Match]],
    corners: Sequence[Sequence[Quad]],
    seen: Sequence[Chances],
) -> Sheet:
    tiles: list[Placed] = []
    missing: list[str] = []
    extra = {(row, i) for row, quads in enumerate(corners) for i in range(len(quads))}
    for plan, (row, match) in sorted(chosen.items()):
        for i, j in sorted(match.pairs, key=lambda pair: pair[1]):
            tiles.append(_placed(corners[row][i], seen[row][i], PLAN[plan][j], match.turn))
            extra.discard((row, i))
        there = {j for _, j in match.pairs}
        missing += [face for j, face in enumerate(PLAN[plan]) if j not in there]
    absent = tuple(row for plan, row in enumerate(PLAN) if plan not in chosen)
    known = _known(chosen, seen)
    told = tuple(tile if known else replace(tile, looks="") for tile in tiles)
    return Sheet(told, tuple(missing), absent, tuple(corners[r][i] for r, i in sorted(extra)))


def _known(chosen: dict[int, tuple[int, _Match]], seen: Sequence[Chances]) -> bool:
    """Whether the reader knows the faces of the set: else its doubts are worth nothing."""
    pairs = [(row, i, PLAN[plan][j]) for plan, (row, m) in chosen.items() for i, j in m.pairs]
    right = sum(FACES[int(seen[row][i].sum(axis=0)[:-1].argmax())] == f for row, i, f in pairs)
    return right >= KNOWN * len(pairs)


def _placed(quad: Quad, chances: Chances, face: str, turn: int) -> Placed:
    """A tile where the plan has ``face``; turned upside down when it surely lies so."""
    number = FACES.index(face)
    own = chances[:, number]
    if own[(turn + 2) % 4] > SURE:
        turn = (turn + 2) % 4
    faces = chances.sum(axis=0)[: len(FACES)]
    best = int(faces.argmax())
    doubtful = faces[number] < DOUBT and faces[best] > SURE
    return Placed(face, turned(quad, turn), FACES[best] if doubtful else "")
