"""How called sets and the winning tile lie, variant by variant of the house rules."""

import pytest
from laid_tables import faces_of, row

from detector import HandReading, TableReading, hand_of, read_table
from scorer._hand import MeldType

CLOSED = "1m 2m 3m 4p 5p 6p 9s"


def read(text: str) -> tuple[TableReading, HandReading]:
    reading = read_table(row(text), 400, 300)
    (hand,) = reading.hands
    return reading, hand


def sets(text: str) -> list[tuple[str, str, str | None, int]]:
    _, hand = read(text)
    faces = faces_of(hand)
    assert not hand.uncertain
    return [
        (
            meld.type,
            " ".join(faces[i] for i in meld.tiles),
            None if meld.called is None else faces[meld.called],
            meld.from_seat,
        )
        for meld in hand.melds
    ]


def test_chi_has_the_called_tile_sideways_at_the_left() -> None:
    found = sets(f"{CLOSED} 7s 8s 9s | 9s | 6s* 5s 7s")
    assert found == [("chi", "6s 5s 7s", "6s", 3)]


@pytest.mark.parametrize(("laid", "seat"), [("7z* 7z 7z", 3), ("7z 7z* 7z", 2), ("7z 7z 7z*", 1)])
def test_pon_shows_by_the_place_of_the_sideways_tile_whose_it_was(laid: str, seat: int) -> None:
    assert sets(f"{CLOSED} 7s 8s 9s | 9s | {laid}") == [("pon", "7z 7z 7z", "7z", seat)]


@pytest.mark.parametrize(
    ("laid", "seat"),
    [("7z* 7z 7z 7z", 3), ("7z 7z* 7z 7z", 2), ("7z 7z 7z* 7z", 2), ("7z 7z 7z 7z*", 1)],
)
def test_open_kan_shows_whose_it_was_either_middle_place_for_toimen(laid: str, seat: int) -> None:
    found = sets(f"{CLOSED} 7s 8s 9s | 9s | {laid}")
    assert found == [("daiminkan", "7z 7z 7z 7z", "7z", seat)]


@pytest.mark.parametrize(
    ("laid", "seat"), [("5p* 0p^ 5p 5p", 3), ("5p 5p* 0p^ 5p", 2), ("5p 5p 5p* 0p^", 1)]
)
def test_added_kan_has_the_fourth_tile_before_the_called_one(laid: str, seat: int) -> None:
    reading, hand = read(f"1m 2m 3m 4p 6p 9s 7s 8s 9s | 9s | {laid}".replace("4p 6p", "1p 1p 1p"))
    (meld,) = hand.melds
    assert (meld.type, meld.from_seat) == ("kakan", seat)
    scored = hand_of(reading, hand).melds[0]
    assert (scored.type, str(scored.called_tile), str(scored.added_tile)) == (
        MeldType.KAKAN,
        "5p",
        "0p",
    )


@pytest.mark.parametrize(
    "laid",
    ["b 3z 3z b", "3z b b 3z", "3z 3z* 3z* 3z", "3z 3z 3z 3z"],
    ids=["outer two face down", "inner two face down", "inner two sideways", "all four up"],
)
def test_closed_kan_in_every_house_variant(laid: str) -> None:
    assert sets(f"{CLOSED} 7s 8s 9s | 9s | {laid}") == [("ankan", "3z 3z 3z 3z", None, 0)]


def test_closed_kan_of_fives_hides_the_red_one_unless_it_shows() -> None:
    hidden = sets("1m 2m 3m 7s 8s 9s 9s 1p 1p 1p | 9s | b 5p 5p b")
    shown = sets("1m 2m 3m 7s 8s 9s 9s 1p 1p 1p | 9s | b 5p 0p b")
    assert sorted(hidden[0][1].split()) == sorted(shown[0][1].split()) == ["0p", "5p", "5p", "5p"]


@pytest.mark.parametrize("chi", ["0s* 4s 6s", "4s* 0s 6s"])
def test_a_red_five_may_be_any_tile_of_a_set(chi: str) -> None:
    (found,) = sets(f"{CLOSED} 1z 1z 1z | 9s | {chi}")
    assert (found[0], found[2]) == ("chi", chi[:2])


def test_added_kan_makes_a_set_two_deep_beside_touching_neighbours() -> None:
    found = sets("1m 2m 9s 9s | 3m | 6z* 6z^ 6z 6z 4p* 5p 6p 2z 2z* 2z^ 2z")
    assert [(kind, seat) for kind, _, _, seat in found] == [("kakan", 3), ("chi", 3), ("kakan", 2)]


def test_four_sets_leave_a_single_tile_and_the_winning_one() -> None:
    found = sets("9s | 9s | 6z* 6z 6z 4p* 5p 6p 2z 2z* 2z 1m 1m 1m*")
    assert [seat for *_, seat in found] == [3, 3, 2, 1]


@pytest.mark.parametrize(
    "text",
    ["1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 3m 4m | 5m", "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z 3m 4m 5m*"],
    ids=["apart", "sideways at the right end"],
)
def test_the_winning_tile_is_told_apart(text: str) -> None:
    _, hand = read(text)
    assert hand.win == 13
    assert not hand.uncertain


def test_a_sideways_winning_tile_before_a_called_set() -> None:
    reading, hand = read("4z 0m 2p 3p 5p 0p 2s 9p 0s 1z 6z* | 5z 5z* 5z")
    assert reading.detections[hand.win or 0].tile == "6z"
    assert [meld.from_seat for meld in hand.melds] == [2]


def test_a_triplet_apart_without_a_sideways_tile_is_not_called() -> None:
    _, hand = read("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z | 7z 7z 7z")
    assert hand.melds == ()
    assert len(hand.concealed) == 14


def test_a_sideways_tile_that_may_win_or_begin_a_set_is_offered_both_ways() -> None:
    _, hand = read("6m 6m 6m 3p 4p 0p 9s 9s 7z 7z 7z* 4z* 4z 4z")
    readings = [hand, *hand.splits]
    assert hand.uncertain
    assert sorted(len(reading.melds) for reading in readings) == [1, 2]
