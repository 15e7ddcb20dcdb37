"""Yaku that are a shape of their own."""

from __future__ import annotations

from scorer._reading import Reading, Shape, Wait
from scorer.yaku._define import sets


@sets(2, shape=Shape.CHIITOITSU)
def chiitoitsu(reading: Reading) -> bool:
    """七対子 chiitoitsu, 2 closed: seven different pairs, always 25 fu.

    Option ``chiitoitsu_han``.  Source: riichi yaku list.
    """
    return True


@sets(yakuman=1, shape=Shape.KOKUSHI)
def kokushi(reading: Reading) -> bool:
    """国士無双 kokushi, yakuman: one of each terminal and honour, one of them twice.

    Source: riichi yaku list.
    """
    return True


@sets(yakuman=1, replaces=("kokushi",), shape=Shape.KOKUSHI)
def kokushi_13(reading: Reading) -> bool:
    """国士無双十三面 kokushi juusanmen, yakuman (double where the rules say so): kokushi that
    waited on all thirteen tiles.

    Replaces kokushi.  Source: riichi yaku list.
    """
    return reading.wait is Wait.THIRTEEN


@sets(yakuman=1, replaces=("tenhou", "chiihou"), shape=Shape.SHIISAN_PUUTAA, local=True)
def shiisan_puutaa(reading: Reading) -> bool:
    """十三不塔 shiisan puutaa, yakuman: on the first draw, no call before, one pair and twelve
    singles, tiles of a suit at least three apart, at least one 2 to 8.

    Replaces tenhou and chiihou.  Option ``shiisan_puutaa``: mangan.  Source: local yaku list.
    """
    return True
