"""From a hand to its facts and to every reading of its tiles."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from operator import attrgetter
from typing import Final

from scorer._check import check, is_special, meld_kind
from scorer._dora import red_kinds
from scorer._hand import Hand, MeldType, WinContext
from scorer._masks import NUMBERS, YAOCHUU
from scorer._reading import Reading, Shape, Wait, Win
from scorer._rules import Rules
from scorer._shape import Split, Suit, hand_splits, suits_of

_kind_of = attrgetter("kind")
_ANKAN: Final = MeldType.ANKAN
_CHI: Final = MeldType.CHI
_PON: Final = MeldType.PON
_RYANMEN, _KANCHAN, _PENCHAN = Wait.RYANMEN, Wait.KANCHAN, Wait.PENCHAN
_SHANPON, _TANKI, _STANDARD = Wait.SHANPON, Wait.TANKI, Shape.STANDARD

Kinds = tuple[int, ...]
_NO_MELDS: Final[tuple[Kinds, Kinds, Kinds, Kinds]] = ((), (), (), ())


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


def _meld_facts(hand: Hand) -> tuple[Kinds, Kinds, Kinds, Kinds]:
    """Return first kinds of called sequences, kinds of triplets, of closed and of open kans."""
    sequences: list[int] = []
    triplets: list[int] = []
    ankans: list[int] = []
    open_kans: list[int] = []
    for meld in hand.melds:
        kind = meld_kind(meld)
        if meld.type is _CHI:
            sequences.append(kind)
            continue
        triplets.append(kind)
        if meld.type is _ANKAN:
            ankans.append(kind)
        elif meld.type is not _PON:
            open_kans.append(kind)
    return tuple(sequences), tuple(triplets), tuple(ankans), tuple(open_kans)


def _mask_of(kinds: Iterable[int]) -> int:
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
    return bits


def win_facts(hand: Hand, context: WinContext, rules: Rules) -> tuple[Win, list[Suit]]:
    """Return the facts of a win and its concealed suits.

    Raises ``ScoringError`` when hand or win can not be.
    """
    concealed = sorted(map(_kind_of, hand.concealed))
    melds: tuple[Kinds, Kinds, Kinds, Kinds] = _NO_MELDS
    called: list[int] = []
    if hand.melds:
        melds = _meld_facts(hand)
        called = [tile.kind for meld in hand.melds for tile in meld.tiles]
    reds = red_kinds(hand)
    special = is_special(context)
    check(hand, concealed, called, reds, context, rules, special)
    suits = suits_of(concealed)
    mask = _mask_of(called)
    for suit in suits:
        mask |= suit.mask
    closed = not called or len(hand.melds) == len(melds[2])
    seat, prevailing = 27 + context.seat_wind, 27 + context.round_wind
    tiles = concealed + called
    kind = hand.win_tile.kind
    facts = (closed, context.tsumo, mask, tiles, concealed, reds, kind, seat, prevailing)
    return Win(context, rules, special, *facts, *melds), suits


def _waits(split: Split, kind: int) -> tuple[Wait, ...]:
    """Return the ways in which the winning ``kind`` can have completed ``split``."""
    waits = _RUN_WAITS[kind][split.sequence_mask << 2 >> kind & 7]
    if split.triplet_mask >> kind & 1:
        waits += (_SHANPON,)
    if kind == split.pair:
        waits += (_TANKI,)
    return waits


def _standard(win: Win, split: Split, wait: Wait) -> Reading:
    sequences, triplets = split.sequences, split.triplets
    sequence_mask, triplet_mask = split.sequence_mask, split.triplet_mask
    by_ron = wait is _SHANPON and not win.tsumo
    concealed = len(triplets) + len(win.ankans) - by_ron
    if win.meld_sequences:
        sequences += win.meld_sequences
        sequence_mask |= _mask_of(win.meld_sequences)
    if win.meld_triplets:
        triplets += win.meld_triplets
        triplet_mask |= _mask_of(win.meld_triplets)
    ron_triplet = win.win_kind if by_ron else None
    masks = (sequence_mask, triplet_mask)
    return Reading(
        win, _STANDARD, sequences, triplets, *masks, concealed, ron_triplet, split.pair, wait
    )


def _other(win: Win, shape: Shape, wait: Wait) -> Reading:
    return Reading(win, shape, (), (), 0, 0, 0, None, win.win_kind, wait)


def _kokushi(win: Win) -> list[Reading]:
    if win.mask != YAOCHUU:
        return []
    thirteen = win.concealed.count(win.win_kind) == 2
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


def readings(win: Win, suits: list[Suit]) -> list[Reading]:
    """Return every reading of the winning tiles; none when they are no complete hand."""
    kind = win.win_kind
    found = [
        _standard(win, split, wait) for split in hand_splits(suits) for wait in _waits(split, kind)
    ]
    if win.has_melds:
        return found
    kinds = win.mask.bit_count()
    if kinds == 7 and win.concealed[::2] == win.concealed[1::2]:
        found.append(_other(win, Shape.CHIITOITSU, Wait.TANKI))
    elif kinds == 13:
        found += _kokushi(win) + _shiisan_puutaa(win)
    return found
