"""A game cut into its hands: who was in riichi, how each ended, what everybody got.  Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from device.game._game import Ledger
from scorer import (
    AbortiveDraw,
    Chombo,
    Event,
    ExhaustiveDraw,
    GameState,
    RiichiAnnulled,
    RiichiDeclared,
    TakeOver,
    Win,
    replay_steps,
)

Ending = Win | ExhaustiveDraw | AbortiveDraw | Chombo


@dataclass(frozen=True, slots=True)
class Round:
    """One hand from its deal (``before``) to its payments (``after``).

    ``ending`` is ``None`` for what was entered after the last hand that ended: a hand in play, or
    penalties and corrections.
    """

    before: GameState
    after: GameState
    events: tuple[Event, ...]
    ending: Ending | None

    @property
    def deltas(self) -> tuple[int, ...]:
        """What every player got or paid, riichi sticks included."""
        pairs = zip(self.after.scores, self.before.scores, strict=True)
        return tuple(after - before for after, before in pairs)

    @property
    def riichi(self) -> frozenset[int]:
        """Who declared riichi and had to stand by it."""
        players: set[int] = set()
        for event in self.events:
            if isinstance(event, RiichiDeclared):
                players.add(event.player)
            elif isinstance(event, RiichiAnnulled):
                players.discard(event.player)
        return frozenset(players)


def rounds_of(ledger: Ledger) -> tuple[Round, ...]:
    """Return the hands of a game from the first on."""
    events = tuple(chain.from_iterable(move.events for move in ledger.moves))
    states = replay_steps(events, ledger.rules)
    rounds, start = [], 0
    for place, event in enumerate(events, 1):
        if isinstance(event, TakeOver):
            start = place
        elif isinstance(event, Ending):
            rounds.append(Round(states[start], states[place], events[start:place], event))
            start = place
    if start < len(events):
        rounds.append(Round(states[start], states[-1], events[start:], None))
    return tuple(rounds)
