"""Names in four languages, docstrings of yaku, notes, the public surface."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hands import win

import scorer
from scorer import Riichi, ScoringError, names
from scorer.yaku import ALL, BY_ID

LIMITS = (
    "mangan",
    "haneman",
    "baiman",
    "sanbaiman",
    "kazoe_yakuman",
    "yakuman",
    "double_yakuman",
    "sextuple_yakuman",
)


def test_every_yaku_has_its_names() -> None:
    assert set(names.YAKU) == {yaku.id for yaku in ALL} | {"nagashi_mangan"}
    assert all(all(name) for name in names.YAKU.values())


def test_every_docstring_says_kanji_and_source() -> None:
    for yaku in ALL:
        doc = yaku.holds.__doc__ or ""  # type: ignore[attr-defined]
        assert names.YAKU[yaku.id].ja in doc
        assert "Source:" in doc


def test_what_is_replaced_exists() -> None:
    assert {name for yaku in ALL for name in yaku.replaces} <= set(BY_ID)
    assert len(BY_ID) == len(ALL) == 67


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "Pinfu"), ("ja", "平和"), ("kana", "ピンフ"), ("zh", "平和")],
)
def test_a_name_in_each_language(language: names.Language, name: str) -> None:
    assert names.name_of("pinfu", language) == name


def test_limits_fu_and_dora_have_names() -> None:
    assert set(LIMITS) <= set(names.LIMITS)
    assert names.name_of("closed_kan_honour", "ja") == "字牌暗槓"
    assert names.name_of("uradora", "ja") == "裏ドラ"
    assert names.name_of("mangan", "zh") == "满贯"


def test_every_reason_of_fu_has_a_name() -> None:
    result = win("234m567p88s", "7p", "ankan 5555z", "pon 333z", tsumo=True)
    assert {item.reason for item in result.fu_items} <= set(names.FU)


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(ScoringError) as caught:
        names.name_of("pinfoo")
    assert caught.value.code == "unknown_name"


def test_riichi_tanyao_pinfu_has_a_nickname() -> None:
    yaku = frozenset({"riichi", "tanyao", "pinfu"})
    assert names.nickname_of(yaku, "ja") == "立断平"
    assert names.nickname_of(frozenset({"riichi"})) is None


@pytest.mark.parametrize(
    ("tiles", "tile", "melds", "facts", "words"),
    [
        ("234567m234p88s", "7m", ("chi 567p",), {}, "No Pinfu (平和): it counts only in a closed"),
        ("223344m678p88s", "8p", ("chi 567p",), {}, "No Iipeikou (一盃口): it counts only"),
        ("234567m234p68s55p7s", "7s", (), {"riichi": Riichi.RIICHI}, "a closed wait (kanchan)"),
        ("333555m77p345s888s", "8s", (), {"riichi": Riichi.RIICHI}, "No Sanankou"),
        ("22333555777m66p2m", "2m", (), {}, "No Suuankou (四暗刻): the ron completed 222m"),
    ],
)  # fmt: skip
def test_why_not(
    tiles: str, tile: str, melds: tuple[str, ...], facts: dict[str, object], words: str
) -> None:
    result = win(tiles, tile, *melds, **facts)
    assert any(words in note for note in result.notes), result.notes


@pytest.mark.parametrize(
    ("tiles", "tile", "melds", "facts", "words"),
    [
        ("123m567p234s99s", "7p", ("chi 789p",), {}, "No Pinfu (平和): it counts only"),
        ("111m456p789s22p678p", "8p", (), {}, "wins by ron only after riichi"),
        ("123m567p99s", "7p", ("pon 333m", "chi 789p"), {"dora_indicators": "8s"}, "Dora alone"),
        ("234m567p88s", "7p", ("chi 234s", "pon 888p"), {}, "No Tanyao"),
    ],
)
def test_a_hand_without_yaku_is_told_why(
    tiles: str, tile: str, melds: tuple[str, ...], facts: dict[str, object], words: str
) -> None:
    rules = scorer.change_rules(scorer.TENHOU, {"kuitan": False})
    with pytest.raises(ScoringError) as caught:
        win(tiles, tile, *melds, rules=rules, **facts)
    assert caught.value.code == "no_yaku"
    assert words in caught.value.message


def test_too_few_han_are_told() -> None:
    rules = scorer.change_rules(scorer.TENHOU, {"minimum_han": 2})
    with pytest.raises(ScoringError) as caught:
        win("123m567p23488s567s", "7s", rules=rules)
    assert caught.value.code == "not_enough_han"
    assert "The hand has 1 han (Pinfu (平和)) and needs 2" in caught.value.message


def test_the_decomposition_lists_sets_then_melds_then_the_pair() -> None:
    result = win("234m567p88s", "7p", "ankan 5555z", "chi 678m")
    assert result.decomposition == ("234m", "567p", "5555z", "678m", "88s")
    pairs = win("1122m3344p5566s77z", "7z")
    assert pairs.decomposition == ("11m", "22m", "33p", "44p", "55s", "66s", "77z")
    orphans = win("19m19p19s12345677z", "7z")
    assert orphans.decomposition[-1] == "77z"
    assert orphans.fu is None


def test_equal_scores_have_equal_words() -> None:
    one = win("234m567p88s", "7p", "ankan 5555z", "chi 678m")
    assert one == win("88s765p432m", "7p", "ankan 5555z", "chi 678m")
    assert one != win("234m567p99s", "7p", "ankan 5555z", "chi 678m")
    assert "('234m', '567p', '5555z', '678m', '88s')" in repr(one)


PUBLIC = [
    "STICK",
    "TENHOU",
    "Abort",
    "AbortiveDraw",
    "Chips",
    "Chombo",
    "Correction",
    "Discard",
    "End",
    "EndGame",
    "Event",
    "ExhaustiveDraw",
    "FuItem",
    "Furiten",
    "GameState",
    "Hand",
    "Meld",
    "MeldType",
    "Pao",
    "Penalty",
    "PlayerResult",
    "Riichi",
    "RiichiAnnulled",
    "RiichiDeclared",
    "RuleFault",
    "Rules",
    "Score",
    "ScoringError",
    "TakeOver",
    "Tile",
    "TimeUp",
    "WallBreak",
    "WallPlace",
    "Win",
    "WinContext",
    "Wind",
    "Winner",
    "YakuHan",
    "break_wall",
    "change_rules",
    "changed_options",
    "counted_seat",
    "dora_of_indicator",
    "draw_seats",
    "event_from_dict",
    "event_to_dict",
    "final_result",
    "first_dealer",
    "format_rules",
    "format_tiles",
    "furiten",
    "left_over_sticks_to",
    "load_rules",
    "may_close_kan",
    "nagashi_mangan",
    "new_game",
    "parse_tiles",
    "play_event",
    "replay",
    "replay_steps",
    "rescore",
    "reseat",
    "rule_set_names",
    "rule_set_text",
    "score",
    "scored_winner",
    "shanten",
    "waits",
    "win_context",
    "with_table",
    "yaku_values",
]


def test_the_public_surface_is_pinned() -> None:
    assert scorer.__all__ == PUBLIC


def test_every_public_name_is_documented() -> None:
    for name in scorer.__all__:
        value = getattr(scorer, name)
        assert name in ("STICK", "TENHOU") or getattr(value, "__doc__", None), name


def test_importing_the_scorer_needs_only_the_standard_library() -> None:
    code = (
        "import sys, scorer; names = {m.split('.')[0] for m in sys.modules};"
        "print(sorted(names - set(sys.stdlib_module_names) - {'scorer', '__main__'}))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
