"""Which boxes are tiles of the table, and the rows these lie in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from detector._types import BACK, HAKU, UNREADABLE, Detection
from detector.table._geometry import NO_AXIS, Flags, Flat
from detector.table._legality import is_seen
from detector.table._rack import ends_of_rack, is_no_tile
from detector.table._rows import Strip, strips
from detector.table._seats import backs_of, has_wall_behind

#: What a white area is read as, and how much of a face's area and height it must have to be one.
_BLANK: Final = frozenset({HAKU, UNREADABLE, BACK})
#: No more such small blanks than a set has haku are loose boxes on these: hands stand in rows.
_HAKU: Final = 4
#: From this chance on something unread shows marks of a face, a part of which is covered.
_MARKED: Final = 0.5
_SMALL: Final = 0.74
_SHORT: Final = 0.82
#: A small blank is a haku where it is read so surely, in a row with so many faces.
_SURE_HAKU: Final = 0.97
_FACES: Final = 3
#: So small a share of a face's area is no face at all, whatever is read there, and so large a one
#: no tile: of 3,378 backs in rendered pictures, on walls two tiles high, the largest has 1.93.
_TINY: Final = 0.5
_HUGE: Final = 2.0
#: How far from the faces, in their standard deviations, a blank's size can be told.
_REACH: Final = 3.0
_BLUR: Final = 1.5  # the least spread, in tile widths
#: Centres nearer than this, in tile widths, are two boxes on one tile.
_DOUBLE: Final = 0.45


def rows_among(
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
    """Return which blanks are smaller than the faces around them can be, and what is far smaller or
    larger.

    Far off the faces, as seen by how these are spread, only a ``known`` plane tells sizes well: no
    more than a few there that were surely read as faces are some.
    """
    blank = np.array([_is_blank(d) for d in detections], dtype=bool)
    faced = np.array([d.tile not in NO_AXIS for d in detections], dtype=bool)
    if not faced.any():
        return np.zeros(len(detections), dtype=bool)
    size = flat.size / np.median(flat.size[faced], axis=0)
    area = size.prod(axis=1)
    small = (area < _SMALL) | (size.max(axis=1) < _SHORT)
    told = known | ~_is_far(flat, faced)
    sure = np.array([is_seen(d) for d in detections], dtype=bool)
    top = blank & small & told
    odd = (area < _TINY) | (area > _HUGE)
    spared = odd & sure & ~told
    result: Flags = (top & (top.sum() > _HAKU)) | (odd & ~(spared & (spared.sum() <= _HAKU)))
    return result


def _lies_among_faces(detections: Sequence[Detection], flat: Flat, top: Flags) -> Flags:
    """Return which of the small blanks ``top`` are haku in loose boxes: in a row of faces."""
    sure = np.array([d.tile == HAKU and d.confidence >= _SURE_HAKU for d in detections], dtype=bool)
    among: Flags = np.zeros(len(detections), dtype=bool)
    if not (top & sure).any():
        return among
    for row in strips(flat, ~top | sure):
        faces = sum(detections[i].tile not in NO_AXIS for i in row.tiles)
        if faces >= _FACES and 2 * faces >= len(row.tiles):
            among[list(row.tiles)] = True
    among &= sure
    return among


def may_be_none(detection: Detection) -> bool:
    """Say whether a box may be no tile: it was not read, or as a blank one and not for sure."""
    blank = detection.tile == HAKU and detection.confidence < _SURE_HAKU
    return blank or detection.tile == UNREADABLE


def _is_blank(detection: Detection) -> bool:
    """Say whether a white area was seen, without marks of a face."""
    if detection.tile != UNREADABLE:
        return detection.tile == HAKU
    return sum(p for face, p in detection.alternatives if face not in _BLANK) < _MARKED


def _is_far(flat: Flat, faced: Flags) -> Flags:
    """Return which tiles lie far off the faces."""
    centre = flat.centre[faced]
    offset = flat.centre - centre.mean(axis=0)
    spread = offset[faced].T @ offset[faced] / len(centre) + _BLUR**2 * np.eye(2)
    result: Flags = np.einsum("ni,ij,nj->n", offset, np.linalg.inv(spread), offset) > _REACH**2
    return result
