"""How tiles split into sequences, triplets and a pair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

#: The pair of a split without one.
NO_PAIR: Final = -1
#: One suit's nine counts as one number, base 8: kind ``9 * suit + i`` adds ``PLACE[i]``.
PLACE: Final = tuple(8**i for i in range(9))


#: First kinds of sequences, kinds of triplets.
Sets = tuple[tuple[int, ...], tuple[int, ...]]


class Split(NamedTuple):
    """One way to read tiles: first kinds of sequences, kinds of triplets, kind of the pair."""

    sequences: tuple[int, ...]
    triplets: tuple[int, ...]
    pair: int


def _sets(counts: list[int], start: int, suit: int) -> list[Sets]:
    """Return every (sequences, triplets) that uses up ``counts`` from ``start`` on."""
    while start < 9 and not counts[start]:
        start += 1
    if start == 9:
        return [((), ())]
    found: list[Sets] = []
    kind = 9 * suit + start
    if counts[start] >= 3:
        counts[start] -= 3
        found += [(seqs, (kind, *tris)) for seqs, tris in _sets(counts, start, suit)]
        counts[start] += 3
    if suit < 3 and start < 7 and counts[start + 1] and counts[start + 2]:
        for i in range(3):
            counts[start + i] -= 1
        found += [((kind, *seqs), tris) for seqs, tris in _sets(counts, start, suit)]
        for i in range(3):
            counts[start + i] += 1
    return found


def _counts(key: int) -> list[int]:
    return [key >> 3 * i & 7 for i in range(9)]


@lru_cache(maxsize=1 << 15)
def suit_splits(key: int, suit: int) -> tuple[Split, ...]:
    """Return every split of one suit (3: honours) that leaves no tile over.

    ``key`` packs the nine counts base 8, the 1 lowest.  A split has a pair exactly when the
    number of tiles is two more than a multiple of three.
    """
    counts = _counts(key)
    if sum(counts) % 3 == 0:
        return tuple(Split(seqs, tris, NO_PAIR) for seqs, tris in _sets(counts, 0, suit))
    found = []
    for pair in range(9):
        if counts[pair] >= 2:
            counts[pair] -= 2
            kind = 9 * suit + pair
            found += [Split(seqs, tris, kind) for seqs, tris in _sets(counts, 0, suit)]
            counts[pair] += 2
    return tuple(found)


def suit_keys(counts: Sequence[int]) -> tuple[int, int, int, int]:
    """Return the four suit keys of 34 ``counts``."""
    keys = [0, 0, 0, 0]
    for kind, count in enumerate(counts):
        if count:
            keys[kind // 9] += count * PLACE[kind % 9]
    return keys[0], keys[1], keys[2], keys[3]


def hand_splits(keys: tuple[int, int, int, int]) -> list[Split]:
    """Return every split of concealed tiles, given by their suit keys, into sets and one pair."""
    parts = [suit_splits(key, suit) for suit, key in enumerate(keys) if key]
    if len(parts) == 1:
        return [split for split in parts[0] if split.pair != NO_PAIR]
    return [whole for part in product(*parts) if (whole := _joined(part)) is not None]


def _joined(parts: tuple[Split, ...]) -> Split | None:
    sequences: tuple[int, ...] = ()
    triplets: tuple[int, ...] = ()
    pairs = []
    for part in parts:
        sequences += part.sequences
        triplets += part.triplets
        if part.pair != NO_PAIR:
            pairs.append(part.pair)
    return Split(sequences, triplets, pairs[0]) if len(pairs) == 1 else None
