"""Crops made of single face pictures: the face on a body, on a table, among neighbours."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from datasets.reader._inks import body_colour, dark_inks, inked, red_ink
from detector._types import FACES

Picture = NDArray[np.uint8]
Colour = NDArray[np.float32]

#: Size at which faces are put together: twice that of the tile in a stored crop.
FACE_SIZE: Final = (128, 168)
#: First code point and order of the tiles in the Unicode block of mahjong tiles.
FONT_FACES: Final = (
    *(f"{n}z" for n in (1, 2, 3, 4, 7, 6, 5)),
    *(f"{n}{suit}" for suit in "msp" for n in range(1, 10)),
    *["flower"] * 8,
)
FONT_FIRST: Final = 0x1F000
#: Rows of the drawn sheets of ``artwork/solitaire``, their left and top, and the size of a cell in
#: a picture 1400 pixels wide.
SHEET_ROWS: Final = (
    tuple(f"{n}m" for n in range(1, 10)),
    tuple(f"{n}s" for n in range(1, 10)),
    tuple(f"{n}p" for n in range(1, 10)),
    (*["flower"] * 4, "4z", "2z", "1z", "3z"),
    ("5z", "6z", "7z", *["flower"] * 4),
)
SHEET_WIDTH, SHEET_TOP, SHEET_CELL = 1400, 212, (126, 162.3)
#: Where the numeral of a manzu face ends and the character for ten thousand begins.
NUMERAL_END: Final = 0.47


def face_class(path: Path) -> int | None:
    """Class id of a face picture by its file name, ``None`` when it is no face."""
    name = path.stem.split("_")[0]
    return FACES.index(name) if name in FACES and name != "back" else None


def read_glyph(path: Path) -> Picture:
    """Read a face picture as BGRA at ``FACE_SIZE``."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None:
        raise FileNotFoundError(f"{path} is not a picture that OpenCV reads")
    if image.shape[2] == 3:
        image = cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)
    return np.asarray(cv2.resize(image, FACE_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def font_glyphs(path: Path) -> dict[int, list[Picture]]:
    """Draw every tile of a tile font in black as BGRA at ``FACE_SIZE``."""
    font = ImageFont.truetype(str(path), 160)
    glyphs: dict[int, list[Picture]] = {}
    for number, name in enumerate(FONT_FACES):
        char = chr(FONT_FIRST + number)
        left, top, right, bottom = (round(v) for v in font.getbbox(char))
        sheet = Image.new("L", (right - left, bottom - top), 0)
        ImageDraw.Draw(sheet).text((-left, -top), char, font=font, fill=255)
        alpha = cv2.resize(np.asarray(sheet), FACE_SIZE, interpolation=cv2.INTER_AREA)
        glyph = np.dstack([np.zeros((*alpha.shape, 3), np.uint8), alpha])
        glyphs.setdefault(FACES.index(name), []).append(np.asarray(glyph, np.uint8))
    return glyphs


def sheet_glyphs(path: Path) -> dict[int, list[Picture]]:
    """Cut the glyphs out of a drawn sheet (SVG) as BGRA at ``FACE_SIZE``."""
    data = bytes(resvg_py.svg_to_bytes(svg_path=str(path), width=SHEET_WIDTH))
    sheet = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if sheet is None:
        raise FileNotFoundError(f"{path} was not drawn")
    glyphs: dict[int, list[Picture]] = {}
    width, height = SHEET_CELL
    for row, names in enumerate(SHEET_ROWS):
        top = SHEET_TOP + row * height
        for column, name in enumerate(names):
            cell = sheet[round(top) + 3 : round(top + height) - 3, column * width + 3 :][
                :, : width - 6
            ]
            glyph = cv2.resize(cell, FACE_SIZE, interpolation=cv2.INTER_AREA)
            glyphs.setdefault(FACES.index(name), []).append(np.asarray(glyph, np.uint8))
    return glyphs


def squat_numeral(rng: np.random.Generator, face: Picture) -> Picture:
    """Return a manzu face with its numeral flattened, as sets draw it from tall to very flat."""
    end = round(FACE_SIZE[1] * NUMERAL_END)
    flat = max(8, round(end * rng.uniform(0.5, 1.0)))
    numeral = cv2.resize(face[:end], (FACE_SIZE[0], flat), interpolation=cv2.INTER_AREA)
    above = int(rng.integers(0, end - flat + 1))
    padded = cv2.copyMakeBorder(numeral, above, end - flat - above, 0, 0, cv2.BORDER_REPLICATE)
    return np.asarray(np.vstack([padded, face[end:]]), np.uint8)


def random_body(rng: np.random.Generator) -> Colour:
    """A tile body's colour (BGR): white, ivory, and now and then something stronger."""
    level = rng.uniform(175, 252)
    tint = np.array((rng.uniform(0.72, 1.0), rng.uniform(0.93, 1.0), 1.0))
    if rng.random() < 0.12:
        tint = rng.uniform(0.7, 1.0, 3)
    return np.asarray(level * tint, np.float32)


def _font_ink(rng: np.random.Generator, label: int) -> Picture:
    """Ink picture (BGR, ``FACE_SIZE``) for a glyph drawn in black."""
    ink = np.zeros((FACE_SIZE[1], FACE_SIZE[0], 3), np.float32)
    dark = np.array((rng.uniform(0, 140), rng.uniform(0, 90), rng.uniform(0, 40)))
    ink[:] = dark * rng.uniform(0.2, 1)
    red = red_ink(rng, np.full(3, 230, np.float32))
    name = FACES[label]
    if name[0] == "0" or name == "7z":
        ink[:] = red
    elif name[-1] == "m":
        ink[round(FACE_SIZE[1] * 0.46) :] = red
    return ink.astype(np.uint8)


def _fitted(rng: np.random.Generator, glyph: Picture) -> Picture:
    """The glyph a little smaller or larger and moved on its face."""
    width, height = FACE_SIZE
    scale = rng.uniform(0.78, 1.02, 2) if rng.random() < 0.5 else np.repeat(rng.uniform(0.8, 1), 2)
    shift = rng.normal(0, 0.015, 2) * FACE_SIZE + (1 - scale) * FACE_SIZE / 2
    matrix = np.array([[scale[0], 0, shift[0]], [0, scale[1], shift[1]]], np.float32)
    return np.asarray(cv2.warpAffine(glyph, matrix, (width, height)), np.uint8)


def _index_mark(rng: np.random.Generator, face: Picture, label: int) -> None:
    """Write the little number or letter some sets carry in a corner, in place."""
    name = FACES[label]
    if name == "flower" or name[0] == "0":
        return
    text = "ESWNBFC"[int(name[0]) - 1] if name[-1] == "z" else name[0]
    spot = (int(rng.uniform(4, 14)), int(rng.uniform(28, 38)))
    if rng.random() < 0.6:
        spot = (FACE_SIZE[0] - int(rng.uniform(24, 34)), spot[1])
    colour = rng.choice(np.array([(40, 30, 200), (20, 20, 20), (150, 60, 30)]))
    size = rng.uniform(0.8, 1.2)
    cv2.putText(face, text, spot, cv2.FONT_HERSHEY_SIMPLEX, size, colour.tolist(), 3, cv2.LINE_AA)


def _frame(rng: np.random.Generator, face: Picture) -> None:
    """Draw one of the frames of a framed haku, in place."""
    width, height = FACE_SIZE
    inks = np.array([(150, 50, 20), (20, 20, 20), (60, 90, 20), (30, 30, 190), (170, 80, 60)])
    inset = np.array((rng.uniform(0.08, 0.26) * width, rng.uniform(0.08, 0.2) * height))
    for ring in range(rng.integers(1, 4)):
        low = np.round(inset + ring * rng.uniform(7, 12)).astype(int)
        high = np.array(FACE_SIZE) - low
        ink = inks[rng.integers(len(inks))].tolist()
        thick = int(rng.integers(2, 9))
        cv2.rectangle(face, low.tolist(), high.tolist(), ink, thick, cv2.LINE_AA)
    if rng.random() < 0.3:
        cv2.putText(face, "B", (width // 2 - 16, height // 2 + 16), 0, 1.4, ink, 4, cv2.LINE_AA)


def drawn_face(rng: np.random.Generator, glyph: Picture | None, label: int) -> Picture:
    """Put a BGRA glyph (``None``: a blank face) on a random body; returns BGR ``FACE_SIZE``."""
    face = np.empty((FACE_SIZE[1], FACE_SIZE[0], 3), np.float32)
    face[:] = random_body(rng)
    if glyph is not None:
        glyph = _fitted(rng, dark_inks(rng, glyph) if rng.random() < 0.4 else glyph)
        alpha = glyph[..., 3:].astype(np.float32) / 255 * np.float32(rng.uniform(0.75, 1))
        mixed = face * (1 - alpha) + glyph[..., :3].astype(np.float32) * alpha
        face = np.asarray(mixed, np.float32)
    picture = np.clip(face, 0, 255).astype(np.uint8)
    if FACES[label] == "5z" and rng.random() < 0.45:
        _frame(rng, picture)
    elif glyph is not None and rng.random() < 0.2:
        _index_mark(rng, picture, label)
    return picture


def _grained(rng: np.random.Generator, face: Picture) -> Picture:
    """The back with the grain of bamboo, or with light running across it."""
    height, width = face.shape[:2]
    if rng.random() < 0.5:
        grain = np.repeat(rng.normal(0, rng.uniform(3, 16), (1, width)), height, axis=0)
        light = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 3))
    else:
        light = cv2.resize(rng.uniform(-70, 70, (2, 2)), (width, height))
    return np.clip(face + light[..., None], 0, 255).astype(np.uint8)


def back_face(rng: np.random.Generator) -> Picture:
    """A tile's back: one strong or dark colour, plain, grained or unevenly lit."""
    hue, saturation = rng.uniform(0, 180), rng.uniform(40, 255)
    colour = np.array([[[hue, saturation, rng.uniform(18, 255)]]]).astype(np.uint8)
    face = np.empty((FACE_SIZE[1], FACE_SIZE[0], 3), np.uint8)
    face[:] = cv2.cvtColor(colour, cv2.COLOR_HSV2BGR)[0, 0]
    return _grained(rng, face) if rng.random() < 0.4 else face


class FacePool:
    """Face pictures of one style: whole photographed faces, or glyphs to be put on bodies."""

    def __init__(self, glyphs: dict[int, list[Picture]], photographed: bool, font: bool) -> None:
        self._glyphs = glyphs
        self._photographed = photographed
        self._font = font
        self.labels = sorted(glyphs)

    @classmethod
    def of_folder(cls, folder: Path) -> FacePool:
        """Read all face pictures of a folder."""
        glyphs: dict[int, list[Picture]] = {}
        for path in sorted(folder.iterdir()):
            if path.suffix in (".png", ".jpg") and (label := face_class(path)) is not None:
                glyphs.setdefault(label, []).append(read_glyph(path))
        opaque = all(glyph[..., 3].min() == 255 for many in glyphs.values() for glyph in many)
        return cls(glyphs, photographed=opaque, font=False)

    @classmethod
    def of_font(cls, path: Path) -> FacePool:
        """Draw all faces of a tile font."""
        return cls(font_glyphs(path), photographed=False, font=True)

    @classmethod
    def of_sheet(cls, path: Path) -> FacePool:
        """Cut all faces out of a drawn sheet."""
        return cls(sheet_glyphs(path), photographed=False, font=False)

    def face(self, rng: np.random.Generator, label: int) -> Picture:
        """Return one BGR picture of the face at ``FACE_SIZE``."""
        many = self._glyphs[label]
        glyph = many[rng.integers(len(many))]
        if FACES[label][-1] == "m" and rng.random() < 0.5:
            glyph = squat_numeral(rng, glyph)
        if self._photographed:
            return self._photo(rng, glyph[..., :3], label)
        if self._font:
            glyph = np.dstack([_font_ink(rng, label), glyph[..., 3]])
        return drawn_face(rng, None if FACES[label] == "5z" else glyph, label)

    @staticmethod
    def _photo(rng: np.random.Generator, face: Picture, label: int) -> Picture:
        """A photographed face, sometimes in another red (red fives) or on another body."""
        if FACES[label][0] == "0" and rng.random() < 0.5:
            face = inked(face, red_ink(rng, body_colour(face)))
        if rng.random() < 0.5:
            tint = random_body(rng) / np.maximum(body_colour(face), 120)
            face = np.clip(face * tint, 0, 255).astype(np.uint8)
        return np.asarray(face, np.uint8)
