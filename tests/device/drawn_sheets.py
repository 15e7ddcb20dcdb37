"""Drawn photos of tile sets laid out to be learned."""

from dataclasses import replace

import cv2
import numpy as np

from datasets.learning._odd import odd_sets
from datasets.learning._pictures import look_of, sheet
from datasets.render import own_faces, random_look


def write_sheets(folder):
    """Write two photos of the project's own set, ``own``, and of an odd one, ``odd``."""
    for name, faces in (("own", own_faces()), ("odd", odd_sets()[2])):
        rng = np.random.default_rng(5)
        make = replace(random_look(rng, (faces,)), body=(238, 245, 247), back=(40, 120, 30))
        for number in range(2):
            image = sheet(rng, look_of(rng, make), faces).image
            cv2.imwrite(str(folder / f"{name}{number}.jpg"), image)
    return folder
