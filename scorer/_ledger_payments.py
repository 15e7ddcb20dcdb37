"""Who pays whom: wins with honba, pao and several rons; draws, nagashi mangan, chombo, penalties.

Every function returns what each player gains or pays, by player; without the riichi sticks the
sum is zero.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from scorer._errors import ScoringError
from scorer._game_events import Win, Winner
from scorer._game_state import GameState, check_player, win_context
from scorer._hand import WinContext, Wind
from scorer._nagashi import nagashi_mangan
from scorer._payments import STICK, deltas_of, points_of
from scorer._points import MANGAN
from scorer._rules import Rules

Deltas = tuple[int, ...]
_MOST_RONS: Final = {"head_bump": 1, "double": 2, "triple": 3}


def win_deltas(state: GameState, win: Win) -> Deltas:
    """Return the payments of a win; the riichi sticks on the table are in the winners' gains.

    Raises ``ScoringError`` for a win that cannot be.
    """
    _check_win(state, win)
    winners = _in_turn_order(state, win)
    later = 0 if state.rules.ron_honba == "first" else state.honba
    values = [
        _value_deltas(state, winner, win.discarder, later if place else state.honba)
        for place, winner in enumerate(winners)
    ]
    return _total(state, [*values, _sticks(state, winners)])


def noten_deltas(state: GameState, tenpai: Iterable[int]) -> Deltas:
    """Return the payments between tenpai and noten at an exhaustive draw."""
    ready = set(tenpai)
    others = state.players - len(ready)
    if not ready or not others:
        return (0,) * state.players
    gain = state.rules.noten_payment // len(ready)
    loss = state.rules.noten_payment // others
    return tuple(gain if player in ready else -loss for player in range(state.players))


def nagashi_deltas(state: GameState, players: Iterable[int]) -> Deltas:
    """Return the payments of a nagashi mangan of each of ``players``.

    Raises ``ScoringError`` where the rules do not have it.
    """
    scores = [nagashi_mangan(win_context(state, player), state.rules) for player in players]
    return _total(state, [_by_player(state, score.deltas) for score in scores])


def chombo_deltas(state: GameState, player: int) -> Deltas:
    """Return the payments of a chombo: a mangan by own draw, paid backwards."""
    context = replace(win_context(state, player), honba=0, riichi_sticks=0)
    gains = _by_player(state, deltas_of(MANGAN, context, state.rules))
    return tuple(-gain for gain in gains)


def shared_deltas(state: GameState, player: int, points: int) -> Deltas:
    """Return ``points`` of ``player`` paid in equal parts to the others."""
    others = state.players - 1
    if points % (100 * others):
        raise ScoringError(
            "penalty_not_divisible",
            f"{points} points cannot be paid in hundreds to {others} players alike; "
            f"take a multiple of {100 * others}.",
        )
    share = points // others
    return tuple(-points if place == player else share for place in range(state.players))


def _by_player(state: GameState, deltas: Mapping[Wind, int]) -> Deltas:
    return tuple(deltas[state.seat_wind(player)] for player in range(state.players))


def _total(state: GameState, parts: Iterable[Deltas]) -> Deltas:
    return tuple(map(sum, zip((0,) * state.players, *parts, strict=True)))


def _in_turn_order(state: GameState, win: Win) -> tuple[Winner, ...]:
    """Return the winners in the order of play after the discarder."""
    first = win.discarder or 0
    return tuple(sorted(win.winners, key=lambda winner: (winner.player - first) % state.players))


def _sticks(state: GameState, winners: tuple[Winner, ...]) -> Deltas:
    """Return the sticks of 1000 taken by ``winners``, who are in turn order."""
    gains = [0] * state.players
    left = state.riichi_sticks
    if state.rules.ron_sticks == "own_back" and len(winners) > 1:
        for winner in winners:
            if winner.player in state.riichi:
                gains[winner.player] += STICK
                left -= 1
    gains[winners[0].player] += left * STICK
    return tuple(gains)


def _value_deltas(state: GameState, winner: Winner, discarder: int | None, honba: int) -> Deltas:
    """Return the payments to one winner without the sticks."""
    context = replace(
        win_context(state, winner.player, discarder),
        honba=honba,
        riichi_sticks=0,
        pao=None if winner.pao is None else state.seat_wind(winner.pao.player),
    )
    liable = 0 if winner.pao is None else base_of(winner.pao.points, context, state.rules)
    base = base_of(winner.points, context, state.rules)
    return _by_player(state, deltas_of(base, context, state.rules, liable))


def base_of(points: int, context: WinContext, rules: Rules) -> int:
    """Return the least base points that make ``points``.

    Every payment grows with the base points, so one sum comes from one set of payments only.
    """
    base = bisect_left(range(points), points, key=lambda base: points_of(base, context, rules))
    if points_of(base, context, rules) != points:
        raise ScoringError(
            "tsumo_points",
            f"No tsumo here pays {points} points in all; check who won and the value.",
        )
    return base


def _check_win(state: GameState, win: Win) -> None:
    if not win.winners:
        raise ScoringError("no_winner", "A win needs at least one winner.")
    players = [winner.player for winner in win.winners]
    if len(set(players)) < len(players):
        raise ScoringError("winner_twice", "The same player is listed twice as a winner.")
    for winner in win.winners:
        _check_winner(state, winner)
    if win.discarder is None:
        if len(players) > 1:
            raise ScoringError("several_tsumo", "Only one player can win by tsumo.")
        return
    check_player(state, win.discarder)
    if win.discarder in players:
        raise ScoringError("own_discard", "Nobody can win by ron on their own discard.")
    _check_rons(state, len(players))


def _check_rons(state: GameState, rons: int) -> None:
    rules = state.rules
    most = _MOST_RONS[rules.multiple_ron]
    if rons <= most:
        return
    if rons == 3 and rules.triple_ron_draw:
        raise ScoringError("triple_ron", "Three rons on one tile are an abortive draw here.")
    if most == 1:
        raise ScoringError(
            "head_bump", "Only the first player in turn order after the discarder wins here."
        )
    raise ScoringError("too_many_rons", f"At most {most} players can win on one tile here.")


def _check_winner(state: GameState, winner: Winner) -> None:
    check_player(state, winner.player)
    if winner.player in state.out:
        raise ScoringError("winner_out", "A player with a chombo in this hand cannot win it.")
    if winner.points <= 0 or winner.points % 100:
        raise ScoringError(
            "points", f"A win is worth a positive number of hundreds, not {winner.points}."
        )
    if winner.pao is None:
        return
    check_player(state, winner.pao.player)
    if winner.pao.player == winner.player:
        raise ScoringError("pao_self", "The winner cannot be liable for the own win.")
    if not 0 <= winner.pao.points <= winner.points:
        raise ScoringError(
            "pao_points",
            f"The liable part cannot be {winner.pao.points} of {winner.points} points.",
        )
