"""The game ledger hand by hand: payments, deal, honba, draws, the end of the game."""

from dataclasses import replace

import pytest

from scorer._errors import ScoringError
from scorer._game_events import (
    Abort,
    AbortiveDraw,
    Chips,
    Chombo,
    Correction,
    EndGame,
    ExhaustiveDraw,
    Pao,
    Penalty,
    RiichiAnnulled,
    RiichiDeclared,
    TakeOver,
    TimeUp,
    Win,
    Winner,
)
from scorer._game_state import End, new_game, win_context
from scorer._hand import Riichi, WinContext, Wind
from scorer._ledger import play_event, replay, replay_steps
from scorer._rulefile import load_rules
from scorer._rules import TENHOU

E, S, W, N = Wind
SANMA = load_rules("sanma-tenhou")
TWO = replace(TENHOU, players=2)


def tsumo(player, points, pao=None):
    return Win((Winner(player, points, pao),))


def ron(player, discarder, points, pao=None):
    return Win((Winner(player, points, pao),), discarder)


def place(state):
    """Return the round, the dealer, honba and sticks of a state."""
    return state.round_wind, state.dealer, state.honba, state.riichi_sticks


def refused(code, events, rules=TENHOU):
    with pytest.raises(ScoringError) as caught:
        replay(events, rules)
    assert caught.value.code == code
    assert caught.value.message.endswith(".")


def all_last(scores=(25000, 25000, 25000, 25000), wind=S, dealer=3, **state):
    return TakeOver(scores, wind, dealer, **state)


# Wins.


def test_a_non_dealer_tsumo_is_paid_double_by_the_dealer():
    state = replay([tsumo(1, 7900)], TENHOU)
    assert state.scores == (21100, 32900, 23000, 23000)
    assert place(state) == (E, 1, 0, 0)


def test_a_dealer_win_keeps_the_deal_and_adds_a_honba():
    state = replay([tsumo(0, 11700), ron(0, 2, 1500)], TENHOU)
    assert state.scores == (25000 + 11700 + 1800, 21100, 21100 - 1800, 21100)
    assert place(state) == (E, 0, 2, 0)


def test_honba_and_sticks_go_to_the_winner():
    state = replay(
        [ExhaustiveDraw((0,)), RiichiDeclared(1), RiichiDeclared(2), tsumo(1, 4000)], TENHOU
    )
    assert state.scores == (28000 - 2100, 24000 - 1000 + 4000 + 300 + 2000, 22000 - 100, 22900)
    assert place(state) == (E, 1, 0, 0)


def test_of_two_rons_the_first_in_turn_order_takes_honba_and_sticks():
    win = Win((Winner(2, 2000), Winner(0, 3900)), discarder=3)
    state = replay([ExhaustiveDraw((0, 1, 2)), RiichiDeclared(1), win], TENHOU)
    assert state.scores == (26000 + 3900 + 300 + 1000, 25000, 28000, 22000 - 5900 - 300)
    assert place(state) == (E, 0, 2, 0)


def test_honba_to_each_and_own_sticks_back():
    rules = replace(TENHOU, ron_honba="each", ron_sticks="own_back")
    win = Win((Winner(2, 2000), Winner(1, 1000)), discarder=0)
    events = [TakeOver((25000,) * 4, honba=2, riichi_sticks=1), RiichiDeclared(2), win]
    assert replay(events, rules).scores == (25000 - 4200, 25000 + 2600, 27600, 25000)


def test_three_rons_by_the_rules():
    win = Win(tuple(Winner(player, 1000) for player in (1, 2, 3)), discarder=0)
    triple = replace(TENHOU, multiple_ron="triple", triple_ron_draw=False)
    assert replay([win], triple).scores == (22000, 26000, 26000, 26000)
    refused("triple_ron", [win])
    refused("too_many_rons", [win], replace(TENHOU, triple_ron_draw=False))
    two = Win(win.winners[:2], discarder=0)
    refused("head_bump", [two], replace(TENHOU, multiple_ron="head_bump"))


