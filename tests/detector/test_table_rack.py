"""Hands that stand before the camera, with a table behind them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laid_tables import rectangle

from datasets.render import Camera
from detector import Detection, Quad, read_table
from detector.table._rack import behind_hand

HELD = ["6p", "5z", "1p", "4z", "6z", "2z", "8p", "4p", "3z", "7z", "6s", "2m", "7m"]
SIZE = (1600, 1200)
#: A camera that looks at a row of standing tiles from a player's height.
PLAYER = Camera(*SIZE, distance=380, tilt=68, fov=60, target=(0.0, -40.0))

Points = list[tuple[float, float, float]]


def standing(x: float) -> Points:
    return [(x - 10, 0, 26), (x + 10, 0, 26), (x + 10, 0, 0), (x - 10, 0, 0)]


def lying(x: float, y: float) -> Points:
    return [(x - 10, y - 13, 16), (x + 10, y - 13, 16), (x + 10, y + 13, 16), (x - 10, y + 13, 16)]


def seen(camera: Camera, face: str, points: Points) -> Detection:
    a, b, c, d = ((float(x), float(y)) for x, y in camera.project(np.array(points, float)))
    return Detection(face, 0.99, (a, b, c, d))


def held(camera: Camera) -> list[Detection]:
    return [seen(camera, face, standing(20.4 * k - 122)) for k, face in enumerate(HELD)]


def laid(camera: Camera, y: float = 0.0) -> list[Detection]:
    return [seen(camera, face, lying(20.4 * k - 122, y)) for k, face in enumerate(HELD)]


def river(camera: Camera, x: float, y: float) -> Iterator[Detection]:
    faces = ["9m", "1s", "3s", "9s", "5m", "8s", "6m", "2s", "3p"]
    for k, face in enumerate(faces):
        yield seen(camera, face, lying(x + 20.4 * (k % 6), y + 26.4 * (k // 6)))


@pytest.mark.parametrize("tilt", [60, 68, 76])
@pytest.mark.parametrize("place", [(-150, -160), (-40, -220), (60, -130)])
def test_discards_behind_a_standing_hand_are_none_of_its_tiles(
    tilt: int, place: tuple[int, int]
) -> None:
    camera = replace(PLAYER, tilt=tilt)
    own, others = held(camera), list(river(camera, *place))
    for few in (others[:1], others[:3], others):
        reading = read_table([*few, *own], *SIZE)
        assert list(reading.hands[0].faces) == HELD
        assert len(reading.detections) == len(own) + len(few)


def test_nothing_hangs_in_the_air_above_a_hand_that_stands_for_sure() -> None:
    unread = seen(PLAYER, "?", [(x, y, z + 70) for x, y, z in standing(40)])
    doubtful = replace(unread, confidence=0.01, alternatives=(("7z", 0.2),))
    reading = read_table([doubtful, *river(PLAYER, -40, -220), *held(PLAYER)], *SIZE)
    assert list(reading.hands[0].faces) == HELD


def test_a_standing_hand_may_be_parted() -> None:
    own = [seen(PLAYER, face, standing(22 * k - 150 + 9 * (k // 4))) for k, face in enumerate(HELD)]
    found = [*river(PLAYER, -40, -220), *own]
    assert behind_hand(found, SIZE).tolist() == [True] * 9 + [False] * 13


def test_a_few_small_boxes_do_not_make_a_lying_hand_stand() -> None:
    camera = replace(PLAYER, tilt=20, distance=700)
    small = [seen(camera, "1p", [(x / 2, y / 2 - 60, z) for x, y, z in lying(0, 0)])]
    assert not behind_hand([*small, *laid(camera), *river(camera, -60, -120)], SIZE).any()


@given(
    st.floats(0, 45), st.floats(-12, 12), st.floats(40, 70), st.floats(300, 900), st.floats(-60, 60)
)
@settings(max_examples=60, deadline=None)
def test_nothing_in_the_plane_of_a_hand_lies_behind_it(
    tilt: float, azimuth: float, fov: float, distance: float, aim: float
) -> None:
    camera = Camera(
        *SIZE, distance=distance, tilt=tilt, azimuth=azimuth, fov=fov, target=(0, aim - 60)
    )
    found = [*laid(camera), *river(camera, -60, -90), *river(camera, -60, -180)]
    assert not behind_hand(found, SIZE).any()


def wide(centre: float, width: float) -> Quad:
    return (
        (centre - width / 2, -13),
        (centre + width / 2, -13),
        (centre + width / 2, 13),
        (centre - width / 2, 13),
    )


@pytest.mark.parametrize(("width", "ends"), [(20, True), (15, False), (26, False)])
def test_what_is_no_tile_at_the_end_of_a_hand_is_its_rack_if_it_is_otherwise_large(
    width: float, ends: bool
) -> None:
    hand = [Detection(face, 1.0, rectangle(20.4 * k, 0)) for k, face in enumerate(HELD)]
    nothing = Detection("?", 0.9, wide(20.4 * 12 + 10.4 + width / 2, width), (("5z", 0.05),))
    (reading,) = read_table([*hand, nothing], 600, 300).hands
    assert list(reading.faces) == [*HELD, *["?"] * ends]
