"""Pictures of single faces kept from scored hands, to improve the tile set by.

A folder for each tile set, a file for each hand, of the same kind as a tile set's own.  Only the
rectified faces are kept, with what they show and whether a person said so.
"""

from __future__ import annotations

import logging
import os
import queue
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from detector import FACES, Detection, Example, crop_of, indices_of
from device._errors import TilesError
from device._photo import Pixels
from device.page._draft import NOWHERE, Draft
from device.page._ports import State
from device.tiles._set import TileSet, decoded, encoded
from device.tiles._sets import write_whole

#: Hands kept of one tile set, and bytes of all its files; the oldest go first.
MOST_HANDS: Final = 1000
MOST_BYTES: Final = 64 << 20
_LOG: Final = logging.getLogger("jantaku")


class Crops:
    """The kept faces in ``folder``/crops."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "crops"

    def keep(self, name: str, hand: int, examples: tuple[Example, ...]) -> None:
        """Keep the faces of the log's hand ``hand``, read with the set ``name``, in place of what
        was kept of it before; raises ``OSError``.
        """
        file = self.folder / name / f"{hand:08d}.npz"
        write_whole(file, encoded(TileSet(examples, None, b"")))
        self._trim(self.folder / name)

    def hands(self, name: str) -> list[tuple[Example, ...]]:
        """Return the faces kept of each hand read with the set ``name``, oldest first.

        Files that are damaged are passed over.
        """
        found = []
        for file in self._files(self.folder / name):
            try:
                found.append(decoded(file.read_bytes(), file.name).examples)
            except (TilesError, OSError):
                _LOG.warning("%s is damaged and was passed over", file)
        return found

    def sizes(self) -> dict[str, tuple[int, int]]:
        """Return by set how many hands are kept, and in how many bytes."""
        folders = sorted(self.folder.iterdir()) if self.folder.is_dir() else []
        files = {folder.name: self._files(folder) for folder in folders if folder.is_dir()}
        return {
            name: (len(of), sum(file.stat().st_size for file in of)) for name, of in files.items()
        }

    def delete(self) -> None:
        """Delete all that was kept; raises ``TilesError`` when that cannot be."""
        try:
            if self.folder.is_dir():
                shutil.rmtree(self.folder)
        except OSError as error:
            raise TilesError("tiles_unwritten", path=self.folder, reason=error.strerror) from error

    def _files(self, folder: Path) -> list[Path]:
        return sorted(folder.glob("*.npz"))

    def _trim(self, folder: Path) -> None:
        files = self._files(folder)
        sizes = [file.stat().st_size for file in files]
        while len(files) > MOST_HANDS or sum(sizes) > MOST_BYTES:
            files.pop(0).unlink()
            sizes.pop(0)


class CropKeeper:
    """Keeps the faces of every hand that is logged, on a thread of its own.

    ``active`` names the tile set in use, ``picture`` gives a JPEG by its name.
    """

    def __init__(
        self, crops: Crops, active: Callable[[], str], picture: Callable[[str], bytes | None]
    ) -> None:
        self._crops, self._active, self._picture = crops, active, picture
        self._last: object = None
        self._work: queue.SimpleQueue[tuple[str, int, bytes, Draft] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="crops", daemon=True)
        self._thread.start()

    def see(self, state: State) -> None:
        """Take note of a state of the table."""
        draft = state.draft
        if state.hand_id is None or draft is None or draft.hand is None or draft.uncertain:
            return
        told = (state.hand_id, tuple(sorted(draft.faces.items())), draft.confirmed)
        data = None if state.picture is None else self._picture(state.picture.id)
        if told != self._last and data is not None:
            self._last = told
            self._work.put((self._active(), state.hand_id, data, draft))

    def close(self) -> None:
        """Finish what was begun."""
        self._work.put(None)
        self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while (task := self._work.get()) is not None:
            name, hand, data, draft = task
            try:
                if examples := faces_in(draft, data):
                    self._crops.keep(name, hand, examples)
            except (OSError, cv2.error) as error:
                _LOG.warning("the faces of hand %s were not kept: %s", hand, error)


def kept_usually() -> bool:
    """Return whether faces are kept where nothing else is said: unless JANTAKU_CROPS is off."""
    return os.environ.get("JANTAKU_CROPS") != "off"


def faces_in(draft: Draft, picture: bytes) -> tuple[Example, ...]:
    """Return the faces of the hand of ``draft`` in ``picture``, the JPEG it was read in."""
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    return () if image is None else faces_of(draft, np.asarray(image, np.uint8))


def faces_of(draft: Draft, image: Pixels) -> tuple[Example, ...]:
    """Return the faces of the hand of ``draft`` in ``image``, which it was read in, scaled."""
    if draft.hand is None:
        return ()
    scale = image.shape[1] / max(draft.reading.width, 1)
    detections, faces = draft.reading.detections, draft.faces
    return tuple(
        _example(image, detections[i], faces[i], scale, draft.confirmed)
        for i in indices_of(draft.hand)
        if faces[i] in FACES and detections[i].corners != NOWHERE
    )


def _example(
    image: Pixels, detection: Detection, face: str, scale: float, confirmed: bool
) -> Example:
    a, b, c, d = ((x * scale, y * scale) for x, y in detection.corners)
    said = confirmed or detection.confidence == 1.0
    return Example(face, crop_of(image, (a, b, c, d)), confirmed=said)
