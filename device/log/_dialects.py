"""What differs between the databases that keep the log: SQLite and PostgreSQL."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from shutil import disk_usage
from typing import Any, Final, Protocol

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from device._errors import LogError

FILE_NAME: Final = "jantaku.db"
#: With fewer bytes left even the files that SQLite keeps beside the log have no room.
_FULL_BELOW: Final = 1 << 16
_LAST_PORT: Final = 65535
_WAL_TRIES: Final = 200
_WAL_PAUSE_S: Final = 0.01
_SQLITE: Final = {
    "SQLITE_FULL": "log_full",
    "SQLITE_READONLY": "log_read_only",
    "SQLITE_BUSY": "log_locked",
    "SQLITE_LOCKED": "log_locked",
    "SQLITE_CORRUPT": "log_damaged",
    "SQLITE_NOTADB": "log_damaged",
    "SQLITE_CANTOPEN": "log_unopened",
    "SQLITE_ERROR": "log_damaged",  # the file has not the tables that its version promises
}
#: How the codes of PostgreSQL begin (its manual, appendix A).
_POSTGRES: Final = {
    "53": "log_full",
    "25006": "log_read_only",
    "55P03": "log_locked",
    "28": "log_refused",
    "3D": "log_refused",
    "42501": "log_refused",
    "08": "log_unreachable",
    "57P": "log_unreachable",
}
#: A number of our own for PostgreSQL's advisory locks.
_LOCK: Final = 0x6A616E74


class Store(Protocol):
    """A database: ``name`` as everybody may see it, and its ``engine``."""

    name: str
    engine: Engine

    def version(self, connection: Connection) -> int:
        """Return the version of the tables, 0 where there are none."""

    def begin_change(self, connection: Connection) -> None:
        """Let no other program change the tables until the transaction ends."""

    def set_version(self, connection: Connection, version: int) -> None:
        """Note the version of the tables."""

    def hold_still(self, connection: Connection) -> None:
        """Let a transaction that begins see one moment of the log, whatever others write."""

    def go_on_counting(self, connection: Connection, table: str) -> None:
        """Give rows of ``table`` ids above all it has, after some were put in with theirs."""

    def code(self, error: DBAPIError) -> str | None:
        """Return the sentence of ``i18n/*.errors.json`` that ``error`` stands for."""

    def give_up(self) -> None:
        """Have what waits for an answer fail, where that can be done; from any thread."""


class SqliteStore:
    """A file in WAL mode with a full sync at each commit."""

    def __init__(self, folder: Path, wait_s: float) -> None:
        self.path = folder / FILE_NAME
        self.name = str(self.path)
        url = URL.create("sqlite", database=self.name)
        self.engine = create_engine(
            url, connect_args={"timeout": wait_s}, json_deserializer=_parsed
        )
        event.listen(self.engine, "connect", _set_pragmas)

    def version(self, connection: Connection) -> int:
        """Return the version of the tables, 0 where there are none."""
        return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())

    def begin_change(self, connection: Connection) -> None:
        """Let no other program change the tables until the transaction ends."""
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def set_version(self, connection: Connection, version: int) -> None:
        """Note the version of the tables."""
        connection.exec_driver_sql(f"PRAGMA user_version={version}")

    def hold_still(self, connection: Connection) -> None:
        """Let a transaction that begins see one moment of the log."""
        connection.exec_driver_sql("BEGIN")

    def go_on_counting(self, connection: Connection, table: str) -> None:
        """Nothing to do: SQLite looks at the ids that are there."""

    def code(self, error: DBAPIError) -> str | None:
        """Return the sentence that ``error`` stands for; SQLite tells not all of it by itself."""
        found, folder = str(getattr(error.orig, "sqlite_errorname", "")), self.path.parent
        if found.startswith("SQLITE_IOERR") and disk_usage(folder).free < _FULL_BELOW:
            return "log_full"
        if found.startswith("SQLITE_CANTOPEN") and self.path.is_file():
            return "log_unopened" if os.access(folder, os.W_OK) else "log_read_only"
        return _first(_SQLITE, found)

    def give_up(self) -> None:
        """Nothing to do: SQLite waits no longer than it was told, a disk as long as it takes."""


class PostgresStore:
    """A database of a PostgreSQL server, whose commits wait for its disk."""

    def __init__(self, url: URL, wait_s: float) -> None:
        self.name = url.render_as_string(hide_password=True)
        wait_ms = int(wait_s * 1000)
        self.engine = create_engine(
            url,
            pool_pre_ping=True,
            connect_args={
                "connect_timeout": max(2, int(wait_s)),
                "tcp_user_timeout": wait_ms,  # the network cable was pulled
                "options": f"-c synchronous_commit=on -c lock_timeout={wait_ms}",
            },
        )
        self._lines: set[Any] = set()
        event.listen(self.engine, "connect", lambda line, _: self._lines.add(line))
        event.listen(self.engine, "close", lambda line, _: self._lines.discard(line))

    def version(self, connection: Connection) -> int:
        """Return the version of the tables, 0 where there are none."""
        if connection.scalar(text("SELECT to_regclass('jantaku_version')")) is None:
            return 0
        return int(connection.scalar(text("SELECT version FROM jantaku_version")) or 0)

    def begin_change(self, connection: Connection) -> None:
        """Let no other program change the tables until the transaction ends."""
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})

    def set_version(self, connection: Connection, version: int) -> None:
        """Note the version of the tables."""
        create = "CREATE TABLE IF NOT EXISTS jantaku_version (version INTEGER NOT NULL)"
        connection.execute(text(create))
        connection.execute(text("DELETE FROM jantaku_version"))
        connection.execute(text("INSERT INTO jantaku_version VALUES (:v)"), {"v": version})

    def hold_still(self, connection: Connection) -> None:
        """Let a transaction that begins see one moment of the log."""
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))

    def go_on_counting(self, connection: Connection, table: str) -> None:
        """Give rows of ``table`` ids above all it has."""
        newest = connection.scalar(text(f"SELECT max(id) FROM {table}"))  # noqa: S608
        if newest is not None:
            command = text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :newest)")
            connection.execute(command, {"table": table, "newest": newest})

    def code(self, error: DBAPIError) -> str | None:
        """Return the sentence that ``error`` stands for; one without a code is a lost server."""
        state = str(getattr(error.orig, "sqlstate", None) or "08")
        return _first(_POSTGRES, state)

    def give_up(self) -> None:
        """Hang up on a server that is there and answers no more: it has no time limit itself."""
        for line in tuple(self._lines):
            with (
                suppress(OSError, line.OperationalError),
                socket.socket(fileno=os.dup(line.fileno())) as wire,
            ):
                wire.shutdown(socket.SHUT_RDWR)


def store_of(folder: Path, url: str | None = None, wait_s: float = 5.0) -> Store:
    """Return the database at ``url``, else the file in ``folder``, which is made if missing.

    Raises ``LogError``.
    """
    if url is None:
        make_folder(folder)
        return SqliteStore(folder, wait_s)
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() != "postgresql" or not 0 <= (parsed.port or 0) <= _LAST_PORT:
            raise LogError("log_url")
        _check_options(parsed)
        return PostgresStore(parsed.set(drivername="postgresql+psycopg"), wait_s)
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise LogError("log_url") from error
    except ImportError as error:
        raise LogError("log_driver", reason=error) from error


def _check_options(url: URL) -> None:
    """Raise ``LogError`` where the address has options that PostgreSQL has not."""
    from psycopg import ProgrammingError
    from psycopg.conninfo import make_conninfo

    try:
        make_conninfo(**dict.fromkeys(url.query, ""))
    except ProgrammingError as error:
        raise LogError("log_url") from error


def make_folder(folder: Path) -> None:
    """Make the folder of a log where it is missing; raises ``LogError``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogError("data_folder", path=folder, reason=error.strerror) from error


def _first(codes: dict[str, str], found: str) -> str | None:
    return next((code for start, code in codes.items() if found.startswith(start)), None)


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
