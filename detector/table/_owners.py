"""Whose row is whose on a whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from detector.table._cells import Frame
from detector.table._geometry import Array, Flat
from detector.table._middle import across, river_fit, start_of
from detector.table._rows import Strip

#: A tile by itself that lies so well where a river begins (0..1) is one.
_BEGINS: Final = 0.3
#: A tile by itself farther than this from every row, in tile widths, goes with none.
_FAR: Final = 5.0
_IN_LINE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Ground:
    """The rows that are no walls, the four seats' views and the table's middle (2,)."""

    rows: tuple[Strip, ...]
    flat: Flat
    views: Mapping[str, Frame]
    middle: Array


def owners_of(ground: Ground) -> list[str]:
    """Return the seat of each row; a tile by itself begins a river or goes with a row near it."""
    own = [_facing_seat(row, ground) for row in ground.rows]
    begun = [(len(row.tiles) == 1 and _begun_seat(row, ground)) or None for row in ground.rows]
    known = [
        begun[at] or (own[at] if len(row.tiles) > 1 else None) for at, row in enumerate(ground.rows)
    ]
    return [
        seat or _nearest_seat(row.tiles[0], known, ground, own[at])
        for at, (row, seat) in enumerate(zip(ground.rows, known, strict=True))
    ]


def _facing_seat(row: Strip, ground: Ground) -> str:
    place = ground.flat.centre[list(row.tiles)].mean(axis=0) - ground.middle
    views = ground.views
    pair = ("bottom", "top") if across(row, views["bottom"]) else ("right", "left")
    return pair[0] if place @ np.array(views[pair[0]].down) > 0 else pair[1]


def _begun_seat(row: Strip, ground: Ground) -> str | None:
    """Return the seat whose river a tile by itself begins, if it lies where one begins."""
    fits = {seat: _fit(row, ground, view) for seat, view in ground.views.items()}
    best = max(fits, key=lambda seat: fits[seat])
    return best if fits[best] > _BEGINS else None


def _fit(row: Strip, ground: Ground, view: Frame) -> float:
    """Return how well a river of the seat with ``view`` begins with ``row``."""
    start = np.array(start_of(row.tiles, ground.flat, view))
    return float(river_fit(start, view.view(ground.middle[None])[0]))


def _nearest_seat(tile: int, seats: Sequence[str | None], ground: Ground, fallback: str) -> str:
    """Return the seat of the row nearest to ``tile``, turned tiles counted a little farther;
    ``seats`` has none for rows that go with no seat yet.
    """
    flat = ground.flat
    best, nearest = fallback, _FAR
    for row, seat in zip(ground.rows, seats, strict=True):
        if seat is not None:
            right = np.array(ground.views[seat].right)
            gap = _distance(flat.centre[list(row.tiles)] - flat.centre[tile], right)
            upright = abs(float(flat.right[tile] @ right)) > 0.7
            distance = gap + (0.0 if upright else 0.3)
            if distance < nearest:
                best, nearest = seat, distance
    return best


def _distance(offsets: Array, right: Array) -> float:
    """Return how far a row is from a tile; in the row's own line it counts as nearer."""
    along = offsets @ right
    aside = np.linalg.norm(offsets - along[:, None] * right, axis=1)
    return float(np.hypot(_IN_LINE * along, aside).min())
