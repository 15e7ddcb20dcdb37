"""Hands that are complete without a tile that was overlooked: these are asked about."""

from cmath import rect
from dataclasses import replace
from math import radians

from laid_tables import row, seen, squared, win

from datasets.layout_games import Discard
from datasets.layout_style import Style
from detector import Detection, HandReading, read_table

RIVER = Style(table=True, win="river", dora="wall")
SETS = "| 3s 3s 3s* 4p* 3p 5p 2m 2m 2m 2m*"
CALLED = "1m 2m 3m 1z 1z 3m 4m | 5m | 5p* 6p 7p"


def hand_in(laid: list[Detection]) -> HandReading:
    (hand,) = read_table(laid, 600, 300).hands
    return hand


def turned(tile: Detection, degrees: float) -> Detection:
    """The same tile in a box turned about its middle."""
    middle = complex(*(sum(values) / 4 for values in zip(*tile.corners, strict=True)))
    turn = rect(1, radians(degrees))
    a, b, c, d = (middle + (complex(*corner) - middle) * turn for corner in tile.corners)
    pairs = ((a.real, a.imag), (b.real, b.imag), (c.real, c.imag), (d.real, d.imag))
    return replace(tile, corners=pairs)


def test_the_last_discard_completes_a_hand() -> None:
    _, _, reading = seen(win("123m456p789s1122z", "1z", discarder=1), RIVER)
    assert reading.hands[0].win is not None
    assert not reading.hands[0].uncertain


def test_a_discard_that_was_not_the_last_one_completes_a_hand_in_doubt() -> None:
    game = win("123m456p789s1122z", "1z", discarder=1)
    later = (*game.rivers[2], Discard("9p"))
    _, _, reading = seen(replace(game, rivers=(*game.rivers[:2], later, game.rivers[3])), RIVER)
    assert reading.hands[0].win is not None
    assert reading.hands[0].uncertain and not reading.hands[0].doubted


def test_a_winning_tile_that_only_a_nearly_square_box_tells_is_asked_about() -> None:
    laid = row(f"6s 6s 5z 5z 5z {SETS}")
    laid[4] = squared(laid[4], 23, 22.2)
    assert hand_in(laid).uncertain
    clear = hand_in(row(f"6s 6s 5z 5z 5z* {SETS}"))
    assert clear.win == 4
    assert not clear.uncertain


def test_a_called_and_an_added_tile_beside_a_gap_are_no_part_of_the_row() -> None:
    assert hand_in(row("4m 4m 4p 5p 6p 5z 5z 5z | | 2s* 2s^ | 2s | 4s* 5s 6s")).uncertain


def test_indicators_of_a_kan_that_none_shows_make_a_called_triplet_doubtful() -> None:
    surplus = row("3z 8p", x=60, y=-150)
    pon = read_table([*row(f"{CALLED} 9s* 9s 9s"), *surplus], 600, 300)
    assert [message.code for message in pon.messages] == ["indicators"]
    assert pon.hands[0].uncertain
    chi = read_table([*row(f"{CALLED} 7s* 8s 9s"), *surplus], 600, 300)
    assert not chi.messages


def test_the_fourth_tile_in_the_hand_shows_that_a_triplet_is_no_kan() -> None:
    laid = row("7s 8s 9s 1z 1z 3m 4m | 5m | 5p* 6p 7p 9s* 9s 9s")
    reading = read_table([*laid, *row("3z 8p", x=60, y=-150)], 600, 300)
    assert not reading.messages


def test_a_sideways_tile_beside_the_rest_of_its_set_is_hardly_the_winning_one() -> None:
    laid = row("2m 3m 4m 7p 7p 2s 2s 2s 5s 6s 7s | | 4p* 2p 3p")
    assert not hand_in(laid).uncertain
    laid[11] = turned(laid[11], 30)
    assert hand_in(laid).uncertain
