"""What a yaku is, and the decorators that declare one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from scorer._reading import Reading, Shape, When, Win

Replaces = tuple[str, ...]

MELD_COUNTS: Final = (0, 4)


@dataclass(frozen=True, slots=True)
class Yaku:
    """One yaku: its romaji id, han closed and open (0: closed only), or how many yakuman.

    ``replaces`` lists the ids that no longer count beside it.  A yakuman replaces the ordinary
    yaku that it always contains, which tells where both add up (aotenjou).  ``local`` yaku count
    only where the rules switch them on.
    """

    id: str
    closed: int
    open: int
    yakuman: int
    replaces: Replaces
    local: bool


@dataclass(frozen=True, slots=True)
class SituationYaku(Yaku):
    """A yaku of how the hand was won, to look for ``when`` it was by tsumo, after riichi, with
    ippatsu, or when something else is flagged.
    """

    holds: Callable[[Win], bool]
    when: When


@dataclass(frozen=True, slots=True)
class TilesYaku(Yaku):
    """A yaku of which tiles the hand has, however they are read.

    ``suits`` is the least and most number suits it can have, ``ends`` what it can hold: 0 simples
    only, 1 both, 2 terminals and honours only.
    """

    holds: Callable[[Win], bool]
    suits: tuple[int, int]
    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetsYaku(Yaku):
    """A yaku of one reading: ``sequences`` is the least and most sequences it can have,
    ``honours`` says that it needs an honour tile.
    """

    holds: Callable[[Reading], bool]
    shape: Shape
    sequences: tuple[int, int]
    honours: bool


def situation(
    closed: int = 0,
    open: int = 0,
    *,
    when: When = "flagged",
    yakuman: int = 0,
    replaces: Replaces = (),
    local: bool = False,
) -> Callable[[Callable[[Win], bool]], SituationYaku]:
    """Declare a yaku of how the hand was won; its id is the name of the predicate."""

    def declare(holds: Callable[[Win], bool]) -> SituationYaku:
        han = (13 * yakuman, 13 * yakuman) if yakuman else (closed, open)
        return SituationYaku(holds.__name__, *han, yakuman, replaces, local, holds, when)

    return declare


def tiles(
    closed: int = 0,
    open: int = 0,
    *,
    suits: tuple[int, int] = (0, 3),
    ends: tuple[int, ...] = (0, 1, 2),
    yakuman: int = 0,
    replaces: Replaces = (),
    local: bool = False,
) -> Callable[[Callable[[Win], bool]], TilesYaku]:
    """Declare a yaku of which tiles the hand has; its id is the name of the predicate."""

    def declare(holds: Callable[[Win], bool]) -> TilesYaku:
        han = (13 * yakuman, 13 * yakuman) if yakuman else (closed, open)
        return TilesYaku(holds.__name__, *han, yakuman, replaces, local, holds, suits, ends)

    return declare


def sets(
    closed: int = 0,
    open: int = 0,
    *,
    yakuman: int = 0,
    replaces: Replaces = (),
    local: bool = False,
    shape: Shape = Shape.STANDARD,
    sequences: tuple[int, int] = MELD_COUNTS,
    honours: bool = False,
) -> Callable[[Callable[[Reading], bool]], SetsYaku]:
    """Declare a yaku of one reading; its id is the name of the predicate."""

    def declare(holds: Callable[[Reading], bool]) -> SetsYaku:
        han = (13 * yakuman, 13 * yakuman) if yakuman else (closed, open)
        return SetsYaku(
            holds.__name__,
            *han,
            yakuman,
            replaces,
            local,
            holds,
            shape,
            sequences,
            honours,
        )

    return declare
