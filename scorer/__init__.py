"""Riichi mahjong scoring: tiles, hands, rules, yaku, fu, points, payments, the game ledger."""

from scorer._closed_kan import may_close_kan
from scorer._errors import RuleFault, ScoringError
from scorer._furiten import Discard, Furiten, furiten
from scorer._game_events import (
    Abort,
    AbortiveDraw,
    Chips,
    Chombo,
    Correction,
    EndGame,
    Event,
    ExhaustiveDraw,
    Pao,
    Penalty,
    RiichiAnnulled,
    RiichiDeclared,
    TakeOver,
    TimeUp,
    Win,
    Winner,
)
from scorer._game_json import event_from_dict, event_to_dict
from scorer._game_state import End, GameState, new_game, win_context
from scorer._hand import Hand, Meld, MeldType, Riichi, WinContext, Wind
from scorer._indicator import dora_of_indicator
from scorer._ledger import play_event, replay, replay_steps
from scorer._ledger_edit import rescore, reseat, scored_winner, with_table
from scorer._ledger_result import PlayerResult, final_result, left_over_sticks_to
from scorer._nagashi import nagashi_mangan
from scorer._payments import STICK
from scorer._result import FuItem, Score, YakuHan
from scorer._rule_text import changed_options, format_rules, yaku_values
from scorer._rulefile import change_rules, load_rules, rule_set_names, rule_set_text
from scorer._rules import TENHOU, Rules
from scorer._score import score
from scorer._seats import (
    WallBreak,
    WallPlace,
    break_wall,
    counted_seat,
    draw_seats,
    first_dealer,
)
from scorer._tile import Tile, format_tiles, parse_tiles
from scorer._waits import shanten, waits

__all__ = [
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
