"""The table's plane and middle from what lies on it, seen through known cameras."""

import random
from dataclasses import replace

import numpy as np
import pytest

from datasets.layout import lay
from datasets.layout_draw import corners_of
from datasets.layout_games import wins
from datasets.layout_style import Style
from datasets.layout_view import DETECTOR, calibration_of, look
from datasets.render import Camera
from detector import has_shifted, plane_of_table, plane_of_taps, read_table, tile_size, tilt_of

CAMERA = Camera(1920, 1440, 1100.0, fov=60.0)
STYLE = Style(table=True, dora="wall", untidy=0.5)


@pytest.fixture(scope="module")
def table():
    rng = random.Random(5)
    return lay(next(wins(5)), STYLE, rng)


def seen(table, camera):
    return look(table, camera, DETECTOR, random.Random(3)).detections


def reading_of(detections):
    """What is read by the calibration of ``CAMERA``."""
    return read_table(detections, CAMERA.width, CAMERA.height, calibration_of(CAMERA))


@pytest.mark.parametrize("tilt", [0, 20, 40])
def test_the_middle_is_found_from_the_tiles(table, tilt):
    camera = replace(CAMERA, tilt=tilt, roll=5.0, target=(30.0, -20.0))
    plane = plane_of_table(seen(table, camera))
    middle = plane.project(camera.project(np.array([0.0, 0.0, 16.0])))
    assert np.linalg.norm(middle) < 1.0


def test_one_hand_has_no_table(table):
    one = lay(next(wins(5)), replace(STYLE, table=False, dora="none"), random.Random(1))
    assert plane_of_table(seen(one, replace(CAMERA, distance=600.0))) is None
    assert plane_of_table(()) is None


@pytest.mark.parametrize("tilt", [5, 30, 50, 65])
def test_the_tilt_of_a_known_plane(table, tilt):
    camera = replace(CAMERA, tilt=tilt, azimuth=10.0, roll=7.0)
    plane = calibration_of(camera)
    assert tilt_of(plane, camera.width, camera.height) == pytest.approx(tilt, abs=0.5)
    taps = camera.project(corners_of(table.scene))
    plane = plane_of_taps([(x, y) for x, y in taps], table.scene.side)
    assert tilt_of(plane, camera.width, camera.height) == pytest.approx(tilt, abs=0.5)


def test_the_size_of_tiles_seen_from_above(table):
    pixels = CAMERA.focal / (CAMERA.distance - 16) * 20
    assert tile_size(seen(table, CAMERA)) == pytest.approx(pixels, rel=0.08)
    assert tile_size(()) == 0


@pytest.mark.parametrize(
    ("moved", "told"),
    [({}, False), ({"target": (110.0, 0.0)}, True), ({"roll": 25.0}, True), ({"roll": 2.0}, False)],
)
def test_a_camera_that_moved_aside_is_noticed(table, moved, told):
    calibration = calibration_of(CAMERA)
    assert has_shifted(calibration, reading_of(seen(table, replace(CAMERA, **moved)))) is told


def test_a_few_tiles_do_not_tell_that_the_camera_moved(table):
    few = seen(table, replace(CAMERA, target=(110.0, 0.0)))[:12]
    assert not has_shifted(calibration_of(CAMERA), reading_of(few))


def test_walls_and_standing_hands_do_not_tell_that_the_camera_moved(table):
    """As at the deal: next to no face lies there, and the middle is anybody's guess."""
    elsewhere = seen(table, replace(CAMERA, target=(110.0, 0.0)))
    dealt = [replace(tile, tile="back" if n > 8 else tile.tile) for n, tile in enumerate(elsewhere)]
    assert has_shifted(calibration_of(CAMERA), reading_of(elsewhere))
    assert not has_shifted(calibration_of(CAMERA), reading_of(dealt))
