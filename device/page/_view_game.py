"""The JSON of a game: the table as it stands, what is asked, what was entered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from device._i18n import Language, catalogue, text
from device._rules_text import rules_title
from device.game._game import Book, Ledger, Step
from device.game._moves_text import (
    change_text,
    left_over_text,
    move_text,
    round_text,
    win_text,
)
from device.game._out_of_step import Fix, OutOfStep
from device.game._placing import before_of
from device.game._shown import Shown
from device.game._win_event import Claim
from scorer import Abort, GameState, PlayerResult, Rules, final_result

View = dict[str, Any]
_ABORTS: Final = {
    Abort.KYUUSHU_KYUUHAI: "abort_kyuushu_kyuuhai",
    Abort.SUUFON_RENDA: "abort_suufon_renda",
    Abort.SUUCHA_RIICHI: "abort_suucha_riichi",
    Abort.SUUKAIKAN: "abort_suukaikan",
    Abort.SANCHAHOU: "triple_ron_draw",
}


def game_view(shown: Shown, lang: Language) -> View:
    """Return the JSON object of a game with every sentence in ``lang``."""
    book, ledger = shown.book, shown.book.ledger
    state, states = ledger.state, ledger.states()
    return {
        "number": shown.number,
        "hand": state.hand,
        "phase": shown.phase,
        "phase_text": _phase(shown, lang),
        **_round(state, lang),
        "rules": rules_title(ledger.rules, lang),
        "players": _players(ledger, states, lang),
        "trouble": shown.trouble and trouble_view(shown.trouble, ledger.names, lang),
        "draw": _draw(shown),
        "abort": shown.abort and _abort(shown.abort, lang),
        "dora": list(shown.dora),
        "shown_move": shown.claim and shown.claim.move,
        "shown_win": shown.claim and win_text(ledger, shown.claim, lang),
        "hand_names": _names_by_wind(shown),
        "undo": _label(book.done, "undo", book, lang),
        "redo": _label(book.undone, "redo", book, lang),
        "moves": _moves(shown, states, lang),
        "end": _end(ledger, lang),
        "aborts": _aborts(ledger.rules, lang),
        "penalty": _penalty(ledger.rules, lang),
        "timed": ledger.rules.time_limit != "off" and state.hands_left is None,
    }


def _round(state: GameState, lang: Language) -> View:
    return {
        "round": round_text(state, lang),
        "honba": state.honba,
        "honba_text": text(lang, "game.honba", count=state.honba),
        "sticks": state.riichi_sticks,
        "sticks_text": text(lang, "game.sticks", count=state.riichi_sticks),
    }


def _penalty(rules: Rules, lang: Language) -> str:
    """Return when a penalty is felt."""
    return text(lang, "game.penalty.result" if rules.penalty_after_uma else "game.penalty.paid")


def trouble_view(trouble: OutOfStep, names: Sequence[str], lang: Language) -> View:
    """Return the JSON object of what a person has to say, with the ways out."""
    name = "" if trouble.player is None else names[trouble.player]
    known = f"error.{trouble.reason}" in catalogue(lang)
    message = trouble.message
    if known:
        message = text(lang, f"error.{trouble.reason}", message=message)
    if trouble.abort is not None:
        message = text(lang, f"abort.{trouble.abort}")
    return {
        "code": trouble.code,
        "text": text(lang, f"step.{trouble.code}", name=name, message=message),
        "fixes": [_fix(fix, names, lang) for fix in trouble.fixes],
    }


def _fix(fix: Fix, names: Sequence[str], lang: Language) -> View:
    name = "" if fix.player is None else names[fix.player]
    label = text(lang, f"fix.{fix.code}", name=name)
    return {"code": fix.code, "player": fix.player, "text": label}


def _names_by_wind(shown: Shown) -> dict[str, str]:
    """Return who had each wind in the hand on the page."""
    ledger = shown.book.ledger
    before = before_of(ledger, shown.claim, shown.after)
    return {before.seat_wind(player).name: name for player, name in enumerate(ledger.names)}


def _phase(shown: Shown, lang: Language) -> str:
    over = shown.book.ledger.state.end is not None and shown.trouble is None
    return text(lang, "game.over" if over else f"game.phase.{shown.phase}")


def _players(ledger: Ledger, states: Sequence[GameState], lang: Language) -> list[View]:
    state = ledger.state
    last = _last_deltas(ledger, states)
    return [
        {
            "player": player,
            "name": ledger.names[player],
            "side": ledger.sides[player],
            "wind": state.seat_wind(player).name,
            "wind_name": text(lang, f"wind.{state.seat_wind(player).name}"),
            "dealer": player == state.dealer,
            "score": state.scores[player],
            "score_text": plain(state.scores[player]),
            "delta": signed(last[player]),
            "riichi": player in state.riichi,
            "place": sorted(state.scores, reverse=True).index(state.scores[player]) + 1,
        }
        for player in range(state.players)
    ]


def _last_deltas(ledger: Ledger, states: Sequence[GameState]) -> Sequence[int]:
    """Return what the last hand that was played brought to each player."""
    for before, after in zip(reversed(states[:-1]), reversed(states), strict=False):
        if before.hand != after.hand or (before.end is None) != (after.end is None):
            return _deltas(before, after)
    return (0,) * ledger.state.players


def _deltas(before: GameState, after: GameState) -> list[int]:
    return [new - old for old, new in zip(before.scores, after.scores, strict=True)]


def plain(points: int) -> str:
    """Return points with the sign that fonts draw as wide as a digit."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Return points with their sign, nothing for none."""
    return f"{points:+d}".replace("-", "−") if points else ""


