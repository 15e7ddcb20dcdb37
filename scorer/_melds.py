"""Called sets: what they hold, and whether they are what they say."""

from __future__ import annotations

from typing import Final

from scorer._counts import KINDS, ONE, tally
from scorer._errors import ScoringError
from scorer._hand import Meld, MeldType
from scorer._reading import Called
from scorer._shape import TRIPLETS_AT, both, split_of
from scorer._tile import Tile, shortened

Kinds = tuple[int, ...]

_CHI: Final = MeldType.CHI
_PON: Final = MeldType.PON
_ANKAN: Final = MeldType.ANKAN
_KAMICHA: Final = 3
_FIVES: Final = (4, 13, 22)
#: The lowest kind of each set, by its counts.
_RUNS: Final = {sum(ONE[first : first + 3]): first for first in range(27) if first % 9 < 7}
_PONS: Final = {3 * one: kind for kind, one in enumerate(ONE)}
_KANS: Final = {4 * one: kind for kind, one in enumerate(ONE)}
_SEQUENCES: Final = tuple(split_of((kind,), ()) for kind in range(27))
_WANTED: Final = {_CHI: "three in a row of one suit", _PON: "three equal tiles"}


def _bad_meld(meld: Meld) -> ScoringError:
    tiles = shortened(meld.tiles) or "(no tiles)"
    wanted = _WANTED.get(meld.type, "four equal tiles")
    return ScoringError("bad_meld", f"The {meld.type} {tiles} is not {wanted}.")


def _kind_of(meld: Meld, counts: int) -> int:
    """Return the lowest kind of ``meld`` after checking that it is the set it says."""
    sets = _RUNS if meld.type is _CHI else _PONS if meld.type is _PON else _KANS
    kind = sets.get(counts & KINDS) if len(meld.tiles) < 5 else None
    if kind is None:
        raise _bad_meld(meld)
    if meld.called_tile and not _can_be_called(meld, meld.called_tile, kind):
        raise _bad_tile(meld, f"{meld.called_tile} called")
    if meld.added_tile and not _can_be_added(meld, meld.added_tile):
        raise _bad_tile(meld, f"{meld.added_tile} added")
    return kind


def _can_be_called(meld: Meld, tile: Tile, lowest: int) -> bool:
    if meld.type is _ANKAN:
        return False
    if tile.kind in _FIVES:
        return tile in meld.tiles
    return lowest <= tile.kind <= (lowest + 2 if meld.type is _CHI else lowest)


def _can_be_added(meld: Meld, tile: Tile) -> bool:
    return meld.type is MeldType.KAKAN and tile in meld.tiles


def _bad_tile(meld: Meld, what: str) -> ScoringError:
    return ScoringError(
        "bad_meld",
        f"The {meld.type} {shortened(meld.tiles)} can not have {what}: the tile must be in it, a "
        "closed kan calls none, and only a pon made a kan (kakan) has one added.",
    )


def called_sets(melds: tuple[Meld, ...]) -> Called:
    """Return what ``melds`` hold; raises ``ScoringError`` for one that is not what it says."""
    kinds: Kinds = ()
    triplets = ankans = open_kans = kinds
    split = tiles = 0
    for meld in melds:
        counts = tally(meld.tiles)
        kind = _kind_of(meld, counts)
        kinds += (kind,)
        tiles += counts
        if meld.type is _CHI:
            split = both(split, _SEQUENCES[kind])
            continue
        split |= 1 << TRIPLETS_AT + kind
        triplets += (kind,)
        if meld.type is _ANKAN:
            ankans += (kind,)
        elif meld.type is not _PON:
            open_kans += (kind,)
    return Called(kinds, triplets, ankans, open_kans, split, tiles)


def check_callers(melds: tuple[Meld, ...]) -> None:
    """Raise ``ScoringError`` for a meld called from a seat that it can not come from."""
    for meld in melds:
        if meld.from_seat and not _can_come_from(meld):
            raise ScoringError(
                "impossible_caller",
                f"The {meld.type} {shortened(meld.tiles)} can not come from seat "
                f"{meld.from_seat}: a chi is called from kamicha (3), a pon or an open kan from "
                "1, 2 or 3, a closed kan from nobody (0).",
            )


def _can_come_from(meld: Meld) -> bool:
    if meld.type is _CHI:
        return meld.from_seat == _KAMICHA
    return meld.type is not _ANKAN and 1 <= meld.from_seat <= _KAMICHA
