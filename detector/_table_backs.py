"""Backs as pale as a blank haku: a set has four haku, a wall has more tiles than that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from detector._rows import Strip
from detector._types import BACK, Detection

_HAKU: Final = "5z"
#: A set has so many.
_MOST: Final = 4
#: A row of which so much is blank or face down is a wall.
_WALL: Final = 0.6


def with_backs(detections: Sequence[Detection], rows: Sequence[Strip]) -> tuple[Detection, ...]:
    """Return ``detections`` with the haku of walls as backs where more than four were read.

    A single one in a row of backs stays: the indicator.
    """
    if sum(tile.tile == _HAKU for tile in detections) <= _MOST:
        return tuple(detections)
    walls = {i for row in rows if _is_wall(row, detections) for i in row.tiles}
    return tuple(
        replace(tile, tile=BACK, alternatives=()) if i in walls and tile.tile == _HAKU else tile
        for i, tile in enumerate(detections)
    )


def _is_wall(row: Strip, detections: Sequence[Detection]) -> bool:
    haku = sum(detections[i].tile == _HAKU for i in row.tiles)
    blank = haku + sum(detections[i].tile == BACK for i in row.tiles)
    return haku > 1 and blank > _MOST and blank >= _WALL * len(row.tiles)
