"""A game in progress: what was entered, in order, and every way to change it.  Pure values.

The log keeps the operations; a ``Book`` is their fold.  An operation that would make a later event
impossible raises ``ScoringError`` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce, singledispatch
from itertools import accumulate, chain

from scorer import (
    Event,
    GameState,
    Rules,
    ScoringError,
    new_game,
    play_event,
    replay,
    rescore,
    reseat,
)


@dataclass(frozen=True, slots=True)
class Move:
    """What was entered at once: its ``number`` is that of the operation that told it first."""

    number: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """The table as all moves leave it.

    ``names`` and ``sides`` (of the picture) are by player, the first dealer first.
    """

    names: tuple[str, ...]
    sides: tuple[str, ...]
    moves: tuple[Move, ...]
    state: GameState

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.state.rules

    def before(self, number: int) -> GameState:
        """Return the state before the move ``number``, the present one where it does not stand."""
        return replay(_events(self.moves[: self._place(number)]), self.rules)

    def behind(self, number: int | None) -> GameState:
        """Return the state behind the move ``number``: 0 is the start, ``None`` now."""
        if number is None:
            return self.state
        return replay(_events(self.moves[: self.place_behind(number)]), self.rules)

    def place_behind(self, number: int) -> int:
        """Return where in ``moves`` what comes behind the move ``number`` stands.

        That of a move that does not stand any more is behind those that were entered before it.
        """
        if number and self._place(number) < len(self.moves):
            return self._place(number) + 1
        return sum(move.number <= number for move in self.moves)

    def _place(self, number: int) -> int:
        places = (n for n, move in enumerate(self.moves) if move.number == number)
        return next(places, len(self.moves))

    def states(self) -> tuple[GameState, ...]:
        """Return the state before the first move and after each."""
        start = new_game(self.rules)
        return tuple(accumulate(self.moves, lambda s, m: _played(s, m.events), initial=start))

    def move(self, number: int) -> Move:
        """Return the move ``number``; raises ``ScoringError`` when there is none."""
        found = next((move for move in self.moves if move.number == number), None)
        if found is None:
            raise ScoringError("no_move", f"Nothing that stands was entered as number {number}.")
        return found


@dataclass(frozen=True, slots=True)
class Play:
    """``events`` happened: behind the move ``after`` (0: at the start), ``None``: just now."""

    events: tuple[Event, ...]
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """In place of the events of ``move`` these happened."""

    move: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Drop:
    """``move`` did not happen."""

    move: int


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where: what player ``i`` did is ``players[i]``'s from the start.

    ``names`` and ``sides`` are by the new numbers.
    """

    players: tuple[int, ...]
    names: tuple[str, ...]
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """The game is played by ``rules`` from the start."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Undo:
    """The last operation that stands is taken back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """The operation that was taken back last stands again."""


@dataclass(frozen=True, slots=True)
class Logged:
    """A hand was logged anew; the game stays as it is."""


Change = Play | Replace | Drop | Seat | Rule
Operation = Change | Undo | Redo | Logged


@dataclass(frozen=True, slots=True)
class Step:
    """A change and what it led to."""

    change: Change
    ledger: Ledger


@dataclass(frozen=True, slots=True)
class Book:
    """Every operation of a game folded: ``done`` stands, ``undone`` can be had again (last first).

    ``lines`` counts all operations ever made.
    """

    start: Ledger
    done: tuple[Step, ...] = field(default=(), repr=False)
    undone: tuple[Step, ...] = field(default=(), repr=False)
    lines: int = 0

    @property
    def ledger(self) -> Ledger:
        """The table as it stands."""
        return self.done[-1].ledger if self.done else self.start

    def after(self, operation: Operation) -> Book:
        """Return the book with one more operation; raises ``ScoringError`` when it cannot be."""
        lines = self.lines + 1
        match operation:
            case Undo():
                _check(
                    self.done, "nothing_entered", "Nothing was entered that could be taken back."
                )
                done, undone = self.done[:-1], (*self.undone, self.done[-1])
            case Redo():
                _check(self.undone, "nothing_to_redo", "Nothing was taken back.")
                done, undone = (*self.done, self.undone[-1]), self.undone[:-1]
            case Logged():
                done, undone = self.done, self.undone
            case _:
                step = Step(operation, _changed(operation, self.ledger, lines))
                done, undone = (*self.done, step), ()
        return Book(self.start, done, undone, lines)


