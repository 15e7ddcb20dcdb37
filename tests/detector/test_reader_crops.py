"""Rectified crops: what is cut out, and which corner comes first."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from detector._crops import VIEW_SIZE, portrait, rectify, sides, turned
from detector._types import Quad

lengths = st.floats(8, 300)
angles = st.floats(0, 360)


def rectangle(width: float, height: float, angle: float, x: float = 400, y: float = 400) -> Quad:
    box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    points = box @ np.array([[c, s], [-s, c]]) + (x, y)
    return tuple((float(px), float(py)) for px, py in points)


@given(lengths, lengths, angles)
def test_portrait_is_never_wider_than_high(width: float, height: float, angle: float) -> None:
    quad = portrait(rectangle(width, height, angle))
    assert sides(quad)[0] <= sides(quad)[1] * (1 + 1e-9)
    assert set(quad) == set(rectangle(width, height, angle))


@given(st.integers(-8, 8), st.integers(-8, 8))
def test_turns_add_up(first: int, second: int) -> None:
    quad = rectangle(30, 40, 20)
    assert turned(turned(quad, first), second) == turned(quad, first + second)


@pytest.mark.parametrize("height", [24, 60, 140, 600])
@pytest.mark.parametrize("angle", [0.0, 33.0, 90.0, 180.0, 271.0])
def test_the_first_corner_comes_to_the_top_left(height: int, angle: float) -> None:
    image = np.full((800, 800, 3), 40, np.uint8)
    quad = rectangle(height * 0.75, height, angle)
    cv2.fillConvexPoly(image, np.int32(np.round(quad)), (200, 200, 200))
    mark = np.array(quad[0]) * 0.8 + np.array(quad[2]) * 0.2
    cv2.circle(image, np.int32(mark).tolist(), max(2, height // 12), (0, 0, 255), -1)
    view = rectify(image, quad)
    assert view.shape == (VIEW_SIZE[1], VIEW_SIZE[0], 3)
    redness = view[..., 2].astype(int) - view[..., 0]
    y, x = np.unravel_index(redness.argmax(), redness.shape)
    assert x < VIEW_SIZE[0] * 0.45
    assert y < VIEW_SIZE[1] * 0.45
    assert view[40, 32].mean() > 150
    assert view[1, 1].mean() < 90


def test_a_perspective_quad_is_straightened() -> None:
    image = np.full((400, 400, 3), 30, np.uint8)
    quad: Quad = ((150, 100), (250, 110), (300, 300), (90, 290))
    cv2.fillConvexPoly(image, np.int32(quad), (220, 220, 220))
    view = rectify(image, quad, (90, 120), margin=0.0)
    assert (view[4:-4, 4:-4] > 200).all()
