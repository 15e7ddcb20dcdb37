"""What is wrong with a hand or a request, in a sentence of the page, and what would help."""

from __future__ import annotations

from typing import Any, Final

from detector import HandReading
from device._i18n import Language, catalogue, text, tile_name
from device.page._draft import EMPTY_HAND, Draft, Problem
from device.page._view_draft import missing_from
from device.page._view_score import View

#: What the page offers to put a problem right.
_HELP: Final = {
    "ask_tsumo": "how",
    "player_missing": "who",
    "win_unknown": "pick_win",
    "tile_count.win": "add_win",
    "tile_count.few": "add_concealed",
}


def problem_view(problem: Problem, draft: Draft | None, lang: Language) -> View:
    """Return the JSON object of a problem: its sentence, and what would help."""
    hand = (draft and draft.hand) or EMPTY_HAND
    values = _seen(hand, lang)
    code = _variant(problem.code, hand)
    sentence = error_sentence(lang, code, **values, message=problem.message)
    return {"code": problem.code, "text": sentence, "help": _HELP.get(code, "")}


def error_sentence(lang: Language, code: str, **values: object) -> str:
    """Return the page's sentence for ``code``, or the value ``message`` for an unknown one."""
    known = f"error.{code}" in catalogue(lang)
    return text(lang, f"error.{code}", **values) if known else str(values.get("message", ""))


def _seen(hand: HandReading, lang: Language) -> dict[str, Any]:
    tiles = [tile_name(lang, face) for face in hand.faces]
    missing = missing_from(hand)
    listed = text(lang, "list.comma").join(tiles)
    return {"count": len(tiles), "tiles": listed, "few": missing, "many": -missing}


def _variant(code: str, hand: HandReading) -> str:
    if code != "tile_count" or missing_from(hand) < 1:
        return code
    only_win = missing_from(hand) == 1 and hand.win is None
    return "tile_count.win" if only_win else "tile_count.few"
