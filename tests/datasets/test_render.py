import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.faces import NAMES, TILES_DIR, draw
from datasets.render import (
    Arm,
    Camera,
    Label,
    Look,
    Prop,
    from_yolo,
    load_faces,
    own_faces,
    random_example,
    random_look,
    render,
    to_yolo,
)
from datasets.render._faces import face_name
from datasets.scene import PlacedTile, Scene, Stick
from detector._types import FACES

ROOT = Path(__file__).parents[2]
DRAWN = [name for name in FACES if name not in ("back", "flower")]
PLAIN = Look(framed_haku=True, noise=0.0, blur=0.0, jpeg=100, worn=0.0)


def rng(seed=0):
    return np.random.default_rng(seed)


def rectify(image, corners, size=(60, 78)):
    target = np.array([(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])], np.float32)
    place = cv2.getPerspectiveTransform(np.array(corners, np.float32), target)
    return cv2.warpPerspective(image, place, size)[8:-8, 7:-7]


def likeness(a, b):
    """Correlation of two pictures over all channels."""
    a, b = (x.astype(float).ravel() - x.mean() for x in (a, b))
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-9))


@pytest.fixture(scope="module")
def prototypes():
    """Each face alone, upright, seen from straight above."""
    camera = Camera(160, 200, distance=150.0, fov=20.0)
    found = {}
    for name in DRAWN:
        example = render(Scene((PlacedTile(name, 0, 0),)), camera, PLAIN, rng())
        found[name] = rectify(example.image, example.labels[0].corners)
    return found


def read_as(prototypes, picture):
    return max(prototypes, key=lambda name: likeness(prototypes[name], picture))


def test_faces_are_distinct(prototypes):
    for name, picture in prototypes.items():
        others = [likeness(picture, p) for other, p in prototypes.items() if other != name]
        assert max(others) < 0.985, name


