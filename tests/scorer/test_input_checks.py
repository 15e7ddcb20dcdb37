"""What can not be is told with a code and a sentence, never scored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hands import context, hand, win

from scorer import (
    TENHOU,
    Hand,
    Meld,
    MeldType,
    Riichi,
    Rules,
    ScoringError,
    Tile,
    Wind,
    load_rules,
    nagashi_mangan,
    parse_tiles,
    score,
)

GOOD = "234m567p23488s567s"
SANMA = load_rules("sanma-tenhou")
TWO = load_rules("two-player")
R = Riichi.RIICHI

TILES: list[tuple[str, str, str, tuple[str, ...]]] = [
    ("tile_count", "234m567p23488s56s", "6s", ()),
    ("tile_count", "234m567p23488s567s1m", "7s", ()),
    ("tile_count", "234m567p88s567s", "7s", ("chi 234s", "pon 777z")),
    ("tile_count", "", "7s", ("chi 234s",)),
    ("fifth_tile", "22222m567p234s567s", "7s", ()),
    ("fifth_tile", "234m567p88s567s", "7s", ("ankan 8888s",)),
    ("too_many_reds", "34005m067p23488s5s", "5s", ()),
    ("too_many_reds", "340m230m567p23488s", "8s", ()),
    ("bad_meld", "567p23488s567s", "7s", ("chi 235m",)),
    ("bad_meld", "567p23488s567s", "7s", ("chi 123z",)),
    ("bad_meld", "567p23488s567s", "7s", ("chi 911m",)),
    ("bad_meld", "567p23488s567s", "7s", ("pon 223m",)),
    ("bad_meld", "567p23488s567s", "7s", ("pon 2222m",)),
    ("bad_meld", "567p23488s567s", "7s", (f"pon {'1' * 192}m",)),
    ("bad_meld", "567p23488s567s", "7s", ("ankan 222m",)),
    ("bad_meld", "567p23488s567s", "7s", ("kakan 2223m",)),
    ("win_tile_missing", GOOD, "9s", ()),
    ("win_tile_missing", GOOD, "0p", ()),
    ("not_complete", "234m567p23488s569s", "9s", ()),
    ("not_complete", "11222m22333p33s44z", "4z", ()),
    ("no_yaku", "111m456p789s22p678p", "8p", ()),
]


@pytest.mark.parametrize(("code", "tiles", "win_tile", "melds"), TILES)
def test_tiles_that_can_not_be(
    code: str, tiles: str, win_tile: str, melds: tuple[str, ...]
) -> None:
    with pytest.raises(ScoringError) as caught:
        win(tiles, win_tile, *melds)
    assert caught.value.code == code
    assert caught.value.message.endswith(".")
    assert str(caught.value) == caught.value.message


FACTS: list[tuple[str, dict[str, Any]]] = [
    ("ippatsu_without_riichi", {"ippatsu": True}),
    ("rinshan_with_ron", {"rinshan": True}),
    ("rinshan_without_kan", {"rinshan": True, "tsumo": True}),
    ("chankan_with_tsumo", {"chankan": True, "tsumo": True}),
    ("haitei_with_ron", {"haitei": True}),
    ("houtei_with_tsumo", {"houtei": True, "tsumo": True}),
    ("houtei_with_chankan", {"houtei": True, "chankan": True}),
    ("riichi_with_first_turn", {"chiihou": True, "tsumo": True, "riichi": R}),
    ("tenhou_by_non_dealer", {"tenhou": True, "tsumo": True}),
    ("tenhou_with_ron", {"tenhou": True, "seat_wind": "E"}),
    ("chiihou_by_dealer", {"chiihou": True, "tsumo": True, "seat_wind": "E"}),
    ("chiihou_with_ron", {"chiihou": True}),
    ("renhou_with_tsumo", {"renhou": True, "tsumo": True}),
    ("renhou_by_dealer", {"renhou": True, "seat_wind": "E"}),
    ("several_first_turns", {"chiihou": True, "renhou": True, "tsumo": True}),
    ("paarenchan_by_non_dealer", {"paarenchan": True}),
    ("tsumo_with_discarder", {"tsumo": True, "discarder": "W"}),
    ("impossible_discarder", {"discarder": "S"}),
    ("impossible_pao", {"pao": "S"}),
    ("negative_counters", {"honba": -1}),
    ("negative_counters", {"riichi_sticks": -1}),
    ("players_differ", {"players": 3}),
    ("too_many_indicators", {"dora_indicators": "111222m"}),
    ("fifth_tile", {"dora_indicators": "8888s"}),
    ("riichi_with_first_turn", {"riichi": Riichi.DOUBLE, "first_turn": True}),
    ("first_turn_with_last_tile", {"chiihou": True, "tsumo": True, "haitei": True}),
    ("first_turn_with_last_tile", {"renhou": True, "houtei": True}),
    ("chankan_of_held_tile", {"chankan": True, "dora_indicators": "7s"}),
    ("more_ura_than_dora", {"riichi": R, "dora_indicators": "1m", "ura_indicators": "12p"}),
    ("pao_of_closed_hand", {"pao": "N"}),
]


@pytest.mark.parametrize(("code", "facts"), FACTS)
def test_circumstances_that_can_not_be(code: str, facts: dict[str, Any]) -> None:
    rules = replace(TENHOU, renhou_by="ron")
    if code == "several_first_turns":
        rules = replace(TENHOU, renhou_by="first_turn")
    with pytest.raises(ScoringError) as caught:
        win(GOOD, "7s", rules=rules, **facts)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("riichi_with_open_hand", {"riichi": R}),
        ("first_turn_with_melds", {"tsumo": True, "first_turn": True}),
        ("first_turn_with_melds", {"tsumo": True, "chiihou": True}),
    ],
)
def test_circumstances_that_called_sets_rule_out(code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(ScoringError) as caught:
        win("234m567p88s567s", "7s", "chi 234s", **facts)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("ippatsu_with_rinshan", {"riichi": R, "ippatsu": True, "rinshan": True, "tsumo": True}),
        ("haitei_with_rinshan", {"haitei": True, "rinshan": True, "tsumo": True}),
    ],
)
def test_a_kan_rules_out(code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(ScoringError) as caught:
        win("234m567p88s567s", "7s", "ankan 1111z", **facts)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("code", "rules", "tiles", "melds", "facts"),
    [
        ("absent_tile", SANMA, "234m567p23488s567s", (), {}),
        ("chi_of_three", SANMA, "567p23488s567s", ("chi 234s",), {}),
        ("no_such_seat", TWO, GOOD, (), {"seat_wind": "W"}),
        ("no_such_seat", TWO, GOOD, (), {"discarder": "N"}),
        ("no_such_seat", TWO, GOOD, (), {"pao": "W"}),
        ("no_such_seat", SANMA, "555666z123p23488s", (), {"pao": "N", "discarder": "W"}),
        ("north_not_aside", TENHOU, GOOD, (), {"nuki": 1}),
        ("north_not_aside", SANMA, "123p567p23488s567s", (), {"nuki": 5}),
    ],
)
def test_fewer_players_have_less(
    code: str, rules: Rules, tiles: str, melds: tuple[str, ...], facts: dict[str, Any]
) -> None:
    with pytest.raises(ScoringError) as caught:
        win(tiles, "7s", *melds, rules=rules, **facts)
    assert caught.value.code == code


def test_a_called_tile_belongs_to_its_set() -> None:
    odd = Meld(MeldType.PON, parse_tiles("777z"), Tile.parse("6z"))
    shown = Hand(parse_tiles("234m567p88s567s"), Tile.parse("7s"), (odd,))
    with pytest.raises(ScoringError) as caught:
        score(shown, context(), TENHOU)
    assert caught.value.code == "bad_meld"
    assert "6z called" in caught.value.message


def test_a_set_without_tiles_is_told() -> None:
    empty = Hand(parse_tiles("234m567p88s567s"), Tile.parse("7s"), (Meld(MeldType.PON, ()),))
    with pytest.raises(ScoringError) as caught:
        score(empty, context(), TENHOU)
    assert "(no tiles)" in caught.value.message


def test_no_tiles_at_all_are_told() -> None:
    with pytest.raises(ScoringError) as caught:
        score(Hand((), Tile.parse("7s")), context(), TENHOU)
    assert "I see 0 concealed tiles (none)" in caught.value.message


def test_nagashi_mangan_may_be_off() -> None:
    with pytest.raises(ScoringError) as caught:
        nagashi_mangan(context(), load_rules("wrc"))
    assert caught.value.code == "nagashi_off"


def test_any_number_of_red_tiles_is_plain_where_none_counts() -> None:
    plain = replace(TENHOU, red_fives=(0, 0, 0))
    result = score(hand("340m340m567p23488s", "8s"), context(), plain)
    assert result.akadora == 0


def test_ura_indicators_count_only_after_riichi() -> None:
    assert win(GOOD, "7s", ura_indicators="7s").uradora == 0
    assert win(GOOD, "7s", riichi=R, ura_indicators="7s").uradora == 2


def test_pao_without_such_a_yakuman_is_told() -> None:
    result = win("234m567p88s567s", "7s", "chi 234s", discarder="W", pao="N")
    assert any("Nobody is liable" in note for note in result.notes)


def test_a_ron_without_discarder_has_no_payments() -> None:
    assert win(GOOD, "7s").deltas == {}


@pytest.mark.parametrize(
    ("kind", "tiles", "seat"),
    [("chi", "234s", 1), ("chi", "234s", 2), ("ankan", "1111z", 3), ("pon", "777z", 4)],
)
def test_a_set_comes_from_a_seat_that_it_can_be_called_from(
    kind: str, tiles: str, seat: int
) -> None:
    meld = Meld(MeldType(kind), parse_tiles(tiles), from_seat=seat)
    shown = Hand(parse_tiles("234m567p88s567s"), Tile.parse("7s"), (meld,))
    with pytest.raises(ScoringError) as caught:
        score(shown, context(), TENHOU)
    assert caught.value.code == "impossible_caller"


@pytest.mark.parametrize(
    ("tiles", "win_tile"), [("234m567p55577567s", "7s"), ("119m19p19s1234567z", "1m")]
)
def test_a_robbed_kan_leaves_no_tile_of_it_to_the_winner(tiles: str, win_tile: str) -> None:
    with pytest.raises(ScoringError) as caught:
        win(tiles, win_tile, chankan=True)
    assert caught.value.code == "chankan_of_held_tile"


def test_kokushi_robs_the_tile_it_lacks() -> None:
    assert win("199m19p19s1234567z", "1m", chankan=True).yakuman == ("kokushi",)


@pytest.mark.parametrize(
    ("tiles", "melds", "liable"),
    [
        ("123m99p", ("pon 555z", "ankan 6666z", "pon 777z"), True),
        ("123m99p555z", ("pon 666z", "pon 777z"), False),
    ],
)
def test_only_who_feeds_the_called_sets_is_liable(
    tiles: str, melds: tuple[str, ...], liable: bool
) -> None:
    result = win(tiles, "3m", *melds, tsumo=True, pao="N")
    assert (result.deltas[Wind.N] == -32000) is liable
    assert any("Nobody is liable" in note for note in result.notes) is not liable


@pytest.mark.parametrize(
    "called",
    [
        Meld(MeldType.PON, parse_tiles("555p"), Tile.parse("0p")),
        Meld(MeldType.CHI, parse_tiles("406p"), Tile.parse("5p")),
        Meld(MeldType.CHI, parse_tiles("123m"), Tile.parse("4m")),
        Meld(MeldType.ANKAN, parse_tiles("7777z"), Tile.parse("7z")),
        Meld(MeldType.ANKAN, parse_tiles("7777z"), added_tile=Tile.parse("7z")),
        Meld(MeldType.PON, parse_tiles("777z"), added_tile=Tile.parse("7z")),
        Meld(MeldType.KAKAN, parse_tiles("7777z"), added_tile=Tile.parse("6z")),
    ],
)
def test_a_tile_that_the_meld_can_not_have_is_refused(called: Meld) -> None:
    with pytest.raises(ScoringError, match="can not have") as caught:
        score(Hand(parse_tiles("567p23488s567s"), Tile.parse("7s"), (called,)), context())
    assert caught.value.code == "bad_meld"


def test_a_red_five_that_lies_as_indicator_is_in_no_hand() -> None:
    with pytest.raises(ScoringError) as caught:
        win("234m067p23488s567s", "7s", dora_indicators="0p")
    assert caught.value.code == "too_many_reds"


def test_five_players_have_no_rules() -> None:
    with pytest.raises(ScoringError, match="Two, three or four play") as caught:
        win(GOOD, "7s", rules=replace(TENHOU, players=5))
    assert caught.value.code == "players_differ"


@pytest.mark.parametrize(("kind", "red"), [(-1, False), (34, False), (3, True), (27, True)])
def test_what_is_no_tile_can_not_be_made(kind: int, red: bool) -> None:
    with pytest.raises(ValueError, match=r"no (red )?tile of kind"):
        Tile(kind, red)


def test_a_message_repeats_few_of_many_tiles() -> None:
    many = parse_tiles("123456789m" * 20_000)
    with pytest.raises(ScoringError) as caught:
        score(Hand(many, Tile(0)), context(), TENHOU)
    assert "180000 concealed tiles" in caught.value.message
    assert len(caught.value.message) < 250
    with pytest.raises(ValueError, match="…") as unread:
        parse_tiles("1" * 100_000 + "x")
    assert len(str(unread.value)) < 150


def test_ura_without_riichi_are_told_not_to_count() -> None:
    notes = win(GOOD, "7s", ura_indicators="7s").notes
    assert any("only after riichi" in note for note in notes)
