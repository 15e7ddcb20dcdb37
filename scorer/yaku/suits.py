"""Yaku of suits and colours."""

from __future__ import annotations

from scorer._counts import EACH, count_of
from scorer._masks import (
    CHUN,
    DRAGONS,
    GREEN,
    GREEN_NUMBERS,
    HATSU,
    HONOURS,
    MANZU,
    PINZU,
    SOUZU,
    WINDS,
    mask,
)
from scorer._reading import Reading, Win
from scorer._tile import parse_tiles
from scorer.yaku._define import sets, tiles

#: The 1 of the suit that a mask fills from 1 to 9.
_FIRST_OF = {MANZU: 0, PINZU: 9, SOUZU: 18}
_NOT_MANZU, _NOT_PINZU, _NOT_SOUZU = ~MANZU, ~PINZU, ~SOUZU
_NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_RED = mask(tile.kind for tile in parse_tiles("1579s7z"))
_KOUITTEN = GREEN_NUMBERS | 1 << CHUN


def _one_suit(tiles: int) -> bool:
    return not (tiles & _NOT_MANZU and tiles & _NOT_PINZU and tiles & _NOT_SOUZU)


@tiles(3, 2, suits=(1, 1))
def honitsu(win: Win) -> bool:
    """混一色 honitsu, 3 closed, 2 open: one suit and honours.  Source: riichi yaku list."""
    tiles = win.mask
    if not tiles & HONOURS:
        return False
    numbers = tiles & ~HONOURS
    return numbers != 0 and _one_suit(numbers)


@tiles(6, 5, suits=(1, 1))
def chinitsu(win: Win) -> bool:
    """清一色 chinitsu, 6 closed, 5 open: one suit.  Source: riichi yaku list."""
    return _one_suit(win.mask)


@tiles(yakuman=1, suits=(0, 1), ends=(0, 1))
def ryuuiisou(win: Win) -> bool:
    """緑一色 ryuuiisou, yakuman: only 2 3 4 6 8 of souzu and hatsu.

    Option ``ryuuiisou_needs_hatsu``.  Source: riichi yaku list.
    """
    tiles = win.mask
    return not tiles & ~GREEN and (not win.rules.ryuuiisou_needs_hatsu or bool(tiles >> HATSU & 1))


@tiles(yakuman=1, replaces=("ryuuiisou",), suits=(1, 1), ends=(0,))
def junsei_ryuuiisou(win: Win) -> bool:
    """純正緑一色 junsei ryuuiisou, double yakuman where the rules say so: ryuuiisou without
    hatsu.

    Replaces ryuuiisou.  Source: riichi yaku list.
    """
    return not win.mask & ~GREEN_NUMBERS and not win.rules.ryuuiisou_needs_hatsu


def _nine_gates_extra(win: Win) -> int | None:
    """Return the kind beyond 1112345678999 of one suit, or ``None`` when it is not that hand."""
    first = _FIRST_OF.get(win.mask)
    if first is None or win.has_melds or (first and win.rules.chuuren_manzu_only):
        return None
    extra = None
    for number, needed in enumerate(_NINE_GATES):
        held = count_of(win.concealed, first + number)
        if held < needed:
            return None
        if held > needed:
            extra = first + number
    return extra


@tiles(yakuman=1, replaces=("chinitsu",), suits=(1, 1), ends=(1,))
def chuuren(win: Win) -> bool:
    """九蓮宝燈 chuuren, yakuman: closed 1112345678999 of a suit and one more of it.

    Option ``chuuren_manzu_only``.  Source: riichi yaku list.
    """
    return _nine_gates_extra(win) is not None


@tiles(yakuman=1, replaces=("chuuren", "chinitsu"), suits=(1, 1), ends=(1,))
def junsei_chuuren(win: Win) -> bool:
    """純正九蓮宝燈 junsei chuuren, yakuman (double where the rules say so): chuuren that waited
    on all nine tiles.

    Replaces chuuren.  Source: riichi yaku list.
    """
    return _nine_gates_extra(win) == win.win_kind


@tiles(2, 2, suits=(3, 3), ends=(1, 2), local=True)
def uumensai(win: Win) -> bool:
    """五門斉 uumensai, 2: manzu, pinzu, souzu, a wind and a dragon are all there.

    Source: local yaku list.
    """
    return all(win.mask & family for family in (MANZU, PINZU, SOUZU, WINDS, DRAGONS))


@tiles(yakuman=1, replaces=("tanyao", "chinitsu"), local=True)
def daisharin(win: Win) -> bool:
    """大車輪 daisharin, yakuman: closed 22334455667788 of pinzu.

    Option ``daisharin_suits``: any suit.  Source: local yaku list.
    """
    suits = (PINZU,) if win.rules.daisharin_suits == "p" else (MANZU, PINZU, SOUZU)
    middle = [suit & (suit << 1) & (suit >> 1) for suit in suits]
    return not win.has_melds and win.mask in middle and not win.concealed & EACH


def _manzu_sum(win: Win) -> int:
    if win.mask & ~MANZU:
        return 0
    return sum((kind + 1) * count_of(win.tiles, kind) for kind in range(9))


@tiles(yakuman=1, replaces=("chinitsu",), local=True)
def hyakumangoku(win: Win) -> bool:
    """百万石 hyakumangoku, yakuman: all manzu, the numbers sum to at least 100, kans in full.

    Option ``hyakumangoku_exceeds``: more than 100.  Source: local yaku list.
    """
    return _manzu_sum(win) >= (101 if win.rules.hyakumangoku_exceeds else 100)


@tiles(yakuman=1, replaces=("hyakumangoku", "chinitsu"), local=True)
def junsei_hyakumangoku(win: Win) -> bool:
    """純正百万石 junsei hyakumangoku, double yakuman where the rules say so: exactly 100.

    Replaces hyakumangoku.  Source: local yaku list.
    """
    return _manzu_sum(win) == 100 and not win.rules.hyakumangoku_exceeds


@sets(yakuman=1, sequences=(0, 0), replaces=("toitoi",), local=True)
def beni_kujaku(reading: Reading) -> bool:
    """紅孔雀 beni kujaku, yakuman: toitoi of 1 5 7 9 of souzu and chun only.

    Source: local yaku list.
    """
    return not reading.win.mask & ~_RED


@tiles(yakuman=1, local=True)
def kouitten(win: Win) -> bool:
    """紅一点 kouitten, yakuman: only 2 3 4 6 8 of souzu and chun, chun must be there.

    Source: local yaku list.
    """
    return not win.mask & ~_KOUITTEN and bool(win.mask >> CHUN & 1)


@tiles(yakuman=1, local=True)
def suitoufu(win: Win) -> bool:
    """推不倒 suitoufu, yakuman: only tiles that look the same upside down.

    Option ``suitoufu_tiles``.  Source: local yaku list.
    """
    symmetric = mask(tile.kind for tile in parse_tiles(win.rules.suitoufu_tiles))
    return not win.mask & ~symmetric
