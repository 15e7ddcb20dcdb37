"""A camera over a laid table: what it sees is known without a network."""

import random

import numpy as np

from datasets.layout import lay
from datasets.layout_draw import corners_of
from datasets.layout_games import wins
from datasets.layout_style import Style
from datasets.layout_view import PERFECT, look
from datasets.render import Camera, Look, render
from device._pipeline import read_detections

CAMERA = Camera(1280, 960, 1100.0, fov=60.0)
TABLE = lay(next(wins(5)), Style(table=True, dora="wall", untidy=0.4), random.Random(5))


class Eye:
    """Reads the table from where ``camera`` is and remembers the ``planes`` it was given."""

    def __init__(self, camera=CAMERA):
        self.camera = camera
        self.planes = []

    def picture(self):
        """An empty picture of the right size."""
        return np.full((self.camera.height, self.camera.width, 3), 128, np.uint8)

    def photograph(self):
        """The drawn table."""
        return render(TABLE.scene, self.camera, Look(), np.random.default_rng(1)).image

    def read(self, pictures, plane):
        self.planes.append(plane)
        view = look(TABLE, self.camera, PERFECT, random.Random(1))
        return read_detections(view.detections, (self.camera.width, self.camera.height), plane)

    def corners(self):
        """The table's corners in pixels."""
        return tuple((x, y) for x, y in self.camera.project(corners_of(TABLE.scene)).tolist())
