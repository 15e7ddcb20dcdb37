"""What a camera does to a picture: blur, light, colour, noise, compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Rng = np.random.Generator


def _blur(image: Image, rng: Rng) -> Image:
    if rng.random() < 0.5:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.6)), np.uint8)
    length = int(rng.integers(3, 8))
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1.0 / length
    turn = cv2.getRotationMatrix2D((length / 2 - 0.5, length / 2 - 0.5), rng.uniform(0, 180), 1)
    turned = np.asarray(cv2.warpAffine(kernel, turn, (length, length)))
    return np.asarray(cv2.filter2D(image, -1, turned / max(turned.sum(), 1e-6)), np.uint8)


def _light(image: Image, rng: Rng) -> Image:
    height, width = image.shape[:2]
    corners = rng.uniform(0.45, 1.35, (2, 2)).astype(np.float32)
    field = cv2.resize(corners, (width, height))[..., None]
    tint = rng.uniform(0.8, 1.2, 3)
    return np.clip(image * field * tint, 0, 255).astype(np.uint8)


def _low_resolution(image: Image, rng: Rng) -> Image:
    height, width = image.shape[:2]
    factor = rng.uniform(0.45, 0.9)
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height)), np.uint8)


def _noise(image: Image, rng: Rng) -> Image:
    grain = rng.normal(0, rng.uniform(2, 12), image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def degrade(image: Image, rng: Rng) -> Image:
    """Return ``image`` as a worse camera in worse light would have taken it."""
    for chance, change in ((0.5, _light), (0.35, _blur), (0.2, _low_resolution), (0.3, _noise)):
        if rng.random() < chance:
            image = change(image, rng)
    return image
