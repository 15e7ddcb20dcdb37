"""The bundled recording through the whole program: watched, read, scored, logged."""

from recorded import RECORDING, ROUNDS, worth

from device._app_game import Begin, Stop
from device._camera_files import VideoFile
from device._demo import demo_camera
from device._desk import Setup
from device._keeper import Keeper
from device._log_sql import SqlLog
from device._loop import Loop
from device._pipeline import read_pictures
from device._recording import script_of
from device._reveal import SIDES
from device._service import Service
from device._win_event import win_in
from scorer import Wind


def test_every_hand_is_seen_and_none_is_scored_wrong(tmp_path):
    """On the shipped networks; a hand that is not read surely is shown and not logged.

    Each hand moves the ledger of the demonstration at the seat that it lies at.
    """
    keeper = Keeper(lambda: SqlLog(tmp_path))
    service = Service(Setup(), read_pictures, keeper)
    shown = []
    service.subscribe(lambda state: shown.append(state))
    script = script_of(f"video:{RECORDING}")
    demo_camera(service, f"video:{RECORDING}")
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
    service = Service(Setup(), read_pictures, keeper)
    source = f"video:{RECORDING}"
    with demo_camera(service, source) as camera:
        frames = camera.frames()
        next(frames)
        service.play(Stop())
        service.play(Begin(("Ann", "Bea", "Cyd", "Dot"), SIDES))
        assert list(frames) == []
    with demo_camera(service, source) as camera:
        assert list(camera.frames()) == []
    assert service.state().game.book.ledger.names[0] == "Ann"
    keeper.close()
