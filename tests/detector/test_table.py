"""Whole tables and lone hands: every way of the house rules to lay a win, by name."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laid_tables import rectangle, row, seen, tiles, verdicts, win

from datasets.layout_games import Call
from datasets.layout_judge import Verdict
from datasets.layout_style import Style
from detector import FACES, Detection, Quad, ReadingError, hand_of, indices_of, read_table

CLOSED = win("123m456p789s1122z", "1z")
PON = Call("pon", ("7z", "7z"), "7z", 2)
CHI = Call("chi", ("4s", "0s"), "6s", 3)
OPEN = win("123m99p45m", "6m", PON, CHI)
FOUR = win("9p", "9p", PON, CHI, Call("pon", ("2m", "2m"), "2m", 1), Call("ankan", ("1s",) * 4))
ALONE = Style()
TABLE = Style(table=True, dora="wall")


def right(verdict: Verdict) -> bool:
    found = verdict.hand and verdict.faces and verdict.dora and verdict.rivers and verdict.others
    return found and not verdict.uncertain


WAYS = {
    "in one row, the winning tile next to it with a gap": Style(win="apart"),
    "in two rows": Style(rows=2),
    "unsorted": Style(shuffled=True),
    "touching": Style(spacing="touching"),
    "with ragged gaps": Style(spacing="ragged"),
    "in groups": Style(spacing="groups"),
    "with the winning tile on top": Style(win="on_top"),
    "with the winning tile before the row": Style(win="before"),
    "with the winning tile sideways at the right end": Style(win="sideways"),
    "with the winning tile not told apart": Style(win="in_row"),
    "turned around to face the others": Style(turned=True),
    "touching the called sets": Style(close=True),
    "slanted to the left": Style(slant=-14.0),
    "slanted to the right": Style(slant=14.0),
}


@pytest.mark.parametrize("style", WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("game", [CLOSED, OPEN], ids=["closed", "with called sets"])
def test_a_hand_by_itself(game: object, style: Style) -> None:
    assert all(map(right, verdicts(game, style)))


@pytest.mark.parametrize("style", WAYS.values(), ids=WAYS.keys())
def test_a_hand_on_a_whole_table(style: Style) -> None:
    on_table = replace(style, table=True, dora="wall", slant=style.slant / 2)
    assert all(map(right, verdicts(OPEN, on_table)))


@pytest.mark.parametrize("style", [ALONE, TABLE], ids=["alone", "on a table"])
def test_four_called_sets_and_a_single_wait(style: Style) -> None:
    assert all(map(right, verdicts(replace(FOUR, dora=tiles("3z4z")), style)))


def test_a_ron_with_the_tile_still_at_the_end_of_the_discarders_river() -> None:
    for discarder in (1, 2, 3):
        game = win("123m456p789s1122z", "1z", discarder=discarder)
        table, view, reading = seen(game, replace(TABLE, win="river"))
        (hand, *_) = reading.hands
        source = next(river for river in reading.rivers if hand.win == river.tiles[-1])
        assert view.tiles[source.tiles[-1]] == table.hand.win
        assert not hand.uncertain
        assert str(hand_of(reading, hand).win_tile) == "1z"


def test_a_ron_with_the_tile_brought_over() -> None:
    game = win("123m456p789s1122z", "1z", discarder=2)
    assert all(map(right, verdicts(game, TABLE)))


def test_a_river_is_read_row_by_row_with_the_riichi_tile_sideways() -> None:
    game = win("123m456p789s1122z", "1z", riichi=True, ura="5z")
    table, view, reading = seen(game, TABLE)
    (hand, *_) = reading.hands
    (river,) = (river for river in reading.rivers if river.seat == hand.seat)
    faces = [table.scene.tiles[view.tiles[i]].face for i in river.tiles]
    assert faces == [discard.tile for discard in game.rivers[0]]
    assert river.riichi == 4
    assert reading.sideways[river.tiles[4]]


def test_a_discard_after_a_called_riichi_tile_lies_sideways_in_its_place() -> None:
    game = win("123m456p789s1122z", "1z")
    late = (*game.rivers[0][:9], replace(game.rivers[0][9], sideways=True))
    _, _, reading = seen(replace(game, rivers=(late, *game.rivers[1:])), TABLE)
    assert [river.riichi for river in reading.rivers if river.riichi is not None] == [9]


@pytest.mark.parametrize("kans", [0, 1, 2])
def test_dora_in_the_wall_and_the_kan_indicators_beside_it(kans: int) -> None:
    calls = [Call("ankan", (f"{n}p",) * 4) for n in (8, 9)[:kans]]
    closed = {0: "123m456p789s1122z", 1: "123m456p1122z", 2: "123m1122z"}[kans]
    game = win(closed, "1z", *calls, dora=("3z", "3z4z", "3z4z5z")[kans])
    table, view, reading = seen(game, TABLE)
    shown = [table.scene.tiles[view.tiles[i]].face for i in reading.dora_indicators]
    assert sorted(shown) == list(game.dora)
    assert reading.ura_indicators == ()


def test_ura_shown_before_the_wall_after_a_riichi_win() -> None:
    game = win("123m456p789s1122z", "1z", riichi=True, dora="3z", ura="5z")
    table, view, reading = seen(game, TABLE)
    faces = [
        [table.scene.tiles[view.tiles[i]].face for i in found]
        for found in (reading.dora_indicators, reading.ura_indicators)
    ]
    assert faces == [["3z"], ["5z"]]


@pytest.mark.parametrize("table", [False, True], ids=["alone", "on a table"])
def test_indicators_laid_out_by_hand_with_ura_nearer_to_the_winner(table: bool) -> None:
    game = win("123m456p789s1122z", "1z", riichi=True, dora="3z", ura="5z")
    laid, view, reading = seen(game, Style(table=table, dora="apart"))
    faces = [
        [laid.scene.tiles[view.tiles[i]].face for i in found]
        for found in (reading.dora_indicators, reading.ura_indicators)
    ]
    assert faces == [["3z"], ["5z"]]


def test_a_missing_kan_indicator_makes_the_hand_uncertain() -> None:
    game = win("123m456p1122z", "1z", Call("ankan", ("9s",) * 4), dora="3z")
    _, _, reading = seen(game, TABLE)
    assert reading.hands[0].uncertain
    assert any("1 kan" in message.text for message in reading.messages)


@pytest.mark.parametrize(("turns", "seat"), [(0, "bottom"), (1, "right"), (2, "top"), (3, "left")])
def test_the_seat_is_the_side_of_the_picture(turns: int, seat: str) -> None:
    hand = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m")
    for _ in range(turns):
        hand = [
            Detection(d.tile, 1.0, tuple((y, -x) for x, y in d.corners))  # type: ignore[arg-type]
            for d in hand
        ]
    assert read_table(hand, 400, 400).hands[0].seat == seat


def test_north_tiles_set_aside_by_three_players() -> None:
    laid = row("1p 2p 3p 4p 5p 6p 7s 8s 9s 1z 1z 2s 3s | 4s") + row("4z 4z", x=380, y=10)
    reading = read_table(laid, 600, 300, players=3)
    assert len(reading.hands[0].nuki) == 2
    assert hand_of(reading, reading.hands[0]).nuki == 2


def test_flowers_are_left_out_and_told() -> None:
    laid = row("1p 2p 3p 4p 5p 6p 7s 8s 9s 1z 1z 2s 3s | 4s")
    laid.append(Detection("flower", 0.9, rectangle(-40, 0)))
    reading = read_table(laid, 600, 300)
    assert len(reading.hands[0].concealed) == 14
    assert any("flower" in message.text for message in reading.messages)


def test_two_boxes_on_one_tile_are_one_tile() -> None:
    laid = row("1p 2p 3p 4p 5p 6p 7s 8s 9s 1z 1z 2s 3s | 4s")
    laid.append(Detection("9p", 0.4, laid[3].corners))
    reading = read_table(laid, 600, 300)
    assert len(reading.hands[0].concealed) == 14


def error_of(text: str) -> ReadingError:
    reading = read_table(row(text), 600, 300)
    with pytest.raises(ReadingError) as caught:
        hand_of(reading, reading.hands[0])
    return caught.value


def test_thirteen_tiles_are_named() -> None:
    error = error_of("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2s 3s")
    assert error.code == "tile_count"
    assert error.message == (
        "I see 13 tiles in the bottom hand: 1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2s 3s; "
        "the winning tile is missing or hidden"
    )


def test_fifteen_tiles_are_named() -> None:
    error = error_of("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2s 3s 4s 5s")
    assert error.code == "tile_count"
    assert "15 tiles in the bottom hand: 1m 2m 3m" in error.message


def test_a_kan_needs_one_tile_more() -> None:
    error = error_of("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z | 7z 7z* 7z 7z")
    assert "1 kan: 15 are needed" in error.message


def test_five_of_a_kind_is_told() -> None:
    error = error_of("1m 1m 1m 1m 1m 6p 7s 8s 9s 1z 1z 2s 3s | 4s")
    assert error.code == "five_of_a_kind"
    assert "5 tiles of 1m" in error.message
    assert all(f"tile {n} of the bottom hand" in error.message for n in range(1, 6))


def test_a_tile_that_cannot_be_read_is_named_with_its_place() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2s 9s | 4s")
    laid[4] = Detection("?", 0.0, laid[4].corners)
    reading = read_table(laid, 600, 300)
    with pytest.raises(ReadingError, match=r"tile 5 of the bottom hand \(at 92, 0\)"):
        hand_of(reading, reading.hands[0])


def test_a_winning_tile_that_is_not_told_apart_is_asked_for() -> None:
    error = error_of("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2s 3s 4s")
    assert error.code == "win_unknown"
    assert "which one won in the bottom hand: 1m 2m" in error.message


def test_nothing_on_the_table() -> None:
    reading = read_table([], 600, 300)
    assert reading.hands == ()
    assert [message.text for message in reading.messages] == [
        "I see no tiles; lay the hand face up where the camera sees it."
    ]


def test_a_doubtful_face_is_named_with_its_place_and_both_faces() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2s 3s | 4s")
    laid[13] = Detection("4s", 0.55, laid[13].corners, (("1s", 0.4),))
    reading = read_table(laid, 600, 300)
    assert reading.hands[0].uncertain
    assert [option[13] for option in reading.hands[0].options] == ["1s"]
    assert any("may be 4s or 1s" in message.text for message in reading.messages)


def test_the_order_of_detections_does_not_matter() -> None:
    laid = row("6m 6m 6m 3p 4p 9s 9s | 5p | 7z 7z 7z* 4z* 4z 4z")
    rng = random.Random(3)
    wanted = read_table(laid, 600, 300).hands[0]
    for _ in range(5):
        order = rng.sample(range(len(laid)), len(laid))
        hand = read_table([laid[i] for i in order], 600, 300).hands[0]
        assert tuple(order[i] for i in hand.concealed) == wanted.concealed
        assert hand.win is not None
        assert order[hand.win] == wanted.win
        assert [m.type for m in hand.melds] == [m.type for m in wanted.melds]


def doubtful_indicator(hand: str, sure: float) -> bool:
    laid = row(hand) + row("3z", x=-120, y=-150)
    laid[-1] = Detection("3z", sure, laid[-1].corners, (("8p", 0.9 - sure),))
    reading = read_table(laid, 600, 300)
    assert len(reading.dora_indicators) == 1
    return reading.hands[0].uncertain


def test_a_doubtful_indicator_counts_only_where_it_changes_the_dora() -> None:
    assert not doubtful_indicator("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m", 0.82)
    assert doubtful_indicator("1m 2m 3m 7p 8p 9p 7s 8s 9s 1z 1z 3m 4m | 5m", 0.82)


def test_an_indicator_that_is_about_as_likely_another_is_doubted_in_any_case() -> None:
    assert doubtful_indicator("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m", 0.5)


def test_an_indicator_that_is_the_fifth_of_its_kind_is_doubted_with_its_place() -> None:
    laid = row("1m 1m 1m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m") + row("1m 1m", x=-160, y=-150)
    reading = read_table(laid[:-1], 600, 300)
    assert not reading.hands[0].uncertain
    reading = read_table([*laid, Detection("1m", 0.99, rectangle(200, -300))], 600, 300)
    assert reading.hands[0].uncertain
    assert any("at (-160, -163)" in message.text for message in reading.messages)


def test_an_indicator_that_may_lie_face_down_is_doubted() -> None:
    back = Detection("back", 1.0, rectangle(0, 0))
    wall = [replace(back, corners=rectangle(20.4 * i, -150)) for i in range(7)]
    wall[2] = Detection("3z", 0.7, wall[2].corners, (("back", 0.25),))
    hand = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m")
    reading = read_table([*hand, *wall], 600, 300)
    assert reading.hands[0].uncertain
    assert any("3z or back" in message.text for message in reading.messages)


def test_ura_of_a_hand_in_riichi_are_asked_for() -> None:
    game = win("123m456p789s1122z", "1z", riichi=True, ura="")
    _, _, reading = seen(game, TABLE)
    assert reading.hands[0].uncertain
    assert [message.code for message in reading.messages] == ["no_ura"]


def test_three_players_turn_1m_into_9m() -> None:
    hand = row("1p 2p 3p 4p 5p 6p 7s 8s 9s 9m 9m 2s 3s | 4s") + row("1m", x=-120, y=-150)
    hand[-1] = Detection("1m", 0.85, hand[-1].corners, (("3z", 0.1),))
    assert read_table(hand, 600, 300, players=3).hands[0].uncertain
    assert not read_table(hand, 600, 300, players=4).hands[0].uncertain


def test_a_tile_that_was_nearly_read_as_a_flower_stays_in_the_hand() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m")
    laid[3] = Detection("flower", 0.5, laid[3].corners, (("4p", 0.46),))
    (hand,) = read_table(laid, 600, 300).hands
    assert hand.faces[3] == "4p"
    assert hand.uncertain


def top(x: float, y: float) -> Quad:
    """What one sees of a standing tile from above: 20 x 16 mm of its body."""
    return ((x - 10, y - 8), (x + 10, y - 8), (x + 10, y + 8), (x - 10, y + 8))


def test_the_tops_of_standing_tiles_are_no_blank_faces() -> None:
    hand = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2s 3s | 4s")
    tops = [Detection("5z", 0.98, top(20.4 * i, 60.0)) for i in range(13)]
    (found,) = read_table([*hand, *tops], 600, 300).hands
    assert found == read_table(hand, 600, 300).hands[0]


@pytest.mark.parametrize(
    "rack",
    [
        "b 1m 3m 1s 6s 8s 1p 1p 3p 4p 5p 7p 7z 1z b",
        "b 6p 5z 1p 4z b 6z 2z 8p 4p 3z b 5z 6s 2z 7m",
        "b 6p 5z 1p 4z | b 6z 2z 8p 4p 3z | b 5z 6s 2z 7m",
    ],
)
def test_face_down_tiles_beside_a_rack_and_in_its_gaps_are_a_wall_behind(rack: str) -> None:
    reading = read_table(row(rack), 600, 300)
    assert list(reading.hands[0].faces) == [w for w in rack.split() if w not in "b|"]
    assert not reading.dora_indicators


@given(
    st.lists(
        st.tuples(st.integers(0, 900), st.integers(0, 600), st.booleans(), st.sampled_from(FACES)),
        max_size=30,
    )
)
@settings(max_examples=15, deadline=None)
def test_boxes_anywhere_are_read_without_using_one_twice_in_a_hand(
    boxes: list[tuple[int, int, bool, str]],
) -> None:
    found = [Detection(face, 0.8, rectangle(x, y, turned)) for x, y, turned, face in boxes]
    for hand in read_table(found, 900, 600).hands:
        own = (*indices_of(hand), *hand.nuki)
        assert len(set(own)) == len(own)
        assert len(hand.faces) == len(indices_of(hand))
        whole = len(hand.concealed) + 3 * len(hand.melds) == 14
        assert hand.uncertain or whole or not hand.concealed


def test_ura_without_riichi_are_doubted() -> None:
    game = win("123m456p789s1122z", "1z", riichi=True, ura="5z")
    straight = tuple(replace(discard, sideways=False) for discard in game.rivers[0])
    game = replace(game, rivers=(straight, *game.rivers[1:]))
    _, _, reading = seen(game, TABLE)
    assert reading.hands[0].uncertain
    assert [message.code for message in reading.messages] == ["ura_alone"]
