"""The same log on PostgreSQL: made, brought up to date, lost and found again."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from killed import NAMES, SIDES, UNSURE, Player, told
from sqlalchemy import create_engine, text
from stores import STORES, running
from test_log import GAME, entry, line

from device import _service
from device._errors import LogError
from device._keeper import Keeper
from device.log._sql import VERSION, SqlLog
from device.page._game import Begin

pytestmark = pytest.mark.parametrize("store", [s for s in STORES if s == "postgresql"])


def opened(url):
    return SqlLog(Path("/unused"), url, wait_s=2)


@pytest.fixture
def url(postgres):
    return postgres.new_database()


def run(url, *commands):
    engine = create_engine(url)
    with engine.begin() as connection:
        for command in commands:
            connection.execute(text(command))
    engine.dispose()


def failure(act):
    with pytest.raises(LogError) as caught:
        act()
    assert "secret" not in str(caught.value)
    return caught.value.code


def test_it_is_found_again(url, store):
    for _ in range(2):
        log = opened(url)
        log.append(entry())
        log.close()
    log = opened(url)
    assert [e.id for e in log.entries()] == [2, 1]
    log.close()


def test_several_may_make_it_at_once(postgres, store):
    def open_when_all_are_ready(address):
        ready.wait(10)
        opened(address).close()

    ready = threading.Barrier(4)
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            list(pool.map(open_when_all_are_ready, [postgres.new_database()] * 4))


def test_tables_without_games_are_brought_up_to_date(url, store):
    log = opened(url)
    kept = log.append(entry())
    log.close()
    drops = [f"DROP TABLE {table}" for table in ("events", "games", "waiting")]
    run(url, *drops, "UPDATE jantaku_version SET version = 1")
    log = opened(url)
    assert log.append(entry(), line(log.begin(GAME), 1)) == kept + 1
    log.close()
    again = opened(url)
    with again.begin_transaction() as connection:
        assert again.store.version(connection) == VERSION
    again.close()


def test_tables_of_a_newer_program_are_left_alone(url, store):
    opened(url).close()
    run(url, "UPDATE jantaku_version SET version = 99")
    assert failure(lambda: opened(url)) == "log_newer"


def test_a_database_that_may_only_be_read_is_told(url, store):
    log = opened(url)
    run(url, f"ALTER DATABASE {url.partition('@/')[2].partition('?')[0]} "
             "SET default_transaction_read_only = on")  # fmt: skip
    log.close()
    log = opened(url)
    assert failure(lambda: log.append(entry())) == "log_read_only"
    log.close()


def test_a_database_that_is_not_there_is_told(postgres, store):
    assert failure(lambda: opened(postgres.address("none"))) in ("log_refused", "log_unreachable")


def test_hands_wait_while_the_server_is_away(store):
    with running() as server:
        url = server.new_database()
        keeper = Keeper(lambda: opened(url))
        keeper.keep(entry())
        keeper.deliver()
        server.stop()
        try:
            keeper.keep(entry())
            assert failure(keeper.deliver) == "log_unreachable"
        finally:
            server.start()
        keeper.deliver()
        assert len(keeper.log().entries()) == 2
        keeper.close()


def test_a_server_that_stands_still_is_given_up_and_nothing_is_lost(store, monkeypatch):
    """It takes what is said to it and never answers."""
    monkeypatch.setattr(_service, "LATE_S", 0.05)
    monkeypatch.setattr(_service, "GIVEN_UP_S", 0.1)
    with running() as server:
        url = server.new_database()
        player = Player(Path("/unused"), "1", lambda: opened(url))
        notices = []
        player.service.subscribe(lambda state: notices.append(state.notice and state.notice.code))
        player.service.play(Begin(NAMES, SIDES))
        server.freeze()
        try:
            player.win()
            assert "log_late" in notices
            assert player.service.state().notice.code == "log_unreachable"
        finally:
            server.freeze(thaw=True)
        player.service.deliver()
        assert player.service.state().notice is None
        log = player.keeper.log()
        assert (len(log.entries()), len(log.lines(log.games()[0].id))) == (1, 1)
        player.keeper.close()


def test_a_game_goes_on_while_the_server_is_away_and_is_all_there_in_the_end(store):
    """The server dies twice in the game, and is away when the program starts again."""
    with running() as server:
        url = server.new_database()
        player = Player(Path("/unused"), "1", lambda: opened(url))
        player.service.play(Begin(NAMES, SIDES))
        for _ in range(2):
            player.win()
            server.stop()
            player.lay(UNSURE)
            player.win()
            notice = player.service.state().notice
            server.start()
            assert notice.code == "log_unreachable"
            player.service.deliver()
            assert player.service.state().notice is None
        before = told(player.service)
        assert (before["lines"], before["unanswered"]) == (4, 1)
        server.stop()
        again = Player(Path("/unused"), "2", lambda: opened(url))
        assert again.service.state().notice.code == "log_unreachable"
        server.start()
        again.service.deliver()
        assert again.service.state().notice is None
        assert told(again.service) == before
        for one in (player, again):
            one.keeper.close()


def test_the_commands_take_its_address(url, store, jantaku, tmp_path):
    log = opened(url)
    log.append(entry())
    log.close()
    found = jantaku("log", "list", "--log", url)
    assert found.returncode == 0
    assert "5200" in found.stdout
    away = jantaku("log", "--log", url.replace("/table", "/none"), "list")
    assert (away.returncode, "secret" in away.stderr) == (2, False)


@pytest.mark.parametrize("url", [
    "jantaku", "mysql://x/y", "sqlite:///x.db", "postgresql://[", "", "postgresql://u@h:99999/x",
    "postgresql://u@h:x/y", "postgresql://u:secret@localhost/x?colour=red",
])  # fmt: skip
def test_what_is_no_address_is_told(url, store, jantaku):
    said = jantaku("log", "list", "--log", url)
    assert said.returncode == 2
    assert "postgresql+psycopg://" in said.stderr
    assert "secret" not in said.stderr


def test_why_a_server_does_not_answer_is_told_in_a_line(store, jantaku):
    said = jantaku("log", "list", "--log", "postgresql://u:secret@localhost:1/x")
    assert "does not answer (" in said.stderr
    assert "refused" in said.stderr
    assert "secret" not in said.stderr
    assert len(said.stderr.splitlines()) == 1
