"""Tile faces re-inked: red fives out of plain fives, dark inks out of coloured ones."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.reader._store import CANVAS_SIZE, Crop, tile_quad
from detector._types import FACES

Picture = NDArray[np.uint8]

#: Plain five -> red five.
RED_OF = {FACES.index(f"5{suit}"): FACES.index(f"0{suit}") for suit in "mps"}


def _ink(face: NDArray[np.float32], body: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much each pixel (0..1) is covered by ink, given the body's colour."""
    missing = ((body - face) / np.maximum(body, 1)).max(-1)
    return np.asarray(np.clip((missing - 0.12) / 0.55, 0, 1), np.float32)


def body_colour(face: Picture) -> NDArray[np.float32]:
    """The colour of a light tile's body: the bright end of every channel."""
    inner = face[face.shape[0] // 8 : -face.shape[0] // 8, face.shape[1] // 8 : -face.shape[1] // 8]
    return np.asarray(np.percentile(inner.reshape(-1, 3), 85, axis=0), np.float32)


def inked(face: Picture, colour: NDArray[np.float32]) -> Picture:
    """Return the face picture with all its ink in ``colour`` (BGR)."""
    pixels = face.astype(np.float32)
    body = body_colour(face)
    ink = _ink(pixels, body)[..., None]
    shade = np.clip(pixels.min(-1, keepdims=True) / max(1.0, float(body.min())), 0, 1) * 0.25
    fresh = pixels * (1 - ink) + ink * (colour * (0.9 + shade))
    return np.asarray(np.clip(fresh, 0, 255), np.uint8)


def red_ink(rng: np.random.Generator, body: NDArray[np.float32]) -> NDArray[np.float32]:
    """A red (BGR) as red fives are painted, under the light that ``body`` shows."""
    blue_green = rng.uniform(0.02, 0.38)
    red = np.array((blue_green * rng.uniform(0.8, 1.3), blue_green, rng.uniform(0.6, 0.95)))
    return np.asarray(red * np.maximum(body, 40), np.float32)


def is_light(crop: Crop) -> bool:
    """Whether the tile's body is bright enough to be re-inked."""
    (left, top), _, (right, bottom), _ = tile_quad().astype(int)
    return float(body_colour(crop.pixels[top:bottom, left:right]).min()) > 70


def is_pale(crop: Crop) -> bool:
    """Whether the middle of the tile is so light and colourless that it could be a blank face,
    or one in the shade."""
    (left, top), _, (right, bottom), _ = tile_quad().astype(int)
    middle = crop.pixels[top + 16 : bottom - 16, left + 12 : right - 12]
    saturation, value = np.median(cv2.cvtColor(middle, cv2.COLOR_BGR2HSV).reshape(-1, 3)[:, 1:], 0)
    return bool(saturation < 75 and value > 70)


def red_five(rng: np.random.Generator, crop: Crop) -> Crop:
    """Make the red five of a stored plain five, leaving its surroundings as they are."""
    (left, top), _, (right, bottom), _ = tile_quad().astype(int)
    pixels = np.array(crop.pixels)
    face = pixels[top:bottom, left:right]
    red = inked(face, red_ink(rng, body_colour(face)))
    mask = np.zeros(CANVAS_SIZE[::-1], np.float32)
    mask[top + 4 : bottom - 4, left + 4 : right - 4] = 1
    soft = cv2.GaussianBlur(mask, (0, 0), 2)[top:bottom, left:right, None]
    pixels[top:bottom, left:right] = (face * (1 - soft) + red * soft).astype(np.uint8)
    return Crop(pixels, RED_OF[crop.label], crop.upright)


def dark_inks(rng: np.random.Generator, glyph: Picture) -> Picture:
    """Return a BGRA glyph whose inks but the red ones became one dark ink."""
    blue, green, red, alpha = (channel.astype(np.float32) for channel in cv2.split(glyph))
    redness = np.clip((red - np.maximum(blue, green)) / 60, 0, 1)[..., None]
    light = np.minimum(np.minimum(blue, green), red)[..., None]
    dark = light + rng.uniform(0, 45, 3).astype(np.float32) * (1 - light / 255)
    fresh = glyph[..., :3] * redness + dark * (1 - redness)
    return np.dstack([np.clip(fresh, 0, 255), alpha]).astype(np.uint8)
