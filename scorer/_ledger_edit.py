"""Changing what a ledger tells: wins scored from their tiles, other seats, other rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorer._errors import ScoringError
from scorer._game_events import (
    Chips,
    Chombo,
    Correction,
    Event,
    ExhaustiveDraw,
    Pao,
    Penalty,
    RiichiAnnulled,
    RiichiDeclared,
    TakeOver,
    Win,
    Winner,
)
from scorer._game_state import GameState, new_game, win_context
from scorer._hand import Hand, Riichi, WinContext
from scorer._ledger import play_event
from scorer._ledger_payments import base_of
from scorer._liability import liable_base
from scorer._payments import points_of
from scorer._rules import Rules
from scorer._score import score


def with_table(context: WinContext, table: WinContext) -> WinContext:
    """Return ``context`` of a win with what ``table`` (see ``win_context``) knows of it.

    These are the winds, honba, sticks and the discarder; tsumo or ron stays.
    """
    return replace(
        context,
        seat_wind=table.seat_wind,
        round_wind=table.round_wind,
        paarenchan=table.paarenchan,
        honba=table.honba,
        riichi_sticks=table.riichi_sticks,
        discarder=table.discarder,
        discarder_in_riichi=table.discarder_in_riichi,
        players=table.players,
    )


def scored_winner(
    state: GameState,
    player: int,
    hand: Hand,
    context: WinContext,
    discarder: int | None = None,
    pao: int | None = None,
) -> Winner:
    """Return ``player`` as a winner of ``hand``, scored under the rules of ``state``.

    The table knows the winds, honba, sticks and riichi of others; of ``context`` all else counts.
    ``pao`` is the player who would be liable.  Raises ``ScoringError`` as ``score``, and where
    ``context`` and the table disagree on the riichi of ``player``.
    """
    table = win_context(state, player, discarder)
    _check_riichi(table.riichi, context.riichi)
    full = replace(
        with_table(context, table),
        tsumo=table.tsumo,
        pao=None if pao is None else state.seat_wind(pao),
    )
    value = score(hand, full, state.rules)
    base = base_of(value.points, full, state.rules)
    part = liable_base(value.yaku, base, hand.melds, full, state.rules)
    liable = points_of(part, full, state.rules)
    return Winner(player, value.points, None if pao is None else Pao(pao, liable), hand, context)


def _check_riichi(declared: Riichi, claimed: Riichi) -> None:
    none = Riichi.NONE
    if declared is not none and claimed is none:
        raise ScoringError("riichi_differs", "This player is in riichi; the win must say so.")
    if declared is none and claimed is not none:
        raise ScoringError(
            "riichi_differs", "No riichi of this player is on the table; declare it first."
        )


def rescore(events: Iterable[Event], rules: Rules) -> tuple[Event, ...]:
    """Return ``events`` with every win whose tiles are known scored again under ``rules``.

    Wins without tiles keep their points.  Raises ``ScoringError`` where a hand is no win under
    ``rules`` or an event is impossible then.
    """
    state = new_game(rules)
    rescored: list[Event] = []
    for event in events:
        if isinstance(event, Win):
            event = _scored_again(state, event)
        rescored.append(event)
        state = play_event(state, event)
    return tuple(rescored)


def _scored_again(state: GameState, win: Win) -> Win:
    winners = tuple(_winner_again(state, winner, win.discarder) for winner in win.winners)
    return replace(win, winners=winners)


def _winner_again(state: GameState, winner: Winner, discarder: int | None) -> Winner:
    if winner.hand is None or winner.context is None:
        return winner
    pao = None if winner.pao is None else winner.pao.player
    return scored_winner(state, winner.player, winner.hand, winner.context, discarder, pao)


def reseat(events: Iterable[Event], seats: Sequence[int]) -> tuple[Event, ...]:
    """Return ``events`` as if player ``i`` had been player ``seats[i]`` from the start.

    Raises ``ValueError`` unless ``seats`` names every player once.
    """
    if sorted(seats) != list(range(len(seats))):
        raise ValueError(f"{list(seats)} does not name each of {len(seats)} players once")
    return tuple(_reseated(event, seats) for event in events)


def _reseated(event: Event, seats: Sequence[int]) -> Event:
    match event:
        case TakeOver():
            return replace(event, scores=_moved(event.scores, seats), dealer=seats[event.dealer])
        case Win():
            winners = tuple(_winner_reseated(winner, seats) for winner in event.winners)
            return Win(winners, None if event.discarder is None else seats[event.discarder])
        case ExhaustiveDraw():
            return ExhaustiveDraw(
                tuple(seats[player] for player in event.tenpai),
                tuple(seats[player] for player in event.nagashi),
            )
        case RiichiDeclared() | RiichiAnnulled() | Chombo() | Penalty():
            return replace(event, player=seats[event.player])
        case Chips() | Correction():
            return replace(event, deltas=_moved(event.deltas, seats))
        case _:
            return event


def _winner_reseated(winner: Winner, seats: Sequence[int]) -> Winner:
    pao = winner.pao and replace(winner.pao, player=seats[winner.pao.player])
    return replace(winner, player=seats[winner.player], pao=pao)


def _moved(values: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    return tuple(values[seats.index(place)] for place in range(len(values)))
