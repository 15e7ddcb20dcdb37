"""What a view of a tile looks like, in numbers: the networks' features of the whole face and of
its halves, and its colours.

The reader's own features tell faces apart that it was trained on.  For artwork that it never saw
the halves and the colours tell where on the face something is drawn and in which ink.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

#: Views in one run of the network.
BATCH: Final = 34
#: Rows of a view from its top or bottom that a half shows.
HALF: Final = 44
#: Width and height of the coarse picture of colours.
COARSE: Final = (8, 10)
#: Grey levels that the contrast of a blank face is taken for.
LEAST_CONTRAST: Final = 8.0


def described(
    network: onnxruntime.InferenceSession, views: Sequence[Image]
) -> tuple[Floats, Floats]:
    """Return the chances (N, 4, 40) of N views (80x64x3, BGR) and what they look like (N, 627)."""
    if not views:
        return np.zeros((0, 4, 40), np.float32), np.zeros((0, 627), np.float32)
    chances, whole = _run(network, views)
    upper = _run(network, [_stretched(view[:HALF]) for view in views])[1]
    lower = _run(network, [_stretched(view[-HALF:]) for view in views])[1]
    colours = np.stack([_colours(view) for view in views])
    return chances, np.concatenate([whole, upper, lower, colours], axis=1)


def _run(network: onnxruntime.InferenceSession, views: Sequence[Image]) -> tuple[Floats, Floats]:
    parts = []
    for start in range(0, len(views), BATCH):
        blob = cv2.dnn.blobFromImages(views[start : start + BATCH], swapRB=True)
        parts.append(network.run(["chances", "features"], {"views": blob}))
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])


def _stretched(part: Image) -> Image:
    return np.asarray(cv2.resize(part, (64, 80), interpolation=cv2.INTER_LINEAR), np.uint8)


def _colours(view: Image) -> Floats:
    """A coarse picture (240,), as differences from the face's own colour."""
    small = cv2.resize(view, COARSE, interpolation=cv2.INTER_AREA).astype(np.float32)
    body = np.median(small, axis=(0, 1))
    return np.asarray(((small - body) / (small.std() + LEAST_CONTRAST)).ravel(), np.float32)
