"""What a small panel shows of the table: a few words, chosen by what matters most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from device._camera_text import camera_text
from device._i18n import Language, text
from device.page._draft import Problem
from device.page._ports import State
from device.page._view_score import score_view
from scorer import GameState, Score, Wind

#: What the camera says when all is well.
_WELL: Final = ("ok", "recording", "starting", "none")

Mood = Literal["score", "unsure", "trouble", "quiet"]


@dataclass(frozen=True, slots=True)
class Seat:
    """One player: the wind as one character, the points, whether in riichi."""

    wind: str
    points: int
    riichi: bool = False


@dataclass(frozen=True, slots=True)
class PanelView:
    """``main`` is shown as large as it goes, ``sub`` below it, ``head`` and ``pin`` on top.

    ``mood`` tells what ``main`` is: a score, a doubt, a trouble, or nothing in particular.
    """

    main: str
    mood: Mood
    lang: Language
    sub: str = ""
    head: str = ""
    pin: str = ""
    seats: tuple[Seat, ...] = ()


def panel_view(state: State, lang: Language, pin: str | None = None) -> PanelView:
    """Return what a panel shows of ``state``: a doubt before a trouble before a score."""
    mood, main, sub = _main(state, lang)
    table = state.game.book.ledger.state if state.game else None
    head = text(lang, "panel.title") if table is None else _round(table, lang)
    return PanelView(main, mood, lang, sub, head, pin or "", _seats(table, lang) if table else ())


def _round(table: GameState, lang: Language) -> str:
    wind = text(lang, f"wind.{table.round_wind.name}")
    name = text(lang, "game.round", wind=wind, number=table.dealer + 1)
    honba = text(lang, "panel.honba", count=table.honba)
    return f"{name} {honba}" if table.honba else name


def _seats(table: GameState, lang: Language) -> tuple[Seat, ...]:
    """Return who sits at each wind, the dealer first."""
    return tuple(
        Seat(text(lang, f"wind.{wind.name}")[0], table.scores[player], player in table.riichi)
        for wind in list(Wind)[: table.players]
        for player in [table.player_at(wind)]
    )


def _main(state: State, lang: Language) -> tuple[Mood, str, str]:
    draft, outcome = state.draft, state.outcome
    out_of_step = state.game is not None and state.game.trouble is not None
    if out_of_step or (draft and (draft.uncertain or isinstance(outcome, Problem))):
        return "unsure", "?", text(lang, "panel.check")
    if trouble := _trouble(state, lang):
        return "trouble", trouble, ""
    if draft is not None and isinstance(outcome, Score):
        view = score_view(outcome, draft, lang)
        worth = view["limit"] or view["han_fu"]
        return "score", view["points"], " ".join(filter(None, (worth, view["payment"])))
    return "quiet", text(lang, f"panel.{_phase(state)}"), ""


def _trouble(state: State, lang: Language) -> str:
    if state.notice is not None:
        return state.notice.message(lang)
    return "" if state.camera.status in _WELL else camera_text(state.camera, lang)


def _phase(state: State) -> str:
    return state.phase if state.phase in ("moving", "reading") else "waiting"
