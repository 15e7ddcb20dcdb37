"""Dora and ura indicators: which is which, and whether they are to be believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Final

from detector._hand import KANS, indices_of
from detector._types import BACK, UNREADABLE, Detection, HandReading, Message, TableReading
from detector.table._legality import HAND_FACES, evidence_of, is_seen, kind_of
from scorer._dora import MOST_INDICATORS, dora_kinds

_NORTH: Final = kind_of("4z")
#: Two faces of an indicator within this log-ratio (about 90 : 1) are both told where the score
#: depends on it: it stands alone, no other tile speaks for it or against it.  Within the other one
#: (about 7 : 1) they are told in any case: it is shown.
_DOUBT: Final = 4.5
_EVEN: Final = 2.0
#: The same for what may lie face down, where without it there would be one indicator too few.
_NEEDED: Final = 3.0


Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Indicators:
    """Indices of the dora and ura indicators; ``uneven`` when two rows of them lie there that are
    not of one length, or rows that may be some but are too many.
    """

    dora: tuple[int, ...]
    ura: tuple[int, ...]
    uneven: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles that may be indicators: in ``walls``, ``beside`` these and in rows ``apart``, the
    farthest row first.  ``closed``: some hand laid open may be one in riichi.
    """

    walls: tuple[int, ...]
    beside: tuple[int, ...]
    apart: Rows
    closed: bool = True


#: What is doubtful about the indicators, as messages, and the tiles of a whole hand.
_NOTES: Final = frozenset({"indicator", "indicators", "no_ura", "ura_alone", "crowded"})
_WHOLE: Final = 14


def believed(
    own: Rows, every: Rows, kans: int | None, closed: bool, detections: Sequence[Detection]
) -> Rows:
    """Return the rows apart that are indicators: those with a hand laid open, its ``own``, where
    their number is right, if need be without rows that were not read, or where there are too many
    of ``every`` hand's.
    """
    read = tuple(row for row in own if kans is None or is_read(row, detections))
    for rows in (own, read):
        if are_all(rows, kans, closed):
            return rows
    crowd = len(every) > 2 and sum(map(len, every)) > MOST_INDICATORS
    return own if own and crowd else every


def are_all(rows: Rows, kans: int | None, closed: bool) -> bool:
    """Say whether ``rows`` are as many indicators as so many ``kans`` turn up, with ura where some
    hand laid open may be one in riichi (``closed``).
    """
    return [len(row) for row in rows] == [(kans or 0) + 1] * (1 + closed)


def is_read(tiles: Sequence[int], detections: Sequence[Detection]) -> bool:
    """Say whether all of ``tiles`` were read as faces."""
    return all(detections[i].tile in HAND_FACES for i in tiles)


def indicators_of(laid: Laid, kans: int | None) -> Indicators:
    """Return which of the ``laid`` tiles are indicators for so many ``kans`` on the table; ``None``
    where not all of it is seen.

    Those in the wall are dora and the rows beside it ura; rows apart count as ura only where these
    are not all there; beside a wall there are none where no hand can be in riichi, and rows apart
    contradict the wall.  Of two rows
    laid out by hand the one nearer to the winner is ura; in one row or in more than two all count
    as dora, but for rows without which their number is right.
    """
    apart = tuple(i for row in laid.apart for i in row)
    if laid.walls:
        if not laid.closed:
            return Indicators(laid.walls, (), bool(laid.apart))
        whole = len(laid.beside) == len(laid.walls)
        return Indicators(laid.walls, laid.beside if whole else (*laid.beside, *apart))
    if len(laid.apart) == 2 and len(laid.apart[0]) == len(laid.apart[1]):
        return Indicators(*laid.apart)
    fitting = [row for row in laid.apart if kans is not None and len(row) == kans + 1]
    if len(laid.apart) > 1 and len(fitting) == 1:
        return Indicators(fitting[0], (), True)
    return Indicators(apart, (), len(laid.apart) == 2)


def turned_up(
    wall: Sequence[int], kans: int | None, detections: Sequence[Detection]
) -> tuple[int, ...]:
    """Return which tiles of the ``wall`` are turned up: of those that may lie face down none, where
    the others are as many as the ``kans`` on the table turn up.
    """
    sure = tuple(i for i in wall if not _may_be_back(detections[i]))
    told = kans is not None and len(sure) == kans + 1
    return sure if told and is_read(sure, detections) else tuple(wall)


