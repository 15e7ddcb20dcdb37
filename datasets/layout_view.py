"""Laid tables as a detector would see them, and how well they are read."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.layout import LaidTable
from datasets.layout_place import DEPTH, HEIGHT, WIDTH
from datasets.render._camera import Camera
from datasets.render._labels import quad
from datasets.scene import PlacedTile
from detector import BACK, FACES, Detection, Plane, Quad, TableReading, read_table

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Noise:
    """What a detector does wrong: ``jitter`` of corners in tile widths (standard deviation), the
    share of tiles ``missed`` and ``doubtful`` (whose faces are read with little confidence),
    ``phantoms`` a table, ``boxes`` that are oriented rectangles instead of the true corners."""

    jitter: float = 0.0
    missed: float = 0.0
    doubtful: float = 0.0
    unsure: float = 0.0
    phantoms: float = 0.0
    boxes: bool = False


PERFECT: Final = Noise()
#: 3 % jitter, 1 % missed, 2 % misread (5 % doubtful, a quarter of them wrong, and 0.7 % of the
#: others), a false box on one table in ten.
DETECTOR: Final = Noise(0.03, 0.01, 0.05, 0.02, 0.1, boxes=True)


@dataclass(frozen=True, slots=True)
class View:
    """What was seen: ``detections``, and for each the index of its tile (-1: a phantom)."""

    detections: tuple[Detection, ...]
    tiles: tuple[int, ...]
    camera: Camera


def random_camera(table: LaidTable, rng: random.Random) -> Camera:
    """Return a camera from straight above to 45 degrees that sees every face."""
    steepest = 45.0
    while True:
        camera = _camera(table, rng.uniform(0, steepest), rng)
        if steepest < 1 or sees_all(table, camera):
            return camera
        steepest *= 0.8


def _camera(table: LaidTable, tilt: float, rng: random.Random) -> Camera:
    points = np.array([(t.x, t.y) for t in table.scene.tiles])
    low, high = points.min(axis=0), points.max(axis=0)
    middle, span = (low + high) / 2, float(np.hypot(*(high - low))) + 80
    if table.style.table:
        distance, turn, roll = rng.uniform(950, 1300), rng.uniform(-8, 8), rng.uniform(-5, 5)
        middle = np.array([rng.uniform(-20, 20), rng.uniform(-20, 20)])
    else:
        distance, turn = span * rng.uniform(1.05, 1.6), rng.uniform(-12, 12)
        roll = 90.0 * rng.randrange(4) + rng.uniform(-12, 12)
    target = (float(middle[0]), float(middle[1]))
    return Camera(4000, 3000, distance, tilt, turn, roll, 55.0, target)


def sees_all(table: LaidTable, camera: Camera) -> bool:
    """Say whether no tile hides the face of another, as one on top of or behind a stack may."""
    faces = np.array([camera.project(face_corners(tile)) for tile in table.scene.tiles])
    centres = faces.mean(axis=1)
    width = np.linalg.norm(faces[:, 1] - faces[:, 0], axis=1).mean()
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2) + np.eye(len(centres)) * 1e6
    return bool(apart.min() > 0.6 * width)


def calibration_of(camera: Camera) -> Plane:
    """Return the true plane of the tiles' faces in tile widths."""
    to_pixels = camera.ground(DEPTH)
    return Plane(np.diag([1 / WIDTH, 1 / WIDTH, 1.0]) @ np.linalg.inv(to_pixels))


def face_corners(tile: PlacedTile) -> Floats:
    """Return the corners (4, 3) in mm of the face that is up, from the face's own top left."""
    a = radians(tile.angle)
    right, down = np.array([cos(a), sin(a)]), np.array([-sin(a), cos(a)])
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    flat = [(tile.x, tile.y) + (sx * WIDTH * right + sy * HEIGHT * down) / 2 for sx, sy in signs]
    return np.column_stack([flat, np.full(4, tile.z + DEPTH)])


def look(table: LaidTable, camera: Camera, noise: Noise, rng: random.Random) -> View:
    """Return what a detector with ``noise`` sees of ``table``."""
    seen = [i for i in range(len(table.scene.tiles)) if rng.random() >= noise.missed]
    found = [(_detect(table.scene.tiles[i], camera, noise, rng), i) for i in seen]
    while rng.random() < noise.phantoms:
        found.append((_phantom(table, camera, noise, rng), -1))
    rng.shuffle(found)
    return View(tuple(d for d, _ in found), tuple(i for _, i in found), camera)


def _detect(tile: PlacedTile, camera: Camera, noise: Noise, rng: random.Random) -> Detection:
    corners = camera.project(face_corners(tile))
    size = hypot(*(corners[1] - corners[0]))
    if noise.boxes:
        corners = _as_box(corners)
    slips = [rng.gauss(0, noise.jitter * size) for _ in range(8)]
    corners = corners + np.array(slips).reshape(4, 2)
    face = BACK if tile.pose == "down" else tile.face
    return _read(face, quad(corners), noise, rng)


def _as_box(corners: Floats) -> Floats:
    """Return the oriented rectangle around ``corners``, beginning at the corner nearest to the
    face's own top left."""
    box = cv2.boxPoints(cv2.minAreaRect(corners.astype(np.float32))).astype(float)
    order = min(range(4), key=lambda k: float(np.abs(np.roll(box, k, axis=0) - corners).sum()))
    return np.roll(box, order, axis=0)


def _read(face: str, corners: Quad, noise: Noise, rng: random.Random) -> Detection:
    """Return a reading whose probabilities are honest: the top face is right that often."""
    doubtful = rng.random() < noise.doubtful
    top = rng.uniform(0.5, 0.97) if doubtful else 1 - noise.unsure * rng.random() ** 2
    others = rng.sample([f for f in FACES[:37] if f != face], 3)
    shares = (0.7 * (1 - top), 0.25 * (1 - top))
    if rng.random() >= top:
        place = 1 if rng.random() < 0.7 / 0.95 else 2
        others.insert(place, face)
    else:
        others.insert(0, face)
    named = tuple(zip(others[1:3], shares, strict=True)) if top < 1 else ()
    return Detection(others[0], top, corners, named)


def _phantom(table: LaidTable, camera: Camera, noise: Noise, rng: random.Random) -> Detection:
    near = rng.choice(table.scene.tiles)
    x, y = near.x + rng.uniform(-80, 80), near.y + rng.uniform(-80, 80)
    place = PlacedTile("1m", x, y, rng.uniform(0, 360))
    corners = quad(camera.project(face_corners(place)))
    return Detection(rng.choice(FACES[:37]), rng.uniform(0.3, 0.7), corners)


def read(table: LaidTable, view: View, calibrated: bool) -> TableReading:
    """Read a view, with the true calibration or without."""
    plane = calibration_of(view.camera) if calibrated and table.style.table else None
    size = view.camera.width, view.camera.height
    return read_table(view.detections, *size, plane, players=table.win.players)
