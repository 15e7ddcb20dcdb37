"""The shipped locator on drawn tables and on photos with known boxes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from datasets._matching import match
from datasets.locator._evaluate import evaluate
from datasets.locator._labels import label_path, pictures
from datasets.render import Camera, Example, Look, render
from datasets.scene import PlacedTile, Scene
from detector._locator import HINT, Locator, _corners, _one_per_tile
from detector._views import View, network_input

PHOTOS = Path(__file__).parents[2] / "../shared/photos/hands"
Image = NDArray[np.uint8]

ROW = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "5z", "5z")
#: A drawn hand: thirteen tiles side by side, the winning tile apart, a set with a called tile.
HAND = Scene(
    (
        *(PlacedTile(face, 20.4 * k - 200, 0.0) for k, face in enumerate(ROW)),
        PlacedTile("5z", 90.0, 1.0),
        PlacedTile("2p", 133.0, 3.0, angle=270),
        PlacedTile("3p", 156.5, 0.0),
        PlacedTile("4p", 177.0, 0.0),
    )
)
ABOVE = Camera(1280, 960, distance=620)


@pytest.fixture(scope="module")
def locator() -> Locator:
    return Locator()


def drawn(camera: Camera = ABOVE, scene: Scene = HAND) -> Example:
    return render(scene, camera, Look(), np.random.default_rng(3))


def outcome(locator: Locator, image: Image, quads: NDArray[np.float64]) -> tuple[int, int]:
    """How many of the tiles at ``quads`` were found, and how many boxes are on nothing."""
    found = np.array([tile.corners for tile in locator(image)], np.float64).reshape(-1, 4, 2)
    pairs = match(found, quads)
    return len(pairs), len(found) - len(pairs)


def quads_of(example: Example) -> NDArray[np.float64]:
    return np.array([label.corners for label in example.labels])


@pytest.mark.parametrize("tilt", [0, 20, 40])
@pytest.mark.parametrize("azimuth", [0, 35, 90, 180])
def test_a_drawn_hand_is_found_tile_by_tile(locator: Locator, tilt: int, azimuth: int) -> None:
    example = drawn(replace(ABOVE, tilt=tilt, azimuth=azimuth))
    assert outcome(locator, example.image, quads_of(example)) == (17, 0)


def test_tiles_of_a_12_megapixel_frame_are_found_small_and_large(locator: Locator) -> None:
    for distance in (450, 620, 1500):
        example = drawn(Camera(4000, 3000, distance=distance))
        assert outcome(locator, example.image, quads_of(example)) == (17, 0)


def test_turning_the_picture_turns_the_boxes(locator: Locator) -> None:
    example = drawn()
    turned = np.ascontiguousarray(np.rot90(example.image))
    quads = quads_of(example)
    moved = np.stack([quads[..., 1], example.image.shape[1] - quads[..., 0]], axis=-1)
    assert outcome(locator, turned, moved) == (17, 0)


def test_boxes_are_portrait_clockwise_and_surest_first(locator: Locator) -> None:
    tiles = locator(drawn().image)
    for tile in tiles:
        a, b, c, _ = np.array(tile.corners)
        assert np.linalg.norm(b - a) <= np.linalg.norm(c - b)
        assert np.linalg.det([b - a, c - b]) > 0
    sureness = [tile.confidence for tile in tiles]
    assert sureness == sorted(sureness, reverse=True)
    assert all(0 < value <= 1 for value in sureness)


@pytest.mark.parametrize("grey", [0, 90, 255])
def test_an_empty_table_has_no_tiles(locator: Locator, grey: int) -> None:
    noise = np.random.default_rng(0).normal(grey, 6, (720, 960, 3))
    assert locator(np.clip(noise, 0, 255).astype(np.uint8)) == ()
    assert locator(drawn(scene=Scene(())).image) == ()


def test_the_network_decodes_only_what_may_be_a_tile(locator: Locator) -> None:
    image = render(HAND, ABOVE, Look(), np.random.default_rng(0)).image
    for picture, most in ((image, 1000), (np.full_like(image, 90), 1)):
        batch = network_input(picture, View(0, 0, 1280, 960, 0.4))
        (columns,) = locator._whole.run(None, {"images": batch})
        assert columns.shape[:2] == (1, 6) and 1 <= columns.shape[2] <= most
        assert most == 1 or (columns[0, 4] > HINT - 1e-3).all()


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"tile locator.*none\.onnx"):
        Locator(tmp_path / "none.onnx")


boxes = st.tuples(
    *(st.floats(0, 1000),) * 2, *(st.floats(10, 80),) * 2, st.floats(0, 3), st.floats(0.3, 1)
)


@given(boxes)
def test_corners_span_their_box(box: tuple[float, ...]) -> None:
    (corners,) = _corners(np.array([box], np.float32))
    assert np.allclose(corners.mean(axis=0), box[:2], atol=1e-2)
    area = abs(cv2.contourArea(corners.astype(np.float32)))
    assert area == pytest.approx(box[2] * box[3], rel=1e-2)


@given(boxes)
def test_the_surer_of_two_boxes_on_a_tile_stays(box: tuple[float, ...]) -> None:
    sure = np.array(box, np.float32)
    doubtful = sure * np.array([1, 1, 0.9, 0.6, 1, 0.9], np.float32)
    kept = _one_per_tile(np.stack([doubtful, sure]))
    assert kept.tolist() == [sure.tolist()]


def test_photos_of_sets_never_trained_on(tmp_path: Path) -> None:
    """Every third photo of the held-out folder, with a floor below what was measured."""
    for kind in ("images", "labels", "ignore"):
        (tmp_path / kind).mkdir()
    for path in pictures(PHOTOS)[::3]:
        (tmp_path / "images" / path.name).symlink_to(path.resolve())
        for kind in ("labels", "ignore"):
            labels = label_path(path, kind)
            if labels.exists():
                (tmp_path / kind / labels.name).symlink_to(labels.resolve())
    total = evaluate(tmp_path)["all"]
    assert total.photos == 23
    assert total.found / total.tiles > 0.94
    assert total.overlap > 0.8
