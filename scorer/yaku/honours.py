"""Yaku of honour tiles."""

from __future__ import annotations

from scorer._masks import CHUN, DRAGONS, HAKU, HATSU, HONOURS, WINDS
from scorer._reading import Reading, Shape, Win
from scorer.yaku._define import sets, tiles


@sets(1, 1, sequences=(0, 3), honours=True)
def haku(reading: Reading) -> bool:
    """白 haku, 1: a triplet of the white dragon.  Source: riichi yaku list, yakuhai 役牌."""
    return reading.triplet_mask >> HAKU & 1 == 1


@sets(1, 1, sequences=(0, 3), honours=True)
def hatsu(reading: Reading) -> bool:
    """發 hatsu, 1: a triplet of the green dragon.  Source: riichi yaku list, yakuhai 役牌."""
    return reading.triplet_mask >> HATSU & 1 == 1


@sets(1, 1, sequences=(0, 3), honours=True)
def chun(reading: Reading) -> bool:
    """中 chun, 1: a triplet of the red dragon.  Source: riichi yaku list, yakuhai 役牌."""
    return reading.triplet_mask >> CHUN & 1 == 1


@sets(1, 1, sequences=(0, 3), honours=True)
def seat_wind(reading: Reading) -> bool:
    """自風 seat wind, 1: a triplet of the own wind.

    Counts beside the round wind when both are the same.  Source: riichi yaku list, yakuhai 役牌.
    """
    return reading.triplet_mask >> reading.win.seat_kind & 1 == 1


@sets(1, 1, sequences=(0, 3), honours=True)
def round_wind(reading: Reading) -> bool:
    """場風 round wind, 1: a triplet of the round's wind.

    Counts beside the seat wind when both are the same.  Source: riichi yaku list, yakuhai 役牌.
    """
    return reading.triplet_mask >> reading.win.round_kind & 1 == 1


@sets(2, 2, sequences=(0, 2), honours=True)
def shousangen(reading: Reading) -> bool:
    """小三元 shousangen, 2: two triplets and the pair of dragons, beside the two yakuhai.

    Source: riichi yaku list.
    """
    return bool(DRAGONS >> reading.pair & 1) and (reading.triplet_mask & DRAGONS).bit_count() == 2


@sets(yakuman=1, sequences=(0, 1), replaces=("haku", "hatsu", "chun"), honours=True)
def daisangen(reading: Reading) -> bool:
    """大三元 daisangen, yakuman: triplets of all three dragons.  Source: riichi yaku list."""
    return reading.triplet_mask & DRAGONS == DRAGONS


@sets(yakuman=1, sequences=(0, 1), honours=True)
def shousuushii(reading: Reading) -> bool:
    """小四喜 shousuushii, yakuman: triplets of three winds and a pair of the fourth.

    Source: riichi yaku list.
    """
    return bool(WINDS >> reading.pair & 1) and (reading.triplet_mask & WINDS).bit_count() == 3


@sets(yakuman=1, sequences=(0, 0), replaces=("toitoi",), honours=True)
def daisuushii(reading: Reading) -> bool:
    """大四喜 daisuushii, yakuman (double where the rules say so): triplets of all four winds.

    Source: riichi yaku list.
    """
    return reading.triplet_mask & WINDS == WINDS


@tiles(yakuman=1, replaces=("toitoi",), suits=(0, 0), ends=(2,))
def tsuuiisou(win: Win) -> bool:
    """字一色 tsuuiisou, yakuman: only honours, also as seven pairs.  Source: riichi yaku list."""
    return not win.mask & ~HONOURS


@sets(
    yakuman=2,
    replaces=("tsuuiisou", "chiitoitsu"),
    shape=Shape.CHIITOITSU,
    honours=True,
    local=True,
)
def daichisei(reading: Reading) -> bool:
    """大七星 daichisei, two yakuman: seven pairs of all seven honours.

    Replaces tsuuiisou unless ``daichisei_with_tsuuiisou``.  Source: local yaku list.
    """
    return reading.win.mask == HONOURS