@pytest.mark.parametrize(
    ("win", "deltas"),
    [
        (tsumo(1, 32000, Pao(2, 32000)), (0, 32300, -32300, 0)),
        (ron(1, 0, 32000, Pao(2, 32000)), (-16000, 32300, -16300, 0)),
        (ron(1, 2, 32000, Pao(2, 32000)), (0, 32300, -32300, 0)),
        (tsumo(1, 64000, Pao(3, 32000)), (-16000, 64300, -8000, -40300)),
        (ron(1, 0, 64000, Pao(3, 32000)), (-48000, 64300, 0, -16300)),
        (ron(1, 0, 8000, Pao(3, 0)), (-8300, 8300, 0, 0)),
    ],
)
def test_pao(win, deltas):
    before = TakeOver((90000,) * 4, honba=1)
    assert replay([before, win], TENHOU).scores == tuple(90000 + delta for delta in deltas)


def test_honba_of_a_pao_ron_may_stay_with_the_discarder():
    rules = replace(TENHOU, pao_honba="discarder")
    events = [TakeOver((90000,) * 4, honba=1), ron(1, 0, 32000, Pao(2, 32000))]
    assert replay(events, rules).scores == (90000 - 16300, 90000 + 32300, 90000 - 16000, 90000)


def test_three_players_lose_the_share_of_the_absent_one_or_split_it():
    assert replay([tsumo(1, 6000)], SANMA).scores == (31000, 41000, 33000)
    assert replay([tsumo(0, 8000), ron(1, 2, 7700)], SANMA).scores == (43000, 38900, 23100)
    split = replace(SANMA, sanma_tsumo="north_bisection")
    assert replay([tsumo(1, 8000)], split).scores == (30000, 43000, 32000)


def test_two_players_pay_each_other():
    state = replay([tsumo(1, 8000), ExhaustiveDraw((0,)), ron(1, 0, 2000)], TWO)
    assert state.scores == (25000 - 8000 + 3000 - 2300, 25000 + 8000 - 3000 + 2300)
    assert place(state) == (S, 1, 0, 0)


@pytest.mark.parametrize(
    ("code", "win"),
    [
        ("no_winner", Win(())),
        ("winner_twice", Win((Winner(1, 1000), Winner(1, 1000)), 0)),
        ("several_tsumo", Win((Winner(1, 1100), Winner(2, 1100)))),
        ("own_discard", ron(1, 1, 1000)),
        ("no_such_player", ron(4, 1, 1000)),
        ("no_such_player", ron(1, -1, 1000)),
        ("points", ron(1, 0, 1050)),
        ("points", ron(1, 0, 0)),
        ("tsumo_points", tsumo(1, 2100)),
        ("tsumo_points", tsumo(0, 4000)),
        ("pao_self", tsumo(1, 32000, Pao(1, 32000))),
        ("pao_points", tsumo(1, 32000, Pao(2, 48000))),
    ],
)
def test_impossible_wins_are_told(code, win):
    refused(code, [win])


# Riichi.


def test_riichi_puts_a_stick_on_the_table_and_an_annulled_one_takes_it_back():
    state = replay([RiichiDeclared(2)], TENHOU)
    assert state.scores == (25000, 25000, 24000, 25000)
    assert (state.riichi, state.riichi_sticks) == ((2,), 1)
    assert replay([RiichiDeclared(2), RiichiAnnulled(2)], TENHOU) == new_game(TENHOU)


def test_impossible_riichi_are_told():
    refused("riichi_twice", [RiichiDeclared(2), RiichiDeclared(2)])
    refused("no_riichi", [RiichiDeclared(1), RiichiAnnulled(2)])
    refused("no_riichi", [RiichiDeclared(1), ExhaustiveDraw((1,)), RiichiAnnulled(1)])
    poor = TakeOver((900, 40000, 30000, 29100))
    refused("riichi_below_1000", [poor, RiichiDeclared(0)])
    below = replace(TENHOU, riichi_below_1000=True)
    assert replay([poor, RiichiDeclared(0)], below).scores[0] == -100


# Draws.


