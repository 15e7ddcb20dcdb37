"""From a hand to its facts and to every reading of its tiles."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from scorer._check import check, check_size
from scorer._conflicts import is_special
from scorer._counts import are_pairs, count_of, tally
from scorer._hand import Hand, WinContext
from scorer._masks import NUMBERS, YAOCHUU
from scorer._melds import called_sets
from scorer._reading import NOTHING_CALLED, Called, Reading, Shape, Wait, Win
from scorer._rules import Rules
from scorer._shape import Split, Suit, hand_splits, suits_of

_RYANMEN, _KANCHAN, _PENCHAN = Wait.RYANMEN, Wait.KANCHAN, Wait.PENCHAN
_SHANPON, _TANKI, _STANDARD = Wait.SHANPON, Wait.TANKI, Shape.STANDARD


def _sequence_wait(first: int, kind: int) -> Wait:
    if kind == first + 1:
        return _KANCHAN
    edge = first % 9 == 0 if kind == first + 2 else first % 9 == 6
    return _PENCHAN if edge else _RYANMEN


def _run_waits(kind: int, starts: int) -> tuple[Wait, ...]:
    """Return the waits of the sequences from ``kind`` - 2, - 1 and 0: the bits of ``starts``."""
    waits = {_sequence_wait(kind - 2 + i, kind) for i in range(3) if starts >> i & 1}
    return tuple(sorted(waits))


#: By the winning kind, then by the bits of the sequences that may hold it.
_RUN_WAITS: Final = tuple(tuple(_run_waits(kind, bits) for bits in range(8)) for kind in range(34))


def _mask_of(suits: list[Suit], called: Called) -> int:
    run = called.sequence_mask
    mask = called.triplet_mask | run | run << 1 | run << 2
    for suit in suits:
        mask |= suit.mask
    return mask


def win_facts(hand: Hand, context: WinContext, rules: Rules) -> tuple[Win, list[Split]]:
    """Return the facts of a win, and every split of its concealed tiles into sets and a pair.

    Raises ``ScoringError`` when hand or win can not be.
    """
    called = called_sets(hand.melds) if hand.melds else NOTHING_CALLED
    check_size(hand)
    concealed = tally(hand.concealed)
    suits = suits_of(concealed)
    win = Win(
        context,
        rules,
        is_special(context),
        len(called.ankans) == len(called.kinds),
        context.tsumo,
        _mask_of(suits, called),
        concealed + called.tiles,
        concealed,
        hand.win_tile.kind,
        27 + context.seat_wind,
        27 + context.round_wind,
        called,
    )
    check(hand, win)
    return win, hand_splits(suits)


def _waits(split: Split, kind: int) -> tuple[Wait, ...]:
    """Return the ways in which the winning ``kind`` can have completed ``split``."""
    waits = _RUN_WAITS[kind][split.sequence_mask << 2 >> kind & 7]
    if split.triplet_mask >> kind & 1:
        waits += (_SHANPON,)
    if kind == split.pair:
        waits += (_TANKI,)
    return waits


def _standard(win: Win, split: Split, wait: Wait) -> Reading:
    called = win.called
    by_ron = wait is _SHANPON and not win.tsumo
    return Reading(
        win,
        _STANDARD,
        split.sequences + called.sequences,
        split.triplets + called.triplets,
        split.sequence_mask | called.sequence_mask,
        split.triplet_mask | called.triplet_mask,
        len(split.triplets) + len(called.ankans) - by_ron,
        win.win_kind if by_ron else None,
        split.pair,
        wait,
    )


def _other(win: Win, shape: Shape, wait: Wait) -> Reading:
    return Reading(win, shape, (), (), 0, 0, 0, None, win.win_kind, wait)


def _kokushi(win: Win) -> list[Reading]:
    if win.mask != YAOCHUU:
        return []
    thirteen = count_of(win.concealed, win.win_kind) == 2
    return [_other(win, Shape.KOKUSHI, Wait.THIRTEEN if thirteen else Wait.TANKI)]


def _is_unconnected(win: Win) -> bool:
    numbers = [kind for kind in range(27) if win.mask >> kind & 1]
    close = any(b - a < 3 and a // 9 == b // 9 for a, b in pairwise(numbers))
    return not close and bool(win.mask & NUMBERS & ~YAOCHUU)


def _shiisan_puutaa(win: Win) -> list[Reading]:
    context = win.context
    first = win.tsumo and (context.tenhou or context.chiihou or context.first_turn)
    if first and "shiisan_puutaa" in win.rules.local_yaku and _is_unconnected(win):
        return [_other(win, Shape.SHIISAN_PUUTAA, Wait.TANKI)]
    return []


def readings(win: Win, splits: list[Split]) -> list[Reading]:
    """Return every reading of the winning tiles, the sets and the pair of them in ``splits``.

    None when they are no complete hand.
    """
    kind = win.win_kind
    found = [_standard(win, split, wait) for split in splits for wait in _waits(split, kind)]
    if win.has_melds:
        return found
    kinds = win.mask.bit_count()
    if kinds == 7 and are_pairs(win.concealed):
        found.append(_other(win, Shape.CHIITOITSU, Wait.TANKI))
    elif kinds == 13:
        found += _kokushi(win) + _shiisan_puutaa(win)
    return found
