"""A hand that was won on a discard that still lies at the end of a river."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from detector._types import Detection, MeldReading, River
from detector.table._hand import Game, Parse
from detector.table._legality import is_seen, kind_of, resolve
from detector.table._seats import Side, holes_of
from detector.table._sets import NOT_APART
from detector.table._turns import Counted, counted_of, turn_and_dealer
from detector.table._ways import ONE_SHORT

#: Log-odds against the winning tile being in a river, and in that of a seat that was not the last
#: to discard by the numbers of discards.
_IN_RIVER: Final = -0.5
_NOT_LAST: Final = -2.5


@dataclass(frozen=True, slots=True)
class Found:
    """A side with the ways to read its hand, the likeliest first."""

    side: Side
    ways: tuple[Parse, ...]

    @property
    def best(self) -> Parse:
        return self.ways[0]


@dataclass(frozen=True, slots=True)
class Discards:
    """All sides, and what may be taken from their rivers; ``seen`` counts the kinds that surely
    lie on the table.
    """

    sides: tuple[Found, ...]
    detections: tuple[Detection, ...]
    game: Game
    seen: Counter[int]


def seen_of(tiles: Iterable[int], detections: Sequence[Detection]) -> Counter[int]:
    """Return how many of each kind are surely among ``tiles``."""
    return Counter(kind_of(detections[i].tile) for i in tiles if is_seen(detections[i]))


def river_of(side: Side, called: bool = False) -> River:
    """Return the discards of a side; of one that has ``called`` a tile none is a riichi whose box
    and room speak against its lying sideways.
    """
    cells = [cell for row in side.river for cell in row]
    least = 0.0 if called else -inf
    turned = (i for i, cell in enumerate(cells) if cell.sideways and cell.doubt >= least)
    tiles = tuple(cell.tile for cell in cells)
    return River(side.seat, tiles, next(turned, None), holes_of(side.river))


def with_river_win(hand: Found, discards: Discards) -> Found:
    """Return ``hand``, completed by the last discard of another seat where one tile is missing.

    Where the numbers of discards say that another seat discarded last, the tile that is missing may
    as well have been overlooked: that is not neat.
    """
    sound = (way for way in hand.ways if way.win is None and way.neat and not way.holes)
    short = [way for way in sound if _count(way) == 13]
    if not short:
        return hand
    last = tuple(_last_discards(hand, discards))
    won = (way for each in short for way in _completed(each, last, discards))
    return Found(hand.side, tuple(sorted((*won, *hand.ways), key=lambda way: -way.value)))


def _completed(
    short: Parse, last: Sequence[tuple[int, float]], discards: Discards
) -> Iterator[Parse]:
    claims = [meld.claim for meld in short.melds]
    shown = [i for claim in claims for i in claim.shown]
    game = discards.game
    for tile, against in last:
        concealed = (*short.concealed, tile)
        elsewhere = discards.seen - seen_of((*concealed, *shown), discards.detections)
        resolution = resolve(concealed, claims, game.evidence, elsewhere, game.reds)
        if resolution.complete:
            gain = resolution.value - short.resolution.value - ONE_SHORT - NOT_APART
            value = short.value + gain + _IN_RIVER + against
            won = replace(short, concealed=concealed, win=tile, resolution=resolution)
            yield replace(won, value=value, neat=against == 0)


def _last_discards(hand: Found, discards: Discards) -> Iterator[tuple[int, float]]:
    """Yield the last discard of each other seat, with the log-odds against its being the last."""
    counted = _counted(discards)
    turn, _, agrees = turn_and_dealer(counted)
    known = turn is not None and agrees and counted.sound
    for other in discards.sides:
        if other is not hand and other.side.river:
            last = not known or counted.after(other.side.seat) == turn
            yield other.side.river[-1][-1].tile, 0.0 if last else _NOT_LAST


def _counted(discards: Discards) -> Counted:
    rivers = {found.side.seat: river_of(found.side) for found in discards.sides}
    melds = {
        found.side.seat: [
            MeldReading(m.type, m.tiles, m.called, m.from_seat) for m in found.best.melds
        ]
        for found in discards.sides
    }
    shown = {seat: river for seat, river in rivers.items() if river.tiles}
    return counted_of(shown, melds, discards.game.players)


def _count(parse: Parse) -> int:
    """Return the tiles of a hand, a kan counted as three."""
    return len(parse.concealed) + 3 * len(parse.melds)
