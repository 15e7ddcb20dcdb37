"""A win as a JSON record, and its score as one: the lines of ``jantaku score --jsonl``."""

from __future__ import annotations

from typing import Any, Final

from device._record_rules import rules_of
from device._record_values import Record, check_fields, field_of
from device._record_win import FLAGS, SEATS, context_of, seat_numbers, sides_of, win_of
from scorer import (
    Hand,
    Score,
    ScoringError,
    Tile,
    WinContext,
    Wind,
    nagashi_mangan,
    score,
)

_TOLD: Final = (
    "hand", "win_tile", "tsumo", "melds", "nuki", "seat_wind", "round_wind", "dealer", "riichi",
    "open_riichi", *FLAGS, "nagashi_mangan", "dora_indicators", "ura_indicators", "honba",
    "riichi_sticks", "players", "rules", *SEATS, "second_winner",
)  # fmt: skip
#: Fields of collections of wins that change no score.
_BESIDE: Final = (
    "source", "platform", "tier", "not_recorded", "expected", "note", "id", "scores",
    "nuki_inferred", "tile_count_ok", "hand_tile_count_ok", "scoring", "dora_tiles",
    "fixed_decomposition", "shape_only_han", "wait_shape", "dora_han_given",
)  # fmt: skip


def _deltas(record: Record, result: Score, players: int) -> list[int] | None:
    """Return the deltas in the order of the record's seats, ``None`` where it names no dealer.

    Of three players at four sides the empty seat is told as 0, or left out where it is the last.
    """
    dealer = record.get("oya")
    if dealer is None or not result.deltas:
        return None
    sides = sides_of(record, players)
    winds = [Wind((seat - dealer) % sides) for seat in range(sides)]
    if sides == players:
        return [result.deltas[wind] for wind in winds]
    if 3 in seat_numbers(record):
        return [result.deltas.get(wind, 0) for wind in winds]
    other = result.deltas.get(winds.pop(), 0)
    return [result.deltas.get(wind, other) for wind in winds]


def _payments(record: Record, result: Score, context: WinContext) -> dict[str, Any]:
    """Return the deltas, and where there are none the fields that the record lacks for them."""
    deltas = _deltas(record, result, context.players)
    if deltas is not None:
        return {"deltas": deltas}
    needed = ("oya",) if context.tsumo else ("oya", "from_who")
    return {"deltas": None, "missing": [key for key in needed if record.get(key) is None]}


def _answer(record: Record, result: Score, context: WinContext) -> dict[str, Any]:
    return {
        "yaku": [[yaku.id, yaku.han] for yaku in result.yaku if not yaku.yakuman],
        "dora": result.dora + result.kita,
        "uradora": result.uradora,
        "akadora": result.akadora,
        "kita": result.kita,
        "han": result.han,
        "fu": result.fu,
        "points": result.points,
        "limit": result.limit or None,
        "yakuman": list(result.yakuman),
        **_payments(record, result, context),
        "fu_items": [[item.reason, item.fu, item.tiles] for item in result.fu_items],
        "decomposition": list(result.decomposition),
        "rules": result.rules,
        "notes": list(result.notes),
    }


def _scored(record: Record) -> tuple[WinContext, Score]:
    check_fields(record, "win", _TOLD, _BESIDE)
    seat_numbers(record)
    if field_of(record, "nagashi_mangan", bool, False):
        nobody = Hand((), Tile(0))
        context = context_of(record, nobody)
        return context, nagashi_mangan(context, rules_of(record))
    hand, context, rules = win_of(record)
    return context, score(hand, context, rules)


def score_record(record: Record) -> dict[str, Any]:
    """Return the score of the win that ``record`` tells, or ``{"error": {"code", "message"}}``.

    The record has ``hand`` (concealed tiles with the winning one, mpsz), ``win_tile``, ``tsumo``
    and, where they apply, ``melds``, ``nuki``, ``seat_wind``, ``round_wind``, ``riichi``, the
    flags of ``WinContext``, ``nagashi_mangan``, ``dora_indicators``, ``ura_indicators``, ``honba``,
    ``riichi_sticks``, ``players``, ``rules`` and the seat numbers ``who``, ``from_who``, ``oya``,
    ``pao_who``.  Any other field is refused but those that say where a win comes from.  The
    answer's ``dora`` counts norths set aside too, ``deltas`` are in the order of the seat numbers;
    where they are ``None`` its ``missing`` names the fields that they need.
    """
    try:
        context, result = _scored(record)
    except ScoringError as error:
        return {"error": {"code": error.code, "message": error.message}}
    return _answer(record, result, context)
