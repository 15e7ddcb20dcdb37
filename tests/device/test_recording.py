"""The bundled recording through the whole program: watched, read, scored, logged."""

import itertools

import pytest
from page_table import draw_picture, reading_of
from recorded import RECORDING, ROUNDS, worth

from detector import TableReading
from device._demo import KEPT, NAMES, Demonstration
from device._keeper import Keeper
from device._loop import Loop
from device._recording import Script, script_of
from device._reveal import SIDES
from device._service import Service
from device._table_eye import TableEye
from device.camera._files import VideoFile
from device.camera._picture import jpeg
from device.desk._setup import Setup
from device.game._win_event import win_in
from device.log._sql import SqlLog
from device.page._edit import SetContext
from device.page._game import Begin, Stop, WinByHand
from scorer import End, Wind

HAND = reading_of("111z234m567p99s34s", "5s", dora="4p")
EMPTY = TableReading(1280, 720, (), (), ())
OWN = ("Ann", "Bea", "Cyd", "Dot")


def test_every_hand_is_seen_and_none_is_scored_wrong(tmp_path):
    """On the shipped networks; a hand that is not read surely is shown and not logged.

    Each hand moves the ledger of the demonstration at the seat that it lies at.
    """
    keeper = Keeper(lambda: SqlLog(tmp_path))
    eye = TableEye()
    service = Service(Setup(), eye.read, keeper, check=eye.check)
    shown = []
    service.subscribe(lambda state: shown.append(state))
    script = script_of(f"video:{RECORDING}")
    Demonstration(service, f"video:{RECORDING}").camera()
    loop = Loop(service, "recording", lambda: VideoFile(RECORDING, rate=0), script)
    loop.start()
    loop.join()
    logged = keeper.log().entries()[::-1]
    keeper.close()
    assert shown[-1].notice.code == "recording_ended"
    seats = dict.fromkeys(s.draft.hand.seat for s in shown if s.draft and s.draft.hand)
    assert list(seats) == list(dict.fromkeys(hand["seat"] for hand in ROUNDS))
    assert len(logged) >= 4
    for entry in logged:
        hand = next(h for h in ROUNDS if h["win_tile"] == entry.record["win_tile"])
        assert entry.score["points"] == worth(hand, Wind[entry.record["seat_wind"]]).points
    game = shown[-1].game
    assert game.trouble is None
    winners = [win_in(move.events).winners[0].player for move in game.book.ledger.moves]
    laid = [next(h for h in ROUNDS if h["win_tile"] == e.record["win_tile"]) for e in logged]
    assert winners == [SIDES.index(hand["seat"]) for hand in laid]
    assert sum(game.book.ledger.state.scores) == 100_000


def test_a_game_of_one_s_own_ends_the_demonstration(tmp_path):
    keeper = Keeper(lambda: SqlLog(tmp_path))
    service = Service(Setup(), TableEye().read, keeper)
    source = f"video:{RECORDING}"
    with Demonstration(service, source).camera() as camera:
        frames = camera.frames()
        next(frames)
        service.play(Stop())
        service.play(Begin(OWN, SIDES))
        assert list(frames) == []
    with Demonstration(service, source).camera() as camera:
        assert list(camera.frames()) == []
    assert service.state().game.book.ledger.names[0] == "Ann"
    keeper.close()


def test_the_recording_stops_when_its_game_is_ended(tmp_path):
    """Before anybody begins a game of their own."""
    keeper = Keeper(lambda: SqlLog(tmp_path))
    service = Service(Setup(), TableEye().read, keeper)
    with Demonstration(service, f"video:{RECORDING}").camera() as camera:
        frames = camera.frames()
        next(frames)
        service.play(Stop())
        assert list(frames) == []
    keeper.close()


def test_a_demonstration_that_a_person_ended_stays_ended(tmp_path):
    keeper = Keeper(lambda: SqlLog(tmp_path))
    service = Service(Setup(), TableEye().read, keeper)
    demonstration = Demonstration(service, f"video:{RECORDING}")
    demonstration.camera()
    demonstration.camera()
    assert service.state().game.book.ledger.state.end is None
    service.play(Stop())
    with demonstration.camera() as camera:
        assert list(camera.frames()) == []
    assert service.state().game.book.ledger.state.end is End.AGREED
    Demonstration(service, f"video:{RECORDING}").camera()
    assert service.state().game.book.ledger.state.end is None
    keeper.close()


def test_the_demonstration_keeps_its_newest_games_and_all_of_one_s_own(tmp_path):
    keeper = Keeper(lambda: SqlLog(tmp_path))
    own = Service(Setup(), TableEye().read, keeper)
    own.play(Begin(OWN, SIDES))
    own.play(WinByHand(0, 18000))
    sights = itertools.cycle((EMPTY, HAND))
    service = Service(Setup(tsumo=True), lambda _: next(sights), keeper)
    service.play(Stop())
    service.play(Begin(NAMES, SIDES))
    for _ in range(KEPT + 3):
        Demonstration(service, f"video:{RECORDING}").camera()
        service.see((draw_picture(EMPTY),))
        service.see((draw_picture(HAND),))
        service.edit(SetContext("haitei", True))
    service.submit_photo(jpeg(draw_picture(EMPTY)))
    service.submit_photo(jpeg(draw_picture(HAND)))
    service.edit(SetContext("tsumo", True))
    service.edit(SetContext("seat_wind", Wind.E))
    for _ in range(KEPT):
        service.play(Stop())
        service.play(Begin(NAMES, SIDES))
    Demonstration(service, f"video:{RECORDING}").camera()
    log = keeper.log()
    assert [game.names for game in log.games()] == [NAMES] * KEPT + [OWN]
    sources = [entry.source for entry in log.entries(replaced=True)]
    assert sources.count("photo") == 1
    assert "camera" not in sources
    assert len(log.lines(log.games()[-1].id)) == 2
    keeper.close()


@pytest.mark.parametrize("source", ["picamera2", "phone", "v4l2:0", "rtsp://camera/1"])
def test_cameras_that_are_no_recording_have_no_script(source):
    assert script_of(source) == Script()
