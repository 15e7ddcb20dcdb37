"""How tiles split into sequences, triplets and a pair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from scorer._counts import SUITS, kinds_of
from scorer._masks import mask

#: Stands for the pair of tiles without one; kind 0 does not mind it, as the pair of a hand is the
#: sum over its suits.
_NO_PAIR: Final = 0


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
    """The tiles of one suit: the mask of their kinds, and every split that leaves none over.

    ``paired`` tells whether the splits have a pair: the number of tiles decides it.
    """

    mask: int
    paired: bool
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


def _split(sets: Sets, pair: int) -> Split:
    sequences, triplets = sets
    return Split(sequences, triplets, pair, mask(sequences), mask(triplets))


def _splits(counts: list[int], suit: int) -> list[Split]:
    if sum(counts) % 3 == 0:
        return [_split(sets, _NO_PAIR) for sets in _sets(counts, 0, suit)]
    found = []
    for number in range(9):
        if counts[number] >= 2:
            counts[number] -= 2
            found += [_split(sets, 9 * suit + number) for sets in _sets(counts, 0, suit)]
            counts[number] += 2
    return found


@lru_cache(maxsize=1 << 15)
def _suit(counts: int) -> Suit:
    """Return what the tiles of one suit hold."""
    kinds = kinds_of(counts)
    suit = kinds[0] // 9
    numbers = [kinds.count(9 * suit + number) for number in range(9)]
    return Suit(mask(kinds), len(kinds) % 3 == 2, tuple(_splits(numbers, suit)))


def suits_of(counts: int) -> list[Suit]:
    """Return the suits that concealed tiles hold, the honours last."""
    return [_suit(part) for suit in SUITS if (part := counts & suit)]


def _joined(parts: tuple[Split, ...]) -> Split:
    """Return the splits of all suits as one."""
    sequences: tuple[int, ...] = ()
    triplets: tuple[int, ...] = ()
    pair = sequence_mask = triplet_mask = 0
    for part in parts:
        sequences += part.sequences
        triplets += part.triplets
        pair += part.pair
        sequence_mask |= part.sequence_mask
        triplet_mask |= part.triplet_mask
    return Split(sequences, triplets, pair, sequence_mask, triplet_mask)


def hand_splits(suits: list[Suit]) -> list[Split]:
    """Return every split of concealed tiles into sets and exactly one pair."""
    if sum([suit.paired for suit in suits]) != 1:
        return []
    return [_joined(parts) for parts in product(*[suit.splits for suit in suits])]
