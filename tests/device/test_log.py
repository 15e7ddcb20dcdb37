"""The log: what is stored stays, whatever happens to the program or the disk."""

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from device._errors import LogError
from device.log._dialects import FILE_NAME
from device.log._port import Entry, Game, Line, Waiting
from device.log._sql import VERSION, SqlLog

ROOT = Path(__file__).parents[2]


def worth(points):
    return {"points": points, "yaku": [["riichi", 1]], "yakuman": [], "han": 1, "fu": 40,
            "limit": None}  # fmt: skip


def entry(**changes):
    record = {"hand": "123m456p789s11122z", "win_tile": "2z", "tsumo": False, "melds": [],
              "seat_wind": "S"}  # fmt: skip
    score = worth(5200)
    stored = Entry("tenhou", record, score, "photo", {"tiles": []}, b"\xff\xd8jpeg")
    return replace(stored, **changes)


@pytest.fixture
def log(tmp_path):
    with_log = SqlLog(tmp_path / "data")
    yield with_log
    with_log.close()


def test_an_entry_comes_back_as_it_was(any_log):
    stored = entry(at=datetime(2026, 11, 30, 1, 2, 3, 456000, tzinfo=UTC))
    number = any_log.append(stored)
    found = any_log.entry(number)
    assert found == replace(stored, id=number)


def test_the_newest_come_first_without_their_pictures(any_log):
    numbers = [any_log.append(entry()) for _ in range(5)]
    found = any_log.entries(3)
    assert [e.id for e in found] == numbers[:1:-1]
    assert [e.id for e in any_log.entries(3, before=numbers[2])] == numbers[1::-1]
    assert all(e.picture is None for e in found)


def test_a_correction_stands_in_for_what_it_replaces(any_log):
    first = any_log.append(entry())
    second = any_log.append(entry(score=worth(8000), replaces=first))
    assert [e.id for e in any_log.entries()] == [second]
    assert [e.id for e in any_log.entries(replaced=True)] == [second, first]
    assert any_log.entry(first).score["points"] == 5200


def test_a_number_that_is_not_there_is_named(any_log):
    with pytest.raises(LogError, match="hand number 7"):
        any_log.entry(7)


def test_the_log_is_found_again(tmp_path):
    for _ in range(2):
        log = SqlLog(tmp_path)
        log.append(entry())
        log.close()
    log = SqlLog(tmp_path)
    assert len(log.entries()) == 2
    log.close()


def test_several_may_open_a_new_log_at_once(tmp_path):
    def open_when_all_are_ready(folder):
        ready.wait(10)
        SqlLog(folder).close()

    ready = threading.Barrier(6)
    with ThreadPoolExecutor(6) as pool:
        for number in range(15):
            list(pool.map(open_when_all_are_ready, [tmp_path / str(number)] * 6))


def test_it_is_synced_at_each_commit(log):
    with log.store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def fails(code, act):
    with pytest.raises(LogError) as caught:
        act()
    assert caught.value.code == code
    assert "jantaku.db" in str(caught.value)