@dataclass(frozen=True, slots=True)
class Shown:
    """What lies open beside the indicators: ``hands``, whether it is a ``lone`` hand in a picture,
    the seats in ``riichi``, how many play, whether a riichi that wins turns up ``ura``, and all
    tiles that are ``lying`` on the table.
    """

    hands: tuple[HandReading, ...]
    lone: bool
    riichi: frozenset[str]
    players: int
    ura: bool
    lying: frozenset[int]


def doubts(found: Indicators, shown: Shown, detections: Sequence[Detection]) -> Iterator[Message]:
    """Yield what is doubtful about the indicators, as messages for the user.

    A doubtful face counts where it changes how many dora a hand has, or is about as likely as
    another.  Every kan turns up one more, so their number is known where the whole table is seen; a
    winner in riichi turns up as many ura.
    """
    yield from _doubtful_faces(found, shown, detections)
    yield from _doubtful_number(found, shown, detections)


def _doubtful_faces(
    found: Indicators, shown: Shown, detections: Sequence[Detection]
) -> Iterator[Message]:
    tiles, whole = (*found.dora, *found.ura), _laid_open(shown)
    choices = evidence_of([detections[i] for i in tiles]).choices
    needed = not shown.lone and len(found.dora) == sum(map(kans_of, shown.hands)) + 1
    for index, faces in zip(tiles, choices, strict=True):
        likely = [face for face, value in faces if value > -_DOUBT]
        even = len(faces) > 1 and faces[1][1] > -_EVEN
        if _may_be_back(detections[index], _NEEDED if needed else _DOUBT):
            yield _either(detections[index], [likely[0], BACK])
        elif (
            even
            or _is_one_too_many(index, shown.lying, detections)
            or _differ(likely, whole, shown.players)
        ):
            yield _either(detections[index], [face for face, _ in faces[:2]])


def _doubtful_number(
    found: Indicators, shown: Shown, detections: Sequence[Detection]
) -> Iterator[Message]:
    tiles, whole = [detections[i] for i in (*found.dora, *found.ura)], _laid_open(shown)
    kans = sum(map(kans_of, shown.hands))
    sure = kans - sum(_unread_kans(hand, detections) for hand in shown.hands)
    names = ", ".join(map(_named, tiles)) or "none"
    values = {"kans": kans, "tiles": " ".join(tile.tile for tile in tiles) or "–"}
    fit = any(_suits(found, count, shown.lone) for count in range(sure, kans + 1))
    if not fit or (len(found.dora) > kans + 1 and any(map(_may_hold_kan, whole))):
        text = f"I see {kans} kan and these dora indicators: {names}; check them."
        yield Message("indicators", text, values)
    elif shown.ura and found.dora and not found.ura and _is_in_riichi(whole, shown):
        yield _no_ura(names, values)
    elif _is_ura_alone(found, shown, whole):
        text = f"I see ura indicators {names} but no riichi in front of the winner; check both."
        yield Message("ura_alone", text, values)


def _laid_open(shown: Shown) -> list[HandReading]:
    return [hand for hand in shown.hands if hand.concealed]


def doubted(hand: HandReading) -> HandReading:
    """Return ``hand``, uncertain for what is told of the indicators."""
    return hand if hand.uncertain else replace(hand, uncertain=True, doubted=True)


def known_in_riichi(reading: TableReading, seat: str, ura: bool = True) -> TableReading:
    """Return ``reading`` as it is where the winner at ``seat`` is known to be in riichi.

    The tile may have been called since, then no river shows it: ura are no wonder, and where a
    riichi that wins turns up ``ura``, there must be some.
    """
    if any(river.seat == seat and river.riichi is not None for river in reading.rivers):
        return reading
    notes = [message for message in reading.messages if message.code in _NOTES]
    left = [message for message in notes if message.code != "ura_alone"]
    if not left and ura and reading.dora_indicators and not reading.ura_indicators:
        left = [_missing_ura(reading)]
    if left == notes:
        return reading
    rest = [message for message in reading.messages if message.code not in _NOTES]
    hands = [
        replace(hand, uncertain=False, doubted=False) if hand.doubted else hand
        for hand in reading.hands
    ]
    hands = [doubted(hand) if left and hand.count == _WHOLE else hand for hand in hands]
    return replace(reading, hands=tuple(hands), messages=(*rest, *left))


