"""The most probable hand that can exist, given how sure the reader is of every face."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import log
from operator import eq
from types import MappingProxyType
from typing import Final

import numpy as np

from detector._types import FACES, FLOWER, Detection
from detector.table._complete import is_complete, is_set
from detector.table._geometry import Array

#: The 37 faces a hand can hold; the red fives are the last three.
HAND_FACES: Final = FACES[:37]
#: Log-odds in favour of a hand that is complete: people lay down hands that are, and for one
#: misread tile in a complete hand there are hundreds that do not fit.
COMPLETE: Final = 6.0
#: Two readings within this log-ratio (about 90 : 1) are not told apart.  Of 345 faces in rendered
#: pictures that were up to four times surer than that none was wrong, of 129 less sure ones one.
UNCERTAIN: Final = 4.5
#: A face the reader is less sure of than this does not count as seen elsewhere on the table.
SEEN: Final = 0.9
#: Log-odds against one tile more than four being on the whole table.
_FIFTH: Final = 4.0
#: Chance of a face that the reader does not name, and the most assignments tried.
_FLOOR: Final = 1e-4
_OPEN: Final = 2e-3
_FLOWER: Final = 0.8
_TRIES: Final = 400
#: More tiles than this, some more than four kans and a pair, are no hand.
_MOST: Final = 20

#: Two tiles are not of one kind whose faces make it less likely than this (about 1 : 1,000).
_UNLIKE: Final = -7.0

#: How many red fives of each suit a set of tiles has.
REDS: Final[Mapping[str, int]] = MappingProxyType({"m": 1, "p": 1, "s": 1})

Choice = tuple[str, float]


def kind_of(face: str) -> int:
    """Return 0..33 for one of the 37 faces; red fives are fives."""
    place = FACES.index(face)
    return place if place < 34 else 4 + 9 * (place - 34)


_KIND: Final = {face: kind_of(face) for face in HAND_FACES}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the reader says of N tiles.

    ``choices`` lists for each tile the faces it may be with log-probabilities, likeliest first;
    ``kinds`` (N, 34) are the log-probabilities of the kinds relative to the likeliest.
    """

    choices: tuple[tuple[Choice, ...], ...]
    kinds: Array

    def same(self, tiles: Sequence[int]) -> float:
        """Return the log-probability that ``tiles`` are of one kind, relative to the best."""
        return float(self.kinds[list(tiles)].sum(axis=0).max()) if tiles else 0.0

    def run(self, tiles: Sequence[int]) -> float:
        """Return the log-probability that three ``tiles`` are a run, relative to the best."""
        suits = self.kinds[list(tiles), :27].reshape(3, 3, 9)
        orders = (
            suits[a, :, :7] + suits[b, :, 1:8] + suits[c, :, 2:]
            for a, b, c in permutations(range(3))
        )
        return float(max(order.max() for order in orders))


@dataclass(frozen=True, slots=True)
class SetClaim:
    """A called set: the indices that show a face, whether it is a run, and how many tiles of it
    lie face down.
    """

    shown: tuple[int, ...]
    run: bool
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Resolution:
    """The faces chosen, in the order asked for (``hidden`` ones are inferred by the caller).

    ``value`` is the log-probability with the prior; ``margin`` the log-ratio to the next reading;
    ``rivals`` the readings within ``UNCERTAIN``.
    """

    faces: tuple[str, ...]
    value: float
    complete: bool
    margin: float
    rivals: tuple[tuple[str, ...], ...]


def is_flower(detection: Detection) -> bool:
    """Say whether a tile is surely a flower; riichi is played without, so it takes much to be."""
    return detection.tile == FLOWER and detection.confidence >= _FLOWER


def is_seen(detection: Detection) -> bool:
    """Say whether a tile was surely read as a face."""
    return detection.tile in HAND_FACES and detection.confidence >= SEEN


