"""A tile set being learned: the faces found in its photos, corrected until each is there once.

Pure: a photo or a correction makes a new draft out of an old one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from detector import PLAN, Example, Sheet, crop_of
from detector.learning._learning import CROP_SIZE
from device._errors import TilesError
from device._photo import Pixels

#: Photos a set is learned from at most, and tiles that must be found in each.
MOST_PHOTOS: Final = 3
FEWEST_TILES: Final = 5
_CAPTION: Final = 20
_GAP: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class TileDraft:
    """``examples`` in the order of photos and plan; ``looks`` gives by index the face that one
    surely looks like instead of its own; ``extra`` counts tiles that fit nowhere in the plan.
    """

    examples: tuple[Example, ...] = ()
    looks: tuple[tuple[int, str], ...] = ()
    photos: int = 0
    extra: int = 0

    @property
    def faces(self) -> frozenset[str]:
        """The faces that were seen."""
        return frozenset(example.face for example in self.examples)

    @property
    def absent(self) -> tuple[tuple[str, ...], ...]:
        """The rows of the plan of which no face was seen: the set may have none."""
        return tuple(row for row in PLAN if not self.faces & set(row))

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces not seen of rows that were."""
        rows = (row for row in PLAN if row not in self.absent)
        return tuple(face for row in rows for face in row if face not in self.faces)

    @property
    def doubled(self) -> tuple[str, ...]:
        """The faces seen more than once in one photo."""
        counts = Counter((example.photo, example.face) for example in self.examples)
        twice = {face for (_, face), count in counts.items() if count > 1}
        return tuple(face for row in PLAN for face in row if face in twice)

    @property
    def clear(self) -> bool:
        """Whether nothing has to be looked at."""
        return not (self.missing or self.doubled or self.looks)


def with_sheet(draft: TileDraft, image: Pixels, sheet: Sheet, name: str) -> TileDraft:
    """Return ``draft`` with what ``sheet`` found in ``image``, a photo called ``name``.

    Raises ``TilesError`` when there are too many photos or the photo shows no set laid out.
    """
    if draft.photos >= MOST_PHOTOS:
        raise TilesError("tiles_many_photos", most=MOST_PHOTOS)
    if len(sheet.tiles) < FEWEST_TILES:
        count = len(sheet.tiles) + len(sheet.extra)
        raise TilesError("tiles_no_sheet", name=name, count=count)
    start = len(draft.examples)
    new = (Example(t.face, crop_of(image, t.corners), draft.photos) for t in sheet.tiles)
    looks = ((start + i, t.looks) for i, t in enumerate(sheet.tiles) if t.looks)
    return TileDraft(
        (*draft.examples, *new), (*draft.looks, *looks), draft.photos + 1,
        draft.extra + len(sheet.extra),
    )  # fmt: skip


def corrected(draft: TileDraft, index: int, face: str | None) -> TileDraft:
    """Return ``draft`` with the example ``index`` showing ``face``, or left out.

    Raises ``TilesError`` when there is no such example or face.
    """
    known = {face for row in PLAN for face in row}
    if not 0 <= index < len(draft.examples) or (face is not None and face not in known):
        raise TilesError("tiles_no_face")
    examples = list(draft.examples)
    looks = tuple((i, other) for i, other in draft.looks if i != index)
    if face is not None:
        examples[index] = replace(examples[index], face=face)
        return replace(draft, examples=tuple(examples), looks=looks)
    del examples[index]
    looks = tuple((i - (i > index), other) for i, other in looks)
    return replace(draft, examples=tuple(examples), looks=looks)


def contact_sheet(draft: TileDraft) -> Pixels:
    """Return a picture of every face found, in the rows of the plan, one photo below the other;
    those that look like others have a red frame.
    """
    doubted = {index for index, _ in draft.looks}
    width, height = CROP_SIZE[0] + _GAP, CROP_SIZE[1] + _CAPTION + _GAP
    columns = max(map(len, PLAN))
    sheet = np.full((draft.photos * len(PLAN) * height, columns * width, 3), 32, np.uint8)
    for photo in range(draft.photos):
        for row, faces in enumerate(PLAN):
            shown = _in(draft, photo, faces)[:columns]
            for column, index in enumerate(shown):
                top, left = (photo * len(PLAN) + row) * height, column * width
                cell = sheet[top : top + height, left : left + width]
                _draw(cell, draft.examples[index], index in doubted)
    return sheet


def _in(draft: TileDraft, photo: int, faces: tuple[str, ...]) -> list[int]:
    found: Iterable[int] = (
        i for i, e in enumerate(draft.examples) if e.photo == photo and e.face in faces
    )
    return sorted(found, key=lambda i: faces.index(draft.examples[i].face))


def _draw(cell: NDArray[np.uint8], example: Example, doubted: bool) -> None:
    height, width = example.crop.shape[:2]
    cell[:height, :width] = example.crop
    colour = (70, 70, 255) if doubted else (235, 235, 235)
    if doubted:
        cv2.rectangle(cell, (1, 1), (width - 2, height - 2), colour, 3)
    place = (4, height + _CAPTION - 5)
    cv2.putText(cell, example.face, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)