def _missing_ura(reading: TableReading) -> Message:
    tiles = [reading.detections[i] for i in reading.dora_indicators]
    kans = sum(map(kans_of, reading.hands))
    values = {"kans": kans, "tiles": " ".join(tile.tile for tile in tiles)}
    return _no_ura(", ".join(map(_named, tiles)), values)


def _no_ura(names: str, values: Mapping[str, object]) -> Message:
    text = f"I see no ura beside the dora indicators {names} of a hand in riichi; turn them up."
    return Message("no_ura", text, values)


def kans_of(hand: HandReading) -> int:
    """Return how many kans a hand has; four tiles of two kinds are none."""
    faces = dict(zip(indices_of(hand), hand.faces, strict=True))
    return sum(
        meld.type in KANS and len({_kind(faces[i]) for i in meld.tiles}) == 1 for meld in hand.melds
    )


def _unread_kans(hand: HandReading, detections: Sequence[Detection]) -> int:
    """Return how many kans of a hand have tiles that were not read: these may be none."""
    kans = [meld.tiles for meld in hand.melds if meld.type in KANS]
    return sum(any(detections[i].tile == UNREADABLE for i in tiles) for tiles in kans)


def _may_hold_kan(hand: HandReading) -> bool:
    """Say whether a called triplet may be a kan of which one tile was overlooked: the fourth of its
    kind is not in the hand.
    """
    kinds = [_kind(face) for face in hand.faces]
    faces = dict(zip(indices_of(hand), kinds, strict=True))
    return any(m.type == "pon" and kinds.count(faces[m.tiles[0]]) == 3 for m in hand.melds)


def _is_ura_alone(found: Indicators, shown: Shown, whole: Sequence[HandReading]) -> bool:
    """Say whether ura were turned up on a table where no winner's river shows a riichi."""
    return bool(found.ura and whole) and not shown.lone and not _is_in_riichi(whole, shown)


def _is_in_riichi(hands: Sequence[HandReading], shown: Shown) -> bool:
    return any(hand.seat in shown.riichi for hand in hands)


def _may_be_back(detection: Detection, doubt: float = _DOUBT) -> bool:
    """Say whether a tile may lie face down, within a log-ratio: then it is no indicator."""
    named = dict(detection.alternatives)
    return named.get(BACK, 0.0) > detection.confidence * exp(-doubt)


def _is_one_too_many(index: int, lying: frozenset[int], detections: Sequence[Detection]) -> bool:
    """Say whether five of a kind, or two red fives of a suit, surely lie there with this one."""
    own = detections[index].tile
    others = (detections[i].tile for i in lying | {index} if i == index or is_seen(detections[i]))
    seen = [face for face in others if face in HAND_FACES]
    alike = sum(kind_of(face) == kind_of(own) for face in seen) if own in HAND_FACES else 0
    return alike > 4 or (own[0] == "0" and seen.count(own) > 1)


def _named(detection: Detection) -> str:
    """Return an indicator and where it lies, in words."""
    x, y = detection.corners[0]
    return f"{detection.tile} at ({x:.0f}, {y:.0f})"


def _either(detection: Detection, faces: Sequence[str]) -> Message:
    x, y = detection.corners[0]
    text = f"The indicator at ({x:.0f}, {y:.0f}) may be {' or '.join(faces)}; tap the right one."
    return Message("indicator", text, {"x": round(x), "y": round(y), "either": list(faces)})


def _differ(indicators: Sequence[str], hands: Sequence[HandReading], players: int) -> bool:
    """Say whether the dora of some hand depends on which of ``indicators`` it is."""
    every = [[_kind(face) for face in hand.faces] + [_NORTH] * len(hand.nuki) for hand in hands]
    dora = dora_kinds([kind_of(face) for face in indicators], players)
    return len({tuple(kinds.count(kind) for kinds in every) for kind in dora}) > 1


def _kind(face: str) -> int | None:
    return kind_of(face) if face in HAND_FACES else None


def _suits(found: Indicators, kans: int, lone: bool) -> bool:
    """Say whether there are as many indicators as there can be; a photo of a hand may show none,
    and more than its kans turn up: others have some too.
    """
    dora, ura = len(found.dora), len(found.ura)
    enough = kans < dora if lone else kans + 1 == dora
    right = enough and dora <= MOST_INDICATORS and ura in (0, dora) and not found.uneven
    return right or (lone and not dora)
