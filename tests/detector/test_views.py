"""The parts of a frame that the locator looks at a second time."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from detector._views import (
    FINE_PIXELS,
    MARGIN,
    PADDING,
    STRIDE,
    TILE,
    VIEW_PIXELS,
    Boxes,
    View,
    bounds,
    near_views,
    network_input,
)

WIDTH, HEIGHT = 4000, 3000

box = st.tuples(
    st.floats(0, WIDTH), st.floats(0, HEIGHT), st.floats(40, 160), st.floats(40, 160),
    st.floats(-3.2, 3.2), st.floats(0.15, 1),
)  # fmt: skip
some = st.lists(box, min_size=1, max_size=150).map(lambda rows: np.array(rows, np.float32))


def row(x: float, y: float, count: int = 14) -> Boxes:
    """A row of tiles, 75 by 100 pixels, side by side."""
    return np.array([(x + 75 * k, y, 75, 100, 0, 0.9) for k in range(count)], np.float32)


def rectangle(view: View) -> tuple[int, int, int, int]:
    return view.left, view.top, view.right, view.bottom


@given(some)
def test_every_box_is_whole_in_a_view_with_what_is_around_it(boxes: Boxes) -> None:
    views = np.array([rectangle(view) for view in near_views(boxes, WIDTH, HEIGHT)])
    margin = MARGIN * boxes[:, 2:4].max(axis=1)[:, None]
    wanted = np.clip(bounds(boxes) + margin * (-1, -1, 1, 1), 0, (WIDTH, HEIGHT) * 2)
    inside = (views[:, None, :2] <= wanted[None, :, :2] + 0.1).all(axis=2)
    inside &= (views[:, None, 2:] >= wanted[None, :, 2:] - 0.1).all(axis=2)
    assert inside.any(axis=0).all()


@given(some)
def test_views_lie_in_the_frame_and_keep_to_the_budget(boxes: Boxes) -> None:
    views = near_views(boxes, WIDTH, HEIGHT)
    assert all(0 <= view.left < view.right <= WIDTH for view in views)
    assert all(0 <= view.top < view.bottom <= HEIGHT for view in views)
    assert sum(view.pixels for view in views) <= FINE_PIXELS * 1.001


def test_rows_far_apart_are_looked_at_apart_and_without_the_table_between() -> None:
    views = near_views(np.concatenate([row(300, 300), row(2500, 2500)]), WIDTH, HEIGHT)
    assert len(views) == 2
    assert sum(view.pixels for view in views) < 0.4 * VIEW_PIXELS


def test_tiles_that_lie_together_are_looked_at_together() -> None:
    square = np.concatenate([row(1000, 1000 + 102 * k, 6) for k in range(3)])
    assert len(near_views(square, WIDTH, HEIGHT)) == 1


def test_tiles_of_two_sizes_are_seen_at_the_same_size() -> None:
    far, near = row(300, 300) * np.array([1, 1, 0.8, 0.8, 1, 1], np.float32), row(2500, 2500)
    scales = {
        view.top < 1000: view.scale for view in near_views(np.vstack([far, near]), 4000, 3000)
    }
    assert scales == pytest.approx({True: TILE / 80, False: TILE / 100})


@pytest.mark.parametrize("scale", [0.13, 0.4, 0.7, 1.6])
def test_a_view_becomes_rgb_with_its_corner_at_the_top_left(scale: float) -> None:
    image = np.zeros((700, 900, 3), np.uint8)
    image[200:400, 300:600] = (0, 128, 255)
    cv2.rectangle(image, (450, 300), (599, 399), (255, 0, 0), -1)
    found = network_input(image, View(300, 200, 600, 400, scale))[0]
    width, height = round(300 * scale), round(200 * scale)
    assert found.shape[1] % STRIDE == found.shape[2] % STRIDE == 0
    assert found[:, 2, 2] == pytest.approx((1, 128 / 255, 0), abs=0.01)
    assert found[:, height - 3, width - 3] == pytest.approx((0, 0, 1), abs=0.01)
    beyond = np.concatenate([found[:, height:].ravel(), found[:, :, width:].ravel()])
    assert beyond == pytest.approx(PADDING / 255)
