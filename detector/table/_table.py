"""The whole table out of the detections of one picture: hands, called sets, rivers, indicators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
from detector.table._dora import Laid, Shown, doubted, doubts, indicators_of, kans_of, turned_up
from detector.table._geometry import NO_AXIS, Flags, Flat, Plane, flatten, plane_of_tiles
from detector.table._hand import Game, Parse, parses
from detector.table._legality import HAND_FACES, REDS, UNCERTAIN, evidence_of
from detector.table._messages import messages
from detector.table._rack import behind_hand, ends_of_rack, is_no_tile
from detector.table._river import Discards, Found, river_of, seen_of, with_river_win
from detector.table._rows import Strip, strips
from detector.table._seats import Layout, Side, Spread, arrange, backs_of, facing, has_wall_behind
from detector.table._sets import Meld

#: What a white area is read as, and how much of a face's area and height it must have to be one.
_BLANK: Final = frozenset({"5z", UNREADABLE, BACK})
#: No more such small blanks than a set has haku are loose boxes on these: hands stand in rows.
_HAKU: Final = 4
#: From this chance on something unread shows marks of a face, a part of which is covered.
_MARKED: Final = 0.5
_SMALL: Final = 0.74
_SHORT: Final = 0.82
#: A small blank is a haku where it is read so surely, in a row with so many faces.
_SURE_HAKU: Final = 0.97
_FACES: Final = 3
#: So small a share of a face's area is no face at all, whatever is read there.
_TINY: Final = 0.5
#: How far from the faces, in their standard deviations, a blank's size can be told.
_REACH: Final = 3.0
_BLUR: Final = 1.5  # the least spread, in tile widths
#: Two groupings within this log-ratio (about 7 : 1) are both offered.
SPLIT: Final = 2.0
#: Centres nearer than this, in tile widths, are two boxes on one tile.
_DOUBLE: Final = 0.45
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
    inside = np.ones(len(detections), bool) if known else ~behind_hand(detections, (width, height))
    near = [tile for tile, own in zip(detections, inside, strict=True) if own]
    plane = fitted(calibration, detections) if calibration else plane_of_tiles(near)
    flat = flatten(detections, plane)
    rows = _rows(detections, flat, inside, known=known)
    detections = with_backs(detections, rows)
    spread = Spread(tuple(detections), flat, rows, known)
    layout = arrange(spread)
    told = any(detections[i].tile in HAND_FACES for wall in layout.walls for i in wall.tiles)
    game = Game(evidence_of(detections), reds, players, told, ura, tuple(sets))
    found = _hands(layout, spread, game)
    return _reading(spread, layout, found, (width, height), game)


def _rows(
    detections: Sequence[Detection], flat: Flat, inside: Flags, *, known: bool
) -> tuple[Strip, ...]:
    """Return the rows of the tiles ``inside`` the plane.

    What the reader takes for no tile counts only among faces, and not as the end of a rack:
    standing hands, sticks and dice lie in rows of their own.  Face-down tiles beside a row of many
    faces, or in its gaps, are those of a wall behind it.
    """
    usable = _usable(detections, flat, known=known) & inside
    rows = strips(flat, usable)
    bare = [row for row in rows if all(detections[i].tile in NO_AXIS for i in row.tiles)]
    dropped = [i for row in bare for i in row.tiles if is_no_tile(detections[i])]
    dropped += [i for row in rows for i in ends_of_rack(row, detections, flat)]
    dropped += [
        i for row in rows if has_wall_behind(row, detections) for i in backs_of(row, detections)
    ]
    if not dropped:
        return rows
    usable[dropped] = False
    return strips(flat, usable)


def _usable(detections: Sequence[Detection], flat: Flat, *, known: bool) -> Flags:
    """Return which detections to use: of two boxes on one tile the surer one, and no blank that is
    too small to be a face: the top of a standing tile is 20 x 16 mm, a face 20 x 26.
    """
    top = _is_top(detections, flat, known=known)
    usable = ~(top & ~_lies_among_faces(detections, flat, top))
    order = sorted(range(len(detections)), key=lambda i: -detections[i].confidence)
    for place, i in enumerate(order):
        rivals = [j for j in order[:place] if usable[j]]
        near = np.linalg.norm(flat.centre[rivals] - flat.centre[i], axis=1) < _DOUBLE
        usable[i] &= not near.any()
    return usable


def _is_top(detections: Sequence[Detection], flat: Flat, *, known: bool) -> Flags:
    """Return which blanks are smaller than the faces around them can be, and what is far smaller.

    Far off the faces, as seen by how these are spread, only a ``known`` plane tells sizes well.
    """
    blank = np.array([_is_blank(d) for d in detections], dtype=bool)
    faced = np.array([d.tile not in NO_AXIS for d in detections], dtype=bool)
    if not faced.any():
        return np.zeros(len(detections), dtype=bool)
    size = flat.size / np.median(flat.size[faced], axis=0)
    area = size.prod(axis=1)
    small = (area < _SMALL) | (size.max(axis=1) < _SHORT)
    top = blank & small & (known | ~_is_far(flat, faced))
    result: Flags = (top & (top.sum() > _HAKU)) | (area < _TINY)
    return result


def _lies_among_faces(detections: Sequence[Detection], flat: Flat, top: Flags) -> Flags:
    """Return which of the small blanks ``top`` are haku in loose boxes: in a row of faces."""
    sure = np.array([d.tile == "5z" and d.confidence >= _SURE_HAKU for d in detections], dtype=bool)
    among: Flags = np.zeros(len(detections), dtype=bool)
    if not (top & sure).any():
        return among
    for row in strips(flat, ~top | sure):
        faces = sum(detections[i].tile not in NO_AXIS for i in row.tiles)
        if faces >= _FACES and 2 * faces >= len(row.tiles):
            among[list(row.tiles)] = True
    among &= sure
    return among


def _is_blank(detection: Detection) -> bool:
    """Say whether a white area was seen, without marks of a face."""
    if detection.tile != UNREADABLE:
        return detection.tile == "5z"
    return sum(p for face, p in detection.alternatives if face not in _BLANK) < _MARKED


def _is_far(flat: Flat, faced: Flags) -> Flags:
    """Return which tiles lie far off the faces."""
    centre = flat.centre[faced]
    offset = flat.centre - centre.mean(axis=0)
    spread = offset[faced].T @ offset[faced] / len(centre) + _BLUR**2 * np.eye(2)
    result: Flags = np.einsum("ni,ij,nj->n", offset, np.linalg.inv(spread), offset) > _REACH**2
    return result


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
    hands = [_hand(hand, spread.detections) for hand in found if _shown(hand.best)]
    kans = None if layout.lone else sum(map(kans_of, hands))
    indicators = indicators_of(_laid(spread, layout, found, kans), kans)
    rivers = tuple(river_of(hand.side) for hand in found if hand.side.river)
    riichi = frozenset(river.seat for river in rivers if river.riichi is not None)
    lying = frozenset(_lying(spread))
    shown = Shown(tuple(hands), layout.lone, riichi, game.players, game.ura, lying)
    notes = tuple(doubts(indicators, shown, spread.detections))
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


def _laid(spread: Spread, layout: Layout, found: Sequence[Found], kans: int | None) -> Laid:
    walls = [i for wall in layout.walls for i in wall.tiles if spread.detections[i].tile != BACK]
    apart = tuple(row for hand in found for row in hand.best.indicators)
    return Laid(turned_up(walls, kans, spread.detections), layout.ura, apart)


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
    splits = tuple(_as_reading(found.side.seat, way, detections) for way in ranked)
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
        _all_faces(parse, resolution.faces, detections),
        doubtful or resolution.margin < UNCERTAIN or _guessed(parse, detections),
        tuple(_all_faces(parse, rival, detections) for rival in resolution.rivals),
        nuki=parse.nuki,
    )


def _guessed(parse: Parse, detections: Sequence[Detection]) -> bool:
    """Say whether a concealed tile was not read at all."""
    return any(detections[i].tile not in HAND_FACES for i in parse.concealed)


def _all_faces(
    parse: Parse, faces: Sequence[str], detections: Sequence[Detection]
) -> tuple[str, ...]:
    """Return ``faces`` with those of face-down tiles put in, and unread ones left unread."""
    shown = iter(faces)
    own = [next(shown) for _ in parse.concealed]
    if parse.resolution.margin < UNCERTAIN:
        names = [detections[i].tile for i in parse.concealed]
        own = [face if name in HAND_FACES else name for face, name in zip(own, names, strict=True)]
    for meld in parse.melds:
        own += _meld_faces(meld, [next(shown) for i in meld.tiles if i not in meld.hidden])
    return tuple(own)


def _meld_faces(meld: Meld, shown: Sequence[str]) -> list[str]:
    """Return the faces of a called set; face-down tiles of a kan of fives hold the red one."""
    hidden = [shown[0].replace("0", "5")] * len(meld.hidden)
    if (
        hidden
        and shown[0][0] in "05"
        and shown[0][1] != "z"
        and not any(f[0] == "0" for f in shown)
    ):
        hidden[0] = f"0{shown[0][1]}"
    faces, backs = iter(shown), iter(hidden)
    return [next(backs) if i in meld.hidden else next(faces) for i in meld.tiles]
