"""Whether concealed tiles lie so that nothing else can be meant."""

from __future__ import annotations

from collections.abc import Sequence

from detector.table._cells import Row
from detector.table._legality import UNCERTAIN, Evidence
from detector.table._sets import Cell, cuts
from detector.table._turned import LOOSE, turns


def are_neat(rows: Sequence[Row], win: Cell | None, evidence: Evidence) -> bool:
    """Say whether no tile in ``rows`` may be in a called set, and the winning one is told clearly
    where it is.
    """
    if any(_may_be_called(row, evidence) or _stands(row) for row in rows):
        return False
    return win is None or not _is_told_by_loose_box(win, rows)


def _stands(row: Row) -> bool:
    """Say whether tiles lie one before the other, as a called tile and the one added to it do."""
    return abs(row[-1].x - row[0].x) < abs(row[-1].y - row[0].y)


def _is_told_by_loose_box(win: Cell, rows: Sequence[Row]) -> bool:
    """Say whether the winning tile ends a row, told by how its box lies, which may be otherwise."""
    ends = any(row[-1] is win for row in rows if len(row) > 1)
    return ends and win.sideways and win.doubt < LOOSE


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
