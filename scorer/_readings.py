"""From a hand to its facts and to every reading of its tiles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from scorer._check import check, is_kan, meld_kinds
from scorer._hand import Hand, MeldType, WinContext
from scorer._masks import YAOCHUU
from scorer._reading import Reading, Shape, Wait, Win
from scorer._rules import Rules
from scorer._shape import Split, hand_splits, suit_keys

_YAOCHUU_KINDS: Final = tuple(kind for kind in range(34) if YAOCHUU >> kind & 1)


class _Melds:
    """What the called sets add to the facts of a hand."""

    __slots__ = ("ankans", "kans", "open_kans", "sequences", "triplets")

    def __init__(self, hand: Hand, counts: list[int]) -> None:
        self.sequences: tuple[int, ...] = ()
        self.triplets: tuple[int, ...] = ()
        self.ankans: tuple[int, ...] = ()
        self.open_kans: tuple[int, ...] = ()
        for meld in hand.melds:
            kinds = meld_kinds(meld)
            for kind in kinds:
                counts[kind] += 1
            if meld.type is MeldType.CHI:
                self.sequences += (kinds[0],)
                continue
            self.triplets += (kinds[0],)
            if meld.type is MeldType.ANKAN:
                self.ankans += (kinds[0],)
            elif is_kan(meld):
                self.open_kans += (kinds[0],)


def win_facts(hand: Hand, context: WinContext, rules: Rules) -> Win:
    """Return the facts of a win; raises ``ScoringError`` when hand or win can not be."""
    concealed = [0] * 34
    reds = False
    for tile in hand.concealed:
        concealed[tile.kind] += 1
        reds |= tile.red
    counts = concealed.copy() if hand.melds else concealed
    melds = _Melds(hand, counts)
    check(hand, counts, reds or bool(hand.melds), context, rules)
    present = 0
    for kind, count in enumerate(counts):
        if count:
            present |= 1 << kind
    return Win(
        context=context,
        rules=rules,
        closed=len(hand.melds) == len(melds.ankans),
        mask=present,
        counts=counts,
        concealed=concealed,
        win_kind=hand.win_tile.kind,
        seat_kind=27 + context.seat_wind,
        round_kind=27 + context.round_wind,
        dealer=context.seat_wind == 0,
        first_draw=context.first_turn and context.tsumo,
        has_melds=bool(hand.melds),
        meld_sequences=melds.sequences,
        meld_triplets=melds.triplets,
        kans=len(melds.ankans) + len(melds.open_kans),
        ankans=melds.ankans,
        open_kans=melds.open_kans,
    )


def _wait_in_sequence(first: int, kind: int) -> Wait:
    if kind == first + 1:
        return Wait.KANCHAN
    number = first % 9
    edge = kind == first + 2 if number == 0 else number == 6 and kind == first
    return Wait.PENCHAN if edge else Wait.RYANMEN


@lru_cache(maxsize=1 << 14)
def _waits(split: Split, kind: int) -> tuple[Wait, ...]:
    """Return the ways in which the winning ``kind`` can have completed ``split``."""
    waits = {_wait_in_sequence(s, kind) for s in split.sequences if 0 <= kind - s <= 2}
    if kind in split.triplets:
        waits.add(Wait.SHANPON)
    if kind == split.pair:
        waits.add(Wait.TANKI)
    return tuple(sorted(waits))


def _bits(kinds: tuple[int, ...]) -> int:
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
    return bits


def _standard(win: Win) -> Iterator[Reading]:
    for split in hand_splits(suit_keys(win.concealed)):
        sequences = split.sequences + win.meld_sequences
        triplets = split.triplets + win.meld_triplets
        sequence_mask = _bits(sequences)
        triplet_mask = _bits(triplets)
        concealed = len(split.triplets) + len(win.ankans)
        for wait in _waits(split, win.win_kind):
            by_ron = wait is Wait.SHANPON and not win.context.tsumo
            yield Reading(
                win,
                Shape.STANDARD,
                sequences,
                triplets,
                sequence_mask,
                triplet_mask,
                concealed - by_ron,
                win.win_kind if by_ron else None,
                split.pair,
                wait,
            )


def _other(win: Win, shape: Shape, wait: Wait) -> Reading:
    return Reading(win, shape, (), (), 0, 0, 0, None, win.win_kind, wait)


def _kokushi(win: Win) -> Iterator[Reading]:
    if not win.mask & ~YAOCHUU and win.mask == YAOCHUU:
        thirteen = win.concealed[win.win_kind] == 2
        yield _other(win, Shape.KOKUSHI, Wait.THIRTEEN if thirteen else Wait.TANKI)


def _is_unconnected(win: Win) -> bool:
    numbers = [kind for kind in range(27) if win.concealed[kind]]
    close = any(b - a < 3 and a // 9 == b // 9 for a, b in pairwise(numbers))
    return win.mask.bit_count() == 13 and not close and bool(win.mask & ~YAOCHUU)


def _shiisan_puutaa(win: Win) -> Iterator[Reading]:
    context = win.context
    first = context.tsumo and (context.tenhou or context.chiihou or context.first_turn)
    if first and "shiisan_puutaa" in win.rules.local_yaku and _is_unconnected(win):
        yield _other(win, Shape.SHIISAN_PUUTAA, Wait.TANKI)


def readings(win: Win) -> Iterator[Reading]:
    """Yield every reading of the winning tiles; nothing when they are no complete hand."""
    yield from _standard(win)
    if win.has_melds:
        return
    kinds = win.mask.bit_count()
    if kinds == 7:
        if max(win.concealed) == 2:
            yield _other(win, Shape.CHIITOITSU, Wait.TANKI)
    elif kinds == 13:
        yield from _kokushi(win)
        yield from _shiisan_puutaa(win)
