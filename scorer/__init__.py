"""Riichi mahjong scoring: tiles, hands, rules, yaku, fu, points, payments, the game ledger."""

from scorer._errors import ScoringError
from scorer._hand import Hand, Meld, MeldType, Riichi, WinContext, Wind
from scorer._nagashi import nagashi_mangan
from scorer._result import FuItem, Score, YakuHan
from scorer._rulefile import (
    change_rules,
    changed_options,
    format_rules,
    load_rules,
    rule_set_names,
    rule_set_text,
    yaku_values,
)
from scorer._rules import TENHOU, Rules
from scorer._score import score
from scorer._tile import Tile, format_tiles, parse_tiles

__all__ = [
    "TENHOU",
    "FuItem",
    "Hand",
    "Meld",
    "MeldType",
    "Riichi",
    "Rules",
    "Score",
    "ScoringError",
    "Tile",
    "WinContext",
    "Wind",
    "YakuHan",
    "change_rules",
    "changed_options",
    "format_rules",
    "format_tiles",
    "load_rules",
    "nagashi_mangan",
    "parse_tiles",
    "rule_set_names",
    "rule_set_text",
    "score",
    "yaku_values",
]
