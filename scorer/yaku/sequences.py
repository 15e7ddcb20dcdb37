"""Yaku of sequences."""

from __future__ import annotations

from scorer._masks import DRAGONS, ONES
from scorer._reading import Reading, Wait
from scorer.yaku._define import sets

_RYANMEN = Wait.RYANMEN


@sets(1, sequences=(4, 4))
def pinfu(reading: Reading) -> bool:
    """平和 pinfu, 1 closed: four sequences, a pair without value, a two-sided wait.

    Option ``pinfu_tsumo``.  Source: riichi yaku list.
    """
    win = reading.win
    pair = reading.pair
    return (
        reading.wait is _RYANMEN
        and not DRAGONS >> pair & 1
        and pair != win.seat_kind
        and pair != win.round_kind
        and (win.rules.pinfu_tsumo or not win.tsumo)
    )


@sets(1, sequences=(2, 4))
def iipeikou(reading: Reading) -> bool:
    """一盃口 iipeikou, 1 closed: two equal sequences.  Source: riichi yaku list."""
    return reading.sequence_mask.bit_count() < reading.runs


@sets(3, replaces=("iipeikou",), sequences=(4, 4))
def ryanpeikou(reading: Reading) -> bool:
    """二盃口 ryanpeikou, 3 closed: two times two equal sequences, four equal ones too.

    Replaces iipeikou, and chiitoitsu by being another reading.  Source: riichi yaku list.
    """
    if reading.sequence_mask.bit_count() > 2:
        return False
    a, b, c, d = reading.sequences
    return a == b and c == d


@sets(2, 1, sequences=(3, 4))
def sanshoku_doujun(reading: Reading) -> bool:
    """三色同順 sanshoku doujun, 2 closed, 1 open: the same sequence in three suits.

    Source: riichi yaku list.
    """
    starts = reading.sequence_mask
    return starts & starts >> 9 & starts >> 18 != 0


@sets(2, 1, sequences=(3, 4))
def ittsu(reading: Reading) -> bool:
    """一気通貫 ittsu, 2 closed, 1 open: 123, 456 and 789 of one suit.

    Source: riichi yaku list.
    """
    starts = reading.sequence_mask
    return starts & starts >> 3 & starts >> 6 & ONES != 0


@sets(2, 1, sequences=(3, 4), local=True)
def sanshoku_ittsu(reading: Reading) -> bool:
    """三色通貫 sanshoku ittsu, 2 closed, 1 open: 123, 456 and 789 in three different suits.

    Option: any han by the rule set, such as closed only, 1.  Source: local yaku list.
    """
    starts = reading.sequence_mask
    return any(
        starts >> (9 * a) & 1 and starts >> (9 * b + 3) & 1 and starts >> (9 * c + 6) & 1
        for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    )


@sets(2, 2, sequences=(3, 4), replaces=("iipeikou",), local=True)
def isshoku_sanjun(reading: Reading) -> bool:
    """一色三順 isshoku sanjun, 2: three equal sequences.

    Replaces iipeikou; the reading as three triplets (sanrenkou) stands against it and the better
    one counts.  Option: han by the rule set, such as 1 open or 3 closed.
    Source: local yaku list.
    """
    a, *rest = reading.sequences
    return rest.count(a) >= 2 or rest.count(rest[-1]) == 3


@sets(yakuman=1, sequences=(4, 4), replaces=("isshoku_sanjun",), local=True)
def isshoku_yonjun(reading: Reading) -> bool:
    """一色四順 isshoku yonjun, yakuman: four equal sequences.

    Where the rules lack it, a closed one reads as ryanpeikou.  Source: local yaku list.
    """
    return reading.sequence_mask.bit_count() == 1


@sets(yakuman=2, sequences=(4, 4), replaces=("chinitsu",), local=True)
def kinmonkyou(reading: Reading) -> bool:
    """金門橋 kinmonkyou, two yakuman: 123 345 567 789 of one suit and a pair of that suit.

    Source: local yaku list.
    """
    starts = reading.sequences
    first = starts[0]
    return (
        first in (0, 9, 18)
        and starts == [first, first + 2, first + 4, first + 6]
        and (reading.pair // 9 == first // 9)
    )


@sets(yakuman=1, sequences=(3, 3), replaces=("ittsu", "honitsu"), honours=True, local=True)
def touhoku_shinkansen(reading: Reading) -> bool:
    """東北新幹線 touhoku shinkansen, yakuman: ittsu, a triplet of east and a pair of north, or
    the reverse.

    Options ``touhoku_shinkansen_closed_only``, ``touhoku_shinkansen_sou_only``.
    Source: local yaku list.
    """
    rules = reading.win.rules
    starts = reading.sequence_mask
    straight = starts & starts >> 3 & starts >> 6 & ONES
    if rules.touhoku_shinkansen_sou_only:
        straight &= 1 << 18
    winds = reading.triplet_mask | 1 << reading.pair == 1 << 27 | 1 << 30
    closed_enough = reading.win.closed or not rules.touhoku_shinkansen_closed_only
    return bool(straight) and winds and closed_enough
