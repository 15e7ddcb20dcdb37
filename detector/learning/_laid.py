"""A photo of a tile set laid out, looked at less strictly where tiles of it seem to be missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from detector._locator import Locator
from detector._reader import Reader
from detector._types import Located
from detector.learning._sheet import Sheet, sheet_of

#: Beside a set laid out lies nothing: what is a tile with this confidence may be one of its tiles.
FAINT: Final = 0.15
#: Artwork that was never seen is surer a tile's when it is seen larger: a tile's length in pixels.
LARGER: Final = 56


def laid_out(image: NDArray[np.uint8], locator: Locator, reader: Reader) -> Sheet:
    """Return the tile set laid out in a BGR picture (H, W, 3).

    A locator is less sure of artwork that it never saw.  Where tiles are missing, it looks
    closer and fainter boxes count too if with them more are found that fit.
    """

    def matched(located: Sequence[Located]) -> Sheet:
        return sheet_of(located, lambda quads: reader.look(image, quads))

    found = matched(locator(image))
    if not (found.missing or found.absent):
        return found
    fainter = matched(locator(image, LARGER, FAINT))
    return max(found, fainter, key=lambda sheet: len(sheet.tiles) - len(sheet.extra))
