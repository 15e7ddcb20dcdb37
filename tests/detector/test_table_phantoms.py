"""Boxes where no tile lies, and tiles whose boxes say something else than how they lie."""

import random
from dataclasses import replace

import numpy as np
import pytest
from laid_tables import row, seen, win
from test_table_doubts import squared
from test_table_strays import lone, moved, spun

from datasets.layout_style import Style
from datasets.layout_view import PERFECT, look
from datasets.scene import PlacedTile
from detector import Detection, Plane, TableReading, read_table
from detector.table._cells import Frame, rows_of
from detector.table._dora import believed
from detector.table._geometry import flatten
from detector.table._river import river_of
from detector.table._rows import Strip
from detector.table._seats import Side
from detector.table._sets import Cell
from detector.table._short import PARTS

TABLE = Style(table=True, dora="wall")
HAND = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m")


def again(reading: TableReading, detections: list[Detection]) -> TableReading:
    return read_table(detections, reading.width, reading.height)


def dora_of(reading: TableReading) -> list[str]:
    return [reading.detections[i].tile for i in reading.dora_indicators]


def shortened(tile: Detection) -> Detection:
    """The same tile in a box that ends a quarter of its length too early."""
    return squared(tile, 20, 20)


@pytest.mark.parametrize("face", sorted(PARTS))
def test_an_indicator_in_a_box_cut_short_may_be_a_face_with_more_on_it(face: str) -> None:
    laid = [*HAND, *row(f"3z {face} 6z", x=60, y=-150)]
    laid[15] = shortened(laid[15])
    reading = read_table(laid, 600, 300)
    (message,) = reading.messages
    assert message.code == "indicator"
    assert message.values["either"] == [face, PARTS[face][0]]
    assert reading.hands[0].uncertain


@pytest.mark.parametrize("short", [False, True])
def test_a_winning_tile_in_a_box_cut_short_is_in_doubt_where_another_wins_too(short: bool) -> None:
    laid = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 7s 8s | 6s")
    laid[13] = shortened(laid[13]) if short else laid[13]
    assert lone(laid).uncertain == short


def test_the_rest_of_a_called_set_whose_boxes_are_turned_lies_in_its_row() -> None:
    laid = row("1m 1m 2m 4m 7p 8p 9p | 3m | 6z b b 6z 6s* 7s 8s")
    laid[12:] = [spun(tile, 24) for tile in laid[12:]]
    hand = lone(laid)
    assert [meld.type for meld in hand.melds] == ["ankan", "chi"]
    assert hand.win == 7


def test_a_tile_on_top_is_not_one_added_beside_other_faces() -> None:
    laid = row("4s 5s* 6s 7s 8s 9s")
    laid[1] = replace(laid[1], confidence=0.5, alternatives=(("9s", 0.2), ("7p", 0.01)))
    laid += [moved(row("7p*")[0], 20, -20)]
    flat = flatten(laid, Plane(np.diag([0.05, 0.05, 1.0])))
    strip = Strip(tuple(range(6)), tuple(i == 1 for i in range(6)), (1.0, 0.0))
    alone = Strip((6,), (False,), (1.0, 0.0))
    for face in ("4s", "7p"):
        for at in (0, 2):
            laid[at] = replace(laid[at], tile=face)
        rows = rows_of((strip, alone), flat, Frame((1.0, 0.0), (0.0, 1.0)), laid)
        assert [cell.added for line in rows for cell in line if cell.tile == 1] == [
            6 if face == "7p" else None
        ]


def test_a_back_that_is_none_beside_a_discard_makes_no_wall() -> None:
    _, _, reading = seen(win("123m456p789s11z23m", "4m"), TABLE)
    (river,) = (river for river in reading.rivers if river.seat == "right")
    kept = [tile for i, tile in enumerate(reading.detections) if i not in river.tiles[-3:]]
    last, other = (np.array(reading.detections[river.tiles[i]].corners) for i in (6, 0))
    before = np.array(reading.detections[river.tiles[1]].corners) - other
    phantom = Detection("back", 0.99, tuple(map(tuple, last + before)))
    told = again(reading, [*kept, phantom])
    assert dora_of(told) == ["3z"]
    assert not told.messages
    assert not told.hands[0].uncertain


def test_what_was_not_read_is_no_indicator_where_the_others_are_all_there() -> None:
    style = replace(TABLE, dora="apart")
    game = win("123m456p789s1122z", "1z", dora="3z", ura="4p", riichi=True)
    table, view, reading = seen(game, style)
    scene = replace(table.scene, tiles=(*table.scene.tiles, PlacedTile("2p", 150.0, 150.0, 90.0)))
    more = look(replace(table, scene=scene), view.camera, PERFECT, random.Random(3))
    (extra,) = (i for i, tile in enumerate(more.tiles) if tile == len(scene.tiles) - 1)
    detections = list(more.detections)
    unread = replace(detections[extra], tile="?", confidence=0.03, alternatives=(("5z", 0.76),))
    detections[extra] = unread
    told = again(reading, detections)
    assert dora_of(told) == ["3z"]
    assert not told.hands[0].uncertain


def test_rows_beside_the_other_hands_are_no_indicators_where_they_are_too_many() -> None:
    own, others = ((0, 1),), ((2, 3, 4), (5,), (6,))
    assert believed(own, (*own, *others), 0, False, HAND) == own
    assert believed(own, (*own, *others[1:]), 0, False, HAND) == (*own, *others[1:])


@pytest.mark.parametrize(
    ("doubt", "called", "told"), [(-5.7, True, None), (-5.7, False, 2), (6, True, 2)]
)
def test_a_box_without_room_to_lie_sideways_is_no_riichi_of_a_hand_with_a_called_set(
    doubt: float, called: bool, told: int | None
) -> None:
    upright = [Cell(i, None, False, False, float(i), 0.0, 0.0) for i in range(5)]
    askew = replace(upright[2], sideways=True, doubt=doubt)
    side = Side("bottom", ((*upright[:2], askew, *upright[3:]),), ())
    assert river_of(side, called).riichi == told
