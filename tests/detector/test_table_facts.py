"""What rivers and called sets tell about a win, and what they leave open."""

import pytest
from made_tables import CLOSED, Table, table

from detector import HandReading, River, with_facts
from scorer import Riichi, WinContext, Wind


def test_after_a_tsumo_it_is_the_winners_turn() -> None:
    assert table((3, 3, 3, 3)).facts(dealer="bottom").turn == "bottom"
    assert table((2, 2, 2, 3)).facts(dealer="left").turn == "bottom"


def test_after_a_ron_it_is_the_turn_of_the_next_seat() -> None:
    assert table((4, 4, 3, 3)).facts(dealer="bottom").turn == "top"


def test_a_pon_passes_the_turn_on_and_takes_a_tile_from_the_river() -> None:
    made = table((2, 3, 2, 1))
    made.meld("right", "pon", "777z", source=2)
    assert made.facts(dealer="bottom").turn == "top"


def test_a_chi_takes_a_tile_but_passes_no_turn() -> None:
    made = table((2, 3, 2, 2))
    made.meld("right", "chi", "789s", source=3)
    assert made.facts(dealer="bottom").turn == "top"


def test_numbers_that_cannot_be_are_told_with_the_seats() -> None:
    facts = table((5, 3, 3, 3)).facts()
    assert facts.turn is None
    assert [seat.discards for seat in facts.seats] == [None] * 4
    assert "(bottom 5, right 3, top 3, left 3)" in facts.messages[0].text


def test_another_dealer_than_the_numbers_say_is_not_believed() -> None:
    assert table((4, 4, 3, 3)).facts(dealer="top").turn is None


def test_ippatsu_is_alive_until_the_next_own_discard() -> None:
    alive, over = table((4, 3, 3, 3), riichi=3).facts(), table((4, 4, 4, 4), riichi=2).facts()
    assert (alive.ippatsu, over.ippatsu) == (True, False)
    assert table((4, 4, 4, 4)).facts().ippatsu is False


def test_a_call_leaves_ippatsu_open_and_says_why() -> None:
    made = table((4, 3, 3, 3), riichi=3)
    made.meld("left", "ankan", "7777z", source=0)
    facts = made.facts()
    assert facts.ippatsu is None
    assert [message.code for message in facts.messages] == ["ippatsu_unknown"]


def test_a_riichi_on_the_first_discard_is_double_unless_somebody_called() -> None:
    made = table((1, 1, 1, 1), riichi=0)
    assert [seat.double for seat in made.facts().seats] == [True, None, None, None]
    made.meld("left", "ankan", "7777z", source=0)
    assert made.facts().seats[0].double is None
    assert table((2, 2, 2, 2), riichi=1).facts().seats[0].double is False


def test_a_called_discard_may_have_been_the_riichi_tile() -> None:
    made = table((3, 3, 2, 2))
    made.meld("right", "pon", "777z", source=2)
    left = made.facts().of("left")
    assert left is not None
    assert left.riichi is None
    assert any(message.code == "riichi_unknown" for message in made.facts().messages)


@pytest.mark.parametrize(
    ("counts", "last"), [((18, 17, 17, 17), True), ((17, 17, 17, 17), False), ((9, 9, 9, 9), False)]
)
def test_the_last_tile_is_told_by_the_number_of_discards(
    counts: tuple[int, ...], last: bool
) -> None:
    dealer = "bottom" if counts[0] == counts[1] else None
    assert table(counts).facts(dealer=dealer).last_tile is last


def test_a_kan_takes_a_tile_from_the_end_of_the_wall() -> None:
    made = table((17, 17, 17, 17))
    made.meld("left", "ankan", "7777z", source=0)
    assert made.facts().last_tile is True


def test_near_the_end_the_last_tile_is_not_told_where_discards_are_missing() -> None:
    made = table((17, 17, 17, 16))
    made.rivers[0] = River("bottom", made.rivers[0].tiles, None, holes=1)
    facts = made.facts()
    assert facts.last_tile is None
    assert "last_tile_unknown" in [message.code for message in facts.messages]


def test_three_players_draw_fifty_five_tiles_less_their_norths() -> None:
    made = table((18, 18, 18))
    assert made.facts(players=3).last_tile is True
    made = table((18, 18, 17))
    north = made.put("4z")
    made.hands.append(HandReading("right", (), None, (), (), uncertain=False, nuki=north))
    assert made.facts(players=3).last_tile is True


def test_two_players_take_turns_across_the_table() -> None:
    made = table((3, 0, 2), win="1z")
    assert made.facts(players=2, dealer="bottom").turn == "top"
    assert made.facts(players=2, dealer="bottom").last_tile is None


def test_a_wait_among_the_own_discards_is_furiten_even_if_it_was_called() -> None:
    assert table((3, 3, 3, 3)).facts().furiten is False
    made = Table()
    made.hand(CLOSED, "1z")
    made.river("bottom", "9m2z")
    assert made.facts().furiten is True
    made = table((3, 3, 3, 3))
    made.meld("right", "pon", "222z", source=3)
    facts = made.facts(dealer=None)
    assert facts.furiten is True
    assert any(message.code == "furiten" for message in facts.messages)


def test_what_is_settled_goes_into_the_context_and_nothing_else() -> None:
    said = WinContext(tsumo=True, seat_wind=Wind.S, ippatsu=True, honba=2)
    made = table((1, 1, 1, 1), riichi=0)
    told = with_facts(said, made.facts())
    assert (told.riichi, told.ippatsu, told.chiihou, told.honba) == (Riichi.DOUBLE, True, False, 2)
    made.meld("left", "ankan", "7777z", source=0)
    assert with_facts(said, made.facts()).ippatsu is True


def test_a_tsumo_in_the_first_go_around_is_chiihou_where_others_have_discarded() -> None:
    facts = table((0, 0, 1, 1)).facts(dealer="top")
    tsumo = WinContext(tsumo=True, seat_wind=Wind.W)
    assert with_facts(tsumo, facts).chiihou
    assert not with_facts(WinContext(tsumo=False, seat_wind=Wind.W), facts).chiihou


def test_a_hand_without_its_table_tells_nothing() -> None:
    facts = table(()).facts(dealer=None)
    own = facts.of("bottom")
    assert own is not None
    assert (own.riichi, facts.ippatsu, facts.last_tile, facts.first_turn, facts.furiten) == (
        (None,) * 5
    )
    for wind in (Wind.E, Wind.S):
        said = WinContext(tsumo=True, seat_wind=wind)
        assert with_facts(said, facts) == said


def test_haitei_by_tsumo_houtei_by_ron() -> None:
    facts = table((18, 17, 17, 17)).facts(dealer=None)
    tsumo = with_facts(WinContext(tsumo=True), facts)
    ron = with_facts(WinContext(tsumo=False), facts)
    assert (tsumo.haitei, tsumo.houtei, ron.haitei, ron.houtei) == (True, False, False, True)
