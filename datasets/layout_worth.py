"""What a photographed table is worth, by the truth and by the program that reads the picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import numpy as np

from datasets._matching import match
from datasets.layout import SEATS, LaidTable
from datasets.layout_draw import Shot, smallest_tile, tapped_plane
from datasets.layout_games import Call, Win
from datasets.layout_judge import judge
from datasets.layout_view import View
from datasets.render import Example
from detector import TableReading, indices_of
from device._app_draft import Draft, Problem, apply_edit, draft_of, outcome_of
from device._app_edit import EditError, SetWin
from device._pipeline import read_pictures
from device._reveal import Seats, win_context
from scorer import (
    TENHOU,
    Hand,
    Meld,
    MeldType,
    Riichi,
    Score,
    ScoringError,
    Tile,
    WinContext,
    Wind,
    score,
)

_NOTHING: Final = WinContext(tsumo=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one picture was read.

    ``hand``: tiles, sets with their types, called tiles and sources, and the winning tile are
    right; ``faces`` and ``dora`` as well; ``points``: the score is; ``sure``: the program would
    announce it without a question but tsumo or ron (and which tile won, where the table cannot
    tell).  ``true`` and ``told`` are the points, ``told`` the code of what is wrong otherwise.
    """

    number: int
    hand: bool
    faces: bool
    dora: bool
    rivers: bool
    others: bool
    points: bool
    sure: bool
    true: int
    told: int | str
    seen: Mapping[str, Any]

    @property
    def exact(self) -> bool:
        """Whether hand, sets and dora are right to the last tile."""
        return self.hand and self.faces and self.dora

    @property
    def wrong_and_sure(self) -> bool:
        """Whether something wrong was taken for sure."""
        return self.sure and not (self.exact and self.points)


def true_score(shot: Shot) -> Score | None:
    """Return the score of what was laid, ``None`` where it needs what no table shows (rinshan)."""
    try:
        return score(_true_hand(shot.win), _true_context(shot), TENHOU)
    except ScoringError:
        return None


def _true_hand(win: Win) -> Hand:
    tile = Tile.parse(win.win_tile)
    concealed = (*map(Tile.parse, win.concealed), tile)
    return Hand(concealed, tile, tuple(_meld(call) for call in win.calls[win.winner]))


def _meld(call: Call) -> Meld:
    faces = (*call.own, *(face for face in (call.called, call.added) if face))
    called, added = (None if f is None else Tile.parse(f) for f in (call.called, call.added))
    tiles = tuple(map(Tile.parse, faces))
    return Meld(MeldType(call.type), tiles, called, call.from_seat, added)


def _true_context(shot: Shot) -> WinContext:
    win, table = shot.win, shot.table
    shown = table.style.dora != "none"
    riichi = win.riichi[win.winner]
    return replace(
        WinContext(**_said(shot)),
        seat_wind=_wind(table),
        riichi=Riichi.RIICHI if riichi else Riichi.NONE,
        dora_indicators=tuple(map(Tile.parse, win.dora if shown else ())),
        ura_indicators=tuple(map(Tile.parse, win.ura if shown and riichi else ())),
    )


def _wind(table: LaidTable) -> Wind:
    """Return the winner's wind: East sits at the bottom of a whole table and wins a lone hand."""
    return Wind(table.hand.side) if table.style.table else Wind.E


def _said(shot: Shot) -> dict[str, Any]:
    """Return what a person says: tsumo or ron, and of a hand without a river whose it is and
    whether riichi was declared.
    """
    win = shot.win
    said: dict[str, Any] = {"tsumo": win.discarder is None}
    if not shot.table.style.table:
        riichi = Riichi.RIICHI if win.riichi[win.winner] else Riichi.NONE
        said |= {"seat_wind": Wind.E, "riichi": riichi}
    return said


def outcome(shot: Shot, example: Example, calibrated: bool) -> Outcome:
    """Read the picture as the program does and compare with what was laid."""
    plane = tapped_plane(shot) if calibrated and shot.table.style.table else None
    reading = read_pictures((example.image,), plane)
    verdict = judge(shot.table, _view(shot, example, reading), reading)
    truth = true_score(shot)
    draft = _draft(shot, reading)
    told = outcome_of(draft)
    points = told.points if isinstance(told, Score) else None
    return Outcome(
        shot.number,
        verdict.hand,
        verdict.faces,
        verdict.dora,
        verdict.rivers,
        verdict.others,
        truth is not None and points == truth.points,
        isinstance(told, Score) and not draft.uncertain,
        0 if truth is None else truth.points,
        told.code if isinstance(told, Problem) else told.points,
        _circumstances(shot, example, reading, plane is not None),
    )


def _view(shot: Shot, example: Example, reading: TableReading) -> View:
    """Return which tile each detection is of."""
    labelled = np.array([label.corners for label in example.labels], np.float32).reshape(-1, 4, 2)
    found = np.array([d.corners for d in reading.detections], np.float32).reshape(-1, 4, 2)
    pairs = match(found, labelled)
    tiles = tuple(
        example.labels[pairs[i]].tile if i in pairs else -1 for i in range(len(found))
    )
    return View(reading.detections, tiles, shot.camera)


def _draft(shot: Shot, reading: TableReading) -> Draft:
    """Return what the page would show, with the winning tile tapped that no table tells."""
    if not reading.hands:
        return draft_of(reading, _NOTHING, TENHOU)
    hand = reading.hands[0]
    context, _ = win_context(reading, hand, Seats(SEATS[0]), _NOTHING)
    context = replace(context, **_said(shot))
    draft = draft_of(reading, context, TENHOU, asks=frozenset())
    faces = dict(zip(indices_of(hand), hand.faces, strict=True))
    won = [i for i in hand.concealed if faces[i] == shot.win.win_tile]
    if shot.table.hand.win is None and hand.win is None and won:
        try:
            return apply_edit(draft, SetWin(won[0]))
        except EditError:
            return draft
    return draft


def _circumstances(
    shot: Shot, example: Example, reading: TableReading, calibrated: bool
) -> dict[str, Any]:
    style = asdict(shot.table.style)
    least = min((label.visible for label in example.labels if label.face != "back"), default=1.0)
    return {
        **{name: style[name] for name in ("table", "rows", "win", "spacing", "kan", "dora")},
        "calibrated": calibrated,
        "faces": shot.look.faces.name,
        "width": shot.camera.width,
        "height": shot.camera.height,
        "tilt": round(shot.camera.tilt, 1),
        "tile_px": round(smallest_tile(shot), 1),
        "least_visible": round(least, 2),
        "uncertain": bool(reading.hands and reading.hands[0].uncertain),
    }