def as_likely(tile: Detection, faces: Sequence[str]) -> Detection:
    """Return ``tile`` as likely each of the other ``faces`` as its own."""
    each = tile.confidence / (1 + len(faces))
    rest = tuple(pair for pair in tile.alternatives if pair[0] not in faces)
    return replace(tile, confidence=each, alternatives=(*((face, each) for face in faces), *rest))


def may_be_alike(one: Detection, other: Detection) -> bool:
    """Say whether two tiles may be of one kind, unless both were surely read as something else."""
    rows = np.array([_kind_row(one), _kind_row(other)])
    return bool(rows.sum(axis=0).max() > _UNLIKE)


def evidence_of(detections: Sequence[Detection]) -> Evidence:
    """Return the face probabilities of ``detections``.

    What ``confidence`` and ``alternatives`` leave over is spread over the faces not named; what
    they give to backs and flowers does not count, for a hand has none.
    """
    choices = tuple(_choices(d) for d in detections)
    return Evidence(choices, np.array([_kind_row(d) for d in detections]).reshape(-1, 34))


def _named(detection: Detection) -> tuple[dict[str, float], float]:
    """Return the probabilities of the named hand faces and of each face not named."""
    named = {detection.tile: detection.confidence, **dict(detection.alternatives)}
    hand = {face: max(p, _FLOOR) for face, p in named.items() if face in _KIND}
    rest = max(1 - sum(named.values()), 0.0) / (len(HAND_FACES) - len(hand) or 1)
    return hand, max(rest, _FLOOR)


def _choices(detection: Detection) -> tuple[Choice, ...]:
    named, rest = _named(detection)
    top = max([*named.values(), rest])
    if rest >= _OPEN * top:
        named = {face: named.get(face, rest) for face in HAND_FACES}
    ordered = sorted(named.items(), key=lambda item: -item[1])
    return tuple((face, log(p / top)) for face, p in ordered)


def _kind_row(detection: Detection) -> list[float]:
    named, rest = _named(detection)
    sums: dict[int, float] = {}
    for face, p in named.items():
        sums[_KIND[face]] = sums.get(_KIND[face], 0.0) + p
    row = [sums.get(kind, rest) for kind in range(34)]
    top = max(row)
    return [log(p / top) for p in row]


def resolve(
    concealed: Sequence[int],
    claims: Sequence[SetClaim],
    evidence: Evidence,
    elsewhere: Mapping[int, int] = MappingProxyType({}),
    reds: Mapping[str, int] = REDS,
) -> Resolution:
    """Return the most probable faces of a hand: ``concealed`` tiles, then each claim's.

    ``elsewhere`` counts the kinds seen on the rest of the table.  No reading has five of a kind
    or more red fives of a suit than ``reds``, unless nothing else was seen.
    """
    tiles = [*concealed, *(i for claim in claims for i in claim.shown)]
    judge = _Judge(len(concealed), tuple(claims), elsewhere, reds)
    whole = len(tiles) <= _MOST
    readings = _readings([evidence.choices[i] for i in tiles], judge) if whole else []
    if not readings:
        faces = tuple(evidence.choices[i][0][0] for i in tiles)
        return Resolution(faces, -2 * COMPLETE, False, 0.0, ())
    (best, (faces, complete)), *others = readings
    margin = best - others[0][0] if others else UNCERTAIN * 2
    rivals = tuple(other for value, (other, _) in others if best - value < UNCERTAIN)
    return Resolution(faces, best, complete, margin, rivals[:3])


_Reading = tuple[float, tuple[tuple[str, ...], bool]]


