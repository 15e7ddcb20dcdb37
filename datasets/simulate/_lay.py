"""Laying a moment of a game on the table: hands, called sets, rivers, the four walls, sticks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from datasets.layout_games import Discard
from datasets.layout_place import (
    DEPTH,
    HEIGHT,
    WIDTH,
    Cell,
    Pen,
    lay_calls,
    lay_river,
)
from datasets.scene import PlacedTile, Scene, Stick
from datasets.simulate._evening import Still

#: Stacks of a wall, those of the dead wall, and all of them.
WALL: Final = 17
DEAD: Final = 7
STACKS: Final = 4 * WALL
#: Tiles dealt before the first draw.
DEALT: Final = 52
#: mm from the middle: the walls, the hands, the called sets, a stick.
_WALL_AT, _HAND_AT, _CALLS_AT, _STICK_AT = 195.0, 285.0, 300.0, 52.0
_RIGHT: Final = 330.0
#: As many discards as no river has: what lies there does not hang on what comes later.
_TO_COME: Final = (Discard("1m"),) * 32
#: Side of the table's felt, mm.
SIDE: Final = 700.0


def lay(still: Still, dealer: int, seed: int) -> Scene:
    """Return ``still`` on the table, seat 0 at the bottom; ``seed`` is the players' way of laying.

    The wall was broken before ``dealer``.  What lies there at two moments lies alike at both.
    """
    style = random.Random(seed)
    untidy, kan = style.uniform(0.1, 0.8), style.choice(("outer", "outer", "inner"))
    tiles: list[PlacedTile] = []
    for seat in range(4):
        river = Pen(_chance(seed, "river", seat), side=seat, untidy=untidy)
        laid = still.rivers[seat]
        lay_river(river, (*laid, *_TO_COME[len(laid) :]))
        tiles += river.tiles[: len(laid)]
        pen = Pen(_chance(seed, "calls", seat), side=seat, untidy=untidy)
        _lay_seat(pen, still, seat, kan, _chance(seed, "hand", seat))
        tiles += pen.tiles
    wall = Pen(random.Random(), untidy=untidy / 3)
    _lay_walls(wall, still, seed, (WALL * ((4 - dealer) % 4) + style.randrange(3, 12)) % STACKS)
    return Scene((*tiles, *wall.tiles), _sticks(still), side=SIDE, tile_size=(WIDTH, HEIGHT, DEPTH))


def _chance(seed: int, what: str, number: int) -> random.Random:
    """Return the chances by which one thing lies as it does, whatever else lies there."""
    return random.Random(f"{seed} {what} {number}")


def _lay_seat(pen: Pen, still: Still, seat: int, kan: str, of_hand: random.Random) -> None:
    """Lay the called sets in the right corner and the hand to their left, standing or shown."""
    pen.group(pen.rng.uniform(-2, 2) * pen.untidy, (200.0, _CALLS_AT))
    _, end = lay_calls(pen, still.calls[seat], _RIGHT, _CALLS_AT, kan, 4.0)
    hand = sorted(still.hands[seat], key=lambda face: (face[1], face[0].replace("0", "5")))
    room = 25.0 if still.calls[seat] else 60.0
    start = end - room - len(hand) * (WIDTH + 0.4)
    pen.rng = of_hand
    pen.group(pen.rng.uniform(-3, 3) * pen.untidy, (start + 100.0, _HAND_AT))
    if seat not in still.shown:
        _lay_hidden(pen, len(hand), start)
        return
    apart = still.apart[seat]
    start -= 0.0 if apart is None else WIDTH + 24.0
    gaps = [pen.rng.uniform(0, 0.8) for _ in hand]
    pen.row([Cell(face) for face in hand], start, _HAND_AT, gaps)
    if apart is not None:
        at = start + len(hand) * (WIDTH + 0.4)
        pen.row([Cell(apart)], at, _HAND_AT, [pen.rng.uniform(15, 22)])


def _lay_hidden(pen: Pen, count: int, start: float) -> None:
    """Stand a hand up that only its owner sees."""
    for at in range(count):
        x = start + (at + 0.5) * (WIDTH + 0.3)
        pen.put("1m", x, _HAND_AT + 20.0, pose="standing")


def _lay_walls(pen: Pen, still: Still, seed: int, first: int) -> None:
    """Lay what is left of the wall: drawn clockwise from stack ``first``, the dead wall at its end.

    Stacks are numbered clockwise as seen from above, beginning at the bottom seat's right end.
    """
    gone, replaced = DEALT + still.drawn - still.kans, still.kans
    for at in range(STACKS):
        back = STACKS - 1 - at
        tiles = 2 - min(2, max(0, gone - 2 * at)) if back >= DEAD else 2
        if back < DEAD:
            tiles -= min(2, max(0, replaced - 2 * back))
        shown = 2 <= back < 2 + len(still.dora)
        face = still.dora[back - 2] if shown else None
        under = still.ura[back - 2] if shown and back - 2 < len(still.ura) else None
        pen.rng = _chance(seed, "wall", at)
        _lay_stack(pen, (first + at) % STACKS, tiles, face, under)


def _lay_stack(pen: Pen, place: int, tiles: int, face: str | None, under: str | None) -> None:
    pen.side = (4 - place // WALL) % 4
    x = ((WALL - 1) / 2 - place % WALL) * (WIDTH + 0.2)
    if under is not None:
        pen.put(under, x, _WALL_AT + HEIGHT + 3.0)
    for level in range(tiles):
        top = face is not None and level == tiles - 1
        pen.put(face or "1m", x, _WALL_AT, z=DEPTH * level, pose="up" if top else "down")


def _sticks(still: Still) -> tuple[Stick, ...]:
    places: Sequence[tuple[float, float]] = (
        (0.0, _STICK_AT), (_STICK_AT, 0.0), (0.0, -_STICK_AT), (-_STICK_AT, 0.0),
    )  # fmt: skip
    return tuple(
        Stick(1000, *places[seat], angle=90.0 * seat) for seat in range(4) if still.riichi[seat]
    )
