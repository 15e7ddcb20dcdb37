"""From boxes in a picture to rows on the table: real photos' labels, and what may not matter."""

import json
from math import cos, radians, sin
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laid_tables import rectangle, row

from detector import (
    FACES,
    CalibrationError,
    Detection,
    Quad,
    has_moved,
    plane_of_middle,
    plane_of_taps,
    plane_of_tiles,
    read_table,
)
from detector.table._geometry import flatten, quads_of
from detector.table._rows import Strip, strips

PHOTOS = Path(__file__).parents[2] / "../shared/photos/hands"
ROWS: dict[str, dict[str, list[str]]] = json.loads((PHOTOS / "rows.json").read_text())
HAND = "6m 6m 6m 3p 4p 9s 9s | 5p | 7z 7z 7z* 4z* 4z 4z"


def labelled(name: str) -> list[Detection]:
    """The labelled boxes of a photo as a perfect detector would see them."""
    image = cv2.imread(str(next((PHOTOS / "images").glob(f"{name}.*"))))
    assert image is not None
    height, width = image.shape[:2]
    found = []
    for line in (PHOTOS / "labels" / f"{name}.txt").read_text().splitlines():
        number, *values = line.split()
        points = np.array(values, dtype=float).reshape(4, 2) * (width, height)
        found.append(Detection(FACES[int(number)], 1.0, quad(points)))
    return found


def quad(points: np.ndarray) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def strips_of(found: list[Detection]) -> list[Strip]:
    flat = flatten(found, plane_of_tiles(found))
    rows = strips(flat, np.ones(len(found), dtype=bool))
    return [strip if strip.direction[0] >= 0 else strip.reversed() for strip in rows]


def words(text: str) -> list[str]:
    """The tiles of a row of rows.json: no gaps, no heads, sideways marked."""
    names = {"f": "flower", "b": "back"}
    plain = [word.replace("^", "") for word in text.replace("|", " ").split()]
    return [names.get(word.rstrip("*"), word.rstrip("*")) + "*" * word.count("*") for word in plain]


def in_lines(found: list[Detection], rows: list[Strip]) -> list[list[str]]:
    """The rows' tiles from left to right, rows that go on in one line joined."""
    flat = flatten(found, plane_of_tiles(found))
    lines: list[tuple[float, list[tuple[float, str]]]] = []
    for strip in rows:
        place = flat.centre[list(strip.tiles)].mean(axis=0)
        entries = [
            (float(flat.centre[i][0]), found[i].tile + "*" * turned)
            for i, turned in zip(strip.tiles, strip.sideways, strict=True)
        ]
        near = [line for line in lines if abs(line[0] - place[1]) < 0.8]
        if near:
            near[0][1].extend(entries)
        else:
            lines.append((float(place[1]), entries))
    return [[word for _, word in sorted(entries)] for _, entries in lines]


@pytest.mark.parametrize("name", [name for name in ROWS if name != "_about"])
def test_the_rows_of_a_real_photo(name: str) -> None:
    found = labelled(name)
    lines = in_lines(found, strips_of(found))
    for wanted in ROWS[name]["rows"]:
        assert words(wanted) in lines


def test_a_real_open_hand_is_read_whole() -> None:
    reading = read_table(labelled("br0mabs__IMG_3085"), 2048, 1536)
    (hand,) = reading.hands
    assert hand.win is not None
    assert reading.detections[hand.win].tile == "6z"
    assert [(meld.type, meld.from_seat) for meld in hand.melds] == [("pon", 2)]


def test_a_real_closed_hand_with_the_winning_tile_sideways_is_read_whole() -> None:
    reading = read_table(labelled("br0mabs__IMG_3088"), 2048, 1536)
    (hand,) = reading.hands
    assert hand.win is not None
    assert reading.detections[hand.win].tile == "5p"
    assert not hand.uncertain


def moved(found: list[Detection], turn: float, scale: float, x: float, y: float) -> list[Detection]:
    c, s = scale * cos(radians(turn)), scale * sin(radians(turn))
    matrix = np.array([[c, s], [-s, c]])
    quads = quads_of(found) @ matrix + (x, y)
    return [
        Detection(d.tile, d.confidence, quad(q), d.alternatives)
        for d, q in zip(found, quads, strict=True)
    ]


@given(
    turn=st.floats(-180, 180),
    scale=st.floats(0.5, 20),
    x=st.floats(-500, 4000),
    y=st.floats(-500, 4000),
)
@settings(max_examples=60, deadline=None)
def test_turning_scaling_and_moving_the_picture_changes_no_group(
    turn: float, scale: float, x: float, y: float
) -> None:
    found = row(HAND)
    before, after = (
        read_table(f, 4000, 3000).hands[0] for f in (found, moved(found, turn, scale, x, y))
    )
    assert (after.concealed, after.win, after.melds) == (before.concealed, before.win, before.melds)


