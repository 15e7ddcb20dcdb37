"""One hand out of the rows that lie at a side of the table: concealed tiles, sets, winning tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import Final

from detector.table._cells import Row
from detector.table._legality import (
    COMPLETE,
    UNCERTAIN,
    Evidence,
    Resolution,
    resolve,
)
from detector.table._neat import are_neat
from detector.table._sets import Cell, Cut, Meld, cuts, win_guesses
from detector.table._turned import turns

#: Log-probabilities: a row that is not the hand's but dora indicators; the wrong number of tiles.
_INDICATORS: Final = -1.5
_MORE_INDICATORS: Final = -4.5  # where the wall shows them already
_TOO_MANY: Final = -12.0  # more tiles than five dora indicators and their ura
_NORTHS: Final = -1.5
_NEAR_INDICATORS: Final = -4.0
_WRONG_SIDE: Final = -4.0
_BROKEN_ROW: Final = (-1.5, -3.0)  # by one tile that was missed, by more
_WITH_SETS: Final = -1.5  # a part of the row lies with the called sets
_AS_SET: Final = -3.0  # a part of the row lies as a called set does
_MISSED_ONE: Final = 2.6
_SETS_ONLY: Final = -1.0
_OPEN_RIICHI: Final = -6.0
_NO_TILE: Final = -3.0  # a box in a row is none
_NO_SET: Final = -20.0  # tiles known to be a called set are none
ONE_SHORT: Final = -4.0
_WRONG_COUNT: Final = -6.0
#: Ways to cut all rows that are kept, and how far behind the best a way is still followed up.
_BEAM: Final = 80
_DEPTH: Final = 3.0
_FOLLOWED: Final = 10
#: Indicators of dora and ura at most.
_SHOWN: Final = 10
#: Rows nearer than this belong together.
_CLOSE: Final = 1.8
_SAME_LINE: Final = 1.5
#: So near to a called set, along it and twice that before it, a tile of its kind may be one of it.
_BY: Final = 1.5
_HOLE: Final = 0.55

_NORTH: Final = 30


@dataclass(frozen=True, slots=True)
class Game:
    """What the reader says of all tiles, and what is in play: red fives a suit, players.

    ``told``: the wall shows the dora indicators; ``ura``: a riichi that wins turns up ura; ``sets``
    are tiles known to be called sets; ``doubtful`` are boxes that may be no tiles.
    """

    evidence: Evidence
    reds: Mapping[str, int]
    players: int
    told: bool = False
    ura: bool = True
    sets: tuple[frozenset[int], ...] = ()
    doubtful: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Aside:
    """A row that is not the hand's: dora indicators, or north tiles set aside; with a log-value."""

    row: Row
    nuki: bool
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Parse:
    """One way to read the rows as a hand.

    ``value`` is its log-probability up to a constant; ``neat`` when all concealed tiles but the
    winning one are upright, face up and in rows, and every called set shows its called tile;
    ``holes`` are gaps wide enough for a tile that was missed.
    """

    concealed: tuple[int, ...]
    win: int | None
    melds: tuple[Meld, ...]
    indicators: tuple[tuple[int, ...], ...]
    nuki: tuple[int, ...]
    resolution: Resolution
    value: float
    neat: bool
    holes: int

    @property
    def outcome(self) -> tuple[object, ...]:
        """What two ways that score alike have in common."""
        melds = frozenset((meld.type, frozenset(meld.tiles)) for meld in self.melds)
        faces = dict(zip(self.concealed, self.resolution.faces, strict=False))
        win = None if self.win is None else faces[self.win]
        return frozenset(self.concealed), win, melds, frozenset(self.indicators)


@dataclass(frozen=True, slots=True)
class _Way:
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


