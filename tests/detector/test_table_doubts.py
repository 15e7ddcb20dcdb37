"""Boxes that are not what they seem: nearly square, half covered, too many for what they are."""

from dataclasses import replace

import numpy as np
import pytest
from laid_tables import row, seen, squared, win

from datasets.layout_style import Style
from datasets.render import Camera, Look, render
from datasets.scene import PlacedTile, Scene
from detector import Detection, detect, lacks_tiles, overlooked, read_table
from detector.table._dora import Laid, indicators_of, turned_up
from device._pipeline import read_detections
from scorer import TENHOU

TABLE = Style(table=True, dora="wall")
HAND = "1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m"
FAR = "1m 2m 3m 4p 5p 6p 1z 1z 3m 4m | 5m |"


def test_a_nearly_square_haku_between_upright_ones_is_the_called_tile() -> None:
    laid = row(f"{FAR} 5z 5z* 5z")
    laid[12] = squared(laid[12], 24, 23)
    (hand,) = read_table(laid, 600, 300).hands
    assert [(meld.type, meld.called, meld.from_seat) for meld in hand.melds] == [("pon", 12, 2)]


def test_an_upright_haku_in_a_loose_box_stays_upright() -> None:
    laid = row("5z 5z 5z 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m")
    laid[1] = squared(laid[1], 21, 24)
    (hand,) = read_table(laid, 600, 300).hands
    assert not hand.melds
    assert not hand.uncertain


def test_three_tiles_that_lie_with_the_called_sets_make_the_hand_uncertain() -> None:
    near = read_table(row("1m 2m 3m 1z 1z 3m 4m | 5m | 5p 6p 7p 5s* 3s 4s"), 600, 300)
    assert near.hands[0].uncertain
    among = read_table(row("1m 2m 3m 5p 6p 7p 1z 1z 3m 4m | 5m | 5s* 3s 4s"), 600, 300)
    assert not among.hands[0].uncertain


def test_a_haku_in_a_box_that_is_too_small_is_one_all_the_same() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 5z 5z 5z 1z 1z 3m 4m | 5m")
    laid[7] = squared(laid[7], 17, 21)
    assert len(read_table(laid, 600, 300).hands[0].concealed) == 14


def test_a_tile_half_covered_by_the_winning_one_stays_in_the_hand() -> None:
    laid = row(HAND)
    likely = (("5p", 0.3), ("6p", 0.25), ("2p", 0.2), ("7p", 0.2))
    laid[4] = Detection("?", 0.02, squared(laid[4], 20, 17).corners, likely)
    (hand,) = read_table(laid, 600, 300).hands
    assert len(hand.concealed) == 14
    assert hand.uncertain


def test_other_players_kans_turn_up_indicators_beside_a_hand_by_itself() -> None:
    reading = read_table([*row(HAND), *row("3z 8p 6z", x=60, y=-150)], 600, 300)
    assert len(reading.dora_indicators) == 3
    assert not reading.hands[0].uncertain


def test_four_tiles_of_two_kinds_are_no_kan() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 1z 1z 3m 4m | 5m | 3m* 2z 2z 2z")
    reading = read_table([*laid, *row("3z", x=60, y=-150)], 600, 300)
    assert "indicators" not in {message.code for message in reading.messages}


@pytest.mark.parametrize(
    ("laid", "kans", "dora", "ura"),
    [
        (Laid((3,), (4,), ((7, 8, 9),)), 0, (3,), (4,)),
        (Laid((3, 5), (4,), ((6,),)), 1, (3, 5), (4, 6)),
        (Laid((), (), ((3,), (7, 8, 9))), 0, (3,), ()),
        (Laid((), (), ((3, 5), (4, 6))), 1, (3, 5), (4, 6)),
    ],
)
def test_rows_that_are_too_many_for_indicators_are_none(
    laid: Laid, kans: int, dora: tuple[int, ...], ura: tuple[int, ...]
) -> None:
    found = indicators_of(laid, kans)
    assert (found.dora, found.ura) == (dora, ura)


def test_no_ura_are_missed_where_there_are_none_in_the_rules() -> None:
    _, view, reading = seen(win("123m456p789s1122z", "1z", riichi=True, ura=""), TABLE)
    assert [message.code for message in reading.messages] == ["no_ura"]
    size = reading.width, reading.height
    assert not read_table(view.detections, *size, ura=False).messages


def test_an_overlooked_tile_between_known_ones_is_found_in_the_picture() -> None:
    tiles = tuple(PlacedTile(f"{n}m", 24.0 * n - 110, 0.0) for n in range(1, 10))
    example = render(Scene(tiles), Camera(1280, 960, 420), Look(), np.random.default_rng(5))
    known = tuple(tile for tile in detect(example.image) if tile.tile != "5m")
    assert len(known) == 8
    assert [tile.tile for tile in overlooked(example.image, known)] == ["5m"]
    assert not overlooked(example.image, detect(example.image))


def test_tiles_are_looked_for_once_more_where_a_hand_laid_open_lacks_some() -> None:
    assert lacks_tiles(read_table(row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m"), 600, 300))
    assert not lacks_tiles(read_table(row(HAND), 600, 300))
    assert not lacks_tiles(read_table(row("1m 2m 3m"), 600, 300))


def test_the_rules_say_what_is_in_play() -> None:
    laid = row("1p 2p 3p 4p 5p 6p 7s 8s 9s 9m 9m 2s 3s | 4s") + row("1m", x=-120, y=-150)
    laid[-1] = Detection("1m", 0.85, laid[-1].corners, (("3z", 0.1),))
    for players, doubtful in ((3, True), (4, False)):
        rules = replace(TENHOU, players=players)
        (hand,) = read_detections(tuple(laid), (600, 300), rules=rules).hands
        assert hand.uncertain == doubtful
    reds = tuple(row("1p 2p 3p 4p 0p 0p 6p 7s 8s 9s 9m 9m 3s | 2s"))
    four = replace(TENHOU, red_fives=(1, 2, 1))
    assert read_detections(reds, (600, 300), rules=four).hands[0].faces.count("0p") == 2


def test_upright_haku_that_would_make_a_called_set_are_asked_about() -> None:
    laid = row(f"{FAR} 5z 5z 5z")
    laid[12] = squared(laid[12], 21, 24)
    assert read_table(laid, 600, 300).hands[0].uncertain


@pytest.mark.parametrize(
    ("kans", "turned"), [(0, (0,)), (1, (0, 1, 2)), (None, (0, 1, 2))], ids=["none", "one", "part"]
)
def test_a_back_that_looks_like_haku_is_no_indicator_where_these_are_all_there(
    kans: int | None, turned: tuple[int, ...]
) -> None:
    corners = row("2s")[0].corners
    wall = [
        Detection("2s", 1.0, corners),
        Detection("5z", 0.7, corners, (("back", 0.3),)),
        Detection("?", 0.1, corners, (("5z", 0.3), ("back", 0.3))),
    ]
    assert turned_up((0, 1, 2), kans, wall) == turned


def test_a_haku_in_a_loose_box_among_faces_is_no_top_of_a_standing_tile() -> None:
    """Though more small blanks are seen than a set has haku."""
    hand = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 5z 4m | 4m")
    loose = [squared(tile, 17, 22) if tile.tile == "5z" else tile for tile in hand]
    tops = [squared(tile, 20, 14) for tile in row("5z 5z 5z 5z 5z 5z", x=60, y=45)]
    (seen,) = read_table([*loose, *tops], 700, 500).hands
    assert seen.count == 14
