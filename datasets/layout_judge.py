"""How well laid tables are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

import numpy as np

from datasets.layout import SEATS, LaidHand, LaidTable
from datasets.layout_place import Laid
from datasets.layout_view import View
from datasets.render._camera import Camera
from detector import HandReading, TableReading
from detector.table._legality import HAND_FACES, kind_of
from scorer._dora import dora_kinds

_ACROSS: Final = {"bottom": "top", "right": "left", "top": "bottom", "left": "right"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a reading compares.

    ``hand``: the winner's tiles, sets, their types, called tiles and sources, and the winning tile
    are all right; ``faces``: so are the faces; ``dora``: so are the indicators and nothing else is
    taken for one; ``value``: the winner has as many dora as truly.  ``rivers`` and ``others``'
    sets are all right.  ``uncertain``: the reading says itself that the winner's hand is doubtful,
    or has not the tiles of a winning hand, or tells no winning tile where one lies
    apart.
    """

    hand: bool
    faces: bool
    dora: bool
    value: bool
    rivers: bool
    others: bool
    uncertain: bool


def judge(table: LaidTable, view: View, reading: TableReading) -> Verdict:
    """Compare ``reading`` with what was laid.

    A hand by itself without called sets may be read from either side: nothing tells its owner.
    """
    seats = {h.seat: h for h in reading.hands}
    mine = winner_of(table, view, reading)
    others = [(o, seats.get(seat_of(table, view.camera, o))) for o in table.others]
    return Verdict(
        mine is not None and _same_hand(table, view, table.hand, mine),
        mine is not None and _same_faces(table, table.hand, mine),
        _same_dora(table, view, reading),
        mine is not None and _same_value(table, mine, reading),
        _rivers(view, reading) == _true_rivers(table, view.camera),
        all(seen is not None and _same_hand(table, view, true, seen) for true, seen in others),
        mine is None or mine.uncertain or not _is_scored(mine, table.hand),
    )


def winner_of(table: LaidTable, view: View, reading: TableReading) -> HandReading | None:
    """Return the hand read where the winner's lies."""
    seats = {h.seat: h for h in reading.hands}
    seat = seat_of(table, view.camera, table.hand)
    if not table.style.table and not table.hand.melds:
        seat = next((h.seat for h in reading.hands if h.seat in (seat, _ACROSS[seat])), seat)
    return seats.get(seat)


def _is_scored(hand: HandReading, true: LaidHand) -> bool:
    """Say whether a hand is told whole, with the winning tile where one lies apart."""
    told = hand.win is not None or true.win is None
    return told and len(hand.concealed) + 3 * len(hand.melds) == 14


def _same_value(table: LaidTable, seen: HandReading, reading: TableReading) -> bool:
    tiles, players = table.scene.tiles, table.win.players
    own = (*table.hand.concealed, *table.nuki, *(i for m in table.hand.melds for i in m.tiles))
    shown = (*reading.dora_indicators, *reading.ura_indicators)
    true = _dora([tiles[i].face for i in own], [tiles[i].face for i in table.indicators], players)
    faces = [*seen.faces, *("4z" for _ in seen.nuki)]
    return true == _dora(faces, [reading.detections[i].tile for i in shown], players)


def _dora(faces: Sequence[str], indicators: Sequence[str], players: int) -> int:
    kinds = [kind_of(face) for face in faces if face in HAND_FACES]
    shown = [kind_of(face) for face in indicators if face in HAND_FACES]
    return sum(kinds.count(kind) for kind in dora_kinds(shown, players))


def _same_dora(table: LaidTable, view: View, reading: TableReading) -> bool:
    shown = (*reading.dora_indicators, *reading.ura_indicators)
    tiles = [view.tiles[i] for i in shown]
    return sorted(tiles) == sorted(table.indicators) and all(
        table.scene.tiles[tile].face == reading.detections[i].tile
        for tile, i in zip(tiles, shown, strict=True)
    )


def seat_of(table: LaidTable, camera: Camera, hand: LaidHand) -> str:
    """Return the seat a hand lies at, as seen in the picture."""
    if table.style.table:
        return SEATS[hand.side]
    slant = radians(table.style.slant)
    middle = np.array([*camera.target, 0.0])
    away = np.array([sin(slant), -cos(slant), 0.0]) * 10
    x, y = camera.project(middle + away) - camera.project(middle)
    if abs(x) < abs(y):
        return "bottom" if y < 0 else "top"
    return "left" if x > 0 else "right"


def _same_hand(table: LaidTable, view: View, true: LaidHand, seen: HandReading) -> bool:
    """Compare tiles, sets and winning tile; of two alike tiles either may be the winning one."""

    def own(indices: Sequence[int]) -> tuple[int, ...]:
        return tuple(view.tiles[i] for i in indices)

    def face(tile: int | None) -> str | None:
        return None if tile is None else table.scene.tiles[tile].face

    win = None if seen.win is None else view.tiles[seen.win]
    melds = [
        Laid(m.type, own(m.tiles), None if m.called is None else view.tiles[m.called], m.from_seat)
        for m in seen.melds
    ]
    grouped = sorted(own(seen.concealed)) == sorted(true.concealed) and face(win) == face(true.win)
    return grouped and melds == list(true.melds)


def _same_faces(table: LaidTable, true: LaidHand, seen: HandReading) -> bool:
    faces = [table.scene.tiles[i].face for i in true.concealed]
    count = len(seen.concealed)
    if sorted(seen.faces[:count]) != sorted(faces):
        return False
    at = count
    for meld in true.melds:
        part = seen.faces[at : at + len(meld.tiles)]
        if sorted(part) != sorted(table.scene.tiles[i].face for i in meld.tiles):
            return False
        at += len(meld.tiles)
    return True


def _rivers(view: View, reading: TableReading) -> dict[str, tuple[tuple[int, ...], int | None]]:
    return {r.seat: (tuple(view.tiles[i] for i in r.tiles), r.riichi) for r in reading.rivers}


def _true_rivers(table: LaidTable, camera: Camera) -> dict[str, tuple[tuple[int, ...], int | None]]:
    return {SEATS[side]: river for side, river in enumerate(table.rivers) if river[0]}
