"""Waits and shanten of the concealed part of a hand: four sets and a pair, seven pairs, kokushi."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from scorer._errors import ScoringError
from scorer._hand import Meld
from scorer._tile import Tile

KINDS: Final = 34
TERMINALS_AND_HONOURS: Final[tuple[int, ...]] = (0, 8, 9, 17, 18, 26, *range(27, KINDS))
_SUITS: Final = ((0, 9), (9, 18), (18, 27), (27, KINDS))
_NORTH: Final = 30
_MISSING_IN_SANMA: Final = range(1, 8)
_NEVER: Final = 99

_States = dict[tuple[int, int, int, int], int]
_Choice = tuple[int, int, int, int]
# What may stand on one number: sequences begun there, sets begun, pairs, tiles of that number.
_CHOICES: Final[tuple[_Choice, ...]] = tuple(
    (begun, begun + triplet, pair, begun + 3 * triplet + 2 * pair)
    for begun in range(3)
    for triplet in range(2)
    for pair in range(2)
)
_CHOICES_WITHOUT_SEQUENCE: Final = tuple(choice for choice in _CHOICES if not choice[0])


def waits(
    concealed: Sequence[Tile], melds: Sequence[Meld] = (), *, nuki: int = 0, players: int = 4
) -> tuple[Tile, ...]:
    """Return the tiles that complete a hand, in tile order; nothing when it is not tenpai.

    ``concealed`` is the hand without its called sets, 13 tiles less three per meld.  A kind of
    which the owner holds all four copies, ``nuki`` norths and melds included, is no wait.
    Raises ``ScoringError`` on a wrong count of tiles.
    """
    counts = _counted(concealed, melds, nuki, players, drawn=False)
    limits = copies_left(melds, nuki, players)
    return tuple(
        Tile(kind)
        for kind in _worth_trying(counts)
        if counts[kind] < limits[kind] and is_complete(_with(counts, kind))
    )


def shanten(
    concealed: Sequence[Tile], melds: Sequence[Meld] = (), *, nuki: int = 0, players: int = 4
) -> int:
    """Return how many exchanges the hand is from tenpai: 0 is tenpai, -1 a complete hand.

    ``concealed`` is the hand without its called sets: 13 tiles less three per meld, or 14 with
    the drawn one.  Raises ``ScoringError`` on a wrong count of tiles.
    """
    counts = _counted(concealed, melds, nuki, players, drawn=len(concealed) % 3 == 2)
    limits = copies_left(melds, nuki, players)
    standard = _standard_shanten(counts, limits, 4 - len(melds))
    if melds:
        return standard
    return min(standard, _pairs_shanten(counts), _kokushi_shanten(counts))


def copies_left(melds: Sequence[Meld], nuki: int = 0, players: int = 4) -> list[int]:
    """Return for each of the 34 kinds how many copies the concealed part can hold."""
    limits = [4] * KINDS
    if players == 3:
        for kind in _MISSING_IN_SANMA:
            limits[kind] = 0
    limits[_NORTH] -= nuki
    for meld in melds:
        for tile in meld.tiles:
            limits[tile.kind] -= 1
    return limits


def is_complete(counts: Sequence[int]) -> bool:
    """Tell whether 34 counts are sets and one pair, seven pairs, or thirteen orphans."""
    return _is_standard(counts) or _is_seven_pairs(counts) or _is_kokushi(counts)


def count_kinds(tiles: Sequence[Tile]) -> list[int]:
    """Return how many of each of the 34 kinds ``tiles`` holds."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile.kind] += 1
    return counts


def _counted(
    concealed: Sequence[Tile], melds: Sequence[Meld], nuki: int, players: int, *, drawn: bool
) -> list[int]:
    wanted = 13 - 3 * len(melds) + drawn
    if len(concealed) != wanted:
        raise ScoringError(
            "tile_count",
            f"The hand has {len(concealed)} tiles beside {len(melds)} called sets; "
            f"it should have {wanted}.",
        )
    counts = count_kinds(concealed)
    for kind, limit in enumerate(copies_left(melds, nuki, players)):
        if counts[kind] > limit:
            raise ScoringError("too_many_copies", f"There are too many {Tile(kind)} in the hand.")
    return counts


def _worth_trying(counts: Sequence[int]) -> Iterable[int]:
    """Return the kinds that could complete the hand: those of a suit beside which all is done."""
    if not min(_pairs_shanten(counts), _kokushi_shanten(counts)):
        return range(KINDS)
    unfinished = [span for span in _SUITS if not _is_suit_complete(counts[slice(*span)])]
    if len(unfinished) > 1:
        return ()
    return chain.from_iterable(range(*span) for span in unfinished or _SUITS)