@pytest.mark.parametrize(
    ("tilt", "azimuth", "roll"), [(0, 0, 0), (25, 0, 10), (40, 130, -5), (50, 300, 0)]
)
def test_a_face_is_where_its_corners_say(prototypes, tilt, azimuth, roll):
    tiles = tuple(
        PlacedTile(name, (k % 8 - 3.5) * 30, (k // 8 - 2) * 36, angle=k * 47 % 360)
        for k, name in enumerate(DRAWN)
    )
    camera = Camera(1280, 960, 420.0, tilt, azimuth, roll)
    example = render(Scene(tiles), camera, PLAIN, rng())
    assert [label.tile for label in example.labels] == list(range(len(DRAWN)))
    read = [read_as(prototypes, rectify(example.image, label.corners)) for label in example.labels]
    assert read == DRAWN


def test_standing_tiles_show_their_face_to_the_owner(prototypes):
    tiles = tuple(PlacedTile(f"{n}p", n * 24 - 120, 0, pose="standing") for n in range(1, 10))
    front = render(Scene(tiles), Camera(960, 640, 420.0, tilt=65), PLAIN, rng())
    read = [read_as(prototypes, rectify(front.image, label.corners)) for label in front.labels]
    assert read == [f"{n}p" for n in range(1, 10)]
    behind = render(Scene(tiles), Camera(960, 640, 420.0, tilt=65, azimuth=180), PLAIN, rng())
    assert {label.face for label in behind.labels} == {"back"}


def test_the_picture_from_above_lies_as_the_scene_says():
    tiles = (PlacedTile("1m", -50, 40), PlacedTile("2m", 60, -30, angle=90))
    camera = Camera(600, 400, 500.0)
    lying = render(Scene(tiles), camera, PLAIN, rng()).labels
    middles = [np.mean(label.corners, axis=0) - (299.5, 199.5) for label in lying]
    assert middles[0][0] < 0 < middles[0][1]
    assert middles[1][0] > 0 > middles[1][1]
    top_left, top_right, _, bottom_left = np.array(lying[1].corners)
    assert np.allclose(top_right - top_left, (0, np.linalg.norm(top_right - top_left)), atol=1)
    assert (top_left - bottom_left)[0] > 0


def test_face_down_tiles_are_backs_in_the_colour_of_the_back():
    look = replace(PLAIN, back=(200.0, 40.0, 20.0))
    scene = Scene((PlacedTile("5p", 0, 0, pose="down"),))
    example = render(scene, Camera(200, 200, 150.0), look, rng())
    (label,) = example.labels
    assert label.face == "back"
    blue, green, red = rectify(example.image, label.corners).reshape(-1, 3).mean(axis=0)
    assert blue > 2 * max(green, red)


def test_visibility_tells_how_much_is_covered():
    depth = 16.0
    lower = PlacedTile("1m", 0, 0)
    camera = Camera(400, 400, 600.0, fov=20)
    half = render(Scene((lower, PlacedTile("2m", 10, 0, z=depth))), camera, PLAIN, rng()).labels
    assert half[0].visible == pytest.approx(0.47, abs=0.06)
    assert half[1].visible > 0.95
    hidden = render(Scene((lower, PlacedTile("2m", 0, 0, z=depth))), camera, PLAIN, rng()).labels
    assert [label.tile for label in hidden if label.visible > 0.05] == [1]


def test_tiles_cut_off_by_the_picture_are_less_visible():
    camera = Camera(400, 300, 600.0, fov=20)
    edge = (600.0 - 16) * np.tan(np.radians(10))
    (label,) = render(Scene((PlacedTile("1m", edge, 0),)), camera, PLAIN, rng()).labels
    assert label.visible == pytest.approx(0.5, abs=0.08)


def test_an_arm_hides_tiles():
    scene = Scene((PlacedTile("1m", 0, 0), PlacedTile("2m", 150, 0)))
    arm = Arm(0, 300, 0, -80)
    camera = Camera(640, 480, 600.0)
    seen = {
        label.face: label.visible
        for label in render(scene, camera, PLAIN, rng(), arms=(arm,)).labels
    }
    assert seen.get("1m", 0.0) < 0.2
    assert seen["2m"] > 0.95


@pytest.mark.parametrize("seed", [0, 7, 41])
def test_the_same_seed_draws_the_same_picture(seed):
    first, again, other = (random_example(rng(s), (320, 240)) for s in (seed, seed, seed + 1))
    assert np.array_equal(first.image, again.image)
    assert first.labels == again.labels
    assert not np.array_equal(first.image, other.image)


def test_random_pictures_are_full_of_readable_labels():
    poses, faces = 0, set()
    for seed in range(25):
        example = random_example(rng(seed), (320, 240))
        assert example.image.shape == (240, 320, 3)
        assert example.image.dtype == np.uint8
        clear = [label for label in example.labels if label.visible > 0.9]
        poses += len(clear)
        faces |= {label.face for label in clear}
        for label in clear:
            assert cv2.contourArea(np.array(label.corners, np.float32), oriented=True) > 0
    assert poses > 150
    assert len(faces) > 30


def test_sticks_and_props_are_drawn_and_not_labelled():
    scene = Scene((PlacedTile("1m", 0, 60),), (Stick(1000, 0, 0),))
    camera = Camera(480, 360, 500.0)
    bare = render(Scene(scene.tiles), camera, PLAIN, rng())
    laid = render(scene, camera, PLAIN, rng(), (Prop("die", 80, 0, (14, 14, 14)),))
    assert len(laid.labels) == len(bare.labels) == 1
    changed = np.abs(laid.image.astype(int) - bare.image).max(axis=2) > 40
    assert changed[170:190, 200:280].mean() > 0.2
    assert changed[:, 290:340].any()


corner = st.tuples(st.floats(0, 640), st.floats(0, 480))


@given(
    st.lists(
        st.tuples(st.sampled_from(FACES), st.tuples(corner, corner, corner, corner)), max_size=5
    )
)
def test_yolo_text_comes_back(tiles):
    labels = tuple(Label(face, quad, 1.0, k) for k, (face, quad) in enumerate(tiles))
    back = from_yolo(to_yolo(labels, 640, 480), 640, 480)
    assert [label.face for label in back] == [label.face for label in labels]
    for label, again in zip(labels, back, strict=True):
        assert np.allclose(label.corners, again.corners, atol=1e-3)


def test_yolo_text_leaves_out_hidden_tiles_and_stays_in_the_picture():
    quad = ((-10.0, 5.0), (20.0, 5.0), (20.0, 40.0), (-10.0, 40.0))
    seen, hidden = Label("1m", quad, 0.7, 0), Label("2m", quad, 0.1, 1)
    (line,) = to_yolo((seen, hidden), 100, 100, one_class=True).splitlines()
    assert line.split()[0] == "0"
    assert all(0 <= float(value) <= 1 for value in line.split()[1:])


def test_malformed_yolo_text_is_named():
    with pytest.raises(ValueError, match="line 2 has 5 fields"):
        from_yolo("0 0 0 1 0 1 1 0 1\n0 0.5 0.5 0.1 0.1\n", 10, 10)


@pytest.mark.parametrize(
    ("stem", "face"),
    [
        ("5p", "5p"), ("1m_2", "1m"), ("0s", "0s"), ("Man5-Dora", "0m"), ("Sou9", "9s"),
        ("Ton", "1z"), ("haku", "5z"), ("back", "back"), ("blank", "blank"),
        ("flower_plum", "flower"), ("blank_body", None), ("readme", None), ("8z", None),
    ],
)  # fmt: skip
def test_file_names_of_faces(stem, face):
    assert face_name(stem) == face


def test_faces_of_a_folder(tmp_path):
    for name in ("5p.png", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    ink = np.zeros((64, 48, 4), np.uint8)
    cv2.circle(ink, (24, 32), 12, (120, 40, 20, 255), -1)
    cv2.imwrite(str(tmp_path / "5p.png"), ink)
    found = load_faces(tmp_path)
    assert set(found.names) == {"5p", "0p", "5z"}
    assert not found.opaque
    blue, _, red = found.faces["0p"][0][32, 24, :3]
    assert red > 2 * blue


def test_a_folder_without_faces_is_named(tmp_path):
    with pytest.raises(ValueError, match="no tile face in"):
        load_faces(tmp_path)


def test_photos_of_faces_are_drawn_whole():
    photos = load_faces(ROOT / "../shared/photos/faces/japanese_a")
    assert photos.opaque
    assert set(photos.names) == set(DRAWN)
    look = replace(PLAIN, faces=photos)
    tiles = tuple(PlacedTile(name, k * 24 - 80, 0) for k, name in enumerate(DRAWN[9:18]))
    example = render(Scene(tiles), Camera(960, 320, 260.0), look, rng())
    sides = np.array([(0, 0), (60, 0), (60, 78), (0, 78)], float)
    flat = {
        name: rectify(cv2.resize(photos.faces[name][0][:, :, :3], (60, 78)), sides)
        for name in DRAWN
    }
    read = [read_as(flat, rectify(example.image, label.corners)) for label in example.labels]
    assert read == DRAWN[9:18]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_any_look_gives_a_picture(seed):
    scene = Scene((PlacedTile("5p", 0, 0), PlacedTile("0m", 30, 0, pose="down")))
    example = render(scene, Camera(160, 120, 200.0, tilt=30), random_look(rng(seed)), rng())
    assert {label.face for label in example.labels} == {"5p", "back"}
    assert example.image.std() > 0.5


def test_the_drawn_files_are_what_the_script_draws():
    without_kanji = [n for n in NAMES if n[1:] in ("p", "s") or n in ("5z", "back", "blank")]
    for name in without_kanji:
        assert (TILES_DIR / f"{name}.svg").read_text(encoding="utf-8") == draw(name)
    assert set(own_faces().faces) == set(NAMES)


def test_the_command_writes_pictures_and_labels(tmp_path):
    command = [sys.executable, "-m", "datasets.render", "--out", str(tmp_path), "--count", "2"]
    done = subprocess.run(
        [*command, "--size", "320", "240", "--seed", "5"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    pictures = sorted((tmp_path / "images").iterdir())
    assert [cv2.imread(str(p)).shape for p in pictures] == [(240, 320, 3)] * 2
    for picture in pictures:
        text = (tmp_path / "labels" / f"{picture.stem}.txt").read_text(encoding="utf-8")
        assert all(label.face in FACES for label in from_yolo(text, 320, 240))
    assert "36: '0s'" in (tmp_path / "data.yaml").read_text(encoding="utf-8")
