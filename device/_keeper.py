"""Keeps rows until the log takes them: a full disk loses none while the program runs."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from device._errors import LogError
from device.log._port import Entry, Game, Line, Log


@dataclass(eq=False, slots=True)
class Kept:
    """A scored hand on its way to the log; ``id`` is 0 until it has arrived there."""

    entry: Entry
    id: int = 0


@dataclass(eq=False, slots=True)
class KeptGame:
    """A game on its way to the log; ``id`` is 0 until it has arrived there."""

    game: Game
    id: int = 0


class Keeper:
    """Hands rows over to a log that is opened when first needed, and again after a failure."""

    def __init__(self, open_log: Callable[[], Log]) -> None:
        self._open = open_log
        self._log: Log | None = None
        self._waiting: deque[Callable[[Log], None]] = deque()
        self._together: list[Callable[[Log], None]] | None = None
        self._lock = threading.RLock()

    @property
    def waiting(self) -> int:
        """How much the log has not taken yet."""
        return len(self._waiting)

    def keep(
        self,
        entry: Entry,
        correcting: Kept | None = None,
        line: tuple[KeptGame, Line] | None = None,
    ) -> Kept:
        """Take charge of ``entry``, which corrects ``correcting``; ``deliver`` stores it.

        It is stored together with ``line`` of a game, or neither is.
        """
        kept = Kept(entry)

        def store(log: Log) -> None:
            replaces = correcting.id if correcting else entry.replaces
            kept.entry = replace(entry, replaces=replaces)
            kept.id = log.append(kept.entry, None if line is None else _of_game(*line))

        self.later(store)
        return kept

    def begin(self, game: Game) -> KeptGame:
        """Take charge of ``game``; ``deliver`` stores it."""
        kept = KeptGame(game)

        def store(log: Log) -> None:
            kept.id = log.begin(game)

        self.later(store)
        return kept

    def tell(self, game: KeptGame, line: Line) -> None:
        """Take charge of a line of ``game``; ``deliver`` stores it."""
        self.later(lambda log: log.append_line(_of_game(game, line)))

    def later(self, store: Callable[[Log], None]) -> None:
        """Do ``store`` with the log once all that was kept before is stored."""
        (self._waiting if self._together is None else self._together).append(store)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Store what is kept meanwhile at once or not at all; ``deliver`` leaves it until then."""
        before, group = self._together, list[Callable[[Log], None]]()
        self._together = group
        try:
            yield
        finally:
            self._together = before
            if group:
                self.later(lambda log: _store_together(log, group))

    def deliver(self) -> None:
        """Store what waits, oldest first; raises ``LogError`` and keeps the rest when it fails."""
        with self._lock:
            while self._waiting:
                self._waiting[0](self.log())
                self._waiting.popleft()

    def log(self) -> Log:
        """Return the log, opening it where it is not open yet; raises ``LogError``."""
        with self._lock:
            if self._log is None:
                self._log = self._open()
            return self._log

    def give_up(self) -> None:
        """Have a delivery that waits for the log fail; what was kept stays."""
        if self._log is not None:
            self._log.give_up()

    def close(self) -> None:
        """Deliver what can be delivered and let go of the log."""
        try:
            self.deliver()
        except LogError:
            return
        finally:
            if self._log is not None:
                self._log.close()
                self._log = None


def _store_together(log: Log, group: Sequence[Callable[[Log], None]]) -> None:
    with log.together():
        for store in group:
            store(log)


def _of_game(game: KeptGame, line: Line) -> Line:
    return replace(line, game=game.id)
