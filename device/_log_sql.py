"""The log in an SQLite file, through SQLAlchemy: a hand that was stored survives the plug."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    JSON,
    URL,
    Column,
    Connection,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    String,
    Table,
    create_engine,
    event,
    insert,
    select,
)
from sqlalchemy.exc import DBAPIError

from device._errors import LogError
from device._log import Entry

FILE_NAME: Final = "jantaku.db"
VERSION: Final = 1

_METADATA: Final = MetaData()
_HANDS: Final = Table(
    "hands",
    _METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", String(32), nullable=False),
    Column("rules", String, nullable=False),
    Column("source", String(16), nullable=False),
    Column("record", JSON, nullable=False),
    Column("score", JSON, nullable=False),
    Column("reading", JSON(none_as_null=True)),
    Column("picture", LargeBinary),
    Column("replaces", Integer, ForeignKey("hands.id"), index=True),
    sqlite_autoincrement=True,
)
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

    def append(self, entry: Entry) -> int:
        """Store ``entry`` for good and return its id."""
        with self._begin() as connection:
            result = connection.execute(insert(_HANDS).values(_row(entry)))
            key = result.inserted_primary_key
        if key is None:
            raise LogError("log_failed", path=self.path, reason="no row id")
        return int(key[0])

    def entries(
        self, limit: int | None = None, before: int | None = None, *, replaced: bool = False
    ) -> Sequence[Entry]:
        """Return the newest ``limit`` entries, newest first and without pictures."""
        query = _newest_first()
        if before is not None:
            query = query.where(_HANDS.c.id < before)
        if not replaced:
            corrected = select(_HANDS.c.replaces).where(_HANDS.c.replaces.is_not(None))
            query = query.where(_HANDS.c.id.not_in(corrected))
        return list(islice((entry for entry in self._found(query) if entry.whole), limit))

    def damaged(self) -> Sequence[int]:
        """Return the ids of the entries that cannot be read, newest first."""
        return [entry.id for entry in self._found(_newest_first()) if not entry.whole]

    def entry(self, number: int) -> Entry:
        """Return the entry with the id ``number``, picture included."""
        with self._begin() as connection:
            row = connection.execute(select(_HANDS).where(_HANDS.c.id == number)).first()
        if row is None:
            raise LogError("log_no_entry", number=number)
        entry = _entry(row._mapping)
        if not entry.whole:
            raise LogError("log_rows_damaged", path=self.path, numbers=number)
        return entry

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def _found(self, query: Select[Any]) -> Iterator[Entry]:
        with self._begin() as connection:
            for row in connection.execute(query):
                yield _entry(row._mapping)

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


def _newest_first() -> Select[Any]:
    """Return the query of all entries, without their pictures."""
    columns = [column for column in _HANDS.c if column.name != "picture"]
    return select(*columns).order_by(_HANDS.c.id.desc())


def _parsed(text: str) -> Any:
    """Return the JSON value in ``text``, ``None`` where it is damaged."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _set_pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _migrate(connection: Connection, path: Path) -> None:
    """Make the tables of a new file; of several programs that open it the first makes them."""
    if _version(connection, path) == VERSION:
        return
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    if _version(connection, path) < VERSION:
        _METADATA.create_all(connection)
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


def _row(entry: Entry) -> dict[str, object]:
    names = ("rules", "source", "record", "score", "reading", "picture", "replaces")
    row: dict[str, object] = {name: getattr(entry, name) for name in names}
    return row | {"at": entry.at.astimezone(UTC).isoformat(timespec="milliseconds")}


def _entry(row: Any) -> Entry:
    try:
        return Entry(**{**row, "at": datetime.fromisoformat(row["at"])})
    except (TypeError, ValueError):
        return Entry(**{**row, "at": datetime.min.replace(tzinfo=UTC), "record": {}})
