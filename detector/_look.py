"""Reading one picture of a table after the other: of a new one only what changed is looked at.

A look keeps the tiles that were read and a small picture of what each place looked like when it was
read.  Of the next picture only those places are located and read anew that look otherwise, in the
light of the small picture; tiles elsewhere stay.  Places that stay keep their old small picture, so
that a slow change adds up until it is noticed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from detector._detect import checked, detect, models
from detector._locator import besides
from detector._types import Detection, Located, Quad
from detector._views import TILE, Boxes
from detector.learning._adaptation import Adaptation
from detector.table._geometry import areas, lengths, quads_of

Image = NDArray[np.uint8]
Flags = NDArray[np.bool_]

#: Longer side of the small picture, about; it is made by a whole factor.
SMALL: Final = 640
#: How large other looks show tiles, next to the usual one.
SIZES: Final = (0.8, 1.25)
#: A pixel of the small picture has changed when a colour (0..255) differs by more than this share
#: of its contrast, and this many times its noise; at least and at most by so many levels.
CHANGED_BY: Final = 0.1
CONTRAST_OF: Final = (50, 98)  # percentiles
NOISES: Final = 6.0
LEVELS: Final = (4.0, 12.0)
#: The median of normal noise's size, in its standard deviations.
NORMAL: Final = 0.6745
#: A cell of half a tile's length has changed when so many of its pixels have.
CHANGED_PIXELS: Final = 3
#: With more than this part of the cells or of the tiles changed the whole picture is looked at.
MANY_CELLS: Final = 0.25
MANY_TILES: Final = 0.75
#: A box of less than this part of a tile's area shows only a part of it.
PART: Final = 0.75
#: Another light may stretch the grey levels by this share and shift them by so many; with more the
#: whole is looked at.  Less contrast tells no stretch.
STRETCH: Final = 0.3
SHIFT: Final = 40.0
CONTRAST: Final = 16.0


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What lies on the table in a picture.

    ``small`` is a picture of it shrunk by ``shrink``, each place as it was when its tiles were
    read; ``size`` is the width and height of the picture itself, ``adaptation`` the tile set.
    """

    detections: tuple[Detection, ...]
    small: Image
    shrink: int
    size: tuple[int, int]
    adaptation: Adaptation | None


def look(image: Image, adaptation: Adaptation | None = None) -> Look:
    """Return what lies on the table in a BGR picture (H, W, 3), all of it looked at.

    Raises as ``detect`` does.
    """
    height, width = checked(image).shape[:2]
    shrink = max(1, round(max(height, width) / SMALL))
    found = detect(image, adaptation)
    return Look(found, _small(image, shrink), shrink, (width, height), adaptation)


def looks_closer(
    image: Image, adaptation: Adaptation | None = None
) -> tuple[tuple[Detection, ...], ...]:
    """Return the tiles in a BGR picture as other looks at all of it show them: a tile that the
    usual one misses is seen smaller or larger perhaps.  Raises as ``detect`` does.
    """
    return tuple(detect(image, adaptation, TILE * size) for size in SIZES)


def look_again(
    image: Image,
    before: Look | None,
    adaptation: Adaptation | None = None,
    doubtful: Collection[int] = (),
) -> Look:
    """Return what lies on the table in a BGR picture taken after that of ``before``.

    Only what changed is looked at, and around the ``doubtful`` detections of ``before``; with much
    changed, in quite another light or with another tile set the whole.  ``before`` itself is
    returned where nothing is to be looked at.  Raises as ``detect`` does.
    """
    height, width = checked(image).shape[:2]
    if before is None or before.size != (width, height) or before.adaptation is not adaptation:
        return look(image, adaptation)
    small = _in_light_of(_small(image, before.shrink), before.small)
    if small is None:
        return look(image, adaptation)
    cells = _Cells(before)
    changed = cells.changed(small, before.small)
    changed |= cells.around([before.detections[i].corners for i in doubtful])
    if not changed.any():
        return before
    stale = cells.touch(changed, [tile.corners for tile in before.detections])
    if not len(stale) or changed.mean() > MANY_CELLS or stale.mean() > MANY_TILES:
        return look(image, adaptation)
    return _renewed(image, before, small, cells, changed, stale)


