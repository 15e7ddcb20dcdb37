"""The table's middle where nobody showed it: from where rivers begin and which way rows face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from detector.table._cells import Frame
from detector.table._geometry import Array, Flat
from detector.table._rows import Strip

#: Where a river begins in its seat's view, in tile widths from the middle: the left edge of six
#: tiles that lie in the middle, and the first row's distance; and how far people are off.
BEGIN: Final = (-3.1, 4.5)
_SPREAD: Final = (0.7, 1.1)
#: A river row's tiles at most; rows looked at for where the middle is.
RIVER_ROW: Final = 7
_GUIDES: Final = 16
#: What a river that begins in the right place counts, next to one tile that faces its owner.
_RIVER: Final = (3.0, 1.0)
#: What a tile width off the middle of everything that lies there counts.
_OFF: Final = 0.05


@dataclass(frozen=True, slots=True)
class _Clues:
    """R rows seen from four seats.

    ``starts`` (R, 4, 2) is where each row would begin a river, ``rivers`` (R, 4) what it counts
    as one, ``places`` (R, 4) how far out it lies and ``votes`` (R, 4) how many of its tiles face
    that seat less those that turn away.
    """

    starts: Array
    rivers: Array
    places: Array
    votes: Array


def middle_of(rows: Sequence[Strip], flat: Flat, views: Mapping[str, Frame]) -> Array:
    """Return the point (2,) of the plane about which the rows of a whole table lie best."""
    clues = _clues(rows, flat, views)
    axes = np.array([[view.right, view.down] for view in views.values()])
    corners = np.stack([flat.centre.min(axis=0), flat.centre.max(axis=0)])
    extent = corners.mean(axis=0)
    offered = _offered(clues, axes, [len(row.tiles) for row in rows])
    candidates = np.concatenate([extent[None], offered])
    best = candidates[_scores(candidates, clues, axes, extent).argmax()]
    return _refined(best, clues, axes)


def river_fit(starts: Array, origin: Array) -> Array:
    """Return how well rivers begin at ``starts`` (..., 2) for a middle seen at ``origin``, 0..1."""
    off = (starts - origin - np.array(BEGIN)) / np.array(_SPREAD)
    fit: Array = np.exp(-(off**2).sum(axis=-1) / 2)
    return fit


def start_of(tiles: Sequence[int], flat: Flat, view: Frame) -> tuple[float, float]:
    """Return where a row begins in a seat's view: its left edge and its height."""
    places = view.view(flat.centre[list(tiles)])
    return float(places[:, 0].min()) - 0.5, float(places[:, 1].mean())


def up_vote(tiles: Sequence[int], flat: Flat, view: Frame) -> float:
    """Return how many of ``tiles`` face their owner in ``view`` less those that turn away."""
    chosen = [i for i in tiles if flat.directed[i]]
    along = flat.down[chosen] @ np.array(view.down)
    return float((along > 0.7).sum() - (along < -0.7).sum())


def across(strip: Strip, view: Frame) -> bool:
    """Say whether a row runs across a seat's view."""
    return bool(abs(np.dot(strip.direction, view.right)) > np.sqrt(0.5))


def _clues(rows: Sequence[Strip], flat: Flat, views: Mapping[str, Frame]) -> _Clues:
    seats = list(views.values())
    starts = [[start_of(row.tiles, flat, view) for view in seats] for row in rows]
    rivers = [[_as_river(row, view) for view in seats] for row in rows]
    votes = [
        [max(-3.0, min(3.0, up_vote(row.tiles, flat, view))) * across(row, view) for view in seats]
        for row in rows
    ]
    array = np.array(starts).reshape(-1, 4, 2)
    shape = (-1, 4)
    longer = np.array([len(row.tiles) > 1 for row in rows]).reshape(-1, 1)
    return _Clues(
        array,
        np.array(rivers).reshape(shape),
        array[..., 1],
        np.array(votes).reshape(shape) * longer,
    )


def _as_river(row: Strip, view: Frame) -> float:
    """Return what a row counts as the first of a river; a tile by itself may be any seat's."""
    count = len(row.tiles)
    fits = count == 1 or (count <= RIVER_ROW and across(row, view))
    return (_RIVER[0] + _RIVER[1] * min(count, 6)) * fits


def _offered(clues: _Clues, axes: Array, lengths: Sequence[int]) -> Array:
    """Return the middles (N, 2) for which some row begins a river just where rivers do."""
    guides = sorted(range(len(lengths)), key=lambda at: -min(lengths[at], 6))[:_GUIDES]
    seen = clues.starts[guides] - np.array(BEGIN)
    points = np.einsum("rsk,skx->rsx", seen, axes)
    chosen: Array = points[clues.rivers[guides] > 0]
    return chosen


def _scores(middles: Array, clues: _Clues, axes: Array, extent: Array) -> Array:
    """Return how well each of ``middles`` (N, 2) explains the rows."""
    if not len(clues.starts):
        return np.zeros(len(middles))
    seen = np.einsum("nx,skx->nsk", middles, axes)
    fit = river_fit(clues.starts[None], seen[:, None]) * clues.rivers
    outside = np.clip(clues.places[None] - seen[:, None, :, 1], -1, 1)
    facing = (outside * clues.votes).sum(axis=(1, 2)) / 2
    off = np.linalg.norm(middles - extent, axis=1)
    scores: Array = fit.max(axis=1).sum(axis=1) + facing - _OFF * off
    return scores


def _refined(middle: Array, clues: _Clues, axes: Array) -> Array:
    """Return ``middle`` moved to where the rivers that begin about it say it is."""
    if not len(clues.starts):
        return middle
    seen = np.einsum("x,skx->sk", middle, axes)
    fit = river_fit(clues.starts, seen) * clues.rivers
    first = fit.argmax(axis=0)
    seats = np.arange(len(axes))
    points = np.einsum("sk,skx->sx", clues.starts[first, seats] - np.array(BEGIN), axes)
    weight = fit[first, seats]
    moved: Array = (middle + weight @ points) / (1 + weight.sum())
    return moved
