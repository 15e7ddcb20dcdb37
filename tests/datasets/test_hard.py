"""Pictures of what the locator finds hard: tight rows of any colour, photographed tiles laid."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.locator._compose import LabelledPhoto
from datasets.locator._lay import cut_tiles, lay
from datasets.reader._build import _unlike_back
from datasets.reader._renders import _half, hard
from datasets.reader._store import CANVAS_SIZE, NOT_A_TILE, Crop, tile_quad
from datasets.render import Example, Label, hard_example
from datasets.render._look import any_colour_look
from detector._types import FACES

SIZE = 256


@pytest.fixture
def photo(tmp_path: Path) -> LabelledPhoto:
    """Three grey tiles, the second a haku, packed side by side."""
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    image = np.full((120, 240, 3), 30, np.uint8)
    boxes = np.array([[20 + 60 * k, 20, 76 + 60 * k, 100] for k in range(3)], float)
    for (left, top, right, bottom), grey in zip(boxes.astype(int), (120, 250, 180), strict=True):
        image[top:bottom, left:right] = grey
    cv2.imwrite(str(tmp_path / "images" / "tray.png"), image)
    middles = [(left + 28) / 240 for left in boxes[:, 0]]
    lines = [f"{c} {x} 0.5 {56 / 240} {80 / 120}" for c, x in zip((0, 31, 2), middles, strict=True)]
    (tmp_path / "labels" / "tray.txt").write_text("\n".join(lines))
    return LabelledPhoto(tmp_path / "images" / "tray.png", boxes, True)


def test_tiles_are_cut_whole_and_haku_known(photo: LabelledPhoto) -> None:
    tiles = cut_tiles(photo, np.random.default_rng(0))
    assert [round(float(np.median(part))) for part in tiles.pictures] == [120, 250, 180]
    assert tiles.haku.tolist() == [False, True, False]


def test_laid_tiles_are_seen_where_their_labels_say(photo: LabelledPhoto) -> None:
    seen = 0
    for seed in range(12):
        image, quads = lay([photo], [], np.random.default_rng(seed), SIZE)
        for quad in quads:
            x, y = quad.mean(axis=0).round().astype(int)
            if 0 <= x < SIZE and 0 <= y < SIZE:
                seen += 1
                assert min(abs(int(image[y, x, 0]) - grey) for grey in (120, 250, 180)) < 4
    assert seen > 20


def test_laid_tiles_do_not_cover_each_other(photo: LabelledPhoto) -> None:
    for seed in range(12):
        _, quads = lay([photo], [], np.random.default_rng(seed), SIZE)
        for one, other in pairwise(quads):
            shared, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
            assert shared < 0.1 * cv2.contourArea(one.astype(np.float32))


def test_hard_scenes_show_many_faces_that_are_easily_halved_and_any_colour() -> None:
    faces = [
        label.face
        for seed in range(6)
        for label in hard_example(np.random.default_rng(seed), (320, 240)).labels
    ]
    assert sum(face in ("4p", "6p", "8p", "8s", "2p") for face in faces) > 0.15 * len(faces)
    bodies = [min(any_colour_look(np.random.default_rng(seed)).body) for seed in range(40)]
    assert sum(body < 80 for body in bodies) > 4 and sum(body > 200 for body in bodies) > 10


def test_a_far_table_has_small_tiles() -> None:
    example = hard_example(np.random.default_rng(3), (480, 480), far=True)
    sides = [np.linalg.norm(np.subtract(*label.corners[:2])) for label in example.labels]
    assert len(sides) > 60 and np.median(sides) < 20


def test_the_reader_learns_whole_faces_and_that_halves_are_no_tiles() -> None:
    crops = list(hard([], [], 3, seed=4))
    halves = [crop for crop in crops if crop.label == NOT_A_TILE]
    assert 3 <= len(halves) <= 12 and len(crops) > 2 * len(halves)
    assert not any(half.upright for half in halves)


def test_half_a_face_is_seen_from_edge_to_middle() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    image[50:150, 60:140] = 100
    image[50:150, 60:100] = 200
    corners = ((60.0, 50.0), (140.0, 50.0), (140.0, 150.0), (60.0, 150.0))
    example = Example(image, (Label("4p", corners, 1.0, 0),))
    (left, top), _, (right, bottom), _ = tile_quad().astype(int)
    shades = set()
    for seed in range(20):
        half = _half(np.random.default_rng(seed), example, example.labels[0])
        assert half is not None
        shades.add(round(float(half.pixels[top:bottom, left:right].mean()), -1))
    assert shades == {100, 150, 200}


def test_dark_plain_haku_is_not_learnt_because_backs_look_so() -> None:
    shape = (*CANVAS_SIZE[::-1], 3)
    haku = FACES.index("5z")
    dark, pale = (Crop(np.full(shape, value, np.uint8), haku, True) for value in (30, 235))
    assert list(_unlike_back(iter([dark, pale]))) == [pale]
