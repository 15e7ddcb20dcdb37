"""A program killed at any moment of an evening goes on where it was: ``make kill`` does 500."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx2 as httpx
import pytest
from killed import NAMES, SIDES, told
from restoring import restore
from test_log import GAME, entry, line
from test_serve import pictures, serving

from device._keeper import Keeper
from device._service import Service
from device.desk._setup import Setup
from device.log._backup import backup, count
from device.log._dialects import FILE_NAME
from device.log._sql import VERSION, SqlLog
from scorer import replay

__all__ = ["pictures"]
HERE = Path(__file__).parent
KILLS = int(os.environ.get("KILLS", 30))
HANDS = 200
UNFINISHED = ".table.backup.unfinished"


def share(part):
    """Return how many of all kills are for one test."""
    return max(1, round(KILLS * part))


@pytest.fixture(scope="module")
def boss():
    with subprocess.Popen(
        [sys.executable, "-W", "error", HERE / "killed.py"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        cwd=HERE.parents[1], env={**os.environ, "PYTHONPATH": f"{HERE}:{HERE.parents[1]}"},
    ) as program:  # fmt: skip
        yield program
        program.stdin.close()


def killed(boss, delay, *words, after=0):
    """Let a program run, kill it ``delay`` s after so many of its words; return what it said."""
    boss.stdin.write(" ".join(map(str, words)) + "\n")
    boss.stdin.flush()
    said, child = [], None
    for told_line in boss.stdout:
        if told_line.startswith("pid"):
            child = int(told_line.split()[1])
        elif told_line == "dead\n":
            return said
        else:
            said.append(told_line.strip())
        if child is not None and len(said) >= after:
            time.sleep(delay)
            with suppress(ProcessLookupError):  # it may be done before its time
                os.kill(child, signal.SIGKILL)
            child = None
    raise AssertionError("the programs' own program died")


def rows(folder, query):
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        return connection.execute(query).fetchall()


def check(folder, last):
    """The table is as it was told or further on; every hand is there, the scores add up."""
    assert rows(folder, "PRAGMA integrity_check") == [("ok",)]
    hands = {hand for (hand,) in rows(folder, "SELECT id FROM hands")}
    assert {hand for (hand,) in rows(folder, "SELECT hand FROM events WHERE hand")} <= hands
    check_waiting(folder)
    check_lone(folder)
    keeper = Keeper(lambda: SqlLog(folder))
    service = Service(Setup(), None, keeper)
    state = service.state().game.book.ledger.state
    assert sum(state.scores) + 1000 * state.riichi_sticks + state.off_table == 100_000
    events = [event for move in service.state().game.book.ledger.moves for event in move.events]
    assert replay(events, service.state().rules) == state
    found = json.loads(json.dumps(told(service)))
    keeper.close()
    if last is not None:
        check_further(found, last)
    return found


def check_further(found, last):
    """``found`` is as ``last``, or further on by the one touch that was under way."""
    assert abs(found["unanswered"] - last["unanswered"]) <= 1
    if found["game"] == last["game"] + 1:
        assert found["lines"] == 0
        return
    assert found["game"] == last["game"]
    assert found["lines"] - last["lines"] in (0, 1, 2)
    if found["lines"] == last["lines"]:
        assert found["scores"] == last["scores"]


def check_lone(folder):
    """A hand that no line of a game tells was answered or corrected when its game had ended."""
    lone = "SELECT at FROM hands WHERE id NOT IN (SELECT hand FROM events WHERE hand) ORDER BY at"
    _, *later = rows(folder, "SELECT at FROM games ORDER BY id")
    for (answered,) in rows(folder, lone):
        assert later and answered > later[0][0]


def check_waiting(folder):
    """No hand waits for an answer twice, nor one that is logged."""
    waiting = [json.loads(draft)["draft"]["reading"]["detections"][0]["corners"]
               for (draft,) in rows(folder, "SELECT draft FROM waiting")]  # fmt: skip
    assert len(waiting) == len({str(place) for place in waiting})
    logged = [
        json.loads(reading)["tiles"][0]["corners"]
        for (reading,) in rows(folder, "SELECT reading FROM hands WHERE reading != 'null'")
    ]
    assert not [place for place in waiting if place in logged]


def test_a_game_goes_on_as_it_was_told(boss, tmp_path):
    """Killed at any moment; a few more while nobody touches anything, and nothing may differ."""
    rng, number = random.Random(7), share(0.4)
    for seed in range(number):
        said = killed(boss, rng.uniform(0, 0.35), "play", tmp_path, seed, 10_000)
        if said or has_game(tmp_path):
            check(tmp_path, json.loads(said[-1]) if said else None)
    for seed in range(number, number + share(0.1)):
        touches = rng.randint(1, 12)
        said = killed(boss, 0, "play", tmp_path, seed, touches, after=touches)
        last = json.loads(said[-1])
        assert check(tmp_path, last) == last


def has_game(folder):
    """Whether the program was not killed before anything began."""
    if not (folder / FILE_NAME).is_file():
        return False
    return bool(rows(folder, "SELECT 1 FROM sqlite_master WHERE name = 'games'")) and bool(
        rows(folder, "SELECT 1 FROM games")
    )


def test_a_log_of_an_old_program_is_brought_up_to_date_by_the_next_start(boss, tmp_path):
    template = tmp_path / "old.db"
    old(template)
    rng = random.Random(8)
    for number in range(share(0.16)):
        folder = tmp_path / str(number)
        folder.mkdir()
        killed(boss, rng.uniform(0, 0.02), "migrate", folder, template, after=1)
        log = SqlLog(folder)
        assert count(log).hands == HANDS
        assert rows(folder, "PRAGMA user_version") == [(VERSION,)]
        assert log.append(entry(), line(log.begin(GAME), 1)) == HANDS + 1
        log.close()


def old(file):
    """Write a log of the first version, which had hands only."""
    log = filled(file.parent / "old")
    backup(log, file)
    log.close()
    with closing(sqlite3.connect(file)) as connection:
        for table in ("events", "games", "waiting"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("PRAGMA user_version=1")
        connection.commit()


def filled(folder, hands=HANDS):
    log = SqlLog(folder)
    game = log.begin(GAME)
    with log.together():
        for number in range(1, hands + 1):
            log.append(entry(picture=bytes(3000)), line(game, number))
    return log


@contextmanager
def playing(folder):
    """Somebody else, this program, logs hands meanwhile."""

    def play():
        log = SqlLog(folder)
        for number in range(HANDS + 1, 100_000):
            if over.is_set():
                return log.close()
            log.append(entry(picture=bytes(3000)), line(1, number))

    over = threading.Event()
    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_a_backup_is_the_old_one_or_the_new_one_while_the_game_goes_on(boss, tmp_path):
    folder, file = tmp_path / "table", tmp_path / "saved" / "table.backup"
    file.parent.mkdir()
    rng = random.Random(9)
    filled(folder).close()
    with playing(folder):
        for _ in range(share(0.12)):
            killed(boss, rng.uniform(0, 0.08), "save", folder, file, after=1)
            log = SqlLog(tmp_path / "new")
            assert restore(log, file).hands >= HANDS
            log.close()
    assert {path.name for path in file.parent.iterdir()} <= {file.name, UNFINISHED}
    (hands,), (lines,) = (rows(folder, f"SELECT count(*) FROM {table}")[0]
                          for table in ("hands", "events"))  # fmt: skip
    assert hands == lines > HANDS


def test_a_restored_log_is_the_old_one_or_the_new_one(boss, tmp_path):
    files = [tmp_path / "few.backup", tmp_path / "many.backup"]
    for file, hands in zip(files, (4, HANDS), strict=True):
        log = filled(tmp_path / file.stem, hands)
        backup(log, file)
        log.close()
    folder, rng = tmp_path / "table", random.Random(10)
    restored = SqlLog(folder)
    restore(restored, files[0])
    for _ in range(share(0.12)):
        killed(boss, rng.uniform(0, 0.1), "put_back", folder, *files)
        assert count(restored).hands in (4, HANDS)
        assert rows(folder, "PRAGMA integrity_check") == [("ok",)]
        assert restored.lines(1)[-1].number == count(restored).hands
    restored.close()


def test_no_hand_goes_with_its_picture(boss, tmp_path):
    folder, rng = tmp_path / "table", random.Random(11)
    filled(folder, 5).close()
    logged = {1, 2, 3, 4, 5}
    for _ in range(share(0.12)):
        said = killed(boss, rng.uniform(0, 0.1), "prune", folder)
        logged |= {number for words in said for number in json.loads(words)}
        log = SqlLog(folder)
        assert logged <= {found.id for found in log.entries(replaced=True)}
        log.close()
        assert rows(folder, "PRAGMA integrity_check") == [("ok",)]


TOUCHES = [
    {"op": "win", "player": 1, "points": 8000, "discarder": 2},
    {"op": "riichi", "player": 0}, {"op": "draw", "tenpai": [0]}, {"op": "undo"}, {"op": "redo"},
    {"op": "chombo", "player": 3}, {"op": "honba", "count": 2},
]  # fmt: skip


def test_the_whole_program_goes_on_as_it_was_told(pictures, tmp_path):
    """``jantaku serve`` with its page; every answer that a phone got must be in the log."""
    rng = random.Random(12)
    data = tmp_path / "data"
    for _ in range(share(0.08)):
        with (
            serving("--camera", f"folder:{pictures}", "--data", data) as (address, program),
            httpx.Client(base_url=address, timeout=10) as phone,
        ):
            killing = threading.Timer(rng.uniform(0, 1.5), program.kill)
            killing.start()
            last = touched(phone, rng)
            killing.join()
        if last:
            assert rows(data, "SELECT count(*) FROM events")[0][0] >= last
        if has_game(data):
            check(data, None)


def touched(phone, rng):
    """Touch the page until the program is dead; return how many lines its log must have."""
    told_lines = None
    try:
        before = phone.get("/api/state").json()["game"]
        if before is None:
            phone.post("/api/game", json={"op": "begin", "names": NAMES, "sides": SIDES})
        told_lines = 0
        while True:
            answer = phone.post("/api/game", json=rng.choice(TOUCHES))
            told_lines += answer.status_code == 200
            game = answer.json().get("game")
            if game and game["end"]:
                phone.post("/api/game", json={"op": "begin", "names": NAMES, "sides": SIDES})
    except httpx.HTTPError:
        return told_lines
