"""Tiles in mpsz."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import Tile, format_tiles, parse_tiles

KINDS = st.integers(0, 33)
TILES = st.builds(lambda kind, red: Tile(kind, red and kind in (4, 13, 22)), KINDS, st.booleans())


@given(st.lists(TILES))
def test_tiles_read_as_they_are_written(tiles: list[Tile]) -> None:
    assert parse_tiles(format_tiles(tuple(tiles))) == tuple(tiles)


def test_a_tile_knows_its_suit_and_number() -> None:
    tile = Tile.parse("0p")
    assert (tile.suit, tile.number, tile.red, str(tile)) == ("p", 5, True, "0p")
    assert Tile.parse("7z").number == 7


@pytest.mark.parametrize("text", ["8z", "0z", "12", "m", "1x", "-1m"])
def test_what_is_no_tile_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|last digits 12 of '12' have no suit"):
        parse_tiles(text)


@pytest.mark.parametrize("text", ["", "12m"])
def test_one_tile_is_one_tile(text: str) -> None:
    with pytest.raises(ValueError, match="is not one tile"):
        Tile.parse(text)
