"""Which rows belong to which seat, which are walls, and which are rivers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from detector._geometry import Array, Flat
from detector._rows import Strip
from detector._sets import Cell
from detector._table_hand import Frame, rows_of
from detector._types import BACK, Detection

SEATS: Final = ("bottom", "right", "top", "left")
#: Right and down of each seat's own view; the picture's y points down.
_VIEWS: Final[Mapping[str, tuple[tuple[int, int], tuple[int, int]]]] = {
    "bottom": ((1, 0), (0, 1)),
    "right": ((0, -1), (1, 0)),
    "top": ((-1, 0), (0, -1)),
    "left": ((0, 1), (-1, 0)),
}
#: A river row's tiles; the outward distance to the next row; how far rows may start apart.
_RIVER_ROW: Final = 7
_NEXT_ROW: Final = 2.0
_ROW_START: Final = 1.5
#: Where a river may lie, in tile widths from the table's middle: its start across, its distance.
_RIVER_START: Final = (-6.0, 1.5)
_RIVER_FAR: Final = 10.5
#: Rows of one direction that are more than this many tile widths apart show a whole table.
_ONE_HAND: Final = 7.0
_LONE_TILES: Final = 30
_IN_LINE: Final = 0.6
#: The space between facing rivers, in tile widths.
_SPACE: Final = 8.0
#: A photo of one hand is taken by its owner unless more tiles than this stand on their heads.
_NEAR_SEAT: Final = 2.0

Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Spread:
    """The rows of tiles of one picture in the plane; ``calibrated`` when the plane's origin is the
    middle of the table.
    """

    detections: tuple[Detection, ...]
    flat: Flat
    strips: tuple[Strip, ...]
    calibrated: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's rows in its own view: the river's from the middle outwards, and the others."""

    seat: str
    river: tuple[Row, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows sorted by seat; ``walls`` are rows of face-down tiles (with indicators in them);
    ``lone`` when the picture shows one hand and no table.
    """

    sides: tuple[Side, ...]
    walls: tuple[Strip, ...]
    lone: bool


def frames(spread: Spread) -> dict[str, Frame]:
    """Return the four seats' views, turned with the rows when the plane is not calibrated."""
    turn = 0.0 if spread.calibrated else _grid_turn(spread.strips)
    across, down = (np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))
    axes = np.array([across, down])
    return {
        seat: Frame(_pair(np.array(right) @ axes), _pair(np.array(toward) @ axes))
        for seat, (right, toward) in _VIEWS.items()
    }


def _pair(vector: Array) -> tuple[float, float]:
    return float(vector[0]), float(vector[1])


def _grid_turn(rows: Iterable[Strip]) -> float:
    """Return the rows' common turn against the picture, -45..45 degrees, in radians."""
    total = sum(len(row.tiles) * complex(*row.direction) ** 4 for row in rows if len(row.tiles) > 1)
    return float(np.angle(total)) / 4 if total else 0.0


def arrange(spread: Spread) -> Layout:
    """Sort the rows of ``spread`` by seat."""
    walls = tuple(strip for strip in spread.strips if _is_wall(strip, spread.detections))
    rest = [strip for strip in spread.strips if strip not in walls]
    views = frames(spread)
    home = views["bottom"]
    if not spread.calibrated and _is_lone(rest, spread.flat, home):
        return Layout(tuple(_lone(rest, spread, views)), walls, True)
    middle = np.zeros(2) if spread.calibrated else _middle(rest, spread.flat, home)
    owners = _owners(rest, spread.flat, views, middle)
    sides = (
        _side(
            seat,
            [s for s, owner in zip(rest, owners, strict=True) if owner == seat],
            spread,
            views[seat],
            middle,
        )
        for seat in SEATS
    )
    return Layout(tuple(side for side in sides if side.river or side.rows), walls, False)


def _is_wall(strip: Strip, detections: Sequence[Detection]) -> bool:
    """Say whether a row is a wall: face-down tiles that are no closed kan's."""
    code = "".join("b" if detections[i].tile == BACK else "u" for i in strip.tiles)
    backs = code.count("b")
    kan = len(code) < 5 or backs < 0.6 * len(code)
    return backs > 0 and not (kan and ("buub" in code or "ubbu" in code))


