"""What light and lens do to the finished picture."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.render._labels import Image
from datasets.render._look import Look


@lru_cache(maxsize=1)
def _noise_bank() -> NDArray[np.float32]:
    bank = np.random.default_rng(0).standard_normal((1024, 1024, 3), dtype=np.float32)
    return np.asarray(0.8 * bank + 0.5 * cv2.GaussianBlur(bank, (0, 0), 1.0) * 3, np.float32)


def _illumination(look: Look, width: int, height: int) -> NDArray[np.float32]:
    """Gain of each pixel and channel: slanting light, vignette, white balance, exposure."""
    y, x = np.mgrid[0:48, 0:64].astype(np.float32)
    u, v = x / 63 - 0.5, y / 47 - 0.5
    a = radians(look.gradient_angle)
    slant = 1 + look.gradient * (u * cos(a) + v * sin(a)) * 1.6
    dark = 1 - look.vignette * (u**2 + v**2) * 1.8
    gain = (slant * dark * look.exposure)[:, :, None] * np.array(look.balance)
    small = np.clip(gain, 0.05, 3.0).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR))


def _glare(look: Look, owner: NDArray[np.int32]) -> Image:
    """A soft highlight, strong on tiles and weak on the table."""
    height, width = owner.shape
    y, x = np.mgrid[0:48, 0:64].astype(np.float32)
    u, v = x / 63 - look.glare_at[0], (y / 47 - look.glare_at[1]) * 0.75
    blob = look.glare * np.exp(-(u**2 + v**2) / 0.03)
    spread = cv2.resize(blob.astype(np.float32), (width, height))
    spread[owner == 0] *= 0.25
    return np.asarray(spread.astype(np.uint8))


def _motion_kernel(length: float, angle: float) -> NDArray[np.float32]:
    size = int(np.ceil(length)) | 1
    kernel = np.zeros((size, size), np.float32)
    middle, half = size // 2, length / 2
    dx, dy = cos(radians(angle)) * half, sin(radians(angle)) * half
    ends = [(round(middle + s * dx), round(middle + s * dy)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return np.asarray(kernel / kernel.sum())


def _blurred(image: Image, look: Look) -> Image:
    if look.motion > 1:
        kernel = _motion_kernel(look.motion, look.motion_angle)
        image = np.asarray(cv2.filter2D(image, -1, kernel), np.uint8)
    if look.blur > 0.25:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), look.blur), np.uint8)
    return image


def _noisy(image: NDArray[np.float32], look: Look, rng: np.random.Generator) -> None:
    """Add grain to ``image`` in place, in tiles of the bank."""
    bank = _noise_bank()
    side = bank.shape[0]
    for top in range(0, image.shape[0], side // 2):
        for left in range(0, image.shape[1], side // 2):
            part = image[top : top + side // 2, left : left + side // 2]
            y, x = rng.integers(side // 2, size=2)
            grain = bank[y : y + part.shape[0], x : x + part.shape[1]]
            part += look.noise * grain


def _toned(image: Image, gamma: float) -> Image:
    curve = 255 * (np.arange(256) / 255) ** gamma
    return np.asarray(cv2.LUT(image, curve.astype(np.uint8)), np.uint8)


def _recompressed(image: Image, quality: int) -> Image:
    if quality >= 100:
        return image
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def photograph(
    image: Image, owner: NDArray[np.int32], look: Look, rng: np.random.Generator
) -> Image:
    """Return the picture of ``image``, (H, W, 3), as the camera of ``look`` would take it."""
    height, width = owner.shape
    if look.glare > 0:
        image = np.asarray(cv2.add(image, cv2.merge([_glare(look, owner)] * 3)), np.uint8)
    image = _blurred(image, look)
    gain = _illumination(look, width, height)
    lit = np.asarray(cv2.multiply(image, gain, dtype=cv2.CV_32F), np.float32)
    if look.noise > 0:
        _noisy(lit, look, rng)
    digital = np.clip(lit, 0, 255, out=lit).astype(np.uint8)
    return _recompressed(_toned(digital, look.gamma), look.jpeg)
