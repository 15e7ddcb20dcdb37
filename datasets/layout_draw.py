"""Laid tables as photographs: a camera that sees all of the table, a cloth, light and a lens."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from datasets.layout import LaidTable, lay, random_style
from datasets.layout_games import Win, wins
from datasets.layout_view import Floats, face_corners, sees_all
from datasets.render import Camera, Example, FaceSet, Look, random_look, render
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


@dataclass(frozen=True, slots=True)
class Shot:
    """A photographed table: ``number`` of its series, the win that was laid, how it looks."""

    number: int
    win: Win
    table: LaidTable
    camera: Camera
    look: Look
    seed: int

    def example(self) -> Example:
        """Draw the picture and its labels."""
        rng = np.random.default_rng((self.seed, self.number))
        return render(self.table.scene, self.camera, self.look, rng)


def shots(
    seed: int, faces: Sequence[FaceSet], skip: frozenset[int] = frozenset()
) -> Iterator[Shot]:
    """Yield photographed tables without end but those numbered in ``skip``; the same for the same
    ``seed``.
    """
    rng = random.Random(seed)
    for number, win in enumerate(wins(seed)):
        table = lay(win, random_style(rng, win), rng)
        if number not in skip:
            own = random.Random(f"{seed}/{number}")
            look = random_felt(np.random.default_rng((number, seed)), faces)
            yield Shot(number, win, table, fitting_camera(table, own), look, seed)


def random_felt(rng: np.random.Generator, faces: Sequence[FaceSet]) -> Look:
    """Draw a look at random: a mat of felt or cloth, and a table at rest (no motion blur)."""
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
        if steepest < 1 or sees_all(table, camera):
            return camera
        steepest *= 0.8


def _aimed(
    table: LaidTable, size: tuple[int, int], tilt: float, rng: random.Random
) -> Camera:
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
    return np.concatenate([*points, *([corners_of(table)] if table.style.table else ())])


def corners_of(table: LaidTable) -> Floats:
    """Return the table's corners (4, 3) in mm, clockwise from the upper left one."""
    half = table.scene.side / 2
    return np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0.0)])


def _fitted(camera: Camera, points: Floats, filled: float) -> Camera:
    """Return ``camera`` moved away, and its aim shifted, until ``points`` fill that part."""
    half = np.array([camera.width, camera.height]) / 2
    for _ in range(60):
        seen = camera.project(points) - half
        reach = np.abs(seen / half).max()
        if np.isfinite(reach) and reach <= filled:
            return camera
        camera = replace(camera, distance=camera.distance * 1.04)
    return camera


def tapped_plane(shot: Shot) -> Plane:
    """Return the plane that a person's four taps on the table's corners give, a few pixels off."""
    rng = random.Random(f"taps {shot.seed}/{shot.number}")
    slip = 0.003 * shot.camera.width
    corners = shot.camera.project(corners_of(shot.table))
    taps = [(x + rng.gauss(0, slip), y + rng.gauss(0, slip)) for x, y in corners.tolist()]
    return plane_of_taps(taps, shot.table.scene.side)


def smallest_tile(shot: Shot) -> float:
    """Return the width in pixels of the smallest face, the square root of its area over 1.3."""
    quads = shot.camera.project(np.array([face_corners(tile) for tile in shot.table.scene.tiles]))
    one, two = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    areas = np.abs(one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]) / 2
    return float(np.sqrt(areas.min() / 1.3))
