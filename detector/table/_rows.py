"""Rows of touching or nearly touching tiles, each tile upright or sideways in its row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from detector.table._geometry import ASPECT, Array, Flags, Flat

#: Neighbours in a row: edge to edge, in tile widths; sideways of the row; turned to each other.
GAP: Final = (-0.3, 0.7)
_OFFSET: Final = 0.45
_TURN: Final = float(np.cos(np.radians(25)))
#: A box takes no more room in a row than this, however loose it is.
_LARGEST: Final = (1.1, 1.1 * ASPECT)
#: A row of so many tiles goes on in line with its last ones: how far from middle to middle, in tile
#: widths, how far aside at most.  A tile there lies as its box says; where that is turned between
#: the cosines, it is upright if it is nearer than the next, by what is usual among the last ones:
#: it touches at 1.0 then, sideways at 1.15.
_LONG: Final = 3
_LAST: Final = 4
_NEXT: Final = (0.7, 1.25)
_IN_LINE: Final = 0.35
_ROOM: Final = 1.08
#: The space between a sideways tile and the other two of its called set, at most.
_TOUCH: Final = 0.3
_TURNED: Final = (0.5, 0.87)


@dataclass(frozen=True, slots=True)
class Strip:
    """Tiles in a row, from one end to the other: indices, and whether each lies sideways.

    ``direction`` is the unit vector from the first to the last.
    """

    tiles: tuple[int, ...]
    sideways: tuple[bool, ...]
    direction: tuple[float, float]

    def reversed(self) -> Strip:
        """Return the same row read from its other end."""
        x, y = self.direction
        return Strip(self.tiles[::-1], self.sideways[::-1], (-x, -y))


#: A step along a row: a tile and one of its four directions: right, down, left, up.
_Step = tuple[int, int]
_Links = dict[_Step, _Step]


def strips(flat: Flat, usable: Flags) -> tuple[Strip, ...]:
    """Return the rows in which the ``usable`` tiles lie; each of them is in exactly one."""
    links = _links(flat, usable)
    lines = tuple(_lines(np.flatnonzero(usable).tolist(), links))
    home = _homes(lines)
    found = (
        _strip(flat, run) for at, line in enumerate(lines) for run in _runs(line, at, home) if run
    )
    return tuple(sorted(_joined(tuple(found), flat), key=lambda strip: min(strip.tiles)))


def _joined(found: tuple[Strip, ...], flat: Flat) -> Iterator[Strip]:
    """Yield the rows, with the single tiles that continue one, however their boxes are turned, and
    the pairs beyond a sideways tile.
    """
    left = {strip.tiles[0] for strip in found if len(strip.tiles) == 1}
    pairs = {strip for strip in found if len(strip.tiles) == 2}
    for strip in sorted(found, key=lambda strip: -len(strip.tiles)):
        if len(strip.tiles) >= _LONG:
            for _ in range(2):
                strip = _with_pair(_continued(strip, left, flat), pairs, flat).reversed()
        gone = left if len(strip.tiles) == 1 else {i for pair in pairs for i in pair.tiles}
        if len(strip.tiles) >= _LONG or strip.tiles[0] in gone:
            yield strip


def _with_pair(strip: Strip, pairs: set[Strip], flat: Flat) -> Strip:
    """Return ``strip`` with the pair of ``pairs`` that touches the sideways tile at its end, as the
    rest of a called set does; it is taken out.
    """
    last = strip.tiles[-1]
    if not strip.sideways[-1]:
        return strip
    direction = _unit(flat.centre[last] - flat.centre[strip.tiles[-3]])
    for pair in (way for found in tuple(pairs) for way in (found, found.reversed())):
        offsets = flat.centre[list(pair.tiles)] - flat.centre[last]
        along = offsets @ direction
        aside = np.abs(offsets[:, 0] * direction[1] - offsets[:, 1] * direction[0])
        near = (flat.size[last, 1] + flat.size[pair.tiles[0], 0]) / 2 + _TOUCH
        rest = 0 < along[0] < min(along[1], near) and aside.max() < _OFFSET
        if rest and not any(pair.sideways):
            pairs -= {pair, pair.reversed()}
            sideways = (*strip.sideways, *pair.sideways)
            return replace(strip, tiles=(*strip.tiles, *pair.tiles), sideways=sideways)
    return strip


def _continued(strip: Strip, left: set[int], flat: Flat) -> Strip:
    """Return ``strip`` with the tiles of ``left`` that lie beyond its end; they are taken out."""
    last = flat.centre[list(strip.tiles[-_LAST:])] @ np.array(strip.direction)
    room = _ROOM * min(1.0, float(np.median(np.diff(last))))
    while left:
        tiles = strip.tiles
        ahead = _unit(flat.centre[tiles[-1]] - flat.centre[tiles[-3]])
        offsets = {i: flat.centre[i] - flat.centre[tiles[-1]] for i in left}
        aside = {i: abs(x * ahead[1] - y * ahead[0]) for i, (x, y) in offsets.items()}
        near = [i for i in left if _NEXT[0] < offsets[i] @ ahead < _NEXT[1] and aside[i] < _IN_LINE]
        if not near:
            break
        best = min(near, key=lambda i: float(offsets[i] @ ahead))
        left.remove(best)
        across = abs(float(flat.right[best] @ ahead))
        wide = bool(offsets[best] @ ahead > room)
        lying = across < _TURNED[0] or (across < _TURNED[1] and wide)
        strip = replace(strip, tiles=(*tiles, best), sideways=(*strip.sideways, lying))
    return strip


def _unit(vector: Array) -> Array:
    result: Array = vector / max(float(np.linalg.norm(vector)), 1e-9)
    return result


def _links(flat: Flat, usable: Flags) -> _Links:
    """Return the mutual nearest neighbours along each tile's two axes."""
    count = len(flat)
    if count < 2:
        return {}
    axes = np.stack([flat.right, flat.down, -flat.right, -flat.down])
    half = np.minimum(flat.size, _LARGEST).T[[0, 1, 0, 1]] / 2
    ahead = {(i, k): step for k in range(4) for i, step in _nearest(flat, usable, axes, half, k)}
    return {
        (i, k): (j, m)
        for (i, k), (j, m) in ahead.items()
        if ahead.get((j, (m + 2) % 4)) == (i, (k + 2) % 4)
    }


