"""Boxes that are none beside a hand and its indicators, loose ones, and what lies against them."""

import random
from dataclasses import replace

import numpy as np
import pytest
from laid_tables import row, seen, squared, win
from test_table_strays import lone, moved

from datasets.layout_games import Call, Win
from datasets.layout_style import Style
from datasets.layout_view import PERFECT, look
from datasets.scene import PlacedTile
from detector import Plane, TableReading, read_table
from detector.table._geometry import flatten
from detector.table._rows import strips
from detector.table._seats import arrange
from detector.table._spread import Spread
from detector.table._table import _adds_up
from detector.table._usable import rows_among

TABLE = Style(table=True, dora="wall")
HAND = "1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m"
PLANE = Plane(np.diag([0.05, 0.05, 1.0]))
OPEN = win("123m456p789s1z", "1z", Call("pon", ("7z", "7z"), "7z", 1), dora="3z")


def dora_of(reading: TableReading) -> tuple[list[str], list[str]]:
    shown = (reading.dora_indicators, reading.ura_indicators)
    dora, ura = ([reading.detections[i].tile for i in some] for some in shown)
    return dora, ura


def with_tiles(game: Win, style: Style, *more: PlacedTile, unread: int = 0) -> TableReading:
    """The table of ``game`` with ``more`` tiles on it, the first of them ``unread``."""
    table, view, reading = seen(game, style)
    count = len(table.scene.tiles)
    scene = replace(table.scene, tiles=(*table.scene.tiles, *more))
    all_seen = look(replace(table, scene=scene), view.camera, PERFECT, random.Random(3))
    detections = [
        replace(tile, tile="?", confidence=0.3) if count <= at < count + unread else tile
        for tile, at in zip(all_seen.detections, all_seen.tiles, strict=True)
    ]
    return read_table(detections, reading.width, reading.height)


def test_wide_boxes_over_each_other_are_one_row_with_the_winning_tile_apart() -> None:
    laid = row("5m 1p 1p 4m | 3m | 7p* 8p 9p | 9s* 7s 8s | 8m* 7m 9m")
    laid[1:4] = [squared(tile, 27, 26) for tile in laid[1:4]]
    hand = lone(laid)
    assert (hand.win, len(hand.melds)) == (4, 3)
    assert not hand.uncertain


@pytest.mark.parametrize("indicators", ["3z", "3z 6p"])
def test_a_back_that_is_none_beside_the_winning_tile_makes_it_no_indicator(indicators: str) -> None:
    laid = [*row(HAND + " b"), *row(indicators, x=-40, y=-160)]
    reading = read_table(laid, 600, 300)
    assert reading.hands[0].win == 13
    assert dora_of(reading) == (indicators.split(), [])


def test_of_two_doubtful_readings_the_one_that_tells_the_winning_tile_adds_up() -> None:
    reading = read_table(row(HAND), 600, 300)
    told = replace(reading, hands=(replace(reading.hands[0], uncertain=True),))
    untold = replace(reading, hands=(replace(told.hands[0], win=None),))
    assert _adds_up(untold) < _adds_up(told) < _adds_up(reading)


def test_what_was_not_read_beside_indicators_is_left_out_with_a_question() -> None:
    laid = [*row(HAND), *row("3z", x=60, y=-160), *row("6p", x=60, y=-132)]
    beside = replace(squared(row("3z", x=45, y=-160)[0], 14, 20), tile="?", confidence=0.57)
    assert dora_of(read_table(laid, 600, 300)) == (["3z"], ["6p"])
    reading = read_table([*laid, beside], 600, 300)
    assert dora_of(reading) == (["3z"], ["6p"])
    assert reading.hands[0].count == 14
    assert reading.hands[0].uncertain


@pytest.mark.parametrize(("confidence", "count"), [(0.92, 14), (0.99, 15)])
def test_a_blank_not_surely_read_is_left_out_where_the_hand_is_whole_without_it(
    confidence: float, count: int
) -> None:
    laid = row(HAND.replace("|", "5z"))
    laid[13] = replace(laid[13], confidence=confidence)
    hand = lone(laid)
    assert (hand.count, hand.win) == (count, 14 if count == 14 else None)
    assert hand.uncertain


@pytest.mark.parametrize(("behind", "ura"), [(46, (9, 10)), (26.5, ())])
def test_ura_are_parted_from_a_winning_tile_sideways_against_them(
    behind: float, ura: tuple[int, ...]
) -> None:
    laid = [*row("b b 3z 6p b b b b b"), *row("4p 5p 1z*", x=41, y=28)]
    laid += row("6m 7m 8m 9m", x=41, y=28 + behind)
    rows = strips(flatten(laid, PLANE), np.ones(len(laid), bool))
    layout = arrange(Spread(tuple(laid), flatten(laid, PLANE), rows, calibrated=True))
    assert layout.ura == ura


def test_what_lies_beside_tiles_that_are_no_hand_is_no_ura_of_an_open_one() -> None:
    places = {48: ("4z", 90), 0: ("4z", 180), -26: ("7s", 90), -50: ("5s", 180), -71: ("6s", 180)}
    tiles = [PlacedTile(face, x, -300.0, angle) for x, (face, angle) in places.items()]
    told = with_tiles(OPEN, TABLE, *tiles)
    assert dora_of(told) == (["3z"], [])
    assert "ura_alone" not in [message.code for message in told.messages]


def test_a_wall_with_a_tile_that_was_not_read_shows_none_where_all_lie_apart() -> None:
    wall = [PlacedTile("1m", 20.3 * at, -195.0, 0.0, 0.0, "down") for at in range(1, 6)]
    style = replace(TABLE, dora="apart")
    told = with_tiles(OPEN, style, PlacedTile("2s", 0.0, -195.0, 0.0), *wall, unread=1)
    assert dora_of(told) == (["3z"], [])


@pytest.mark.parametrize("aside", [0, 8, 13])
def test_a_tile_added_a_little_aside_of_the_called_one_makes_a_kan(aside: float) -> None:
    laid = row("1m 2m 3m 7s 8s 9s 1z 1z 3m 4m | 5m | 5z 5z 5z*")
    (meld,) = lone([*laid, moved(laid[13], -aside, -20.5)]).melds
    assert meld.type == "kakan"


@pytest.mark.parametrize(("x", "y", "uncertain"), [(-24, -24, True), (-200, -140, False)])
def test_an_indicator_beside_a_pon_of_its_kind_may_be_added_to_it(
    x: float, y: float, uncertain: bool
) -> None:
    laid = row("1m 2m 3m 7s 8s 9s 1z 1z 3m 4m | 5m | 5p 5p 5p*")
    reading = read_table([*laid, moved(laid[11], x, y)], 600, 300)
    assert dora_of(reading) == (["5p"], [])
    assert reading.hands[0].uncertain == uncertain


@pytest.mark.parametrize(("confidence", "kept"), [(0.99, True), (0.6, False)])
def test_a_face_surely_read_far_off_is_a_tile_however_small_it_seems(
    confidence: float, kept: bool
) -> None:
    small = squared(row("3z", x=60, y=-400)[0], 13, 17)
    laid = [*row(HAND), replace(small, confidence=confidence)]
    rows = rows_among(laid, flatten(laid, PLANE), np.ones(15, bool), known=False)
    assert any(14 in line.tiles for line in rows) == kept
