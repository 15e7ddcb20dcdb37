"""Keeps scored hands until the log takes them: a full disk loses none while the program runs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from device._errors import LogError
from device._log import Entry, Log


@dataclass(eq=False, slots=True)
class Kept:
    """A scored hand on its way to the log; ``id`` is 0 until it has arrived there."""

    entry: Entry
    id: int = 0


class Keeper:
    """Hands entries over to a log that is opened when first needed, and again after a failure."""

    def __init__(self, open_log: Callable[[], Log]) -> None:
        self._open = open_log
        self._log: Log | None = None
        self._waiting: list[Kept] = []
        self._lock = threading.RLock()

    @property
    def waiting(self) -> int:
        """How many hands the log has not taken yet."""
        return len(self._waiting)

    def keep(self, entry: Entry, correcting: Kept | None = None) -> Kept:
        """Take charge of ``entry``, which corrects ``correcting``; ``deliver`` stores it."""
        with self._lock:
            replaces = correcting.id if correcting else None
            if correcting in self._waiting:
                self._waiting.remove(correcting)
                replaces = correcting.entry.replaces
            kept = Kept(replace(entry, replaces=replaces))
            self._waiting.append(kept)
        return kept

    def deliver(self) -> None:
        """Store what waits, oldest first; raises ``LogError`` and keeps the rest when it fails."""
        with self._lock:
            while self._waiting:
                kept = self._waiting[0]
                kept.id = self.log().append(kept.entry)
                self._waiting.remove(kept)

    def log(self) -> Log:
        """Return the log, opening it where it is not open yet; raises ``LogError``."""
        with self._lock:
            if self._log is None:
                self._log = self._open()
            return self._log

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