@pytest.mark.parametrize(
    ("tenpai", "deltas"),
    [
        ((), (0, 0, 0, 0)),
        ((1,), (-1000, 3000, -1000, -1000)),
        ((0, 3), (1500, -1500, -1500, 1500)),
        ((0, 1, 2), (1000, 1000, 1000, -3000)),
        ((0, 1, 2, 3), (0, 0, 0, 0)),
    ],
)
def test_noten_payments(tenpai, deltas):
    state = replay([ExhaustiveDraw(tenpai)], TENHOU)
    assert state.scores == tuple(25000 + delta for delta in deltas)
    assert place(state) == (E, 0 if 0 in tenpai else 1, 1, 0)


def test_nagashi_mangan_replaces_the_noten_payments_and_leaves_the_sticks():
    events = [RiichiDeclared(3), ExhaustiveDraw((0, 3), nagashi=(1,))]
    state = replay(events, TENHOU)
    assert state.scores == (21000, 33000, 23000, 22000)
    assert place(state) == (E, 0, 1, 1)
    both = replay([ExhaustiveDraw(nagashi=(0, 1))], TENHOU)
    assert both.scores == (25000 + 12000 - 4000, 25000 + 8000 - 4000, 19000, 19000)
    refused("nagashi_off", [ExhaustiveDraw(nagashi=(1,))], replace(TENHOU, nagashi_mangan=False))


def test_a_player_in_riichi_must_be_tenpai():
    refused("riichi_noten", [RiichiDeclared(3), ExhaustiveDraw((0, 1))])
    refused("no_such_player", [ExhaustiveDraw((0, 4))])


@pytest.mark.parametrize(
    ("renchan", "outcome", "dealer"),
    [
        ("never", tsumo(0, 6000), 1),
        ("never", ExhaustiveDraw((0,)), 1),
        ("win", tsumo(0, 6000), 0),
        ("win", ExhaustiveDraw((0,)), 1),
        ("tenpai", ExhaustiveDraw((0,)), 0),
        ("tenpai", ExhaustiveDraw((1,)), 1),
        ("noten", ExhaustiveDraw((1,)), 0),
        ("noten", tsumo(1, 4000), 1),
        ("never", AbortiveDraw(Abort.SUUKAIKAN), 0),
    ],
)
def test_who_deals_next(renchan, outcome, dealer):
    state = replay([outcome], replace(TENHOU, renchan=renchan))
    won_away = isinstance(outcome, Win) and dealer == 1
    assert (state.dealer, state.honba) == (dealer, 0 if won_away else 1)


def test_an_abortive_draw_keeps_the_deal_and_the_sticks():
    events = [*(RiichiDeclared(player) for player in range(4)), AbortiveDraw(Abort.SUUCHA_RIICHI)]
    state = replay(events, TENHOU)
    assert state.scores == (24000,) * 4
    assert place(state) == (E, 0, 1, 4)
    assert state.riichi == ()


@pytest.mark.parametrize(
    ("kind", "option"),
    [
        (Abort.KYUUSHU_KYUUHAI, "abort_kyuushu_kyuuhai"),
        (Abort.SUUFON_RENDA, "abort_suufon_renda"),
        (Abort.SUUKAIKAN, "abort_suukaikan"),
        (Abort.SANCHAHOU, "triple_ron_draw"),
    ],
)
def test_each_abortive_draw_is_an_option(kind, option):
    assert replay([AbortiveDraw(kind)], TENHOU).honba == 1
    refused("abort_off", [AbortiveDraw(kind)], replace(TENHOU, **{option: False}))


def test_impossible_abortive_draws_are_told():
    refused("abort_riichi", [RiichiDeclared(0), AbortiveDraw(Abort.SUUCHA_RIICHI)])
    rules = replace(SANMA, abort_suufon_renda=True)
    refused("abort_players", [AbortiveDraw(Abort.SUUFON_RENDA)], rules)


# Faults, chips, corrections.


