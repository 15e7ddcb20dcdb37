"""Dora and ura indicators: which is which, and whether they are to be believed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from detector._hand import KANS
from detector._legality import HAND_FACES, UNCERTAIN, evidence_of, kind_of
from detector._types import Detection, HandReading, Message


@dataclass(frozen=True, slots=True)
class Indicators:
    """Indices of the dora and ura indicators."""

    dora: tuple[int, ...]
    ura: tuple[int, ...]


def indicators_of(walls: Sequence[int], apart: Sequence[tuple[int, ...]]) -> Indicators:
    """Return the indicators shown in the ``walls`` and in rows ``apart``, the farthest row first.

    Those in the wall are dora and rows beside it ura.  Of two rows laid out by hand the one nearer
    to the winner is ura; in one row or in more than two all count as dora.
    """
    beside = tuple(i for row in apart for i in row)
    if walls:
        return Indicators(tuple(walls), beside)
    if len(apart) == 2 and len(apart[0]) == len(apart[1]):
        return Indicators(*apart)
    return Indicators(beside, ())


def doubts(
    found: Indicators, hands: Sequence[HandReading], detections: Sequence[Detection], lone: bool
) -> Iterator[Message]:
    """Yield what is doubtful about the indicators, as messages for the user.

    A doubtful face counts where it changes how many dora a hand has.  Every kan turns up one
    more, so their number is known where the whole table is seen.
    """
    shown = (*found.dora, *found.ura)
    choices = evidence_of([detections[i] for i in shown]).choices
    for index, faces in zip(shown, choices, strict=True):
        likely = [face for face, value in faces if value > -UNCERTAIN]
        if _differ(likely, [hand for hand in hands if hand.concealed]):
            x, y = detections[index].corners[0]
            text = f"The indicator at ({x:.0f}, {y:.0f}) may be {' or '.join(likely[:2])}"
            values = {"x": round(x), "y": round(y), "either": likely[:2]}
            yield Message("indicator", f"{text}; tap the right one.", values)
    kans = sum(meld.type in KANS for hand in hands for meld in hand.melds)
    if not _suits(len(found.dora), len(found.ura), kans, lone):
        faces_seen = " ".join(detections[i].tile for i in shown) or "none"
        text = f"I see {kans} kan and these dora indicators: {faces_seen}; check them."
        yield Message("indicators", text, {"kans": kans, "tiles": faces_seen})


def _differ(indicators: Sequence[str], hands: Sequence[HandReading]) -> bool:
    """Say whether the dora of some hand depends on which of ``indicators`` it is."""
    counts = {
        tuple(sum(_kind(face) == dora for face in hand.faces) for hand in hands)
        for dora in map(_dora_of, indicators)
    }
    return len(counts) > 1


def _kind(face: str) -> int | None:
    return kind_of(face) if face in HAND_FACES else None


def _dora_of(indicator: str) -> int:
    """Return the kind that an indicator makes dora: the next one, round and round."""
    kind = kind_of(indicator)
    start, length = (27, 4) if 27 <= kind < 31 else (31, 3) if kind >= 31 else (kind // 9 * 9, 9)
    return start + (kind - start + 1) % length


def _suits(dora: int, ura: int, kans: int, lone: bool) -> bool:
    if lone:
        return not dora or (dora > kans and ura in (0, dora))
    return dora == kans + 1 and ura in (0, dora)
