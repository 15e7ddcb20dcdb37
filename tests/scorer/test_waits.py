"""Waits, shanten, closed kans in riichi and dora, against known hands and another library."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.agari import Agari
from mahjong.shanten import Shanten

from scorer._closed_kan import may_close_kan
from scorer._errors import ScoringError
from scorer._hand import Meld, MeldType
from scorer._indicator import dora_of_indicator
from scorer._rules import Rules
from scorer._tile import Tile, format_tiles, parse_tiles
from scorer._waits import copies_left, count_kinds, shanten, waits

WALL = [Tile(kind) for kind in range(34) for _ in range(4)]
SANMA_WALL = [tile for tile in WALL if not 0 < tile.kind < 8]
THREE_SETS = tuple(Meld(MeldType.PON, parse_tiles(text)) for text in ("666z", "777z", "555z"))
TWO_SETS = THREE_SETS[:2]


def meld(kind, text):
    return Meld(MeldType(kind), parse_tiles(text))


def waited(text, melds=(), **options):
    return format_tiles(waits(parse_tiles(text), melds, **options))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123456789m23s55z", "14s"),
        ("123456789m24s55z", "3s"),
        ("123456789m12s55z", "3s"),
        ("123456789m11s55z", "1s5z"),
        ("123456789m111s5z", "5z"),
        ("1112345678999m", "123456789m"),
        ("19m19p19s1234567z", "19m19p19s1234567z"),
        ("19m19p19s1134567z", "2z"),
        ("1133557799m11p3z", "3z"),
        ("1122m3344p5566s7z", "7z"),
        ("147m258p369s1234z", ""),
        ("1111m222333p5z67s", ""),
    ],
)
def test_waits_of_known_closed_hands(text, expected):
    assert waited(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2223456m", "13467m"), ("3334567m", "24578m"), ("2345678p", "258p"), ("3444455p", "2356p")],
)
def test_waits_beside_two_called_sets(text, expected):
    assert waited(text, TWO_SETS) == expected


def test_a_kind_of_which_the_owner_holds_all_four_is_no_wait():
    assert waited("1111m", THREE_SETS) == ""
    assert waited("24s55z222m", (meld("ankan", "3333s"), meld("pon", "777z"))) == ""
    assert waited("24s55m", (meld("pon", "333s"), meld("pon", "777z"), meld("pon", "666z"))) == "3s"
    assert waited("4z", (*THREE_SETS, meld("pon", "111s")), nuki=3, players=3) == ""
    assert waited("4z", (*THREE_SETS, meld("pon", "111s")), nuki=2, players=3) == "4z"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123456789m23s55z", 0),
        ("123456789m234s55z", -1),
        ("123456789m235s55z", 0),
        ("147m258p369s1234z", 6),
        ("19m19p19s1234567z", 0),
        ("19m19p19s12345677z", -1),
        ("1122m3344p5566s7z", 0),
        ("1111m2222p3333s4z", 2),
    ],
)
def test_shanten_of_known_hands(text, expected):
    assert shanten(parse_tiles(text)) == expected


def test_called_sets_leave_less_to_find():
    assert shanten(parse_tiles("13m55s"), THREE_SETS) == 0
    assert shanten(parse_tiles("1s"), (*THREE_SETS, meld("chi", "123m"))) == 0
    assert shanten(parse_tiles("1s"), (*THREE_SETS, meld("ankan", "1111m"))) == 0


@pytest.mark.parametrize("text", ["123m", "123456789m1234s5z", "1m"])
def test_a_wrong_count_of_tiles_is_told(text):
    with pytest.raises(ScoringError, match="tiles beside 0 called sets") as caught:
        waits(parse_tiles(text))
    assert caught.value.code == "tile_count"


def test_more_copies_than_there_are_is_told():
    with pytest.raises(ScoringError, match="too many 1m"):
        waits(parse_tiles("11111m23456789p"))
    with pytest.raises(ScoringError, match="too many 5m"):
        shanten(parse_tiles("5m123456789p123s"), players=3)


def random_hands(seed, count):
    """Return ``count`` hands of all sizes, drawn from the whole wall or from fewer suits."""
    rng = random.Random(seed)
    walls = (WALL, WALL[:36] + WALL[108:], WALL[:72])
    return [rng.sample(rng.choice(walls), rng.choice((13, 13, 10, 7, 4, 1))) for _ in range(count)]


def test_shanten_agrees_with_another_library():
    other = Shanten()
    for hand in random_hands(11, 2000):
        melds = [Meld(MeldType.PON, ())] * ((13 - len(hand)) // 3)
        assert shanten(hand, melds) == other.calculate_shanten(count_kinds(hand)), hand


def test_waits_agree_with_another_library():
    other = Agari()
    for hand in near_tenpai(12, 400):
        counts = count_kinds(hand)
        completing = tuple(
            Tile(kind)
            for kind in range(34)
            if counts[kind] < 4 and other.is_agari(count_kinds([*hand, Tile(kind)]))
        )
        assert waits(hand) == completing, format_tiles(tuple(hand))


def near_tenpai(seed, count):
    """Return hands of sets and a pair in few suits, one random tile away."""
    rng = random.Random(seed)
    sets = [(low, low + step, low + 2 * step) for low in range(18) for step in (0, 1)]
    sets = [group for group in sets if group[0] // 9 == group[2] // 9]
    while count:
        pair = rng.randrange(34)
        kinds = [kind for group in rng.choices(sets, k=4) for kind in group] + [pair, pair]
        if max(map(kinds.count, kinds)) <= 4:
            rng.shuffle(kinds)
            count -= 1
            yield sorted(Tile(kind) for kind in kinds[1:])


hands_of_13 = st.permutations(WALL).map(lambda wall: tuple(wall[:13]))


@given(hands_of_13)
def test_tenpai_is_to_have_a_wait(hand):
    assert (shanten(hand) == 0) == bool(waits(hand))


@given(hands_of_13)
def test_the_best_draw_brings_a_hand_one_step_nearer(hand):
    now = shanten(hand)
    counts = count_kinds(hand)
    after = {
        shanten((*hand, Tile(kind)))
        for kind, limit in enumerate(copies_left(()))
        if counts[kind] < limit
    }
    assert min(after) == now - 1
    assert max(after) == now


@given(st.permutations(SANMA_WALL).map(lambda wall: tuple(wall[:13])))
def test_three_players_are_never_nearer_than_four(hand):
    assert shanten(hand, players=3) >= shanten(hand)
    assert set(waits(hand, players=3)) <= set(waits(hand))


NO_KAN, SHAPE, WAITS = (Rules(closed_kan_after_riichi=mode) for mode in ("no", "shape", "waits"))


@pytest.mark.parametrize(
    ("hand", "drawn", "allowed"),
    [
        ("111z123m456p789s5z", "1z", (False, True, True)),
        ("111m234m567p789s5z", "1m", (False, True, True)),
        ("111m456p456s789p5z", "1m", (False, True, True)),
        ("111m456p456s789p5z", "5z", (False, False, False)),
        ("333444555m67p22s", "4m", (False, False, True)),
        ("3334m567p789s111z", "3m", (False, False, False)),
    ],
)
def test_closed_kan_in_riichi(hand, drawn, allowed):
    answers = tuple(
        may_close_kan(parse_tiles(hand), Tile.parse(drawn), rules=rules)
        for rules in (NO_KAN, SHAPE, WAITS)
    )
    assert answers == allowed


def test_closed_kan_in_riichi_beside_an_earlier_one():
    kan = meld("ankan", "9999p")
    assert may_close_kan(parse_tiles("111z123m789s5z"), Tile.parse("1z"), (kan,))
    assert not may_close_kan(parse_tiles("555z67m789s99s"), Tile.parse("4z"), (kan,))


@pytest.mark.parametrize(
    ("indicator", "players", "dora"),
    [
        ("1m", 4, "2m"),
        ("9p", 4, "1p"),
        ("0s", 4, "6s"),
        ("4z", 4, "1z"),
        ("7z", 4, "5z"),
        ("1m", 3, "9m"),
        ("9m", 3, "1m"),
        ("4z", 3, "1z"),
    ],
)
def test_dora_of_an_indicator(indicator, players, dora):
    assert dora_of_indicator(Tile.parse(indicator), players) == Tile.parse(dora)


def test_three_players_have_no_indicator_between_1m_and_9m():
    with pytest.raises(ScoringError, match="no 5m"):
        dora_of_indicator(Tile.parse("5m"), 3)
