"""Calibration, kept and used; a camera that moved; hints on rendered pictures at their limits."""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from aim_eye import CAMERA, Eye

from datasets.layout_view import calibration_of
from datasets.render import Camera, Look, render
from datasets.scene import PlacedTile, Scene
from detector import Detection
from device._errors import UserError
from device._pipeline import read_detections
from device.aim._aim import Aim
from device.aim._calibration import NAME, Calibration, CalibrationFile
from device.aim._hints import DARK_BELOW, OBLIQUE_ABOVE, SMALL_BELOW, hints_of

ROW = Scene(tuple(PlacedTile("5p", 20.5 * k - 130, 0) for k in range(13)), side=2000.0)
CLOSE = Camera(1280, 960, 400.0, fov=50.0)


@pytest.fixture
def table(tmp_path):
    eye = Eye()
    aim = Aim("v4l2:0", CalibrationFile(tmp_path), eye.read)
    picture = eye.picture()
    return SimpleNamespace(eye=eye, aim=aim, folder=tmp_path, look=lambda: aim.read((picture,)))


def again(table):
    return Aim("v4l2:0", CalibrationFile(table.folder), table.eye.read)


def test_taps_are_kept_and_used_for_every_reading(table):
    table.look()
    table.aim.calibrate(Eye().corners())
    table.look()
    later = again(table)
    assert later.calibration.corners == Eye().corners()
    later.read((table.eye.picture(),))
    assert [plane is not None for plane in table.eye.planes] == [False, True, True]
    assert not later.moved
    other = Aim("picamera2", CalibrationFile(table.folder), table.eye.read)
    assert other.calibration is None


def test_reading_ahead_shows_and_decides_nothing(table):
    table.aim.read_ahead(table.eye.picture())
    assert table.aim.sight is None and not table.aim.moved
    table.look()
    table.aim.calibrate(Eye().corners())
    table.eye.camera = replace(CAMERA, roll=20.0)
    table.aim.read_ahead(table.eye.picture())
    assert not table.aim.moved
    table.look()
    assert table.aim.moved


def test_the_tiles_calibrate_as_the_taps_do(table):
    table.look()
    table.aim.calibrate(None)
    assert table.aim.calibration.way == "tiles"
    middle = table.aim.calibration.plane.project(CAMERA.project(np.array([0.0, 0.0, 16.0])))
    assert np.linalg.norm(middle) < 0.7


def test_the_edge_is_proposed(table):
    assert table.aim.propose() is None
    table.aim.read((table.eye.photograph(),))
    assert np.abs(np.array(table.aim.propose()) - np.array(Eye().corners())).max() < 8


@pytest.mark.parametrize(
    "moved",
    [{"target": (120.0, 0.0)}, {"tilt": 35.0}, {"roll": 20.0}, {"width": 1920, "height": 1440}],
)
def test_a_moved_camera_is_noticed_and_reading_goes_on_without(table, moved):
    table.look()
    table.aim.calibrate(Eye().corners())
    table.eye.camera = replace(CAMERA, **moved)
    reading = table.aim.read((table.eye.picture(),))
    assert table.aim.moved
    assert reading == table.eye.read((), None)
    assert table.aim.calibration is not None
    table.eye.planes.clear()
    for _ in range(2):  # known to have moved, it is read once
        assert table.aim.read((table.eye.picture(),)) == reading
    assert (table.aim.moved, table.eye.planes) == (True, [None, None])
    table.eye.camera = CAMERA
    table.look()
    assert not table.aim.moved
    table.eye.planes.clear()
    table.look()
    assert table.eye.planes == [table.aim.calibration.plane]


def test_a_new_calibration_ends_the_notice(table):
    table.look()
    table.aim.calibrate(Eye().corners())
    table.eye.camera = replace(CAMERA, roll=20.0)
    table.aim.read((table.eye.picture(),))
    table.aim.calibrate(None)
    table.aim.read((table.eye.picture(),))
    assert not table.aim.moved
    table.aim.forget()
    assert again(table).calibration is None


