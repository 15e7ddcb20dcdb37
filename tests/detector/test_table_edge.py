"""The table's edge in rendered pictures, and no edge where there is no table."""

from dataclasses import replace

import numpy as np
import pytest

from datasets.layout_draw import corners_of
from datasets.render import Camera, Look, render
from datasets.scene import PlacedTile, Scene
from detector import table_edge

FELTS = {
    "green": (52, 92, 28),
    "blue": (140, 90, 50),
    "brown": (45, 70, 110),
    "grey": (95, 95, 100),
}
ROW = [PlacedTile("5p", 20.5 * k - 130, 285) for k in range(13)]
WALL = [PlacedTile("1m", 20.5 * k - 130, -195, pose="down") for k in range(12)]
TABLE = Scene((*ROW, *WALL))
CAMERA = Camera(960, 720, 1050.0, fov=60.0)


def photograph(scene, look, camera):
    return render(scene, camera, look, np.random.default_rng(1)).image


@pytest.mark.parametrize(("felt", "tilt"), list(zip(FELTS, (0, 25, 45, 15), strict=True)))
def test_the_edge_is_found_within_a_hundredth_of_the_side(felt, tilt):
    b, g, r = FELTS[felt]
    look = Look(
        colours=((b * 0.8, g * 0.8, r * 0.8), (b, g, r)), floor=(70, 110, 150), vignette=0.3
    )
    camera = replace(CAMERA, tilt=tilt, roll=4.0)
    corners = table_edge(photograph(TABLE, look, camera))
    assert corners is not None
    true = camera.project(corners_of(TABLE))
    side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean()
    assert np.linalg.norm(np.array(corners) - true, axis=1).max() < 0.012 * side


def test_a_table_that_is_cut_off_is_not_proposed():
    near = replace(CAMERA, distance=500.0)
    assert table_edge(photograph(TABLE, Look(), near)) is None


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_plain_picture_has_no_table(level):
    assert table_edge(np.full((240, 320, 3), level, np.uint8)) is None
