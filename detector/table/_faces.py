"""The faces of a hand as it was read, those of its face-down tiles put in."""

from __future__ import annotations

from collections.abc import Sequence

from detector._types import Detection
from detector.table._hand import Parse
from detector.table._legality import HAND_FACES, UNCERTAIN
from detector.table._sets import Meld


def faces_of(
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
