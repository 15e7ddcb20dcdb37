"""The tile sets that were learned, one file each, and which of them is in use."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from detector import Adaptation
from device._errors import TilesError
from device.tiles._set import MAX_BYTES, TileSet, decoded, encoded

#: What the shipped reader, fitted to no set, is called.
DEFAULT: Final = "default"
_NAME: Final = re.compile(r"[^\W_][\w -]{0,39}")
_SUFFIX: Final = ".npz"
_ACTIVE: Final = "active"


class TileSets:
    """The sets in ``folder``/tilesets.

    ``digest`` names the reader's network that is in use, ``refit`` fits a set to it: a set that
    was fitted to another network is fitted anew from its pictures when it is first used.
    """

    def __init__(
        self,
        folder: Path,
        digest: Callable[[], bytes],
        refit: Callable[[TileSet], TileSet],
    ) -> None:
        self.folder = folder / "tilesets"
        self._digest, self._refit = digest, refit
        self._loaded: tuple[object, Adaptation | None] | None = None

    def names(self) -> tuple[str, ...]:
        """Return the names of the learned sets, sorted."""
        if not self.folder.is_dir():
            return ()
        files = (file for file in self.folder.glob(f"*{_SUFFIX}") if _NAME.fullmatch(file.stem))
        return tuple(sorted(file.stem for file in files))

    def active(self) -> str:
        """Return the name of the set in use."""
        try:
            name = (self.folder / _ACTIVE).read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            return DEFAULT
        return name if name in self.names() else DEFAULT

    def use(self, name: str) -> None:
        """Use the set ``name`` from now on; raises ``TilesError`` when it is unknown or broken."""
        if name != DEFAULT:
            self.load(name)
        self._write(self.folder / _ACTIVE, f"{name}\n".encode())

    def load(self, name: str) -> TileSet:
        """Return the set ``name``; raises ``TilesError`` when there is none or it is damaged."""
        return decoded(self.read(name), name)

    def read(self, name: str) -> bytes:
        """Return the file of the set ``name``; raises ``TilesError`` when there is none."""
        self._check(name)
        return _read(self._file(name))

    def _check(self, name: str) -> None:
        if name not in self.names():
            known = (DEFAULT, *self.names())
            raise TilesError("tiles_unknown", name=name, names=known)

    def save(self, name: str, tiles: TileSet) -> None:
        """Keep ``tiles`` as the set ``name``; raises ``TilesError``."""
        self._write(self._file(checked(name)), encoded(tiles))

    def take(self, name: str, file: Path) -> None:
        """Keep the set in ``file`` under ``name``; raises ``TilesError`` when it is none."""
        tiles = decoded(_read(file), str(file))
        self.save(name, tiles)

    def forget(self, name: str) -> None:
        """Delete the set ``name``; raises ``TilesError`` when there is none or it must stay."""
        self._check(name)
        if self.active() == name:
            self.use(DEFAULT)
        try:
            self._file(name).unlink()
        except OSError as error:
            reason = error.strerror
            raise TilesError("tiles_unwritten", path=self._file(name), reason=reason) from error

    def adaptation(self) -> Adaptation | None:
        """Return what the reader is fitted by, that of the set in use.

        Raises ``TilesError`` when that set is damaged.
        """
        name = self.active()
        if name == DEFAULT:
            return None
        if self._loaded is None or self._loaded[0] != (name, self._written(name)):
            adaptation = self._current(name).adaptation
            self._loaded = ((name, self._written(name)), adaptation)
        return self._loaded[1]

    def _written(self, name: str) -> int:
        """Return when the file of a set was written, 0 when it is gone."""
        try:
            return self._file(name).stat().st_mtime_ns
        except OSError:
            return 0

    def _current(self, name: str) -> TileSet:
        tiles = self.load(name)
        if tiles.reader != self._digest():
            tiles = self._refit(tiles)
            self.save(name, tiles)
        return tiles

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}{_SUFFIX}"

    def _write(self, file: Path, data: bytes) -> None:
        try:
            write_whole(file, data)
        except OSError as error:
            raise TilesError("tiles_unwritten", path=file, reason=error.strerror) from error


def checked(name: str) -> str:
    """Return ``name`` when a set may be called so, else raise ``TilesError``."""
    if not _NAME.fullmatch(name) or name.lower() in (DEFAULT, _ACTIVE):
        raise TilesError("tiles_name", name=name)
    return name


def write_whole(file: Path, data: bytes) -> None:
    """Write ``file`` so that it is always whole: the old content or the new; raises ``OSError``."""
    file.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(number, "wb") as temporary:
            temporary.write(data)
            temporary.flush()
            os.fsync(temporary.fileno())
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _read(file: Path) -> bytes:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise TilesError("tiles_damaged", name=str(file))
        return file.read_bytes()
    except OSError as error:
        raise TilesError("file_unopened", path=file, reason=error.strerror) from error
