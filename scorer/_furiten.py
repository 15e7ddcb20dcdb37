"""Furiten: a player who passed up a winning tile may not win on a discard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorer._hand import Wind
from scorer._tile import Tile


class Furiten(StrEnum):
    """Why a player may not win by ron."""

    DISCARD = "discard"
    GO_AROUND = "go_around"
    RIICHI = "riichi"


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile that ``seat`` put down: a discard, whether called later or not, or an added kan.

    ``riichi`` marks the declaration tile, ``kan`` the tile added to a pon (it can be robbed but
    is no discard of its owner).
    """

    seat: Wind
    tile: Tile
    riichi: bool = False
    kan: bool = False


def furiten(
    seat: Wind, wait_tiles: Sequence[Tile], discards: Sequence[Discard]
) -> tuple[Furiten, ...]:
    """Return every reason why ``seat`` may not win by ron on the next tile; none when it may.

    ``discards`` are all tiles put down by all players, oldest first, without the one that is
    offered now.  ``DISCARD``: a wait lies among the own discards.  ``RIICHI``: a wait was passed
    up after the own riichi.  ``GO_AROUND``: a wait was passed up since the own last discard.
    A wait passed up for want of a yaku counts too.
    """
    kinds = {tile.kind for tile in wait_tiles}
    return tuple(_reasons(seat, kinds, discards))


def _reasons(seat: Wind, kinds: set[int], discards: Sequence[Discard]) -> Iterator[Furiten]:
    own = [
        place for place, discard in enumerate(discards) if discard.seat == seat and not discard.kan
    ]
    if any(discards[place].tile.kind in kinds for place in own):
        yield Furiten.DISCARD
    declared = next((place for place in own if discards[place].riichi), None)
    if declared is not None and _passed_up(seat, kinds, discards[declared + 1 :]):
        yield Furiten.RIICHI
    last = own[-1] + 1 if own else 0
    if _passed_up(seat, kinds, discards[last:]):
        yield Furiten.GO_AROUND


def _passed_up(seat: Wind, kinds: set[int], discards: Sequence[Discard]) -> bool:
    return any(discard.seat != seat and discard.tile.kind in kinds for discard in discards)
