"""Backs as pale as a blank haku: a set has four haku, a wall has more tiles than that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from detector._types import BACK, HAKU, Detection
from detector.table._rows import Strip

#: A set has so many.
_MOST: Final = 4
#: A row of which so much is blank or face down is a wall; beside a wall read as haku one of so many
#: haku already when half of it is.
_WALL: Final = 0.6
_PALE_WALL: Final = (3, 0.5)
#: A haku that is so likely a back is one beside others in a wall, where of a hundred tiles hardly
#: one is a haku turned up as an indicator; by itself in a wall, or anywhere where more haku were
#: read than there are.
_AMONG: Final = 0.01
_ALONE: Final = 0.1


def with_backs(detections: Sequence[Detection], rows: Sequence[Strip]) -> tuple[Detection, ...]:
    """Return ``detections`` with those haku as backs that are rather backs.

    Where more than four were read, these are all that lie in walls and all that look like backs,
    otherwise those in walls that may well be one.  A single one in a row of backs stays that does
    not look like them: the indicator.
    """
    many = sum(tile.tile == HAKU for tile in detections) > _MOST
    walls = [row.tiles for row in rows if _is_wall(row.tiles, detections)]
    if any(_haku(wall, detections) > _MOST for wall in walls):
        walls += [row.tiles for row in rows if _is_pale(row.tiles, detections)]
    alone = {i for wall in walls for i in wall if _haku(wall, detections) == 1}
    among = {i for wall in walls for i in wall} - alone

    def is_back(place: int, tile: Detection) -> bool:
        likely = dict(tile.alternatives).get(BACK, 0.0)
        looks = likely >= _ALONE and (many or place in alone)
        return looks or (place in among and (many or likely >= _AMONG))

    return tuple(
        replace(tile, tile=BACK, alternatives=())
        if tile.tile == HAKU and is_back(place, tile)
        else tile
        for place, tile in enumerate(detections)
    )


def _haku(tiles: Sequence[int], detections: Sequence[Detection]) -> int:
    return sum(detections[i].tile == HAKU for i in tiles)


def _is_wall(tiles: Sequence[int], detections: Sequence[Detection]) -> bool:
    blank = _haku(tiles, detections) + sum(detections[i].tile == BACK for i in tiles)
    return blank > _MOST and blank >= _WALL * len(tiles)


def _is_pale(tiles: Sequence[int], detections: Sequence[Detection]) -> bool:
    haku = _haku(tiles, detections)
    return haku >= _PALE_WALL[0] and haku >= _PALE_WALL[1] * len(tiles)