def test_a_chombo_is_a_mangan_paid_backwards_and_the_hand_is_dealt_again():
    events = [ExhaustiveDraw((0,)), RiichiDeclared(2), Chombo(1)]
    state = replay(events, TENHOU)
    assert state.scores == (28000 + 4000, 24000 - 8000, 24000 + 2000, 24000 + 2000)
    assert place(state) == (E, 0, 1, 0)
    assert state.hand == 3
    assert replay([Chombo(0)], TENHOU).scores == (13000, 29000, 29000, 29000)


def test_a_chombo_may_take_points_off_the_table_or_after_the_uma():
    points = replace(TENHOU, chombo="points", chombo_points=20000)
    state = replay([Chombo(1)], points)
    assert (state.scores[1], state.off_table) == (5000, 20000)
    later = replay([Chombo(1)], replace(points, chombo_after_uma=True))
    assert (later.scores, later.deductions) == ((25000,) * 4, (0, 20000, 0, 0))
    mangan_later = replay([Chombo(0)], replace(TENHOU, chombo_after_uma=True))
    assert mangan_later.deductions == (12000, 0, 0, 0)


def test_after_a_chombo_play_may_go_on_without_the_offender():
    rules = replace(TENHOU, chombo_ends_hand=False)
    state = replay([RiichiDeclared(1), Chombo(2)], rules)
    assert (state.out, state.riichi, state.hand) == ((2,), (1,), 1)
    refused("winner_out", [Chombo(2), tsumo(2, 4000)], rules)
    refused("riichi_out", [Chombo(2), RiichiDeclared(2)], rules)
    refused("winner_out", [Chombo(2), ExhaustiveDraw((2,))], rules)
    assert replay([Chombo(2), ExhaustiveDraw()], rules).out == ()


def test_a_penalty_is_paid_at_once_or_after_the_uma():
    state = replay(
        [Penalty(1, 3000, "called out of turn")], replace(TENHOU, penalty_after_uma=False)
    )
    assert state.scores == (26000, 22000, 26000, 26000)
    assert replay([Penalty(1, 3000), Penalty(1, 500)], TENHOU).deductions == (0, 3500, 0, 0)
    refused("penalty_not_divisible", [Penalty(1, 1000)], replace(TENHOU, penalty_after_uma=False))
    refused("points", [Penalty(1, 0)])


def test_chips_change_hands():
    rules = replace(TENHOU, chip_points=2000)
    assert replay([Chips((3, -1, -1, -1)), Chips((-2, 2, 0, 0))], rules).chips == (1, 1, -1, -1)
    refused("chips_lost", [Chips((3, -1, -1, 0))], rules)
    refused("chips_off", [Chips((3, -1, -1, -1))])
    refused("players", [Chips((1, -1))], rules)


def test_a_correction_moves_points_sticks_and_honba():
    state = replay([Correction((-1000, 500, -500, 0), riichi_sticks=1, honba=3)], TENHOU)
    assert state.scores == (24000, 25500, 24500, 25000)
    assert place(state) == (E, 0, 3, 1)
    assert replay([Correction((100, -100, 0, 0))], TENHOU).honba == 0
    refused("correction_unbalanced", [Correction((1000, 0, 0, 0))])
    refused("negative_count", [Correction((1000, 0, 0, 0), riichi_sticks=-1)])
    refused("negative_count", [Correction((0, 0, 0, 0), honba=-1)])
    refused("players", [Correction((0, 0, 0))])


def test_a_payment_that_loses_points_is_told():
    refused("points_lost", [ExhaustiveDraw((0, 1, 2))], replace(TENHOU, noten_payment=1000))


# The game.


def test_a_hanchan_goes_through_east_and_south():
    states = replay_steps(
        [ron(1, 0, 1000), ron(2, 1, 1000), ron(3, 2, 1000), ron(0, 3, 1000)] * 2,
        replace(TENHOU, goal_points=0),
    )
    assert [place(state)[:2] for state in states[:-1]] == [
        (wind, dealer) for wind in (E, S) for dealer in range(4)
    ]
    assert [state.seat_wind(0) for state in states[:4]] == [E, N, W, S]
    assert states[1].player_at(E) == 1
    assert states[-1].end is End.LAST_HAND
    assert states[-1].hand == 8


