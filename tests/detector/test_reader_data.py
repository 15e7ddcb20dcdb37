"""The crops the face reader learns from."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.reader._augment import training_view
from datasets.reader._inks import is_light, is_pale, red_five
from datasets.reader._store import CANVAS_SIZE, Crop, Crops, canvas, tile_quad
from datasets.render import Camera, Look, render
from datasets.scene import PlacedTile, Scene
from detector._crops import VIEW_SIZE
from detector._types import FACES


def drawn_crop(face: str, pose: str = "up", look: Look | None = None) -> Crop:
    down = pose == "down"
    scene = Scene((PlacedTile(face, 0, 0, pose="down" if down else "up"),))
    rng = np.random.default_rng(2)
    example = render(scene, Camera(400, 400, distance=120), look or Look(), rng)
    (label,) = example.labels
    return Crop(canvas(example.image, label.corners), FACES.index(label.face), upright=True)


def inner(pixels: np.ndarray) -> np.ndarray:
    (left, top), _, (right, bottom), _ = tile_quad().astype(int)
    return pixels[top + 5 : bottom - 5, left + 5 : right - 5].astype(int)


@pytest.mark.parametrize("suit", ["m", "p", "s"])
def test_a_plain_five_becomes_red_and_its_surroundings_stay(suit: str) -> None:
    plain = drawn_crop(f"5{suit}")
    red = red_five(np.random.default_rng(0), plain)
    assert FACES[red.label] == f"0{suit}"
    before, after = inner(plain.pixels), inner(red.pixels)
    dark = before.max(-1) < 110
    assert dark.sum() > 30
    assert (after[dark][:, 2] - after[dark][:, :2].max(-1)).mean() > 40
    assert np.array_equal(plain.pixels[:10], red.pixels[:10])


def test_pale_backs_are_known_from_strong_ones() -> None:
    assert is_pale(drawn_crop("1m", "down", Look(back=(235.0, 238.0, 238.0))))
    assert not is_pale(drawn_crop("1m", "down", Look(back=(30.0, 165.0, 225.0))))
    assert not is_pale(drawn_crop("1m", "down", Look(back=(35.0, 35.0, 35.0))))
    assert is_light(drawn_crop("5p"))


def test_views_keep_the_tile_and_say_where_its_top_left_is() -> None:
    pixels = np.full((*CANVAS_SIZE[::-1], 3), 200, np.uint8)
    left, top = tile_quad()[0].astype(int)
    pixels[top : top + 34, left : left + 28] = (0, 0, 220)
    rng = np.random.default_rng(3)
    places = {0: (20, 18), 1: (20, 46), 2: (60, 46), 3: (60, 18)}
    hits = 0
    for _ in range(200):
        view, turn = training_view(rng, pixels)
        assert view.shape == (VIEW_SIZE[1], VIEW_SIZE[0], 3)
        redness = cv2.blur(view, (9, 9)).astype(int) @ (-1, 0, 1)
        reddest = max(places, key=lambda corner: redness[places[corner]])
        hits += reddest == turn
    assert hits > 180


def test_crops_come_back_from_disk(tmp_path: Path) -> None:
    crops = [drawn_crop("7z"), drawn_crop("2s")]
    Crops.of(crops).save(tmp_path / "some")
    again = Crops.load(tmp_path / "some")
    assert len(again) == 2
    assert [FACES[label] for label in again.labels] == ["7z", "2s"]
    assert np.array_equal(again.pixels[1], crops[1].pixels)
    assert again.upright.all()
