"""流し満貫 nagashi mangan: an exhaustive draw that pays like a mangan by own draw."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scorer._errors import ScoringError
from scorer._hand import WinContext
from scorer._payments import deltas_of, points_of
from scorer._points import MANGAN
from scorer._result import Score, YakuHan
from scorer._rules import TENHOU, Rules

NAGASHI_MANGAN: Final = YakuHan("nagashi_mangan", 5)


def nagashi_mangan(context: WinContext, rules: Rules = TENHOU) -> Score:
    """Return what a nagashi mangan of ``context.seat_wind`` pays.

    All own discards are terminals and honours and none was called; it is paid like a mangan won
    by own draw, whatever the hand, and takes no riichi sticks and no honba.
    Raises ``ScoringError`` (``nagashi_off``) where the rules do not have it.
    """
    if not rules.nagashi_mangan:
        raise ScoringError("nagashi_off", "Nagashi mangan is not played under these rules.")
    drawn = replace(context, tsumo=True, discarder=None, honba=0, riichi_sticks=0)
    return Score(
        yaku=(NAGASHI_MANGAN,),
        dora=0,
        uradora=0,
        akadora=0,
        kita=0,
        han=NAGASHI_MANGAN.han,
        fu=None,
        fu_items=(),
        points=points_of(MANGAN, drawn, rules),
        limit="mangan",
        deltas=deltas_of(MANGAN, drawn, rules),
        rules=rules.name,
    )