def _renewed(
    image: Image, before: Look, small: Image, cells: _Cells, changed: Flags, stale: Flags
) -> Look:
    """Return ``before`` with the ``changed`` cells looked at in ``image``, ``stale`` tiles anew.

    One that is not found again, or in part only, stays where only what lies around its middle has
    changed.
    """
    kept = [tile for tile, gone in zip(before.detections, stale, strict=True) if not gone]
    old = [tile for tile, gone in zip(before.detections, stale, strict=True) if gone]
    renewed = changed | cells.around([tile.corners for tile in old])
    locator, reader = models()
    located = locator.near(image, cells.boxes(changed, stale))
    inside = cells.touch(renewed, [tile.corners for tile in located])
    new = besides([tile for tile, seen in zip(located, inside, strict=True) if seen], kept)
    read = reader.adapted(before.adaptation)(image, new)
    touched = cells.touch(changed, [_inner(tile.corners) for tile in old])
    still = [tile for tile, gone in zip(old, touched, strict=True) if not gone]
    read = _without_parts(read, still)
    kept += [tile for tile in still if besides([Located(tile.corners, 1.0)], read)]
    seen = np.where(cells.pixels(renewed)[..., None], small, before.small)
    return Look((*kept, *read), seen, before.shrink, before.size, before.adaptation)


def _without_parts(read: Sequence[Detection], still: Sequence[Detection]) -> tuple[Detection, ...]:
    """Return the tiles ``read`` that are no mere part of one that is ``still`` there."""
    sizes = areas(quads_of(still))
    large = [
        [one for one, size in zip(still, sizes, strict=True) if own < PART * size]
        for own in areas(quads_of(read))
    ]
    return tuple(
        tile
        for tile, larger in zip(read, large, strict=True)
        if besides([Located(tile.corners, 1.0)], larger)
    )


