"""The log in one file and back: whole or not at all, whatever happens meanwhile."""

import sqlite3
import threading
from datetime import timedelta

import pytest
from restoring import restore
from test_log import GAME, entry, line

from device._errors import LogError
from device.log import _backup
from device.log._backup import Counts, backup, prune_pictures
from device.log._dialects import FILE_NAME
from device.log._port import Waiting, now
from device.log._sql import SqlLog

PICTURE = b"\xff\xd8" + bytes(3000)


def fill(log, hands=3):
    """Log some hands with their lines, a correction, a hand that waits."""
    game = log.begin(GAME)
    for number in range(1, hands + 1):
        newest = log.append(entry(picture=PICTURE), line(game, number))
    log.append(entry(replaces=newest), line(game, hands + 1))
    log.leave(Waiting({"hand": 1}, "camera", PICTURE))


def everything(log):
    hands = [log.entry(e.id) for e in log.entries(replaced=True)]
    return hands, log.games(), [log.lines(game.id) for game in log.games()], log.waiting()


def test_everything_is_in_the_file_and_comes_back(any_log, tmp_path):
    fill(any_log)
    before = everything(any_log)
    file = tmp_path / "table.backup"
    assert backup(any_log, file) == Counts(4, 1)
    fill(any_log, 1)
    assert restore(any_log, file) == Counts(4, 1)
    assert everything(any_log) == before
    assert any_log.append(entry()) > before[0][0].id
    assert any_log.begin(GAME) > before[1][0].id
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [file.name]


def test_a_backup_of_any_database_fits_every_other(any_log, tmp_path):
    fill(any_log)
    backup(any_log, tmp_path / "table.backup")
    new = SqlLog(tmp_path / "other")
    restore(new, tmp_path / "table.backup")
    assert everything(new) == everything(any_log)
    backup(new, tmp_path / "again.backup")
    restore(any_log, tmp_path / "again.backup")
    assert everything(any_log) == everything(new)
    new.close()


def test_a_backup_made_while_hands_are_logged_is_of_one_moment(any_log, tmp_path):
    """A hand and its line are stored together, so the file must have as many of each."""

    def play():
        game = any_log.begin(GAME)
        for number in range(1, 10_000):
            if stopping.is_set():
                return
            any_log.append(entry(picture=PICTURE), line(game, number))

    stopping = threading.Event()
    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            backup(any_log, tmp_path / f"{number}.backup")
    finally:
        stopping.set()
        player.join()
    for number in range(5):
        with sqlite3.connect(tmp_path / f"{number}.backup") as file:
            hands, lines = (
                file.execute(f"SELECT count(*) FROM {table}").fetchone()
                for table in ("hands", "events")
            )
        file.close()
        assert hands == lines


def made(tmp_path):
    log = SqlLog(tmp_path / "made")
    fill(log)
    backup(log, tmp_path / "table.backup")
    log.close()
    return tmp_path / "table.backup"


def cut(file):
    file.write_bytes(file.read_bytes()[:5000])


def rubbish(file):
    file.write_bytes(b"a letter to grandmother" * 500)


def spoilt(file):
    data = bytearray(file.read_bytes())
    data[4096:4196] = b"\xff" * 100  # the head of the second page
    file.write_bytes(data)


def no_log(file):
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE recipes (id)")
    connection.close()


def newer(file):
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()


def gone(file):
    file.unlink()


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (cut, "backup_damaged"), (rubbish, "backup_damaged"), (spoilt, "backup_damaged"),
        (no_log, "backup_damaged"), (newer, "log_newer"), (gone, "backup_failed"),
    ],
)  # fmt: skip
def test_what_is_no_whole_backup_is_told_and_the_log_stays(any_log, tmp_path, spoil, code):
    file = made(tmp_path)
    spoil(file)
    fill(any_log, 1)
    before = everything(any_log)
    with pytest.raises(LogError) as caught:
        restore(any_log, file)
    assert caught.value.code == code
    assert str(file) in str(caught.value)
    assert everything(any_log) == before