@given(order=st.permutations(range(14)))
@settings(max_examples=40, deadline=None)
def test_the_order_of_detections_changes_no_group(order: list[int]) -> None:
    found = row(HAND)
    before = read_table(found, 400, 300).hands[0]
    after = read_table([found[i] for i in order], 400, 300).hands[0]
    assert tuple(order[i] for i in after.concealed) == before.concealed
    assert [tuple(order[i] for i in m.tiles) for m in after.melds] == [
        m.tiles for m in before.melds
    ]


@given(tilt=st.floats(0, 50), turn=st.floats(-180, 180), distance=st.floats(400, 2000))
@settings(max_examples=40, deadline=None)
def test_tiles_seen_at_a_slant_lie_flat_again(tilt: float, turn: float, distance: float) -> None:
    found = moved(row(HAND) + row("1m* 2m 3m", y=60) + row("9p 9p 8p", y=120), turn, 1, 0, 0)
    quads = quads_of(found)
    away = (quads[..., 1] - quads[..., 1].mean()) * sin(radians(tilt))
    near = 1000 / (distance + away)[..., None]
    slanted = (quads - quads.mean(axis=(0, 1))) * (1, cos(radians(tilt))) * near
    seen = [Detection(d.tile, 1.0, quad(q)) for d, q in zip(found, slanted, strict=True)]
    flat = flatten(seen, plane_of_tiles(seen))
    assert np.allclose(flat.size, (1.0, 1.3), atol=0.08)


def test_four_taps_give_the_plane_of_the_table() -> None:
    plane = plane_of_taps([(100, 100), (900, 100), (1000, 800), (0, 800)], side=700)
    corners = plane.project(np.array([(100.0, 100.0), (900.0, 100.0), (1000.0, 800.0)]))
    assert np.allclose(corners, [(-17.5, -17.5), (17.5, -17.5), (17.5, 17.5)], atol=1e-6)


@pytest.mark.parametrize(
    "taps",
    [
        [(0, 0), (10, 0), (10, 10)],
        [(0, 0), (0, 10), (10, 10), (10, 0)],
        [(0, 0), (10, 10), (10, 0), (0, 10)],
        [(0, 0), (10, 0), (20, 0), (30, 0)],
    ],
    ids=["three", "anticlockwise", "crossed", "in a line"],
)
def test_taps_that_are_no_table_are_refused(taps: list[tuple[float, float]]) -> None:
    with pytest.raises(CalibrationError, match="four corners of the table clockwise"):
        plane_of_taps(taps, side=700)


def test_a_calibrated_table_knows_its_seats_by_place() -> None:
    hand = moved(row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m"), 180, 1, 500, 60)
    plane = plane_of_taps([(0, 0), (700, 0), (700, 700), (0, 700)], side=700)
    assert read_table(hand, 700, 700).hands[0].seat == "top"
    far = moved(hand, 0, 1, 0, 600)
    assert read_table(far, 700, 700, plane).hands[0].seat == "bottom"


def test_the_middle_may_be_told_instead_of_the_corners() -> None:
    hand = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m")
    plane = plane_of_middle(hand, (150.0, -300.0))
    assert np.allclose(plane.project(np.array([150.0, -300.0])), 0, atol=1e-9)
    assert read_table(hand, 700, 700, plane).hands[0].seat == "bottom"


def test_a_camera_that_was_knocked_is_noticed() -> None:
    plane = plane_of_taps([(0, 0), (700, 0), (700, 700), (0, 700)], side=700)
    hand = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3m 4m | 5m", x=100, y=600)
    assert not has_moved(plane, hand)
    squeezed = [
        Detection(d.tile, 1.0, quad(q * (1.0, 0.75)))
        for d, q in zip(hand, quads_of(hand), strict=True)
    ]
    assert has_moved(plane, squeezed)
    assert not has_moved(plane, hand[:3])


def test_a_box_that_is_wider_than_high_was_turned_by_the_reader() -> None:
    hand = row("1m 2m 3m 5z 5z 5z 7s 8s 9s 1z 1z 3m 4m | 5m")
    a, b, c, d = hand[4].corners
    hand[4] = Detection("5z", 1.0, (b, c, d, a))
    assert not any(read_table(hand, 700, 700).sideways)


def test_one_tile_lies_flat_by_itself() -> None:
    flat = flatten([Detection("1m", 1.0, rectangle(50, 50))], plane_of_tiles([]))
    assert np.allclose(flat.size, (20, 26))


def test_a_sure_face_in_a_loose_box_lies_as_it_was_read() -> None:
    loose = ((37.0, 65.0), (37.0, 30.0), (66.0, 30.0), (66.0, 65.0))
    sure, doubtful = Detection("9p", 0.96, loose), Detection("9p", 0.6, loose)
    flat = flatten([sure, doubtful], plane_of_tiles([]))
    assert abs(flat.right[0] @ (0, 1)) > 0.9
    assert abs(flat.right[1] @ (1, 0)) > 0.9
