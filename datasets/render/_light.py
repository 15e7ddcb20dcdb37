"""How bright surfaces are, and where they gleam."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np

from datasets.render._camera import Floats
from datasets.render._look import Look


def sun_direction(look: Look) -> Floats:
    """Unit vector, (3,), towards the light."""
    a, h = radians(look.sun), radians(look.sun_height)
    return np.array([cos(h) * cos(a), cos(h) * sin(a), sin(h)])


def shades(normals: Floats, look: Look) -> Floats:
    """Brightness, (n,), of surfaces with ``normals``, (n, 3), relative to one lying face up."""
    sun = sun_direction(look)
    lit = look.ambient + (1 - look.ambient) * np.maximum(0.0, normals @ sun)
    flat = look.ambient + (1 - look.ambient) * float(sun[2])
    skylight = 1.0 - 0.12 * (1.0 - normals[:, 2])
    return np.asarray(np.minimum(1.25, lit / flat * skylight))


def shade(normal: Floats, look: Look) -> float:
    """Brightness of one surface, as ``shades``."""
    return float(shades(normal[None], look)[0])


def gleam(normals: Floats, view: Floats, look: Look) -> Floats:
    """Highlight, (n,) 0..1, of surfaces seen from ``view``, (n, 3)."""
    half = view / np.linalg.norm(view, axis=1, keepdims=True) + sun_direction(look)
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    return np.asarray(np.maximum(0.0, np.einsum("ij,ij->i", normals, half)) ** 20)
