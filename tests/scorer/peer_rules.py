"""The peer cases as hands, circumstances and rules of ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from device._record_win import win_of
from scorer import TENHOU, Hand, Rules, WinContext, load_rules, parse_tiles

TRUTH = Path(__file__).parents[2] / "../shared/truth"
DOUBLES = load_rules("mahjong-soul").double_yakuman
Case = Mapping[str, Any]


def lines(name: str) -> list[dict[str, Any]]:
    """Return the records of a truth file."""
    return [json.loads(line) for line in (TRUTH / name).read_text(encoding="utf-8").splitlines()]


def _mahjong_rules(given: Case, case: Case) -> Rules:
    """Return the rules of a case of PyPI mahjong, whose option names these are."""
    local = ["open_riichi", "open_double_riichi", "paarenchan"]
    local += ["daisharin"] if given.get("has_daisharin") else []
    local += ["daichisei"] if given.get("has_daichisei") else []
    doubled = DOUBLES if given.get("has_double_yakuman", True) else ()
    return replace(
        load_rules("sanma-tenhou") if case["players"] == 3 else TENHOU,
        kuitan=given.get("has_open_tanyao", False),
        red_fives=(4, 4, 4) if given.get("has_aka_dora") else (0, 0, 0),
        double_yakuman=doubled,
        kazoe=("yakuman", "sanbaiman", "no_limit")[given.get("kazoe_limit", 0)],
        kiriage=given.get("kiriage", False),
        open_pinfu_fu=30 if given.get("fu_for_open_pinfu", True) else 20,
        pinfu_tsumo=not given.get("fu_for_pinfu_tsumo", False),
        renhou="yakuman" if given.get("renhou_as_yakuman") else "mangan",
        open_riichi_yakuman=given.get("has_sashikomi_yakuman", False),
        yakuman_cap=6 if given.get("limit_to_sextuple_yakuman", True) else 0,
        daisharin_suits="mps" if given.get("has_daisharin_other_suits") else "p",
        paarenchan_needs_yaku=given.get("paarenchan_needs_yaku", True),
        scoring=case.get("scoring") or "standard",
        local_yaku=tuple(local),
    )


def _told_winds(case: Case) -> dict[str, Any]:
    """Return the case with a wind in place of each one it leaves open, where it can not matter."""
    told = dict(case)
    if case["seat_wind"] is None:
        tiles = case["hand"] + "".join(meld["tiles"] for meld in case["melds"])
        held = {str(tile) for tile in parse_tiles(tiles)}
        free = [wind for tile, wind in (("4z", "N"), ("3z", "W"), ("2z", "S")) if tile not in held]
        told["dealer"] = bool(case["dealer"]) or case["tenhou"]
        told["seat_wind"] = "E" if told["dealer"] else [*free, "S"][0]
        told["round_wind"] = case["round_wind"] or [*free, "S"][0]
    return told


def _dora_indicators(case: Case) -> list[str]:
    """Return the indicators of the dora tiles that some cases give instead."""
    before = {"1m": "9m", "6z": "5z", "7z": "6z"}
    return [before[tile] for tile in case.get("dora_tiles") or ()] or case["dora_indicators"]


def _told_caller(meld: Case) -> Case:
    """Return the meld without a seat it can not come from: some suites write any number there."""
    seats = {"chi": (3,), "ankan": (0,)}.get(meld["type"], (1, 2, 3))
    return {**meld, "from": meld.get("from") if meld.get("from") in seats else None}


def case_of(case: Case) -> tuple[Hand, WinContext, Rules]:
    """Return the hand, circumstances and rules of one peer case."""
    source = case["source"]
    dialect = source.startswith("MahjongRepository")
    told = _told_winds(case) | {"dora_indicators": _dora_indicators(case)}
    told["melds"] = [_told_caller(meld) for meld in case["melds"]]
    hand, context, rules = win_of(told | {"rules": {}} if dialect else told)
    if source.startswith("kobalab"):
        rules = replace(rules, pao_honba="discarder")
    return hand, context, _mahjong_rules(case["rules"], case) if dialect else rules
