"""Who pays what: liability and its options, three and two players."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hands import win

from scorer import TENHOU, Rules, Wind, load_rules

E, S, W, N = Wind
SOUL = load_rules("mahjong-soul")
SANMA = load_rules("sanma-tenhou")
TWO = load_rules("two-player")
FOUR_WINDS = ("pon 111z", "ankan 2222z", "kakan 3333z", "pon 444z")


def test_only_the_liable_yakuman_is_the_liable_players() -> None:
    result = win("77z", "7z", *FOUR_WINDS, rules=SOUL, tsumo=True, pao="N")
    assert result.points == 96000
    assert result.deltas == {E: -16000, S: 96000, W: -8000, N: -72000}
    by_ron = win("77z", "7z", *FOUR_WINDS, rules=SOUL, discarder="W", pao="N")
    assert by_ron.deltas == {E: 0, S: 96000, W: -64000, N: -32000}


def test_who_pays_a_shared_ron_is_open_without_its_discarder() -> None:
    result = win("77z", "7z", *FOUR_WINDS, rules=SOUL, pao="N")
    assert (result.points, result.deltas) == (96000, {})


def test_the_whole_hand_may_be_the_liable_players() -> None:
    whole = replace(SOUL, pao_part="whole")
    result = win("77z", "7z", *FOUR_WINDS, rules=whole, tsumo=True, pao="N", honba=1)
    assert result.deltas == {E: 0, S: 96300, W: 0, N: -96300}
    by_ron = win("77z", "7z", *FOUR_WINDS, rules=whole, discarder="W", pao="N")
    assert by_ron.deltas == {E: 0, S: 96000, W: -48000, N: -48000}


def test_a_liable_discarder_pays_all() -> None:
    result = win("77z", "7z", *FOUR_WINDS, rules=SOUL, discarder="N", pao="N", honba=1)
    assert result.deltas == {E: 0, S: 96300, W: 0, N: -96300}


def test_honba_of_a_shared_tsumo() -> None:
    shared = replace(SOUL, pao_honba="discarder")
    result = win("77z", "7z", *FOUR_WINDS, rules=shared, tsumo=True, pao="N", honba=1)
    assert result.deltas == {E: -16100, S: 96300, W: -8100, N: -72100}


def test_which_yakuman_have_liability_is_an_option() -> None:
    none = replace(SOUL, pao=())
    result = win("77z", "7z", *FOUR_WINDS, rules=none, tsumo=True, pao="N")
    assert result.deltas[N] == -24000


def test_rinshan_on_an_open_kan_may_be_the_feeders() -> None:
    rules = replace(TENHOU, rinshan_pao=True)
    facts = {"tsumo": True, "rinshan": True, "pao": "W"}
    result = win("234m567p88s", "4m", "daiminkan 7777z", "chi 234s", rules=rules, **facts)
    assert result.deltas[W] == -result.points
    plain = win("234m567p88s", "4m", "daiminkan 7777z", "chi 234s", **facts)
    assert plain.deltas[W] > -plain.points


@pytest.mark.parametrize(
    ("option", "deltas"),
    [
        ("loss", {E: -4000, S: 6000, W: -2000}),
        ("north_bisection", {E: -5000, S: 8000, W: -3000}),
    ],
)
def test_the_tsumo_of_three_players(option: str, deltas: dict[Wind, int]) -> None:
    rules = replace(SANMA, sanma_tsumo=option)
    result = win("123456789p22s777z", "7z", rules=rules, tsumo=True, dora_indicators="9p")
    assert result.limit == "mangan"
    assert result.deltas == deltas


def test_three_of_four_sides_may_be_taken() -> None:
    facts = {"tsumo": True}
    tiles = "123456789p22s777z"
    north = win(tiles, "7z", rules=SANMA, seat_wind="N", **facts)
    assert set(north.deltas) == {E, S, N}
    ron = win(tiles, "7z", rules=SANMA, seat_wind="N", discarder="W")
    assert set(ron.deltas) == {E, W, N}


@pytest.mark.parametrize(("option", "pays"), [("full", 8000), ("half", 4000)])
def test_the_tsumo_of_two_players(option: str, pays: int) -> None:
    rules: Rules = replace(TWO, two_player_tsumo=option)
    result = win("123456789p22s777z", "7z", rules=rules, tsumo=True, dora_indicators="9p")
    assert result.deltas == {E: -pays, S: pays}


def test_honba_of_1500() -> None:
    rules = replace(TENHOU, honba_ron=1500, honba_tsumo=500)
    result = win("234567m234p67888s", "6s", rules=rules, tsumo=True, honba=1)
    plain = win("234567m234p67888s", "6s", tsumo=True)
    assert result.deltas[S] - plain.deltas[S] == 1500
