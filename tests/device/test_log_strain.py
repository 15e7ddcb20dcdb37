"""Hands are scored and kept while the disk is full and while the clock goes astray."""

import resource
import signal
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from shutil import copyfile, disk_usage

import pytest
from page_table import Table, reading_of

from device._errors import LogError
from device.log._sql import SqlLog
from device.page._edit import SetContext
from device.page._game import Begin
from scorer import Score

HANDS = (
    reading_of("123m456p789s1112z", "2z", dora="4p"),
    reading_of("234m456p678s55p67p", "8p", dora="4p"),
)
EMPTY = reading_of("")
NAMES, SIDES = ("Aoi", "Ben", "Chie", "Dai"), ("bottom", "right", "top", "left")


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    table.service.play(Begin(NAMES, SIDES))
    yield table
    table.keeper.close()


def win(table, number):
    """The dealer wins once more, by tsumo; the table is cleared."""
    table.lay(HANDS[number % 2], SetContext("tsumo", True))
    state = table.service.state()
    table.lay(EMPTY)
    return state


@contextmanager
def files_of_at_most(size):
    """No file of this process may grow beyond ``size`` bytes: writing fails as on a full disk."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)


def test_hands_go_on_being_scored_on_a_full_disk_and_are_logged_when_there_is_room(table):
    with files_of_at_most(400_000):
        for number in range(40):
            state = win(table, number)
            if state.notice is not None:
                break
        told = number + 1
        for more in range(told, told + 3):
            state = win(table, more)
            assert isinstance(state.outcome, Score)
            assert isinstance(state.notice, LogError)
        ledger = state.game.book.ledger
    assert len(ledger.moves) == told + 3
    assert table.keeper.waiting
    table.service.deliver()
    assert table.service.state().notice is None
    assert table.keeper.waiting == 0
    assert len(table.keeper.log().entries()) == told + 3
    again = Table(table.keeper.log().store.path.parent)
    assert again.service.state().game.book.ledger.state == ledger.state
    again.keeper.close()


def test_a_log_on_a_disk_that_takes_nothing_is_read_and_saved(jantaku, table, tmp_path):
    """Its newest hands are in the second file; nothing can be made beside them."""
    folder = tmp_path / "card"
    folder.mkdir()
    win(table, 0)
    for name in ("jantaku.db", "jantaku.db-wal"):
        copyfile(tmp_path / name, folder / name)
    (folder / "jantaku.db-shm").mkdir()
    before = sorted(path.name for path in folder.iterdir())
    assert "12000" in jantaku("log", "list", "--data", folder).stdout
    assert jantaku("log", "backup", tmp_path / "x.backup", "--data", folder).returncode == 0
    assert jantaku("log", "list", "--data", folder).returncode == 0
    refused = jantaku("log", "prune", "--pictures-older-than", "1d", "--data", folder)
    assert (refused.returncode, "may only be read" in refused.stderr) == (2, True)
    assert sorted(path.name for path in folder.iterdir()) == before
    jantaku("log", "restore", tmp_path / "x.backup", "--data", tmp_path / "new")
    assert "12000" in jantaku("log", "list", "--data", tmp_path / "new").stdout


def test_why_a_log_cannot_be_opened_is_told(table, tmp_path, monkeypatch):
    (tmp_path / "x").mkdir()
    copyfile(tmp_path / "jantaku.db", tmp_path / "x" / "jantaku.db")
    (tmp_path / "x" / "jantaku.db-wal").mkdir()
    for writable, code in ((True, "log_unopened"), (False, "log_read_only")):
        monkeypatch.setattr("os.access", lambda *_, told=writable: told)
        with pytest.raises(LogError) as caught:
            SqlLog(tmp_path / "x")
        assert caught.value.code == code
    usage = type(disk_usage(tmp_path))(1 << 20, 1 << 20, 0)
    monkeypatch.setattr("device.log._dialects.disk_usage", lambda _: usage)
    with files_of_at_most(0), pytest.raises(LogError) as caught:
        SqlLog(tmp_path / "new")
    assert caught.value.code == "log_full"


def test_a_clock_that_jumps_back_changes_no_order_and_loses_nothing(table, monkeypatch):
    """As a Pi without a clock does, which starts in the past until the network tells the time."""

    class Clock(datetime):
        moment = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

        @classmethod
        def now(cls, tz=None):
            cls.moment -= timedelta(days=40)
            return cls.moment

    monkeypatch.setattr("device.log._port.datetime", Clock)
    logged = [win(table, number).hand_id for number in range(4)]
    assert [entry.id for entry in table.service.history(4)] == logged[::-1]
    table.keeper.close()
    again = Table(table.keeper.log().store.path.parent)
    ledger = again.service.state().game.book.ledger
    assert (len(ledger.moves), ledger.state.honba) == (4, 4)
    assert [entry.id for entry in again.service.history(4)] == logged[::-1]
    again.keeper.close()
