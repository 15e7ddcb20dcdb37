"""Laid tables as photographs: a camera that sees all of the table, a cloth, light and a lens."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from datasets.layout import LaidTable, lay
from datasets.layout_games import Win, wins
from datasets.layout_style import random_style
from datasets.layout_view import Floats, face_corners, sees_all
from datasets.render import Camera, Example, FaceSet, Look, random_look, render
from datasets.scene import PlacedTile, Scene
from detector import Plane, plane_of_taps

#: Widths and heights of pictures in pixels: 1080p to 12 megapixels.
SIZES: Final = (
    (1920, 1080), (2048, 1536), (2560, 1440), (3280, 2464), (3840, 2160), (4056, 3040),
)  # fmt: skip
#: Colours of mats (BGR): greens, blues, red, brown, black, grey.
_FELTS: Final = (
    (52, 92, 28), (70, 110, 40), (40, 70, 20), (95, 120, 30), (110, 70, 25), (140, 90, 50),
    (50, 35, 120), (45, 70, 110), (32, 32, 34), (95, 95, 100),
)  # fmt: skip
#: The part of a picture, from its middle to its edge, that the table may fill.
_FILLED: Final = (0.75, 0.96)
_STEEPEST: Final = 45.0
#: Tiles whose material is darker than this in some channel are black ones.
_PALE: Final = 100.0
#: The part of a face that a stack beside it may hide; how far off (mm) such a stack stands.
_HIDDEN: Final = 0.1
_NEAR: Final = 100.0


@dataclass(frozen=True, slots=True)
class Shot:
    """A photographed table: ``number`` of its series, the win that was laid, how it looks."""

    number: int
    win: Win
    table: LaidTable
    camera: Camera
    look: Look
    seed: int

    @property
    def calibrated(self) -> bool:
        """Whether somebody tapped the table's corners: on every second whole table."""
        return self.table.style.table and self.number % 2 == 0

    def example(self) -> Example:
        """Draw the picture and its labels."""
        rng = np.random.default_rng((self.seed, self.number))
        return render(self.table.scene, self.camera, self.look, rng)


def shots(seed: int, faces: Sequence[FaceSet]) -> Iterator[Shot]:
    """Yield photographed tables without end; the same for the same ``seed``."""
    rng = random.Random(seed)
    for number, win in enumerate(wins(seed)):
        table = lay(win, random_style(rng, win), rng)
        camera = fitting_camera(table, random.Random(f"{seed}/{number}"))
        look = random_felt(np.random.default_rng((number, seed)), faces)
        yield Shot(number, win, table, camera, look, seed)


def random_felt(rng: np.random.Generator, faces: Sequence[FaceSet]) -> Look:
    """Draw a look at random: a mat of felt or cloth, pale tiles (black ones are not read), and a
    table at rest (no motion blur).
    """
    look = random_look(rng, faces)
    while min(look.body) < _PALE:
        look = random_look(rng, faces)
    colour = np.array(_FELTS[int(rng.integers(len(_FELTS)))]) + rng.normal(0, 8, 3)
    b, g, r = (float(value) for value in np.clip(colour, 8, 240))
    darker = rng.uniform(0.7, 0.95)
    return replace(
        look,
        table=str(rng.choice(("felt", "felt", "cloth", "plain"))),
        colours=((b * darker, g * darker, r * darker), (b, g, r)),
        motion=0.0,
    )


def fitting_camera(table: LaidTable, rng: random.Random) -> Camera:
    """Return a camera from straight above to 45 degrees that has the whole table, or the whole
    hand, in the picture and sees every face.
    """
    width, height = rng.choice(SIZES)
    filled, steepest = rng.uniform(*_FILLED), _STEEPEST
    while True:
        camera = _aimed(table, (width, height), rng.uniform(0, steepest), rng)
        camera = _fitted(camera, _outline(table), filled)
        if steepest < 1 or (sees_all(table, camera) and _hides_nothing(table, camera)):
            return camera
        steepest *= 0.8


