"""Furiten from the tiles put down at the table."""

import pytest

from scorer._furiten import Discard, Furiten, furiten
from scorer._hand import Wind
from scorer._tile import Tile, parse_tiles

E, S, W, N = Wind
WAITS = parse_tiles("3s6s")


def river(text):
    """Return discards written as seat and tile; ``!`` marks riichi, ``+`` an added kan."""
    return tuple(
        Discard(Wind[word[0]], Tile.parse(word[1:3]), riichi="!" in word, kan="+" in word)
        for word in text.split()
    )


@pytest.mark.parametrize(
    ("discards", "expected"),
    [
        ("", ()),
        ("E1m S2m W3m N4m", ()),
        ("E3s S2m W3m N4m E5m", (Furiten.DISCARD,)),
        ("E1m S6s W3m N4m E5m", ()),
        ("E1m S2m W3m N4m E5m S6s W1z", (Furiten.GO_AROUND,)),
        ("E1m S6s+ W1z", (Furiten.GO_AROUND,)),
        ("S3s", (Furiten.GO_AROUND,)),
        ("E1m! S6s W3m N4m E5m", (Furiten.RIICHI,)),
        ("E1m! S6s W3m", (Furiten.RIICHI, Furiten.GO_AROUND)),
        ("S6s E1m! W3m N4m E5m S1z", ()),
        ("E6s S1m E1m! S3s W2m", (Furiten.DISCARD, Furiten.RIICHI, Furiten.GO_AROUND)),
        ("E3s+ S1m", ()),
        ("S6s! E1m S3s E2m", ()),
    ],
)
def test_furiten_of_east_waiting_for_3s_and_6s(discards, expected):
    assert furiten(E, WAITS, river(discards)) == expected


def test_a_red_five_is_a_five():
    assert furiten(E, parse_tiles("2p5p"), river("E0p S1m")) == (Furiten.DISCARD,)
    assert furiten(E, parse_tiles("0p"), river("E1m S5p")) == (Furiten.GO_AROUND,)


def test_each_seat_has_its_own_furiten():
    discards = river("E1m S6s W3m N4m")
    assert furiten(N, WAITS, discards) == ()
    assert furiten(S, WAITS, discards) == (Furiten.DISCARD,)
    assert furiten(W, WAITS, river("W3m N4m E1m S6s")) == (Furiten.GO_AROUND,)
