"""Riichi sticks between the rivers, in drawn pictures."""

import numpy as np
import pytest

from datasets.render import Camera, Look, own_faces, render
from datasets.scene import PlacedTile, Scene, Stick
from detector import Plane, TableReading, find_sticks, plane_of_taps, with_sticks
from detector.table._sticks import Pixels

PLACES = {"bottom": (0.0, 52.0), "right": (52.0, 0.0), "top": (0.0, -52.0), "left": (-52.0, 0.0)}
CAMERA = Camera(1920, 1440, 900.0, tilt=25.0, azimuth=4.0)


def seen(*sticks: Stick) -> tuple[Pixels, Plane]:
    """Return a picture of a table with a row of tiles, and its plane from its four corners."""
    row = [PlacedTile(f"{n}p", 25.0 * n - 120, 96.0) for n in range(1, 10)]
    scene = Scene((*row, PlacedTile("5z", 0.0, -20.0)), sticks)
    image = render(scene, CAMERA, Look(faces=own_faces()), np.random.default_rng(5)).image
    half = scene.side / 2
    corners = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0.0)])
    taps = [(float(x), float(y)) for x, y in CAMERA.project(corners)]
    return image, plane_of_taps(taps, scene.side)


@pytest.mark.parametrize("sides", [[], ["bottom"], ["right", "top"], list(PLACES)])
def test_riichi_sticks_are_counted_by_seat(sides: list[str]) -> None:
    turned = {"bottom": 3.0, "right": 92.0, "top": -4.0, "left": 86.0}
    sticks = [Stick(1000, *PLACES[side], angle=turned[side]) for side in sides]
    found = [stick for stick in find_sticks(*seen(*sticks)) if stick.value == 1000]
    assert sorted(stick.seat for stick in found) == sorted(sides)
    assert all(stick.confidence > 0.5 for stick in found)


def test_a_stick_without_one_red_dot_is_no_riichi_stick() -> None:
    found = find_sticks(*seen(Stick(100, 0.0, 52.0), Stick(5000, 52.0, 0.0, angle=90.0)))
    assert [stick.value for stick in found] == [None] * len(found)
    assert all(stick.confidence < 0.5 for stick in found)


def test_sticks_lie_in_the_reading_where_they_are_in_the_picture() -> None:
    image, plane = seen(Stick(1000, 0.0, 52.0))
    height, width = image.shape[:2]
    (stick,) = with_sticks(TableReading(width, height, (), (), ()), image, plane).sticks
    middle = np.mean(stick.corners, axis=0)
    assert np.linalg.norm(middle - CAMERA.project(np.array([0.0, 52.0, 4.0]))) < 10
