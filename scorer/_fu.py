"""Fu, item by item."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from scorer._masks import DRAGONS, HONOURS, YAOCHUU
from scorer._reading import Reading, Shape, Win
from scorer._result import FuItem
from scorer._shape import triplets_of
from scorer._tile import Tile

_BASE: Final = FuItem("base", 20)
_CHIITOITSU: Final = FuItem("chiitoitsu", 25)
_MENZEN_RON: Final = FuItem("menzen_ron", 10)
_TSUMO: Final = FuItem("tsumo", 2)
_OPEN_NO_FU: Final = FuItem("open_no_fu", 10)
_SINGLE_WAIT: Final = FuItem("tanki_wait", 2)
#: By ``Wait``.
_WAITS: Final = (
    None,
    FuItem("kanchan_wait", 2),
    FuItem("penchan_wait", 2),
    None,
    _SINGLE_WAIT,
    None,
)
_STANDARD: Final = Shape.STANDARD


def _set_item(kind: int, concealed: bool, kan: bool) -> FuItem:
    """Return the fu of a triplet or kan: 2, twice if closed, twice if yaochuu, 4 times a kan."""
    words = ["closed" if concealed else "open", "kan" if kan else "triplet"]
    fu = (4 if concealed else 2) * (4 if kan else 1)
    if YAOCHUU >> kind & 1:
        words.append("honour" if HONOURS >> kind & 1 else "terminal")
        fu *= 2
    tile = str(Tile(kind))
    return FuItem("_".join(words), fu, tile[0] * (4 if kan else 3) + tile[1])


def _items(concealed: bool, kan: bool) -> tuple[FuItem, ...]:
    return tuple(_set_item(kind, concealed, kan) for kind in range(34))


_OPEN_TRIPLETS: Final = _items(False, False)
_CLOSED_TRIPLETS: Final = _items(True, False)
_OPEN_KANS: Final = _items(False, True)
_CLOSED_KANS: Final = _items(True, True)


def _triplet_items(reading: Reading) -> list[FuItem]:
    """Return the fu of the triplets and kans, the concealed ones first."""
    called, by_ron = reading.win.called, reading.ron_triplet
    items = []
    for kind in triplets_of(reading.split):
        items.append((_OPEN_TRIPLETS if kind == by_ron else _CLOSED_TRIPLETS)[kind])
    for kind in called.triplets:
        if kind in called.ankans:
            items.append(_CLOSED_KANS[kind])
        else:
            items.append((_OPEN_KANS if kind in called.open_kans else _OPEN_TRIPLETS)[kind])
    return items


@lru_cache(maxsize=64)
def _pair_item(kind: int, reason: str, fu: int) -> FuItem:
    return FuItem(reason, fu, f"{kind - 26}{kind - 26}z")


def _value_pair(win: Win, pair: int) -> FuItem | None:
    if DRAGONS >> pair & 1:
        return _pair_item(pair, "dragon_pair", 2)
    if pair == win.seat_kind == win.round_kind:
        return _pair_item(pair, "double_wind_pair", win.rules.double_wind_pair_fu)
    if pair == win.seat_kind:
        return _pair_item(pair, "seat_wind_pair", 2)
    return _pair_item(pair, "round_wind_pair", 2) if pair == win.round_kind else None


def _tsumo_counts(win: Win, pinfu: bool) -> bool:
    return not pinfu and (win.rules.rinshan_tsumo_fu or not win.context.rinshan)


def fu_items(reading: Reading, pinfu: bool) -> list[FuItem]:
    """Return the fu of a reading, item by item and not rounded.

    ``pinfu`` says that the reading counts as pinfu, whose tsumo has no fu.  Kokushi and shiisan
    puutaa have fu only where there are no limits (aotenjou), as hands won on a single wait.
    """
    win = reading.win
    if reading.shape is not _STANDARD:
        return _other_items(reading)
    items = [_BASE]
    if win.closed and not win.tsumo:
        items.append(_MENZEN_RON)
    if reading.triplet_mask:
        items += _triplet_items(reading)
    if reading.pair > 26 and (pair := _value_pair(win, reading.pair)):
        items.append(pair)
    if wait := _WAITS[reading.wait]:
        items.append(wait)
    if win.tsumo and _tsumo_counts(win, pinfu):
        items.append(_TSUMO)
    if len(items) == 1 and not win.closed and win.rules.open_pinfu_fu == 30:
        items.append(_OPEN_NO_FU)
    return items


def _other_items(reading: Reading) -> list[FuItem]:
    win = reading.win
    if reading.shape is Shape.CHIITOITSU:
        return [_CHIITOITSU]
    if win.rules.scoring != "aotenjou":
        return []
    return [_BASE, _TSUMO if win.tsumo else _MENZEN_RON, _SINGLE_WAIT]


def rounded(items: list[FuItem]) -> int:
    """Return the sum of ``items`` rounded up to tens; 25 for chiitoitsu stays."""
    total = 0
    for item in items:
        total += item.fu
    return total if total == 25 else -(-total // 10) * 10
