"""More tiles of a kind than a set has: a face was misread, or a tile is of another set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from detector._hand import indices_of
from detector._types import Detection, HandReading, Message
from detector.table._legality import HAND_FACES, is_seen, kind_of

#: Tiles of a kind in a set.
_ALIKE = 4


def crowds(
    hand: HandReading,
    lying: Iterable[int],
    detections: Sequence[Detection],
    reds: Mapping[str, int],
) -> Iterator[Message]:
    """Yield, as messages for the user, which tiles of ``hand`` there are too many of.

    All that surely lie on the table (``lying``) count, and of red fives no more than ``reds``.
    """
    own = dict(zip(indices_of(hand), hand.faces, strict=True))
    faces = [face for face in own.values() if face in HAND_FACES]
    others = (detections[i] for i in lying if i not in own)
    seen = [*faces, *(tile.tile for tile in others if is_seen(tile))]
    kinds = Counter(map(kind_of, seen))
    for kind in sorted(set(map(kind_of, faces))):
        if kinds[kind] > _ALIKE:
            yield _crowd(HAND_FACES[kind], kinds[kind])
    for red in sorted({face for face in faces if face[0] == "0"}):
        if seen.count(red) > reds.get(red[1], 0):
            yield _crowd(red, seen.count(red))


def _crowd(face: str, count: int) -> Message:
    text = f"I see {count} {face} on the table, more than there are; check them."
    return Message("crowded", text, {"face": face, "count": count})
