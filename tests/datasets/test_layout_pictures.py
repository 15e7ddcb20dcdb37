"""Laid tables as photographs: the camera sees all; a second call goes on with the file."""

from itertools import islice

import numpy as np
import pytest

from datasets.layout_draw import corners_of, shots, tapped_plane
from datasets.layout_pictures import load, main
from datasets.layout_view import face_corners
from datasets.layout_worth import sight, true_score
from datasets.render import own_faces


@pytest.fixture(scope="module")
def taken():
    return list(islice(shots(3, (own_faces(),)), 12))


def test_all_that_lies_there_is_in_the_picture(taken):
    for shot in taken:
        faces = np.array([face_corners(tile) for tile in shot.table.scene.tiles]).reshape(-1, 3)
        seen = shot.camera.project(faces)
        assert (seen > 0).all() and (seen < (shot.camera.width, shot.camera.height)).all()
        assert shot.camera.tilt <= 45


def test_taps_are_a_little_beside_the_corners(taken):
    table = next(shot for shot in taken if shot.calibrated)
    half = table.table.scene.side / 40
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    found = tapped_plane(table).project(table.camera.project(corners_of(table.table.scene)))
    assert 0 < np.abs(found - square).max() < 1


def test_every_table_is_worth_something_or_left_out(taken):
    assert sum(true_score(shot) is not None for shot in taken) >= 10


def test_a_picture_is_seen_and_its_tiles_are_told_apart(taken):
    shot = next(shot for shot in taken if not shot.table.style.table)
    seen = sight(shot, shot.example())
    found = [tile for tile in seen.tiles if tile >= 0]
    assert len(found) == len(set(found))
    assert len(found) >= 0.8 * len(shot.table.scene.tiles)


def test_a_second_call_goes_on_where_the_file_ends(tmp_path, capsys):
    file = tmp_path / "seen.jsonl"
    call = ["--seed", "3", "--out", str(file), "--show", "--count"]
    assert main([*call, "1"]) == 0
    first = file.read_text()
    assert main([*call, "2"]) == 0
    assert file.read_text().startswith(first)
    assert len(load(file)) == 2
    assert main([*call, "2", "--minutes", "0"]) == 0
    told = capsys.readouterr().out
    assert "points exact" in told and "wrong and sure: none" in told
