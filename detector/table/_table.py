"""The whole table out of the detections of one picture: hands, called sets, rivers, indicators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from detector._types import (
    BACK,
    UNREADABLE,
    Detection,
    HandReading,
    MeldReading,
    TableReading,
)
from detector.table._backs import with_backs
from detector.table._calibration import fitted
from detector.table._crowded import crowds
from detector.table._dora import (
    Laid,
    Rows,
    Shown,
    are_all,
    believed,
    doubted,
    doubts,
    indicators_of,
    is_read,
    kans_of,
    turned_up,
)
from detector.table._faces import faces_of
from detector.table._geometry import Flags, Plane, flatten, plane_of_tiles
from detector.table._halves import HALVES, with_halves
from detector.table._hand import Game, Parse, parses
from detector.table._impossible import as_can_be
from detector.table._known import strays_on
from detector.table._legality import HAND_FACES, REDS, UNCERTAIN, evidence_of
from detector.table._messages import messages
from detector.table._rack import behind_hand
from detector.table._river import Discards, Found, river_of, seen_of, with_river_win
from detector.table._seats import (
    Layout,
    Side,
    arrange,
    backs_among_faces,
    facing,
)
from detector.table._short import with_wholes
from detector.table._spread import Spread
from detector.table._usable import may_be_none, rows_among

#: Two groupings within this log-ratio (about 7 : 1) are both offered.
SPLIT: Final = 2.0
#: Log-odds against a hand turned to the others, a tile; at most.
_TURNED: Final = (0.35, 4.0)


def read_table(
    detections: Sequence[Detection],
    width: int,
    height: int,
    calibration: Plane | None = None,
    reds: Mapping[str, int] = REDS,
    players: int = 4,
    ura: bool = True,
    sets: Sequence[frozenset[int]] = (),
) -> TableReading:
    """Return what lies on the table in a picture of ``width`` x ``height`` pixels.

    ``calibration`` is the table plane with its origin in the table's middle, in tile widths;
    without it the plane is taken from the tiles.  ``reds`` is how many red fives of a suit are in
    play.  With three ``players`` north tiles set aside are bonus tiles.  ``ura``: a riichi that
    wins turns up ura.  ``sets`` are tiles that are known to be called sets.
    """
    known = calibration is not None
    inside = np.ones(len(detections), bool) if known else _before(detections, (width, height))
    near = [tile for tile, own in zip(detections, inside, strict=True) if own]
    plane = fitted(calibration, detections) if calibration else plane_of_tiles(near)
    flat = flatten(detections, plane)
    whole = with_wholes(detections, flat, inside)
    detections = with_halves(whole, flat, inside, known=known)
    inside[strays_on(sets, detections, flat)] = False

    def reading(without: Sequence[int]) -> tuple[TableReading, list[int], list[int]]:
        own = inside.copy()
        own[list(without)] = False
        rows = rows_among(detections, flat, own, known=known)
        named = with_backs(detections, rows)
        spread = Spread(named, flat, rows, known)
        layout = arrange(spread)
        told = any(named[i].tile in HAND_FACES for wall in layout.walls for i in wall.tiles)
        doubtful = frozenset(i for i, tile in enumerate(named) if may_be_none(tile))
        game = Game(evidence_of(named), reds, players, told, ura, tuple(sets), doubtful)
        found = _hands(layout, spread, game)
        read = _reading(spread, layout, found, (width, height), game)
        backs = backs_among_faces(layout.walls, sum(map(kans_of, read.hands)), named)
        unread = [i for i in _lying(spread) if named[i].tile == UNREADABLE]
        return read, backs, unread

    first, backs, unread = reading(())
    if not (backs or unread) or all(_adds_up(first)[:3]):
        return first
    second = reading((*backs, *unread))[0]
    return max(first, _asking(second) if unread else second, key=_adds_up)


def _asking(reading: TableReading) -> TableReading:
    """Return ``reading`` with its hands as uncertain ones."""
    return replace(reading, hands=tuple(replace(h, uncertain=True) for h in reading.hands))


def _before(detections: Sequence[Detection], size: tuple[int, int]) -> Flags:
    """Return which tiles lie no farther off than a hand that stands: halves of one only look so."""
    behind = behind_hand(detections, size)
    halves = [tile.tile in HALVES for tile, far in zip(detections, behind, strict=True) if far]
    return ~behind | all(halves)


def _adds_up(reading: TableReading) -> tuple[bool, bool, bool, bool]:
    """Return whether a hand is whole, whether there are as many indicators as can be, whether a
    whole hand has nothing doubtful, and whether one tells its winning tile.
    """
    codes = {message.code for message in reading.messages}
    whole = [hand for hand in reading.hands if _is_whole(hand)]
    sure = any(not hand.uncertain or hand.doubted for hand in whole)
    won = any(hand.win is not None for hand in whole)
    return bool(whole), "indicators" not in codes, sure, won


def _hands(layout: Layout, spread: Spread, game: Game) -> list[Found]:
    if layout.lone:
        return _lone_hand(layout, spread, game)
    seen = seen_of(_lying(spread), spread.detections)
    found = [_side_hand(side, spread, game, seen) for side in layout.sides]
    discards = Discards(tuple(found), spread.detections, game, seen)
    return [with_river_win(hand, discards) for hand in found]


def _lying(spread: Spread) -> Iterator[int]:
    """Yield the tiles that lie in rows: the tops of standing hands are none."""
    return (i for strip in spread.strips for i in strip.tiles)


def _lone_hand(layout: Layout, spread: Spread, game: Game) -> list[Found]:
    """Return the only hand, seen from the seat that it fits best."""
    found = [Found(side, tuple(parses(side.rows, game, {}))) for side in layout.sides]
    against = [-min(_TURNED[0] * max(-facing(hand.side, spread), 0), _TURNED[1]) for hand in found]
    ranked = sorted(
        zip(found, against, strict=True), key=lambda pair: -(pair[0].best.value + pair[1])
    )
    return [hand for hand, _ in ranked[:1]]


def _side_hand(side: Side, spread: Spread, game: Game, seen: Counter[int]) -> Found:
    own = [i for row in side.rows for cell in row for i in (cell.tile, cell.added) if i is not None]
    elsewhere = seen - seen_of(own, spread.detections)
    riichi = any(cell.sideways for row in side.river for cell in row)
    return Found(side, tuple(parses(side.rows, game, elsewhere, riichi)))


def _reading(
    spread: Spread,
    layout: Layout,
    found: Sequence[Found],
    size: tuple[int, int],
    game: Game,
) -> TableReading:
    hands = [as_can_be(_hand(hand, spread.detections)) for hand in found if _shown(hand.best)]
    kans = None if layout.lone else sum(map(kans_of, hands))
    indicators = indicators_of(_laid(spread, layout, found, kans, _may_be_riichi(hands)), kans)
    called = {hand.seat for hand in hands if _has_called(hand)}
    rivers = tuple(
        river_of(hand.side, hand.side.seat in called) for hand in found if hand.side.river
    )
    riichi = frozenset(river.seat for river in rivers if river.riichi is not None)
    lying = frozenset(_lying(spread))
    shown = Shown(tuple(hands), layout.lone, riichi, game.players, game.ura, lying)
    whole = (hand for hand in hands if _is_whole(hand))
    many = (note for hand in whole for note in crowds(hand, lying, spread.detections, game.reds))
    notes = (*doubts(indicators, shown, spread.detections), *many)
    hands = [doubted(hand) if notes and _is_whole(hand) else hand for hand in hands]
    reading = TableReading(
        *size,
        spread.detections,
        _sideways(spread, found),
        tuple(sorted(hands, key=lambda hand: (not _is_whole(hand), -len(hand.concealed)))),
        rivers,
        indicators.dora,
        indicators.ura,
    )
    return replace(reading, messages=(*messages(reading), *notes))


def _laid(
    spread: Spread, layout: Layout, found: Sequence[Found], kans: int | None, closed: bool
) -> Laid:
    walls = [i for wall in layout.walls for i in wall.tiles if spread.detections[i].tile != BACK]
    shown = turned_up(walls, kans, spread.detections)
    opened = [hand for hand in found if hand.best.concealed]
    whole = [hand for hand in opened if hand.best.resolution.complete]
    own = _rows_apart(whole or opened)
    if shown and is_read(shown, spread.detections) and not closed:
        apart = tuple(row for row in own if is_read(row, spread.detections))
    else:
        apart = believed(own, _rows_apart(found), kans, closed, spread.detections)
    if not is_read(shown, spread.detections) and are_all(apart, kans, closed):
        shown = ()
    return Laid(shown, layout.ura, apart, closed)


def _rows_apart(hands: Iterable[Found]) -> Rows:
    return tuple(row for hand in hands for row in hand.best.indicators)


def _may_be_riichi(hands: Sequence[HandReading]) -> bool:
    """Say whether some hand laid open has no open sets, or none is laid open."""
    opened = [hand for hand in hands if hand.concealed]
    whole = [hand for hand in opened if _is_whole(hand)]
    return not opened or not all(map(_has_called, whole or opened))


def _has_called(hand: HandReading) -> bool:
    return any(meld.type != "ankan" for meld in hand.melds)


def _shown(parse: Parse) -> bool:
    return bool(parse.concealed or parse.melds or parse.nuki)


def _is_whole(hand: HandReading) -> bool:
    return hand.count == 14


def _sideways(spread: Spread, found: Sequence[Found]) -> tuple[bool, ...]:
    """Return for each detection whether it lies sideways in its row."""
    turned = {
        i
        for strip in spread.strips
        for i, sideways in zip(strip.tiles, strip.sideways, strict=True)
        if sideways
    }
    for hand in found:
        for cell in (cell for row in (*hand.side.rows, *hand.side.river) for cell in row):
            turned |= {i for i in (cell.tile, cell.added) if i is not None and cell.sideways}
    return tuple(i in turned for i in range(len(spread.detections)))


def _hand(found: Found, detections: Sequence[Detection]) -> HandReading:
    reading = _as_reading(found.side.seat, found.best, detections)
    rivals = {way.outcome: way for way in reversed(found.ways[1:]) if _is_rival(way, found.best)}
    rivals.pop(found.best.outcome, None)
    ranked = sorted(rivals.values(), key=lambda way: -way.value)[:3]
    ways = (_as_reading(found.side.seat, way, detections) for way in ranked)
    splits = tuple(way for way in ways if as_can_be(way) is way)
    return replace(reading, splits=splits, uncertain=reading.uncertain or bool(splits))


def _is_rival(way: Parse, best: Parse) -> bool:
    return best.value - way.value < SPLIT


def _as_reading(seat: str, parse: Parse, detections: Sequence[Detection]) -> HandReading:
    resolution = parse.resolution
    doubtful = not resolution.complete or not parse.neat
    return HandReading(
        seat,
        parse.concealed,
        parse.win,
        tuple(MeldReading(m.type, m.tiles, m.called, m.from_seat) for m in parse.melds),
        faces_of(parse, resolution.faces, detections),
        doubtful or resolution.margin < UNCERTAIN or _guessed(parse, detections),
        tuple(faces_of(parse, rival, detections) for rival in resolution.rivals),
        nuki=parse.nuki,
    )


def _guessed(parse: Parse, detections: Sequence[Detection]) -> bool:
    """Say whether a concealed tile was not read at all."""
    return not is_read(parse.concealed, detections)