def _small(image: Image, shrink: int) -> Image:
    height, width = (max(shrink, side - side % shrink) for side in image.shape[:2])
    size = (max(1, width // shrink), max(1, height // shrink))
    small = cv2.resize(image[:height, :width], size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8)


def _in_light_of(small: Image, model: Image) -> Image | None:
    """Return ``small`` as the light of ``model`` would show it; ``None`` where that is far off.

    The light is told by what most of the darker and most of the brightest places have become.
    """
    now, then = _sampled(small), _sampled(model)
    order = then.sum(axis=1).argsort()
    places = order[: len(order) // 2], order[-max(1, len(order) // 10) :]
    dark_then, bright_then = (np.median(then[at], axis=0) for at in places)
    dark, bright = (
        level + np.median(now[at] - then[at], axis=0)
        for level, at in zip((dark_then, bright_then), places, strict=True)
    )
    contrast = np.maximum(bright - dark, 1.0)
    stretch = np.where(contrast < CONTRAST, 1.0, (bright_then - dark_then) / contrast)
    shift = dark_then - stretch * dark
    if (abs(stretch - 1) > STRETCH).any() or (abs(shift) > SHIFT).any():
        return None
    levels = np.arange(256.0)[:, None] * stretch + shift
    table = np.clip(np.rint(levels), 0, 255).astype(np.uint8)[None]
    return np.asarray(cv2.LUT(small, table), np.uint8)


def _sampled(small: Image) -> NDArray[np.float64]:
    """Return some colours (N, 3) of a small picture."""
    return small[::6, ::6].reshape(-1, 3).astype(np.float64)


def _limit(small: Image, model: Image) -> float:
    """Return by how much a colour of ``small`` differs from ``model`` where something changed."""
    now, then = _sampled(small), _sampled(model)
    dark, bright = np.percentile(then, CONTRAST_OF)
    noise = float(np.median(np.abs(now - then))) / NORMAL
    wanted = max(CHANGED_BY * float(bright - dark), NOISES * noise)
    return float(np.clip(wanted, *LEVELS))


class _Cells:
    """The picture of a look parted into squares of half a tile's length."""

    def __init__(self, before: Look) -> None:
        self._shrink = before.shrink
        self._quads = quads_of(before.detections)
        self._lengths = lengths(self._quads)
        tile = float(np.median(self._lengths)) / before.shrink if len(self._lengths) else 16.0
        self._side = max(4, round(tile / 2))
        height, width = before.small.shape[:2]
        self._shape = (-(-height // self._side), -(-width // self._side))
        self._pixels = (height, width)

    def changed(self, small: Image, model: Image) -> Flags:
        """Return which cells of ``small`` look otherwise than in ``model``."""
        differs = (cv2.absdiff(small, model) > _limit(small, model)).any(axis=2)
        rows, columns = (np.arange(0, size, self._side) for size in self._pixels)
        counts = np.add.reduceat(np.add.reduceat(differs, rows, 0, np.intp), columns, 1)
        return np.asarray(counts >= CHANGED_PIXELS)

    def around(self, quads: Iterable[Quad]) -> Flags:
        """Return which cells lie in the bounds of ``quads``."""
        inside = np.zeros(self._shape, bool)
        for left, top, right, bottom in self._bounds(quads).tolist():
            inside[top : bottom + 1, left : right + 1] = True
        return inside

    def touch(self, changed: Flags, quads: Iterable[Quad]) -> Flags:
        """Return which of ``quads`` have a ``changed`` cell in their bounds."""
        sums = np.pad(changed.astype(np.intp).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
        left, top, right, bottom = self._bounds(quads).T
        inside = sums[bottom + 1, right + 1] - sums[top, right + 1]
        inside += sums[top, left] - sums[bottom + 1, left]
        return np.asarray(inside > 0)

    def boxes(self, changed: Flags, stale: Flags) -> Boxes:
        """Return as boxes, (N, 6), what to look at: ``changed`` cells, each as large as the tile
        that lay next to it, and the ``stale`` tiles.
        """
        rows, columns = np.nonzero(changed)
        side = self._side * self._shrink
        places = (np.stack([columns, rows], axis=1) + 0.5) * side
        middles = self._quads.mean(axis=1)
        gaps = np.linalg.norm(places[:, None] - middles[None], axis=2)
        sizes = self._lengths[gaps.argmin(axis=1)]
        places = np.concatenate([places, middles[stale]])
        sizes = np.concatenate([sizes, self._lengths[stale]])
        rest = np.stack([sizes, sizes, 0 * sizes, 0 * sizes + 1], axis=1)
        return np.concatenate([places, rest], axis=1).astype(np.float32)

    def pixels(self, cells: Flags) -> Flags:
        """Return the pixels of the small picture that lie in ``cells``."""
        high, wide = self._pixels
        return cells.repeat(self._side, 0).repeat(self._side, 1)[:high, :wide]

    def _bounds(self, quads: Iterable[Quad]) -> NDArray[np.intp]:
        """Return the first and last column and row, (N, 4), of the cells that quads lie in."""
        points = np.array(list(chain.from_iterable(quads)), float).reshape(-1, 4, 2)
        cells = np.floor(points / (self._side * self._shrink)).astype(np.intp)
        last = np.array(self._shape[::-1]) - 1
        low, high = cells.min(axis=1), cells.max(axis=1)
        return np.concatenate([low.clip(0, last), high.clip(0, last)], axis=1)


def _inner(quad: Quad) -> Quad:
    """Return the middle of ``quad``, half as long and wide."""
    x, y = (sum(values) / 4 for values in zip(*quad, strict=True))
    a, b, c, d = (((px + x) / 2, (py + y) / 2) for px, py in quad)
    return a, b, c, d