@pytest.mark.parametrize(
    ("rules", "hands"),
    [
        (replace(TENHOU, length="one_hand"), 1),
        (replace(TENHOU, length="tonpuu", extra_rounds="none"), 4),
        (replace(TENHOU, length="hanchan", extra_rounds="none"), 8),
        (replace(TENHOU, length="full"), 16),
        (replace(TENHOU, length="tonpuu"), 8),
        (replace(TENHOU, extra_rounds="four_hands"), 12),
        (replace(TENHOU, length="tonpuu", goal_points=25000), 4),
        (replace(SANMA, extra_rounds="none"), 6),
        (SANMA, 9),
        (replace(TWO, extra_rounds="none"), 4),
    ],
)
def test_how_many_hands_a_game_of_draws_has(rules, hands):
    state = new_game(rules)
    for _ in range(hands):
        assert state.end is None
        state = play_event(state, ExhaustiveDraw())
    assert state.end is End.LAST_HAND


def test_a_hand_of_one_repeats_only_after_an_abortive_draw():
    rules = replace(TENHOU, length="one_hand")
    events = [AbortiveDraw(Abort.KYUUSHU_KYUUHAI), tsumo(0, 6000)]
    assert [state.end for state in replay_steps(events, rules)] == [None, None, End.LAST_HAND]


def test_sudden_death_ends_with_the_goal():
    events = [all_last(), ExhaustiveDraw((0,)), ron(1, 2, 1000), ron(2, 1, 8000)]
    states = replay_steps(events, TENHOU)
    assert place(states[2])[:2] == (W, 0)
    assert states[3].end is None
    assert states[4].end is End.GOAL


def test_in_sudden_death_a_dealer_who_does_not_lead_plays_on():
    rich = all_last((25000, 29000, 23000, 23000), wind=W, dealer=0)
    states = replay_steps([rich, ExhaustiveDraw((0, 1)), ExhaustiveDraw((1,))], TENHOU)
    assert states[2].scores[1] == 30500
    assert (states[2].end, states[3].end) == (None, End.GOAL)


def test_four_extra_hands_are_played_to_the_end():
    rules = replace(TENHOU, extra_rounds="four_hands")
    events = [all_last(wind=W, dealer=1), ron(0, 3, 12000), ron(0, 3, 1000), ron(0, 1, 1000)]
    states = replay_steps(events, rules)
    assert [state.end for state in states[1:]] == [None, None, None, End.LAST_HAND]


@pytest.mark.parametrize(
    ("scores", "event", "rules", "end"),
    [
        ((25000, 25000, 20000, 30000), tsumo(3, 6000), TENHOU, End.AGARI_YAME),
        ((25000, 25000, 20000, 30000), ExhaustiveDraw((3,)), TENHOU, End.TENPAI_YAME),
        ((24000, 40000, 10000, 26000), tsumo(3, 6000), TENHOU, None),
        ((25000, 25000, 25000, 25000), ron(3, 0, 1500), TENHOU, None),
        ((25000, 25000, 20000, 30000), AbortiveDraw(Abort.SUUKAIKAN), TENHOU, None),
        ((25000, 25000, 20000, 30000), tsumo(3, 6000), replace(TENHOU, agari_yame=False), None),
        (
            (25000, 25000, 20000, 30000),
            ExhaustiveDraw((3,)),
            replace(TENHOU, tenpai_yame=False),
            None,
        ),
        (
            (25000, 25000, 25000, 25000),
            ron(3, 0, 1500),
            replace(TENHOU, extra_rounds="none"),
            End.AGARI_YAME,
        ),
        ((31500, 25000, 13500, 30000), ron(3, 2, 1500), TENHOU, None),
    ],
)
def test_the_last_dealer_may_stop_when_leading(scores, event, rules, end):
    assert replay([all_last(scores), event], rules).end is end


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_no_dealer_stops_before_the_last(dealer):
    events = [TakeOver((40000, 20000, 20000, 20000), S, dealer), ExhaustiveDraw((dealer,))]
    assert replay(events, TENHOU).end is None


