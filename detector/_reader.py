"""The face reader: which face a located tile shows, and which way up it lies."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import starmap
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from detector._blank import unmasked
from detector._crops import portrait, rectify, sides, turned
from detector._session import even_parts, open_network, side_by_side
from detector._types import FACES, FLOWER, HAKU, UNREADABLE, Detection, Located, Quad
from detector.learning._adaptation import Adaptation
from detector.learning._features import described
from detector.learning._row import facing_alike

#: A face less likely than this is not said; the tile is then ``?``.
LEAST_CONFIDENCE: Final = 0.35
#: A flower is said from this on, for riichi is played without; so is a face, or a haku, in a box
#: less sure than ``DOUBTFUL``: what looks like a haku there is mostly something pale.
LEAST_FLOWER: Final = 0.8
DOUBTFUL: Final = 0.6
LEAST_DOUBTFUL: Final = 0.5
LEAST_DOUBTFUL_HAKU: Final = 0.9
#: Other faces are mentioned from this probability on.
LEAST_ALTERNATIVE: Final = 0.005
#: A first look that is this sure of the face needs no second one.
SURE: Final = 0.98
#: Boxes whose long side is less than this many short sides may lie on their side.
SQUARISH: Final = 1.3
#: Views read in one run of the network, at most.
BATCH: Final = 16

Image = NDArray[np.uint8]
Chances = NDArray[np.float32]


class Reader:
    """Reads the faces of located tiles with the network in ``model_path`` (default: the shipped).

    ``adaptation`` fits it to one tile set.  Raises ``FileNotFoundError`` when the model file is
    missing.
    """

    def __init__(
        self, model_path: Path | None = None, adaptation: Adaptation | None = None
    ) -> None:
        self._network = open_network("reader", model_path)
        self._adaptation = adaptation

    def adapted(self, adaptation: Adaptation | None) -> Reader:
        """Return the same reader fitted to a tile set, or to none."""
        other = copy(self)
        other._adaptation = adaptation
        return other

    def describe(self, views: Sequence[Image]) -> tuple[Chances, Chances]:
        """Return the shipped network's chances (N, 4, 40) of views (80x64x3, BGR), and what the
        views look like (N, D), for ``learn``.
        """
        return described(self._network, views)

    def __call__(self, image: Image, located: Sequence[Located]) -> tuple[Detection, ...]:
        """Return one detection a located tile, in the same order.

        ``image`` is HxWx3, uint8, BGR.  Every tile is looked at once; those not read surely are
        looked at again upside down and, where the box is nearly square, sideways, and the mean of
        all looks counts.
        """
        quads = [portrait(tile.corners) for tile in located]
        chances = self.look(image, quads)
        doubtful = np.flatnonzero(chances.sum(axis=1).max(axis=1) < SURE).tolist()
        again = [(i, k) for k in (2, 1, 3) for i in doubtful if k == 2 or _is_squarish(quads[i])]
        more = self.look(image, [turned(quads[i], quarters) for i, quarters in again])
        looks = np.ones((len(quads), 1, 1), np.float32)
        for (i, quarters), seen in zip(again, more, strict=True):
            chances[i] += np.roll(seen, quarters, axis=0)
            looks[i] += 1
        means = chances / looks
        if self._adaptation is not None:
            means = facing_alike(quads, means)
        means = unmasked(image, quads, means)
        sureness = [tile.confidence for tile in located]
        return tuple(starmap(_detection, zip(quads, means, sureness, strict=True)))

    def look(self, image: Image, quads: Sequence[Quad]) -> Chances:
        """Nx4x40 probabilities of (corner where the face's top left lies, class) at one look."""

        def read(part: Sequence[Quad]) -> Chances:
            return self._chances([rectify(image, quad) for quad in part])

        nothing = np.zeros((0, 4, len(FACES) + 1), np.float32)
        return np.concatenate([nothing, *side_by_side(read, even_parts(quads, BATCH))])

    def _chances(self, views: Sequence[Image]) -> Chances:
        if self._adaptation is not None:
            return self._adaptation(*described(self._network, views))
        blob = cv2.dnn.blobFromImages(views, swapRB=True)
        return np.asarray(self._network.run(["chances"], {"views": blob})[0], np.float32)


def _is_squarish(quad: Quad) -> bool:
    width, height = sides(quad)
    return height < SQUARISH * width


def _least(face: str, sureness: float) -> float:
    """How likely a face must be to be said of a box of this confidence."""
    if face == FLOWER:
        return LEAST_FLOWER
    if sureness >= DOUBTFUL:
        return LEAST_CONFIDENCE
    return LEAST_DOUBTFUL_HAKU if face == HAKU else LEAST_DOUBTFUL


def _detection(quad: Quad, chances: Chances, sureness: float) -> Detection:
    """Turn the 4x40 probabilities of one tile, in a box of this confidence, into a detection."""
    faces = chances.sum(axis=0)
    order = np.argsort(-faces).tolist()
    best = order[0]
    readable = bool(best < len(FACES) and faces[best] >= _least(FACES[best], sureness))
    likely = order[readable : int((faces >= LEAST_ALTERNATIVE).sum())]
    others = tuple((FACES[index], float(faces[index])) for index in likely if index < len(FACES))
    name = FACES[best] if readable else UNREADABLE
    confidence = float(faces[best] if readable else faces[len(FACES)])
    corners = turned(quad, int(chances[:, best].argmax()))
    return Detection(name, confidence, corners, others)