def test_what_is_no_table_is_refused(table):
    with pytest.raises(UserError, match="no table at rest"):
        table.aim.calibrate(Eye().corners())
    table.look()
    with pytest.raises(UserError, match="no corners"):
        table.aim.calibrate(((0, 0), (9, 9), (3, 3), (1, 8)))
    few = Aim("v4l2:0", CalibrationFile(table.folder), lambda *_: read_detections((), (1280, 960)))
    few.read((table.eye.picture(),))
    with pytest.raises(UserError, match="0 tiles"):
        few.calibrate(None)
    assert not (table.folder / NAME).exists()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"v4l2:0": 3}', '{"v4l2:0": {"way": "taps", "plane": [[1, 2]]}}',
     '{"v4l2:0": {"way": "luck", "width": 1, "height": 1, "plane": [[1,0,0],[0,1,0],[0,0,1]], '
     '"corners": null}}',
     '{"v4l2:0": {"way": "taps", "width": 1, "height": 1, "plane": [[1,0,0],[1,0,0],[0,0,1]], '
     '"corners": null}}',
     '{"v4l2:0": {"way": "taps", "width": 1e999, "height": 1, "plane": [[1,0,0],[0,1,0],[0,0,1]], '
     '"corners": null}}', "[" * 100_000],
)  # fmt: skip
def test_a_broken_file_is_no_calibration_and_is_replaced(tmp_path, text):
    (tmp_path / NAME).write_text(text)
    kept = CalibrationFile(tmp_path)
    assert kept.load("v4l2:0") is None
    kept.save("v4l2:0", Calibration("tiles", 1280, 960, calibration_of(CAMERA)))
    assert kept.load("v4l2:0").width == 1280
    assert list(json.loads((tmp_path / NAME).read_text())) == ["v4l2:0"]
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_a_calibration_that_cannot_be_kept_is_told(tmp_path):
    (tmp_path / "data").write_text("a file in the way")
    with pytest.raises(UserError, match="cannot keep the calibration"):
        CalibrationFile(tmp_path / "data").save("v4l2:0", None)


def codes(look=None, camera=CLOSE, scene=ROW):
    drawn = render(scene, camera, look or Look(), np.random.default_rng(1))
    tiles = tuple(Detection(label.face, 1.0, label.corners) for label in drawn.labels)
    return {h.code: h.figure for h in hints_of(drawn.image, tiles, calibration_of(camera))}


def test_a_good_picture_has_no_hints():
    assert codes() == {}


@pytest.mark.parametrize("tilt", [OBLIQUE_ABOVE - 2, OBLIQUE_ABOVE + 2])
def test_an_oblique_camera_is_told_with_its_angle(tilt):
    found = codes(camera=replace(CLOSE, tilt=tilt))
    assert found.get("oblique") == (round(tilt) if tilt > OBLIQUE_ABOVE else None)


@pytest.mark.parametrize("part", [0.9, 1.1])
def test_a_dark_picture_is_told_with_its_brightness(part):
    bright = 207.0  # of these tiles at exposure 1
    found = codes(Look(exposure=part * DARK_BELOW / bright, gradient=0, vignette=0))
    assert ("dark" in found) == (part < 1)
    assert found.get("dark", part * DARK_BELOW) == pytest.approx(part * DARK_BELOW, abs=4)


@pytest.mark.parametrize(("blur", "told"), [(1.0, False), (5.0, True)])
def test_a_picture_out_of_focus_is_told(blur, told):
    assert ("unsharp" in codes(Look(blur=blur))) is told


@pytest.mark.parametrize("part", [0.9, 1.1])
def test_small_tiles_are_told_in_pixels(part):
    away = 20 * CLOSE.focal / (part * SMALL_BELOW)
    found = codes(camera=replace(CLOSE, distance=away + 16))
    assert found.get("small") == (round(part * SMALL_BELOW) if part < 1 else None)


def test_an_empty_dark_room_is_dark_and_a_black_felt_is_not():
    empty = Scene((), side=2000.0)
    black = Look(colours=((26, 26, 28), (34, 34, 36)))
    assert "dark" not in codes(black, scene=empty)
    assert "dark" in codes(replace(black, exposure=0.3), scene=empty)
