"""The game ledger: a pure fold of events into the state of the game.

Undo is a fold without the last event, another rule set a fold under other rules, another seating
a fold of the events with other players.  After every event the points of all players, the sticks
on the table and what a chombo took out add up to the points of the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import accumulate
from typing import Final

from scorer._errors import ScoringError
from scorer._game_events import (
    Abort,
    AbortiveDraw,
    Chips,
    Chombo,
    Correction,
    EndGame,
    Event,
    ExhaustiveDraw,
    Penalty,
    RiichiAnnulled,
    RiichiDeclared,
    TakeOver,
    TimeUp,
    Win,
)
from scorer._game_state import End, GameState, check_player, new_game
from scorer._ledger_flow import deal_again, next_hand
from scorer._ledger_payments import (
    Deltas,
    chombo_deltas,
    nagashi_deltas,
    noten_deltas,
    shared_deltas,
    win_deltas,
)
from scorer._payments import STICK
from scorer._rules import Rules

_FOUR_PLAYERS_ONLY: Final = (Abort.SUUFON_RENDA, Abort.SUUCHA_RIICHI, Abort.SANCHAHOU)
_ABORT_OPTION: Final = {
    Abort.KYUUSHU_KYUUHAI: "abort_kyuushu_kyuuhai",
    Abort.SUUFON_RENDA: "abort_suufon_renda",
    Abort.SUUCHA_RIICHI: "abort_suucha_riichi",
    Abort.SUUKAIKAN: "abort_suukaikan",
    Abort.SANCHAHOU: "triple_ron_draw",
}
_AFTER_THE_END: Final = (Penalty, Chips, Correction)


def play_event(state: GameState, event: Event) -> GameState:
    """Return the state after ``event``.

    Raises ``ScoringError`` for an event that is impossible in ``state`` or under its rules.
    """
    if state.end is not None and not isinstance(event, _AFTER_THE_END):
        raise ScoringError("game_over", "The game is over; take back its last event to go on.")
    after = _step(event, state)
    if _on_the_table(after) != after.total:
        raise ScoringError(
            "points_lost",
            f"The points on the table would be {_on_the_table(after)} instead of {after.total}.",
        )
    return after


def replay(events: Iterable[Event], rules: Rules) -> GameState:
    """Return the state after ``events``, from a new game under ``rules``."""
    return replay_steps(events, rules)[-1]


def replay_steps(events: Iterable[Event], rules: Rules) -> tuple[GameState, ...]:
    """Return the state before the first event and after each of ``events``.

    Raises ``ScoringError`` as ``play_event``.
    """
    steps = accumulate(events, play_event, initial=new_game(rules))
    return tuple(steps)


def _on_the_table(state: GameState) -> int:
    return sum(state.scores) + STICK * state.riichi_sticks + state.off_table


def _paid(state: GameState, deltas: Deltas) -> GameState:
    scores = tuple(map(sum, zip(state.scores, deltas, strict=True)))
    return replace(state, scores=scores)


def _raised(counts: Sequence[int], player: int, by: int) -> tuple[int, ...]:
    return tuple(count + by * (place == player) for place, count in enumerate(counts))


@singledispatch
def _step(event: object, state: GameState) -> GameState:
    raise TypeError(f"{event!r} is no event of a game")


@_step.register
def _take_over(event: TakeOver, state: GameState) -> GameState:
    if state != new_game(state.rules):
        raise ScoringError("take_over_late", "Taking over a game must be the first event.")
    if len(event.scores) != state.players:
        raise ScoringError(
            "players", f"There are {len(event.scores)} scores for {state.players} players."
        )
    check_player(state, event.dealer)
    if event.honba < 0 or event.riichi_sticks < 0:
        raise ScoringError("negative_count", "Honba and riichi sticks cannot be below zero.")
    return replace(
        state,
        scores=event.scores,
        total=sum(event.scores) + STICK * event.riichi_sticks,
        round_wind=event.round_wind,
        dealer=event.dealer,
        honba=event.honba,
        riichi_sticks=event.riichi_sticks,
    )


@_step.register
def _riichi(event: RiichiDeclared, state: GameState) -> GameState:
    player = event.player
    check_player(state, player)
    if player in state.riichi:
        raise ScoringError("riichi_twice", "This player is in riichi already.")
    if player in state.out:
        raise ScoringError("riichi_out", "A player with a chombo in this hand cannot riichi.")
    if state.scores[player] < STICK and not state.rules.riichi_below_1000:
        raise ScoringError(
            "riichi_below_1000",
            f"Riichi needs 1000 points here; this player has {state.scores[player]}.",
        )
    return replace(
        state,
        scores=_raised(state.scores, player, -STICK),
        riichi_sticks=state.riichi_sticks + 1,
        riichi=(*state.riichi, player),
    )


@_step.register
def _riichi_annulled(event: RiichiAnnulled, state: GameState) -> GameState:
    if event.player not in state.riichi:
        raise ScoringError("no_riichi", "This player has not declared riichi in this hand.")
    return _sticks_returned(state, (event.player,))


def _sticks_returned(state: GameState, players: tuple[int, ...]) -> GameState:
    scores = tuple(score + STICK * (player in players) for player, score in enumerate(state.scores))
    riichi = tuple(player for player in state.riichi if player not in players)
    sticks = state.riichi_sticks - len(players)
    return replace(state, scores=scores, riichi=riichi, riichi_sticks=sticks)


@_step.register
def _win(event: Win, state: GameState) -> GameState:
    paid = _paid(state, win_deltas(state, event))
    winners = [winner.player for winner in event.winners]
    wins = tuple(won + (player in winners) for player, won in enumerate(state.wins))
    paid = replace(paid, riichi_sticks=0, wins=wins)
    return next_hand(paid, "win", state.dealer in winners)


@_step.register
def _exhaustive_draw(event: ExhaustiveDraw, state: GameState) -> GameState:
    for player in (*event.tenpai, *event.nagashi):
        check_player(state, player)
    if not set(state.riichi) <= set(event.tenpai):
        raise ScoringError(
            "riichi_noten",
            "A player in riichi must show a tenpai hand at a draw; a riichi without is a chombo.",
        )
    if set(state.out) & {*event.tenpai, *event.nagashi}:
        raise ScoringError("winner_out", "A player with a chombo in this hand is not paid at it.")
    if event.nagashi:
        deltas = nagashi_deltas(state, event.nagashi)
    else:
        deltas = noten_deltas(state, event.tenpai)
    return next_hand(_paid(state, deltas), "draw", state.dealer in event.tenpai)


@_step.register
def _abortive_draw(event: AbortiveDraw, state: GameState) -> GameState:
    option = _ABORT_OPTION[event.kind]
    if not getattr(state.rules, option):
        raise ScoringError("abort_off", f"{event.kind} does not end a hand under these rules.")
    if event.kind in _FOUR_PLAYERS_ONLY and state.players != 4:
        raise ScoringError("abort_players", f"{event.kind} needs four players.")
    if event.kind is Abort.SUUCHA_RIICHI and len(state.riichi) < 4:
        raise ScoringError(
            "abort_riichi", f"Four riichi end the hand; {len(state.riichi)} are declared."
        )
    return next_hand(state, "abort", dealer_held=True)


@_step.register
def _chombo(event: Chombo, state: GameState) -> GameState:
    check_player(state, event.player)
    if not state.rules.chombo_ends_hand:
        paid = _chombo_paid(state, event.player)
        return replace(paid, out=(*state.out, event.player))
    paid = _chombo_paid(_sticks_returned(state, state.riichi), event.player)
    return deal_again(paid)


def _chombo_paid(state: GameState, player: int) -> GameState:
    rules = state.rules
    mangan = chombo_deltas(state, player)
    points = -mangan[player] if rules.chombo == "mangan" else rules.chombo_points
    if rules.chombo_after_uma:
        return replace(state, deductions=_raised(state.deductions, player, points))
    if rules.chombo == "mangan":
        return _paid(state, mangan)
    return replace(
        state,
        scores=_raised(state.scores, player, -points),
        off_table=state.off_table + points,
    )


@_step.register
def _penalty(event: Penalty, state: GameState) -> GameState:
    check_player(state, event.player)
    if event.points <= 0:
        raise ScoringError("points", f"A penalty takes points away, not {event.points}.")
    if state.rules.penalty_after_uma:
        return replace(state, deductions=_raised(state.deductions, event.player, event.points))
    return _paid(state, shared_deltas(state, event.player, event.points))


@_step.register
def _chips(event: Chips, state: GameState) -> GameState:
    if not state.rules.chip_points:
        raise ScoringError("chips_off", "There are no chips under these rules.")
    _check_deltas(state, event.deltas)
    if sum(event.deltas):
        raise ScoringError("chips_lost", "Every chip that one player gives another one gets.")
    return replace(state, chips=tuple(map(sum, zip(state.chips, event.deltas, strict=True))))


@_step.register
def _correction(event: Correction, state: GameState) -> GameState:
    _check_deltas(state, event.deltas)
    sticks = state.riichi_sticks + event.riichi_sticks
    honba = state.honba if event.honba is None else event.honba
    if sticks < len(state.riichi) or honba < 0:
        raise ScoringError("negative_count", "So many sticks or honba are not on the table.")
    if sum(event.deltas) + STICK * event.riichi_sticks:
        raise ScoringError(
            "correction_unbalanced",
            "A correction moves points; what the players gain and the sticks must add up to zero.",
        )
    return replace(_paid(state, event.deltas), riichi_sticks=sticks, honba=honba)


def _check_deltas(state: GameState, deltas: Deltas) -> None:
    if len(deltas) != state.players:
        raise ScoringError(
            "players", f"There are {len(deltas)} amounts for {state.players} players."
        )


@_step.register
def _time_up(event: TimeUp, state: GameState) -> GameState:
    if state.rules.time_limit == "off":
        raise ScoringError("time_off", "There is no time limit under these rules.")
    if state.hands_left is not None:
        raise ScoringError("time_twice", "The time was up before.")
    return replace(state, hands_left=1 if state.rules.time_limit == "finish_hand" else 2)


@_step.register
def _end_game(event: EndGame, state: GameState) -> GameState:
    return replace(_sticks_returned(state, state.riichi), end=End.AGREED, out=())
