"""Ura indicators: tiles laid against the indicators in a wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from detector._types import BACK
from detector.table._geometry import Flat
from detector.table._rows import Strip
from detector.table._spread import Spread
from scorer._dora import MOST_INDICATORS

#: Where ura lie: how far from the indicator's centre, and how far aside.
_BESIDE: Final = (0.9, 1.9, 0.75)


def parted(strip: Strip, walls: Sequence[Strip], spread: Spread) -> tuple[Strip, ...]:
    """Return a row, or where it is ura with a sideways tile at their end these and that tile."""
    for row in (strip, strip.reversed()):
        last = row.tiles[-1]
        ura = replace(row, tiles=row.tiles[:-1], sideways=row.sideways[:-1])
        ends = ura.tiles and row.sideways[-1] and not any(ura.sideways)
        if ends and is_ura(ura, walls, spread):
            x, y = spread.flat.right[last].tolist()
            return ura, Strip((last,), (False,), (x, y))
    return (strip,)


def is_ura(strip: Strip, walls: Sequence[Strip], spread: Spread) -> bool:
    """Say whether a short row lies against an indicator in a wall, each tile before a wall's, and
    nearer to these than to any other row, as the last row of a river does not.
    """
    every = [i for wall in walls for i in wall.tiles]
    shown = [i for i in every if spread.detections[i].tile != BACK]
    if len(strip.tiles) > MOST_INDICATORS or not any(_against(strip, i, spread) for i in shown):
        return False
    own = {*strip.tiles}
    rows = (row for row in spread.strips if not own <= {*row.tiles} and row not in walls)
    others = [i for row in rows for i in row.tiles]
    return all(_is_nearer(tile, every, others, spread.flat) for tile in strip.tiles)


def _is_nearer(tile: int, these: Sequence[int], others: Sequence[int], flat: Flat) -> bool:
    """Say whether ``tile`` touches one of ``these``, and none of the ``others`` that is nearer."""
    off = np.linalg.norm(flat.centre - flat.centre[tile], axis=1)
    near = min((off[i] for i in these if _touches(tile, i, flat)), default=0.0)
    return near > 0 and not any(off[i] <= near and _touches(tile, i, flat) for i in others)


def _against(strip: Strip, shown: int, spread: Spread) -> bool:
    return any(_touches(tile, shown, spread.flat) for tile in strip.tiles)


def _touches(tile: int, other: int, flat: Flat) -> bool:
    """Say whether ``tile`` lies right above or below ``other``, as ``other`` is turned."""
    offset = flat.centre[tile] - flat.centre[other]
    along, aside = offset @ flat.down[other], offset @ flat.right[other]
    return bool(_BESIDE[0] < abs(along) < _BESIDE[1] and abs(aside) < _BESIDE[2])
