"""A learned tile set as one file: pictures of its faces and the layer fitted to them.

The file is a numpy archive without pickles.  It comes from strangers too, so that everything in
it is checked before it is used.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from detector import FACES, Adaptation, Example
from detector.learning._learning import CROP_SIZE
from device._errors import TilesError
from device._photo import decode_photo

VERSION: Final = 1
#: The largest file, and the largest array in it, in bytes.
MAX_BYTES: Final = 16 << 20
#: Pictures of faces a set holds at most, and how many lie side by side in its sheet.
MOST_EXAMPLES: Final = 900
COLUMNS: Final = 10
QUALITY: Final = 95
_MOST_KEYS: Final = 4 * (len(FACES) + 1)
_MOST_LOOKS: Final = 4096
_SHAPES: Final = {"faces": 1, "photos": 1, "confirmed": 1, "sheet": 1, "keys": 1, "weights": 2,
                  "offsets": 1, "counts": 1, "reader": 1, "version": 0}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """``examples`` are what it was learned from; ``adaptation`` is ``None`` where the shipped
    reader reads the set best as it is; ``reader`` is the digest of the network it was fitted to.
    """

    examples: tuple[Example, ...]
    adaptation: Adaptation | None
    reader: bytes


def encoded(tiles: TileSet) -> bytes:
    """Return ``tiles`` as the content of a file."""
    layer = tiles.adaptation or _nothing()
    content = {
        "version": np.array(VERSION, np.int32),
        "reader": np.frombuffer(tiles.reader, np.uint8),
        "faces": np.array([FACES.index(e.face) for e in tiles.examples], np.int16),
        "photos": np.array([e.photo for e in tiles.examples], np.int32),
        "confirmed": np.array([e.confirmed for e in tiles.examples], np.uint8),
        "sheet": np.frombuffer(sheet_jpeg([e.crop for e in tiles.examples]), np.uint8),
        "keys": layer.keys,
        "weights": layer.weights,
        "offsets": layer.offsets,
        "counts": np.array([layer.trust, layer.share], np.float32),
    }
    file = io.BytesIO()
    np.savez_compressed(file, **content)  # type: ignore[arg-type]
    return file.getvalue()


def decoded(data: bytes, name: str) -> TileSet:
    """Return the tile set in ``data``, which the messages call ``name``.

    Raises ``TilesError`` when it is no whole file of a tile set.
    """
    try:
        content = _arrays(data)
        examples = _examples(content, name)
        return TileSet(examples, _layer(content), content["reader"].tobytes())
    except Exception as error:  # whatever numpy says of a damaged archive
        raise TilesError("tiles_damaged", name=name) from error


def sheet_jpeg(crops: Sequence[NDArray[np.uint8]]) -> bytes:
    """Return pictures of faces side by side as JPEG, ``COLUMNS`` in a row."""
    width, height = CROP_SIZE
    rows = max(1, -(-len(crops) // COLUMNS))
    sheet = np.zeros((rows * height, COLUMNS * width, 3), np.uint8)
    for place, crop in enumerate(crops):
        top, left = place // COLUMNS * height, place % COLUMNS * width
        sheet[top : top + height, left : left + width] = crop
    return cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _nothing() -> Adaptation:
    empty = np.zeros((0, 0), np.float32)
    return Adaptation(np.zeros(0, np.int16), empty, np.zeros(0, np.float32), 1.0, 0.0)


def _arrays(data: bytes) -> dict[str, NDArray[Any]]:
    if len(data) > MAX_BYTES:
        raise ValueError("too large")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(part.file_size for part in archive.infolist()) > MAX_BYTES:
            raise ValueError("too large when unpacked")
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        content = {key: file[key] for key in _SHAPES}
    for key, dimensions in _SHAPES.items():
        _check(content[key].ndim == dimensions and content[key].dtype.kind in "iuf")
    _check(int(content["version"]) == VERSION)
    return content


def _examples(content: dict[str, NDArray[Any]], name: str) -> tuple[Example, ...]:
    faces, photos, confirmed = (content[key] for key in ("faces", "photos", "confirmed"))
    _check(0 < len(faces) <= MOST_EXAMPLES and len(faces) == len(photos) == len(confirmed))
    _check(faces.dtype.kind in "iu" and faces.min() >= 0 and faces.max() < len(FACES))
    sheet = decode_photo(content["sheet"].astype(np.uint8).tobytes(), name)
    width, height = CROP_SIZE
    _check(sheet.shape == (-(-len(faces) // COLUMNS) * height, COLUMNS * width, 3))
    return tuple(
        Example(FACES[int(face)], _cell(sheet, place), int(photo), bool(sure))
        for place, (face, photo, sure) in enumerate(zip(faces, photos, confirmed, strict=True))
    )


def _cell(sheet: NDArray[np.uint8], place: int) -> NDArray[np.uint8]:
    width, height = CROP_SIZE
    top, left = place // COLUMNS * height, place % COLUMNS * width
    return sheet[top : top + height, left : left + width].copy()


def _layer(content: dict[str, NDArray[Any]]) -> Adaptation | None:
    keys, weights, offsets, counts = (
        content[key] for key in ("keys", "weights", "offsets", "counts")
    )
    _check(len(keys) <= _MOST_KEYS and weights.shape[1] <= _MOST_LOOKS)
    _check(len(keys) == len(weights) == len(offsets) and counts.shape == (2,))
    _check(all(np.isfinite(part).all() for part in (weights, offsets, counts)))
    _check(bool(counts.min() >= 0 and counts.max() <= 1))
    if not len(keys):
        return None
    _check(keys.dtype.kind in "iu" and keys.min() >= 0 and keys.max() < _MOST_KEYS)
    _check(len(np.unique(keys)) == len(keys))
    trust, share = (float(value) for value in counts)
    return Adaptation(
        keys.astype(np.int16), weights.astype(np.float32), offsets.astype(np.float32), trust, share
    )


def _check(holds: bool) -> None:
    if not holds:
        raise ValueError("not the content of a tile set")