def parses(
    rows: Sequence[Row], game: Game, elsewhere: Mapping[int, int], riichi: bool = False
) -> list[Parse]:
    """Return the ways to read ``rows`` as one hand and dora indicators, the likeliest first.

    ``elsewhere`` counts the kinds seen on the rest of the table; after ``riichi`` a hand has no
    open sets.
    """
    ways = [_Way()]
    for row in rows:
        choices = list(_choices(row, game))
        grown = [_extended(way, choice) for way in ways for choice in choices]
        ways = sorted(grown, key=lambda way: -(way.value + way.faces))[:_BEAM]
    ways = [_closed(way) for way in ways] if riichi else ways
    ways = [_with_known(way, rows, game) for way in ways] if game.sets else ways
    judged = sorted(((_prior(way) + _win_value(way), way) for way in ways), key=_first)
    found: list[Parse] = []
    for value, way in judged[:_FOLLOWED]:
        best = max((parse.value for parse in found), default=-inf)
        if value + COMPLETE > best - _DEPTH:
            found += _finish(way, game, elsewhere)
    return sorted(found, key=lambda parse: -parse.value)


def _choices(row: Row, game: Game) -> Iterator[Cut | _Aside]:
    for turned, value in turns(row):
        yield from (replace(cut, value=cut.value + value) for cut in cuts(turned, game.evidence))
    for fewer in _without_doubtful(row, game):
        lone = cuts(fewer, game.evidence)
        yield from (replace(cut, value=cut.value + _NO_TILE, left=1) for cut in lone)
        for aside in _as_indicators(fewer, game):
            yield replace(aside, value=aside.value + _NO_TILE)
    yield from _as_indicators(row, game)
    yield from _as_nuki(row, game)


def _without_doubtful(row: Row, game: Game) -> Iterator[Row]:
    """Yield a row without one box that may be no tile."""
    for at, cell in enumerate(row):
        if cell.tile in game.doubtful and len(row) > 1:
            after = row[at + 1 :]
            if after and at:
                gap = after[0].gap + cell.gap + 1
                after = (replace(after[0], gap=gap), *after[1:])
            yield (*row[:at], *after)


def _closed(way: _Way) -> _Way:
    """Return ``way`` as it counts after a riichi."""
    opened = sum(meld.type != "ankan" for meld in way.melds)
    return replace(way, value=way.value + _OPEN_RIICHI * (opened > 0))


def _with_known(way: _Way, rows: Sequence[Row], game: Game) -> _Way:
    """Return ``way`` as it counts where some tiles are known to be called sets."""
    own = {tile for row in rows for cell in row for tile in (cell.tile, cell.added)}
    melds = [frozenset(meld.tiles) for meld in way.melds]
    known = [tiles for tiles in game.sets if tiles <= own]
    missing = sum(not any(tiles <= meld for meld in melds) for tiles in known)
    return replace(way, value=way.value + _NO_SET * missing)


def _first(pair: tuple[float, _Way]) -> float:
    return -pair[0]


def _win_value(way: _Way) -> float:
    return win_guesses(way.rows)[0].value if way.rows else 0.0


def _close(row: Row, others: Sequence[Cell]) -> bool:
    """Say whether a row lies right before or behind others."""
    return any(abs(a.x - b.x) < 1 and abs(a.y - b.y) < _CLOSE for a in row for b in others)


def _as_indicators(row: Row, game: Game) -> Iterator[_Aside]:
    tiles = tuple(cell.tile for cell in row)
    alike = len(row) > 3 and game.evidence.same(tiles) > -3
    lone = len(row) == 1 and row[0].code in "us"
    if lone or (len(row) <= 5 and not alike and all(cell.code == "u" for cell in row)):
        value = _INDICATORS + _MORE_INDICATORS * game.told
        yield _Aside(row, False, value + _NORTHS * _is_north(row, game))


def _as_nuki(row: Row, game: Game) -> Iterator[_Aside]:
    """Yield the row as north tiles set aside."""
    if len(row) <= 4 and _is_north(row, game):
        yield _Aside(row, nuki=True)


def _is_north(row: Row, game: Game) -> bool:
    """Say whether a row may be norths that three players set aside."""
    return game.players == 3 and all(game.evidence.kinds[c.tile, _NORTH] > -1 for c in row)


