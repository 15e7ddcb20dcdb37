"""The table's surface and the shadows on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.render._blocks import Block, outline
from datasets.render._camera import Camera, Floats
from datasets.render._canvas import Canvas
from datasets.render._labels import Image
from datasets.render._light import sun_direction
from datasets.render._look import Look

_SIZE: Final = 512
#: Width in mm of one repeat of each texture at grain 1.
_REPEAT: Final = {
    "felt": 110.0, "wood": 420.0, "cloth": 70.0, "granite": 160.0,
    "plain": 300.0, "stripes": 160.0, "mat": 60.0,
}  # fmt: skip


def _noise(seed: int, across: float, along: float) -> NDArray[np.float64]:
    """Repeating smooth noise, mean 0 and deviation 1, with grain sizes in px."""
    white = np.fft.fft2(np.random.default_rng(seed).standard_normal((_SIZE, _SIZE)))
    fx, fy = np.fft.fftfreq(_SIZE)[None, :], np.fft.fftfreq(_SIZE)[:, None]
    soft = np.exp(-2 * np.pi**2 * ((fx * across) ** 2 + (fy * along) ** 2))
    field = np.fft.ifft2(white * soft).real
    return np.asarray((field - field.mean()) / field.std())


def _felt() -> NDArray[np.float64]:
    return 0.5 + 0.11 * _noise(1, 0.8, 0.8) + 0.07 * _noise(2, 3, 3) + 0.05 * _noise(3, 40, 40)


def _wood() -> NDArray[np.float64]:
    bend = 0.6 * _noise(4, 90, 18)
    rings = np.sin(2 * np.pi * (np.arange(_SIZE)[:, None] * 11 / _SIZE + bend))
    return 0.5 + 0.17 * rings + 0.1 * _noise(5, 30, 0.8) + 0.08 * _noise(6, 60, 4)


def _cloth() -> NDArray[np.float64]:
    t = 2 * np.pi * np.arange(_SIZE) * 64 / _SIZE
    weave = np.sin(t)[None, :] * np.sin(t)[:, None]
    return 0.5 + 0.14 * weave + 0.08 * _noise(7, 1, 4) + 0.09 * _noise(8, 50, 30)


def _granite() -> NDArray[np.float64]:
    return 0.5 + 0.2 * _noise(9, 5, 5) + 0.16 * np.tanh(2 * _noise(10, 2, 2))


def _stripes() -> NDArray[np.float64]:
    t = 2 * np.pi * np.arange(_SIZE)[None, :] / _SIZE
    bands = np.tanh(4 * (np.sin(6 * t) + 0.5 * np.sin(14 * t)))
    return 0.5 + 0.22 * bands + 0.06 * _noise(11, 1, 5)


def _mat() -> NDArray[np.float64]:
    t = 2 * np.pi * np.arange(_SIZE) / _SIZE
    grid = np.maximum(np.abs(np.sin(4 * t))[None, :] ** 12, np.abs(np.sin(4 * t))[:, None] ** 12)
    return np.asarray(0.62 - 0.4 * grid + 0.07 * _noise(12, 3, 1))


def _plain() -> NDArray[np.float64]:
    return 0.5 + 0.02 * _noise(13, 0.8, 0.8) + 0.06 * _noise(14, 70, 70)


@lru_cache(maxsize=16)
def _pattern(kind: str) -> Image:
    make = {
        "felt": _felt, "wood": _wood, "cloth": _cloth, "granite": _granite,
        "stripes": _stripes, "mat": _mat, "plain": _plain,
    }[kind]  # fmt: skip
    return np.asarray(np.clip(make() * 255, 0, 255), np.uint8)


def _coloured(grey: Image, look: Look) -> Image:
    """Turn a pattern's grey levels into the table's colours."""
    low, high = (np.array(colour) for colour in look.colours)
    ramp = np.linspace(-0.5, 1.5, 256)[:, None]
    table = np.clip(low + (high - low) * ramp, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([grey] * 3), table[None]), np.uint8)


def _fitted(texture: Image, mm: float, camera: Camera) -> Image:
    """Shrink a texture ``mm`` wide until it is no finer than the picture's pixels."""
    scale = camera.scale() * mm / texture.shape[1]
    if scale >= 0.75:
        return texture
    size = (max(8, round(texture.shape[1] * scale)), max(8, round(texture.shape[0] * scale)))
    return np.asarray(cv2.resize(texture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _spread(texture: Image, mm: float, camera: Camera, border: int) -> Image:
    """Repeat a texture ``mm`` wide over the table's plane."""
    texture = _fitted(texture, mm, camera)
    step = mm / texture.shape[1]
    middle = (texture.shape[1] * step / 2, texture.shape[0] * step / 2)
    to_mm = np.array([[step, 0, -middle[0]], [0, step, -middle[1]], [0, 0, 1.0]])
    size = (camera.width, camera.height)
    place = camera.ground() @ to_mm
    return np.asarray(
        cv2.warpPerspective(texture, place, size, flags=cv2.INTER_LINEAR, borderMode=border)
    )


def _room(camera: Camera, look: Look) -> Image:
    """A blurred wall with a few light and dark areas, as behind a table seen from low down."""
    rng = np.random.default_rng(look.room)
    rows, columns = rng.integers(1, 6, 2)
    blocks = np.array(look.floor) + rng.normal(0, 45, (rows, columns, 3))
    small = np.clip(blocks, 0, 255).astype(np.uint8)
    crisp = cv2.resize(small, (96, 72), interpolation=cv2.INTER_NEAREST)
    soft = cv2.GaussianBlur(crisp, (0, 0), float(rng.uniform(0.3, 4)))
    return np.asarray(cv2.resize(soft, (camera.width, camera.height)), np.uint8)


def _beyond(image: Image, camera: Camera, look: Look) -> None:
    """Paint what lies above the horizon in the colour of the room."""
    inverse = np.linalg.inv(camera.ground())
    middle = inverse[2] @ (camera.width / 2, camera.height / 2, 1.0)
    ends = [(x, y, 1.0) for x in (0, camera.width) for y in (0, camera.height)]
    if np.all(np.array(ends) @ inverse[2] * np.sign(middle) > abs(middle) * 0.08):
        return
    x, y = np.arange(camera.width)[None, :], np.arange(camera.height)[:, None]
    depth = inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2]
    far = depth * np.sign(middle) < abs(middle) * 0.08
    image[far] = _room(camera, look)[far]


def table_surface(camera: Camera, look: Look, side: float) -> Image:
    """Draw the bare table, ``side`` mm square, and the floor about it: (H, W, 3) uint8."""
    if look.backdrop is not None:
        width = max(look.backdrop_width, 40 / camera.scale())
        image = _spread(look.backdrop, width, camera, cv2.BORDER_REFLECT)
    else:
        repeat = _REPEAT[look.table] * look.grain
        grey = _spread(_pattern(look.table), repeat, camera, cv2.BORDER_WRAP)
        image = _coloured(grey, look)
    _beyond(image, camera, look)
    half = side / 2
    rim = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    corners = camera.project(rim)
    if not np.isnan(corners).any():
        off = np.full(image.shape[:2], 255, np.uint8)
        cv2.fillConvexPoly(off, np.round(corners * 16).astype(np.int32), 0, cv2.LINE_AA, 4)
        image[off > 127] = look.floor
    return image


def _cast(points: Floats, plane: float, look: Look) -> Floats:
    """Where ``points`` throw their shadow on the plane at height ``plane``, (n, 3) mm."""
    sun = sun_direction(look)
    rise = np.maximum(points[:, 2:] - plane, 0.0)
    fallen = points - rise * sun / sun[2]
    fallen[:, 2] = plane
    return np.asarray(fallen)


def cast_shadows(canvas: Canvas, camera: Camera, look: Look, blocks: Sequence[Block]) -> None:
    """Darken the picture where ``blocks``, all standing at one height, keep the light off."""
    height, width = canvas.image.shape[:2]
    cast, contact = (np.zeros((height // 2, width // 2), np.uint8) for _ in range(2))
    for block in blocks:
        plane = block.foot
        solid = outline(block)
        low = solid * (1, 1, 0) + (0, 0, plane)
        for mask, points in ((cast, _cast(solid, plane, look)), (contact, low)):
            flat = camera.project(points)
            if not np.isnan(flat).any() and np.abs(flat).max() < 20000:
                hull = cv2.convexHull((flat / 2).astype(np.float32))[:, 0]
                cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    px = camera.scale() / 2
    soft = cv2.GaussianBlur(cast, (0, 0), min(25.0, max(0.7, look.softness * px / 2)))
    close = cv2.GaussianBlur(contact, (0, 0), min(12.0, max(0.7, 1.8 * px)))
    dark = cv2.addWeighted(soft, look.shadow, close, 0.45, 0)
    keep = cv2.bitwise_not(cv2.resize(dark, (width, height)))
    canvas.image[:] = cv2.multiply(canvas.image, cv2.merge([keep] * 3), scale=1 / 255)
