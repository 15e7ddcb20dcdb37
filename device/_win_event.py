"""A win on the table: what the ledger tells about it, and what it tells the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from device._game import Ledger
from scorer import (
    Event,
    GameState,
    Hand,
    Riichi,
    RiichiAnnulled,
    RiichiDeclared,
    Win,
    WinContext,
    Winner,
    play_event,
    scored_winner,
    win_context,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A win that stands in the ledger: winner number ``place`` of the move ``move``."""

    move: int
    place: int = 0


def win_of(events: Sequence[Event]) -> Win | None:
    """Return the win among the events of one move."""
    return next((event for event in events if isinstance(event, Win)), None)


def winner_of(ledger: Ledger, claim: Claim) -> Winner | None:
    """Return the winner of ``claim``, ``None`` when it stands no more."""
    move = next((move for move in ledger.moves if move.number == claim.move), None)
    win = None if move is None else win_of(move.events)
    return win.winners[claim.place] if win and claim.place < len(win.winners) else None


def in_step(context: WinContext, before: GameState, player: int) -> WinContext:
    """Return ``context`` of a win of ``player`` with all that the ledger knows.

    The stick of a riichi that ``context`` tells and the ledger does not know yet counts.  The
    discarder stays the same wind.
    """
    discarder = None if context.tsumo else _player_at(before, context.discarder)
    table = win_context(_declared(before, player, context.riichi)[0], player, discarder)
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


def win_events(
    before: GameState,
    hand: Hand,
    context: WinContext,
    *,
    annulled: int | None = None,
    beside: Sequence[Event] = (),
) -> tuple[Event, ...]:
    """Return the events of a win: what its riichi changes, then the win.

    ``annulled`` is who discarded the winning tile to declare riichi.  ``beside`` are the events of
    the move that tells the other winners of the same tile.  Raises ``ScoringError`` for a win
    that cannot be in ``before``.
    """
    player = before.player_at(context.seat_wind)
    first = [event for event in beside if not isinstance(event, Win)]
    if annulled in before.riichi and annulled is not None and not first:
        first.append(RiichiAnnulled(annulled))
    state = reduce(play_event, first, before)
    state, declared = _declared(state, player, context.riichi)
    discarder = None if context.tsumo else _player_at(before, context.discarder)
    pao = _player_at(before, context.pao)
    winner = scored_winner(state, player, hand, context, discarder, pao)
    others = win_of(beside)
    winners = (winner,) if others is None else (*others.winners, winner)
    return (*first, *declared, Win(winners, discarder))


def _player_at(state: GameState, wind: int | None) -> int | None:
    return None if wind is None else (state.dealer + wind) % state.players


def _declared(
    state: GameState, player: int, claimed: Riichi
) -> tuple[GameState, tuple[Event, ...]]:
    """Return ``state`` with the riichi of ``player`` as ``claimed``, and the events to it."""
    if (player in state.riichi) == (claimed is not Riichi.NONE):
        return state, ()
    declares = player not in state.riichi
    event: Event = RiichiDeclared(player) if declares else RiichiAnnulled(player)
    return play_event(state, event), (event,)
