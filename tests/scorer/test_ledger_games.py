"""Whole games: real Tenhou hands one after the other, and games of an independent engine."""

import json
import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest
from ledger_games import MODES, SANMA, Table, hands_of, play

from scorer._game_events import RiichiDeclared, TakeOver, Win, Winner
from scorer._game_state import new_game
from scorer._hand import Wind
from scorer._ledger import replay
from scorer._ledger_result import final_result
from scorer._rules import TENHOU

TRUTH = Path(__file__).parents[2] / "../shared/truth/real_wins.jsonl"


@pytest.fixture(scope="module")
def real_wins():
    with TRUTH.open() as lines:
        wins = [json.loads(line) for line in lines]
    return [win for win in wins if win["expected"].get("deltas")]


def rules_of(win):
    return TENHOU if win["players"] == 4 else SANMA


def win_event(win):
    discarder = None if win["tsumo"] else win["from_who"]
    return Win((Winner(win["who"], win["expected"]["points"]),), discarder)


def test_every_real_win_moves_the_points_that_were_paid(real_wins):
    assert len(real_wins) > 6000
    for win in real_wins:
        before = (25000,) * win["players"]
        table = TakeOver(
            before, Wind[win["round_wind"]], win["oya"], win["honba"], win["riichi_sticks"]
        )
        state = replay([table, win_event(win)], rules_of(win))
        paid = [after - held for after, held in zip(state.scores, before, strict=True)]
        assert paid == win["expected"]["deltas"][: win["players"]], win["source"]


def followed(wins):
    """Return each win with the next one of its game, and who declared riichi for that.

    The scores are those at the win, with the riichi of the hand already paid (but for the records
    in JSON, which are left out); where they differ by more than riichi a draw or another game
    lies between.
    """
    games = defaultdict(dict)
    for win in wins:
        found = re.fullmatch(r"(.*)#round(\d+)", win["source"])
        if found and "scores_before" in win["expected"] and ".json" not in found[1]:
            games[found[1]][int(found[2])] = win
    for game in games.values():
        for number, follower in pairwise(sorted(game)):
            win, following = game[number], game[follower]
            left = [
                held + delta - later
                for held, delta, later in zip(
                    win["expected"]["scores_before"],
                    win["expected"]["deltas"],
                    following["expected"]["scores_before"],
                    strict=True,
                )
            ]
            if follower == number + 1 and set(left) <= {0, 1000}:
                yield win, following, [seat for seat, points in enumerate(left) if points]


def test_real_hands_follow_each_other(real_wins):
    pairs = list(followed(real_wins))
    assert len(pairs) > 100
    for win, following, declared in pairs:
        scores = tuple(win["expected"]["scores_before"])
        wind = Wind[win["round_wind"]]
        table = TakeOver(scores, wind, win["oya"], win["honba"], win["riichi_sticks"])
        events = [table, win_event(win), *map(RiichiDeclared, declared)]
        state = replay(events, rules_of(win))
        assert state.end is None
        assert (list(state.scores), state.dealer, state.honba, state.riichi_sticks) == (
            following["expected"]["scores_before"],
            following["oya"],
            following["honba"],
            following["riichi_sticks"],
        ), win["source"]


@pytest.mark.parametrize(
    ("mode", "games"), [("4p-red-half", 8), ("4p-red-east", 8), ("3p-red-half", 8)]
)
def test_the_ledger_follows_the_games_of_another_engine(mode, games):
    rules = MODES[mode]
    for seed in range(1, games + 1):
        engine = play(mode, seed)
        state = new_game(rules)
        for entries in hands_of(engine.mjai_log):
            assert state.end is None
            assert told(entries[0], rules) == (
                "ESWN"[state.round_wind],
                state.dealer,
                state.honba,
                state.riichi_sticks,
                list(state.scores),
            )
            state = Table(entries, rules).play(state)
        assert state.end is not None
        results = sorted(final_result(state), key=lambda result: result.player)
        assert [result.score for result in results] == list(engine.scores())[: rules.players]
        assert [result.place for result in results] == list(engine.ranks())[: rules.players]


def told(start, rules):
    """Return the round, the dealer, honba, sticks and scores as the engine tells them."""
    return (
        start["bakaze"],
        start["oya"],
        start["honba"],
        start["kyotaku"],
        list(start["scores"])[: rules.players],
    )
