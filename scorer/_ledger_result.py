"""The final result of a game: places, uma, oka, left-over sticks, chips, yakitori, deductions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorer._game_state import GameState
from scorer._payments import STICK
from scorer._rules import Rules

_THOUSAND: Final = 1000


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What one player takes home.  ``score`` is in points, the rest in thousands, to six places.

    ``total`` is the score above the return points plus all the other columns.
    """

    player: int
    place: int
    score: int
    uma: float
    oka: float
    chips: float
    yakitori: float
    deduction: float
    total: float


def final_result(state: GameState) -> tuple[PlayerResult, ...]:
    """Return the result of every player, best first, as if the game ended in ``state``."""
    scores = _with_left_over_sticks(state)
    order = _ranked(scores)
    groups = _ties(scores, order, state.rules)
    uma = _shared(_uma(scores, state.rules), groups)
    oka = _shared(_oka(state), groups)
    return tuple(
        _result(state, scores, player, groups[place][0] + 1, uma[place], oka[place])
        for place, player in enumerate(order)
    )


def _result(
    state: GameState,
    scores: Sequence[int],
    player: int,
    place: int,
    uma: float,
    oka: float,
) -> PlayerResult:
    chips = _thousands(state.chips[player] * state.rules.chip_points)
    yakitori = _yakitori(state, player)
    deduction = _thousands(-state.deductions[player])
    gain = _thousands(scores[player] - state.rules.return_points)
    total = gain + uma + oka + chips + yakitori + deduction
    columns = (round(column, 6) for column in (uma, oka, chips, yakitori, deduction, total))
    return PlayerResult(player, place, scores[player], *columns)


def _thousands(points: int) -> float:
    return points / _THOUSAND


def _ranked(scores: Sequence[int]) -> list[int]:
    """Return the players by score; equals stay in the order of the first deal."""
    return sorted(range(len(scores)), key=lambda player: -scores[player])


def left_over_sticks_to(state: GameState) -> int | None:
    """Return who gets the riichi sticks that lie on the table if the game ends in ``state``,
    ``None`` where nobody does by its rules.
    """
    return None if state.rules.left_over_sticks == "void" else _ranked(state.scores)[0]


def _with_left_over_sticks(state: GameState) -> tuple[int, ...]:
    first = left_over_sticks_to(state)
    return tuple(
        score + STICK * state.riichi_sticks * (player == first)
        for player, score in enumerate(state.scores)
    )


def _ties(scores: Sequence[int], order: Sequence[int], rules: Rules) -> list[range]:
    """Return for every place the places that share its uma and oka."""
    if rules.ties == "seat":
        return [range(place, place + 1) for place in range(len(order))]
    sorted_scores = [scores[player] for player in order]
    return [
        range(sorted_scores.index(score), sorted_scores.index(score) + sorted_scores.count(score))
        for score in sorted_scores
    ]


def _shared(by_place: Sequence[float], groups: Sequence[range]) -> list[float]:
    return [sum(by_place[place] for place in group) / len(group) for group in groups]


def _uma(scores: Sequence[int], rules: Rules) -> Sequence[float]:
    row = rules.uma
    if rules.uma_by == "players_above_start":
        above = sum(score >= rules.start_points for score in scores)
        if 0 < above < len(scores):
            row = rules.uma_above[above - 1]
    return row


def _oka(state: GameState) -> list[float]:
    rules = state.rules
    pot = _thousands((rules.return_points - rules.start_points) * state.players)
    return [pot, *[0.0] * (state.players - 1)]


def _yakitori(state: GameState, player: int) -> float:
    """Return what a player without a win pays to those with one, or their part of it."""
    winners = sum(won > 0 for won in state.wins)
    if not winners or not state.rules.yakitori_points:
        return 0.0
    paid = _thousands(state.rules.yakitori_points)
    if not state.wins[player]:
        return -paid
    return paid * (state.players - winners) / winners