def _hides_nothing(table: LaidTable, camera: Camera) -> bool:
    """Say whether no stack hides more of a face beside it than one sees hidden from above."""
    tiles = table.scene.tiles
    shown = [tile for tile in tiles if tile.pose == "up"]
    higher = [
        (face, tile)
        for face in shown
        for tile in tiles
        if tile.z > face.z and abs(tile.x - face.x) + abs(tile.y - face.y) < _NEAR
    ]
    return all(_hidden(face, tile, camera) < _HIDDEN for face, tile in higher)


def _hidden(face: PlacedTile, stack: PlacedTile, camera: Camera) -> float:
    """Return the share of ``face`` that ``stack`` hides because one looks from aside."""
    flat, top = face_corners(face), face_corners(stack)
    foot = np.column_stack([top[:, :2], np.full(4, flat[0, 2])])
    solid = cv2.convexHull(camera.project(np.concatenate([top, foot])).astype(np.float32))
    seen = camera.project(flat).astype(np.float32)
    above, below = top[:, :2].astype(np.float32), flat[:, :2].astype(np.float32)
    aside = cv2.intersectConvexConvex(solid, seen)[0] / cv2.contourArea(seen)
    return float(aside - cv2.intersectConvexConvex(above, below)[0] / cv2.contourArea(below))


def _aimed(table: LaidTable, size: tuple[int, int], tilt: float, rng: random.Random) -> Camera:
    low, high = _outline(table).min(axis=0), _outline(table).max(axis=0)
    x, y = ((low + high) / 2)[:2]
    turn, roll = rng.uniform(-12, 12), rng.uniform(-5, 5)
    if not table.style.table and rng.random() < 0.3:
        roll += rng.choice((90.0, 180.0, 270.0))
    return Camera(*size, 500.0, tilt, turn, roll, rng.uniform(45, 75), (float(x), float(y)))


def _outline(table: LaidTable) -> Floats:
    """Return the points (N, 3) in mm that must be in the picture: all faces, and the corners of
    the table where it is one.
    """
    points = [face_corners(tile) for tile in table.scene.tiles]
    return np.concatenate([*points, *([corners_of(table.scene)] if table.style.table else ())])


def corners_of(scene: Scene) -> Floats:
    """Return the table's corners (4, 3) in mm, clockwise from the upper left one."""
    half = scene.side / 2
    return np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0.0)])


def _fitted(camera: Camera, points: Floats, filled: float) -> Camera:
    """Return ``camera`` aimed at the middle of ``points`` from where they fill that part of the
    picture.
    """
    half = np.array([camera.width, camera.height]) / 2
    low, high = 100.0, 6000.0
    for _ in range(40):
        camera = replace(camera, distance=(low + high) / 2)
        for _ in range(3):
            camera = _centred(camera, points)
        reach = np.abs(camera.project(points) / half - 1).max()
        low, high = (low, camera.distance) if reach <= filled else (camera.distance, high)
    return replace(camera, distance=high)


def _centred(camera: Camera, points: Floats) -> Camera:
    """Return ``camera`` aimed at what is in the middle between the outermost of ``points``."""
    seen = camera.project(points)
    if np.isnan(seen).any():
        return camera
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
    x, y, scale = np.linalg.inv(camera.ground()) @ (*middle, 1.0)
    return replace(camera, target=(float(x / scale), float(y / scale)))


def tapped_plane(shot: Shot) -> Plane:
    """Return the plane that a person's four taps on the table's corners give, a few pixels off."""
    rng = random.Random(f"taps {shot.seed}/{shot.number}")
    slip = 0.003 * shot.camera.width
    corners = shot.camera.project(corners_of(shot.table.scene))
    taps = [(x + rng.gauss(0, slip), y + rng.gauss(0, slip)) for x, y in corners.tolist()]
    return plane_of_taps(taps, shot.table.scene.side)


def smallest_tile(shot: Shot) -> float:
    """Return the width in pixels of the smallest face, the square root of its area over 1.3."""
    quads = shot.camera.project(np.array([face_corners(tile) for tile in shot.table.scene.tiles]))
    one, two = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    areas = np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2
    return float(np.sqrt(areas.min() / 1.3))
