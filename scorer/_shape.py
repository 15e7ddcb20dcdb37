"""How tiles split into sequences, triplets and a pair."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

#: The pair of a split without one.
NO_PAIR: Final = -1


@dataclass(slots=True, eq=False)
class Split:
    """One way to read tiles: first kinds of sequences, kinds of triplets, kind of the pair.

    The masks have the bits of the sequences and triplets.
    """

    sequences: tuple[int, ...]
    triplets: tuple[int, ...]
    pair: int
    sequence_mask: int
    triplet_mask: int


@dataclass(slots=True, eq=False)
class Suit:
    """The tiles of one suit: the mask of their kinds, and every split that leaves none over."""

    mask: int
    splits: tuple[Split, ...]


#: First kinds of sequences, kinds of triplets.
Sets = tuple[tuple[int, ...], tuple[int, ...]]


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


def _bits(kinds: tuple[int, ...]) -> int:
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
    return bits


def _split(sets: Sets, pair: int) -> Split:
    sequences, triplets = sets
    return Split(sequences, triplets, pair, _bits(sequences), _bits(triplets))


def _splits(counts: list[int], suit: int) -> list[Split]:
    if sum(counts) % 3 == 0:
        return [_split(sets, NO_PAIR) for sets in _sets(counts, 0, suit)]
    found = []
    for number in range(9):
        if counts[number] >= 2:
            counts[number] -= 2
            found += [_split(sets, 9 * suit + number) for sets in _sets(counts, 0, suit)]
            counts[number] += 2
    return found


@lru_cache(maxsize=1 << 15)
def _suit(kinds: tuple[int, ...]) -> Suit:
    """Return what the sorted ``kinds`` of one suit hold.

    A split has a pair exactly when the number of tiles is no multiple of three.
    """
    suit = kinds[0] // 9
    counts = [kinds.count(9 * suit + number) for number in range(9)]
    return Suit(_bits(kinds), tuple(_splits(counts, suit)))


def suits_of(kinds: list[int]) -> list[Suit]:
    """Return the suits that the sorted ``kinds`` of concealed tiles hold, the honours last."""
    pinzu = bisect_left(kinds, 9)
    souzu = bisect_left(kinds, 18, pinzu)
    honours = bisect_left(kinds, 27, souzu)
    parts = (kinds[:pinzu], kinds[pinzu:souzu], kinds[souzu:honours], kinds[honours:])
    return [_suit(tuple(part)) for part in parts if part]


def _joined(parts: tuple[Split, ...]) -> Split | None:
    """Return the splits of all suits as one, ``None`` unless exactly one has a pair."""
    sequences: tuple[int, ...] = ()
    triplets: tuple[int, ...] = ()
    pair = NO_PAIR
    sequence_mask = triplet_mask = 0
    for part in parts:
        sequences += part.sequences
        triplets += part.triplets
        sequence_mask |= part.sequence_mask
        triplet_mask |= part.triplet_mask
        if part.pair != NO_PAIR:
            if pair != NO_PAIR:
                return None
            pair = part.pair
    return Split(sequences, triplets, pair, sequence_mask, triplet_mask)


def hand_splits(suits: list[Suit]) -> list[Split]:
    """Return every split of concealed tiles into sets and exactly one pair."""
    parts = product(*[suit.splits for suit in suits])
    return [split for part in parts if (split := _joined(part)) and split.pair != NO_PAIR]