def _across(strip: Strip, view: Frame) -> bool:
    """Say whether a row runs across a seat's view."""
    return bool(abs(np.dot(strip.direction, view.right)) > np.sqrt(0.5))


def _is_lone(rows: Sequence[Strip], flat: Flat, home: Frame) -> bool:
    """Say whether the rows are one hand: the long ones in one direction and near each other, and
    little else (such as dora indicators) farther off.
    """
    main = max(rows, key=lambda row: len(row.tiles), default=None)
    if main is None:
        return True
    across = _across(main, home)
    places = home.view(flat.centre)[:, int(across)]
    level = places[list(main.tiles)].mean()
    far = [row for row in rows if abs(places[list(row.tiles)].mean() - level) > _ONE_HAND]
    crossing = [row for row in rows if len(row.tiles) >= 5 and _across(row, home) != across]
    apart = [row for row in far if len(row.tiles) >= 5]
    count = sum(len(row.tiles) for row in rows)
    return not crossing and not apart and len(far) < 3 and count <= _LONE_TILES


def _up_vote(tiles: Iterable[int], flat: Flat, view: Frame) -> float:
    """Return how many of ``tiles`` face their owner in ``view`` less those that turn away."""
    chosen = [i for i in tiles if flat.directed[i]]
    along = flat.down[chosen] @ np.array(view.down)
    return float((along > 0.7).sum() - (along < -0.7).sum())


def _lone(rows: Sequence[Strip], spread: Spread, views: Mapping[str, Frame]) -> Iterator[Side]:
    """Yield the rows as seen from the seat whose the hand seems, then as seen from across."""
    long = max(rows, key=lambda row: len(row.tiles), default=None)
    if long is None:
        return
    pair = ("bottom", "top") if _across(long, views["bottom"]) else ("right", "left")
    tiles = [i for row in rows for i in row.tiles]
    vote = _up_vote(tiles, spread.flat, views[pair[0]])
    bias = _NEAR_SEAT if pair[0] == "bottom" else 0.0
    for seat in pair if vote + bias >= 0 else pair[::-1]:
        yield Side(seat, (), rows_of(rows, spread.flat, views[seat], spread.detections))


def facing(side: Side, spread: Spread) -> float:
    """Return how many tiles of the side face its seat less those that turn away."""
    tiles = [cell.tile for row in side.rows for cell in row]
    return _up_vote(tiles, spread.flat, frames(spread)[side.seat])


def _middle(rows: Sequence[Strip], flat: Flat, home: Frame) -> Array:
    """Return the table's middle: where, in both directions, most rows face away from it, and
    where the rivers of the other two sides are.
    """
    places = home.view(flat.centre)
    middle = np.empty(2)
    for axis in (0, 1):
        lines = [r for r in rows if len(r.tiles) > 1 and _across(r, home) == bool(axis)]
        others = [r for r in rows if r not in lines and 5 <= len(r.tiles) <= _RIVER_ROW]
        along = [float(places[list(row.tiles), axis].mean()) for row in others]
        extent = float(places[:, axis].min() + places[:, axis].max()) / 2
        guess = (float(np.median(along)), 0.3) if along else (extent, 0.05)
        middle[axis] = _threshold(_votes(lines, flat, home, axis), guess)
    back: Array = middle @ np.array([home.right, home.down])
    return back


def _votes(rows: Sequence[Strip], flat: Flat, home: Frame, axis: int) -> list[tuple[float, float]]:
    """Return where each row lies and which way it faces: the sign, by at most three tiles."""
    view = home if axis else Frame(home.down, home.right)
    places = home.view(flat.centre)[:, axis]
    return sorted(
        (float(places[list(row.tiles)].mean()), min(max(_up_vote(row.tiles, flat, view), -3), 3))
        for row in rows
    )


def _threshold(known: Sequence[tuple[float, float]], guess: tuple[float, float]) -> float:
    """Return where to part rows that face one way from those that face the other: in a wide space,
    near the ``guess`` (a place, and how much a tile width off counts).
    """
    if not known:
        return guess[0]
    edges = [known[0][0] - 4.0, *(at for at, _ in known), known[-1][0] + 4.0]
    spaces = [(one, two) for one, two in pairwise(edges) if two - one > _NEXT_ROW]

    def agreement(space: tuple[float, float]) -> float:
        cut, width = (space[0] + space[1]) / 2, space[1] - space[0]
        votes = sum(vote if at > cut else -vote for at, vote in known)
        return votes + 0.5 * min(width, _SPACE) - guess[1] * abs(cut - guess[0])

    low, high = max(spaces, key=agreement)
    return (low + high) / 2


