"""The ledger as a fold: undo, other seats, other rules, and what holds after every event."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer._errors import ScoringError
from scorer._game_events import (
    Abort,
    AbortiveDraw,
    Chips,
    Chombo,
    Correction,
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
from scorer._game_json import event_from_dict, event_to_dict
from scorer._game_state import new_game, win_context
from scorer._hand import Hand, Meld, MeldType, Riichi, WinContext, Wind
from scorer._ledger import play_event, replay, replay_steps
from scorer._ledger_edit import rescore, reseat, scored_winner
from scorer._ledger_payments import win_deltas
from scorer._ledger_result import final_result
from scorer._payments import points_of
from scorer._points import base_points, yakuman_points
from scorer._rules import TENHOU
from scorer._score import score
from scorer._tile import Tile, parse_tiles

LENIENT = replace(TENHOU, chip_points=1000, time_limit="one_more_hand", tobi="off", length="full")
RULES = [
    LENIENT,
    TENHOU,
    replace(LENIENT, multiple_ron="triple", triple_ron_draw=False, ron_honba="each"),
    replace(LENIENT, ron_sticks="own_back", renchan="win", chombo_ends_hand=False),
    replace(LENIENT, players=3, honba_ron=200, noten_payment=2000, pao_honba="discarder"),
    replace(LENIENT, players=3, noten_payment=2000, sanma_tsumo="north_bisection"),
    replace(LENIENT, players=2, two_player_tsumo="half"),
    replace(LENIENT, kiriage=True, chombo="points", ties="shared", left_over_sticks="void"),
]
VALUES = [
    *(base_points(han, fu, TENHOU)[0] for han in range(1, 14) for fu in (30, 40, 70)),
    yakuman_points(1, TENHOU)[0],
    yakuman_points(2, TENHOU)[0],
]


# What is drawn for one event: its kind, three players (as far as the game has them), a value.
choices = st.tuples(
    st.integers(0, 12), st.permutations(range(4)), st.sampled_from(VALUES), st.booleans()
)


def won(state, players, base, flag):
    """Return a win that the points table knows, of one or two players, with or without pao."""
    first, second, last = players[0], players[1], players[-1]
    several = flag and state.players > 2 and base < 2000
    discarder = last if several or base % 3 else None
    liable = second if flag and not several and base >= 8000 else None
    winners = [winner(state, player, discarder, liable, base) for player in (first, second)]
    return Win(tuple(winners) if several else (winners[0],), discarder)


def winner(state, player, discarder, liable, base):
    points = points_of(base, win_context(state, player, discarder), state.rules)
    pao = None if liable in (None, player) else Pao(liable, points)
    return Winner(player, points, pao)


def draw_of(state, players, flag):
    """Return an exhaustive draw at which those in riichi and perhaps others are tenpai."""
    tenpai = {*state.riichi, *players[: 1 + flag]}
    return ExhaustiveDraw(tuple(tenpai), (players[0],) if flag else ())


def event_for(state, choice):
    """Return the event of a choice, in ``state`` mostly a possible one."""
    kind, order, base, flag = choice
    players = [player for player in order if player < state.players]
    first, second = players[:2]
    moved = tuple((seat == first) - (seat == second) for seat in range(state.players))
    events = (
        lambda: RiichiDeclared(first),
        lambda: RiichiDeclared(second),
        lambda: RiichiAnnulled((*state.riichi, first)[0]),
        lambda: draw_of(state, players, flag),
        lambda: AbortiveDraw(list(Abort)[base % 5]),
        lambda: Chombo(first),
        lambda: Penalty(first, 3000),
        lambda: Chips(moved),
        lambda: Correction(tuple(100 * delta for delta in moved)),
        TimeUp,
    )
    return events[kind]() if kind < len(events) else won(state, players, base, flag)


@st.composite
def ledgers(draw):
    """Draw rules and a ledger of events that are possible under them."""
    rules = draw(st.sampled_from(RULES))
    state, events = new_game(rules), []
    for choice in draw(st.lists(choices, max_size=14)):
        event = event_for(state, choice)
        try:
            state = play_event(state, event)
        except ScoringError:
            continue
        events.append(event)
    return rules, events


@given(ledgers())
def test_no_point_is_ever_lost(ledger):
    rules, events = ledger
    for state in replay_steps(events, rules):
        on_the_table = sum(state.scores) + 1000 * state.riichi_sticks + state.off_table
        assert on_the_table == rules.start_points * rules.players
        assert sum(state.chips) == 0
        assert len(state.riichi) <= state.riichi_sticks
        assert state.round_wind in Wind
        assert 0 <= state.dealer < rules.players


@given(ledgers())
def test_a_fold_again_from_json_gives_the_same_game(ledger):
    rules, events = ledger
    stored = json.dumps([event_to_dict(event) for event in events])
    again = [event_from_dict(data) for data in json.loads(stored)]
    assert again == events
    assert replay_steps(again, rules) == replay_steps(events, rules)


@given(ledgers())
def test_undo_is_a_fold_without_the_last_event(ledger):
    rules, events = ledger
    steps = replay_steps(events, rules)
    for count in range(len(events)):
        assert replay(events[:count], rules) == steps[count]


@given(ledgers(), choices)
def test_payments_of_a_win_add_up_to_the_sticks(ledger, choice):
    rules, events = ledger
    state = replace(replay(events, rules), out=())
    players = [player for player in choice[1] if player < rules.players]
    win = won(state, players, *choice[2:])
    deltas = win_deltas(state, win)
    assert sum(deltas) == 1000 * state.riichi_sticks
    winners = {winner.player for winner in win.winners}
    assert all(deltas[player] > 0 for player in winners)
    assert all(delta <= 0 for player, delta in enumerate(deltas) if player not in winners)


@given(ledgers())
def test_totals_add_up_to_what_was_taken_out_of_the_game(ledger):
    rules, events = ledger
    state = replay(events, rules)
    lost = sum(state.deductions) + state.off_table
    if rules.left_over_sticks == "void":
        lost += 1000 * state.riichi_sticks
    uma = sum(row.uma for row in final_result(state))
    total = sum(row.total for row in final_result(state))
    assert total == pytest.approx(uma - lost / 1000, abs=1e-5)


@given(ledgers(), st.integers(0, 3))
def test_another_numbering_of_the_same_turn_order_changes_nothing(ledger, shift):
    rules, events = replace(ledger[0], length="full"), ledger[1][:6]
    seats = [(seat + shift) % rules.players for seat in range(rules.players)]
    events = [TakeOver((rules.start_points,) * rules.players), *events]
    plain, moved = replay(events, rules), replay(reseat(events, seats), rules)
    assert [moved.scores[seat] for seat in seats] == list(plain.scores)
    assert moved.dealer == seats[plain.dealer]
    assert (moved.honba, moved.riichi_sticks) == (plain.honba, plain.riichi_sticks)


def test_other_seats_move_every_event():
    pao = Pao(0, 32000)
    events = [
        TakeOver((21000, 22000, 23000, 34000), Wind.E, 1),
        RiichiDeclared(1),
        RiichiAnnulled(1),
        Win((Winner(1, 32000, pao), Winner(2, 1000)), 3),
        Win((Winner(1, 4000),)),
        ExhaustiveDraw((1, 3), (2,)),
        Chombo(1),
        Penalty(2, 300),
        Correction((1, 2, -3, 0)),
        AbortiveDraw(Abort.SUUKAIKAN),
    ]
    assert reseat(events, [0, 2, 1, 3]) == (
        TakeOver((21000, 23000, 22000, 34000), Wind.E, 2),
        RiichiDeclared(2),
        RiichiAnnulled(2),
        Win((Winner(2, 32000, pao), Winner(1, 1000)), 3),
        Win((Winner(2, 4000),)),
        ExhaustiveDraw((2, 3), (1,)),
        Chombo(2),
        Penalty(1, 300),
        Correction((1, -3, 2, 0)),
        AbortiveDraw(Abort.SUUKAIKAN),
    )
    with pytest.raises(ValueError, match="each of 3 players once"):
        reseat(events, [0, 1, 1])


# Wins scored from their tiles.

PINFU = Hand(parse_tiles("234m456p345678s99m"), Tile.parse("8s"))
RIICHI = WinContext(tsumo=False, riichi=Riichi.RIICHI, dora_indicators=parse_tiles("4z"))


def test_a_winner_is_scored_with_what_the_table_knows():
    state = replay([ExhaustiveDraw((0,)), RiichiDeclared(0)], TENHOU)
    winner = scored_winner(state, 0, PINFU, RIICHI, discarder=2)
    expected = score(
        PINFU,
        replace(RIICHI, honba=1, riichi_sticks=1, discarder=Wind.W),
        TENHOU,
    )
    assert winner == Winner(0, expected.points, None, PINFU, RIICHI)
    deltas = win_deltas(state, Win((winner,), 2))
    assert deltas == tuple(expected.deltas[wind] for wind in Wind)


def test_the_riichi_of_a_win_is_the_one_on_the_table():
    state = new_game(TENHOU)
    with pytest.raises(ScoringError, match="declare it first"):
        scored_winner(state, 0, PINFU, RIICHI, discarder=2)
    state = play_event(state, RiichiDeclared(0))
    with pytest.raises(ScoringError, match="must say so"):
        scored_winner(state, 0, PINFU, replace(RIICHI, riichi=Riichi.NONE), discarder=2)


def yakuman_winner(state, discarder, pao):
    hand = Hand(
        parse_tiles("123m99p"),
        Tile.parse("3m"),
        tuple(
            Meld(MeldType.PON, parse_tiles(text), Tile.parse(text[-2:]), 1)
            for text in ("555z", "666z", "777z")
        ),
    )
    return scored_winner(state, 1, hand, WinContext(tsumo=True), discarder, pao)


@pytest.mark.parametrize("discarder", [None, 0, 2])
def test_the_liable_part_is_what_the_score_says(discarder):
    state = replay([ExhaustiveDraw((0,))], TENHOU)
    winner = yakuman_winner(state, discarder, pao=2)
    assert winner.pao == Pao(2, 32000)
    expected = score(
        winner.hand,
        replace(win_context(state, 1, discarder), pao=Wind.W),
        TENHOU,
    )
    assert win_deltas(state, Win((winner,), discarder)) == tuple(
        expected.deltas[wind] for wind in Wind
    )


def test_under_rules_without_pao_nobody_is_liable():
    state = new_game(replace(TENHOU, pao=()))
    assert yakuman_winner(state, 0, pao=2).pao == Pao(2, 0)


def test_the_feeder_of_an_open_kan_may_be_liable_for_a_rinshan():
    kan = Meld(MeldType.DAIMINKAN, parse_tiles("5555z"), Tile.parse("5z"), 1)
    hand = Hand(parse_tiles("234m456p34599s"), Tile.parse("2m"), (kan,))
    state = new_game(replace(TENHOU, rinshan_pao=True))
    rinshan = WinContext(tsumo=True, rinshan=True)
    winner = scored_winner(state, 1, hand, rinshan, pao=2)
    assert winner.pao == Pao(2, winner.points)
    assert scored_winner(new_game(TENHOU), 1, hand, rinshan, pao=2).pao == Pao(2, 0)


def test_of_two_yakuman_the_liable_one_or_the_whole_is_fed():
    melds = tuple(
        Meld(MeldType.PON, parse_tiles(text), Tile.parse(text[-2:]), 1)
        for text in ("555z", "666z", "777z")
    )
    hand = Hand(parse_tiles("11133z"), Tile.parse("3z"), melds)
    whole = new_game(replace(TENHOU, pao_part="whole"))
    part, all_of_it = (
        scored_winner(state, 1, hand, WinContext(tsumo=False), discarder=0, pao=2)
        for state in (new_game(TENHOU), whole)
    )
    assert part == replace(all_of_it, pao=Pao(2, 32000))
    assert all_of_it.pao == Pao(2, 64000)


def test_another_rule_set_scores_the_same_tiles_again():
    state = new_game(TENHOU)
    yakuman = yakuman_winner(state, 0, pao=2)
    known = scored_winner(play_event(state, RiichiDeclared(0)), 0, PINFU, RIICHI, discarder=2)
    events = [
        RiichiDeclared(0),
        Win((known,), 2),
        ExhaustiveDraw((0, 2)),
        Win((Winner(3, 1000),), 1),
    ]
    dear = replace(TENHOU, yaku_han=(("pinfu", 3, 0),), pao=(), start_points=30000)
    again = rescore([*events, Win((yakuman,), 0)], dear)
    assert again[1].winners[0].points > known.points
    assert again[2:4] == tuple(events[2:])
    assert again[4].winners[0].pao == Pao(2, 0)
    back = rescore(again, TENHOU)
    assert back[:4] == tuple(events)
    assert replay(back[:4], TENHOU).dealer == 1
    assert back[4].winners[0].pao == Pao(2, 48000)


def test_a_hand_that_is_no_win_under_the_other_rules_is_told():
    tanyao = Hand(
        parse_tiles("345678m22p345s"),
        Tile.parse("5s"),
        (Meld(MeldType.CHI, parse_tiles("234p"), Tile.parse("2p"), 3),),
    )
    winner = scored_winner(new_game(TENHOU), 1, tanyao, WinContext(tsumo=False), discarder=0)
    with pytest.raises(ScoringError):
        rescore([Win((winner,), 0)], replace(TENHOU, kuitan=False))
