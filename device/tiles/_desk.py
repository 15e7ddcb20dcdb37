"""The tile sets on the page: which is used, and one that is being learned."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from detector import Learned
from device._errors import TilesError
from device._photo import Pixels, decode_photo
from device.tiles._draft import TileDraft, corrected, with_sheet
from device.tiles._reader import fitted, seen_sheet
from device.tiles._sets import TileSets, checked


@dataclass(frozen=True, slots=True, eq=False)
class TileState:
    """``names`` of the learned sets, the ``active`` one, the ``draft`` of the set being learned,
    how the last one was learned, and whether the table's camera has a picture.
    """

    names: tuple[str, ...]
    active: str
    draft: TileDraft
    learned: Learned | None = None
    camera: bool = False


class TileDesk:
    """Safe from any thread; every method may take seconds.

    ``last`` gives the last picture of the table's camera, ``None`` when there is none.
    """

    def __init__(self, sets: TileSets, last: Callable[[], Pixels | None] = lambda: None) -> None:
        self._sets = sets
        self._last = last
        self._lock = threading.Lock()
        self._draft: TileDraft = _EMPTY
        self._learned: Learned | None = None

    def state(self) -> TileState:
        """Return what there is."""
        seen = self._last() is not None
        names, active = self._sets.names(), self._sets.active()
        return TileState(names, active, self._draft, self._learned, seen)

    def add(self, data: bytes) -> TileState:
        """Look for the set laid out in an encoded photo; raises ``UserError``."""
        return self._add(decode_photo(data, "photo"))

    def shoot(self) -> TileState:
        """Look for the set in the last picture of the table's camera; raises ``UserError``."""
        image = self._last()
        if image is None:
            raise TilesError("tiles_no_picture")
        return self._add(image)

    def _add(self, image: Pixels) -> TileState:
        with self._lock:
            self._draft = with_sheet(self._draft, image, seen_sheet(image), "photo")
            self._learned = None
        return self.state()

    def correct(self, index: int, face: str | None) -> TileState:
        """Say what one of the faces found shows, ``None``: no tile; raises ``TilesError``."""
        with self._lock:
            self._draft = corrected(self._draft, index, face)
        return self.state()

    def again(self) -> TileState:
        """Put the photos away."""
        with self._lock:
            self._draft, self._learned = _EMPTY, None
        return self.state()

    def learn(self, name: str) -> TileState:
        """Learn the set as it is shown, keep it as ``name`` and use it; raises ``UserError``."""
        name = checked(name.strip())
        with self._lock:
            if not self._draft.examples:
                raise TilesError("tiles_no_faces")
            tiles, learned = fitted(self._draft.examples)
            self._sets.save(name, tiles)
            self._sets.use(name)
            self._draft, self._learned = _EMPTY, learned
        return self.state()

    def use(self, name: str) -> TileState:
        """Use the set ``name``; raises ``TilesError``."""
        self._sets.use(name)
        return self.state()

    def forget(self, name: str) -> TileState:
        """Delete the set ``name``; raises ``TilesError``."""
        self._sets.forget(name)
        return self.state()


_EMPTY: Final = TileDraft()
