"""Tables as they lie when somebody has won, with the true reading of each.

``python -m datasets.layout --count 5000`` lays wins of games played by an independent engine in
all the ways of a real table, looks at them through cameras from straight above to 45 degrees,
with and without a detector's noise, and prints how often the geometry reads them right.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from datasets.layout_games import Call, Win, wins
from datasets.layout_place import (
    DEPTH,
    HEIGHT,
    WIDTH,
    Cell,
    Laid,
    Pen,
    lay_calls,
    lay_dead_wall,
    lay_river,
    lay_wall,
    width_of,
)
from datasets.layout_style import Style, random_style
from datasets.scene import PlacedTile, Scene, Stick

SEATS: Final = ("bottom", "right", "top", "left")


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A hand on the table: indices of ``Scene.tiles``; ``side`` 0 bottom, 1 right, 2 top, 3
    left.
    """

    side: int
    concealed: tuple[int, ...]
    win: int | None
    melds: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A scene and what it means; all indices are of ``Scene.tiles``.

    ``rivers`` holds for each side the discards in order and the place of the sideways one.
    ``indicators`` are dora and ura indicators, ``nuki`` the winner's north tiles set aside.
    """

    win: Win
    scene: Scene
    style: Style
    hand: LaidHand
    others: tuple[LaidHand, ...]
    rivers: tuple[tuple[tuple[int, ...], int | None], ...]
    indicators: tuple[int, ...]
    nuki: tuple[int, ...] = ()


def lay(win: Win, style: Style, rng: random.Random) -> LaidTable:
    """Return ``win`` on a table, laid as ``style`` says."""
    pen = Pen(rng, untidy=style.untidy)
    turn = rng.randrange(4) if style.table else 0
    sides = [(seat - win.winner + turn) % 4 for seat in range(win.players)]
    rivers: dict[int, list[int]] = {side: [] for side in range(4)}
    if style.table:
        rivers = _lay_rivers(pen, win, style, sides)
    hand = _lay_hand(pen, win, style, sides[win.winner])
    if style.win == "river" and win.discarder is not None:
        taken = rivers[sides[win.discarder]][-1]
        hand = replace(hand, concealed=(*hand.concealed, taken), win=taken)
    others = _lay_others(pen, win, style, sides) if style.table else ()
    shown = range(win.players) if style.table else (win.winner,)
    nuki = {seat: _lay_nuki(pen, win.nuki[seat], style, sides[seat]) for seat in shown}
    indicators = _lay_indicators(pen, win, style, sides[win.winner])
    sticks = _sticks(win, sides) if style.table else ()
    scene = Scene(tuple(pen.tiles), sticks, tile_size=(WIDTH, HEIGHT, DEPTH))
    read = tuple(
        (tuple(rivers[side]), _sideways(pen.tiles, rivers[side], side)) for side in range(4)
    )
    return LaidTable(win, scene, style, hand, others, read, tuple(indicators), nuki[win.winner])


def _sideways(tiles: Sequence[PlacedTile], river: Sequence[int], side: int) -> int | None:
    lying = (at for at, i in enumerate(river) if 45 < (tiles[i].angle + 90 * side) % 180 < 135)
    return next(lying, None)


def _lay_rivers(pen: Pen, win: Win, style: Style, sides: Sequence[int]) -> dict[int, list[int]]:
    rivers: dict[int, list[int]] = {side: [] for side in range(4)}
    for seat, side in enumerate(sides):
        pen.side = side
        discards = win.rivers[seat]
        if seat == win.discarder and style.win != "river":
            discards = discards[:-1]
        rivers[side] = lay_river(pen, discards)
    return rivers


def _sticks(win: Win, sides: Sequence[int]) -> tuple[Stick, ...]:
    places = ((0.0, 52.0), (52.0, 0.0), (0.0, -52.0), (-52.0, 0.0))
    return tuple(
        Stick(1000, *places[side], angle=90.0 * side)
        for seat, side in enumerate(sides)
        if win.riichi[seat]
    )


def _order(face: str) -> tuple[str, str]:
    return face[1], face[0].replace("0", "5")


def _faces(win: Win, style: Style, rng: random.Random) -> list[str]:
    faces = [*win.concealed, *([win.win_tile] if style.win == "in_row" else ())]
    return rng.sample(faces, len(faces)) if style.shuffled else sorted(faces, key=_order)


def _gaps(faces: Sequence[str], style: Style, rng: random.Random) -> list[float]:
    """Return the gap before each tile of a row."""
    if style.spacing == "ragged":
        return [0.0, *(rng.uniform(0, 5) for _ in faces[1:])]
    groups = {3, 6, 9, 12} if style.spacing == "groups" else set()
    return [rng.uniform(6, 9) if i in groups else rng.uniform(0, 1) for i in range(len(faces))]


def _lay_hand(pen: Pen, win: Win, style: Style, side: int) -> LaidHand:
    """Lay the winner's tiles: called sets in the right corner, the row to their left."""
    pen.side = side
    rng, y = pen.rng, 285.0 if style.table else 0.0
    right = 330.0 if style.table else 0.0
    pen.group(style.slant, (right - 150.0, y))
    below = 0.0 if style.close else rng.uniform(0, 25) if style.table else rng.uniform(-12, 25)
    gap = 0.6 if style.close else rng.choice((0.4, 2.0, 6.0, 12.0))
    melds, end = lay_calls(pen, win.calls[win.winner], right, y + below, style.kan, gap)
    if not melds and style.table:
        end -= rng.uniform(20, 60)
    apart = style.win == "apart" or (style.win == "sideways" and not melds)
    room = 1.5 if style.close and not apart else rng.uniform(14, 45)
    pen.group(style.slant, (right - 150.0, y), 180.0 if style.turned else 0.0)
    row, tile = _lay_row(pen, win, style, end - room, y)
    return LaidHand(side, tuple(row), tile, tuple(melds))