def open_book(rules: Rules, names: Sequence[str], sides: Sequence[str]) -> Book:
    """Return the book of a game that begins."""
    return Book(Ledger(tuple(names), tuple(sides), (), new_game(rules)))


def turned(ledger: Ledger, dealer: int) -> Seat:
    """Return the change by which ``dealer`` dealt first and everybody else stays where they are."""
    count = len(ledger.names)
    order = [(dealer + place) % count for place in range(count)]
    return Seat(
        tuple(order.index(player) for player in range(count)),
        tuple(ledger.names[player] for player in order),
        tuple(ledger.sides[player] for player in order),
    )


def renamed(ledger: Ledger, names: Sequence[str]) -> Seat:
    """Return the change by which the players have ``names``."""
    return Seat(tuple(range(len(names))), tuple(names), ledger.sides)


def _check(steps: tuple[Step, ...], code: str, message: str) -> None:
    if not steps:
        raise ScoringError(code, message)


def _events(moves: Iterable[Move]) -> tuple[Event, ...]:
    return tuple(chain.from_iterable(move.events for move in moves))


def _played(state: GameState, events: Iterable[Event]) -> GameState:
    return reduce(play_event, events, state)


@singledispatch
def _changed(change: object, ledger: Ledger, number: int) -> Ledger:
    raise TypeError(f"{change!r} is no change of a game")


@_changed.register
def _(change: Play, ledger: Ledger, number: int) -> Ledger:
    move = Move(number, change.events)
    place = len(ledger.moves)
    if change.after is not None:
        place = ledger.place_behind(change.after)
    if place < len(ledger.moves):
        moves = (*ledger.moves[:place], move, *ledger.moves[place:])
        return _rescored(ledger, moves, ledger.rules)
    state = _played(ledger.state, change.events)
    return replace(ledger, moves=(*ledger.moves, move), state=state)


@_changed.register
def _(change: Replace, ledger: Ledger, number: int) -> Ledger:
    old = ledger.move(change.move)
    moves = tuple(replace(m, events=change.events) if m is old else m for m in ledger.moves)
    return _rescored(ledger, moves, ledger.rules)


@_changed.register
def _(change: Drop, ledger: Ledger, number: int) -> Ledger:
    old = ledger.move(change.move)
    return _rescored(ledger, tuple(m for m in ledger.moves if m is not old), ledger.rules)


@_changed.register
def _(change: Seat, ledger: Ledger, number: int) -> Ledger:
    moves = tuple(replace(m, events=reseat(m.events, change.players)) for m in ledger.moves)
    seated = replace(ledger, names=change.names, sides=change.sides)
    return _rescored(seated, moves, ledger.rules)


@_changed.register
def _(change: Rule, ledger: Ledger, number: int) -> Ledger:
    if change.rules.players != ledger.state.players:
        raise ScoringError(
            "players",
            f"The game is played by {ledger.state.players}; these rules are for "
            f"{change.rules.players}.",
        )
    return _rescored(ledger, ledger.moves, change.rules)


def _rescored(ledger: Ledger, moves: Sequence[Move], rules: Rules) -> Ledger:
    """Return ``ledger`` with ``moves``, every hand in them valued anew."""
    events = iter(rescore(_events(moves), rules))
    fresh = tuple(replace(m, events=tuple(next(events) for _ in m.events)) for m in moves)
    return replace(ledger, moves=fresh, state=_played(new_game(rules), _events(fresh)))
