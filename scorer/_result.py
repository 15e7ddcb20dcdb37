"""What the scorer answers: the value of a win, explained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from scorer._hand import Wind


@dataclass(frozen=True, slots=True)
class YakuHan:
    """One yaku of the winning reading.  ``id`` is the romaji id; a yakuman has ``yakuman`` >= 1
    (how many yakuman it counts as) and ``han`` 13 times that.
    """

    id: str
    han: int
    yakuman: float = 0


@dataclass(frozen=True, slots=True)
class FuItem:
    """One line of the fu count: ``reason`` is an id such as ``base``, ``closed_kan_honour``,
    ``tanki_wait``, ``menzen_ron``; ``tiles`` names the set or pair in mpsz, or is empty.
    """

    reason: str
    fu: int
    tiles: str = ""


class Words(Protocol):
    """What is put into words when somebody asks for it."""

    @property
    def words(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The sets in mpsz, and the notes."""


class Score(NamedTuple):
    """The value of a win.

    ``points`` excludes honba and sticks (tsumo: the sum of the payments).  ``fu`` is rounded,
    ``fu_items`` are not.  ``han`` is ``None`` for a yakuman; ``limit`` is ``""``, ``mangan``,
    ``haneman``, ``baiman``, ``sanbaiman``, ``kazoe_yakuman``, ``yakuman`` ….  ``deltas`` maps each
    seat to what it gains or pays, honba and sticks included (the sticks are the difference from
    zero).  ``rules`` is the name of the rule set; ``reasons`` hold the words that
    ``decomposition`` and ``notes`` make of the win when they are asked for.
    """

    yaku: tuple[YakuHan, ...]
    dora: int
    uradora: int
    akadora: int
    kita: int
    han: int | None
    fu: int | None
    fu_items: tuple[FuItem, ...]
    points: int
    limit: str
    deltas: Mapping[Wind, int]
    rules: str
    reasons: Words | None = None

    @property
    def yakuman(self) -> tuple[str, ...]:
        """The ids of the yakuman among the yaku."""
        return tuple([worth.id for worth in self.yaku if worth.yakuman])

    @property
    def decomposition(self) -> tuple[str, ...]:
        """The sets of the reading that counts, in mpsz."""
        return self.reasons.words[0] if self.reasons else ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Why not: what a player might expect and does not get, one sentence each."""
        return self.reasons.words[1] if self.reasons else ()