def test_a_full_disk_keeps_what_was_logged(tmp_path):
    """The limit on the size of a file acts on SQLite's writes as a full disk does."""
    log = SqlLog(tmp_path)
    kept = log.append(entry())
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limits[1]))
    try:
        with pytest.raises(LogError):
            log.append(entry(picture=bytes(400_000)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert log.entry(kept).picture == b"\xff\xd8jpeg"
    assert log.append(entry()) > kept
    log.close()


def test_no_room_in_the_file_is_a_full_disk(log):
    with log.store.engine.begin() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    fails("log_full", lambda: log.append(entry(picture=bytes(90_000))))


def test_a_read_only_log_is_told(tmp_path):
    SqlLog(tmp_path).close()
    log = SqlLog(tmp_path)
    with log.store.engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA query_only=ON")
    fails("log_read_only", lambda: log.append(entry()))
    log.close()


def test_a_log_in_use_elsewhere_is_told(tmp_path):
    log = SqlLog(tmp_path, wait_s=0.1)
    other = sqlite3.connect(log.store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    fails("log_locked", lambda: log.append(entry()))
    other.execute("ROLLBACK")
    other.close()
    assert log.append(entry()) == 1
    log.close()


def test_a_damaged_log_is_left_as_it_is(tmp_path):
    rubbish = b"this is no log" * 1000
    (tmp_path / FILE_NAME).write_bytes(rubbish)
    fails("log_damaged", lambda: SqlLog(tmp_path))
    assert (tmp_path / FILE_NAME).read_bytes() == rubbish


def damage(path, column, value):
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE hands SET {column} = ? WHERE id = 2", (value,))
    connection.close()


@pytest.mark.parametrize(
    ("column", "value"),
    [("record", "{rubbish"), ("score", "[1]"), ("record", "{}"), ("at", "never"), ("score", 7)],
)
def test_a_damaged_row_is_named_and_the_others_are_read(log, column, value):
    for _ in range(3):
        log.append(entry())
    damage(log.store.path, column, value)
    assert [e.id for e in log.entries()] == [3, 1]
    assert [e.id for e in log.entries(1, before=3)] == [1]
    assert log.damaged() == [2]
    fails("log_rows_damaged", lambda: log.entry(2))


def test_a_file_without_the_table_is_no_log(tmp_path):
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("PRAGMA user_version=1")
    connection.close()
    log = SqlLog(tmp_path)
    fails("log_damaged", log.entries)
    fails("log_damaged", lambda: log.append(entry()))
    log.close()


def test_a_log_of_a_newer_program_is_left_alone(tmp_path):
    SqlLog(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    fails("log_newer", lambda: SqlLog(tmp_path))


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(LogError) as caught:
        SqlLog(tmp_path / "file" / "data")
    assert caught.value.code == "data_folder"


GAME = Game("tenhou", ("A", "B", "C", "D"), ("bottom", "right", "top", "left"))


def line(game, number, **changes):
    return replace(Line(game, number, {"op": "undo"}), **changes)


def test_a_game_and_its_lines_come_back_as_they_were(any_log):
    first, second = any_log.begin(GAME), any_log.begin(replace(GAME, names=("E", "F", "G", "H")))
    any_log.append_line(line(first, 1))
    hand = any_log.append(entry(), line(first, 2))
    any_log.append_line(line(second, 1))
    assert [game.names for game in any_log.games()] == [("E", "F", "G", "H"), ("A", "B", "C", "D")]
    assert [game.id for game in any_log.games(1)] == [second]
    assert [game.id for game in any_log.games(before=second)] == [first]
    assert [(told.number, told.hand) for told in any_log.lines(first)] == [(1, None), (2, hand)]


def test_a_hand_is_not_stored_without_its_line(any_log):
    game = any_log.begin(GAME)
    any_log.append_line(line(game, 1))
    with pytest.raises(LogError):
        any_log.append(entry(), line(game, 1))
    assert any_log.entries() == []


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [("events", "record", "{rubbish"), ("events", "record", "[]"), ("games", "names", "7")],
)
def test_damaged_rows_of_games_come_back_empty(log, table, column, value):
    log.append_line(line(log.begin(GAME), 1))
    with sqlite3.connect(log.store.path) as connection:
        connection.execute(f"UPDATE {table} SET {column} = ?", (value,))
    connection.close()
    found = log.lines(1)[0].record if table == "events" else log.games()[0].names
    assert not found


def test_hands_that_wait_come_and_go(any_log):
    left = Waiting({"hand": 1}, "camera", b"\xff\xd8jpeg")
    numbers = [any_log.leave(left) for _ in range(3)]
    any_log.answered(numbers[1])
    assert [waiting.id for waiting in any_log.waiting()] == [numbers[0], numbers[2]]
    assert replace(any_log.waiting()[0], id=0) == left
    assert any_log.leave(left) > numbers[2]


def test_a_log_without_games_is_brought_up_to_date(tmp_path):
    with_hands = SqlLog(tmp_path)
    kept = with_hands.append(entry())
    with_hands.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        for table in ("events", "games", "waiting"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("PRAGMA user_version=1")
    connection.close()
    log = SqlLog(tmp_path)
    assert log.append(entry(), line(log.begin(GAME), 1)) == kept + 1
    assert [e.id for e in log.entries()] == [kept + 1, kept]
    log.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    connection.close()


WRITER = """
import os, sys
from pathlib import Path
from device.log._port import Entry, Game, Line
from device.log._sql import SqlLog

RECORD = dict.fromkeys(("hand", "win_tile", "melds", "seat_wind", "tsumo"))
SCORE = dict.fromkeys(("yaku", "yakuman", "han", "fu", "points", "limit"))
while line := sys.stdin.readline():
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        os.read(ready, 1)
        log = SqlLog(Path(sys.argv[1]))
        game = log.begin(Game("tenhou", ("A", "B", "C", "D"), ("bottom", "right", "top", "left")))
        for place in range(1, 100_000):
            entry = Entry("tenhou", RECORD, SCORE, "photo", picture=os.urandom(20_000))
            number = log.append(entry, Line(game, place, {"op": "play"}))
            os.write(1, b"%d\\n" % number)
    os.write(1, b"pid %d\\n" % child)
    os.write(told, b"!")
    os.waitpid(child, 0)
    os.write(1, b"dead\\n")
    os.close(ready)
    os.close(told)
"""


def test_kill_9_at_any_moment_loses_no_hand(tmp_path):
    """40 writers are killed, half of them while they open the log and half while they write.

    Every hand whose commit had returned is still there, and every hand has its line.
    """
    rng = random.Random(1)
    acknowledged = set()
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, tmp_path], cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as boss:  # fmt: skip
        for number in range(40):
            acknowledged |= _kill_one(boss, rng.uniform(0, 0.03), writing=bool(number % 2))
        boss.stdin.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    log = SqlLog(tmp_path)
    found = {e.id for e in log.entries()}
    ledgers = [log.lines(game.id) for game in log.games()]
    log.close()
    assert len(acknowledged) >= 20
    assert acknowledged <= found
    assert {told.hand for lines in ledgers for told in lines} == found
    for lines in ledgers:
        assert [told.number for told in lines] == list(range(1, len(lines) + 1))


def _kill_one(boss, delay, writing):
    """Start a writer, kill it ``delay`` seconds after its start or first hand, return its hands."""
    boss.stdin.write("go\n")
    boss.stdin.flush()
    child = int(boss.stdout.readline().split()[1])
    numbers = {int(boss.stdout.readline())} if writing else set()
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    for line in boss.stdout:
        if line == "dead\n":
            return numbers
        numbers.add(int(line))
    raise AssertionError("the writer ended")
