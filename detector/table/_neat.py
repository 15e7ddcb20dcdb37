"""Whether concealed tiles lie so that nothing else can be meant."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from detector.table._cells import Row
from detector.table._legality import UNCERTAIN, Evidence
from detector.table._sets import Cell, cuts
from detector.table._turned import turns

#: A called set less the called tile; how near to that the others lie, in tile widths, and how far
#: aside.
_REST_OF_SET: Final = (2, 3)
_BESIDE: Final = 1.4
_IN_LINE: Final = 0.7
#: Log-odds from which a tile clearly lies as its box says.
_CLEAR: Final = 5.5


def are_neat(rows: Sequence[Row], win: Cell | None, evidence: Evidence) -> bool:
    """Say whether no tile in ``rows`` may be in a called set, and the winning one is told clearly
    where it is.
    """
    if any(_may_be_called(row, evidence) or _stands(row) for row in rows):
        return False
    if win is None:
        return True
    called = any(_may_be_set(win, row, evidence) for row in rows)
    return not called and not _is_told_by_loose_box(win, rows)


def _stands(row: Row) -> bool:
    """Say whether tiles lie one before the other, as a called tile and the one added to it do."""
    return abs(row[-1].x - row[0].x) < abs(row[-1].y - row[0].y)


def _is_told_by_loose_box(win: Cell, rows: Sequence[Row]) -> bool:
    """Say whether the winning tile ends a row, told by how its box lies, which may be otherwise."""
    ends = any(row[-1] is win for row in rows if len(row) > 1)
    return ends and win.sideways and win.doubt < _CLEAR


def _may_be_set(win: Cell, row: Row, evidence: Evidence) -> bool:
    """Say whether the winning tile lies sideways beside a few that it makes a called set with."""
    if not win.sideways or win in row or len(row) not in _REST_OF_SET:
        return False
    near = any(abs(c.x - win.x) < _BESIDE and abs(c.y - win.y) < _IN_LINE for c in row)
    tiles = [win.tile, *(cell.tile for cell in row)]
    run = evidence.run(tiles) if len(tiles) == 3 else -inf
    return near and max(evidence.same(tiles), run) > -UNCERTAIN


def _may_be_called(row: Row, evidence: Evidence) -> bool:
    """Say whether a concealed tile that lies otherwise than its box says may be in a called set.

    Only then does it matter: any other hand is the same with that tile turned.
    """
    loose = {cell.tile for cell in row if cell.doubt < 0}
    return bool(loose) and any(
        cut.value + value + cut.faces > -UNCERTAIN
        for turned, value in turns(row)
        for cut in cuts(turned, evidence)
        if any(loose & set(meld.tiles) for meld in cut.melds)
    )
