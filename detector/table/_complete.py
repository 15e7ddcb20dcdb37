"""Which kinds of tiles (0..33) make sets and winning shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache


def is_set(kinds: Iterable[int], run: bool) -> bool:
    ordered = sorted(kinds)
    if not run:
        return len(set(ordered)) == 1
    low = ordered[0]
    return low < 27 and low % 9 <= 6 and ordered == [low, low + 1, low + 2]


@lru_cache(maxsize=20_000)
def is_complete(kinds: tuple[int, ...], melds: int) -> bool:
    """Say whether sorted ``kinds`` beside ``melds`` called sets are four sets and a pair, seven
    pairs or thirteen orphans.
    """
    if len(kinds) + 3 * melds != 14:
        return False
    counts = Counter(kinds)
    if not melds and (_seven_pairs(counts) or _orphans(counts)):
        return True
    return any(
        _sets(tuple(sorted((counts - Counter({kind: 2})).elements())))
        for kind, count in counts.items()
        if count >= 2
    )


def _seven_pairs(counts: Counter[int]) -> bool:
    return len(counts) == 7 and set(counts.values()) == {2}


def _orphans(counts: Counter[int]) -> bool:
    return set(counts) == {0, 8, 9, 17, 18, 26, *range(27, 34)}


def _sets(kinds: tuple[int, ...]) -> bool:
    """Say whether sorted ``kinds`` fall into triplets and runs."""
    if not kinds:
        return True
    low = kinds[0]
    if kinds[:3] == (low, low, low) and _sets(kinds[3:]):
        return True
    rest = list(kinds[1:])
    if low >= 27 or low % 9 > 6 or low + 1 not in rest or low + 2 not in rest:
        return False
    rest.remove(low + 1)
    rest.remove(low + 2)
    return _sets(tuple(rest))
