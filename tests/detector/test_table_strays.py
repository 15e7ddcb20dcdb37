"""Boxes out of place: loose ones, too large ones, tiles that lie on others or against them."""

import random
from dataclasses import replace
from math import cos, radians, sin

import numpy as np
import pytest
from laid_tables import row, seen, win
from test_table_doubts import HAND, squared

from datasets.layout_games import Call
from datasets.layout_style import Style
from datasets.layout_view import PERFECT, look
from datasets.scene import PlacedTile
from detector import Detection, HandReading, MeldReading, Plane, read_table
from detector.table._dora import Indicators, Laid, Shown, doubts, indicators_of

TABLE = Style(table=True, dora="wall")


def turned(laid: list[Detection], degrees: float) -> list[Detection]:
    """The same tiles, all turned about the origin by ``degrees``, each still where it looked."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [
        replace(tile, corners=tuple((c * x - s * y, s * x + c * y) for x, y in tile.corners))
        for tile in laid
    ]


def moved(tile: Detection, x: float, y: float) -> Detection:
    """The same tile so much to the right and down."""
    return replace(tile, corners=tuple((a + x, b + y) for a, b in tile.corners))


def lone(laid: list[Detection]) -> HandReading:
    (hand,) = read_table(laid, 600, 300).hands
    return hand


def test_a_loose_box_among_concealed_tiles_leaves_no_doubt() -> None:
    laid = row(HAND)
    laid[4] = squared(laid[4], 23, 22)
    assert not lone(laid).uncertain


@pytest.mark.parametrize("degrees", [-8, 0, 8])
def test_a_gap_before_the_last_tile_of_a_slanted_row_tells_the_winning_one(degrees: float) -> None:
    laid = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m", x=-143)
    laid += row("5m", x=-143 + 20.5 * 13 + 12)
    at_table = [moved(tile, 0, 290) for tile in turned(laid, degrees)]
    (hand,) = read_table(at_table, 600, 300, Plane(np.diag([0.05, 0.05, 1.0]))).hands
    assert hand.win == 13


def test_a_box_far_larger_than_a_tile_is_none() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z | 6z* 6z^ 6z 6z")
    back = moved(squared(row("b")[0], 44, 44), 246.5, 36)
    assert lone([*laid, back]).melds == lone(laid).melds != ()


def test_a_tile_on_top_is_not_one_added_to_another_face() -> None:
    laid = row("6z 5z 5z* 6z | 9m* 7m 8m | 2p* 3p 4p | 8s* 6s 7s")
    hand = lone([*laid, moved(row("6z*")[0], 41, -20.5)])
    assert hand.win == 13
    assert len(hand.concealed) == 5


def test_of_two_nearly_square_tiles_in_a_pon_the_one_surely_sideways_is_the_called_one() -> None:
    laid = row("1m 2m 3m 7s 8s 9s 1z 1z 3m 4m | 5m | 9p 9p* 9p")
    laid[13] = squared(laid[13], 24, 23)
    hand = lone(laid)
    assert [(meld.type, meld.called) for meld in hand.melds] == [("pon", 12)]
    assert not hand.uncertain


def test_a_loose_box_without_the_room_of_a_sideways_tile_leaves_no_doubt() -> None:
    laid = row("2m 5z 5z 5z | 2m | 3p* 3p 3p | 6p* 4p 5p | 7z 7z 7z*")
    laid[2] = squared(laid[2], 22, 23)
    hand = lone(laid)
    assert len(hand.melds) == 3
    assert not hand.uncertain


@pytest.mark.parametrize("gap", ["", " | "])
def test_a_winning_tile_sideways_after_two_of_its_kind_is_no_pon(gap: str) -> None:
    hand = lone(row(f"4m 5m 6m 8p 8p 8p 1s 2s 3s 9s 9s{gap} 5z 5z 5z*"))
    assert bool(hand.melds) == bool(gap)
    assert not hand.uncertain


def test_beside_an_open_hand_no_ura_lie() -> None:
    walls, beside, apart = (3,), (4,), ((7, 8),)
    for rows in (apart, ()):
        found = indicators_of(Laid(walls, beside, rows, closed=False), 0)
        assert (found.ura, found.uneven) == ((), bool(rows))
    assert indicators_of(Laid(walls, beside, (), closed=True), 0).ura == (4,)


def test_a_stray_tile_of_another_seat_is_no_indicator_where_the_winners_are_all_there() -> None:
    game = win("123m456p789s1z", "1z", Call("pon", ("7z", "7z"), "7z", 1), dora="3z")
    table, view, reading = seen(game, replace(TABLE, dora="apart"))
    across = PlacedTile("2p", 0.0, -285.0, 180.0)
    scene = replace(table.scene, tiles=(*table.scene.tiles, across))
    more = look(replace(table, scene=scene), view.camera, PERFECT, random.Random(3))
    again = read_table(more.detections, reading.width, reading.height)
    for told in (reading, again):
        assert [told.detections[i].tile for i in told.dora_indicators] == ["3z"]
        assert not told.hands[0].uncertain


def test_backs_that_are_none_do_not_make_a_hand_a_wall() -> None:
    hand = lone(row("b 6m 8m 5s 0s b | 7m | 2s 2s* 2s | 7z* 7z 7z | 9s* 7s 8s"))
    assert hand.count == 14


def test_half_of_a_tile_is_not_surely_what_it_looks_like() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m")
    laid += [squared(tile, 20, 13) for tile in row("2p", x=60, y=-150)]
    reading = read_table(laid, 600, 300)
    assert [message.code for message in reading.messages] == ["indicator"]
    assert reading.messages[0].values["either"] == ["2p", "4p"]
    assert reading.hands[0].uncertain


def test_half_of_a_tile_is_the_one_that_makes_the_hand_complete() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m")
    laid[3] = Detection("2p", 0.99, squared(laid[3], 20, 13).corners)
    assert "4p" in lone(laid).faces


def test_a_kan_that_was_not_read_may_be_none() -> None:
    game = win("123m456p789s11z23m", "4m", dora="3z")
    _, view, reading = seen(game, TABLE)
    kan = MeldReading("ankan", reading.rivers[1].tiles[:4], None, 0)
    for unread, told in ((True, []), (False, ["indicators"])):
        detections = list(view.detections)
        if unread:
            detections[kan.tiles[1]] = replace(detections[kan.tiles[1]], tile="?")
        other = HandReading("right", (), None, (kan,), ("5s",) * 4, False)
        shown = Shown((*reading.hands, other), False, frozenset(), 4, True, frozenset())
        found = Indicators(reading.dora_indicators, ())
        assert [message.code for message in doubts(found, shown, detections)] == told


@pytest.mark.parametrize(("back", "told"), [(0.03, []), (0.06, ["indicator"])])
def test_the_only_indicator_lies_face_down_only_where_that_is_likely(
    back: float, told: list[str]
) -> None:
    game = win("123m456p789s11z23m", "4m", dora="5z")
    _, view, reading = seen(game, TABLE)
    detections = list(view.detections)
    (indicator,) = reading.dora_indicators
    detections[indicator] = replace(
        detections[indicator], confidence=0.96 - back, alternatives=(("back", back),)
    )
    again = read_table(detections, reading.width, reading.height)
    assert [message.code for message in again.messages] == told


def spun(tile: Detection, degrees: float) -> Detection:
    """The same tile in a box turned about its middle."""
    x, y = (sum(values) / 4 for values in zip(*tile.corners, strict=True))
    (about,) = turned([moved(tile, -x, -y)], degrees)
    return moved(about, x, y)


@pytest.mark.parametrize("degrees", [40, 55, 90])
def test_tiles_whose_boxes_are_turned_stay_in_their_row(degrees: float) -> None:
    laid = row(HAND)
    laid[11:13] = [spun(tile, degrees) for tile in laid[11:13]]
    hand = lone(laid)
    assert hand.count == 14
    assert hand.win == 13
    assert not hand.uncertain


def test_a_tile_that_is_turned_at_the_end_of_its_row_lies_sideways_where_it_has_the_room() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m 5m*")
    laid[13] = spun(laid[13], 40)
    hand = lone(laid)
    assert hand.win == 13
    assert not hand.uncertain


def test_a_box_that_was_not_read_is_left_out_where_the_hand_is_whole_without_it() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m 5z 5m")
    laid[13] = replace(laid[13], tile="?", confidence=0.3, alternatives=(("5z", 0.6),))
    hand = lone(laid)
    assert (hand.count, hand.win) == (14, 14)
    assert hand.uncertain


def test_a_called_tile_that_wide_boxes_leave_no_room_is_called_all_the_same() -> None:
    laid = row("1m 2m 3m 5p 6p 7p 9m 9m 4m 4m | 4m | 4s 4s 4s 4s*")
    middles = [sum(x for x, _ in tile.corners) / 4 for tile in laid]
    squeezed = [moved(tile, -0.15 * x, 0) for tile, x in zip(laid, middles, strict=True)]
    (meld,) = lone(squeezed).melds
    assert (meld.type, meld.called, meld.from_seat) == ("daiminkan", 14, 1)