def _draw(shown: Shown) -> View | None:
    if not shown.draw:
        return None
    return {"shown": sorted(shown.draw), "tenpai": [p for p, ready in shown.draw.items() if ready]}


def _label(steps: Sequence[Step], key: str, book: Book, lang: Language) -> str:
    """Return what ``undo`` or ``redo`` would do, empty where there is nothing."""
    if not steps:
        return ""
    what = change_text(steps[-1].change, steps[-1].ledger, lang)
    return text(lang, f"game.{key}", what=what)


def _moves(shown: Shown, states: Sequence[GameState], lang: Language) -> list[View]:
    """Return what was entered and stands, newest first."""
    ledger = shown.book.ledger
    views = [
        {
            "move": move.number,
            "round": _hand_text(before, lang),
            "text": move_text(move, ledger.names, lang),
            "deltas": [signed(delta) for delta in _deltas(before, after)],
            "hands": [
                {"id": shown.hands[key], "text": win_text(ledger, Claim(*key), lang)}
                for key in sorted(shown.hands)
                if key[0] == move.number
            ],
        }
        for move, before, after in zip(ledger.moves, states, states[1:], strict=False)
    ]
    return views[::-1]


def _hand_text(state: GameState, lang: Language) -> str:
    """Return the name of a hand with its honba and sticks, such as East 1, 2 honba."""
    counts = (("game.honba", state.honba), ("game.sticks", state.riichi_sticks))
    told = (text(lang, key, count=count) for key, count in counts if count)
    return text(lang, "list.comma").join((round_text(state, lang), *told))


def _aborts(rules: Rules, lang: Language) -> list[View]:
    kinds = [kind for kind, option in _ABORTS.items() if getattr(rules, option)]
    return [_abort(kind, lang) for kind in kinds]


def _abort(kind: Abort, lang: Language) -> View:
    return {"kind": str(kind), "name": text(lang, f"abort.{kind}")}


def _end(ledger: Ledger, lang: Language) -> View | None:
    state = ledger.state
    if state.end is None:
        return None
    places = [_place(result, ledger.names) for result in final_result(state)]
    sticks = left_over_text(state, ledger.names, lang)
    return {"reason": text(lang, f"end.{state.end}"), "sticks": sticks, "places": places}


def _place(result: PlayerResult, names: Sequence[str]) -> View:
    return {
        "place": result.place,
        "name": names[result.player],
        "player": result.player,
        "score": plain(result.score),
        "total": f"{result.total:+.1f}".replace("-", "−"),
    }
