"""The log of scored hands: one row a hand, never changed, corrections as new rows."""

from __future__ import annotations

from collections.abc import Sequence
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


class Log(Protocol):
    """Where scored hands are kept.  Every method may raise ``LogError``."""

    def append(self, entry: Entry) -> int:
        """Store ``entry`` for good and return its id."""
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

    def close(self) -> None:
        """Let go of the file."""
        ...
