"""Ways to cut the rows of one hand: what is concealed, called, or not the hand's at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import Final

from detector.table._cells import Row
from detector.table._sets import Cell, Cut, Meld
from scorer._dora import MOST_INDICATORS

#: Log-probabilities of what lies rarely so, and of a number of tiles that is not a hand's.
_TOO_MANY: Final = -12.0  # more tiles than five dora indicators and their ura
_NEAR_INDICATORS: Final = -4.0
_WRONG_SIDE: Final = -4.0
_BROKEN_ROW: Final = (-1.5, -3.0)  # by one tile that was missed, by more
_WITH_SETS: Final = -1.5  # a part of the row lies with the called sets
_AS_SET: Final = -3.0  # a part of the row lies as a called set does
_MISSED_ONE: Final = 2.6
_SETS_ONLY: Final = -1.0
ONE_SHORT: Final = -4.0
_WRONG_COUNT: Final = -6.0
#: Rows nearer than this belong together.
_CLOSE: Final = 1.8
_SAME_LINE: Final = 1.5
_HOLE: Final = 0.55


@dataclass(frozen=True, slots=True)
class Aside:
    """A row that is not the hand's: dora indicators, or north tiles set aside; with a log-value."""

    row: Row
    nuki: bool
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Way:
    """A choice of cuts for the rows looked at so far."""

    rows: tuple[Row, ...] = ()
    melds: tuple[Meld, ...] = ()
    indicators: tuple[Row, ...] = ()
    nuki: tuple[Row, ...] = ()
    value: float = 0.0
    faces: float = 0.0
    left: int = 0

    @property
    def crowded(self) -> int:
        """Rows of indicators that lie against the hand."""
        return sum(_close(row, self.concealed) for row in self.indicators)

    @property
    def broken(self) -> tuple[tuple[Row, Row], ...]:
        """Neighbouring parts of a line of concealed tiles."""
        rows = sorted((row for row in self.rows if len(row) > 1), key=lambda row: row[0].x)
        ends = ((a, b, a[-1], b[0]) for a, b in pairwise(rows))
        return tuple((a, b) for a, b, m, n in ends if m.x < n.x and abs(m.y - n.y) < _SAME_LINE)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Wide gaps inside a line of concealed tiles, from centre to centre."""
        return tuple(b[0].x - a[-1].x for a, b in self.broken)

    @property
    def lies_as_set(self) -> bool:
        """Whether a part of the row lies as a called set: a few tiles, one of them sideways."""
        return any(len(b) in (3, 4) and any(c.sideways for c in b) for _, b in self.broken)

    @property
    def holes(self) -> int:
        """Places among the concealed tiles where one may have been missed."""
        gaps = (cell.gap for row in self.rows for cell in row[1:])
        return len(self.breaks) + sum(gap > _HOLE for gap in gaps)

    @property
    def may_be_set(self) -> bool:
        """Whether some concealed tiles lie with the called sets, away from the others."""
        long = [row for row in self.rows if len(row) > 1]
        return len(long) > 1 and any(len(row) < 5 and row[-1].room < inf for row in long)

    @property
    def middle(self) -> float:
        """Where the middle of the concealed tiles is; left of everything where there are none."""
        places = sorted(cell.x for cell in self.concealed)
        return places[len(places) // 2] if places else -inf

    @property
    def left_sets(self) -> int:
        """Called sets, and norths set aside, that lie to the left of the concealed tiles."""
        begins = (*(meld.x for meld in self.melds), *(row[0].x for row in self.nuki))
        return sum(x < self.middle for x in begins)

    @property
    def concealed(self) -> tuple[Cell, ...]:
        return tuple(cell for row in self.rows for cell in row)

    @property
    def count(self) -> int:
        """Tiles of the hand, a kan counted as three."""
        return sum(len(row) for row in self.rows) + 3 * len(self.melds)


def extended(way: Way, choice: Cut | Aside) -> Way:
    if isinstance(choice, Aside) and choice.nuki:
        return replace(way, nuki=(*way.nuki, choice.row))
    if isinstance(choice, Aside):
        indicators = (*way.indicators, choice.row)
        return replace(way, indicators=indicators, value=way.value + choice.value)
    rows = (*way.rows, choice.concealed) if choice.concealed else way.rows
    value, faces = way.value + choice.value, way.faces + choice.faces
    melds = tuple(sorted((*way.melds, *choice.melds), key=lambda meld: meld.x))
    left = way.left + choice.left
    return replace(way, rows=rows, melds=melds, value=value, faces=faces, left=left)


def prior(way: Way) -> float:
    """Return the way's value with what is usual in number."""
    broken = sum(_BROKEN_ROW[gap > _MISSED_ONE] for gap in way.breaks)
    many = _TOO_MANY * (sum(map(len, way.indicators)) > 2 * MOST_INDICATORS)
    lie = _NEAR_INDICATORS * way.crowded + _WRONG_SIDE * way.left_sets + broken + many
    lie += _WITH_SETS * way.may_be_set + _AS_SET * way.lies_as_set
    return way.value + way.faces + _number(way) + lie


def _number(way: Way) -> float:
    """Return how usual the number of tiles is; a hand that is not shown has none but its sets."""
    if not way.rows:
        return _SETS_ONLY if way.melds else 0.0
    lack = abs(14 - way.count)
    return 0.0 if not lack else ONE_SHORT if lack == 1 else _WRONG_COUNT - 0.5 * lack


def _close(row: Row, others: Sequence[Cell]) -> bool:
    """Say whether a row lies right before or behind others."""
    return any(abs(a.x - b.x) < 1 and abs(a.y - b.y) < _CLOSE for a in row for b in others)