def test_a_backup_of_an_older_program_is_brought_up_to_date(any_log, tmp_path):
    file = made(tmp_path)
    with sqlite3.connect(file) as connection:
        for table in ("events", "games", "waiting"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("PRAGMA user_version=1")
    connection.close()
    assert restore(any_log, file) == Counts(4, 0)
    assert any_log.begin(GAME)


def test_a_folder_that_is_not_there_is_told_and_the_old_backup_stays(any_log, tmp_path):
    with pytest.raises(LogError) as caught:
        backup(any_log, tmp_path / "missing" / "table.backup")
    assert caught.value.code == "backup_failed"


def test_old_pictures_are_deleted_and_their_hands_stay(any_log):
    old, new = now() - timedelta(days=100), now() - timedelta(days=10)
    numbers = [any_log.append(entry(picture=PICTURE, at=at)) for at in (old, new, old)]
    any_log.append(entry(picture=None, at=old))
    assert prune_pictures(any_log, now() - timedelta(days=90)) == 2
    pictures = [any_log.entry(number).picture for number in numbers]
    assert pictures == [None, PICTURE, None]
    assert len(any_log.entries()) == 4


def test_the_commands_say_what_they_did(jantaku, tmp_path):
    data = tmp_path / "data"
    log = SqlLog(data)
    fill(log)
    log.append(entry(picture=PICTURE, at=now() - timedelta(days=100)))
    log.close()
    file = tmp_path / "table.backup"
    made = jantaku("log", "--data", data, "backup", file)
    assert (made.returncode, made.stdout) == (0, f"5 hands and 1 games are in {file}.\n")
    gone = jantaku("log", "--data", data, "prune", "--pictures-older-than", "90d")
    assert gone.stdout == "1 pictures were deleted; their hands stay.\n"
    back = jantaku("log", "restore", file, "--data", data)
    assert "The log has 5 hands and 1 games now." in back.stdout
    (kept,) = data.glob("before-restore-*.db")
    assert str(kept) in back.stdout
    new = jantaku("log", "restore", kept, "--data", tmp_path / "new")
    assert new.returncode == 0
    assert len(new.stdout.splitlines()) == 1
    assert (tmp_path / "new" / FILE_NAME).is_file()


@pytest.mark.parametrize("spoil", [cut, newer, gone])
def test_a_backup_that_is_refused_makes_no_log_and_no_copy_of_one(jantaku, tmp_path, spoil):
    file, data = made(tmp_path), tmp_path / "made"
    spoil(file)
    before = sorted(path.name for path in data.iterdir())
    assert jantaku("log", "--data", data, "restore", file).returncode == 2
    assert sorted(path.name for path in data.iterdir()) == before
    assert jantaku("log", "--data", tmp_path / "new", "restore", file).returncode == 2
    assert not (tmp_path / "new").exists()


def test_a_restore_that_fails_midway_leaves_no_copy_of_the_log(jantaku, tmp_path, monkeypatch):
    def fail(*_):
        raise sqlite3.OperationalError("database is locked")

    file, data = made(tmp_path), tmp_path / "made"
    real = _backup._copy_pages
    monkeypatch.setattr(
        _backup, "_copy_pages",
        lambda source, target: (fail if target == data / FILE_NAME else real)(source, target),
    )  # fmt: skip
    assert "is locked" in jantaku("log", "--data", data, "restore", file).stderr
    assert not list(data.glob("before-restore-*"))


@pytest.mark.parametrize("age", ["90", "d", "-1d", "90 days", "١d"])
def test_what_is_no_age_is_told(jantaku, tmp_path, age):
    SqlLog(tmp_path).close()
    said = jantaku("log", "--data", tmp_path, "prune", f"--pictures-older-than={age}")
    assert said.returncode == 2
    assert "90d" in said.stderr


def test_nothing_is_saved_of_a_log_that_is_not_there(jantaku, tmp_path):
    said = jantaku("log", "--data", tmp_path, "backup", tmp_path / "x")
    assert said.returncode == 2
    assert not (tmp_path / "x").exists()


def test_a_damaged_hand_is_saved_as_it_is(tmp_path):
    """The pages of the file are copied: what cannot be read today may be saved some day."""
    log = SqlLog(tmp_path / "data")
    number = log.append(entry())
    with sqlite3.connect(log.store.path) as connection:
        connection.execute("UPDATE hands SET record = '{rubbish'")
    connection.close()
    backup(log, tmp_path / "table.backup")
    log.close()
    new = SqlLog(tmp_path / "new")
    restore(new, tmp_path / "table.backup")
    assert new.damaged() == [number]
    with new.begin_transaction() as connection:
        told = connection.exec_driver_sql("SELECT record FROM hands").scalar_one()
    assert told == "{rubbish"
    new.close()
