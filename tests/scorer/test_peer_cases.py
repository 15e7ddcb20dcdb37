"""The cases of other scorers' test suites, each by its own rules, or its convention named."""

from __future__ import annotations

import pytest
from peer_rules import Case, case_of, lines

from device._score_json import score_record
from scorer import Score, ScoringError, Wind, score

NAMES = {
    "Renhou": "renhou",
    "Renhou (yakuman)": "renhou",
    "Open Riichi": "open_riichi",
    "Double Open Riichi": "open_double_riichi",
    "Sashikomi": "open_riichi_dealt_in",
    "Daichisei": "daichisei",
    "Daisuurin": "daisharin",
    "SELF": "seat_wind",
    "ROUND": "round_wind",
}
DORA = {"dora", "uradora", "akadora", "nukidora"}
SITUATION = {"menzen_tsumo", "riichi"}
ERRORS = {
    "winning_tile_not_in_hand": {"win_tile_missing"},
    "ippatsu_without_riichi_not_allowed": {"ippatsu_without_riichi"},
    "hand_not_winning": {"not_complete", "win_tile_missing"},
    "no_yaku": {"no_yaku"},
    "tenhou_not_as_dealer_not_allowed": {"tenhou_by_non_dealer"},
    "tenhou_without_tsumo_not_allowed": {"tenhou_with_ron"},
    "tenhou_with_meld_not_allowed": {"first_turn_with_melds"},
    "chiihou_as_dealer_not_allowed": {"chiihou_by_dealer"},
    "chiihou_without_tsumo_not_allowed": {"chiihou_with_ron"},
    "renhou_with_tsumo_not_allowed": {"renhou_with_tsumo"},
    "renhou_with_meld_not_allowed": {"first_turn_with_melds"},
}
MAHJONG = "MahjongRepository/mahjong:tests/hand_calculating/"
SETS_NORTH_ASIDE_WITH_FOUR = (
    "test_nuki_dora_with_dora_indicators",
    "test_nuki_dora_with_ura_dora_indicators",
)
KOKUSHI_ALONE_IN_AOTENJOU = (
    "test_aotenjou_kokushi_tsumo",
    "test_aotenjou_kokushi_with_ura_dora",
)
SINGLE_CONVENTIONS = (
    "test_is_renhou",
    "test_is_nagashi_mangan",
    "test_sextuple_yakuman_limit",
    "test_is_tsuisou_and_daichisei",
)

CASES = lines("peer_cases.jsonl")
SOURCES = sorted({case["source"].split(":")[0] for case in CASES})


def named(case: Case, *tests: str) -> bool:
    return any(test in case["source"] for test in tests)


def has_convention(case: Case) -> bool:
    """Tell whether a case follows another convention; each has its own test below."""
    north = named(case, *SETS_NORTH_ASIDE_WITH_FOUR) and case["nuki"]
    return bool(north or named(case, *KOKUSHI_ALONE_IN_AOTENJOU, *SINGLE_CONVENTIONS))


def yaku_wanted(expected: Case) -> list[str]:
    words = [yaku if isinstance(yaku, str) else yaku[0] for yaku in expected.get("yaku") or ()]
    words += [word for word in expected.get("yakuman") or () if word not in words]
    return sorted(NAMES.get(word, word) for word in words if word not in DORA)


def han_counted(case: Case, result: Score) -> int:
    """Return our han, without the situation or with given dora where the case says so."""
    if result.han is None:
        return sum(yaku.han for yaku in result.yaku)
    shape_only = case.get("shape_only_han")
    taken = sum(yaku.han for yaku in result.yaku if shape_only and yaku.id in SITUATION)
    return result.han - taken + (case.get("dora_han_given") or 0)


def cost_wanted(cost: Case, dealer: bool, tsumo: bool) -> int:
    if not tsumo:
        return int(cost["main"])
    return int(cost["main"] * 3 if dealer else cost["main"] + 2 * cost["additional"])


