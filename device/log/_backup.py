"""The whole log in one file and back, while the program goes on; old pictures taken out."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import delete, func, insert, select, update

from device._errors import LogError
from device.log._dialects import FILE_NAME, SqliteStore
from device.log._sql import VERSION, SqlLog
from device.log._tables import EVENTS, GAMES, HANDS, WAITING, told

#: What refers to another table comes after it.
_TABLES: Final = (HANDS, GAMES, EVENTS, WAITING)
#: So many rows, with their pictures, are in memory at once.
_ROWS: Final = 50
_WAIT_S: Final = 30.0


@dataclass(frozen=True, slots=True)
class Counts:
    """How many hands (corrections too) and games a log has."""

    hands: int
    games: int


def count(log: SqlLog) -> Counts:
    """Return how much is in ``log``."""
    with log.begin_transaction() as connection:
        hands, games = (
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (HANDS, GAMES)
        )
    return Counts(hands, games)


def backup(log: SqlLog, file: Path) -> Counts:
    """Write all of ``log`` as it is at one moment to ``file``: whole and checked, or not at all.

    The program that writes the log goes on meanwhile.  Raises ``LogError``.
    """
    with _explained(file), _unfinished(file) as folder:
        part = folder / FILE_NAME
        if isinstance(log.store, SqliteStore):
            _copy_pages(log.store.path, part)
        else:
            _copy_rows(log, folder)
        _make_single(part)
        with _log_in(part, file) as copied:
            counts = count(copied)
        _make_single(part)
        _sync(part)
        part.replace(file)
        _sync(file.parent)
    return counts


@dataclass(frozen=True, slots=True)
class Saved:
    """The log that ``file`` holds, whole and brought up to date in ``part``, a copy."""

    file: Path
    part: Path
    counts: Counts

    def replace_all(self, log: SqlLog) -> Counts:
        """Put it in the place of all that is in ``log``, at once or not at all.

        Raises ``LogError``; then ``log`` stays as it is.
        """
        with _explained(self.file):
            if isinstance(log.store, SqliteStore):
                _copy_pages(self.part, log.store.path)
            else:
                with _log_in(self.part, self.file) as copied:
                    _replace_rows(copied, log)
        return self.counts


@contextmanager
def saved_in(file: Path) -> Iterator[Saved]:
    """Yield the log in ``file``, the file of a backup; raises ``LogError`` when it is none."""
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / FILE_NAME
        with _explained(file):
            shutil.copyfile(file, part)
            with _log_in(part, file) as copied:
                counts = count(copied)
        yield Saved(file, part, counts)


@contextmanager
def copied_log(folder: Path) -> Iterator[SqlLog]:
    """Yield a copy of the log in ``folder``, to be read where nothing can be written.

    Raises ``LogError``.
    """
    with tempfile.TemporaryDirectory() as copies:
        with _explained(Path(copies)):
            for name in (FILE_NAME, f"{FILE_NAME}-wal"):  # the newest hands are in the second
                if name == FILE_NAME or (folder / name).is_file():
                    shutil.copyfile(folder / name, Path(copies) / name)
        log = SqlLog(Path(copies))
        try:
            yield log
        finally:
            log.close()


def prune_pictures(log: SqlLog, before: datetime) -> int:
    """Take the pictures of hands that were scored before ``before`` out; return how many."""
    old = update(HANDS).where(HANDS.c.picture.is_not(None), HANDS.c.at < told(before))
    with log.begin_transaction() as connection:
        return connection.execute(old.values(picture=None)).rowcount


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LogError("backup_failed", path=file, reason=error.strerror or error) from error
    except sqlite3.Error as error:
        raise LogError("backup_failed", path=file, reason=error) from error


@contextmanager
def _unfinished(file: Path) -> Iterator[Path]:
    """Yield a new folder beside ``file``; what one left there that was killed is deleted."""
    folder = file.with_name(f".{file.name}.unfinished")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _log_in(part: Path, file: Path) -> Iterator[SqlLog]:
    """Yield the log in ``part`` brought up to date; raises ``LogError`` when ``file`` has none."""
    _check(part, file)
    copied = SqlLog(part.parent)
    try:
        yield copied
    finally:
        copied.close()


def _check(part: Path, file: Path) -> None:
    try:
        with closing(sqlite3.connect(part)) as connection:
            whole = connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute("SELECT count(*) FROM hands").fetchone()
    except sqlite3.DatabaseError as error:
        raise LogError("backup_damaged", path=file) from error
    if not whole or version < 1:
        raise LogError("backup_damaged", path=file)
    if version > VERSION:
        raise LogError("log_newer", path=file, found=version, known=VERSION)


def _copy_pages(source: Path, target: Path) -> None:
    """Copy a file that others may be writing to, or over one that others have open."""
    with (
        closing(sqlite3.connect(source, timeout=_WAIT_S)) as read,
        closing(sqlite3.connect(target, timeout=_WAIT_S)) as written,
    ):
        read.backup(written)


def _make_single(part: Path) -> None:
    """Leave everything in the one file."""
    with closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE").fetchone()


def _copy_rows(log: SqlLog, folder: Path) -> None:
    copied = SqlLog(folder)
    try:
        _replace_rows(log, copied)
    finally:
        copied.close()


def _replace_rows(source: SqlLog, target: SqlLog) -> None:
    """Make the rows of ``target`` those that ``source`` has at one moment."""
    with source.begin_transaction() as read, target.begin_transaction() as written:
        source.store.hold_still(read)
        for table in reversed(_TABLES):
            written.execute(delete(table))
        for table in _TABLES:
            query = select(table).order_by(table.c.id).execution_options(yield_per=_ROWS)
            for rows in read.execute(query).mappings().partitions():
                written.execute(insert(table), [dict(row) for row in rows])
            target.store.go_on_counting(written, table.name)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