def _owners(
    rows: Sequence[Strip], flat: Flat, views: Mapping[str, Frame], middle: Array
) -> list[str]:
    """Return the seat of each row; a tile by itself goes with the nearest row."""
    own = [_own_seat(row, flat, views, middle) for row in rows]
    return [
        seat if len(row.tiles) > 1 else _nearest_seat(row.tiles[0], rows, own, flat, views, seat)
        for row, seat in zip(rows, own, strict=True)
    ]


def _own_seat(row: Strip, flat: Flat, views: Mapping[str, Frame], middle: Array) -> str:
    place = flat.centre[list(row.tiles)].mean(axis=0) - middle
    pair = ("bottom", "top") if _across(row, views["bottom"]) else ("right", "left")
    return pair[0] if place @ np.array(views[pair[0]].down) > 0 else pair[1]


def _nearest_seat(
    tile: int,
    rows: Sequence[Strip],
    seats: Sequence[str],
    flat: Flat,
    views: Mapping[str, Frame],
    fallback: str,
) -> str:
    """Return the seat of the row nearest to ``tile``, turned tiles counted a little farther."""
    best, nearest = fallback, 5.0
    for row, seat in zip(rows, seats, strict=True):
        if len(row.tiles) > 1:
            gap = _distance(flat.centre[list(row.tiles)] - flat.centre[tile], row)
            upright = abs(float(flat.right[tile] @ np.array(views[seat].right))) > 0.7
            distance = gap + (0.0 if upright else 0.3)
            if distance < nearest:
                best, nearest = seat, distance
    return best


def _distance(offsets: Array, row: Strip) -> float:
    """Return how far a row is from a tile; in the row's own line it counts as nearer."""
    ahead = np.array(row.direction)
    along = offsets @ ahead
    aside = np.linalg.norm(offsets - along[:, None] * ahead, axis=1)
    return float(np.hypot(_IN_LINE * along, aside).min())


def _side(seat: str, own: Sequence[Strip], spread: Spread, view: Frame, middle: Array) -> Side:
    rows = rows_of(own, spread.flat, view, spread.detections)
    origin = view.view(middle[None])[0]
    river = _river(rows, origin, spread.calibrated)
    return Side(seat, river, tuple(row for row in rows if row not in river))


def _river(rows: Sequence[Row], origin: Array, calibrated: bool) -> tuple[Row, ...]:
    """Return the rows of the river, from the middle outwards: rows of six that start together."""
    river: list[Row] = []
    last: list[Cell] = []
    for band in _bands(rows):
        cells = [cell for row in band for cell in row]
        if not _is_river_row(cells, last, origin, calibrated):
            break
        river += band
        last = cells
    return tuple(river)


def _bands(rows: Sequence[Row]) -> list[list[Row]]:
    """Return ``rows`` grouped by their distance from the middle, the nearest first."""
    bands: list[list[Row]] = []
    for row in sorted(rows, key=_height):
        if bands and _height(row) - _height(bands[-1][0]) < 0.75:
            bands[-1].append(row)
        else:
            bands.append([row])
    return [sorted(band, key=lambda row: row[0].x) for band in bands]


def _height(row: Row) -> float:
    return sum(cell.y for cell in row) / len(row)


def _is_river_row(
    cells: Sequence[Cell], last: Sequence[Cell], origin: Array, calibrated: bool
) -> bool:
    if any(cell.code in "bk" for cell in cells) or (len(cells) > _RIVER_ROW and len(last) == 0):
        return False
    start, height = cells[0].x - cells[0].gap, _height(tuple(cells))
    if last:
        follows = height - _height(tuple(last)) < _NEXT_ROW and len(last) >= 5
        return follows and abs(start - last[0].x) < _ROW_START
    near = height - origin[1] < _RIVER_FAR or not calibrated
    return bool(near and _RIVER_START[0] < start - origin[0] < _RIVER_START[1])
