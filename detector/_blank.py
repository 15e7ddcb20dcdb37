"""Blank faces taken for backs: a back has a colour of its own, a haku that of its neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from detector._crops import rectify, sides
from detector._types import BACK, FACES, FLOWER, HAKU, Quad

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

#: A face is surely another's neighbour when it is read with this probability.
_READ: Final = 0.9
#: Neighbours lie within so many lengths of the tile.
_NEAR: Final = 1.6
#: A colour differs by less than this from that of a neighbour's material: the distance of a* and
#: b* and this part of that of L*, because light falls off along a row.  Of 134 backs beside faces
#: on rendered tables of pale tiles and in photos none came nearer than 19.
_ALIKE: Final = 12.0
_LIGHT: Final = 0.4
#: What such a blank tile is said to be: likely a haku, to be asked about.
_SHARE: Final = 0.6
#: The middle of a tile, as pixels (width, height), that is looked at, without its edges.
_SAMPLE: Final = (16, 20)
_INSET: Final = -0.12
#: Where on a face's scale of brightness its material lies, above what is drawn on it.
_MATERIAL: Final = 75
_HAKU: Final = FACES.index(HAKU)
_BACK: Final = FACES.index(BACK)
_BLANK: Final = (_HAKU, _BACK, FACES.index(FLOWER), len(FACES))


def unmasked(image: Image, quads: Sequence[Quad], chances: NDArray[np.float32]) -> Floats:
    """Return ``chances`` (N, 4, 40) with backs of the colour of their neighbours' faces as likely
    haku.  ``image`` is HxWx3, uint8, BGR.
    """
    out = np.array(chances, np.float64)
    faces = out.sum(axis=1)
    best = faces.argmax(axis=1)
    sure = np.flatnonzero(~np.isin(best, _BLANK) & (faces.max(axis=1) >= _READ))
    centres = np.array([np.mean(quad, axis=0) for quad in quads]).reshape(-1, 2)
    material = cache(lambda k: _colour(image, quads[k], _MATERIAL))
    for i in np.flatnonzero(best == _BACK).tolist() if len(sure) else []:
        reach = _NEAR * max(sides(quads[i]))
        near = sure[np.linalg.norm(centres[sure] - centres[i], axis=1) < reach]
        if len(near) and _differs(_colour(image, quads[i], 50), map(material, near)) < _ALIKE:
            blank = out[i][:, [_HAKU, _BACK]].sum(axis=1)
            out[i][:, _HAKU], out[i][:, _BACK] = _SHARE * blank, (1 - _SHARE) * blank
    return out


def _differs(blank: Floats, faces: Iterable[Floats]) -> float:
    """How far the colour of a blank tile is from the nearest of the faces' material."""
    away = np.array([*faces]) - blank
    return float((_LIGHT * np.abs(away[:, 0]) + np.hypot(away[:, 1], away[:, 2])).min())


def _colour(image: Image, quad: Quad, part: float) -> Floats:
    """The colour (L*, a*, b*) of a tile's middle at this percentile of its brightness."""
    view = rectify(image, quad, _SAMPLE, _INSET).astype(np.float32) / 255
    lab = cv2.cvtColor(view, cv2.COLOR_BGR2Lab).reshape(-1, 3)
    order = np.argsort(lab[:, 0])
    place = round(part / 100 * (len(order) - 1))
    return np.asarray(np.median(lab[order[max(0, place - 8) : place + 9]], axis=0), np.float64)
