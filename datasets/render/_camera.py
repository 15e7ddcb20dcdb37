"""A pinhole camera over the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin, tan

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera is: it looks at ``target`` (mm on the table) from ``distance`` mm.

    ``tilt`` is the angle from straight above, ``azimuth`` turns the camera about the vertical
    (0: from the bottom seat's side, 90: from the right seat's side), ``roll`` turns the picture,
    ``fov`` is the horizontal field of view; all in degrees.  ``width`` x ``height`` are pixels.
    """

    width: int
    height: int
    distance: float = 900.0
    tilt: float = 0.0
    azimuth: float = 0.0
    roll: float = 0.0
    fov: float = 55.0
    target: tuple[float, float] = (0.0, 0.0)

    @property
    def focal(self) -> float:
        """Focal length in pixels."""
        return self.width / 2 / tan(radians(self.fov) / 2)

    @property
    def position(self) -> Floats:
        """Place of the camera, (3,) mm."""
        return _position(self)

    def matrix(self) -> Floats:
        """Projection matrix, (3, 4): homogeneous mm to homogeneous pixels."""
        return _matrix(self)

    def project(self, points: Floats) -> Floats:
        """Return pixels, (..., 2), of ``points``, (..., 3) mm; behind the camera gives NaN."""
        matrix = self.matrix()
        flat = points @ matrix[:, :3].T + matrix[:, 3]
        depth = np.where(flat[..., 2:] > 1.0, flat[..., 2:], np.nan)
        return np.asarray(flat[..., :2] / depth)

    def ground(self, z: float = 0.0) -> Floats:
        """Homography, (3, 3), from mm in the plane at height ``z`` to pixels."""
        matrix = self.matrix()
        return np.column_stack([matrix[:, 0], matrix[:, 1], matrix[:, 3] + z * matrix[:, 2]])

    def scale(self) -> float:
        """Pixels per mm at the target."""
        return self.focal / self.distance


@lru_cache(maxsize=64)
def _position(camera: Camera) -> Floats:
    t, a = radians(camera.tilt), radians(camera.azimuth)
    away = np.array([sin(t) * sin(a), sin(t) * cos(a), cos(t)])
    return np.array([*camera.target, 0.0]) + camera.distance * away


@lru_cache(maxsize=64)
def _matrix(camera: Camera) -> Floats:
    t, a, roll = radians(camera.tilt), radians(camera.azimuth), radians(camera.roll)
    right = np.array([cos(a), -sin(a), 0.0])
    down = np.array([cos(t) * sin(a), cos(t) * cos(a), -sin(t)])
    ahead = np.array([-sin(t) * sin(a), -sin(t) * cos(a), -cos(t)])
    axes = np.stack(
        [cos(roll) * right - sin(roll) * down, sin(roll) * right + cos(roll) * down, ahead]
    )
    f = camera.focal
    inner = np.array(
        [[f, 0, camera.width / 2 - 0.5], [0, f, camera.height / 2 - 0.5], [0, 0, 1]], dtype=float
    )
    return np.asarray(inner @ np.column_stack([axes, -axes @ camera.position]))
