"""Hands laid on a table by name, seen through a camera."""

from __future__ import annotations

import random
from dataclasses import replace

from datasets.layout import LaidTable, lay
from datasets.layout_games import Call, Discard, Win
from datasets.layout_judge import Verdict, judge
from datasets.layout_style import Style
from datasets.layout_view import PERFECT, View, look, random_camera, read
from detector import Detection, HandReading, Quad, TableReading, indices_of
from scorer._tile import parse_tiles


def tiles(text: str) -> tuple[str, ...]:
    return tuple(str(tile) for tile in parse_tiles(text))


def win(
    concealed: str,
    tile: str,
    *calls: Call,
    discarder: int | None = None,
    dora: str = "3z",
    ura: str = "",
    riichi: bool = False,
) -> Win:
    """A win of seat 0, everybody's river ten tiles long (the last of the discarder's wins)."""
    called = [face for call in calls for face in (*call.own, call.called, call.added) if face]
    used = [*tiles(concealed), tile, *called, *tiles(dora), *tiles(ura)]
    wall = [f"{n}{suit}" for suit in "mpsz" for n in range(1, 8 if suit == "z" else 10)] * 4
    for face in used:
        wall.remove(face.replace("0", "5"))
    random.Random(7).shuffle(wall)
    rivers = [
        tuple(
            Discard(face, riichi and seat == 0 and i == 4)
            for i, face in enumerate(wall[seat::9][:10])
        )
        for seat in range(4)
    ]
    if discarder is not None:
        rivers[discarder] = (*rivers[discarder], Discard(tile))
    hands = (tiles(concealed), tile, (calls, (), (), ()), tuple(rivers))
    return Win(0, discarder, *hands, tiles(dora), tiles(ura), (riichi, False, False, False))


def seen(game: Win, style: Style, seed: int = 1) -> tuple[LaidTable, View, TableReading]:
    """Lay ``game`` as ``style`` says, look at it without noise, and read it."""
    rng = random.Random(seed)
    table = lay(game, replace(style, untidy=0.5), rng)
    view = look(table, random_camera(table, rng), PERFECT, rng)
    return table, view, read(table, view, calibrated=False)


def verdicts(game: Win, style: Style, times: int = 4) -> list[Verdict]:
    """Judge some ways to lay the same table."""
    return [judge(*seen(game, style, seed)) for seed in range(times)]


def rectangle(x: float, y: float, across: bool = False) -> Quad:
    """A tile of 20 x 26 at its centre, upright or with its up to the left."""
    if across:
        return ((x - 13, y + 10), (x - 13, y - 10), (x + 13, y - 10), (x + 13, y + 10))
    return ((x - 10, y - 13), (x + 10, y - 13), (x + 10, y + 13), (x - 10, y + 13))


def row(text: str, x: float = 0.0, y: float = 0.0) -> list[Detection]:
    """Tiles in a row from ``x``: mpsz names and ``b`` for a back, ``*`` after a sideways one,
    ``^`` after one laid before the tile to its left, ``|`` for a gap."""
    laid: list[Detection] = []
    for word in text.split():
        if word == "|":
            x += 18
            continue
        face = "back" if word[0] == "b" else word[:2]
        if word.endswith("^"):
            laid.append(Detection(face, 1.0, rectangle(x - 13, y + 3 - 20.5, across=True)))
            continue
        width = 26 if word.endswith("*") else 20
        drop = 3 if word.endswith("*") else 0
        place = rectangle(x + width / 2, y + drop, across=word.endswith("*"))
        laid.append(Detection(face, 1.0, place))
        x += width + 0.5
    return laid


def squared(tile: Detection, width: float, height: float) -> Detection:
    """The same tile in a box of another size about the same middle."""
    x, y = (sum(values) / 4 for values in zip(*tile.corners, strict=True))
    a, b = width / 2, height / 2
    return Detection(
        tile.tile, 1.0, ((x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b))
    )


def faces_of(hand: HandReading) -> dict[int, str]:
    return dict(zip(indices_of(hand), hand.faces, strict=True))
