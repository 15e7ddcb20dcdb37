"""A win on the table: what the ledger tells about it, and what it tells the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

from device.game._game import Ledger
from scorer import (
    Event,
    GameState,
    Hand,
    Riichi,
    RiichiAnnulled,
    RiichiDeclared,
    ScoringError,
    Win,
    WinContext,
    Winner,
    play_event,
    scored_winner,
    win_context,
    with_table,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A win that stands in the ledger: winner number ``place`` of the move ``move``."""

    move: int
    place: int = 0


def win_in(events: Sequence[Event]) -> Win | None:
    """Return the win among the events of one move."""
    return next((event for event in events if isinstance(event, Win)), None)


def winner_of(ledger: Ledger, claim: Claim) -> Winner | None:
    """Return the winner of ``claim``, ``None`` when it stands no more."""
    move = next((move for move in ledger.moves if move.number == claim.move), None)
    win = None if move is None else win_in(move.events)
    return win.winners[claim.place] if win and claim.place < len(win.winners) else None


def told_win(ledger: Ledger, claim: Claim) -> tuple[Hand, WinContext] | None:
    """Return the hand of ``claim`` and how it was won, ``None`` where nobody knows its tiles."""
    winner = winner_of(ledger, claim)
    if winner is None or winner.hand is None or winner.context is None:
        return None
    before, win = ledger.before(claim.move), win_in(ledger.move(claim.move).events)
    discarder = win.discarder if win else None
    told = replace(
        winner.context,
        tsumo=discarder is None,
        seat_wind=before.seat_wind(winner.player),
        discarder=None if discarder is None else before.seat_wind(discarder),
        pao=None if winner.pao is None else before.seat_wind(winner.pao.player),
    )
    return winner.hand, in_step_of(ledger, told, claim, before)


def in_step_of(
    ledger: Ledger, context: WinContext, claim: Claim | None, before: GameState
) -> WinContext:
    """Return ``context`` of the win ``claim``, or of one to come, with all that ``ledger`` knows.

    ``before`` is the state that the win was made in.  Of several winners on one tile only the first
    in turn order takes the sticks, and the honba where the rules say so.
    """
    stands = claim is not None and winner_of(ledger, claim) is not None
    told = in_step(context, before, before.player_at(context.seat_wind))
    win = win_in(ledger.move(claim.move).events) if claim and stands else None
    if claim is None or win is None or _is_first(win, claim.place, before.players):
        return told
    honba = 0 if ledger.rules.ron_honba == "first" else told.honba
    return replace(told, honba=honba, riichi_sticks=0)


def _is_first(win: Win, place: int, players: int) -> bool:
    """Tell whether a winner comes first in the order of play after the discarder."""
    turns = [(winner.player - (win.discarder or 0)) % players for winner in win.winners]
    return turns[place] == min(turns)


def in_step(context: WinContext, before: GameState, player: int) -> WinContext:
    """Return ``context`` of a win of ``player`` with all that the ledger knows.

    The stick of a riichi that ``context`` tells and the ledger does not know yet counts.  The
    discarder stays the same wind.
    """
    discarder = None if context.tsumo else _player_at(before, context.discarder)
    table = win_context(_with_riichi(before, player, context.riichi), player, discarder)
    return with_table(context, table)


def win_events(
    before: GameState,
    hand: Hand,
    context: WinContext,
    beside: Sequence[Event] = (),
    place: int = 0,
) -> tuple[Event, ...]:
    """Return the events of a move that tells the win of ``hand``.

    ``beside`` are those that the move tells so far: this winner takes the ``place`` of the one
    there, or comes behind the others.  A riichi that ``context`` tells and ``before`` does not
    comes first, one that it denies is taken back.  Raises ``ScoringError`` for a win that cannot
    be.
    """
    winners = () if (win := win_in(beside)) is None else win.winners
    first = _without(beside, winners[place].player if place < len(winners) else None)
    player = before.player_at(context.seat_wind)
    state, declared = _declared(reduce(play_event, first, before), player, context.riichi)
    discarder = None if context.tsumo else _player_at(before, context.discarder)
    pao = _player_at(before, context.pao)
    winner = scored_winner(state, player, hand, context, discarder, pao)
    winners = (*winners[:place], winner, *winners[place + 1 :])
    return (*first, *declared, Win(winners, discarder))


def _without(events: Sequence[Event], player: int | None) -> tuple[Event, ...]:
    """Return ``events`` without the win and what was told of the riichi of ``player``."""
    riichi = (RiichiDeclared, RiichiAnnulled)
    return tuple(
        event
        for event in events
        if not isinstance(event, Win) and not (isinstance(event, riichi) and event.player == player)
    )


def _player_at(state: GameState, wind: int | None) -> int | None:
    return None if wind is None else (state.dealer + wind) % state.players


def _with_riichi(state: GameState, player: int, claimed: Riichi) -> GameState:
    """Return ``state`` with the riichi of ``player`` as ``claimed``, unless it cannot be.

    That is told when the win is entered.
    """
    try:
        return _declared(state, player, claimed)[0]
    except ScoringError:
        return state


def _declared(
    state: GameState, player: int, claimed: Riichi
) -> tuple[GameState, tuple[Event, ...]]:
    """Return ``state`` with the riichi of ``player`` as ``claimed``, and the events to it."""
    if (player in state.riichi) == (claimed is not Riichi.NONE):
        return state, ()
    declares = player not in state.riichi
    event: Event = RiichiDeclared(player) if declares else RiichiAnnulled(player)
    return play_event(state, event), (event,)