def _is_suit_complete(suit: Sequence[int]) -> bool:
    rest = sum(suit) % 3
    return rest != 1 and _splits(tuple(suit), rest == 2)


def _with(counts: Sequence[int], kind: int) -> list[int]:
    more = list(counts)
    more[kind] += 1
    return more


def _is_seven_pairs(counts: Sequence[int]) -> bool:
    return sum(count == 2 for count in counts) == 7


def _is_kokushi(counts: Sequence[int]) -> bool:
    held = [counts[kind] for kind in TERMINALS_AND_HONOURS]
    return all(held) and sum(held) == 14 == sum(counts)


def _is_standard(counts: Sequence[int]) -> bool:
    suits = [counts[slice(*span)] for span in _SUITS]
    pairs = sum(sum(suit) % 3 == 2 for suit in suits)
    return pairs == 1 and all(map(_is_suit_complete, suits))


@lru_cache(maxsize=1 << 16)
def _splits(suit: tuple[int, ...], pair: bool) -> bool:
    """Tell whether one suit (9 counts; 7 for honours) is all sets, or sets and one pair."""
    if not pair:
        return _splits_into_sets(suit)
    return any(
        _splits_into_sets((*suit[:place], count - 2, *suit[place + 1 :]))
        for place, count in enumerate(suit)
        if count >= 2
    )


def _splits_into_sets(suit: tuple[int, ...]) -> bool:
    if len(suit) == 7:
        return all(count % 3 == 0 for count in suit)
    pending = following = 0
    for count in suit:
        left = count - pending
        if left < 0:
            return False
        pending, following = following + left % 3, left % 3
    return pending == following == 0


def _pairs_shanten(counts: Sequence[int]) -> int:
    kinds = sum(count > 0 for count in counts)
    pairs = sum(count >= 2 for count in counts)
    return 6 - pairs + max(0, 7 - kinds)


def _kokushi_shanten(counts: Sequence[int]) -> int:
    held = [counts[kind] for kind in TERMINALS_AND_HONOURS]
    kinds = sum(count > 0 for count in held)
    return 13 - kinds - int(max(held) >= 2)


def _standard_shanten(counts: Sequence[int], limits: Sequence[int], sets: int) -> int:
    """Return the exchanges to tenpai of the nearest ``sets`` sets and a pair, limits kept."""
    costs = [0, *[_NEVER] * 9]
    for start, end in _SUITS:
        suit = _suit_costs(tuple(counts[start:end]), tuple(limits[start:end]))
        costs = _joined(costs, suit, sets)
    return costs[sets + 5] - 1


def _joined(left: Sequence[int], right: Sequence[int], sets: int) -> list[int]:
    """Return the least costs of two groups together; index: sets, plus 5 with the pair."""
    joined = [_NEVER] * 10
    for of_left in range(sets + 1):
        single, paired = left[of_left], left[of_left + 5]
        for of_right in range(sets + 1 - of_left):
            both = of_left + of_right
            other, other_paired = right[of_right], right[of_right + 5]
            joined[both] = min(joined[both], single + other)
            joined[both + 5] = min(joined[both + 5], single + other_paired, paired + other)
    return joined


@lru_cache(maxsize=1 << 16)
def _suit_costs(held: tuple[int, ...], limits: tuple[int, ...]) -> tuple[int, ...]:
    """Return the fewest tiles to add to one suit for 0-4 sets, then for 0-4 sets and a pair.

    Walks the numbers upwards.  A state is the sequences begun one and two numbers below, then
    the sets and pairs so far; its value is the tiles added so far.
    """
    states: _States = {(0, 0, 0, 0): 0}
    for place, (have, limit) in enumerate(zip(held, limits, strict=True)):
        choices = _CHOICES if len(held) == 9 and place < 7 else _CHOICES_WITHOUT_SEQUENCE
        states = _next_number(states, have, limit, choices)
    costs = [_NEVER] * 10
    for (_, _, sets, pair), cost in states.items():
        costs[sets + 5 * pair] = min(costs[sets + 5 * pair], cost)
    return tuple(costs)


def _next_number(states: _States, have: int, limit: int, choices: Sequence[_Choice]) -> _States:
    after: _States = {}
    for (near, far, sets, pair), cost in states.items():
        passing = near + far
        for begun, more_sets, more_pair, tiles in choices:
            used = passing + tiles
            if used > limit or sets + more_sets > 4 or pair + more_pair > 1:
                continue
            key = (begun, near, sets + more_sets, pair + more_pair)
            total = cost + used - have if used > have else cost
            if total < after.get(key, _NEVER):
                after[key] = total
    return after
