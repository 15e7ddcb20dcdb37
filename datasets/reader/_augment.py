"""Views to train on: stored crops seen through loose boxes, bad light and bad cameras."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.reader._store import tile_quad
from detector._crops import VIEW_MARGIN, VIEW_SIZE

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Quads = NDArray[np.float64]

#: Heights in pixels that a tile may have in the picture a view is cut from.
TILE_HEIGHTS: Final = (16, 110)
#: How far white balance may be off (spread of each channel's logarithm): mostly, at times, seldom.
COLOUR_CASTS: Final = (0.05, 0.15, 0.3)


def jittered(rng: np.random.Generator, strength: float) -> Quads:
    """The tile's corners in a stored crop as a careless locator gives them."""
    quad = tile_quad()
    centre = quad.mean(0)
    size = quad[2] - quad[0]
    angle = rng.normal(0, np.radians(5)) * strength
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    scale = np.exp(rng.normal(0.01, 0.06, 2) * strength)
    corners = (quad - centre) * scale @ turn.T
    corners += rng.normal(0, 0.025 * strength, (4, 2)) * size
    return np.asarray(centre + corners + rng.normal(0, 0.035 * strength, 2) * size)


def view_of(rng: np.random.Generator, pixels: Picture, quad: Quads) -> Picture:
    """Cut the view of ``quad`` at a random resolution (not yet brought to ``VIEW_SIZE``)."""
    low, high = np.log(TILE_HEIGHTS)
    tile_height = float(np.exp(low + (high - low) * rng.beta(1.6, 1)))
    scale = min(1.0, tile_height * (1 + 2 * VIEW_MARGIN) / VIEW_SIZE[1])
    size = np.maximum(np.round(np.array(VIEW_SIZE) * scale), 8).astype(int)
    middle = quad.mean(0)
    corners = middle + (quad - middle) * (1 + 2 * VIEW_MARGIN)
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), target)
    if scale < 0.6:
        pixels = np.asarray(cv2.blur(pixels, (2, 2)), np.uint8)
    view = cv2.warpPerspective(pixels, warp, size.tolist(), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8)


def _tone(rng: np.random.Generator, view: Picture) -> Picture:
    """Exposure, contrast and white balance."""
    cast = rng.choice(np.array(COLOUR_CASTS), p=(0.75, 0.17, 0.08))
    balance = np.exp(rng.normal(0, cast, 3))
    gamma = np.exp(rng.normal(0, 0.25)) if rng.random() < 0.5 else 1.0
    scale = np.linspace(0, 1, 256)[:, None] * balance * np.exp(rng.normal(-0.1, 0.2))
    table = (255 * np.clip(scale, 0, 1) ** gamma).astype(np.uint8)
    return np.asarray(cv2.LUT(view, table[:, None]), np.uint8)


def _slope(rng: np.random.Generator, view: Floats) -> Floats:
    """Light falling from one side."""
    height, width = view.shape[:2]
    across, down = rng.uniform(-0.3, 0.3, 2)
    columns = np.linspace(1 - across, 1 + across, width, dtype=np.float32)
    rows = np.linspace(-down, down, height, dtype=np.float32)
    return np.asarray(view * (columns[None, :, None] + rows[:, None, None]), np.float32)


def _blob(rng: np.random.Generator, view: Floats) -> Floats:
    """A glare, a shadow's edge or a thing in front of the tile."""
    height, width = view.shape[:2]
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    kind = rng.random()
    way = rng.uniform(0, 2 * np.pi)
    along = (columns / width - 0.5) * np.cos(way) + (rows / height - 0.5) * np.sin(way)
    if kind < 0.35:
        spot = np.hypot(columns / width - rng.uniform(0, 1), rows / height - rng.uniform(0, 1))
        glare = np.exp(-((spot / rng.uniform(0.1, 0.4)) ** 2))[..., None]
        return np.asarray(view + glare * rng.uniform(30, 150), np.float32)
    edge = (along - rng.uniform(-0.3, 0.5)) * rng.uniform(8, 60)
    inside = 1 / (1 + np.exp(-np.clip(edge, -30, 30)))[..., None]
    if kind < 0.7:
        return np.asarray(view * (1 - inside * rng.uniform(0.2, 0.65)), np.float32)
    cover = 1 / (1 + np.exp(-np.clip((along - rng.uniform(0.22, 0.5)) * 50, -30, 30)))[..., None]
    colour = rng.uniform(20, 250) * rng.uniform(0.4, 1, 3)
    return np.asarray(view * (1 - cover) + cover * colour, np.float32)


def _blur(rng: np.random.Generator, view: Floats) -> Floats:
    """Focus or motion blur."""
    if rng.random() < 0.6:
        return np.asarray(
            cv2.GaussianBlur(view, (0, 0), rng.uniform(0.3, 1.0) * view.shape[0] / 60 + 0.2),
            np.float32,
        )
    length = int(rng.integers(2, 3 + view.shape[0] // 20))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    way = rng.uniform(0, np.pi)
    for step in np.linspace(-length / 2, length / 2, 4 * length):
        kernel[round(length + step * np.sin(way)), round(length + step * np.cos(way))] = 1
    return np.asarray(cv2.filter2D(view, -1, kernel / kernel.sum()), np.float32)


def _camera(rng: np.random.Generator, view: Floats) -> Picture:
    """Colour loss, noise and JPEG."""
    if rng.random() < 0.12:
        grey = view.mean(-1, keepdims=True)
        view = grey + (view - grey) * np.float32(rng.uniform(0.2, 0.8))
    if rng.random() < 0.5:
        noise = rng.standard_normal(view.shape, np.float32)
        view = view + noise * np.float32(rng.uniform(1, 9))
    picture = np.clip(view, 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 90))]
        coded = cv2.imencode(".jpg", picture, quality)[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture


def degraded(rng: np.random.Generator, view: Picture) -> Picture:
    """Spoil a view and bring it to ``VIEW_SIZE``."""
    floats = _tone(rng, view).astype(np.float32)
    if rng.random() < 0.4:
        floats = _slope(rng, floats)
    if rng.random() < 0.2:
        floats = _blob(rng, floats)
    if rng.random() < 0.35:
        floats = _blur(rng, floats)
    picture = _camera(rng, floats)
    if picture.shape[:2] == VIEW_SIZE[::-1]:
        return picture
    return np.asarray(cv2.resize(picture, VIEW_SIZE, interpolation=cv2.INTER_LINEAR), np.uint8)


def random_turn(rng: np.random.Generator, sideways: float = 0.16) -> int:
    """Quarter turns between the locator's box and the tile: mostly 0 or 2."""
    return int(rng.integers(0, 2)) * 2 + int(rng.random() < sideways)


def training_view(rng: np.random.Generator, pixels: Picture) -> tuple[Picture, int]:
    """Return one view of a stored crop and at which of its corners the crop's top left lies."""
    turn = random_turn(rng)
    strength = rng.choice(np.array((0.3, 1.0, 1.8)), p=(0.3, 0.45, 0.25))
    quad = np.roll(jittered(rng, float(strength)), turn, axis=0)
    return degraded(rng, view_of(rng, pixels, quad)), turn