def _lay_row(
    pen: Pen, win: Win, style: Style, end: float, y: float
) -> tuple[list[int], int | None]:
    """Lay the concealed tiles so that they end at ``end``; return them and the winning tile."""
    rng = pen.rng
    faces = _faces(win, style, rng)
    split = (len(faces) + 1) // 2 if style.rows == 2 else 0
    gaps = _gaps(faces, style, rng)
    extra = [Cell(win.win_tile, sideways=style.win == "sideways" or rng.random() < 0.1)]
    apart = rng.uniform(15, 32) if style.win == "apart" else rng.uniform(0, 2)
    ends = style.win in ("apart", "sideways")
    lower = [Cell(face) for face in faces[split:]] + (extra if ends else [])
    lower_gaps = gaps[split:] + ([apart] if ends else [])
    start = end - max(width_of(lower, lower_gaps), WIDTH * 1.3 * split)
    upper = [Cell(face) for face in faces[:split]]
    row = [
        i for p in pen.row(upper, start, y - HEIGHT - rng.uniform(1, 5), gaps[:split]) for i in p
    ]
    row += [i for place in pen.row(lower, start, y, lower_gaps) for i in place]
    if ends:
        return row, row[-1]
    if style.win in ("on_top", "before"):
        top = y - (HEIGHT + 1 if split else 0.0)
        row.append(_lay_over(pen, win.win_tile, style, (start + 30, end - 30), top))
        return row, row[-1]
    return row, None


def _lay_over(pen: Pen, face: str, style: Style, between: tuple[float, float], y: float) -> int:
    """Lay the winning tile on the row's upper edge or right before it."""
    x = pen.rng.uniform(*sorted(between))
    angle = pen.rng.choice((0.0, 90.0, -90.0))
    if style.win == "on_top":
        return pen.put(face, x, y - pen.rng.uniform(15, 19), angle, DEPTH)
    reach = (HEIGHT if angle == 0 else WIDTH) / 2 + HEIGHT / 2
    return pen.put(face, x, y - reach - pen.rng.uniform(1, 8), angle)


