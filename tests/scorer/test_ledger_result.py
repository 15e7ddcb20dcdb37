"""Places, uma, oka, sticks, chips, yakitori and deductions at the end of a game."""

from dataclasses import replace

import pytest

from scorer._game_events import (
    Chips,
    Chombo,
    ExhaustiveDraw,
    Penalty,
    RiichiDeclared,
    TakeOver,
    Win,
    Winner,
)
from scorer._game_state import new_game
from scorer._ledger import play_event, replay
from scorer._ledger_result import final_result, left_over_sticks_to
from scorer._rulefile import load_rules, rule_set_names
from scorer._rules import TENHOU

EMA = replace(TENHOU, start_points=30000, return_points=30000, uma=(15, 5, -5, -15), ties="shared")
JPML = replace(
    EMA,
    uma_by="players_above_start",
    uma=(8, 4, -4, -8),
    uma_above=((12, -1, -3, -8), (8, 4, -4, -8), (8, 3, 1, -12)),
    left_over_sticks="void",
)


def result(scores, rules, *events):
    return final_result(replay([TakeOver(scores), *events], rules))


def totals(results):
    return {player.player: player.total for player in results}


def test_uma_and_oka_of_a_tenhou_game():
    results = result((24000, 38300, 27700, 10000), TENHOU)
    assert [(row.player, row.place, row.uma, row.oka) for row in results] == [
        (1, 1, 20, 20),
        (2, 2, 10, 0),
        (0, 3, -10, 0),
        (3, 4, -20, 0),
    ]
    assert [row.total for row in results] == [48.3, 7.7, -16.0, -40.0]


def test_equal_scores_go_by_seat_or_share():
    scores = (25000, 25000, 30000, 20000)
    by_seat = result(scores, replace(TENHOU, return_points=25000))
    assert [(row.player, row.place, row.uma) for row in by_seat] == [
        (2, 1, 20),
        (0, 2, 10),
        (1, 3, -10),
        (3, 4, -20),
    ]
    shared = result((30000, 30000, 40000, 20000), EMA)
    assert [(row.player, row.place, row.uma) for row in shared] == [
        (2, 1, 15),
        (0, 2, 0),
        (1, 2, 0),
        (3, 4, -15),
    ]
    first_three = result((35000, 35000, 35000, 15000), replace(EMA, start_points=25000))
    assert [(row.place, row.uma) for row in first_three] == [(1, 5), (1, 5), (1, 5), (4, -15)]
    assert sum(row.oka for row in first_three) == pytest.approx(20, abs=1e-5)


@pytest.mark.parametrize(
    ("scores", "uma"),
    [
        ((41000, 29900, 29100, 20000), [12, -1, -3, -8]),
        ((41000, 30000, 29000, 20000), [8, 4, -4, -8]),
        ((31000, 31500, 32000, 25500), [8, 3, 1, -12]),
        ((30000, 30000, 30000, 30000), [0, 0, 0, 0]),
    ],
)
def test_uma_by_how_many_players_stand_above_the_start(scores, uma):
    assert [row.uma for row in result(scores, JPML)] == uma


def test_left_over_sticks_go_to_the_winner_or_nobody():
    scores = (24000, 38000, 28000, 10000)
    events = (RiichiDeclared(0), RiichiDeclared(2))
    assert result(scores, TENHOU, *events)[0].score == 40000
    assert left_over_sticks_to(replay(events[:1], TENHOU)) == 1
    void = replace(TENHOU, left_over_sticks="void")
    assert result(scores, void, *events)[0].score == 38000
    assert left_over_sticks_to(replay(events[:1], void)) is None


def test_a_stick_may_not_decide_who_is_first():
    first = result((25000, 25000, 25000, 25000), TENHOU, RiichiDeclared(0))[0]
    assert (first.player, first.score) == (1, 26000)


def test_chips_penalties_and_chombo_come_on_top():
    rules = replace(TENHOU, chip_points=2000, chombo="points", chombo_after_uma=True)
    even = totals(result((25000,) * 4, rules))
    events = (Chips((3, -1, -1, -1)), Penalty(1, 1500), Chombo(2))
    after = totals(result((25000,) * 4, rules, *events))
    assert [after[player] - even[player] for player in range(4)] == [6, -3.5, -22, -2]


def test_players_without_a_win_pay_yakitori_to_the_others():
    rules = replace(TENHOU, yakitori_points=6000)
    wins = (Win((Winner(0, 1500),), 3), Win((Winner(1, 1000),), 3))
    columns = {row.player: row.yakitori for row in result((25000,) * 4, rules, *wins)}
    assert columns == {0: 6, 1: 6, 2: -6, 3: -6}
    assert {row.yakitori for row in result((25000,) * 4, rules)} == {0}


@pytest.mark.parametrize("name", rule_set_names())
def test_every_shipped_rule_set_plays_a_game_to_its_result(name):
    rules = load_rules(name)
    state = new_game(rules)
    while state.end is None:
        state = play_event(state, ExhaustiveDraw((state.dealer,) if state.honba < 1 else ()))
    results = final_result(state)
    assert (results[0].player, results[0].place) == (0, 1)
    assert sum(row.score for row in results) == rules.start_points * rules.players
    assert sum(row.total for row in results) == pytest.approx(
        sum(row.uma for row in results), abs=1e-5
    )


def test_three_and_two_players():
    sanma = replace(
        TENHOU, players=3, start_points=35000, return_points=40000, uma=(15.0, 0.0, -15.0)
    )
    assert [row.total for row in result((35000, 50000, 20000), sanma)] == [40, -5, -35]
    two = replace(TENHOU, players=2, return_points=25000, uma=(5.0, -5.0))
    assert [row.total for row in result((20000, 30000), two)] == [10, -10]
