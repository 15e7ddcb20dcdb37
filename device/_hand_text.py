"""A winning hand in mpsz, written alike wherever the terminal shows one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorer import Hand, Tile, format_tiles, parse_tiles


def hand_text(hand: Hand) -> str:
    """Return ``hand`` such as ``123m456p789s111z + 2z``, its called sets in brackets behind."""
    melds = ((meld.type, format_tiles(meld.tiles)) for meld in hand.melds)
    return _written(hand.concealed, hand.win_tile, melds)


def recorded_text(record: Mapping[str, Any]) -> str:
    """Return the hand of a win's record, as ``device._win_json`` writes it."""
    melds = ((meld["type"], meld["tiles"]) for meld in record["melds"])
    return _written(parse_tiles(record["hand"]), Tile.parse(record["win_tile"]), melds)


def _written(concealed: tuple[Tile, ...], win: Tile, melds: Iterable[tuple[str, str]]) -> str:
    rest = sorted(concealed)
    rest.remove(win)
    apart = [f"[{kind} {tiles}]" for kind, tiles in melds]
    return " ".join((format_tiles(tuple(rest)), f"+ {win}", *apart))
