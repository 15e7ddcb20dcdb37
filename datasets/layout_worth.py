"""What a photographed table is worth, by the truth and by the program that reads the picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from datasets._matching import match
from datasets.layout_draw import Shot, tapped_plane
from datasets.layout_games import Call
from datasets.layout_judge import judge
from datasets.layout_view import View
from datasets.render import Example
from detector import Detection, Plane, StickReading, TableReading, explained, indices_of
from device._pipeline import read_detections
from device._reveal import Seats, win_context
from device._table_eye import TableEye
from device.desk._draft_edits import apply_edit
from device.page._draft import Draft, Problem, draft_of, outcome_of
from device.page._edit import SetWin
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

#: What is read is judged here, not how well a box fits: it is of the tile it overlaps so much.
_LOOSE: Final = 0.3
_NOTHING: Final = WinContext(tsumo=False)
#: A tile of which less is seen need not be found; a hand of whose tiles less is seen is hidden.
_FOUND: Final = 0.4
_OPEN: Final = 0.88


@dataclass(frozen=True, slots=True)
class Sight:
    """What the program saw in a picture: ``detections``, for each the index of its tile (-1: no
    tile), how much (0..1) of each tile of the scene is to be seen, and point ``sticks``.
    """

    number: int
    detections: tuple[Detection, ...]
    tiles: tuple[int, ...]
    visible: tuple[float, ...]
    sticks: tuple[StickReading, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one picture was read.

    ``hand``: tiles, sets with their types, called tiles and sources, and the winning tile are
    right; ``faces`` and ``dora`` as well; ``points``: the score is; ``sure``: the program would
    announce it without a question but tsumo or ron (and which tile won, where the table cannot
    tell).  ``told`` are the points it says or the code of what is wrong.  ``hidden``: a part of a
    tile of the winner or an indicator is covered.  ``own``: what the networks did wrong with these
    (true face, ``>``, what was read, ``-`` for missed); ``phantoms``: what is no tile.
    """

    shot: Shot
    reading: TableReading
    hand: bool
    faces: bool
    dora: bool
    points: bool
    sure: bool
    told: int | str
    hidden: bool
    own: tuple[str, ...]
    phantoms: tuple[str, ...]

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
        return score(_true_hand(shot), _true_context(shot), TENHOU)
    except ScoringError:
        return None


def _true_hand(shot: Shot) -> Hand:
    tile = Tile.parse(shot.win.win_tile)
    concealed = (*map(Tile.parse, shot.win.concealed), tile)
    return Hand(concealed, tile, tuple(map(_meld, shot.win.calls[shot.win.winner])))


def _meld(call: Call) -> Meld:
    called, added = (None if f is None else Tile.parse(f) for f in (call.called, call.added))
    own = map(Tile.parse, call.own)
    tiles = (*own, *(tile for tile in (called, added) if tile is not None))
    return Meld(MeldType(call.type), tiles, called, call.from_seat, added)


def _true_context(shot: Shot) -> WinContext:
    win, style = shot.win, shot.table.style
    riichi = win.riichi[win.winner]
    told = {"riichi": Riichi.RIICHI if riichi else Riichi.NONE, **_said(shot)}
    return WinContext(
        seat_wind=Wind(shot.table.hand.side) if style.table else Wind.E,
        dora_indicators=tuple(map(Tile.parse, win.dora if style.dora != "none" else ())),
        ura_indicators=tuple(map(Tile.parse, win.ura if style.dora != "none" and riichi else ())),
        **told,
    )


def _said(shot: Shot) -> dict[str, Any]:
    """Return what a person says: tsumo or ron, and of a hand without a river whether riichi was
    declared.
    """
    said: dict[str, Any] = {"tsumo": shot.win.discarder is None}
    if not shot.table.style.table:
        riichi = shot.win.riichi[shot.win.winner]
        said["riichi"] = Riichi.RIICHI if riichi else Riichi.NONE
    return said


def sight(shot: Shot, example: Example) -> Sight:
    """Look at a picture as the program does."""
    reading = TableEye().read([example.image], _calibration(shot))
    detections = reading.detections
    labelled = np.array([label.corners for label in example.labels], float).reshape(-1, 4, 2)
    found = np.array([d.corners for d in detections], float).reshape(-1, 4, 2)
    pairs = match(found, labelled, _LOOSE)
    tiles = tuple(example.labels[pairs[i]].tile if i in pairs else -1 for i in range(len(found)))
    seen = {label.tile: round(label.visible, 3) for label in example.labels}
    visible = tuple(seen.get(i, 0.0) for i in range(len(shot.table.scene.tiles)))
    return Sight(shot.number, detections, tiles, visible, reading.sticks)


def outcome(shot: Shot, seen: Sight) -> Outcome:
    """Read what the networks saw as the program does and compare with what was laid.

    Every second whole table is calibrated by taps.
    """
    size = shot.camera.width, shot.camera.height
    reading = read_detections(seen.detections, size, _calibration(shot))
    reading = explained(replace(reading, sticks=seen.sticks))
    verdict = judge(shot.table, View(seen.detections, seen.tiles, shot.camera), reading)
    truth, draft = true_score(shot), _draft(shot, reading)
    told = outcome_of(draft)
    points = told.points if isinstance(told, Score) else None
    own = _own(shot)
    return Outcome(
        shot,
        reading,
        verdict.hand,
        verdict.faces,
        verdict.dora,
        truth is not None and points == truth.points,
        isinstance(told, Score) and not draft.uncertain,
        told.code if isinstance(told, Problem) else told.points,
        min(seen.visible[i] for i in own) < _OPEN,
        tuple(_faults(shot, seen, own)),
        tuple(d.tile for d, tile in zip(seen.detections, seen.tiles, strict=True) if tile < 0),
    )


def _calibration(shot: Shot) -> Plane | None:
    return tapped_plane(shot) if shot.calibrated else None


def _draft(shot: Shot, reading: TableReading) -> Draft:
    """Return what the page would show, with the winning tile tapped that no table tells."""
    if not reading.hands:
        return draft_of(reading, _NOTHING, TENHOU)
    hand = reading.hands[0]
    context, _ = win_context(reading, hand, Seats(), _NOTHING)
    if not shot.table.style.table:
        context = replace(context, seat_wind=Wind.E)
    context = replace(context, **_said(shot))
    draft = draft_of(reading, context, TENHOU, asks=frozenset())
    faces = dict(zip(indices_of(hand), hand.faces, strict=True))
    won = [i for i in hand.concealed if faces[i] == shot.win.win_tile]
    asks = shot.table.hand.win is None and hand.win is None and won
    return apply_edit(draft, SetWin(won[0])) if asks else draft


def _own(shot: Shot) -> Sequence[int]:
    """Return the face-up tiles of the winner and the indicators."""
    table = shot.table
    melds = (i for meld in table.hand.melds for i in meld.tiles)
    own = (*table.hand.concealed, *melds, *table.indicators)
    return [i for i in own if table.scene.tiles[i].pose == "up"]


def _faults(shot: Shot, seen: Sight, own: Sequence[int]) -> Iterator[str]:
    read = dict(zip(seen.tiles, seen.detections, strict=True))
    for tile in own:
        face, found = shot.table.scene.tiles[tile].face, read.get(tile)
        if seen.visible[tile] >= _FOUND and (found is None or found.tile != face):
            yield f"{face}>{found.tile if found else '-'}"
