"""Training pictures of the locator that are cut from rendered scenes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.locator._renders import KINDS, render_cuts
from datasets.render import own_faces

SIZE = 256


def _middles(quads: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The middles (N, 2) of the labels that lie in the picture."""
    middles = np.array([quad.mean(axis=0) for quad in quads]).reshape(-1, 2)
    return middles[((middles >= 0) & (middles < SIZE)).all(axis=1)]


@pytest.mark.parametrize("kind", ["any", *KINDS])
def test_cuts_show_labelled_tiles_at_the_size_asked_for(kind: str) -> None:
    cuts = render_cuts([own_faces()], [], np.random.default_rng(3), SIZE, kind)
    assert all(image.shape == (SIZE, SIZE, 3) for image, _ in cuts)
    assert all(len(_middles(quads)) for _, quads in cuts)


def test_tiles_lie_where_the_labels_of_a_cut_say() -> None:
    """Pale faces are brighter than the mat, whatever a window's scale and corner."""
    cuts = render_cuts([own_faces()], [], np.random.default_rng(8), SIZE, "game")
    for image, quads in cuts:
        labelled = np.zeros((SIZE, SIZE), np.uint8)
        cv2.fillPoly(labelled, [quad.round().astype(np.int32) for quad in quads], 1)
        light = image.mean(axis=2)
        assert light[labelled == 1].mean() > light[labelled == 0].mean() + 20
