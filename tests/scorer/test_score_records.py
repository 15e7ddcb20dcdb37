"""Wins told as JSON records: what they may leave open, and what is told back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from peer_rules import lines

from device._record_rules import rules_of
from device._score_json import score_record
from scorer import ScoringError, load_rules

GOOD: dict[str, Any] = {
    "hand": "234m567p23488s567s",
    "win_tile": "7s",
    "tsumo": False,
    "seat_wind": "S",
    "round_wind": "E",
    "riichi": "riichi",
    "oya": 0,
    "who": 1,
    "from_who": 2,
    "honba": 1,
    "riichi_sticks": 1,
}


def code_of(**changes: Any) -> str:
    answer = score_record(GOOD | changes)
    return str(answer["error"]["code"]) if "error" in answer else ""


def test_the_answer_has_the_names_of_the_truth() -> None:
    answer = score_record(GOOD)
    assert answer["yaku"] == [["riichi", 1], ["tanyao", 1], ["pinfu", 1]]
    assert (answer["han"], answer["fu"], answer["points"]) == (3, 30, 3900)
    assert answer["deltas"] == [0, 5200, -4200, 0]
    assert (answer["rules"], answer["limit"], answer["yakuman"]) == ("tenhou", None, [])
    assert answer["fu_items"] == [["base", 20, ""], ["menzen_ron", 10, ""]]
    assert answer["decomposition"] == ["234m", "567p", "234s", "567s", "88s"]


def test_the_answer_is_json() -> None:
    for record in lines("real_wins.jsonl")[:200]:
        answer = score_record(record)
        assert json.loads(json.dumps(answer)) == answer


def test_the_later_of_two_winners_takes_no_counters() -> None:
    assert score_record(GOOD | {"second_winner": 1})["deltas"] == [0, 3900, -3900, 0]
    assert score_record(GOOD | {"second_winner": True})["deltas"] == [0, 3900, -3900, 0]
    assert score_record(GOOD | {"second_winner": 3})["deltas"] == [0, 5200, -4200, 0]


def test_winds_may_be_left_open_where_they_can_not_matter() -> None:
    told = {"seat_wind": None, "round_wind": None, "who": None}
    assert score_record(GOOD | told | {"dealer": False})["points"] == 3900
    assert score_record(GOOD | told | {"dealer": True})["points"] == 5800
    assert code_of(**told) == "bad_record"
    held = {"hand": "11m11223344z5566p", "win_tile": "6p", "riichi": "none"}
    assert code_of(**held, round_wind=None) == "bad_record"


@pytest.mark.parametrize(
    "changes",
    [
        {"hand": "234x"},
        {"hand": 5},
        {"win_tile": None},
        {"win_tile": "77s"},
        {"win_tile": "8q"},
        {"melds": "pon"},
        {"melds": ["pon"]},
        {"melds": [{"type": "ponn", "tiles": "777z"}]},
        {"melds": [{"type": "pon", "tiles": "777z", "from": "left"}]},
        {"hand": ["234m567p", 8]},
        {"riichi": "none", "open_riichi": True},
        {"second_winner": "me"},
        {"second_winner": 4},
        {"paarenchan": -1},
        {"tsumo": "yes"},
        {"honba": "one"},
        {"honba": True},
        {"seat_wind": "X"},
        {"seat_wind": "E", "dealer": False},
        {"riichi": "perhaps"},
        {"dora_indicators": ["5x"]},
        {"rules": 7},
        {"rules": ""},
        {"rules": {"aka": None}},
        {"rules": {"base": [1]}},
        {"players": 5},
        {"players": 0},
        {"haitei": "false"},
        {"ippatsu": 1},
        {"oya": "0"},
        {"oya": 7},
        {"who": True},
        {"dora_indicators": {"1m": 1}},
        {"riichi": False},
        {"honba": 10**4000},
        {"hait": True},
        {"seat_wind": "S", "who": 3},
        {"nagashi_mangan": True, "seat_wind": "S", "who": 3},
        {"dealer": True},
    ],
)
def test_a_wrong_record_is_told(changes: dict[str, Any]) -> None:
    answer = score_record(GOOD | changes)
    assert answer["error"]["code"] == "bad_record"
    assert answer["error"]["message"].endswith(".")


def test_an_unknown_field_of_a_meld_is_refused_with_the_nearest() -> None:
    pon = {"type": "pon", "tiles": "777z", "called": "7z"}
    message = score_record(GOOD | {"riichi": "none", "melds": [pon]})["error"]["message"]
    assert message == "There is no field 'called' of a meld (did you mean called_tile?)."


@pytest.mark.parametrize("source", [0, 2])
def test_a_tsumo_from_another_seat_is_refused(source: int) -> None:
    assert score_record(GOOD | {"tsumo": True, "from_who": 1})["points"] == 5200
    message = score_record(GOOD | {"tsumo": True, "from_who": source})["error"]["message"]
    assert message.startswith(f"A tsumo has no discarder, yet from_who is {source} and who is 1;")


def test_an_impossible_win_keeps_the_scorers_code() -> None:
    assert code_of(ippatsu=True, riichi="none") == "ippatsu_without_riichi"
    assert code_of(hand="234m567p23488s56s") == "tile_count"
    assert code_of(rules="wrc", players=3) == "players_differ"


def test_rules_by_name_text_and_options() -> None:
    assert rules_of({"rules": "wrc"}) == load_rules("wrc")
    assert rules_of({"rules": "kiriage = true\n"}).kiriage
    assert rules_of({"players": 3}).name == "sanma-tenhou"
    assert rules_of({"players": 2}).name == "two-player"
    changed = rules_of(
        {"rules": {"aka": False, "kuitan": False, "go_type": 7, "uma": [15, 5, -5, -15]}}
    )
    assert (changed.red_fives, changed.kuitan, changed.uma) == ((0, 0, 0), False, (15, 5, -5, -15))
    words = {"ura": False, "kazoe": False, "multiple_yakuman": False, "renpuu_pair_2fu": True}
    other = rules_of({"rules": {**words, "pao": False, "double_yakuman": "majsoul"}})
    assert (other.ura_dora, other.kan_ura, other.kazoe) == (False, False, "sanbaiman")
    assert (other.yakuman_cap, other.double_wind_pair_fu, other.pao) == (1, 2, ())
    assert other.double_yakuman == load_rules("mahjong-soul").double_yakuman


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"kiriag": True}, "unknown_option"),
        ({"kazoe": "never"}, "wrong_value"),
        ({"double_yakuman": "some"}, "wrong_value"),
        ("nowhere", "unknown_rule_set"),
    ],
)
def test_unknown_rules_are_told(rules: object, code: str) -> None:
    with pytest.raises(ScoringError) as caught:
        rules_of({"rules": rules})
    assert caught.value.code == code


def test_open_riichi_and_nagashi_records() -> None:
    rules = {"local_yaku": ["open_riichi", "open_double_riichi"]}
    shown = GOOD | {"open_riichi": True, "rules": rules, "tsumo": True, "from_who": None}
    assert score_record(shown)["yaku"][0] == ["open_riichi", 2]
    double = shown | {"riichi": "double"}
    assert score_record(double)["yaku"][0] == ["open_double_riichi", 3]
    nagashi = score_record({"nagashi_mangan": True, "seat_wind": "E", "round_wind": "E", "oya": 2})
    assert nagashi["deltas"] == [-4000, -4000, 12000, -4000]


def test_a_tsumo_of_two_players() -> None:
    record = {"players": 2, "tsumo": True, "from_who": None, "honba": 1, "riichi": "none"}
    full = score_record(GOOD | record)
    assert (full["points"], full["deltas"]) == (2600, [-2900, 3900])
    half = score_record(GOOD | record | {"rules": {"two_player_tsumo": "half"}})
    assert half["points"] * 2 in (full["points"], full["points"] + 100)


def test_the_seat_wind_follows_from_who_and_oya() -> None:
    record = {
        "hand": "123m456p789s11122z", "win_tile": "2z", "tsumo": True, "dealer": False,
        "who": 3, "oya": 0, "round_wind": "E",
    }  # fmt: skip
    deltas = score_record(record)["deltas"]
    assert [delta > 0 for delta in deltas] == [False, False, False, True]
    assert min(deltas) == deltas[0]
    nagashi = {"nagashi_mangan": True, "who": 3, "oya": 2, "round_wind": "E"}
    assert score_record(nagashi)["deltas"] == [-2000, -2000, -4000, 8000]


@pytest.mark.parametrize(
    ("seats", "deltas"),
    [
        ({"who": 3, "oya": 0}, [-1300, -700, 0, 2000]),
        ({"who": 0, "oya": 1}, [2000, -1300, -700]),
        ({"who": 1, "oya": 2}, [-700, 2000, -1300]),
        ({"who": 0, "oya": 1, "from_who": 2, "tsumo": False}, [1300, 0, -1300]),
    ],
)
def test_three_players_may_have_a_north(seats: dict[str, int], deltas: list[int]) -> None:
    record = {
        "players": 3, "hand": "123p45678999s222z", "win_tile": "8s", "tsumo": True,
        "seat_wind": "N", "round_wind": "S", "riichi": "none",
    }  # fmt: skip
    assert score_record(record | seats).get("deltas") == deltas


def test_a_base_of_options_is_a_rule_set() -> None:
    assert rules_of({"rules": {"base": "wrc"}}) == load_rules("wrc")


def test_every_record_of_the_truth_has_known_fields() -> None:
    for record in (*lines("real_wins.jsonl"), *lines("peer_cases.jsonl")):
        message = score_record(record).get("error", {}).get("message", "")
        assert "no field" not in message


@pytest.mark.parametrize(
    ("unsaid", "missing"),
    [
        (["from_who"], ["from_who"]),
        (["oya"], ["oya"]),
        (["oya", "from_who"], ["oya", "from_who"]),
    ],
)
def test_what_the_payments_need_is_named(unsaid: list[str], missing: list[str]) -> None:
    answer = score_record(GOOD | {"seat_wind": "S"} | dict.fromkeys(unsaid))
    assert (answer["points"], answer["deltas"], answer["missing"]) == (3900, None, missing)
    assert "missing" not in score_record(GOOD)
    tsumo = {"tsumo": True, "from_who": None, "second_winner": None}
    assert score_record(GOOD | {"seat_wind": "S", "oya": None} | tsumo)["missing"] == ["oya"]