def _nearest(
    flat: Flat, usable: Flags, axes: Array, half: Array, k: int
) -> Iterator[tuple[int, _Step]]:
    """Yield the nearest tile ahead of each tile that has one in its direction ``k``."""
    everyone = np.arange(len(flat))
    dots = np.einsum("ix,mjx->mij", axes[k], axes)
    facing: NDArray[np.intp] = dots.argmax(axis=0)
    heading = axes[k][:, None] + axes[facing, everyone]
    heading /= np.linalg.norm(heading, axis=2, keepdims=True)
    offset = flat.centre[None] - flat.centre[:, None]
    along = (offset * heading).sum(axis=2)
    aside = np.abs(offset[..., 0] * heading[..., 1] - offset[..., 1] * heading[..., 0])
    gap = along - half[k][:, None] - half[facing, everyone]
    fits = (dots.max(axis=0) > _TURN) & (gap > GAP[0]) & (gap < GAP[1]) & (aside < _OFFSET)
    fits &= usable[:, None] & usable
    np.fill_diagonal(fits, False)
    cost = np.where(fits, np.abs(gap) + 1.5 * aside, np.inf)
    best = cost.argmin(axis=1)
    for i in np.flatnonzero(np.isfinite(cost[everyone, best])):
        yield int(i), (int(best[i]), int(facing[i, best[i]]))


def _lines(tiles: Sequence[int], links: _Links) -> Iterator[tuple[_Step, ...]]:
    """Yield every chain of links, along either axis; each tile is in two (maybe alone)."""
    seen: set[tuple[int, int]] = set()
    for start in ((i, axis) for i in tiles for axis in (0, 1)):
        if start in seen:
            continue
        back = [(i, (k + 2) % 4) for i, k in _walk((start[0], start[1] + 2), links)]
        line = (*back[:0:-1], *_walk(start, links))
        closed = len({i for i, _ in line}) < len(line)
        line = (start,) if closed else line
        seen.update((i, k % 2) for i, k in line)
        yield line


def _walk(step: _Step, links: _Links) -> list[_Step]:
    path = [step]
    visited = {step[0]}
    while (step := links.get(step, step)) != path[-1] and step[0] not in visited:
        path.append(step)
        visited.add(step[0])
    return path


def _homes(lines: tuple[tuple[_Step, ...], ...]) -> dict[int, int]:
    """Return for each tile the line it belongs to: upright in a row of its own where there is one,
    otherwise sideways in a row of others.
    """
    upright = [sum(k % 2 == 0 for _, k in line) for line in lines]
    of_tile: dict[int, dict[int, int]] = {}
    for at, line in enumerate(lines):
        for i, k in line:
            of_tile.setdefault(i, {})[k % 2] = at
    home = {}
    for i, (own, other) in ((i, (a[0], a[1])) for i, a in of_tile.items()):
        longer = (upright[own], len(lines[own])) >= (upright[other], len(lines[other]))
        pair = len(lines[other]) < 3 and upright[other] < 2
        home[i] = own if longer or pair or upright[own] >= 3 else other
    return home


def _runs(line: tuple[_Step, ...], at: int, home: dict[int, int]) -> Iterable[tuple[_Step, ...]]:
    """Return the stretches of ``line`` whose tiles belong to it."""
    runs: list[list[_Step]] = [[]]
    for step in line:
        if home[step[0]] == at:
            runs[-1].append(step)
        elif runs[-1]:
            runs.append([])
    return (tuple(run) for run in runs)


def _strip(flat: Flat, run: tuple[_Step, ...]) -> Strip:
    alone = len(run) == 1
    steps = [(i, 0) for i, _ in run] if alone else run
    axes = np.stack([flat.right, flat.down, -flat.right, -flat.down])
    mean = np.sum([axes[k, i] for i, k in steps], axis=0)
    x, y = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return Strip(
        tuple(i for i, _ in steps), tuple(k % 2 == 1 for _, k in steps), (float(x), float(y))
    )
