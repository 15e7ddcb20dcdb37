"""How tiles split into sequences, triplets and a pair.

A split is one integer, so that the splits of suits add up to that of the hand.  From the lowest
bit: the mask of the first kinds of sequences (27 bits), the mask of the kinds of triplets (34),
the kind of the pair (6; 0 where there is none), the number of sequences (3), and how often each
sequence is there (3 bits a kind).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from scorer._counts import HONOURS, MANZU, PINZU, SOUZU, numbers_of
from scorer._masks import ALL_KINDS, mask

SEQUENCES: Final = (1 << 27) - 1
#: Where the other parts of a split begin, and their bits.
TRIPLETS_AT: Final = 27
TRIPLETS: Final = (1 << 34) - 1
PAIR_AT: Final = TRIPLETS_AT + 34
PAIR: Final = (1 << 6) - 1
NUMBER_AT: Final = PAIR_AT + 6
NUMBER: Final = 7
_TIMES_AT: Final = NUMBER_AT + 3
_MASKS: Final = (1 << PAIR_AT) - 1
#: What is known of a suit beside its only split: the mask of its kinds, whether it holds a pair,
#: at last whether it has another number of splits than one.
_KINDS_AT: Final = _TIMES_AT + 3 * 27
_SPLIT: Final = (1 << _KINDS_AT) - 1
_PAIRS_AT: Final = _KINDS_AT + 34
_PAIRS: Final = 7
_UNSURE_AT: Final = _PAIRS_AT + 3

#: First kinds of sequences, kinds of triplets.
Sets = tuple[tuple[int, ...], tuple[int, ...]]


def split_of(sequences: Sequence[int], triplets: Sequence[int], pair: int = 0) -> int:
    """Return the split with these sets and this pair."""
    split = len(sequences) << NUMBER_AT | pair << PAIR_AT
    for kind in sequences:
        split += 1 << _TIMES_AT + 3 * kind
    return split | mask(triplets) << TRIPLETS_AT | mask(sequences)


def both(split: int, other: int) -> int:
    """Return the split of two parts of a hand that may have equal sequences."""
    return (split >> PAIR_AT) + (other >> PAIR_AT) << PAIR_AT | (split | other) & _MASKS


def sequences_of(split: int) -> list[int]:
    """Return the first kinds of the sequences of a split in order, equal ones repeated."""
    return [kind for kind in range(27) for _ in range(split >> _TIMES_AT + 3 * kind & 7)]


@lru_cache(maxsize=1 << 12)
def _in_order(kinds: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(34) if kinds >> kind & 1)


def triplets_of(split: int) -> tuple[int, ...]:
    """Return the kinds of the triplets of a split in order."""
    return _in_order(split >> TRIPLETS_AT & TRIPLETS)


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


def _splits(counts: list[int], suit: int) -> list[int]:
    if sum(counts) % 3 == 0:
        return [split_of(*sets) for sets in _sets(counts, 0, suit)]
    found = []
    for number in range(9):
        if counts[number] >= 2:
            counts[number] -= 2
            found += [split_of(*sets, 9 * suit + number) for sets in _sets(counts, 0, suit)]
            counts[number] += 2
    return found


@lru_cache(maxsize=1 << 15)
def suit_splits(counts: int) -> list[int]:
    """Return every split of the tiles of one suit that leaves none over."""
    suit, numbers = numbers_of(counts)
    return _splits(numbers, suit)


@lru_cache(maxsize=1 << 15)
def known_suit(counts: int) -> int:
    """Return what the tiles of one suit add to the hand: kinds, pairs, and their only split."""
    if not counts:
        return 0
    suit, numbers = numbers_of(counts)
    kinds = mask([9 * suit + number for number in range(9) if numbers[number]])
    known = kinds << _KINDS_AT | (sum(numbers) % 3 == 2) << _PAIRS_AT
    splits = suit_splits(counts)
    return known | (splits[0] if len(splits) == 1 else 1 << _UNSURE_AT)


def _hand_splits(counts: int) -> list[int]:
    parts = [
        suit_splits(tiles) for suit in (MANZU, PINZU, SOUZU, HONOURS) if (tiles := counts & suit)
    ]
    return [sum(splits) for splits in product(*parts)]


def read_suits(counts: int) -> tuple[int, list[int]]:
    """Return the mask of concealed tiles, and their every split into sets and one pair."""
    known = (
        known_suit(counts & MANZU)
        + known_suit(counts & PINZU)
        + known_suit(counts & SOUZU)
        + known_suit(counts & HONOURS)
    )
    kinds = known >> _KINDS_AT & ALL_KINDS
    if known >> _PAIRS_AT == 1:
        return kinds, [known & _SPLIT]
    return kinds, _hand_splits(counts) if known >> _PAIRS_AT & _PAIRS == 1 else []
