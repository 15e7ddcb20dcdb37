"""Results of games in the JSON that Tenhou's log viewer uses, as far as a scorekeeper knows them.

One game has ``name``, ``rule`` and ``log``; each hand of the log is ``[[round, honba, sticks],
scores, dora indicators, ura indicators, ...]`` with empty lists for the tiles that nobody recorded,
then the result: ``["和了", deltas, [winner, from, pao, points, yaku...], ...]`` or the name of
a draw with its deltas.

A riichi is told there by the discard that declared it, which nobody recorded: so its stick counts
in the deltas, and the scores of each hand and its deltas give those of the next.  A chombo, which
Tenhou does not know, is one more name of a draw.  Tiles are 11-19 (man), 21-29, 31-39, 41-47 and
51-53 for red fives.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from device.game._game import Ledger
from device.game._rounds import Round, rounds_of
from device.game._statistics import score_of
from scorer import Abort, AbortiveDraw, Chombo, ExhaustiveDraw, Score, Tile, Win, Wind, Winner
from scorer.names import name_of

_SUITS: Final = {"m": 1, "p": 2, "s": 3, "z": 4}
_ABORTS: Final = {
    Abort.KYUUSHU_KYUUHAI: "九種九牌",
    Abort.SUUFON_RENDA: "四風連打",
    Abort.SUUCHA_RIICHI: "四家立直",
    Abort.SUUKAIKAN: "四槓散了",
    Abort.SANCHAHOU: "三家和了",
}
_CHOMBO: Final = "チョンボ"
#: Yaku that the viewer writes in another way than the page.
_YAKU: Final = {"riichi": "立直", "double_riichi": "両立直"}
_BONUSES: Final = ("dora", "uradora", "akadora", "kita")


def tenhou_record(ledger: Ledger, at: datetime) -> dict[str, Any]:
    """Return the JSON object of a game that began at ``at``: its hands that have ended."""
    hands = [_hand(hand, ledger) for hand in rounds_of(ledger) if _is_told(hand)]
    title = at.astimezone().strftime("%Y-%m-%d %H:%M")
    return {
        "title": ["雀卓", title],
        "name": list(ledger.names),
        "rule": {"disp": ledger.rules.title},
        "log": hands,
    }


def tenhou_tile(tile: Tile) -> int:
    """Return Tenhou's number of ``tile``."""
    digit, suit = str(tile)[0], _SUITS[str(tile)[1]]
    return 50 + suit if digit == "0" else 10 * suit + int(digit)


def _is_told(hand: Round) -> bool:
    return hand.ending is not None


def _hand(hand: Round, ledger: Ledger) -> list[Any]:
    before = hand.before
    number = 4 * before.round_wind + before.dealer
    dora, ura = _indicators(hand)
    nobody_knows: list[list[int]] = [[] for _ in range(3 * before.players)]
    return [
        [number, before.honba, before.riichi_sticks],
        list(before.scores),
        [tenhou_tile(tile) for tile in dora],
        [tenhou_tile(tile) for tile in ura],
        *nobody_knows,
        _result(hand, ledger),
    ]


def _indicators(hand: Round) -> tuple[Sequence[Tile], Sequence[Tile]]:
    if isinstance(hand.ending, Win):
        for winner in hand.ending.winners:
            if winner.context is not None:
                return winner.context.dora_indicators, winner.context.ura_indicators
    return (), ()


def _result(hand: Round, ledger: Ledger) -> list[Any]:
    ending = hand.ending
    if isinstance(ending, Win):
        told = [part for winner in ending.winners for part in _win(hand, ending, winner, ledger)]
        return ["和了", *told]
    if isinstance(ending, AbortiveDraw):
        return [_ABORTS[ending.kind], *([hand.deltas] if any(hand.deltas) else [])]
    if isinstance(ending, Chombo):
        return [_CHOMBO, hand.deltas]
    if isinstance(ending, ExhaustiveDraw) and ending.nagashi:
        return ["流し満貫", hand.deltas]
    everybody = isinstance(ending, ExhaustiveDraw) and len(ending.tenpai) == hand.before.players
    return ["全員聴牌" if everybody else "流局", hand.deltas]


def _win(hand: Round, win: Win, winner: Winner, ledger: Ledger) -> list[Any]:
    """Return the deltas and the description of one winner; the first has all deltas."""
    loser = winner.player if win.discarder is None else win.discarder
    pao = winner.player if winner.pao is None else winner.pao.player
    first = winner is win.winners[0]
    scored = score_of(hand, win, winner, ledger)
    points = f"{winner.points}点" if scored is None else _points(hand, win, winner, scored)
    yaku = [] if scored is None else _yaku(scored)
    deltas = hand.deltas if first else (0,) * hand.before.players
    return [deltas, [winner.player, loser, pao, points, *yaku]]


def _points(hand: Round, win: Win, winner: Winner, scored: Score) -> str:
    worth = name_of(scored.limit, "ja") if scored.limit else f"{scored.fu}符{scored.han}飜"
    if win.discarder is not None:
        return f"{worth}{winner.points}点"
    paid = {seat: -delta for seat, delta in scored.deltas.items() if delta < 0}
    if hand.before.dealer == winner.player:
        return f"{worth}{max(paid.values(), default=winner.points)}点∀"
    return f"{worth}{min(paid.values())}-{paid.get(Wind.E, max(paid.values()))}点"


def _name(yaku: str) -> str:
    return _YAKU.get(yaku) or name_of(yaku, "ja")


def _yaku(scored: Score) -> list[str]:
    told = [
        f"{_name(yaku.id)}({'役満' if yaku.yakuman else f'{yaku.han}飜'})" for yaku in scored.yaku
    ]
    bonuses = ((kind, getattr(scored, kind)) for kind in _BONUSES)
    return told + [f"{name_of(kind, 'ja')}({han}飜)" for kind, han in bonuses if han]
