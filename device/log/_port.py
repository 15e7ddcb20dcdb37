"""The log: scored hands and the ledgers of games, as rows that are never changed.

A correction is a new row.  Only hands that wait for an answer come and go.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Protocol

Record = dict[str, Any]
_RECORD: Final = {"hand", "win_tile", "melds", "seat_wind", "tsumo"}
_SCORE: Final = {"yaku", "yakuman", "han", "fu", "points", "limit"}


def now() -> datetime:
    """Return the present time in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Entry:
    """One scored hand.

    ``record`` is the hand and how it was won, ``score`` the answer, both as
    ``device.score_record`` takes and gives them.  ``reading`` is what the camera saw (as
    ``jantaku read --json`` writes it), ``picture`` a JPEG of the hand, ``source`` where it came
    from (``camera``, ``photo``, ``entered``).  ``replaces`` is the id of the row this one
    corrects.  ``id`` is 0 until the entry is stored.
    """

    rules: str
    record: Record
    score: Record
    source: str
    reading: Record | None = None
    picture: bytes | None = None
    replaces: int | None = None
    at: datetime = field(default_factory=now)
    id: int = 0

    @property
    def whole(self) -> bool:
        """Whether it tells a hand and its score, which a damaged row does not."""
        told = isinstance(self.record, dict) and isinstance(self.score, dict)
        return told and self.record.keys() >= _RECORD and self.score.keys() >= _SCORE


@dataclass(frozen=True, slots=True)
class Game:
    """One game as it began.

    ``rules`` is the name of a shipped rule set or the text of another one.  ``names`` and
    ``sides`` (of the picture: ``bottom``, ``right``, ``top``, ``left``) are by player, the first
    dealer first, in the order of play.  ``id`` is 0 until the game is stored.
    """

    rules: str
    names: tuple[str, ...]
    sides: tuple[str, ...]
    at: datetime = field(default_factory=now)
    id: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ledger of the game ``game``: what ``device.game._game`` folds.

    ``number`` counts the lines of a game from 1.  ``hand`` is the id of the scored hand that the
    line is about.
    """

    game: int
    number: int
    record: Record
    hand: int | None = None
    at: datetime = field(default_factory=now)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A hand that nobody has said anything about yet, and the JPEG it was read in."""

    draft: Record
    source: str
    picture: bytes | None = None
    id: int = 0


class Log(Protocol):
    """Where hands and games are kept.  Every method may raise ``LogError``."""

    def append(self, entry: Entry, line: Line | None = None) -> int:
        """Store ``entry`` for good and return its id; with it ``line``, which is about it."""
        ...

    def entries(
        self, limit: int | None = None, before: int | None = None, *, replaced: bool = False
    ) -> Sequence[Entry]:
        """Return the newest ``limit`` entries, newest first and without pictures.

        Only those with an id below ``before`` where it is given; those that a correction replaces
        are left out unless ``replaced``, and damaged ones always.
        """
        ...

    def damaged(self) -> Sequence[int]:
        """Return the ids of the entries that cannot be read, newest first."""
        ...

    def entry(self, number: int) -> Entry:
        """Return the entry with the id ``number``, picture included."""
        ...

    def begin(self, game: Game) -> int:
        """Store ``game`` for good and return its id."""
        ...

    def append_line(self, line: Line) -> None:
        """Store ``line`` for good."""
        ...

    def games(self, limit: int | None = None, before: int | None = None) -> Sequence[Game]:
        """Return the newest ``limit`` games, those with an id below ``before``, newest first."""
        ...

    def lines(self, game: int) -> Sequence[Line]:
        """Return the ledger of a game from its first line on.

        A line that is damaged has an empty record.
        """
        ...

    def forget(self, game: int) -> None:
        """Delete a game of the demonstration, its ledger and the hands that the camera read in it.

        What a person entered or photographed meanwhile stays.
        """
        ...

    def leave(self, waiting: Waiting) -> int:
        """Store a hand that waits for an answer and return its id."""
        ...

    def waiting(self) -> Sequence[Waiting]:
        """Return the hands that wait, oldest first; damaged ones are left out."""
        ...

    def answered(self, number: int) -> None:
        """Let go of the hand with the id ``number``, which waits no more."""
        ...

    def together(self) -> AbstractContextManager[None]:
        """Store what this thread stores meanwhile at once, or nothing of it where that fails."""
        ...

    def give_up(self) -> None:
        """Have what waits for an answer fail, where that can be done; from any thread."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...
