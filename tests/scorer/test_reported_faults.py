"""Faults that users reported against other scorers: the value, and the kind of fault."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hands import han_of, ids, win

from scorer import TENHOU, Riichi, Wind, load_rules, nagashi_mangan
from scorer import WinContext as Context

SANMA = load_rules("sanma-tenhou")
RIICHI = Riichi.RIICHI


def fu_of(result: object, reason: str) -> list[int]:
    return [item.fu for item in result.fu_items if item.reason == reason]  # type: ignore[attr-defined]


def test_a_triplet_of_terminals_counts_twice() -> None:
    result = win("234m11123456777s", "4s", tsumo=True)
    assert (result.han, result.fu, result.points) == (1, 30, 1100)
    assert fu_of(result, "closed_triplet_terminal") == [8]


def test_the_reading_with_the_closed_wait_may_be_the_only_one() -> None:
    result = win("88m667778889s444z", "8s", tsumo=True, round_wind="E", seat_wind="S")
    assert ids(result) == ["iipeikou", "menzen_tsumo"]
    assert (result.fu, fu_of(result, "kanchan_wait")) == (40, [2])


def test_single_wait_and_a_triplet_of_winds_add_up() -> None:
    result = win("123m456p678s99p333z", "9p", tsumo=True, seat_wind="E")
    assert (result.fu, result.points) == (40, 2100)


@pytest.mark.parametrize(
    ("tiles", "melds", "reason", "fu"),
    [
        ("234m567p88s", ("ankan 2222p", "chi 234s"), "closed_kan", 16),
        ("234m567p88s", ("ankan 9999m", "chi 234s"), "closed_kan_terminal", 32),
        ("234m567p88s", ("ankan 5555z", "chi 234s"), "closed_kan_honour", 32),
        ("234m567p88s", ("daiminkan 8888p", "chi 234s"), "open_kan", 8),
        ("234m567p88s", ("kakan 9999m", "chi 234s"), "open_kan_terminal", 16),
        ("234m567p88s", ("daiminkan 5555z", "chi 234s"), "open_kan_honour", 16),
        ("234m567p88s", ("pon 222m", "chi 234s"), "open_triplet", 2),
        ("234m567p88s", ("pon 999m", "chi 234s"), "open_triplet_terminal", 4),
        ("234m567p88s", ("pon 333z", "chi 234s"), "open_triplet_honour", 4),
        ("222m234567p88s", ("chi 234s",), "closed_triplet", 4),
        ("999m234567p88s", ("chi 234s",), "closed_triplet_terminal", 8),
        ("444z234567p88s", ("chi 234s",), "closed_triplet_honour", 8),
    ],
)
def test_every_set_has_its_own_fu(tiles: str, melds: tuple[str, ...], reason: str, fu: int) -> None:
    result = win(tiles, "7p", *melds, rules=replace(TENHOU, minimum_han=0))
    assert fu_of(result, reason) == [fu]


@pytest.mark.parametrize(
    ("pair", "reason", "fu"),
    [
        ("55z", "dragon_pair", 2),
        ("22z", "seat_wind_pair", 2),
        ("11z", "round_wind_pair", 2),
        ("33z", "", 0),
        ("99s", "", 0),
    ],
)
def test_only_a_value_pair_has_fu(pair: str, reason: str, fu: int) -> None:
    result = win("234m567p234567s" + pair, "7s", riichi=RIICHI)
    assert [item.fu for item in result.fu_items if item.reason.endswith("_pair")] == [fu] * (fu > 0)
    assert {item.reason for item in result.fu_items} >= ({reason} if reason else set())


@pytest.mark.parametrize(("option", "fu"), [(4, 4), (2, 2)])
def test_the_pair_of_the_double_wind(option: int, fu: int) -> None:
    rules = replace(TENHOU, double_wind_pair_fu=option)
    result = win("234m567p234567s11z", "7s", riichi=RIICHI, seat_wind="E", rules=rules)
    assert fu_of(result, "double_wind_pair") == [fu]


def test_rinshan_keeps_the_fu_of_tsumo() -> None:
    sets = ("kakan 2222z", "pon 111z")
    facts = {"tsumo": True, "rinshan": True, "seat_wind": "W", "round_wind": "E"}
    result = win("678m567p88s", "6m", *sets, **facts)
    assert (result.fu, fu_of(result, "tsumo")) == (50, [2])
    without = win(
        "678m567p88s", "6m", *sets, rules=replace(TENHOU, rinshan_tsumo_fu=False), **facts
    )
    assert (without.fu, fu_of(without, "tsumo")) == (40, [])


def test_pinfu_tsumo_is_20_fu() -> None:
    result = win("234567m234p67888s", "6s", tsumo=True)
    assert "pinfu" in ids(result)
    assert result.fu == 20
    strict = win("234567m234p67888s", "6s", tsumo=True, rules=replace(TENHOU, pinfu_tsumo=False))
    assert "pinfu" not in ids(strict)
    assert strict.fu == 30


@pytest.mark.parametrize(
    ("tiles", "win_tile", "melds", "yaku"),
    [
        ("666777m99s", "6m", ("pon 777p", "pon 777z"), ["chun", "toitoi"]),
        ("222p22s222z", "2p", ("pon 222m", "pon 111p"), ["seat_wind", "toitoi"]),
        (
            "111m55z",
            "1m",
            ("pon 111z", "pon 111p", "pon 999s"),
            ["honroutou", "round_wind", "toitoi"],
        ),
    ],
)
def test_sanshoku_doukou_needs_three_triplets_of_number_suits(
    tiles: str, win_tile: str, melds: tuple[str, ...], yaku: list[str]
) -> None:
    assert ids(win(tiles, win_tile, *melds)) == yaku


def test_triplets_are_read_before_equal_sequences_where_they_pay_more() -> None:
    result = win("11122233344s222z", "1s", riichi=RIICHI)
    assert ids(result) == ["honitsu", "riichi", "sanankou", "seat_wind", "toitoi"]
    assert result.han == 9


def test_three_equal_sequences_and_another_are_iipeikou() -> None:
    result = win("234m777888999s55p", "2m", riichi=RIICHI)
    assert "ryanpeikou" not in ids(result)
    assert "iipeikou" in ids(result) or "sanankou" in ids(result)


@pytest.mark.parametrize(
    ("tiles", "win_tile"), [("11123456789999m", "9m"), ("11112345678999m", "1m")]
)
def test_nine_gates_on_nine_tiles(tiles: str, win_tile: str) -> None:
    assert win(tiles, win_tile).yakuman == ("junsei_chuuren",)


def test_nine_gates_that_are_none() -> None:
    result = win("23405566688999p", "9p", riichi=RIICHI, dora_indicators="5p")
    assert ids(result) == ["chinitsu", "riichi"]
    assert (result.han, result.fu, result.limit, result.points) == (11, 50, "sanbaiman", 24000)


def test_no_sequence_is_taken_for_a_triplet_in_chanta() -> None:
    result = win("123m78999p", "7p", "chi 789s", "pon 111z")
    assert "chanta" in ids(result)
    assert "junchan" not in ids(result)
    with_simple = win("123m67899p", "8p", "chi 789s", "pon 111z")
    assert "chanta" not in ids(with_simple)


def test_the_ron_tile_may_go_into_a_sequence_and_leave_the_triplets_closed() -> None:
    result = win("12222305888s666z", "2s", seat_wind="E")
    assert ids(result) == ["hatsu", "honitsu", "sanankou"]
    assert (result.akadora, result.fu, result.points) == (1, 50, 18000)


def test_ippatsu_and_chankan_combine() -> None:
    result = win("234m567p23488s567s", "7s", riichi=RIICHI, ippatsu=True, chankan=True)
    assert {"chankan", "ippatsu", "riichi"} <= set(ids(result))


def test_north_as_seat_wind_counts_with_three_players() -> None:
    result = win("123p456789s55p", "5p", "pon 444z", rules=SANMA, seat_wind="N")
    assert "seat_wind" in ids(result)


def test_the_dealers_first_draw_is_tenhou() -> None:
    facts = {"tsumo": True, "tenhou": True, "seat_wind": "E", "honba": 1}
    result = win("222m345567678p44s", "4s", **facts)
    assert (result.points, result.yakuman) == (48000, ("tenhou",))
    assert result.deltas == {Wind.E: 48300, Wind.S: -16100, Wind.W: -16100, Wind.N: -16100}


def test_double_riichi_and_ippatsu_of_the_dealer() -> None:
    facts = {"riichi": Riichi.DOUBLE, "ippatsu": True, "seat_wind": "E"}
    result = win("567m234456s33366z", "3z", **facts)
    assert ids(result) == ["double_riichi", "ippatsu"]
    assert result.points in (7700, 9600, 12000)


def test_a_robbed_red_five_stays_red_dora_and_plain_rules_have_none() -> None:
    tiles, facts = "340m567p23434588s", {"chankan": True}
    result = win(tiles, "0m", riichi=RIICHI, **facts)
    assert result.akadora == 1
    plain = win(tiles, "0m", riichi=RIICHI, rules=replace(TENHOU, red_fives=(0, 0, 0)), **facts)
    assert plain.akadora == 0


def test_norths_set_aside_are_dora() -> None:
    facts = {"tsumo": True, "riichi": RIICHI, "dora_indicators": "1s"}
    result = win("123p222s678s99p340p", "9p", rules=SANMA, nuki=2, **facts)
    assert (result.kita, result.dora, result.akadora) == (2, 3, 1)
    assert (result.han, result.limit) == (8, "baiman")


def test_three_players_pay_200_a_honba_by_ron() -> None:
    facts = {"riichi": RIICHI, "seat_wind": "E", "discarder": "S", "honba": 1}
    result = win("123p456p789s777z99s", "9s", rules=SANMA, **facts)
    assert result.deltas[Wind.E] - result.points == 200


@pytest.mark.parametrize(
    ("option", "discarder", "liable"), [("liable", -16000, -16600), ("discarder", -16600, -16000)]
)
def test_pao_by_ron_is_paid_half_each(option: str, discarder: int, liable: int) -> None:
    result = win(
        "11m456p", "6p", "pon 555z", "pon 666z", "pon 777z",
        rules=replace(TENHOU, pao_honba=option), honba=2, discarder="W", pao="N",
    )  # fmt: skip
    assert result.deltas == {Wind.E: 0, Wind.S: 32600, Wind.W: discarder, Wind.N: liable}


def test_pao_by_tsumo_is_paid_by_the_liable_alone() -> None:
    sets = ("pon 555z", "pon 666z", "pon 777z")
    result = win("11m456p", "6p", *sets, tsumo=True, honba=1, pao="N")
    assert result.deltas == {Wind.E: 0, Wind.S: 32300, Wind.W: 0, Wind.N: -32300}


def test_without_pao_the_discarder_pays_all() -> None:
    result = win("11m456p", "6p", "pon 555z", "pon 666z", "ankan 7777z", honba=2, discarder="W")
    assert result.deltas[Wind.W] == -32600


def test_counted_han_are_shown_in_full() -> None:
    facts = {"tsumo": True, "riichi": RIICHI, "ippatsu": True, "dora_indicators": "1p3p"}
    tiles, tile = "22334455667799p", "9p"
    result = win(tiles, tile, **facts)
    assert (result.limit, result.points) == ("kazoe_yakuman", 32000)
    assert result.han is not None
    assert result.han > 13
    strict = win(tiles, tile, rules=load_rules("wrc"), **facts)
    assert (strict.limit, strict.han, strict.points) == ("sanbaiman", result.han, 24000)
    assert any("count as sanbaiman" in note for note in strict.notes)


def test_each_payer_of_a_tsumo_adds_100_a_honba() -> None:
    plain = win("234567m234p67888s", "6s", tsumo=True)
    more = win("234567m234p67888s", "6s", tsumo=True, honba=2)
    seats = (Wind.E, Wind.W, Wind.N)
    assert [plain.deltas[seat] - more.deltas[seat] for seat in seats] == [200, 200, 200]


def test_a_single_wait_is_shown_double_only_where_it_counts_double() -> None:
    tiles, tile = "111m222p333s555p88s", "8s"
    single = win(tiles, tile)
    assert (single.limit, single.yaku[0].yakuman, single.points) == ("yakuman", 1, 32000)
    double = win(tiles, tile, rules=load_rules("mahjong-soul"))
    assert (double.limit, double.yaku[0].yakuman) == ("double_yakuman", 2)
    assert double.points == 64000


def test_nagashi_mangan_leaves_the_sticks() -> None:
    facts = Context(tsumo=False, seat_wind=Wind.S, riichi_sticks=2, honba=1)
    result = nagashi_mangan(facts)
    assert result.deltas == {Wind.E: -4000, Wind.S: 8000, Wind.W: -2000, Wind.N: -2000}
    assert han_of(result, "nagashi_mangan") == 5
