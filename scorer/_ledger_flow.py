"""What follows a hand: who deals next, honba, the round, and when the game is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

from scorer._game_state import End, GameState
from scorer._hand import Wind

Outcome = Literal["win", "draw", "abort"]
_WINDS: Final = {"one_hand": 1, "tonpuu": 1, "hanchan": 2, "full": 4}


def next_hand(state: GameState, outcome: Outcome, dealer_held: bool) -> GameState:
    """Return ``state`` after a hand, its payments made: the next hand dealt, or the game over.

    ``dealer_held`` tells whether the dealer won (``win``) or was tenpai (``draw``).
    """
    stays = _dealer_stays(state, outcome, dealer_held)
    end = _end(state, outcome, stays)
    if end is not None:
        return replace(state, end=end, riichi=(), out=())
    honba = 0 if outcome == "win" and not stays else state.honba + 1
    after = replace(deal_again(state), honba=honba)
    if not stays:
        return _next_dealer(after)
    wins = state.dealer_wins + 1 if outcome == "win" else 0
    return replace(after, dealer_wins=wins, dealerships=state.dealerships + 1)


def deal_again(state: GameState) -> GameState:
    """Return ``state`` with the same hand dealt once more, or over where the time is up."""
    if state.hands_left is not None and state.hands_left <= 1:
        return replace(state, end=End.TIME, riichi=(), out=())
    left = None if state.hands_left is None else state.hands_left - 1
    return replace(state, riichi=(), out=(), hand=state.hand + 1, hands_left=left)


def busted(state: GameState) -> bool:
    """Tell whether somebody has lost all points and the rules end the game for it (tobi)."""
    lowest = min(state.scores)
    return {"off": False, "below_zero": lowest < 0, "at_zero": lowest <= 0}[state.rules.tobi]


def leader(state: GameState) -> int:
    """Return who has the most points; of equals, the one nearest to the first dealer."""
    return max(range(state.players), key=lambda player: (state.scores[player], -player))


def _dealer_stays(state: GameState, outcome: Outcome, dealer_held: bool) -> bool:
    renchan = state.rules.renchan
    if outcome == "abort":
        return True
    if outcome == "win":
        return dealer_held and renchan != "never"
    return renchan == "noten" or (renchan == "tenpai" and dealer_held)


def _end(state: GameState, outcome: Outcome, stays: bool) -> End | None:
    if busted(state):
        return End.TOBI
    if state.rules.length == "one_hand" and outcome != "abort":
        return End.LAST_HAND
    if state.hands_left is not None and state.hands_left <= 1:
        return End.TIME
    if stays:
        return _yame(state, outcome)
    return _end_of_round(state)


def _number(state: GameState) -> int:
    """Return how many dealers had their turn before this one."""
    return state.round_wind * state.players + state.dealer


def _scheduled(state: GameState) -> int:
    return _WINDS[state.rules.length] * state.players


def _extra_possible(state: GameState) -> bool:
    return state.rules.extra_rounds != "none" and _WINDS[state.rules.length] < len(Wind)


def _goal_reached(state: GameState) -> bool:
    return not _extra_possible(state) or max(state.scores) >= state.rules.goal_points


def _yame(state: GameState, outcome: Outcome) -> End | None:
    """Tell whether the last dealer keeps the deal, leads, and the game ends for it."""
    if not _may_be_last(state) or leader(state) != state.dealer or not _goal_reached(state):
        return None
    if outcome == "win" and state.rules.agari_yame:
        return End.AGARI_YAME
    if outcome == "draw" and state.rules.tenpai_yame:
        return End.TENPAI_YAME
    return None


def _may_be_last(state: GameState) -> bool:
    """Tell whether the game could end with this dealer: the last hand, or sudden death."""
    number, scheduled = _number(state), _scheduled(state)
    if number < scheduled:
        return number == scheduled - 1
    return state.rules.extra_rounds == "sudden_death" or number == _last_extra(state)


def _last_extra(state: GameState) -> int:
    return _scheduled(state) + state.players - 1


def _end_of_round(state: GameState) -> End | None:
    """Tell whether the game is over now that the deal passes on."""
    number, scheduled = _number(state), _scheduled(state)
    if number < scheduled - 1:
        return None
    if _goal_reached(state) and number == scheduled - 1:
        return End.LAST_HAND
    if _goal_reached(state) and state.rules.extra_rounds == "sudden_death":
        return End.GOAL
    return End.LAST_HAND if number == _last_extra(state) else None


def _next_dealer(state: GameState) -> GameState:
    dealer = (state.dealer + 1) % state.players
    wind = state.round_wind if dealer else Wind(state.round_wind + 1)
    return replace(state, dealer=dealer, round_wind=wind, dealer_wins=0, dealerships=1)
