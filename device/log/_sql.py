"""The log in a database, through SQLAlchemy: a hand that was stored survives the plug."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Select, Table, delete, insert, select
from sqlalchemy.exc import DBAPIError

from device._errors import LogError
from device.log._dialects import Store, store_of
from device.log._port import Entry, Game, Line, Waiting
from device.log._tables import (
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

VERSION: Final = len(STEPS)


class SqlLog:
    """A ``Log`` in the file ``jantaku.db`` of ``folder``, or in the database at ``url``.

    What was stored is on the disk.  Raises ``LogError`` when the folder, the file or the database
    cannot be used; a damaged file is left as it is.
    """

    def __init__(self, folder: Path, url: str | None = None, *, wait_s: float = 5.0) -> None:
        self.store = store_of(folder, url, wait_s)
        self._held = threading.local()
        try:
            with self.begin_transaction() as connection:
                _migrate(connection, self.store)
        except LogError:
            self.close()
            raise

    def append(self, entry: Entry, line: Line | None = None) -> int:
        """Store ``entry`` for good and return its id; with it ``line``, which is about it."""
        with self.begin_transaction() as connection:
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
        with self.begin_transaction() as connection:
            row = connection.execute(select(HANDS).where(HANDS.c.id == number)).first()
        if row is None:
            raise LogError("log_no_entry", number=number)
        entry = entry_of(dict(row._mapping))
        if not entry.whole:
            raise LogError("log_rows_damaged", path=self.store.name, numbers=number)
        return entry

    def begin(self, game: Game) -> int:
        """Store ``game`` for good and return its id."""
        with self.begin_transaction() as connection:
            return _insert(connection, GAMES, game_row(game))

    def append_line(self, line: Line) -> None:
        """Store ``line`` for good."""
        with self.begin_transaction() as connection:
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

    def forget(self, game: int) -> None:
        """Delete a game, its ledger and the hands that the camera read in it."""
        with self.begin_transaction() as connection:
            hands = _read_in(connection, game)
            connection.execute(delete(EVENTS).where(EVENTS.c.game == game))
            connection.execute(delete(GAMES).where(GAMES.c.id == game))
            connection.execute(delete(HANDS).where(HANDS.c.id.in_(hands)))

    def leave(self, waiting: Waiting) -> int:
        """Store a hand that waits for an answer and return its id."""
        row = {"draft": waiting.draft, "source": waiting.source, "picture": waiting.picture}
        with self.begin_transaction() as connection:
            return _insert(connection, WAITING, row)

    def waiting(self) -> Sequence[Waiting]:
        """Return the hands that wait, oldest first; damaged ones are left out."""
        found = (waiting_of(row) for row in self._rows(select(WAITING).order_by(WAITING.c.id)))
        return [waiting for waiting in found if waiting.draft]

    def answered(self, number: int) -> None:
        """Let go of the hand with the id ``number``, which waits no more."""
        with self.begin_transaction() as connection:
            connection.execute(delete(WAITING).where(WAITING.c.id == number))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Store what this thread stores meanwhile at once; raises ``LogError``."""
        before: Connection | None = getattr(self._held, "connection", None)
        with self.begin_transaction() as connection:
            self._held.connection = connection
            try:
                yield
            finally:
                self._held.connection = before

    def give_up(self) -> None:
        """Have what waits for an answer fail, where that can be done; from any thread."""
        self.store.give_up()

    def close(self) -> None:
        """Let go of the database."""
        self.store.engine.dispose()

    def _found(self, query: Select[Any]) -> Iterator[Entry]:
        return map(entry_of, self._rows(query))

    def _rows(self, query: Select[Any]) -> Iterator[Mapping[str, Any]]:
        with self.begin_transaction() as connection:
            for row in connection.execute(query):
                yield dict(row._mapping)

    @contextmanager
    def begin_transaction(self) -> Iterator[Connection]:
        """Yield a connection whose changes are stored together; raises ``LogError``."""
        held: Connection | None = getattr(self._held, "connection", None)
        if held is not None:
            yield held
            return
        try:
            with self.store.engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise _explained(error, self.store) from error


def _read_in(connection: Connection, game: int) -> list[int]:
    """Return the ids of the hands of ``game`` that only a camera told, corrections included."""
    own = select(EVENTS.c.hand).where(EVENTS.c.game == game, EVENTS.c.hand.is_not(None))
    rows = connection.execute(select(HANDS.c.id, HANDS.c.source).where(HANDS.c.id.in_(own)))
    found = {row.id for row in rows if row.source == "camera"}
    while kept := found & _replaced(connection, found):
        found -= kept
    return sorted(found)


def _replaced(connection: Connection, but_for: set[int]) -> set[int]:
    """Return the ids of the hands that others than ``but_for`` correct."""
    query = select(HANDS.c.replaces).where(HANDS.c.replaces.is_not(None))
    return set(connection.execute(query.where(HANDS.c.id.not_in(but_for))).scalars())


def _insert(connection: Connection, table: Table, row: Mapping[str, object]) -> int:
    """Add a row and return its id."""
    return int(connection.execute(insert(table).values(row).returning(table.c.id)).scalar_one())


def _newest_first() -> Select[Any]:
    """Return the query of all entries, without their pictures."""
    columns = [column for column in HANDS.c if column.name != "picture"]
    return select(*columns).order_by(HANDS.c.id.desc())


def _migrate(connection: Connection, store: Store) -> None:
    """Bring the tables up to date; of several programs that open them the first does so."""
    if _version(connection, store) == VERSION:
        return
    store.begin_change(connection)
    for step in STEPS[_version(connection, store) :]:
        step(connection)
    store.set_version(connection, VERSION)


def _version(connection: Connection, store: Store) -> int:
    found = store.version(connection)
    if found > VERSION:
        raise LogError("log_newer", path=store.name, found=found, known=VERSION)
    return found


def _explained(error: DBAPIError, store: Store) -> LogError:
    reason = str(error.orig).partition("\n")[0]
    return LogError(store.code(error) or "log_failed", path=store.name, reason=reason)