@pytest.mark.parametrize(
    ("tobi", "left", "end"),
    [
        ("off", -100, None),
        ("below_zero", -100, End.TOBI),
        ("below_zero", 0, None),
        ("at_zero", 0, End.TOBI),
        ("at_zero", 100, None),
    ],
)
def test_tobi(tobi, left, end):
    events = [TakeOver((25000, 8000 + left, 30000, 37000 - left)), ron(2, 1, 8000)]
    assert replay(events, replace(TENHOU, tobi=tobi)).end is end


@pytest.mark.parametrize(("limit", "more"), [("finish_hand", 1), ("one_more_hand", 2)])
def test_after_the_time_few_hands_are_played(limit, more):
    rules = replace(TENHOU, time_limit=limit)
    state = replay([tsumo(0, 6000), TimeUp()], rules)
    for _ in range(more):
        assert state.end is None
        state = play_event(state, tsumo(0, 6000))
    assert state.end is End.TIME
    refused("time_twice", [TimeUp(), TimeUp()], rules)
    refused("time_off", [TimeUp()])


def test_a_chombo_after_the_time_ends_the_last_hand():
    rules = replace(TENHOU, time_limit="finish_hand")
    assert replay([TimeUp(), Chombo(1)], rules).end is End.TIME


def test_players_may_stop_in_the_middle_of_a_hand():
    state = replay([tsumo(1, 4000), RiichiDeclared(2), EndGame()], TENHOU)
    assert (state.end, state.riichi_sticks, sum(state.scores)) == (End.AGREED, 0, 100000)


def test_after_the_end_only_the_accounts_can_be_set_right():
    over = [EndGame()]
    refused("game_over", [*over, RiichiDeclared(0)])
    refused("game_over", [*over, tsumo(1, 4000)])
    assert replay([*over, Correction((100, -100, 0, 0))], TENHOU).scores[0] == 25100
    assert replay([*over, Penalty(0, 1000)], TENHOU).deductions[0] == 1000


def test_only_events_are_played():
    with pytest.raises(TypeError, match="'ron' is no event"):
        play_event(new_game(TENHOU), "ron")


def test_a_ledger_can_begin_in_the_middle_of_a_game():
    start = TakeOver((30000, 20000, 24000, 25000), S, 2, honba=1, riichi_sticks=1)
    state = replay([start, ron(0, 1, 1000)], TENHOU)
    assert state.scores == (32300, 18700, 24000, 25000)
    assert place(state) == (S, 3, 0, 0)
    refused("take_over_late", [tsumo(0, 6000), start])
    refused("players", [start], SANMA)
    refused("negative_count", [replace(start, honba=-1)])
    refused("no_such_player", [replace(start, dealer=4)])


def test_what_the_table_knows_of_a_win():
    state = replay([TakeOver((25000,) * 4, S, 1, honba=2), RiichiDeclared(0)], TENHOU)
    assert win_context(state, 0, 1) == WinContext(
        tsumo=False,
        seat_wind=N,
        round_wind=S,
        riichi=Riichi.RIICHI,
        honba=2,
        riichi_sticks=1,
        discarder=E,
    )
    assert win_context(state, 1, 0).discarder_in_riichi
    assert win_context(state, 1).tsumo
    with pytest.raises(ScoringError, match="no player 7"):
        win_context(state, 7)


def test_the_eighth_win_in_a_row_is_a_paarenchan():
    rules = replace(TENHOU, tobi="off")
    seven = [ron(0, 1, 1500)] * 7
    assert win_context(replay(seven, rules), 0).paarenchan
    assert not win_context(replay(seven, rules), 1).paarenchan
    assert not win_context(replay(seven[1:], rules), 0).paarenchan
    broken = [*seven, ExhaustiveDraw((0,))]
    assert not win_context(replay(broken, rules), 0).paarenchan
    dealerships = replace(rules, paarenchan="dealerships")
    assert win_context(replay(broken, dealerships), 0).paarenchan
    assert not win_context(replay(seven[1:], dealerships), 0).paarenchan
