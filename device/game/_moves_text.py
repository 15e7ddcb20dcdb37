"""What was entered in a game, said in one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from device._i18n import Language, text
from device.game._game import Change, Drop, Ledger, Move, Play, Replace, Seat
from device.game._win_event import Claim, win_in, winner_of
from scorer import (
    STICK,
    AbortiveDraw,
    Chips,
    Chombo,
    Correction,
    EndGame,
    Event,
    ExhaustiveDraw,
    GameState,
    Penalty,
    RiichiAnnulled,
    RiichiDeclared,
    TakeOver,
    TimeUp,
    Win,
    Winner,
    left_over_sticks_to,
)


def change_text(change: Change, before: Ledger, lang: Language) -> str:
    """Return what ``change`` of the game ``before`` was."""
    match change:
        case Play(events):
            return events_text(events, before.names, lang)
        case Replace(_, events):
            return text(lang, "change.replace", what=events_text(events, before.names, lang))
        case Drop():
            return text(lang, "change.drop")
        case Seat():
            return text(lang, "change.seats")
    return text(lang, "change.rules")


def left_over_text(state: GameState, names: Sequence[str], lang: Language) -> str:
    """Return who gets the riichi sticks left on the table at the end, empty where none are."""
    count, heir = state.riichi_sticks, left_over_sticks_to(state)
    if not count:
        return ""
    if heir is None:
        return text(lang, "end.sticks.void", count=count)
    return text(lang, "end.sticks", count=count, name=names[heir], points=STICK * count)


def move_text(move: Move, names: Sequence[str], lang: Language) -> str:
    """Return what was entered at once."""
    return events_text(move.events, names, lang)


def win_text(ledger: Ledger, claim: Claim, lang: Language) -> str:
    """Return in which hand, who won how many points and how: one of several winners alone."""
    win, winner = win_in(ledger.move(claim.move).events), winner_of(ledger, claim)
    if win is None or winner is None:
        return ""
    round_ = round_text(ledger.before(claim.move), lang)
    return text(lang, "list.comma").join((round_, _winner(winner, win, ledger.names, lang)))


def round_text(state: GameState, lang: Language) -> str:
    """Return the name of the hand being played, such as East 1."""
    wind = text(lang, f"wind.{state.round_wind.name}")
    return text(lang, "game.round", wind=wind, number=state.dealer + 1)


def events_text(events: Sequence[Event], names: Sequence[str], lang: Language) -> str:
    """Return what happened; of a win only the win."""
    told = [event for event in events if isinstance(event, Win)] or events
    return text(lang, "list.comma").join(_event(event, names, lang) for event in told)


def _event(event: Any, names: Sequence[str], lang: Language) -> str:
    if isinstance(event, Win):
        parts = (_winner(winner, event, names, lang) for winner in event.winners)
        return text(lang, "list.comma").join(parts)
    if isinstance(event, ExhaustiveDraw):
        return _draw(event, names, lang)
    if isinstance(event, AbortiveDraw):
        return text(lang, f"abort.{event.kind}")
    if isinstance(event, Correction) and event.honba is not None:
        return text(lang, "move.honba", count=event.honba)
    return _PLAIN[type(event)](event, names, lang)


def _winner(winner: Winner, win: Win, names: Sequence[str], lang: Language) -> str:
    name, points = names[winner.player], winner.points
    if win.discarder is None:
        return text(lang, "move.tsumo", name=name, points=points)
    values = {"name": name, "points": points, "from": names[win.discarder]}
    return text(lang, "move.ron", **values)


def _draw(event: ExhaustiveDraw, names: Sequence[str], lang: Language) -> str:
    comma = text(lang, "list.comma")
    if event.nagashi:
        return text(lang, "move.nagashi", names=comma.join(names[p] for p in event.nagashi))
    if not event.tenpai:
        return text(lang, "move.draw.none")
    return text(lang, "move.draw", names=comma.join(names[p] for p in event.tenpai))


def _of_player(key: str) -> Callable[[Any, Sequence[str], Language], str]:
    def said(event: Any, names: Sequence[str], lang: Language) -> str:
        points = getattr(event, "points", 0)
        return text(lang, key, name=names[event.player], points=points)

    return said


def _always(key: str) -> Callable[[Any, Sequence[str], Language], str]:
    return lambda event, names, lang: text(lang, key)


_PLAIN: Final[Mapping[type, Callable[[Any, Sequence[str], Language], str]]] = {
    RiichiDeclared: _of_player("move.riichi"),
    RiichiAnnulled: _of_player("move.riichi_annulled"),
    Chombo: _of_player("move.chombo"),
    Penalty: _of_player("move.penalty"),
    Correction: _always("move.correction"),
    Chips: _always("move.chips"),
    TakeOver: _always("move.take_over"),
    TimeUp: _always("move.time"),
    EndGame: _always("move.stop"),
}