def _extended(way: _Way, choice: Cut | _Aside) -> _Way:
    if isinstance(choice, _Aside) and choice.nuki:
        return replace(way, nuki=(*way.nuki, choice.row))
    if isinstance(choice, _Aside):
        indicators = (*way.indicators, choice.row)
        return replace(way, indicators=indicators, value=way.value + choice.value)
    rows = (*way.rows, choice.concealed) if choice.concealed else way.rows
    value, faces = way.value + choice.value, way.faces + choice.faces
    melds = tuple(sorted((*way.melds, *choice.melds), key=lambda meld: meld.x))
    left = way.left + choice.left
    return replace(way, rows=rows, melds=melds, value=value, faces=faces, left=left)


def _prior(way: _Way) -> float:
    """Return the way's value with what is usual in number."""
    broken = sum(_BROKEN_ROW[gap > _MISSED_ONE] for gap in way.breaks)
    many = _TOO_MANY * (sum(map(len, way.indicators)) > _SHOWN)
    lie = _NEAR_INDICATORS * way.crowded + _WRONG_SIDE * way.left_sets + broken + many
    lie += _WITH_SETS * way.may_be_set + _AS_SET * way.lies_as_set
    return way.value + way.faces + _number(way) + lie


def _number(way: _Way) -> float:
    """Return how usual the number of tiles is; a hand that is not shown has none but its sets."""
    if not way.rows:
        return _SETS_ONLY if way.melds else 0.0
    lack = abs(14 - way.count)
    return 0.0 if not lack else ONE_SHORT if lack == 1 else _WRONG_COUNT - 0.5 * lack


def _is_neat(way: _Way, win: Cell | None, evidence: Evidence) -> bool:
    """Say whether all concealed tiles but the winning one are upright and in rows, and every called
    set shows its called tile, none may lie among the concealed ones, and none of its tiles lies
    otherwise than its box says, and no box is left out nor one of its kind beside it, and the winning
    tile lies clearly sideways where only that tells it.
    """
    if any(meld.called is None and meld.type != "ankan" for meld in way.melds) or way.may_be_set:
        return False
    if way.left or any(meld.doubt < 0 for meld in way.melds) or _leaves_added(way, evidence):
        return False
    if not are_neat(way.rows, win, evidence):
        return False
    others = [cell for cell in way.concealed if cell is not win]
    strays = [row for row in way.rows if len(row) == 1 and row[0] is not win]
    return all(cell.code == "u" for cell in others) and (not strays or len(others) == 1)


def _leaves_added(way: _Way, evidence: Evidence) -> bool:
    """Say whether a tile taken for an indicator lies by a pon of its kind: it may be added to it."""
    level = max((cell.y for cell in way.concealed), default=inf)
    lone = [row[0] for row in way.indicators if len(row) == 1]
    return any(
        meld.type == "pon"
        and meld.x - _BY < cell.x < meld.x + 3 + _BY
        and abs(cell.y - level) < 2 * _BY
        and evidence.same((*meld.tiles, cell.tile)) > -UNCERTAIN
        for cell in lone
        for meld in way.melds
    )


def _finish(way: _Way, game: Game, elsewhere: Mapping[int, int]) -> Iterator[Parse]:
    concealed = tuple(cell.tile for cell in way.concealed)
    claims = [meld.claim for meld in way.melds]
    resolution = resolve(concealed, claims, game.evidence, elsewhere, game.reds)
    known = COMPLETE if not concealed and resolution.complete else 0.0
    value = _prior(way) - (way.faces if resolution.complete else 0.0) + resolution.value - known
    for guess in win_guesses(way.rows)[:3]:
        win = guess.cell.tile if guess.cell else None
        indicators = tuple(tuple(cell.tile for cell in row) for row in way.indicators)
        nuki = tuple(cell.tile for row in way.nuki for cell in row)
        neat = _is_neat(way, guess.cell, game.evidence)
        total = value + guess.value
        yield Parse(concealed, win, way.melds, indicators, nuki, resolution, total, neat, way.holes)
