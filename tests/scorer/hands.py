"""Hands written shortly: ``win("234m567p", "8p", "pon 777z", tsumo=True)``."""

from __future__ import annotations

from typing import Any

from scorer import (
    TENHOU,
    Hand,
    Meld,
    MeldType,
    Rules,
    Score,
    Tile,
    WinContext,
    Wind,
    parse_tiles,
    score,
)


def meld(text: str) -> Meld:
    """Return the meld written as type and tiles, such as ``pon 777z``."""
    kind, tiles = text.split()
    return Meld(MeldType(kind), parse_tiles(tiles))


def hand(tiles: str, win_tile: str, *melds: str, nuki: int = 0) -> Hand:
    """Return a hand: ``tiles`` are concealed, the winning tile included."""
    return Hand(parse_tiles(tiles), Tile.parse(win_tile), tuple(map(meld, melds)), nuki)


def context(**facts: Any) -> WinContext:
    """Return circumstances; indicators in mpsz, winds as letters, ron of a South player."""
    for key in ("dora_indicators", "ura_indicators"):
        if key in facts:
            facts[key] = parse_tiles(facts[key])
    for key in ("seat_wind", "round_wind", "discarder", "pao"):
        if isinstance(facts.get(key), str):
            facts[key] = Wind[facts[key]]
    return WinContext(**({"tsumo": False, "seat_wind": Wind.S} | facts))


def win(
    tiles: str, win_tile: str, *melds: str, rules: Rules = TENHOU, nuki: int = 0, **facts: Any
) -> Score:
    """Return the score of a win."""
    facts = {"players": rules.players} | facts
    return score(hand(tiles, win_tile, *melds, nuki=nuki), context(**facts), rules)


def ids(result: Score) -> list[str]:
    """Return the sorted ids of the yaku."""
    return sorted(yaku.id for yaku in result.yaku)


def han_of(result: Score, yaku: str) -> int:
    """Return the han of one yaku of a score, 0 if it is not there."""
    return sum(worth.han for worth in result.yaku if worth.id == yaku)
