"""The JSON the page draws: states and history in one language, nothing left to compute."""

from __future__ import annotations

from typing import Final

from device._camera_text import camera_text
from device._errors import UserError
from device._i18n import Language, catalogue, text
from device._rules_text import rules_about, rules_title
from device.page._draft import Problem
from device.page._ports import State
from device.page._view_draft import draft_view
from device.page._view_game import game_view
from device.page._view_problem import problem_view
from device.page._view_score import View, score_view
from scorer import Rules, Score, load_rules, rule_set_names
from scorer.names import name_of

#: The yaku that are switches of the page.
_SWITCHES: Final = (
    "riichi",
    "ippatsu",
    "haitei",
    "houtei",
    "rinshan",
    "chankan",
    "tenhou",
    "chiihou",
)


def state_view(state: State, lang: Language) -> View:
    """Return the JSON object of ``state`` with every sentence in ``lang``."""
    draft, outcome = state.draft, state.outcome
    return {
        "revision": state.revision,
        "seen": str(state.seen),
        "phase": state.phase,
        "lang": lang,
        "rules": _rules_view(state.rules, lang),
        "rule_sets": _rule_sets(state.rules, lang),
        "camera": {
            "source": state.camera.source,
            "status": state.camera.status,
            "text": camera_text(state.camera, lang),
        },
        "picture": _picture_view(state),
        "notice": state.notice and user_error_view(state.notice, lang),
        "draft": draft and draft_view(draft, lang, _logged_before(state)),
        "score": _score(state, lang),
        "error": problem_view(outcome, draft, lang) if isinstance(outcome, Problem) else None,
        "hand_id": state.hand_id,
        "unanswered": _unanswered(state.unanswered, lang),
        "game": state.game and game_view(state.game, lang),
    }


def _score(state: State, lang: Language) -> View | None:
    """Return what the hand is worth, ``None`` where that is not known or depends on whose it is."""
    draft, outcome = state.draft, state.outcome
    if draft is None or draft.is_anybodys or not isinstance(outcome, Score):
        return None
    return score_view(outcome, draft, lang)


def _unanswered(count: int, lang: Language) -> str:
    """Return the sentence about the hands that wait for an answer, empty for none."""
    if not count:
        return ""
    return text(lang, "unanswered.one" if count == 1 else "unanswered.more", count=count)


def user_error_view(error: UserError, lang: Language) -> View:
    """Return the JSON object of a trouble of the device."""
    return {"code": error.code, "text": error.message(lang)}


def _rules_view(rules: Rules, lang: Language) -> View:
    return {"name": rules.name, "title": rules_title(rules, lang), "players": rules.players}


def _rule_sets(active: Rules, lang: Language) -> list[View]:
    shipped = [load_rules(name) for name in rule_set_names()]
    own = [] if active.name in rule_set_names() else [active]
    return [
        {**_rules_view(rules, lang), "about": rules_about(rules, lang)}
        for rules in (*own, *shipped)
    ]


def _picture_view(state: State) -> View | None:
    picture = state.picture
    if picture is None:
        return None
    return {
        "url": f"/api/pictures/{picture.id}",
        "width": picture.width,
        "height": picture.height,
    }


def _logged_before(state: State) -> int | None:
    """Return the log's id of the hand where it is no longer what the page shows."""
    unsure = state.draft is not None and state.draft.uncertain
    return state.hand_id if unsure or isinstance(state.outcome, Problem) else None


def strings_view(lang: Language) -> View:
    """Return every text the page's own code shows."""
    yaku = {f"context.{id}": name_of(id, lang) for id in (*_SWITCHES, "double_riichi")}
    return {**catalogue(lang), **yaku}
