"""The shipped face reader on drawn tables and on photos with known boxes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.render import Camera, Example, Label, Look, render
from datasets.scene import PlacedTile, Scene
from detector._reader import LEAST_ALTERNATIVE, Reader, _detection
from detector._types import BACK, FACES, FLOWER, UNREADABLE, Detection, Located, Quad

PHOTOS = Path(__file__).parents[2] / "../shared/photos/hands"
Image = NDArray[np.uint8]

#: All faces that the project draws, in rows of nine.
DRAWN = tuple(face for face in FACES if face not in (BACK, FLOWER))
#: Drawn faces that look different upside down.
DIRECTED = frozenset((*(f"{n}m" for n in range(10)), "6p", "7p", "1s", "3s", "7s", "1z", "2z"))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def table_of(faces: Sequence[str], angle: float = 0.0) -> Scene:
    """Tiles in rows of nine, 26 mm apart, all turned by ``angle``."""
    tiles = [
        PlacedTile(face, 26 * (k % 9 - 4), 34 * (k // 9 - len(faces) / 18), angle)
        for k, face in enumerate(faces)
    ]
    return Scene(tuple(tiles))


def drawn(scene: Scene, tilt: float = 0.0) -> Example:
    camera = Camera(1280, 960, distance=420, tilt=tilt)
    return render(scene, camera, Look(), np.random.default_rng(1))


def located(labels: Sequence[Label], start: int = 0) -> list[Located]:
    """What a locator says of drawn tiles: rectangles beginning at any corner."""
    boxes = [cv2.boxPoints(cv2.minAreaRect(np.float32(label.corners))) for label in labels]
    rolled = [np.roll(box, start + k, axis=0) for k, box in enumerate(boxes)]
    return [Located(tuple((float(x), float(y)) for x, y in box), 0.9) for box in rolled]


def wrong(labels: Sequence[Label], found: Sequence[Detection]) -> list[tuple[str, str]]:
    pairs = zip(labels, found, strict=True)
    return [(label.face, tile.tile) for label, tile in pairs if label.face != tile.tile]


def first_corner_off(quad: Quad, found: Quad) -> bool:
    """Whether another corner of ``quad`` is nearer to the first corner of ``found``."""
    gaps = np.linalg.norm(np.array(quad) - np.array(found[0]), axis=1)
    return int(gaps.argmin()) != 0


@pytest.mark.parametrize("tilt", [0.0, 35.0, 50.0])
@pytest.mark.parametrize("angle", [0.0, 90.0, 203.0])
def test_drawn_tiles_are_read_at_any_angle(reader: Reader, tilt: float, angle: float) -> None:
    example = drawn(table_of(DRAWN, angle), tilt)
    found = reader(example.image, located(example.labels))
    assert len(wrong(example.labels, found)) <= 1, wrong(example.labels, found)


@pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize("tilt", [0.0, 45.0])
def test_the_first_corner_is_the_face_s_own(reader: Reader, angle: float, tilt: float) -> None:
    example = drawn(table_of(DRAWN, angle), tilt)
    found = reader(example.image, located(example.labels, start=2))
    off = [
        label.face
        for label, tile in zip(example.labels, found, strict=True)
        if label.face in DIRECTED and first_corner_off(label.corners, tile.corners)
    ]
    assert len(off) <= 1, off


def test_a_sideways_symmetric_tile_keeps_its_long_side(reader: Reader) -> None:
    example = drawn(table_of(["4p", "8s", "2p", "9s"], 90.0), tilt=48.0)
    for label, tile in zip(
        example.labels, reader(example.image, located(example.labels)), strict=True
    ):
        sought = np.subtract(label.corners[3], label.corners[0])
        down = np.subtract(tile.corners[3], tile.corners[0])
        cosine = abs(sought @ down) / np.linalg.norm(sought) / np.linalg.norm(down)
        assert cosine > 0.9, label.face


def test_backs_and_blank_hakus_are_told_apart(reader: Reader) -> None:
    faces = ["5z", "1m", "5z", "9p", "5z"]
    tiles = table_of(faces).tiles
    downs = [PlacedTile("3m", 26 * (k - 2), 60, pose="down") for k in range(5)]
    example = drawn(Scene((*tiles, *downs)))
    found = reader(example.image, located(example.labels))
    assert not wrong(example.labels, found)


def test_probabilities_are_ordered_and_sum_to_at_most_one(reader: Reader) -> None:
    example = drawn(table_of(DRAWN))
    blurred = cv2.GaussianBlur(example.image, (0, 0), 7)
    for tile in reader(np.asarray(blurred, np.uint8), located(example.labels)):
        chances = [chance for _, chance in tile.alternatives]
        assert chances == sorted(chances, reverse=True)
        assert all(chance >= LEAST_ALTERNATIVE for chance in chances)
        assert tile.confidence + sum(chances) <= 1 + 1e-4
        assert tile.tile not in [name for name, _ in tile.alternatives]


def test_a_bare_table_is_not_called_a_tile(reader: Reader) -> None:
    example = drawn(Scene(()))
    spots = [
        Located(((x, y), (x + 60, y), (x + 60, y + 80), (x, y + 80)), 0.4)
        for x in range(100, 1100, 200)
        for y in range(100, 800, 200)
    ]
    found = [tile.tile for tile in reader(example.image, spots)]
    assert found.count(UNREADABLE) >= 0.9 * len(found), found


@pytest.mark.parametrize(
    ("face", "chance", "sureness", "said"),
    [
        ("5z", 0.8, 0.7, True),
        ("5z", 0.8, 0.5, False),
        ("5z", 0.95, 0.5, True),
        ("3s", 0.4, 0.7, True),
        ("3s", 0.4, 0.5, False),
        ("3s", 0.6, 0.5, True),
        (FLOWER, 0.7, 0.9, False),
        (FLOWER, 0.9, 0.5, True),
    ],
)
def test_a_face_in_a_doubtful_box_takes_more_to_be_said(
    face: str, chance: float, sureness: float, said: bool
) -> None:
    chances = np.zeros((4, len(FACES) + 1), np.float32)
    chances[2, FACES.index(face)], chances[0, -1] = chance, 0.1
    found = _detection(((0, 0), (6, 0), (6, 8), (0, 8)), chances, sureness)
    assert found.tile == (face if said else UNREADABLE)
    assert found.confidence == pytest.approx(chance if said else 0.1)
    assert said or found.alternatives == ((face, pytest.approx(chance)),)


def test_nothing_located_reads_as_nothing(reader: Reader) -> None:
    assert reader(np.zeros((480, 640, 3), np.uint8), ()) == ()


def test_a_tile_at_the_very_edge_or_beyond_is_still_answered(reader: Reader) -> None:
    image = np.full((200, 200, 3), 128, np.uint8)
    edges = [
        Located(((-30, -40), (10, -40), (10, 10), (-30, 10)), 0.5),
        Located(((199, 199), (230, 199), (230, 240), (199, 240)), 0.5),
        Located(((50, 50), (51, 50), (51, 51), (50, 51)), 0.5),
    ]
    assert len(reader(image, edges)) == 3


def test_a_missing_model_says_which_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.onnx is missing: install jantaku"):
        Reader(tmp_path / "nowhere.onnx")


def photo_labels(name: str, image: Image) -> list[tuple[str, Quad]]:
    size = image.shape[1::-1]
    labels = []
    for line in (PHOTOS / "labels" / f"{name}.txt").read_text().splitlines():
        number, *values = line.split()
        points = np.array(values, np.float64).reshape(4, 2) * size
        labels.append((FACES[int(number)], tuple((float(x), float(y)) for x, y in points)))
    return labels


def test_photos_of_sets_never_trained_on(reader: Reader) -> None:
    right = total = up = directed = 0
    for path in sorted((PHOTOS / "images").glob("*.jpg")):
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        labels = photo_labels(path.stem, image)
        turned = [(*quad[k % 4 :], *quad[: k % 4]) for k, (_, quad) in enumerate(labels)]
        found = reader(image, [Located(quad, 1.0) for quad in turned])
        for (face, quad), tile in zip(labels, found, strict=True):
            total += 1
            if tile.tile == face:
                right += 1
                directed += face in DIRECTED
                up += face in DIRECTED and not first_corner_off(quad, tile.corners)
    assert total == 789
    assert right / total > 0.975
    assert up / directed > 0.98
