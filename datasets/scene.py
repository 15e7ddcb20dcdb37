"""The scene: tiles placed on a table in millimetres, drawn by the renderer, read by geometry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Pose = Literal["up", "down", "standing"]


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on the table.

    ``face`` is a class name of ``detector.FACES``.  ``x``, ``y`` are the tile's centre in mm from
    the table's centre: x to the right, y towards the bottom seat (as in a picture from above with
    the bottom seat at the lower edge).  ``angle`` is the direction of the face's own up in degrees
    clockwise from the picture's up (-y), so 0 is upright for the bottom seat, 90 for the left
    seat's tiles, 180 for the top seat, 270 for the right seat.  ``z`` is the height of the tile's
    lower side in mm.  ``pose``: face up, face down, or standing on its lower edge with the face
    turned to ``angle`` + 180 (towards its owner).
    """

    face: str
    x: float
    y: float
    angle: float = 0.0
    z: float = 0.0
    pose: Pose = "up"


@dataclass(frozen=True, slots=True)
class Stick:
    """A point stick: ``value`` 100, 1000, 5000 or 10000; place and angle as for tiles."""

    value: int
    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Scene:
    """All that lies on a square table of ``side`` mm; tile size in mm (width, height, depth)."""

    tiles: tuple[PlacedTile, ...]
    sticks: tuple[Stick, ...] = ()
    side: float = 700.0
    tile_size: tuple[float, float, float] = (20.0, 26.0, 16.0)
