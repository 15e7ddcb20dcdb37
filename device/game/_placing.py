"""Who sits where at the table of a game, and a win told by sides of the picture.  Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device._reveal import SIDES, Seats
from device.game._game import Ledger, Seat
from device.game._win_event import Claim, winner_of
from scorer import GameState, WinContext, Wind


@dataclass(frozen=True, slots=True)
class Places:
    """On which sides of the picture those sit whom a win is about."""

    winner: str
    discarder: str | None
    pao: str | None


def before_of(ledger: Ledger, claim: Claim | None, after: int | None) -> GameState:
    """Return the state before the win ``claim``.

    Where it does not stand (yet): the state behind the move ``after``, ``None`` the present one.
    """
    if claim is None or winner_of(ledger, claim) is None:
        return ledger.behind(after)
    return ledger.before(claim.move)


def seats_of(ledger: Ledger, before: GameState | None = None) -> Seats:
    """Return who sits where in the hand being played, or in that of the state ``before``."""
    dealer = (before or ledger.state).dealer
    return Seats((*ledger.sides[dealer:], *ledger.sides[:dealer]))


def dealer_of(ledger: Ledger) -> str:
    """Return the side of the picture where East sits in the hand being played."""
    return ledger.sides[ledger.state.dealer]


def told_by(ledger: Ledger) -> WinContext:
    """Return the round, honba and sticks of the hand being played."""
    state = ledger.state
    return WinContext(
        tsumo=False,
        round_wind=state.round_wind,
        honba=state.honba,
        riichi_sticks=state.riichi_sticks,
        players=state.players,
    )


def places_of(ledger: Ledger, context: WinContext, before: GameState) -> Places:
    """Return where those sit whom ``context`` of a win in ``before`` is about."""

    def side(wind: Wind | None) -> str | None:
        return None if wind is None else ledger.sides[before.player_at(wind)]

    winner = ledger.sides[before.player_at(context.seat_wind)]
    return Places(winner, side(context.discarder), side(context.pao))


def placed(ledger: Ledger, context: WinContext, places: Places, before: GameState) -> WinContext:
    """Return ``context`` of those at ``places``, whose winds may have changed, in ``before``."""
    if places.winner not in ledger.sides:
        return context

    def wind(side: str | None) -> Wind | None:
        return before.seat_wind(ledger.sides.index(side)) if side in ledger.sides else None

    seat = before.seat_wind(ledger.sides.index(places.winner))
    return replace(context, seat_wind=seat, discarder=wind(places.discarder), pao=wind(places.pao))


def placed_at(ledger: Ledger, player: int, side: str) -> Seat:
    """Return the change by which ``player`` sits at ``side``, the others around as before."""
    steps = SIDES.index(side) - SIDES.index(ledger.sides[player])
    sides = (SIDES[(SIDES.index(old) + steps) % len(SIDES)] for old in ledger.sides)
    return Seat(tuple(range(len(ledger.names))), ledger.names, tuple(sides))
