"""Called sets that cannot be: tiles that lie as a set does, whose faces are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from detector._hand import indices_of
from detector._types import UNREADABLE, HandReading, MeldReading
from detector.table._legality import HAND_FACES, kind_of

#: With fewer tiles there is no hand, only tiles that lie about.
_FEWEST: Final = 13


def as_can_be(hand: HandReading) -> HandReading:
    """Return ``hand`` without called sets that cannot be.

    In a whole hand the faces that do not fit are unread, so that a person says what they are;
    elsewhere the tiles are loose ones.
    """
    faces = dict(zip(indices_of(hand), hand.faces, strict=True))
    wrong = tuple(meld for meld in hand.melds if _misfits(meld, faces))
    if not wrong:
        return hand
    if hand.count < _FEWEST:
        return _loosened(hand, wrong, faces)
    blind = faces | {i: UNREADABLE for meld in wrong for i in _misfits(meld, faces)}
    return replace(hand, faces=tuple(blind[i] for i in indices_of(hand)), uncertain=True)


def _loosened(
    hand: HandReading, wrong: tuple[MeldReading, ...], faces: Mapping[int, str]
) -> HandReading:
    loose = tuple(i for meld in wrong for i in meld.tiles)
    melds = tuple(meld for meld in hand.melds if meld not in wrong)
    own = replace(hand, concealed=(*hand.concealed, *loose), melds=melds)
    return replace(own, faces=tuple(faces[i] for i in indices_of(own)), options=(), uncertain=True)


def _misfits(meld: MeldReading, faces: Mapping[int, str]) -> tuple[int, ...]:
    """Return the tiles of ``meld`` whose faces keep it from being a set; none if it is one."""
    kinds = {i: kind_of(faces[i]) for i in meld.tiles if faces[i] in HAND_FACES}
    if meld.type == "chi":
        return () if _may_be_run(sorted(kinds.values())) else tuple(kinds)
    times = Counter(kinds.values())
    most = max(times.values(), default=0)
    told = len(times) == 1 or most > 1  # else nobody knows which of them is right
    return tuple(i for i, kind in kinds.items() if times[kind] < most or not told)


def _may_be_run(kinds: list[int]) -> bool:
    if not kinds:
        return True
    near = kinds[-1] - kinds[0] < 3 and kinds[0] // 9 == kinds[-1] // 9
    return near and kinds[-1] < 27 and len({*kinds}) == len(kinds)
