"""Sets in mpsz, for people."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from scorer._hand import Hand
from scorer._reading import Reading, Shape
from scorer._tile import Tile, format_tiles


def _repeat(kind: int, times: int) -> str:
    tile = str(Tile(kind))
    return tile[0] * times + tile[1]


def _run(first: int) -> str:
    return format_tiles(tuple(Tile(first + i) for i in range(3)))


_PAIRS: Final = tuple(_repeat(kind, 2) for kind in range(34))
_TRIPLETS: Final = tuple(_repeat(kind, 3) for kind in range(34))
_SEQUENCES: Final = {k: _run(k) for k in range(27) if k % 9 < 7}


@lru_cache(maxsize=1 << 12)
def _concealed(sequences: tuple[int, ...], triplets: tuple[int, ...]) -> tuple[str, ...]:
    found = [(kind, _SEQUENCES[kind]) for kind in sequences]
    found += [(kind, _TRIPLETS[kind]) for kind in triplets]
    return tuple(text for _, text in sorted(found))


def _other(reading: Reading) -> tuple[str, ...]:
    counts = reading.win.concealed
    if reading.shape is Shape.CHIITOITSU:
        return tuple(_PAIRS[kind] for kind in range(34) if counts[kind])
    return tuple(_repeat(kind, counts[kind]) for kind in range(34) if counts[kind])


def set_texts(reading: Reading, hand: Hand) -> tuple[str, ...]:
    """Return the sets of a reading: concealed ones, called ones, the pair."""
    if reading.shape is not Shape.STANDARD:
        return _other(reading)
    win = reading.win
    sequences = reading.sequences[: len(reading.sequences) - len(win.meld_sequences)]
    triplets = reading.triplets[: len(reading.triplets) - len(win.meld_triplets)]
    called = tuple([format_tiles(meld.tiles) for meld in hand.melds])
    return (*_concealed(sequences, triplets), *called, _PAIRS[reading.pair])
