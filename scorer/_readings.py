"""From a hand to its facts and to every reading of its tiles."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from scorer._check import check, wrong_size
from scorer._counts import EACH, ONE, count_of, tally
from scorer._hand import Hand, Riichi, WinContext
from scorer._masks import NUMBERS, YAOCHUU
from scorer._melds import called_sets
from scorer._reading import NOTHING_CALLED, Reading, Shape, Wait, Win
from scorer._rules import Rules
from scorer._shape import (
    NUMBER,
    NUMBER_AT,
    PAIR,
    PAIR_AT,
    SEQUENCES,
    TRIPLETS,
    TRIPLETS_AT,
    both,
    read_suits,
)

_NORTH: Final = 30
_NO_RIICHI: Final = Riichi.NONE
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


def _mask_of(called: int) -> int:
    """Return the mask of the kinds in the sets of the split ``called``."""
    runs = called & SEQUENCES
    return called >> TRIPLETS_AT & TRIPLETS | runs | runs << 1 | runs << 2


def _situation(context: WinContext) -> int:
    """Return the bits of ``SITUATION``."""
    bits = 1 if context.tsumo else 0
    if context.riichi is not _NO_RIICHI:
        bits += 2
    if context.ippatsu:
        bits += 4
    flagged = (
        context.rinshan
        or context.chankan
        or context.haitei
        or context.houtei
        or context.tenhou
        or context.chiihou
        or context.renhou
        or context.first_turn
        or context.paarenchan
    )
    return bits + 8 if flagged else bits


def win_facts(hand: Hand, context: WinContext, rules: Rules) -> tuple[Win, list[int]]:
    """Return the facts of a win, and every split of its concealed tiles into sets and a pair.

    Raises ``ScoringError`` when hand or win can not be.
    """
    called = called_sets(hand.melds) if hand.melds else NOTHING_CALLED
    if len(hand.concealed) != 14 - 3 * len(hand.melds):
        raise wrong_size(hand)
    concealed = tally(hand.concealed)
    kinds, splits = read_suits(concealed)
    win = Win(
        context,
        rules,
        _situation(context),
        len(called.ankans) == len(called.kinds),
        context.tsumo,
        kinds | _mask_of(called.split) if called.split else kinds,
        concealed + called.tiles + hand.nuki * ONE[_NORTH],
        concealed,
        hand.win_tile.kind,
        27 + context.seat_wind,
        27 + context.round_wind,
        called,
    )
    check(hand, win)
    return win, splits


def _waits(split: int, kind: int) -> tuple[Wait, ...]:
    """Return the ways in which the winning ``kind`` can have completed ``split``."""
    waits = _RUN_WAITS[kind][(split & SEQUENCES) << 2 >> kind & 7]
    if split >> TRIPLETS_AT + kind & 1:
        waits += (_SHANPON,)
    if split >> PAIR_AT & PAIR == kind:
        waits += (_TANKI,)
    return waits


def _standard(win: Win, split: int, wait: Wait) -> Reading:
    called = win.called.split
    whole = both(split, called) if called else split
    return Reading(
        win,
        _STANDARD,
        split,
        whole & SEQUENCES,
        whole >> TRIPLETS_AT & TRIPLETS,
        whole >> NUMBER_AT & NUMBER,
        split >> PAIR_AT & PAIR,
        wait,
        win.win_kind if wait is _SHANPON and not win.tsumo else None,
    )


def _other(win: Win, shape: Shape, wait: Wait) -> Reading:
    return Reading(win, shape, 0, 0, 0, 0, win.win_kind, wait, None)


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


def readings(win: Win, splits: list[int]) -> list[Reading]:
    """Return every reading of the winning tiles, the sets and the pair of them in ``splits``.

    None when they are no complete hand.
    """
    found = [
        _standard(win, split, wait) for split in splits for wait in _waits(split, win.win_kind)
    ]
    return found if win.called.kinds else found + _other_shapes(win)


def _other_shapes(win: Win) -> list[Reading]:
    """Return the readings of a hand without melds that are not sets and a pair."""
    kinds = win.mask.bit_count()
    if kinds == 7 and not win.concealed & EACH:
        return [_other(win, Shape.CHIITOITSU, Wait.TANKI)]
    return _kokushi(win) + _shiisan_puutaa(win) if kinds == 13 else []
