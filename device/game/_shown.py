"""A snapshot of a game, as the page and the panels show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from device.game._game import Book
from device.game._out_of_step import OutOfStep
from device.game._win_event import Claim
from scorer import Abort


@dataclass(frozen=True, slots=True)
class Shown:
    """A snapshot of the game.

    ``phase`` is one of ``Phase`` or ``out_of_step``.  ``trouble`` is what a person has to say
    before the hand laid open counts.  ``draw`` tells by player who shows a hand, and whether it
    is tenpai, where the table looks like an exhaustive draw.  ``claim`` is the win that the hand
    on the page tells, while it stands.  ``number`` is the log's id of the game, 0 until it is
    stored; ``hands`` are those of the logged hands by move and place of the winner.
    ``dora`` are the faces of the indicators seen in the hand being played.  ``after`` is the move
    behind which a hand belongs that was left behind, ``None``: the last one.
    ``abort`` is the abortive draw that the table shows.
    """

    book: Book
    phase: str
    trouble: OutOfStep | None = None
    draw: Mapping[int, bool] = field(default_factory=dict, hash=False)
    claim: Claim | None = None
    number: int = 0
    hands: Mapping[tuple[int, int], int] = field(default_factory=dict, hash=False)
    dora: tuple[str, ...] = ()
    after: int | None = None
    abort: Abort | None = None
