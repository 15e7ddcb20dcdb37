"""One hand out of the rows that lie at a side of the table: concealed tiles, sets, winning tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
from detector.table._ways import Aside, Way, extended, prior

#: Log-probabilities: a row that is not the hand's but dora indicators.
_INDICATORS: Final = -1.5
_MORE_INDICATORS: Final = -4.5  # where the wall shows them already
_NORTHS: Final = -1.5
_OPEN_RIICHI: Final = -6.0
_NO_TILE: Final = -3.0  # a box in a row is none
_NO_SET: Final = -20.0  # tiles known to be a called set are none
#: Ways to cut all rows that are kept, and how far behind the best a way is still followed up.
_BEAM: Final = 80
_DEPTH: Final = 3.0
_FOLLOWED: Final = 10
#: So near to a called set, along it and twice that before it, a tile of its kind may be one of it.
_BY: Final = 1.5

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


def parses(
    rows: Sequence[Row], game: Game, elsewhere: Mapping[int, int], riichi: bool = False
) -> list[Parse]:
    """Return the ways to read ``rows`` as one hand and dora indicators, the likeliest first.

    ``elsewhere`` counts the kinds seen on the rest of the table; after ``riichi`` a hand has no
    open sets.
    """
    ways = [Way()]
    for row in rows:
        choices = list(_choices(row, game))
        grown = [extended(way, choice) for way in ways for choice in choices]
        ways = sorted(grown, key=lambda way: -(way.value + way.faces))[:_BEAM]
    ways = [_closed(way) for way in ways] if riichi else ways
    ways = [_with_known(way, rows, game) for way in ways] if game.sets else ways
    judged = sorted(((prior(way) + _win_value(way), way) for way in ways), key=_first)
    found: list[Parse] = []
    for value, way in judged[:_FOLLOWED]:
        best = max((parse.value for parse in found), default=-inf)
        if value + COMPLETE > best - _DEPTH:
            found += _finish(way, game, elsewhere)
    return sorted(found, key=lambda parse: -parse.value)


def _choices(row: Row, game: Game) -> Iterator[Cut | Aside]:
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


def _closed(way: Way) -> Way:
    """Return ``way`` as it counts after a riichi."""
    opened = sum(meld.type != "ankan" for meld in way.melds)
    return replace(way, value=way.value + _OPEN_RIICHI * (opened > 0))


def _with_known(way: Way, rows: Sequence[Row], game: Game) -> Way:
    """Return ``way`` as it counts where some tiles are known to be called sets."""
    own = {tile for row in rows for cell in row for tile in (cell.tile, cell.added)}
    melds = [frozenset(meld.tiles) for meld in way.melds]
    known = [tiles for tiles in game.sets if tiles <= own]
    missing = sum(not any(tiles <= meld for meld in melds) for tiles in known)
    return replace(way, value=way.value + _NO_SET * missing)


def _first(pair: tuple[float, Way]) -> float:
    return -pair[0]


def _win_value(way: Way) -> float:
    return win_guesses(way.rows)[0].value if way.rows else 0.0


def _as_indicators(row: Row, game: Game) -> Iterator[Aside]:
    tiles = tuple(cell.tile for cell in row)
    alike = len(row) > 3 and game.evidence.same(tiles) > -3
    lone = len(row) == 1 and row[0].code in "us"
    if lone or (len(row) <= 5 and not alike and all(cell.code == "u" for cell in row)):
        value = _INDICATORS + _MORE_INDICATORS * game.told
        yield Aside(row, False, value + _NORTHS * _is_north(row, game))


def _as_nuki(row: Row, game: Game) -> Iterator[Aside]:
    """Yield the row as north tiles set aside."""
    if len(row) <= 4 and _is_north(row, game):
        yield Aside(row, nuki=True)


def _is_north(row: Row, game: Game) -> bool:
    """Say whether a row may be norths that three players set aside."""
    return game.players == 3 and all(game.evidence.kinds[c.tile, _NORTH] > -1 for c in row)


def _is_neat(way: Way, win: Cell | None, evidence: Evidence) -> bool:
    """Say whether all concealed tiles but the winning one are upright and in rows, and every called
    set shows its called tile, none may lie among the concealed ones, and none of its tiles lies
    otherwise than its box says, and no box is left out nor an indicator of its kind beside it, and
    the winning tile lies clearly sideways where only that tells it.
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


def _leaves_added(way: Way, evidence: Evidence) -> bool:
    """Say whether a tile taken for an indicator lies by a pon of its kind, maybe added to it."""
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


def _finish(way: Way, game: Game, elsewhere: Mapping[int, int]) -> Iterator[Parse]:
    concealed = tuple(cell.tile for cell in way.concealed)
    claims = [meld.claim for meld in way.melds]
    resolution = resolve(concealed, claims, game.evidence, elsewhere, game.reds)
    known = COMPLETE if not concealed and resolution.complete else 0.0
    value = prior(way) - (way.faces if resolution.complete else 0.0) + resolution.value - known
    for guess in win_guesses(way.rows)[:3]:
        win = guess.cell.tile if guess.cell else None
        indicators = tuple(tuple(cell.tile for cell in row) for row in way.indicators)
        nuki = tuple(cell.tile for row in way.nuki for cell in row)
        neat = _is_neat(way, guess.cell, game.evidence)
        total = value + guess.value
        yield Parse(concealed, win, way.melds, indicators, nuki, resolution, total, neat, way.holes)
