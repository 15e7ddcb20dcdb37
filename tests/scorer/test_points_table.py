"""Every cell of the published tables of points."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from peer_rules import TRUTH

from scorer import TENHOU, Rules, WinContext, Wind, load_rules
from scorer._payments import points_of
from scorer._points import base_points, ron_points, tsumo_shares, yakuman_points

TABLE: dict[str, Any] = json.loads((TRUTH / "points_table.json").read_text(encoding="utf-8"))
HAN_OF_LIMIT = {"mangan": (5,), "haneman": (6, 7), "baiman": (8, 9, 10), "sanbaiman": (11, 12)}
SANMA = load_rules("sanma-tenhou")
KIRIAGE = replace(TENHOU, kiriage=True)


def ron(base: int, dealer: bool, wanted: int | None) -> bool:
    return wanted is None or ron_points(base, dealer) == wanted


def base_of(cell: Any, rules: Rules = TENHOU) -> int:
    return base_points(cell["han"], cell["fu"], rules)[0]


@pytest.mark.parametrize("cell", TABLE["dealer"], ids=str)
def test_dealer_cells(cell: Any) -> None:
    base = base_of(cell)
    assert ron(base, True, cell["ron"])
    assert cell["tsumo_each"] in (None, tsumo_shares(base, True, TENHOU)[1])


@pytest.mark.parametrize("cell", TABLE["nondealer"], ids=str)
def test_non_dealer_cells(cell: Any) -> None:
    base = base_of(cell)
    assert ron(base, False, cell["ron"])
    shares = (cell["tsumo_dealer"], cell["tsumo_nondealer"])
    assert shares in ((None, None), tsumo_shares(base, False, TENHOU))


def test_limits() -> None:
    for limit in TABLE["limits"]:
        bases = {base_points(han, 30, TENHOU) for han in HAN_OF_LIMIT.get(limit["name"], ())}
        bases = bases or {yakuman_points(1, TENHOU)}
        assert {name for _, name in bases} == {limit["name"]}
        for base, _ in bases:
            assert ron_points(base, True) == limit["dealer_ron"]
            assert ron_points(base, False) == limit["ron"]
            assert tsumo_shares(base, True, TENHOU)[1] == limit["dealer_tsumo_each"]
            shares = (limit["tsumo_dealer"], limit["tsumo_nondealer"])
            assert tsumo_shares(base, False, TENHOU) == shares


@pytest.mark.parametrize("cell", TABLE["kiriage"]["cells"], ids=str)
def test_kiriage_cells(cell: Any) -> None:
    assert base_points(cell["han"], cell["fu"], KIRIAGE) == (2000, "mangan")
    assert base_points(cell["han"], cell["fu"], TENHOU) == (1920, "")


@pytest.mark.parametrize("cell", TABLE["sanma"]["tsumo_loss"]["nondealer_tsumo"], ids=str)
def test_three_player_cells(cell: Any) -> None:
    base = base_of(cell)
    context = WinContext(tsumo=True, seat_wind=Wind.S, players=3)
    assert tsumo_shares(base, False, SANMA) == (cell["from_dealer"], cell["from_nondealer"])
    assert points_of(base, context, SANMA) == cell["total"]


def test_north_bisection_splits_the_absent_share() -> None:
    rules = replace(SANMA, sanma_tsumo="north_bisection")
    assert tsumo_shares(2000, False, rules) == (5000, 3000)
    assert tsumo_shares(2000, True, rules)[1] == 6000


@pytest.mark.parametrize("cell", TABLE["observed_in_real_logs"], ids=str)
def test_cells_seen_in_real_games(cell: Any) -> None:
    rules = SANMA if cell["players"] == 3 else TENHOU
    seat = Wind.E if cell["winner"] == "dealer" else Wind.S
    tsumo = cell["by"] == "tsumo"
    context = WinContext(tsumo=tsumo, seat_wind=seat, players=cell["players"])
    base = base_points(cell["han"], cell["fu"] or 30, rules)[0]
    assert points_of(base, context, rules) == cell["points_total"]


def test_wrc_has_no_counted_yakuman() -> None:
    assert base_points(13, 30, load_rules("wrc")) == (6000, "sanbaiman")
    assert base_points(26, 30, TENHOU) == (8000, "kazoe_yakuman")
    assert base_points(26, 30, replace(TENHOU, kazoe="no_limit")) == (16000, "kazoe_yakuman")
    assert base_points(25, 30, replace(TENHOU, kazoe="no_limit")) == (8000, "kazoe_yakuman")


@pytest.mark.parametrize(
    ("han", "units"),
    [(0, 1), (1, 1), (2, 2), (3, 3), (4, 8), (5, 8), (6, 12), (7, 12), (8, 16), (11, 24), (13, 32)],
)
def test_multiplier_points_without_fu(han: int, units: int) -> None:
    rules = replace(TENHOU, scoring="multiplier", multiplier_unit=1000)
    base, _ = base_points(han, 30, rules)
    assert ron_points(base, False) == 1000 * units
    assert ron_points(base, True) == 1500 * units


def test_yakuman_of_the_multiplier_table() -> None:
    rules = replace(TENHOU, scoring="multiplier", multiplier_unit=1000)
    for count in (1, 2, 3, 4):
        assert ron_points(yakuman_points(count, rules)[0], False) == 32000 * count


@pytest.mark.parametrize(
    ("count", "name"),
    [(1, "yakuman"), (2, "double_yakuman"), (6, "sextuple_yakuman"), (7, "yakuman")],
)
def test_names_of_several_yakuman(count: int, name: str) -> None:
    assert yakuman_points(count, TENHOU) == (8000 * count, name)


def test_a_double_yakuman_may_count_one_and_a_half() -> None:
    assert yakuman_points(1.5, TENHOU) == (12000, "yakuman")
    assert yakuman_points(1.25, TENHOU) == (10000, "yakuman")
