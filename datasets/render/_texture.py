"""Textures of block faces: the engraving on the body, rounded and worn, at several sizes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from datasets.render._faces import BLANK, TEXTURE_SIZE, own_faces
from datasets.render._labels import Image
from datasets.render._look import Colour, Look
from detector._types import BACK, FLOWER

#: Textures of one face, each half the size of the one before; premultiplied BGRA.
Mips = tuple[Image, ...]

_EMPTY: Final = np.zeros((8, 6, 4), np.uint8)
_INDEX: Final = dict(zip("1234567", "ESWNBFC", strict=True))


def mips(bgr: Image, radius: float = 0.0) -> Mips:
    """Return ``bgr``, (h, w, 3), with corners rounded by ``radius`` px, in halving sizes."""
    alpha = _rounded(bgr.shape[1], bgr.shape[0], radius)
    levels = [np.dstack([cv2.multiply(bgr, cv2.merge([alpha] * 3), scale=1 / 255), alpha])]
    while min(levels[-1].shape[:2]) > 16:
        height, width = levels[-1].shape[:2]
        size = (max(1, width // 2), max(1, height // 2))
        levels.append(np.asarray(cv2.resize(levels[-1], size, interpolation=cv2.INTER_AREA)))
    return tuple(np.asarray(level, np.uint8) for level in levels)


def _rounded(width: int, height: int, radius: float) -> Image:
    mask = np.zeros((height, width), np.uint8)
    r = round(radius)
    if r < 1:
        mask[:] = 255
        return mask
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


class TileTextures:
    """The face textures of one look, made when first asked for.

    ``tile_size`` is the scene's, in mm; ``sharpness`` the pixels per mm the picture can show.
    """

    def __init__(self, look: Look, tile_size: tuple[float, float, float], sharpness: float) -> None:
        self._look = look
        width, height = TEXTURE_SIZE
        while width > 40 and width / 2 > tile_size[0] * sharpness * 1.2:
            width, height = width // 2, height // 2
        self._size = (width, height)
        self._radius = look.edge / tile_size[0] * width
        self._made: dict[tuple[str, int], Mips] = {}

    def __call__(self, face: str, variant: int = 0) -> Mips:
        """Return the texture of ``face``; ``variant`` chooses among several pictures of it."""
        pictures = self._pictures(face)
        key = (face, variant % len(pictures) if pictures else 0)
        if key not in self._made:
            self._made[key] = mips(self._draw(face, pictures, key[1]), self._radius)
        return self._made[key]

    def _pictures(self, face: str) -> tuple[Image, ...]:
        faces = self._look.faces.faces
        if face == "5z" and not self._look.framed_haku and BLANK in faces:
            return faces[BLANK]
        return faces.get(face, ())

    def _draw(self, face: str, pictures: tuple[Image, ...], variant: int) -> Image:
        look = self._look
        if look.faces.opaque and pictures:
            return _bevelled(_photo(pictures[variant], self._size), look, self._radius)
        sheet = np.empty((self._size[1], self._size[0], 3), np.uint8)
        sheet[:] = np.array(look.back if face == BACK else look.body, np.uint8)
        faces = look.faces if pictures or face == FLOWER else own_faces()
        if face != BACK:
            picture = pictures[variant] if pictures else faces.faces.get(face, (_EMPTY,))[0]
            _engrave(sheet, picture, look, faces.ink)
            if look.index_digits and face != FLOWER:
                _write_index(sheet, face)
        return _bevelled(sheet, look, self._radius)


def _photo(picture: Image, size: tuple[int, int]) -> Image:
    """A photo of a whole face, its outermost edge cut away."""
    height, width = picture.shape[:2]
    dx, dy = round(width * 0.02), round(height * 0.02)
    inner = picture[dy : height - dy, dx : width - dx, :3]
    return np.asarray(cv2.resize(inner, size, interpolation=cv2.INTER_AREA), np.uint8)


def _engrave(
    sheet: Image, picture: Image, look: Look, box: tuple[float, float, float, float]
) -> None:
    """Lay a transparent ``picture`` on ``sheet``: its ink box fills ``glyph_share`` of the face."""
    height, width = picture.shape[:2]
    ink_w, ink_h = (box[2] - box[0]) * width, (box[3] - box[1]) * height
    size = (sheet.shape[1], sheet.shape[0])
    scale = look.glyph_share * min(size[0] / ink_w, size[1] / ink_h)
    while scale < 0.6:
        picture = _halved(picture)
        scale *= width / picture.shape[1]
        width, height = picture.shape[1], picture.shape[0]
    shift_x = size[0] / 2 - scale * (box[0] + box[2]) / 2 * width
    shift_y = size[1] / 2 - scale * (box[1] + box[3]) / 2 * height
    place = np.array([[scale, 0, shift_x], [0, scale, shift_y]])
    laid = cv2.warpAffine(picture, place, size, flags=cv2.INTER_LINEAR)
    alpha = cv2.merge([cv2.convertScaleAbs(laid[:, :, 3], alpha=1 - look.fade)] * 3)
    ink = cv2.multiply(
        _ink_on(np.asarray(laid[:, :, :3], np.uint8), look.body), alpha, scale=1 / 255
    )
    rest = cv2.multiply(sheet, cv2.bitwise_not(alpha), scale=1 / 255)
    sheet[:] = cv2.add(rest, ink)


def _halved(picture: Image) -> Image:
    size = (picture.shape[1] // 2, picture.shape[0] // 2)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _ink_on(ink: Image, body: Colour) -> Image:
    """On a dark body the ink is light: dark inks turn white, colours turn bright."""
    if sum(body) > 300:
        return ink
    hsv = cv2.cvtColor(ink, cv2.COLOR_BGR2HSV)
    hsv[:, :, 2] = np.maximum(hsv[:, :, 2], 225)
    hsv[:, :, 1] = np.where(ink.max(axis=2) < 90, 0, hsv[:, :, 1] // 2)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)


def _write_index(sheet: Image, face: str) -> None:
    text = _INDEX[face[0]] if face[1] == "z" else ("5" if face[0] == "0" else face[0])
    height, width = sheet.shape[:2]
    at, thick = (round(width * 0.83), round(height * 0.15)), max(1, round(width / 80))
    size = 1.15 * width / TEXTURE_SIZE[0]
    cv2.putText(sheet, text, at, cv2.FONT_HERSHEY_DUPLEX, size, (30, 30, 190), thick, cv2.LINE_AA)


def _bevelled(sheet: Image, look: Look, radius: float) -> Image:
    """Darken the edge, where the face rounds off into the sides."""
    height, width = sheet.shape[:2]
    shade = _edge_shade(width, height, max(1, round(radius)), round(look.rim, 2))
    return np.asarray(cv2.multiply(sheet, shade, scale=1 / 255), np.uint8)


@lru_cache(maxsize=8)
def _edge_shade(width: int, height: int, edge: int, rim: float) -> Image:
    x = np.arange(width)[None, :]
    y = np.arange(height)[:, None]
    inside = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y)) + 0.5
    depth = np.clip(1 - inside / edge, 0, 1) ** 2
    grey = (255 * (1 - 0.5 * rim * depth)).astype(np.uint8)
    return np.asarray(cv2.merge([grey] * 3), np.uint8)
