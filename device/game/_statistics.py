"""How the players of many games did: rates, averages, places, yaku.  Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from device.game._game import Ledger
from device.game._rounds import Round, rounds_of
from scorer import (
    Chombo,
    ExhaustiveDraw,
    Riichi,
    Score,
    ScoringError,
    Win,
    Winner,
    final_result,
    score,
)


@dataclass(slots=True)
class Tally:
    """What is counted of one player.

    ``games`` are those that came to their end, ``places`` how often each place was taken in them,
    ``total`` their results in thousands; ``hands`` are those that ended with a win or a draw.
    ``won`` and ``paid`` are points of wins without honba and sticks, ``best`` the most at once.
    """

    name: str
    games: int = 0
    places: Counter[int] = field(default_factory=Counter)
    total: float = 0.0
    hands: int = 0
    wins: int = 0
    tsumo: int = 0
    deal_ins: int = 0
    riichi: int = 0
    riichi_wins: int = 0
    draws: int = 0
    tenpai: int = 0
    chombo: int = 0
    won: int = 0
    paid: int = 0
    best: int = 0
    yaku: Counter[str] = field(default_factory=Counter)

    def rate(self, count: int) -> float | None:
        """Return ``count`` as a part of the hands, ``None`` before the first."""
        return part(count, self.hands)

    @property
    def place(self) -> float | None:
        """The average place."""
        return part(sum(place * count for place, count in self.places.items()), self.games)


def part(count: float, of: int) -> float | None:
    """Return ``count / of``, ``None`` of nothing."""
    return count / of if of else None


def statistics(ledgers: Iterable[Ledger]) -> Mapping[str, Tally]:
    """Return what every player did in these games, by name; players are told apart by it."""
    tallies: dict[str, Tally] = {}
    for ledger in ledgers:
        players = [tallies.setdefault(name, Tally(name)) for name in ledger.names]
        _count_result(ledger, players)
        for hand in rounds_of(ledger):
            _count_round(hand, players, ledger)
    return tallies


def _count_result(ledger: Ledger, players: list[Tally]) -> None:
    if ledger.state.end is None:
        return
    for result in final_result(ledger.state):
        tally = players[result.player]
        tally.games += 1
        tally.places[result.place] += 1
        tally.total += result.total


def _count_round(hand: Round, players: list[Tally], ledger: Ledger) -> None:
    if isinstance(hand.ending, Chombo):
        players[hand.ending.player].chombo += 1
    if hand.ending is None or isinstance(hand.ending, Chombo):
        return
    for player, tally in enumerate(players):
        tally.hands += 1
        tally.riichi += player in hand.riichi
    if isinstance(hand.ending, Win):
        _count_win(hand, hand.ending, players, ledger)
    elif isinstance(hand.ending, ExhaustiveDraw):
        for player, tally in enumerate(players):
            tally.draws += 1
            tally.tenpai += player in hand.ending.tenpai


def _count_win(hand: Round, win: Win, players: list[Tally], ledger: Ledger) -> None:
    if win.discarder is not None:
        players[win.discarder].deal_ins += 1
        players[win.discarder].paid += sum(winner.points for winner in win.winners)
    for winner in win.winners:
        tally = players[winner.player]
        tally.wins += 1
        tally.tsumo += win.discarder is None
        tally.riichi_wins += winner.player in hand.riichi
        tally.won += winner.points
        tally.best = max(tally.best, winner.points)
        scored = score_of(hand, win, winner, ledger)
        tally.yaku.update(yaku.id for yaku in scored.yaku) if scored else None


def score_of(hand: Round, win: Win, winner: Winner, ledger: Ledger) -> Score | None:
    """Return the score of a winner's tiles, honba and sticks left out; ``None``: not known."""
    if winner.hand is None or winner.context is None:
        return None
    before = hand.before
    declared = winner.player in hand.riichi and winner.context.riichi is Riichi.NONE
    told = replace(
        winner.context,
        tsumo=win.discarder is None,
        seat_wind=before.seat_wind(winner.player),
        round_wind=before.round_wind,
        discarder=None if win.discarder is None else before.seat_wind(win.discarder),
        players=before.players,
        honba=0,
        riichi_sticks=0,
        riichi=Riichi.RIICHI if declared else winner.context.riichi,
    )
    try:
        return score(winner.hand, told, ledger.rules)
    except ScoringError:
        return None