def _lay_others(pen: Pen, win: Win, style: Style, sides: Sequence[int]) -> tuple[LaidHand, ...]:
    others = []
    for seat, side in enumerate(sides):
        if seat == win.winner:
            continue
        pen.side = side
        pen.group(pen.rng.uniform(-4, 4) * pen.untidy, (300.0, 305.0))
        calls: Sequence[Call] = win.calls[seat]
        melds, end = lay_calls(pen, calls, 330.0, 305.0, style.kan, pen.rng.choice((0.4, 4.0)))
        if melds:
            others.append(LaidHand(side, (), None, tuple(melds)))
        if pen.rng.random() < 0.2:
            _lay_folded(pen, end - 30.0, 13 - 3 * len(calls))
    return tuple(others)


def _lay_folded(pen: Pen, end: float, count: int) -> None:
    """Lay a hand that was put face down."""
    for at in range(count):
        pen.put("1m", end - (at + 0.5) * (WIDTH + 0.4), 305.0, pose="down")


def _lay_nuki(pen: Pen, count: int, style: Style, side: int) -> tuple[int, ...]:
    """Lay north tiles set aside, in a row before the called sets."""
    if not count:
        return ()
    pen.side = side
    right, y = (330.0, 232.0) if style.table else (0.0, -60.0)
    pen.group(style.slant, (right - 150.0, y))
    gaps = [pen.rng.uniform(0, 1.5) for _ in range(count)]
    cells = [Cell("4z")] * count
    start = right - width_of(cells, gaps) - pen.rng.uniform(0, 15)
    return tuple(i for place in pen.row(cells, start, y, gaps) for i in place)


def _lay_indicators(pen: Pen, win: Win, style: Style, side: int) -> list[int]:
    if style.dora == "none":
        return []
    ura = win.ura if win.riichi[win.winner] else ()
    if style.dora == "apart":
        pen.side = side
        return _lay_apart(pen, win.dora, ura, style)
    kans = len(win.dora) - 1
    walls = pen.rng.sample(range(4), 3)
    pen.side = walls[0]
    shown = lay_dead_wall(pen, win.dora, ura, kans)
    for other in walls[1 : pen.rng.randrange(1, 4)]:
        pen.side = other
        lay_wall(pen)
    return shown


def _lay_apart(pen: Pen, dora: Sequence[str], ura: Sequence[str], style: Style) -> list[int]:
    """Lay the indicators by hand to the left before the winner, ura under dora."""
    x, y = (-225.0, 196.0) if style.table else (-330.0, -150.0 - 30.0 * (style.rows - 1))
    x += pen.rng.uniform(0, 30)
    pen.group(pen.rng.uniform(-6, 6), (x, y))
    shown = []
    for row, faces in enumerate((dora, ura)):
        cells = [Cell(face) for face in faces]
        gaps = [pen.rng.uniform(0, 1.5) for _ in faces]
        shown += [i for p in pen.row(cells, x, y + row * (HEIGHT + 2), gaps) for i in p]
    return shown


def tables(seed: int, players: int = 4) -> Iterator[LaidTable]:
    """Yield tables without end; the same for the same ``seed``."""
    rng = random.Random(seed)
    for win in wins(seed, players):
        yield lay(win, random_style(rng, win), rng)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the figures from the command line."""
    from datasets.layout_report import report

    parser = argparse.ArgumentParser(prog="python -m datasets.layout", description=__doc__)
    parser.add_argument("--count", type=int, default=5000, help="tables (default 5000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=4, choices=(3, 4))
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print the first N misses")
    options = parser.parse_args(argv)
    print(report(options.count, options.seed, options.players, options.show))
    return 0


if __name__ == "__main__":
    sys.exit(main())
