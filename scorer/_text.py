"""Sets in mpsz, for people."""

from __future__ import annotations

from typing import Final

from scorer._counts import kinds_of
from scorer._hand import Hand, Meld, MeldType
from scorer._reading import Reading, Shape
from scorer._shape import sequences_of, triplets_of
from scorer._tile import Tile, format_tiles


def _repeat(kind: int, times: int) -> str:
    tile = str(Tile(kind))
    return tile[0] * times + tile[1]


def _run(first: int) -> str:
    return format_tiles(tuple(Tile(first + i) for i in range(3)))


_CHI: Final = MeldType.CHI
_PON: Final = MeldType.PON
_STANDARD: Final = Shape.STANDARD
_PAIRS: Final = tuple(_repeat(kind, 2) for kind in range(34))
_TRIPLETS: Final = tuple(_repeat(kind, 3) for kind in range(34))
_KANS: Final = tuple(_repeat(kind, 4) for kind in range(34))
_SEQUENCES: Final = {k: _run(k) for k in range(27) if k % 9 < 7}


def _concealed(split: int) -> list[str]:
    found = [(kind, _SEQUENCES[kind]) for kind in sequences_of(split)]
    found += [(kind, _TRIPLETS[kind]) for kind in triplets_of(split)]
    return [text for _, text in sorted(found)]


def _other(reading: Reading) -> tuple[str, ...]:
    kinds = kinds_of(reading.win.concealed)
    return tuple(_repeat(kind, kinds.count(kind)) for kind in sorted(set(kinds)))


def _called(meld: Meld, kind: int) -> str:
    if meld.type is _CHI:
        return _SEQUENCES[kind]
    return _TRIPLETS[kind] if meld.type is _PON else _KANS[kind]


def set_texts(reading: Reading, hand: Hand) -> tuple[str, ...]:
    """Return the sets of a reading: concealed ones, called ones, the pair."""
    if reading.shape is not _STANDARD:
        return _other(reading)
    apart = map(_called, hand.melds, reading.win.called.kinds)
    return (*_concealed(reading.split), *apart, _PAIRS[reading.pair])
