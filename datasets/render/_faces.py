"""Tile faces from folders: the project's SVG drawings, transparent artwork, photos of faces."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from datasets.faces import TILES_DIR
from datasets.render._labels import Image
from detector._types import BACK, FACES, FLOWER

#: Textures are at most this many pixels wide and high.
TEXTURE_SIZE: Final = (240, 312)
BLANK: Final = "blank"

_SUIT_WORDS: Final = {
    "m": "m", "man": "m", "manzu": "m", "wan": "m", "characters": "m",
    "p": "p", "pin": "p", "pinzu": "p", "dots": "p", "circles": "p",
    "s": "s", "sou": "s", "souzu": "s", "bamboo": "s", "bams": "s",
    "z": "z",
}  # fmt: skip
_HONOUR_WORDS: Final = {
    "ton": "1z", "east": "1z", "nan": "2z", "south": "2z", "shaa": "3z", "xia": "3z",
    "west": "3z", "pei": "4z", "pe": "4z", "north": "4z", "haku": "5z", "white": "5z",
    "hatsu": "6z", "green": "6z", "chun": "7z", "red": "7z", "back": BACK,
}  # fmt: skip
_PICTURES: Final = frozenset({".png", ".jpg", ".jpeg", ".webp", ".svg"})


@dataclass(frozen=True, slots=True)
class FaceSet:
    """One tile set: ``faces`` maps a face name to its pictures, (h, w, 4) uint8 BGRA.

    ``opaque`` sets are photos of whole faces, the others engravings on a transparent ground that
    fill the box ``ink`` (left, top, right, bottom as shares of the picture).  ``paper`` is the
    BGR colour of the material in photos.
    """

    name: str
    faces: Mapping[str, tuple[Image, ...]]
    opaque: bool
    ink: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    paper: tuple[float, float, float] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The faces of ``detector.FACES`` that this set can show face up."""
        return tuple(name for name in FACES if name in self.faces and name != BACK)


def face_name(stem: str) -> str | None:
    """Return the face a file name means (``5p``, ``5p_2``, ``Man5-Dora``, ``haku``), or None."""
    word = stem.lower()
    if word.startswith("flower"):
        return FLOWER
    word = re.sub(r"_\d+$", "", word)
    if word in _HONOUR_WORDS or word == BLANK:
        return _HONOUR_WORDS.get(word, BLANK)
    match = re.fullmatch(r"(\d)([mpsz])|([a-z]+)[-_]?(\d)([-_]?dora|[-_]?red)?", word)
    if match is None:
        return None
    digit, suit = match[1] or match[4], _SUIT_WORDS.get(match[2] or match[3])
    name = f"{0 if match[5] else digit}{suit}"
    return name if name in FACES else None


def _read(path: Path) -> Image:
    if path.suffix == ".svg":
        style = "#body{display:none}"
        width = TEXTURE_SIZE[0]
        data = bytes(resvg_py.svg_to_bytes(svg_path=str(path), width=width, style_sheet=style))
    else:
        data = path.read_bytes()
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise ValueError(f"{path} is not a picture of a tile face")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if image.shape[2] == 3:
        image = cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)
    return np.asarray(_shrink(np.asarray(image, np.uint8)))


def _shrink(image: Image) -> Image:
    scale = min(1.0, TEXTURE_SIZE[0] / image.shape[1], TEXTURE_SIZE[1] / image.shape[0])
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _ink_box(images: Sequence[Image]) -> tuple[float, float, float, float]:
    """The box that the ink of all faces together fills, as shares of the picture."""
    lows, highs = [], []
    for image in images:
        ys, xs = np.nonzero(image[:, :, 3] > 32)
        if len(xs):
            size = (image.shape[1], image.shape[0])
            lows.append((xs.min() / size[0], ys.min() / size[1]))
            highs.append(((xs.max() + 1) / size[0], (ys.max() + 1) / size[1]))
    if not lows:
        return (0.0, 0.0, 1.0, 1.0)
    (left, top), (right, bottom) = np.min(lows, axis=0), np.max(highs, axis=0)
    return (float(left), float(top), float(right), float(bottom))


def _paper_of(picture: Image) -> NDArray[np.float64]:
    """The colour of the tile's own material in a photo of a face, (3,) BGR."""
    return np.asarray(np.percentile(picture[::6, ::6, :3].reshape(-1, 3), 75, axis=0))


def _levelled(faces: dict[str, tuple[Image, ...]]) -> tuple[float, float, float]:
    """Bring the photos of one set to the brightness and tint of their median; return that."""
    engraved = {name: pictures for name, pictures in faces.items() if name != BACK}
    common = np.median([_paper_of(p) for pictures in engraved.values() for p in pictures], axis=0)
    for name, pictures in engraved.items():
        faces[name] = tuple(_gained(p, common / np.maximum(_paper_of(p), 1)) for p in pictures)
    b, g, r = common
    return (float(b), float(g), float(r))


def _gained(picture: Image, gain: NDArray[np.float64]) -> Image:
    out = picture.copy()
    lit = picture[:, :, :3] * np.clip(gain, 0.6, 1.6)
    out[:, :, :3] = np.clip(lit, 0, 255).astype(np.uint8)
    return out


def _reddened(image: Image, opaque: bool) -> Image:
    """A red five made of a plain five: the inked parts turn red."""
    bgr = image[:, :, :3].astype(np.float32)
    paper = np.percentile(bgr.reshape(-1, 3), 85, axis=0) if opaque else np.full(3, 255.0)
    light = np.clip(bgr.min(axis=2) / max(float(paper.min()), 1.0), 0.0, 1.0)[:, :, None]
    red = np.array([38.0, 30.0, 205.0])
    turned = red + (paper - red) * light if opaque else red + (255 - red) * light**2
    out = image.copy()
    out[:, :, :3] = np.clip(turned, 0, 255).astype(np.uint8)
    return out


def _with_red_fives(faces: dict[str, tuple[Image, ...]], opaque: bool) -> None:
    for suit in "mps":
        if f"0{suit}" not in faces and f"5{suit}" in faces:
            faces[f"0{suit}"] = tuple(_reddened(image, opaque) for image in faces[f"5{suit}"])


def load_faces(folder: Path) -> FaceSet:
    """Read the faces of ``folder``; files that name no face are passed over.

    Missing red fives are made of the plain fives, a missing haku is blank on transparent sets.
    Raises ``ValueError`` when no file of the folder names a face.
    """
    found: dict[str, list[Image]] = {}
    for path in sorted(folder.iterdir()):
        name = face_name(path.stem) if path.suffix.lower() in _PICTURES else None
        if name is not None:
            found.setdefault(name, []).append(_read(path))
    if not any(name in FACES and name != BACK for name in found):
        raise ValueError(f"no tile face in {folder}: name the pictures 1m.png … 7z.png, 0p.png")
    faces = {name: tuple(images) for name, images in found.items()}
    engraved = [image for name, images in found.items() if name != BACK for image in images]
    opaque = float(np.mean([image[0::8, 0::8, 3].mean() for image in engraved])) > 200
    paper = _levelled(faces) if opaque else None
    _with_red_fives(faces, opaque)
    if not opaque:
        faces.setdefault(BLANK, (np.zeros((*TEXTURE_SIZE[::-1], 4), np.uint8),))
        faces.setdefault("5z", faces[BLANK])
    box = (0.0, 0.0, 1.0, 1.0) if opaque else _ink_box(engraved)
    return FaceSet(folder.name, faces, opaque, box, paper)


@lru_cache(maxsize=1)
def own_faces() -> FaceSet:
    """The project's own drawings."""
    return load_faces(TILES_DIR)
