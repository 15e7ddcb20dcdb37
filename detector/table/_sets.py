"""Called sets and the winning tile in rows of tiles: every way to cut a row, with its likelihood.

How sets lie is in the usual etiquette: the sideways tile is the called one and its place says
whose it was (left kamicha, middle toimen, right shimocha); an added tile lies before the called
one; a closed kan shows two backs, or two sideways tiles, or four faces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from statistics import median
from typing import Final

from detector.table._legality import Evidence, SetClaim

#: Log-probabilities of what people do rarely, next to what they usually do.
UNTURNED: Final = -6.0  # a called set without a sideways tile
_OFF_LEFT: Final = -4.0  # a chi whose sideways tile is not at the left
_OPEN_KAN: Final = -1.5  # a closed kan with all faces up
_BROKEN: Final = -9.0  # faces that make no set, however unlikely they were read
#: Cells among the concealed tiles: upright, sideways, face down, sideways with one added.
_STRAY: Final = {"u": 0.0, "s": -5.0, "b": -6.0, "k": -8.0}
#: Concealed tiles that touch the sets to their right are rare; a single one is hardly the winning
#: one.
_TOUCHING: Final = -1.0
_TOUCHING_ONE: Final = -1.5
_CROWDED: Final = -6.0
#: Less room than this before the called sets is none, more than this is plenty, in tile widths.
_ROOM: Final = (0.25, 1.0)


@dataclass(frozen=True, slots=True)
class Cell:
    """A place in a row: a tile, or a sideways tile with another laid before it (``added``).

    ``x``, ``y`` is its centre in tile widths in the owner's view (y towards the owner), ``gap``
    the space to the cell before it in the row (0 at the start), ``room`` that to the called sets
    at its right, ``doubt`` the log-odds that it lies sideways or upright as it seems to.
    """

    tile: int
    added: int | None
    sideways: bool
    back: bool
    x: float
    y: float
    gap: float
    room: float = inf
    doubt: float = inf

    @property
    def code(self) -> str:
        """``u`` upright, ``s`` sideways, ``b`` face down, ``k`` sideways with a tile added."""
        if self.added is not None:
            return "k"
        return "b" if self.back else "s" if self.sideways else "u"


@dataclass(frozen=True, slots=True)
class Meld:
    """A called set found in a row: ``type`` as in ``MeldReading``; ``tiles`` left to right, an
    added tile right after the called one; ``hidden`` are the face-down ones among them; ``x`` is
    where it begins, ``doubt`` the log-odds that its tiles lie so.
    """

    type: str
    tiles: tuple[int, ...]
    called: int | None
    from_seat: int
    hidden: tuple[int, ...] = ()
    x: float = 0.0
    doubt: float = inf

    @property
    def claim(self) -> SetClaim:
        """What the faces must be."""
        shown = tuple(i for i in self.tiles if i not in self.hidden)
        return SetClaim(shown, self.type == "chi", len(self.hidden))


@dataclass(frozen=True, slots=True)
class Cut:
    """One way to read a row: concealed cells at its left, called sets at its right.

    ``value`` is the log-likelihood of how the tiles lie, ``faces`` that of the sets' faces.
    ``room`` is the space between the concealed tiles and the sets; ``left`` is how many boxes are
    taken for no tiles.
    """

    concealed: tuple[Cell, ...]
    melds: tuple[Meld, ...]
    value: float
    faces: float
    room: float = inf
    left: int = 0


def cuts(cells: tuple[Cell, ...], evidence: Evidence) -> tuple[Cut, ...]:
    """Return every way to cut ``cells`` into concealed tiles and up to four called sets."""
    whole = Cut(cells, (), 0.0, 0.0)
    return tuple(_cuts(whole, len(cells), evidence))


def _cuts(cut: Cut, length: int, evidence: Evidence) -> Iterator[Cut]:
    cells = cut.concealed
    strays = sum(_STRAY[cell.code] for cell in cells)
    if cells and cut.room < _ROOM[0]:
        strays += _TOUCHING_ONE if len(cells) == 1 else _TOUCHING
    shown = (*cells[:-1], replace(cells[-1], room=cut.room)) if cells else cells
    yield replace(cut, concealed=shown, value=cut.value + strays)
    for count in (3, 4) if len(cut.melds) < 4 else ():
        last = cells[-count:]
        if len(last) == count:
            for meld, lie, faces in _melds(last, count == length, evidence):
                value = cut.value + lie + _tight(last)
                placed = replace(meld, x=last[0].x, doubt=_doubt(last, meld.called))
                melds, fit = (placed, *cut.melds), cut.faces + faces
                rest = Cut(cells[:-count], melds, value, fit, last[0].gap)
                yield from _cuts(rest, length, evidence)


def _doubt(cells: Sequence[Cell], called: int | None) -> float:
    """Return the least log-odds that one of ``cells`` lies as the set needs it; only one of them
    lies sideways where one is ``called``.
    """
    own = [cell.doubt for cell in cells if cell.tile == called]
    others = min((cell.doubt for cell in cells if cell.tile != called), default=inf)
    return min(own[0], own[0] + others) if own else others


def _tight(cells: Sequence[Cell]) -> float:
    """Return the log-probability of the gaps inside a called set."""
    return -sum(min(4.0, max(0.0, cell.gap - 0.1) ** 2 / 0.08) for cell in cells[1:])


_Found = Iterator[tuple[Meld, float, float]]


def _melds(cells: tuple[Cell, ...], alone: bool, evidence: Evidence) -> _Found:
    """Yield the called sets that ``cells`` may be; ``alone`` when they are a row of their own."""
    code = "".join(sorted(cell.code for cell in cells))
    maker = _MAKERS.get(code)
    if maker is not None and (alone or code != "uuu"):
        yield from maker(cells, evidence)


def _tiles(cells: Sequence[Cell]) -> tuple[int, ...]:
    stacked = ((cell.tile, cell.added) for cell in cells)
    return tuple(i for pair in stacked for i in pair if i is not None)


def _same(tiles: Sequence[int], evidence: Evidence) -> float:
    return max(evidence.same(tiles), _BROKEN)


def _source(cells: Sequence[Cell]) -> tuple[int, int]:
    """Return the called tile and the seat it came from."""
    at = next(i for i, cell in enumerate(cells) if cell.code in "sk")
    seat = 3 if at == 0 else 1 if at == len(cells) - 1 else 2
    return cells[at].tile, seat


def _three(cells: tuple[Cell, ...], evidence: Evidence) -> _Found:
    tiles = _tiles(cells)
    called, seat = _source(cells)
    yield Meld("pon", tiles, called, seat), 0.0, _same(tiles, evidence)
    run = evidence.run(tiles)
    if run > _BROKEN:
        yield Meld("chi", tiles, called, 3), 0.0 if seat == 3 else _OFF_LEFT, run


def _unturned(cells: tuple[Cell, ...], evidence: Evidence) -> _Found:
    tiles = _tiles(cells)
    yield Meld("pon", tiles, None, 0), UNTURNED, evidence.same(tiles)
    yield Meld("chi", tiles, None, 3), UNTURNED, evidence.run(tiles)


def _added(cells: tuple[Cell, ...], evidence: Evidence) -> _Found:
    tiles = _tiles(cells)
    yield Meld("kakan", tiles, *_source(cells)), 0.0, _same(tiles, evidence)


def _called_kan(cells: tuple[Cell, ...], evidence: Evidence) -> _Found:
    tiles = _tiles(cells)
    yield Meld("daiminkan", tiles, *_source(cells)), 0.0, _same(tiles, evidence)


def _closed_kan(cells: tuple[Cell, ...], evidence: Evidence) -> _Found:
    code = "".join(cell.code for cell in cells)
    likely = {"buub": 0.0, "ubbu": -0.5, "ussu": -0.5, "uuuu": _OPEN_KAN}.get(code)
    if likely is not None:
        tiles = _tiles(cells)
        hidden = tuple(cell.tile for cell in cells if cell.back)
        shown = tuple(i for i in tiles if i not in hidden)
        yield Meld("ankan", tiles, None, 0, hidden), likely, _same(shown, evidence)


_Maker = Callable[[tuple[Cell, ...], Evidence], _Found]
_MAKERS: Final[dict[str, _Maker]] = {
    "suu": _three,
    "uuu": _unturned,
    "kuu": _added,
    "suuu": _called_kan,
    "bbuu": _closed_kan,
    "ssuu": _closed_kan,
    "uuuu": _closed_kan,
}


@dataclass(frozen=True, slots=True)
class WinGuess:
    """A tile that may be the winning one, or ``None`` for not told apart, with a log-value."""

    cell: Cell | None
    value: float


def win_guesses(rows: Sequence[tuple[Cell, ...]]) -> tuple[WinGuess, ...]:
    """Return where the winning tile may be among the concealed cells of ``rows``, best first."""
    cells = [cell for row in rows for cell in row]
    if len(cells) > _TOO_MANY:
        return (WinGuess(None, NOT_APART),)
    singles = sum(len(row) == 1 for row in rows)
    strays = _STRAY_SINGLE * (singles if len(cells) > 2 else max(0, singles - 1))
    guesses = [WinGuess(None, NOT_APART + strays)]
    for row in rows:
        if len(row) == 1:
            others = [cell for cell in cells if cell is not row[0]]
            own = (_STRAY_SINGLE if strays else 0.0) + _STRAY[row[0].code]
            guesses.append(WinGuess(row[0], strays - own + _apart(row[0], others)))
        elif row:
            before = _AHEAD * any(_follows(cell, row[-1]) for cell in cells)
            before += _UPPER * any(cell.y > row[-1].y + 1 for cell in cells if cell not in row)
            guesses.append(WinGuess(row[-1], strays + _at_end(row) + before))
    return tuple(sorted(guesses, key=lambda guess: -guess.value))


NOT_APART: Final = -1.0
#: Among more tiles than this nobody looks for the winning one: they are no hand.
_TOO_MANY: Final = 18
_STRAY_SINGLE: Final = -4.0
_AHEAD: Final = -5.0
_UPPER: Final = -3.0
_NEVER: Final = -12.0
_FARTHEST: Final = -8.0
#: A sideways tile at the end of the row that touches called sets is rather one of them.
_SQUEEZED: Final = 2.0


def _follows(cell: Cell, other: Cell) -> bool:
    """Say whether ``cell`` lies to the right of ``other`` in the same line."""
    return cell.x > other.x + 0.5 and abs(cell.y - other.y) < 0.7


def _apart(cell: Cell, others: Sequence[Cell]) -> float:
    """Return the log-value of a tile lying by itself being the winning tile."""
    if not others:
        return _NEVER
    if cell.room < _ROOM[0]:
        return _CROWDED
    ahead = cell.x - max(other.x for other in others)
    aside = min(abs(cell.y - other.y) for other in others)
    if ahead > 0 and aside < 1.2:
        return 0.0 if ahead < 6 else -1.0
    near = min(max(abs(cell.x - o.x) / 1.3, abs(cell.y - o.y) / 1.8) for o in others)
    behind = cell.y > max(other.y for other in others)
    return max(_FARTHEST, -4.0 * near) if near >= 1 else -2.0 if behind else -0.5


def _at_end(row: tuple[Cell, ...]) -> float:
    """Return the log-value of the last cell of a row being the winning tile."""
    last = row[-1]
    if last.code == "s":
        free = (min(last.room, _ROOM[1]) - _ROOM[0]) / (_ROOM[1] - _ROOM[0])
        return 0.5 - _SQUEEZED * (1 - max(free, 0.0)) - _STRAY["s"]
    gaps = [cell.gap for cell in row[1:-1]] or [0.1]
    usual = median(gaps)
    spread = max(0.08, 1.5 * median(abs(gap - usual) for gap in gaps))
    beyond = (last.gap - usual) / spread
    if beyond < 1.5 or last.gap < 1.5 * max(gaps):
        return _NEVER
    return min(beyond**2 / 2 - 5.0, 1.0)
