"""Which rows belong to which seat, which are walls, and which are rivers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from detector._types import BACK, Detection
from detector.table._cells import Frame, Row, rows_of
from detector.table._geometry import Array, Flat
from detector.table._middle import RIVER_ROW, across, middle_of, up_vote
from detector.table._owners import Ground, owners_of
from detector.table._rows import Strip
from detector.table._sets import Cell
from detector.table._spread import Spread
from detector.table._ura import is_ura, parted

SEATS: Final = ("bottom", "right", "top", "left")
#: Right and down of each seat's own view; the picture's y points down.
_VIEWS: Final[Mapping[str, tuple[tuple[int, int], tuple[int, int]]]] = {
    "bottom": ((1, 0), (0, 1)),
    "right": ((0, -1), (1, 0)),
    "top": ((-1, 0), (0, -1)),
    "left": ((0, 1), (-1, 0)),
}
#: The outward distance to a river's next row; how far rows may start apart.
_NEXT_ROW: Final = 2.0
_ROW_START: Final = 1.5
#: Where a river may lie, in tile widths from the table's middle: its start across, its distance.
_RIVER_START: Final = (-6.0, 1.5)
_RIVER_NEAR: Final = 1.0
_RIVER_FAR: Final = 10.5
#: Rows of one direction that are more than this many tile widths apart show a whole table.
_ONE_HAND: Final = 7.0
_LONE_TILES: Final = 30
#: A river's row, and the space that a sideways tile takes in it.
_FULL: Final = 6
_NEARLY_FULL: Final = 4
_LYING: Final = 1.3
_INDICATORS: Final = 5
#: How long a dead wall is.
_DEAD_WALL: Final = 7
#: A photo of one hand is taken by its owner unless more tiles than this stand on their heads.
_NEAR_SEAT: Final = 2.0


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's rows in its own view: the river's from the middle outwards, and the others."""

    seat: str
    river: tuple[Row, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows sorted by seat; ``walls`` are rows of face-down tiles (with indicators in them);
    ``lone`` when the picture shows one hand and no table; ``ura`` are the tiles that lie against
    the indicators in a wall.
    """

    sides: tuple[Side, ...]
    walls: tuple[Strip, ...]
    lone: bool
    ura: tuple[int, ...] = ()


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
    middle = np.zeros(2) if spread.calibrated else middle_of(rest, spread.flat, views)
    rest = [part for strip in rest for part in parted(strip, walls, spread)]
    ura = tuple(strip for strip in rest if is_ura(strip, walls, spread))
    rest = [strip for strip in rest if strip not in ura]
    owners = owners_of(Ground(tuple(rest), spread.flat, views, middle))
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
    taken = tuple(i for strip in ura for i in strip.tiles)
    return Layout(tuple(side for side in sides if side.river or side.rows), walls, False, taken)


def _is_wall(strip: Strip, detections: Sequence[Detection]) -> bool:
    """Say whether a row is a wall: face-down tiles that are no closed kan's."""
    backs = len(backs_of(strip, detections))
    kan = len(strip.tiles) < 5 or backs < 0.6 * len(strip.tiles)
    return backs > 0 and not (kan and _has_closed_kan(strip, detections))


def has_wall_behind(strip: Strip, detections: Sequence[Detection]) -> bool:
    """Say whether the face-down tiles in a row are a wall's behind it: more faces than a wall
    shows as indicators, or nearly so many and fewer backs than a dead wall has beside them, and no
    closed kan.
    """
    backs = len(backs_of(strip, detections))
    faces = len(strip.tiles) - backs
    many = faces > _INDICATORS or (faces >= _INDICATORS - 1 and backs < _DEAD_WALL - _INDICATORS)
    return backs > 0 and many and not _has_closed_kan(strip, detections)


def backs_among_faces(
    walls: Sequence[Strip], kans: int, detections: Sequence[Detection]
) -> list[int]:
    """Return the face-down tiles of ``walls`` with more faces than so many ``kans`` turn up, or
    with some where a longer wall has that many, and single ones beside faces: they may be none.
    """
    backs = [backs_of(wall, detections) for wall in walls]
    faces = [len(wall.tiles) - len(down) for wall, down in zip(walls, backs, strict=True)]
    dead = max(
        (len(down) for down, up in zip(backs, faces, strict=True) if up == kans + 1), default=0
    )
    pairs = zip(backs, faces, strict=True)
    return [
        i
        for down, up in pairs
        if up > kans + 1 or (up and (len(down) < dead or len(down) == 1))
        for i in down
    ]


def backs_of(strip: Strip, detections: Sequence[Detection]) -> list[int]:
    """Return the face-down tiles of a row."""
    return [i for i in strip.tiles if detections[i].tile == BACK]


def _has_closed_kan(strip: Strip, detections: Sequence[Detection]) -> bool:
    code = "".join("b" if detections[i].tile == BACK else "u" for i in strip.tiles)
    return "buub" in code or "ubbu" in code


def _is_lone(rows: Sequence[Strip], flat: Flat, home: Frame) -> bool:
    """Say whether the rows are one hand: the long ones in one direction and near each other, and
    little else (such as dora indicators) farther off.
    """
    main = max(rows, key=lambda row: len(row.tiles), default=None)
    if main is None:
        return True
    turned = across(main, home)
    places = home.view(flat.centre)[:, int(turned)]
    level = places[list(main.tiles)].mean()
    far = [row for row in rows if abs(places[list(row.tiles)].mean() - level) > _ONE_HAND]
    crossing = [row for row in rows if len(row.tiles) >= 5 and across(row, home) != turned]
    apart = [row for row in far if len(row.tiles) >= 5]
    count = sum(len(row.tiles) for row in rows)
    return not crossing and not apart and len(far) < 3 and count <= _LONE_TILES


def _lone(rows: Sequence[Strip], spread: Spread, views: Mapping[str, Frame]) -> Iterator[Side]:
    """Yield the rows as seen from the seat whose the hand seems, then as seen from across."""
    long = max(rows, key=lambda row: len(row.tiles), default=None)
    if long is None:
        return
    pair = ("bottom", "top") if across(long, views["bottom"]) else ("right", "left")
    tiles = [i for row in rows for i in row.tiles]
    vote = up_vote(tiles, spread.flat, views[pair[0]])
    bias = _NEAR_SEAT if pair[0] == "bottom" else 0.0
    for seat in pair if vote + bias >= 0 else pair[::-1]:
        yield Side(seat, (), rows_of(rows, spread.flat, views[seat], spread.detections))


def facing(side: Side, spread: Spread) -> float:
    """Return how many tiles of the side face its seat less those that turn away."""
    tiles = [cell.tile for row in side.rows for cell in row]
    return up_vote(tiles, spread.flat, frames(spread)[side.seat])


def table_middle(spread: Spread) -> Array | None:
    """Return the middle (2,) of a whole table in the plane, ``None`` where one hand is seen."""
    rest = [strip for strip in spread.strips if not _is_wall(strip, spread.detections)]
    views = frames(spread)
    if _is_lone(rest, spread.flat, views["bottom"]):
        return None
    return middle_of(rest, spread.flat, views)


def _side(seat: str, own: Sequence[Strip], spread: Spread, view: Frame, middle: Array) -> Side:
    rows = rows_of(own, spread.flat, view, spread.detections)
    origin = view.view(middle[None])[0]
    river = _river(rows, origin)
    thrown = {cell.tile for row in river for cell in row}
    return Side(seat, river, tuple(row for row in rows if row[0].tile not in thrown))


def _river(rows: Sequence[Row], origin: Array) -> tuple[Row, ...]:
    """Return the rows of the river, from the middle outwards: rows of six that start together."""
    river: list[Row] = []
    for band in _bands(rows):
        row = tuple(cell for part in band for cell in _spaced(part, band))
        if _is_river_row(row, river[-1] if river else (), origin):
            river.append(row)
        elif river:
            break
    return tuple(river)


def _spaced(part: Row, band: Sequence[Row]) -> Row:
    """Return a part of a row with the gap before it, where there are parts before."""
    before = band[band.index(part) - 1] if band.index(part) else ()
    if not before:
        return part
    widths = (_LYING if cell.sideways else 1.0 for cell in (before[-1], part[0]))
    gap = part[0].x - before[-1].x - sum(widths) / 2
    return (replace(part[0], gap=gap), *part[1:])


def holes_of(river: Sequence[Row]) -> int:
    """Return how many tiles seem to be missing in a river."""
    gaps = (cell.gap for row in river for cell in row[1:])
    starts = (row[0].x - river[0][0].x for row in river[1:])
    inside = sum(max(0, round(space)) for space in (*gaps, *starts))
    return max(inside, sum(max(0, _FULL - len(row)) for row in river[:-1]))


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


def _is_river_row(cells: Sequence[Cell], last: Sequence[Cell], origin: Array) -> bool:
    if any(cell.code in "bk" for cell in cells) or (len(cells) > RIVER_ROW and len(last) == 0):
        return False
    start, height = cells[0].x - cells[0].gap, _height(tuple(cells))
    if last:
        follows = height - _height(tuple(last)) < _NEXT_ROW and len(last) >= _NEARLY_FULL
        ahead = start - last[0].x
        return follows and -_ROW_START < ahead < _FULL - 1
    near = _RIVER_NEAR < height - origin[1] < _RIVER_FAR
    return bool(near and _RIVER_START[0] < start - origin[0] < _RIVER_START[1])
