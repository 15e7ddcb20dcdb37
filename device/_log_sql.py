"""The log in an SQLite file, through SQLAlchemy: a hand that was stored survives the plug."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    URL,
    Connection,
    Select,
    Table,
    create_engine,
    delete,
    event,
    insert,
    select,
)
from sqlalchemy.exc import DBAPIError

from device._errors import LogError
from device._log import Entry, Game, Line, Waiting
from device._log_tables import (
    EVENTS,
    GAMES,
    HANDS,
    STEPS,
    WAITING,
    entry_of,
    game_of,
    game_row,
    hand_row,
    line_of,
    line_row,
    waiting_of,
)

FILE_NAME: Final = "jantaku.db"
VERSION: Final = len(STEPS)

_WAL_TRIES: Final = 200
_WAL_PAUSE_S: Final = 0.01
_REASONS: Final = {
    "SQLITE_FULL": "log_full",
    "SQLITE_READONLY": "log_read_only",
    "SQLITE_BUSY": "log_locked",
    "SQLITE_LOCKED": "log_locked",
    "SQLITE_CORRUPT": "log_damaged",
    "SQLITE_NOTADB": "log_damaged",
    "SQLITE_CANTOPEN": "log_unopened",
    "SQLITE_ERROR": "log_damaged",  # the file has not the tables that its version promises
}


class SqlLog:
    """A ``Log`` in the folder ``folder``, which is made where it is missing.

    The file is in WAL mode with a full sync at each commit.  Raises ``LogError`` when the folder
    or the file cannot be used; a damaged file is left as it is.
    """

    def __init__(self, folder: Path, *, wait_s: float = 5.0) -> None:
        self.path = folder / FILE_NAME
        make_folder(folder)
        url = URL.create("sqlite", database=str(self.path))
        self._engine = create_engine(
            url, connect_args={"timeout": wait_s}, json_deserializer=_parsed
        )
        event.listen(self._engine, "connect", _set_pragmas)
        with self._begin() as connection:
            _migrate(connection, self.path)

    def append(self, entry: Entry, line: Line | None = None) -> int:
        """Store ``entry`` for good and return its id; with it ``line``, which is about it."""
        with self._begin() as connection:
            number = _insert(connection, HANDS, hand_row(entry))
            if line is not None:
                _insert(connection, EVENTS, line_row(replace(line, hand=number)))
        return number

    def entries(
        self, limit: int | None = None, before: int | None = None, *, replaced: bool = False
    ) -> Sequence[Entry]:
        """Return the newest ``limit`` entries, newest first and without pictures."""
        query = _newest_first()
        if before is not None:
            query = query.where(HANDS.c.id < before)
        if not replaced:
            corrected = select(HANDS.c.replaces).where(HANDS.c.replaces.is_not(None))
            query = query.where(HANDS.c.id.not_in(corrected))
        return list(islice((entry for entry in self._found(query) if entry.whole), limit))

    def damaged(self) -> Sequence[int]:
        """Return the ids of the entries that cannot be read, newest first."""
        return [entry.id for entry in self._found(_newest_first()) if not entry.whole]

    def entry(self, number: int) -> Entry:
        """Return the entry with the id ``number``, picture included."""
        with self._begin() as connection:
            row = connection.execute(select(HANDS).where(HANDS.c.id == number)).first()
        if row is None:
            raise LogError("log_no_entry", number=number)
        entry = entry_of(dict(row._mapping))
        if not entry.whole:
            raise LogError("log_rows_damaged", path=self.path, numbers=number)
        return entry

    def begin(self, game: Game) -> int:
        """Store ``game`` for good and return its id."""
        with self._begin() as connection:
            return _insert(connection, GAMES, game_row(game))

    def append_line(self, line: Line) -> None:
        """Store ``line`` for good."""
        with self._begin() as connection:
            _insert(connection, EVENTS, line_row(line))

    def games(self, limit: int | None = None, before: int | None = None) -> Sequence[Game]:
        """Return the newest ``limit`` games, those with an id below ``before``, newest first."""
        query = select(GAMES).order_by(GAMES.c.id.desc())
        if before is not None:
            query = query.where(GAMES.c.id < before)
        return [game_of(row) for row in self._rows(query.limit(limit))]

    def lines(self, game: int) -> Sequence[Line]:
        """Return the ledger of a game from its first line on; damaged lines have no record."""
        query = select(EVENTS).where(EVENTS.c.game == game).order_by(EVENTS.c.number)
        return [line_of(row) for row in self._rows(query)]

    def leave(self, waiting: Waiting) -> int:
        """Store a hand that waits for an answer and return its id."""
        row = {"draft": waiting.draft, "source": waiting.source, "picture": waiting.picture}
        with self._begin() as connection:
            return _insert(connection, WAITING, row)

    def waiting(self) -> Sequence[Waiting]:
        """Return the hands that wait, oldest first; damaged ones are left out."""
        found = (waiting_of(row) for row in self._rows(select(WAITING).order_by(WAITING.c.id)))
        return [waiting for waiting in found if waiting.draft]

    def answered(self, number: int) -> None:
        """Let go of the hand with the id ``number``, which waits no more."""
        with self._begin() as connection:
            connection.execute(delete(WAITING).where(WAITING.c.id == number))

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def _found(self, query: Select[Any]) -> Iterator[Entry]:
        return map(entry_of, self._rows(query))

    def _rows(self, query: Select[Any]) -> Iterator[Mapping[str, Any]]:
        with self._begin() as connection:
            for row in connection.execute(query):
                yield dict(row._mapping)

    @contextmanager
    def _begin(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise _explained(error, self.path) from error


def make_folder(folder: Path) -> None:
    """Make the folder of a log where it is missing; raises ``LogError``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogError("data_folder", path=folder, reason=error.strerror) from error


def _insert(connection: Connection, table: Table, row: Mapping[str, object]) -> int:
    """Add a row and return its id."""
    return int(connection.execute(insert(table).values(row).returning(table.c.id)).scalar_one())


def _newest_first() -> Select[Any]:
    """Return the query of all entries, without their pictures."""
    columns = [column for column in HANDS.c if column.name != "picture"]
    return select(*columns).order_by(HANDS.c.id.desc())


def _parsed(text: str) -> Any:
    """Return the JSON value in ``text``, ``None`` where it is damaged."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _set_pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    _use_wal(cursor)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _use_wal(cursor: Any) -> None:
    """Change to WAL mode, for which SQLite does not wait while others open a new file."""
    for left in reversed(range(_WAL_TRIES)):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or not left:
                raise
        time.sleep(_WAL_PAUSE_S)


def _migrate(connection: Connection, path: Path) -> None:
    """Bring a file up to date; of several programs that open it the first does so."""
    if _version(connection, path) == VERSION:
        return
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    for step in STEPS[_version(connection, path) :]:
        step(connection)
    connection.exec_driver_sql(f"PRAGMA user_version={VERSION}")


def _version(connection: Connection, path: Path) -> int:
    found = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    if found > VERSION:
        raise LogError("log_newer", path=path, found=found, known=VERSION)
    return found


def _explained(error: DBAPIError, path: Path) -> LogError:
    name = str(getattr(error.orig, "sqlite_errorname", ""))
    for start, code in _REASONS.items():
        if name.startswith(start):
            return LogError(code, path=path)
    return LogError("log_failed", path=path, reason=error.orig)
