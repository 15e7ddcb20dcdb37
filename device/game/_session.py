"""The game at the table and its way into the log: every operation is a line before it counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from device._errors import LogError
from device._keeper import Keeper, Kept, KeptGame
from device._win_json import rules_text
from device.game._game import Book, Operation, open_book
from device.game._json import book_of, operation_record
from device.game._win_event import Claim
from device.log._port import Entry, Game, Line, Log
from scorer import Rules


@dataclass(slots=True)
class _Running:
    """A game, its book, and the logged hand of every win."""

    game: KeptGame
    book: Book
    hands: dict[Claim, Kept]


class Session:
    """At most one game at a time; ``keeper`` stores what happens in it."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._running: _Running | None = None

    @property
    def book(self) -> Book | None:
        """The game's book, ``None`` before the first game."""
        return self._running.book if self._running else None

    @property
    def game(self) -> KeptGame | None:
        """The game in the log."""
        return self._running.game if self._running else None

    def begin(self, rules: Rules, names: Sequence[str], sides: Sequence[str]) -> None:
        """Begin a new game in place of the present one."""
        game = Game(rules_text(rules), tuple(names), tuple(sides))
        book = open_book(rules, names, sides)
        self._running = _Running(self._keeper.begin(game), book, {})

    def tell(self, operation: Operation) -> None:
        """Do ``operation``; raises ``ScoringError`` when it cannot be done."""
        running = self._checked()
        book = running.book.after(operation)
        line = Line(0, book.lines, operation_record(operation))
        self._keeper.tell(running.game, line)
        running.book = book

    def tell_win(
        self, operation: Operation, entry: Entry, about: Claim, correcting: Kept | None
    ) -> Kept:
        """Do ``operation``, which tells the win ``about``, and log its hand with it.

        ``correcting`` is the hand that ``entry`` takes the place of.  Raises ``ScoringError`` when
        it cannot be done.
        """
        running = self._checked()
        book = running.book.after(operation)
        record = {**operation_record(operation), "about": [about.move, about.place]}
        line = Line(0, book.lines, record)
        kept = self._keeper.keep(entry, correcting, (running.game, line))
        running.book, running.hands[about] = book, kept
        return kept

    def next_move(self) -> int:
        """Return the number that the next move will have."""
        return self._checked().book.lines + 1

    def hand(self, claim: Claim) -> Kept | None:
        """Return the logged hand of a win."""
        return self._running.hands.get(claim) if self._running else None

    def hand_ids(self) -> dict[tuple[int, int], int]:
        """Return the id of each logged hand by the move and the place of its winner there."""
        hands = self._running.hands if self._running else {}
        return {(claim.move, claim.place): kept.id for claim, kept in hands.items()}

    def claim(self, hand: int) -> Claim | None:
        """Return the win that the logged hand with the id ``hand`` tells."""
        hands = self._running.hands if self._running else {}
        return next((claim for claim, kept in hands.items() if kept.id == hand), None)

    def last(self) -> Claim | None:
        """Return the last win that stands in the ledger."""
        moves = self._running.book.ledger.moves if self._running else ()
        places = {move.number: place for place, move in enumerate(moves)}
        hands = self._running.hands if self._running else {}
        return max(
            (claim for claim in hands if claim.move in places),
            key=lambda claim: (places[claim.move], claim.place),
            default=None,
        )

    def newest(self) -> tuple[Claim, Kept] | None:
        """Return the win whose hand was logged last, whether it stands or not."""
        hands = self._running.hands if self._running else {}
        return max(hands.items(), key=lambda item: item[1].id, default=None)

    def resume(self, log: Log) -> None:
        """Go on with the newest game of ``log``, if any; raises ``LogError``."""
        for game in log.games(1):
            lines = log.lines(game.id)
            book = book_of(game, lines)
            self._running = _Running(KeptGame(game, game.id), book, dict(_hands(log, lines)))

    def _checked(self) -> _Running:
        if self._running is None:
            raise LookupError("no game is running")
        return self._running


def _hands(log: Log, lines: Sequence[Line]) -> Iterator[tuple[Claim, Kept]]:
    """Yield the logged hands of a game; damaged ones are left out, the ledger tells them too."""
    for line in lines:
        if line.hand is None or not _is_place(line.record.get("about")):
            continue
        try:
            yield Claim(*line.record["about"]), Kept(log.entry(line.hand), line.hand)
        except LogError as error:
            if error.code != "log_rows_damaged":
                raise


def _is_place(about: object) -> bool:
    return isinstance(about, list) and len(about) == 2 and all(type(n) is int for n in about)