def differences(case: Case) -> list[object]:
    """Return what differs between our score and the case's."""
    hand, context, rules = case_of(case)
    expected = case["expected"]
    try:
        result = score(hand, context, rules)
    except ScoringError as error:
        wanted = ERRORS.get(expected.get("error") or ("no_yaku" if expected.get("no_yaku") else ""))
        return [] if wanted and error.code in wanted else [error.message]
    if expected.get("error") or expected.get("no_yaku"):
        return ["no error"]
    pairs = {
        "yaku": (sorted(y.id for y in result.yaku), yaku_wanted(expected)),
        "han": (han_counted(case, result), expected.get("han")),
        "fu": (result.fu, expected.get("fu")),
        "points": (result.points, expected.get("points")),
    }
    if expected.get("cost") and context.players == 4:
        dealer = context.seat_wind is Wind.E
        pairs["cost"] = (result.points, cost_wanted(expected["cost"], dealer, context.tsumo))
    if expected.get("deltas"):
        pairs["deltas"] = (score_deltas(case, result), expected["deltas"])
    if expected.get("yakuman_count"):
        pairs["yakuman"] = (len(result.yakuman), expected["yakuman_count"])
    if not case.get("dora_han_given") and expected.get("dealer_points"):
        pairs["dealer_points"] = (result.points in points_wanted(expected, context.tsumo), True)
    found: list[object] = [
        (key, *pair) for key, pair in pairs.items() if pair[1] and pair[0] != pair[1]
    ]
    missing = set(expected.get("yaku_includes") or ()) - {yaku.id for yaku in result.yaku}
    return [*found, *missing]


def points_wanted(expected: Case, tsumo: bool) -> list[int]:
    """Return the points of the dealer and of the others, one of which the case must be."""
    dealer, other = expected["dealer_points"], expected["nondealer_points"]
    if tsumo:
        return [3 * dealer["tsumo_each"], other["tsumo_dealer"] + 2 * other["tsumo_child"]]
    return [dealer["ron"], other["ron"]]


def score_deltas(case: Case, result: Score) -> list[int]:
    players = case["players"]
    return [result.deltas[Wind((seat - case["oya"]) % players)] for seat in range(players)]


@pytest.mark.parametrize("source", SOURCES)
def test_every_case_of_a_peer_is_right(source: str) -> None:
    cases = [c for c in CASES if c["source"].split(":")[0] == source and not has_convention(c)]
    wrong = {case["source"] + case["hand"]: found for case in cases if (found := differences(case))}
    assert cases
    assert wrong == {}


def case_named(test: str) -> Case:
    return next(case for case in CASES if named(case, test))


def test_few_cases_follow_another_convention() -> None:
    assert sum(has_convention(case) for case in CASES) == 19


@pytest.mark.parametrize(
    "case", [c for c in CASES if named(c, *SETS_NORTH_ASIDE_WITH_FOUR) and c["nuki"]]
)
def test_norths_are_set_aside_only_by_three_players(case: Case) -> None:
    # PyPI mahjong counts norths set aside with any tiles and any number of them.
    with pytest.raises(ScoringError) as caught:
        score(*case_of(case))
    assert caught.value.code == "north_not_aside"


def test_riichi_and_renhou_exclude_each_other() -> None:
    # PyPI mahjong adds them up to reach its cap of six yakuman.
    hand, context, rules = case_of(case_named("test_sextuple_yakuman_limit"))
    with pytest.raises(ScoringError) as caught:
        score(hand, context, rules)
    assert caught.value.code == "riichi_with_first_turn"


@pytest.mark.parametrize("test", KOKUSHI_ALONE_IN_AOTENJOU)
def test_aotenjou_counts_riichi_and_tsumo_beside_kokushi(test: str) -> None:
    # PyPI mahjong counts no ordinary yaku beside kokushi there, though it does beside others.
    case = case_named(test)
    result = score(*case_of(case))
    assert result.han is not None
    assert result.han - 1 == case["expected"]["han"]
    assert result.fu == case["expected"]["fu"]
    assert [yaku.id for yaku in result.yaku if yaku.yakuman] == ["kokushi_13"]


def test_renhou_as_mangan_is_a_floor() -> None:
    # PyPI mahjong adds five han instead, with the fu of the hand; the points are the same here.
    case = case_named("test_is_renhou")
    result = score(*case_of(case))
    assert [yaku.id for yaku in result.yaku] == ["renhou"]
    assert (result.han, result.points) == (5, case["expected"]["cost"]["main"])


def test_daichisei_is_two_yakuman_in_place_of_tsuuiisou() -> None:
    # PyPI mahjong counts one for each; the points are the same.
    case = case_named("test_is_tsuisou_and_daichisei")
    result = score(*case_of(case))
    assert result.yakuman == ("daichisei",)
    assert result.points == case["expected"]["cost"]["main"]


def test_nagashi_mangan_is_paid_like_a_tsumo() -> None:
    # PyPI mahjong, asked without tsumo, answers the price of a ron.
    case = case_named("test_is_nagashi_mangan")
    told = {**case, "rules": {}, "seat_wind": "S", "round_wind": "E", "oya": 0}
    answer = score_record(told)
    assert answer["yaku"] == [["nagashi_mangan", 5]]
    assert answer["deltas"] == [-4000, 8000, -2000, -2000]
