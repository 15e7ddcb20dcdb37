"""What a view of a tile looks like, in numbers: the networks' features of the whole face and of
its halves, its colours, and the hues of its inks.

The reader's own features tell faces apart that it was trained on.  For artwork that it never saw
the halves and the colours tell where on the face something is drawn, the hues in which ink.
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
#: Numbers that say what a view looks like.
LOOKS: Final = 633
#: What lies around a face in a view, above and beside it, in pixels; how far inks keep from it.
RIM: Final = (8, 6)
INSIDE: Final = 8
#: Grey levels added to both of two colours that are compared: black has no hue.
DARK: Final = 4.0
#: The body is brighter than this percentage of a face; inks have the outermost hues.
BODY: Final = 70
OUTERMOST: Final = (3, 97)


def described(
    network: onnxruntime.InferenceSession, views: Sequence[Image]
) -> tuple[Floats, Floats]:
    """Return the chances (N, 4, 40) of N BGR views (80x64x3) and what they look like (N, LOOKS)."""
    if not views:
        return np.zeros((0, 4, 40), np.float32), np.zeros((0, LOOKS), np.float32)
    chances, whole = _run(network, views)
    upper = _run(network, [_stretched(view[:HALF]) for view in views])[1]
    lower = _run(network, [_stretched(view[-HALF:]) for view in views])[1]
    colours = np.stack([_colours(view) for view in views])
    hues = np.stack([_hues(view) for view in views])
    return chances, np.concatenate([whole, upper, lower, colours, hues], axis=1)


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


def _hues(view: Image) -> Floats:
    """The outermost hues on a face and the mean (6,): how much redder and bluer than the body.

    The light's own colour falls out, for it is on the body as well.
    """
    high, wide = RIM
    face = view[high:-high, wide:-wide].astype(np.float32) + DARK
    share = np.log(face / np.percentile(face.reshape(-1, 3), BODY, axis=0))
    hues = share[..., [2, 0]] - share[..., 1:2]
    hues -= np.median(hues.reshape(-1, 2), axis=0)
    inner = hues[INSIDE:-INSIDE, INSIDE:-INSIDE].reshape(-1, 2)
    outermost = np.percentile(inner, OUTERMOST, axis=0).ravel()
    return np.concatenate([outermost, inner.mean(axis=0)]).astype(np.float32)