def _readings(choices: Sequence[tuple[Choice, ...]], judge: _Judge) -> list[_Reading]:
    """Return the possible readings near the best, the best first; of tiles that are no whole hand
    only the best.
    """
    found: dict[tuple[str, ...], _Reading] = {}
    hope, depth = (COMPLETE, UNCERTAIN) if judge.may_complete else (0.0, 0.0)
    best = -COMPLETE
    for tries, (value, faces) in enumerate(_assignments(choices, hope + 2 * UNCERTAIN)):
        if tries >= _TRIES or value + hope < best - depth:
            break
        verdict = judge(faces)
        if verdict is None:
            continue
        total = value + verdict[0]
        if not found or total >= best - depth:
            found.setdefault(judge.outcome(faces), (total, (faces, verdict[1])))
            best = max(best, total)
    return sorted(found.values(), key=lambda reading: -reading[0])


def _assignments(
    choices: Sequence[tuple[Choice, ...]], depth: float
) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield the ways to choose one face a tile, the likeliest first, down to ``-depth``."""
    faces = [options[0][0] for options in choices]
    open_tiles = [at for at, options in enumerate(choices) if len(options) > 1]
    heap: list[tuple[float, tuple[int, ...], int]] = [(0.0, (0,) * len(open_tiles), 0)]
    while heap:
        cost, ranks, last = heapq.heappop(heap)
        for at, rank in zip(open_tiles, ranks, strict=True):
            faces[at] = choices[at][rank][0]
        yield -cost, tuple(faces)
        for place in range(last, len(ranks)):
            options, rank = choices[open_tiles[place]], ranks[place] + 1
            if rank < len(options):
                total = cost + options[rank - 1][1] - options[rank][1]
                if total <= depth:
                    deeper = (*ranks[:place], rank, *ranks[place + 1 :])
                    heapq.heappush(heap, (total, deeper, place))


@dataclass(frozen=True, slots=True)
class _Judge:
    """Says of a whole assignment whether it can exist and whether the hand is complete: a winning
    shape, or the called sets alone where no concealed tiles are shown.
    """

    concealed: int
    claims: tuple[SetClaim, ...]
    elsewhere: Mapping[int, int]
    reds: Mapping[str, int]

    @property
    def may_complete(self) -> bool:
        """Whether the number of tiles allows it."""
        return self.concealed + 3 * len(self.claims) == 14 or not self.concealed

    def __call__(self, faces: tuple[str, ...]) -> tuple[float, bool] | None:
        """Return the prior and whether the hand is complete, or ``None`` for what cannot be."""
        red = [face[1] for face in faces if face[0] == "0"]
        if any(red.count(suit) > self.reds.get(suit, 0) for suit in red):
            return None
        kinds = [_KIND[face] for face in faces]
        kinds += [kind for kind, hidden in self._hidden(faces) for _ in range(hidden)]
        ordered = sorted(kinds)
        if any(map(eq, ordered, ordered[4:])):
            return None
        fifth = sum(
            max(0, kinds.count(kind) + self.elsewhere[kind] - 4)
            for kind in self.elsewhere.keys() & kinds
        )
        complete = self.may_complete and self._complete(faces)
        return COMPLETE * complete - _FIFTH * fifth, complete

    def outcome(self, faces: tuple[str, ...]) -> tuple[str, ...]:
        """Return what two assignments have in common that score alike."""
        own = sorted(faces[: self.concealed])
        return (*own, *(face for part in self._parts(faces) for face in sorted(part)))

    def _parts(self, faces: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        at = self.concealed
        for claim in self.claims:
            yield faces[at : at + len(claim.shown)]
            at += len(claim.shown)

    def _hidden(self, faces: tuple[str, ...]) -> Iterator[tuple[int, int]]:
        for claim, part in zip(self.claims, self._parts(faces), strict=True):
            if claim.hidden:
                yield _KIND[part[0]], claim.hidden

    def _complete(self, faces: tuple[str, ...]) -> bool:
        parts = zip(self.claims, self._parts(faces), strict=True)
        if not all(is_set([_KIND[face] for face in part], claim.run) for claim, part in parts):
            return False
        own = tuple(sorted(_KIND[face] for face in faces[: self.concealed]))
        return not own or is_complete(own, len(self.claims))
