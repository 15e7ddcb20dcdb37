"""Yaku of triplets and kans."""

from __future__ import annotations

from scorer._masks import ROW_OF_FOUR_STARTS, ROW_STARTS, TERMINALS
from scorer._reading import Reading, Wait
from scorer.yaku._define import sets


@sets(2, 2, sequences=(0, 0))
def toitoi(reading: Reading) -> bool:
    """対々和 toitoi, 2: four triplets or kans.  Source: riichi yaku list."""
    return not reading.runs


@sets(2, 2, sequences=(0, 1))
def sanankou(reading: Reading) -> bool:
    """三暗刻 sanankou, 2: three concealed triplets; one completed by ron is open.

    Source: riichi yaku list.
    """
    return reading.concealed_triplets == 3


@sets(2, 2, sequences=(0, 1))
def sankantsu(reading: Reading) -> bool:
    """三槓子 sankantsu, 2: three kans.  Source: riichi yaku list."""
    return reading.win.kans == 3


@sets(2, 2, sequences=(0, 1))
def sanshoku_doukou(reading: Reading) -> bool:
    """三色同刻 sanshoku doukou, 2: the same triplet in three suits.

    Older tables: 3 han, by the rule set.  Source: riichi yaku list.
    """
    kinds = reading.triplet_mask
    return kinds & kinds >> 9 & kinds >> 18 & 0x1FF != 0


@sets(2, 2, sequences=(0, 1), local=True)
def sanrenkou(reading: Reading) -> bool:
    """三連刻 sanrenkou, 2: three consecutive triplets of a suit.

    The reading as three equal sequences (isshoku sanjun) stands against it and the better one
    counts.  Option: han by the rule set.  Source: local yaku list.
    """
    kinds = reading.triplet_mask
    return kinds & kinds >> 1 & kinds >> 2 & ROW_STARTS != 0


@sets(yakuman=1, sequences=(0, 0), replaces=("toitoi", "sanankou"))
def suuankou(reading: Reading) -> bool:
    """四暗刻 suuankou, yakuman: four concealed triplets; by ron only on a single wait.

    Source: riichi yaku list.
    """
    return reading.concealed_triplets == 4


@sets(yakuman=1, sequences=(0, 0), replaces=("suuankou", "toitoi", "sanankou"))
def suuankou_tanki(reading: Reading) -> bool:
    """四暗刻単騎 suuankou tanki, yakuman (double where the rules say so): suuankou won on the
    pair.

    Replaces suuankou.  Source: riichi yaku list.
    """
    return reading.concealed_triplets == 4 and reading.wait is Wait.TANKI


@sets(yakuman=1, sequences=(0, 0), replaces=("toitoi", "sankantsu"))
def suukantsu(reading: Reading) -> bool:
    """四槓子 suukantsu, yakuman: four kans.  Source: riichi yaku list."""
    return reading.win.kans == 4


@sets(yakuman=1, sequences=(0, 0), replaces=("toitoi",))
def chinroutou(reading: Reading) -> bool:
    """清老頭 chinroutou, yakuman: only terminals.  Source: riichi yaku list."""
    return not reading.win.mask & ~TERMINALS


@sets(yakuman=1, sequences=(0, 0), replaces=("sanrenkou", "toitoi"), local=True)
def suurenkou(reading: Reading) -> bool:
    """四連刻 suurenkou, yakuman: four consecutive triplets of a suit.  Source: local yaku list."""
    kinds = reading.triplet_mask
    return kinds & kinds >> 1 & kinds >> 2 & kinds >> 3 & ROW_OF_FOUR_STARTS != 0
