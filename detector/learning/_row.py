"""Tiles of a row lie the same way up: what tells a 6 from a 9 where these are one figure turned.

Riichi faces need none of this; on the tiles of a set that was learnt a face may be another one
upside down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from detector._types import Quad

Floats = NDArray[np.float32]

#: Tiles of a row lie so many of their heights along their up from each other at most, so many of
#: their widths aside, and their ups differ by an angle of at most this cosine.
ALONG: Final = 0.4
ASIDE: Final = 5.0
PARALLEL: Final = 0.94
#: What one tile says of which end is up, and all others together, in nats at most: 1 in 50 lies
#: otherwise than its neighbours.
ONE: Final = 2.0
ALL: Final = 3.9


def facing_alike(quads: Sequence[Quad], chances: Floats) -> Floats:
    """Return the probabilities (N, 4, 40) of portrait ``quads``, given how their neighbours lie.

    What each has for its first and its third corner together stays.
    """
    if len(quads) < 2:
        return chances
    ends = chances[:, ::2].sum(axis=2) + 1e-6
    own = np.clip(np.log(ends[:, 0] / ends[:, 1]), -ONE, ONE)
    lean = np.clip(_neighbours(np.array(quads)) @ own, -ALL, ALL)
    told = chances.copy()
    told[:, ::2] *= np.stack([1 / (1 + np.exp(-lean)), 1 / (1 + np.exp(lean))], 1)[..., None]
    told[:, ::2] *= (ends.sum(axis=1) / (told[:, ::2].sum(axis=(1, 2)) + 1e-6))[:, None, None]
    return np.asarray(told, np.float32)


def _neighbours(quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, N): 1 where the other tile lies in the same row the same way up, -1 where its first
    corner is at the other end, 0 where it is in no row with the tile.
    """
    up = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2
    aside = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    middle = quads.mean(axis=1)
    offset = middle[None] - middle[:, None]
    high, wide = (np.linalg.norm(edges, axis=1) for edges in (up, aside))
    alike = (up @ up.T) / (high[:, None] * high[None])
    along = np.abs(np.einsum("ijk,ik->ij", offset, up)) / high[:, None] ** 2
    across = np.abs(np.einsum("ijk,ik->ij", offset, aside)) / wide[:, None] ** 2
    row = (along < ALONG) & (across < ASIDE) & (np.abs(alike) > PARALLEL)
    np.fill_diagonal(row, False)
    return np.where(row, np.sign(alike), 0.0)
