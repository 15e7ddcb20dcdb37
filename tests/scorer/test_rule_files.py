"""Rule sets as files: shipped ones, own ones, and what is refused."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hands import han_of, win
from hypothesis import given
from hypothesis import strategies as st

from scorer import (
    TENHOU,
    Riichi,
    Rules,
    ScoringError,
    YakuHan,
    change_rules,
    changed_options,
    format_rules,
    load_rules,
    rule_set_names,
    rule_set_text,
    yaku_values,
)

NAMES = (
    "ema-2016",
    "ema-2025",
    "everything",
    "jpml-a",
    "m-league",
    "mahjong-soul",
    "rrc",
    "sanma-tenhou",
    "tenhou",
    "traditional",
    "two-player",
    "wrc",
)


def test_twelve_rule_sets_are_shipped() -> None:
    assert rule_set_names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_set_loads_and_prints_back(name: str) -> None:
    rules = load_rules(name)
    assert rules.name == name
    assert load_rules(format_rules(rules)) == rules
    assert load_rules(rule_set_text(name)) == rules


def test_the_defaults_are_tenhou() -> None:
    assert load_rules("tenhou") == TENHOU == Rules()
    assert hash(load_rules("tenhou")) == hash(TENHOU)
    assert changed_options(TENHOU) == ()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tenhou", {"start_points": 25000, "goal_points": 30000, "multiple_ron": "double",
                    "triple_ron_draw": True, "double_yakuman": (), "kazoe": "yakuman",
                    "tobi": "below_zero", "agari_yame": True, "ties": "seat",
                    "pao": ("daisangen", "daisuushii", "suukantsu"), "red_fives": (1, 1, 1)}),
        ("mahjong-soul", {"triple_ron_draw": False, "nagashi_mangan": True,
                          "extra_rounds": "sudden_death", "double_wind_pair_fu": 4}),
        ("wrc", {"kiriage": True, "multiple_ron": "head_bump", "kazoe": "sanbaiman",
                 "yakuman_stack": False, "red_fives": (0, 0, 0), "ties": "shared",
                 "pao": ("daisangen", "daisuushii"), "start_points": 30000, "goal_points": 0}),
        ("ema-2016", {"kiriage": False, "multiple_ron": "triple", "tobi": "off"}),
        ("ema-2025", {"kiriage": True, "multiple_ron": "triple"}),
        ("jpml-a", {"left_over_sticks": "void", "multiple_ron": "head_bump", "ippatsu": False,
                    "abort_suukaikan": True, "uma_by": "players_above_start"}),
        ("rrc", {"kazoe": "yakuman", "yakuman_stack": True, "abort_kyuushu_kyuuhai": True,
                 "pao": ("daisangen", "daisuushii", "suukantsu")}),
        ("m-league", {"kiriage": True, "multiple_ron": "head_bump", "uma": (30, 10, -10, -30)}),
        ("traditional", {"chiihou_by_ron": True, "renhou": "yakuman"}),
        ("sanma-tenhou", {"players": 3, "red_fives": (0, 1, 1), "honba_ron": 200, "kita": True}),
        ("two-player", {"players": 2, "two_player_tsumo": "full"}),
    ],
)  # fmt: skip
def test_what_the_sets_say(name: str, options: dict[str, object]) -> None:
    rules = load_rules(name)
    assert {key: getattr(rules, key) for key in options} == options


def test_the_sets_by_players_above_the_start() -> None:
    rows = load_rules("jpml-a").uma_above
    assert rows == ((12, -1, -3, -8), (8, 4, -4, -8), (8, 3, 1, -12))


def test_traditional_gives_more_for_some_yaku() -> None:
    rules = load_rules("traditional")
    assert han_of(win("223344m567p23488s", "8s", rules=rules, tsumo=True), "iipeikou") == 2
    assert han_of(win("111m111p111s456m22z", "4m", rules=rules), "sanshoku_doukou") == 3
    assert han_of(win("111222333m789m99p", "7m", rules=rules), "sanrenkou") in (0, 3)
    assert han_of(win("123456789m11122z", "1m", rules=rules), "honitsu") == 2


def test_everything_has_every_local_yaku() -> None:
    values = {closed.id for closed, _ in yaku_values(load_rules("everything"))}
    assert {"open_riichi", "renhou", "suitoufu", "paarenchan", "kinmonkyou"} <= values
    assert not {"junsei_hyakumangoku", "junsei_ryuuiisou"} & values


def test_values_are_told_closed_and_open() -> None:
    values = {closed.id: (closed, opened) for closed, opened in yaku_values(TENHOU)}
    assert values["pinfu"] == (YakuHan("pinfu", 1), None)
    assert values["honitsu"] == (YakuHan("honitsu", 3), YakuHan("honitsu", 2))
    assert values["suuankou"] == (YakuHan("suuankou", 13, 1),) * 2


def test_an_own_file_changes_any_field_and_any_han() -> None:
    rules = load_rules(
        """
        name = "club"
        title = "Club night"
        base = "wrc"
        kuitan = false
        uma = [20, 10, -10, -20]
        red_fives = [1, 2, 1]

        [han]
        honroutou = "3/2"
        """
    )
    assert (rules.name, rules.title, rules.kiriage) == ("club", "Club night", True)
    assert rules.red_fives == (1, 2, 1)
    assert rules.yaku_han == (("honroutou", 3, 2),)
    assert rules.uma == (20.0, 10.0, -10.0, -20.0)


def test_a_file_without_name_is_called_custom() -> None:
    assert load_rules("kiriage = true").name == "custom"
    assert load_rules("").name == "custom"
    assert load_rules("").title == "Custom"
    assert load_rules('name = "Our table"').title == "Our table"
    assert load_rules('name = "ours"\ntitle = "Our table"').title == "Our table"


def test_han_of_the_base_stay_unless_they_change() -> None:
    rules = load_rules('base = "traditional"\n[han]\niipeikou = "1/-"\n')
    assert {yaku: (a, b) for yaku, a, b in rules.yaku_han} == {
        "iipeikou": (1, 0),
        "sanshoku_doukou": (3, 3),
        "sanrenkou": (3, 3),
        "honitsu": (2, 2),
    }


REFUSED = [
    (
        "unknown_option",
        "\nkiriag = true",
        "line 2: there is no option 'kiriag'; did you mean kiriage?",
    ),
    ("unknown_option", "qqq = 1", "known are "),
    ("unknown_rule_set", 'base = "tenho"', "did you mean tenhou?"),
    ("unknown_yaku", '[han]\nipeiko = "2/-"', "line 2: there is no yaku 'ipeiko'"),
    ("unknown_yaku", 'local_yaku = ["renhou"]', "there is no yaku 'renhou'"),
    ("unknown_yaku", 'double_yakuman = ["pinfu"]', "'pinfu'"),
    ("unknown_yaku", 'pao = ["suuankou"]', "'suuankou'"),
    ("wrong_value", "kiriage = 3", "kiriage must be true or false, and is 3."),
    ("wrong_value", "start_points = true", "a whole number"),
    ("wrong_value", "double_yakuman_factor = true", "a number"),
    ("wrong_value", "title = 3", "a text"),
    ("wrong_value", 'kazoe = "never"', "one of yakuman, sanbaiman, no_limit"),
    ("wrong_value", "red_fives = [1, 2]", "a list of 3, each a whole number"),
    ("wrong_value", "uma = 3", "a list, each a number"),
    ("wrong_value", "uma_above = [1]", "a list, each a list, each a number"),
    ("wrong_value", "[han]\npinfu = 2", 'must be like "3/2" or "1/-"'),
    ("wrong_value", "han = 3", "a table [han]"),
    ("wrong_value", f"uma = {'[' * 90}{']' * 90}", "a list, each a number"),
    ("wrong_value", f"base.{'.'.join('a' * 3000)} = 1", "name of a rule set"),
    ("not_toml", "a b = 3", "not TOML"),
    ("not_toml", f"uma = {'[' * 3000}{']' * 3000}", "too deep"),
    ("not_toml", f"uma = {'{a = ' * 3000}", "too deep"),
    ("contradiction", "players = 5", "players must be 2, 3 or 4."),
    ("contradiction", "red_fives = [5, 0, 0]", "0 to 4 red fives."),
    ("contradiction", 'base = "sanma-tenhou"\nred_fives = [1, 0, 0]', "line 2"),
    ("contradiction", "double_wind_pair_fu = 3", "2 or 4"),
    ("contradiction", "open_pinfu_fu = 25", "20 or 30"),
    ("contradiction", "chiitoitsu_han = 0", "1 or more"),
    ("contradiction", "minimum_han = -1", "not be below 0"),
    ("contradiction", "multiplier_unit = 0", "above 0"),
    ("contradiction", "yakuman_cap = -1", "not be below 0"),
    ("contradiction", "double_yakuman_factor = 3", "from 1 to 2"),
    ("contradiction", "ura_dora = false", "kan_ura needs"),
    ("contradiction", 'multiple_ron = "triple"', "can not both win and be a draw"),
    ("contradiction", 'base = "two-player"\ntriple_ron_draw = true', "four players"),
    ("contradiction", "abort_suufon_any_honour = true\nabort_suufon_renda = false", "needs"),
    ("contradiction", 'base = "two-player"\nabort_suufon_renda = true', "need four players"),
    ("contradiction", 'base = "two-player"\nabort_suucha_riichi = true', "need four players"),
    ("contradiction", 'suitoufu_tiles = "12q"', "must be mpsz"),
    ("contradiction", "uma = [10, -10]", "one number a player"),
    ("contradiction", "uma = [10, 10, -10, -20]", "sum to zero"),
    ("contradiction", "uma_above = [[1, 2, 3, 4]]", "sum to zero"),
    ("contradiction", 'uma_by = "players_above_start"', "needs uma_above"),
    ("contradiction", "start_points = 0", "above 0"),
    ("contradiction", "return_points = 20000", "not be below start_points"),
    ("contradiction", "noten_payment = -1", "not be below 0"),
    ("contradiction", "honba_tsumo = -1", "not be below 0"),
    ("contradiction", 'time_limit = "finish_hand"', "belong together"),
]


@pytest.mark.parametrize(("code", "text", "words"), REFUSED)
def test_a_wrong_file_is_refused_in_words(code: str, text: str, words: str) -> None:
    with pytest.raises(ScoringError) as caught:
        load_rules(text if "\n" in text or "=" in text else text + "\n")
    assert caught.value.code == code
    assert words in caught.value.message
    assert all(fault.id for fault in caught.value.faults)


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    for ask in (load_rules, rule_set_text):
        with pytest.raises(ScoringError) as caught:
            ask("mahjongsoul")
        assert "did you mean mahjong-soul?" in caught.value.message


def test_all_faults_of_a_file_are_told() -> None:
    for text, faults in (
        ('kuitann = true\nkiriage = 1\n[han]\npinfu = "x"\n', ("line 1", "line 2", "line 4")),
        ('pao = ["pinfu"]\nyakuman_cap = -1\numa = [1]\n', ("line 1", "line 2", "line 3")),
    ):
        with pytest.raises(ScoringError) as caught:
            load_rules(text)
        assert all(f"{fault}: " in caught.value.message for fault in faults)
        assert {f"line {fault.line}" for fault in caught.value.faults} == set(faults)


def test_options_are_changed_one_by_one() -> None:
    rules = change_rules(
        TENHOU, {"kiriage": True, "uma": [15, 5, -5, -15], "han": {"pinfu": "2/-"}}
    )
    assert changed_options(rules) == (
        ("kiriage", "true", "false"),
        ("uma", "[15.0, 5.0, -5.0, -15.0]", "[20.0, 10.0, -10.0, -20.0]"),
        ("han.pinfu", '"2/-"', '"1/-"'),
    )
    with pytest.raises(ScoringError) as caught:
        change_rules(TENHOU, {"kiriag": True})
    assert not caught.value.message.startswith("line")


FLAGS = [field.name for field in fields(Rules) if isinstance(getattr(TENHOU, field.name), bool)]


@given(st.sets(st.sampled_from(FLAGS)), st.text(max_size=20))
def test_any_rules_print_and_load_back(flags: set[str], title: str) -> None:
    rules = replace(TENHOU, title=title, **{flag: not getattr(TENHOU, flag) for flag in flags})
    try:
        loaded = load_rules(format_rules(rules))
    except ScoringError as error:
        assert error.code == "contradiction"
    else:
        assert loaded == rules


@pytest.mark.parametrize(
    ("option", "value", "facts", "yaku"),
    [
        ("kuitan", False, {}, "tanyao"),
        ("ippatsu", False, {"riichi": Riichi.RIICHI, "ippatsu": True}, "ippatsu"),
    ],
)
def test_a_yaku_that_the_rules_take_away_is_told(
    option: str, value: bool, facts: dict[str, object], yaku: str
) -> None:
    rules = replace(change_rules(TENHOU, {option: value}), minimum_han=0)
    melds = ("chi 234s",) if yaku == "tanyao" else ()
    result = win("234m567p88s567s" + ("" if melds else "234s"), "7s", *melds, rules=rules, **facts)
    assert yaku not in [worth.id for worth in result.yaku]
    assert any(note.lower().startswith(f"no {yaku}") for note in result.notes)


def test_kan_dora_and_ura_are_options() -> None:
    facts = {"riichi": Riichi.RIICHI, "dora_indicators": "7s7s", "ura_indicators": "7s1m"}
    tiles, tile = "234m567p23488s567s", "7s"
    with pytest.raises(ScoringError):
        win(tiles, tile, **(facts | {"dora_indicators": "7s8s8s8s"}))
    full = win(tiles, tile, **facts)
    assert (full.dora, full.uradora) == (4, 3)
    first = replace(TENHOU, kan_dora=False, kan_ura=False)
    assert (
        win(tiles, tile, rules=first, **facts).dora,
        win(tiles, tile, rules=first, **facts).uradora,
    ) == (2, 2)
    none = replace(TENHOU, ura_dora=False, kan_ura=False)
    assert win(tiles, tile, rules=none, **facts).uradora == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[han]\nmenzen_tsumo = "20000/-"\n', "0 to 100"),
        ('[han]\nmenzen_tsumo = "٣/-"\n', "0 to 100"),
        ("base = [1]\n", "base must be the name"),
        ("multiplier_unit = 100000000000\n", "whole number"),
    ],
)
def test_numbers_beyond_sense_are_refused(text: str, words: str) -> None:
    with pytest.raises(ScoringError, match=words) as caught:
        load_rules(text)
    assert caught.value.code == "wrong_value"
