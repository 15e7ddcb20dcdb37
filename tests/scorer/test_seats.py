"""Seats, the first dealer and the wall, as the dice say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer._errors import ScoringError
from scorer._hand import Wind
from scorer._seats import WallBreak, WallPlace, break_wall, counted_seat, draw_seats, first_dealer

E, S, W, N = Wind
SUMS = range(2, 13)


def test_seats_follow_the_winds_drawn():
    assert draw_seats([W, E, N, S]) == (1, 3, 0, 2)
    assert draw_seats([S, W, E]) == (2, 0, 1)
    assert draw_seats([S, E]) == (1, 0)


@pytest.mark.parametrize("drawn", [[E, E, S, W], [E, S, N], [E], []])
def test_a_wind_drawn_twice_or_out_of_play_is_told(drawn):
    with pytest.raises(ScoringError, match="winds drawn are") as caught:
        draw_seats(drawn)
    assert caught.value.code == "seat_draw"


def test_dice_count_seats_as_every_player_learns_it():
    own, right, across, left = {5, 9}, {2, 6, 10}, {3, 7, 11}, {4, 8, 12}
    for seat, sums in enumerate((own, right, across, left)):
        assert {dice for dice in SUMS if counted_seat(0, dice) == seat} == sums


def test_two_throws_find_the_first_dealer():
    assert first_dealer([]) == 0
    assert first_dealer([8]) == 3
    assert first_dealer([3, 6]) == 3
    assert first_dealer([2, 2], players=3) == 2


@pytest.mark.parametrize("dice", [0, 1, 13])
def test_impossible_dice_are_told(dice):
    with pytest.raises(ScoringError, match=f"not {dice}"):
        counted_seat(0, dice)
    with pytest.raises(ScoringError, match=f"not {dice}"):
        break_wall(0, dice)


def test_five_players_are_told():
    with pytest.raises(ScoringError, match="not 5"):
        first_dealer([7], players=5)


def test_the_wall_breaks_after_the_stacks_counted():
    assert break_wall(0, 8) == WallBreak(WallPlace(3, 9), WallPlace(3, 6))
    assert break_wall(1, 5) == WallBreak(WallPlace(1, 6), WallPlace(1, 3))
    assert break_wall(0, 2) == WallBreak(WallPlace(1, 3), WallPlace(2, 17))
    assert break_wall(2, 2, players=3) == WallBreak(WallPlace(0, 3), WallPlace(1, 18))


@given(st.sampled_from(SUMS), st.integers(0, 3))
def test_the_indicator_is_the_third_stack_before_the_break(dice, dealer):
    found = break_wall(dealer, dice)
    clockwise = [
        WallPlace((found.deal.seat + 1 - wall) % 4, stack)
        for wall in range(2)
        for stack in range(1, 18)
    ]
    assert clockwise.index(found.deal) - clockwise.index(found.indicator) == 3
