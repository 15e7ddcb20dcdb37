"""What a first look at a picture overlooked: asked for where a reading leaves doubt."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from detector._detect import models
from detector._types import Detection, TableReading
from detector._views import TILE, View
from detector.learning._adaptation import Adaptation
from detector.table._geometry import lengths, quads_of

#: What is looked at around the tiles that were found, in tile lengths.
_MARGIN: Final = 4.0
#: Pixels of that look.
_PIXELS: Final = 640 * 640
#: Tiles that a hand laid open has at least, and doubts that an overlooked tile may explain.
_OPEN: Final = 10
_EXPLAINED: Final = frozenset({"indicators", "no_ura"})


def lacks_tiles(reading: TableReading) -> bool:
    """Say whether a hand lies open on the table and tiles of it or indicators may be missing."""
    shown = [hand for hand in reading.hands if hand.count >= _OPEN and hand.concealed]
    codes = {message.code for message in reading.messages}
    return any(hand.count != 14 for hand in shown) or bool(shown and codes & _EXPLAINED)


def overlooked(
    image: NDArray[np.uint8], known: tuple[Detection, ...], adaptation: Adaptation | None = None
) -> tuple[Detection, ...]:
    """Return tiles of a BGR picture (H, W, 3) that lie among the ``known`` ones and are none.

    The place where the known ones lie is looked at once more, as large as one run of the network
    allows.  Raises as ``detect`` does.
    """
    if not known:
        return ()
    locator, reader = models()
    return reader.adapted(adaptation)(image, locator.others(image, _view(image, known), known))


def _view(image: NDArray[np.uint8], known: tuple[Detection, ...]) -> View:
    quads = quads_of(known)
    length = float(np.median(lengths(quads)))
    size = np.array(image.shape[1::-1])
    low = np.clip(quads.min(axis=(0, 1)) - _MARGIN * length, 0, size).astype(int)
    high = np.clip(quads.max(axis=(0, 1)) + _MARGIN * length, low + 1, size).astype(int)
    fitting = (_PIXELS / float((high - low).prod())) ** 0.5
    (left, top), (right, bottom) = low.tolist(), high.tolist()
    return View(left, top, right, bottom, min(TILE / max(length, 1.0), fitting))
