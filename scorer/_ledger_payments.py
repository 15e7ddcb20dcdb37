"""Who pays whom: wins with honba, pao and several rons; draws, nagashi mangan, chombo, penalties.

Every function returns what each player gains or pays, by player; without the riichi sticks the
sum is zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scorer._errors import ScoringError
from scorer._game_events import Win, Winner
from scorer._game_state import STICK, GameState, check_player

Deltas = tuple[int, ...]
_MANGAN: Final = 2000
_MOST_RONS: Final = {"head_bump": 1, "double": 2, "triple": 3}


def win_deltas(state: GameState, win: Win) -> Deltas:
    """Return the payments of a win; the riichi sticks on the table are in the winners' gains.

    Raises ``ScoringError`` for a win that cannot be.
    """
    _check_win(state, win)
    if win.discarder is None:
        winner = win.winners[0]
        return _total(state, [_tsumo_deltas(state, winner), _sticks(state, win.winners)])
    winners = _in_turn_order(state, win.winners, win.discarder)
    first_only = state.rules.ron_honba == "first"
    rons = [
        _ron_deltas(state, winner, win.discarder, place == 0 or not first_only)
        for place, winner in enumerate(winners)
    ]
    return _total(state, [*rons, _sticks(state, winners)])


def noten_deltas(state: GameState, tenpai: Iterable[int]) -> Deltas:
    """Return the payments between tenpai and noten at an exhaustive draw."""
    ready = set(tenpai)
    others = state.players - len(ready)
    if not ready or not others:
        return (0,) * state.players
    gain = state.rules.noten_payment // len(ready)
    loss = state.rules.noten_payment // others
    return tuple(gain if player in ready else -loss for player in range(state.players))


def mangan_deltas(state: GameState, players: Iterable[int]) -> Deltas:
    """Return the payments of a nagashi mangan of each of ``players``, without honba."""
    return _total(state, [_mangan(state, player) for player in players])


def chombo_deltas(state: GameState, player: int) -> Deltas:
    """Return the payments of a chombo paid as a mangan to the others."""
    return tuple(-delta for delta in _mangan(state, player))


def shared_deltas(state: GameState, player: int, points: int) -> Deltas:
    """Return ``points`` of ``player`` paid in equal parts to the others."""
    others = state.players - 1
    if points % (100 * others):
        raise ScoringError(
            "penalty_not_divisible",
            f"{points} points cannot be paid in hundreds to {others} players alike; "
            f"take a multiple of {100 * others}.",
        )
    return _with_winner([-points // others] * state.players, player, -1)


def _mangan(state: GameState, winner: int) -> Deltas:
    multiple = 4 if winner == state.dealer else 2
    shares = [
        _MANGAN * (2 if player == state.dealer else multiple // 2)
        for player in range(state.players)
    ]
    return _with_winner(shares, winner, 1)


def _with_winner(shares: list[int], winner: int, sign: int) -> Deltas:
    """Return ``shares`` turned into payments from everybody to ``winner``."""
    paid = [-share * sign for share in shares]
    paid[winner] = 0
    paid[winner] = -sum(paid)
    return tuple(paid)


def _total(state: GameState, parts: Iterable[Deltas]) -> Deltas:
    return tuple(map(sum, zip((0,) * state.players, *parts, strict=True)))


def _in_turn_order(
    state: GameState, winners: tuple[Winner, ...], discarder: int
) -> tuple[Winner, ...]:
    return tuple(sorted(winners, key=lambda winner: (winner.player - discarder) % state.players))


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


def _ron_deltas(state: GameState, winner: Winner, discarder: int, honba: bool) -> Deltas:
    bonus = state.rules.honba_ron * state.honba if honba else 0
    deltas = [0] * state.players
    deltas[winner.player] = winner.points + bonus
    deltas[discarder] = -winner.points
    if winner.pao is None:
        deltas[discarder] -= bonus
        return tuple(deltas)
    half = winner.pao.points // 2
    deltas[discarder] += half
    deltas[winner.pao.player] -= half
    deltas[winner.pao.player if state.rules.pao_honba == "liable" else discarder] -= bonus
    return tuple(deltas)


def _tsumo_deltas(state: GameState, winner: Winner) -> Deltas:
    bonus = state.rules.honba_tsumo * state.honba
    if winner.pao is None:
        shares = [share + bonus for share in _shares(state, winner.player, winner.points)]
        return _with_winner(shares, winner.player, 1)
    shares = _shares(state, winner.player, winner.points - winner.pao.points)
    shares[winner.pao.player] += winner.pao.points + bonus * (state.players - 1)
    return _with_winner(shares, winner.player, 1)


def _shares(state: GameState, winner: int, points: int) -> list[int]:
    """Return what each player pays of a tsumo worth ``points`` in all; the winner's is unused."""
    if winner == state.dealer or state.players == 2:
        each, rest = divmod(points, 100 * (state.players - 1))
        if rest:
            raise _no_tsumo(points)
        return [100 * each] * state.players
    if state.players == 3 and state.rules.sanma_tsumo == "north_bisection":
        of_dealer, of_other = _bisected(points)
    else:
        of_dealer, of_other = _split(points, state.players - 2)
    return [of_dealer if player == state.dealer else of_other for player in range(state.players)]


def _split(points: int, others: int) -> tuple[int, int]:
    """Return what the dealer and each of ``others`` non-dealers pay of ``points``.

    The dealer pays twice the base points and the others once, each rounded up to a hundred, so
    the dealer pays double or a hundred less; the sum tells which.
    """
    of_other = 100 * -(-points // (100 * (others + 2)))
    of_dealer = points - others * of_other
    if of_dealer not in (2 * of_other, 2 * of_other - 100) or points % 100:
        raise _no_tsumo(points)
    return of_dealer, of_other


def _bisected(points: int) -> tuple[int, int]:
    """Return what the dealer and the other one pay where both share the absent North's part."""
    dealer, other = _split(points, 2)
    half = other // 2
    return dealer + half, other + half


def _no_tsumo(points: int) -> ScoringError:
    return ScoringError(
        "tsumo_points", f"No tsumo here pays {points} points in all; check who won and the value."
    )


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
    if not 0 < winner.pao.points <= winner.points:
        raise ScoringError(
            "pao_points",
            f"The liable part is {winner.pao.points} of {winner.points} points; "
            f"it is more than nothing and at most all.",
        )
