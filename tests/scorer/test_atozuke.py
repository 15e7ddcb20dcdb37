"""Tables without atozuke: an open hand's yaku must not hang on the winning tile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hands import ids, win

from scorer import TENHOU, ScoringError

STRICT = replace(TENHOU, atozuke=False)


def test_a_yaku_that_is_there_anyway_counts() -> None:
    result = win("234m567p88s", "4m", "pon 777z", "chi 345s", rules=STRICT)
    assert ids(result) == ["chun"]


@pytest.mark.parametrize(
    ("tiles", "tile", "melds"),
    [
        ("22s77z7z234p", "7z", ("chi 234m", "chi 567m")),
        ("234m88s234p", "4m", ("chi 234s", "chi 678p")),
    ],
)
def test_a_yaku_by_one_of_two_tiles_does_not(tiles: str, tile: str, melds: tuple[str, ...]) -> None:
    assert win(tiles, tile, *melds).points > 0
    assert_refused(tiles, tile, melds)


def assert_refused(tiles: str, tile: str, melds: tuple[str, ...], **facts: object) -> None:
    strict = replace(STRICT, kuitan=False)
    with pytest.raises(ScoringError) as caught:
        win(tiles, tile, *melds, rules=strict, **facts)
    assert caught.value.code == "atozuke"
    assert "also waits on" in caught.value.message


def test_a_yaku_of_luck_alone_does_not() -> None:
    tiles, tile, melds = "123m678p88s", "8p", ("chi 234s", "chi 678m")
    assert ids(win(tiles, tile, *melds, houtei=True)) == ["houtei"]
    assert_refused(tiles, tile, melds, houtei=True)


def test_a_wait_that_is_used_up_is_none() -> None:
    result = win("555m22m234p", "5m", "pon 777z", "chi 678p", rules=STRICT)
    assert ids(result) == ["chun"]


def test_closed_hands_are_free() -> None:
    result = win("234m567p23488s567s", "7s", rules=STRICT)
    assert "pinfu" in ids(result)
