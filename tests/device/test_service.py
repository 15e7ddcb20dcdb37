"""The running table: shown, scored, spoken, logged once; unsure hands wait for a tap."""

import io
import threading
import wave
from dataclasses import replace
from itertools import islice

import cv2
import numpy as np
import pytest
from game_table import IMAGE, Heard
from page_table import reading_of

from detector import River, TableReading
from device import _service
from device._camera_news import CameraNews
from device._errors import CameraError, LogError, PhotoError, UserError
from device._keeper import Keeper
from device._loop import Loop
from device._recording import script_of
from device._reveal import Seats
from device._service import Service
from device.camera._files import PictureFolder
from device.camera._picture import jpeg
from device.camera._port import Camera, Frame, camera_of
from device.desk._setup import Setup
from device.log._sql import SqlLog
from device.page._draft import Problem
from device.page._edit import AddTile, Confirm, EditError, Forget, Recall, SetContext, SetTile
from device.voice._port import Speaker
from device.voice._teller import Manner
from scorer import Riichi, Score, Wind, parse_tiles

PINFU = reading_of("234m456p678s55p67p", "8p", dora="4p")
HONOURS = reading_of("111z234m567p99s34s", "5s")
DOUBTFUL = reading_of("234m456p678s55p67p", "8p", doubts={3: (0.55, (("7p", 0.4),))})


class Table:
    """A service on a real log in ``folder`` that is shown readings."""

    def __init__(self, folder, tsumo=True, open_log=None):
        self.heard = Heard()
        self.keeper = Keeper(open_log or (lambda: SqlLog(folder)))
        self.speaker = Speaker(lambda e: None, lambda lang: self.heard, lambda: self.heard)
        setup = Setup(tsumo=tsumo, manner=Manner("ja"))
        self.service = Service(setup, lambda pictures: self.reading, self.keeper, self.speaker)

    def see(self, reading, **said):
        self.reading = reading
        self.service.see((IMAGE,), said)
        return self.service.state()

    def log(self):
        return self.keeper.log().entries(replaced=True)

    def spoken(self):
        self.speaker.close(wait_s=5)
        return self.heard.texts


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.keeper.close()
    made.speaker.close(wait_s=5)


@pytest.fixture
def asking(tmp_path):
    made = Table(tmp_path, tsumo=None)
    yield made
    made.keeper.close()
    made.speaker.close(wait_s=5)


def test_a_sure_hand_is_shown_logged_and_spoken(table):
    state = table.see(PINFU)
    assert state.phase == "shown"
    assert isinstance(state.outcome, Score)
    assert [entry.id for entry in table.log()] == [state.hand_id]
    assert table.spoken() == ["ツモ、タンヤオ、ピンフ、ドラ3、ハネマン、6000オール"]


def test_the_log_keeps_what_was_read_and_its_picture(table):
    number = table.see(PINFU).hand_id
    entry = table.keeper.log().entry(number)
    assert entry.source == "camera"
    assert entry.record["win_tile"] == "8p"
    assert entry.score["points"] == 18000
    assert len(entry.reading["tiles"]) == len(PINFU.detections)
    crop = cv2.imdecode(np.frombuffer(entry.picture, np.uint8), cv2.IMREAD_COLOR)
    assert 100 < crop.shape[0] < IMAGE.shape[0]
    assert table.service.history_picture(number) == entry.picture
    assert table.service.history_picture(number + 1) is None
    assert [entry.id for entry in table.service.history(10)] == [number]


def test_the_same_hand_seen_again_is_not_scored_again(table):
    table.see(PINFU)
    misread = reading_of("234m456p678s55p67p", "9p", dora="4p")
    for again in (PINFU, misread, TableReading(1280, 720, (), (), ()), PINFU):
        state = table.see(again)
    assert len(table.log()) == 1
    assert isinstance(state.outcome, Score)


def test_the_next_hand_is_scored_next(table):
    table.see(PINFU)
    state = table.see(HONOURS)
    assert [entry.record["win_tile"] for entry in table.log()] == ["5s", "8p"]
    assert state.picture is not None
    assert table.service.picture(state.picture.id).startswith(b"\xff\xd8")


def test_a_hand_nobody_said_how_it_was_won_waits_for_a_tap(asking):
    state = asking.see(PINFU)
    assert isinstance(state.outcome, Problem)
    assert state.outcome.code == "ask_tsumo"
    assert asking.log() == []
    state = asking.service.edit(SetContext("tsumo", True))
    assert isinstance(state.outcome, Score)
    assert len(asking.log()) == 1


def test_what_the_players_of_a_recording_said_counts(asking):
    state = asking.see(PINFU, tsumo=False, riichi=Riichi.RIICHI)
    assert [yaku.id for yaku in state.outcome.yaku] == ["riichi", "tanyao", "pinfu"]


def test_an_unsure_hand_is_neither_logged_nor_spoken_before_somebody_looks(table):
    state = table.see(DOUBTFUL)
    assert state.draft.uncertain
    assert table.log() == []
    assert table.service.speech("en") is None
    table.service.edit(Confirm())
    assert len(table.log()) == 1
    assert len(table.spoken()) == 1


def test_an_unsure_hand_is_read_again_when_the_table_rests_again(table):
    table.see(DOUBTFUL)
    state = table.see(PINFU)
    assert not state.draft.uncertain
    assert len(table.log()) == 1


def test_an_unsure_hand_nobody_answered_waits_while_the_next_is_scored(table):
    table.see(DOUBTFUL)
    state = table.see(HONOURS)
    assert state.unanswered == 1
    assert [entry.record["win_tile"] for entry in table.log()] == ["5s"]
    state = table.service.edit(Recall())
    assert (state.unanswered, state.draft.uncertain) == (0, True)
    assert state.draft.hand.win == DOUBTFUL.hands[0].win
    state = table.see(HONOURS)  # still lies there
    assert state.draft.uncertain
    table.service.edit(Confirm())
    assert [entry.record["win_tile"] for entry in table.log()] == ["8p", "5s"]
    assert table.keeper.log().entry(2).picture is not None


def test_unanswered_hands_can_be_dropped_and_a_second_look_is_none(table):
    table.see(DOUBTFUL)
    assert table.see(DOUBTFUL).unanswered == 0
    assert table.see(HONOURS).unanswered == 1
    assert table.service.edit(Forget()).unanswered == 0
    with pytest.raises(EditError):
        table.service.edit(Recall())


def test_a_correction_replaces_the_row_and_says_only_what_changed(table):
    first = table.see(PINFU).hand_id
    state = table.service.edit(SetContext("riichi", Riichi.RIICHI))
    newest = table.log()[0]
    assert (newest.id, newest.replaces) == (state.hand_id, first)
    assert [entry.id for entry in table.service.history(10)] == [newest.id]
    table.service.edit(SetContext("tsumo", False))
    assert table.spoken()[1:] == ["訂正、ハネマン、18000点"] or len(table.heard.texts) == 1


def test_a_corrected_hand_is_not_overwritten_by_the_camera(table):
    state = table.see(DOUBTFUL)
    table.service.edit(SetTile(3, "4p"))
    before = table.service.state().draft
    assert table.see(PINFU).draft is before
    assert state.draft is not before


def test_a_mistake_in_the_scoring_loses_no_correction(table, monkeypatch):
    def fail(record):
        raise ValueError("broken")

    table.see(PINFU)
    monkeypatch.setattr("device.desk._scored_entry.score_record", fail)
    state = table.service.edit(SetContext("riichi", Riichi.RIICHI))
    assert state.outcome.code == "internal"
    assert state.draft.context.riichi == Riichi.RIICHI
    monkeypatch.undo()
    state = table.service.edit(SetContext("honba", 1))
    assert isinstance(state.outcome, Score)
    assert len(table.log()) == 2


def test_an_edit_that_cannot_be_made_changes_nothing(table):
    before = table.see(PINFU)
    with pytest.raises(EditError):
        table.service.edit(SetTile(99, "4p"))
    assert table.service.state() == before


def test_thirteen_tiles_are_shown_and_not_scored(table):
    state = table.see(reading_of("234m456p678s55p67p"))
    assert isinstance(state.outcome, Problem)
    assert state.outcome.code == "tile_count"
    assert table.log() == []


def test_tiles_during_play_are_no_hand(table):
    state = table.see(reading_of("123456m"))
    assert state.draft is None
    assert state.phase == "waiting"


def test_a_winning_tile_in_a_river_is_ron_from_its_owner(asking):
    won = HONOURS.hands[0].win
    state = asking.see(replace(HONOURS, rivers=(River("left", (won,)),)))
    assert state.draft.context.tsumo is False
    assert state.draft.context.discarder == Wind.N
    assert state.outcome.deltas[Wind.N] == -state.outcome.points


def test_a_sideways_tile_in_the_winner_s_river_is_a_riichi(table):
    rivers = (River("right", (0, 1), 0), River("bottom", (2, 3), 1))
    assert table.see(replace(HONOURS, rivers=rivers)).draft.context.riichi == Riichi.RIICHI
    rivers = (River("right", (0, 1), 0), River("bottom", (2, 3), None))
    assert table.see(replace(PINFU, rivers=rivers)).draft.context.riichi == Riichi.NONE


@pytest.mark.parametrize("side", ["bottom", "right", "top", "left"])
@pytest.mark.parametrize("wind", Wind)
def test_seats_follow_from_one_known_wind(side, wind):
    seats = Seats().with_wind(side, wind)
    assert seats.wind_of(side) == wind
    order = ["bottom", "right", "top", "left"]
    next_side = order[(order.index(side) + 1) % 4]
    assert seats.wind_of(next_side) == (wind + 1) % 4


def test_the_wind_a_person_set_holds_for_the_next_hand(table):
    table.see(PINFU)
    table.service.edit(SetContext("seat_wind", Wind.W))
    table.service.edit(SetContext("round_wind", Wind.S))
    context = table.see(HONOURS).draft.context
    assert (context.seat_wind, context.round_wind) == (Wind.W, Wind.S)


class Disk:
    """A log on a disk that is full until there is ``room``."""

    def __init__(self, folder):
        self.log = SqlLog(folder)
        self.room = False

    def append(self, entry, line=None):
        if not self.room:
            raise LogError("log_full", path=self.log.store.name)
        return self.log.append(entry, line)

    def __getattr__(self, name):
        return getattr(self.log, name)


def test_a_full_disk_is_told_and_the_hands_follow_when_there_is_room(tmp_path):
    disk = Disk(tmp_path)
    table = Table(tmp_path, open_log=lambda: disk)
    assert table.see(PINFU).notice.code == "log_full"
    table.service.edit(SetContext("riichi", Riichi.RIICHI))
    state = table.see(HONOURS)
    assert state.hand_id is None
    table.service.trouble(None)
    assert table.service.state().notice.code == "log_full"
    disk.room = True
    table.service.deliver()
    state = table.service.state()
    assert state.notice is None
    wins = [entry.record["win_tile"] for entry in table.keeper.log().entries()]
    assert wins == ["5s", "8p"]
    assert state.hand_id == table.log()[0].id
    table.keeper.close()
    table.speaker.close(wait_s=5)


class Frozen(Disk):
    """A log that answers only when it ``goes_on``."""

    def __init__(self, folder):
        super().__init__(folder)
        self.room = True
        self.goes_on = threading.Event()

    def append(self, entry, line=None):
        assert self.goes_on.wait(60)
        return super().append(entry, line)


def test_a_log_that_does_not_answer_is_told_while_it_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(_service, "LATE_S", 0.01)
    log, notices = Frozen(tmp_path), []

    def hear(state):
        notices.append(state.notice and state.notice.code)
        if state.notice:
            log.goes_on.set()

    table = Table(tmp_path, open_log=lambda: log)
    table.service.subscribe(hear)
    assert table.see(PINFU).notice is None
    assert "log_late" in notices
    assert [entry.record["win_tile"] for entry in table.log()] == ["8p"]
    table.keeper.close()
    table.speaker.close(wait_s=5)


def test_a_log_that_cannot_be_opened_does_not_stop_the_table(tmp_path):
    (tmp_path / "jantaku.db").write_bytes(b"rubbish" * 500)
    table = Table(tmp_path)
    state = table.see(PINFU)
    assert isinstance(state.outcome, Score)
    assert state.notice.code == "log_damaged"
    table.keeper.close()
    table.speaker.close(wait_s=5)


def test_a_photo_is_read_in_place_of_the_camera(table):
    table.reading = PINFU
    state = table.service.submit_photo(jpeg(IMAGE))
    assert table.log()[0].source == "photo"
    assert (state.picture.width, state.picture.height) == (1280, 720)


def test_a_photo_that_is_none_changes_nothing(table):
    before = table.see(PINFU)
    with pytest.raises(PhotoError):
        table.service.submit_photo(b"no picture")
    assert table.service.state() == before


def test_the_announcement_is_heard_in_the_browser(table):
    table.see(PINFU)
    with wave.open(io.BytesIO(table.service.speech("en"))) as file:
        assert file.getnframes() > file.getframerate()


def test_a_hand_the_camera_missed_is_entered_tile_by_tile(asking):
    for tile in parse_tiles("111z234m567p99s34s"):
        asking.service.edit(AddTile(str(tile), "concealed"))
    asking.service.edit(AddTile("5s", "win"))
    assert asking.log() == []
    asking.service.edit(SetContext("tsumo", True))
    (entry,) = asking.log()
    assert (entry.source, entry.picture, entry.reading) == ("entered", None, None)
    assert entry.record["win_tile"] == "5s"


def test_listeners_hear_every_change_until_they_leave(table):
    seen = []
    leave = table.service.subscribe(seen.append)
    table.see(PINFU)
    assert seen[-1] == table.service.state()
    assert [state.revision for state in seen] == sorted({state.revision for state in seen})
    leave()
    table.see(HONOURS)
    assert seen[-1].draft.hand.win == PINFU.hands[0].win


# ---------------------------------------------------------------- the loop


class Film(Camera):
    """Still pictures, ten a second; ``breaks`` times the camera goes away in the middle."""

    live = True
    breaks = 0

    def open(self):
        pass

    def close(self):
        pass

    def frames(self):
        rng = np.random.default_rng(1)
        for number in range(12):
            small = rng.integers(88, 93, (180, 320, 3), np.uint8)
            noisy = cv2.resize(small, (1280, 720), interpolation=cv2.INTER_NEAREST)
            yield Frame.of(number / 10, noisy)
        raise CameraError("camera_lost", source="film")


class Ending(Film):
    live = False

    def frames(self):
        try:
            yield from super().frames()
        except CameraError:
            return


def watch(table, make, until, **options):
    """Run the loop until ``until`` is true of a state; return all states."""
    states, done = [], threading.Event()

    def listen(state):
        states.append(state)
        if until(state):
            done.set()

    table.service.subscribe(listen)
    loop = Loop(table.service, "film", make, retry_s=0.01, **options)
    loop.start()
    assert done.wait(20), [(state.camera.status, state.notice) for state in states]
    loop.stop()
    return states


def test_the_loop_reads_scores_and_ends_with_the_recording(table):
    table.reading = PINFU
    states = watch(table, Ending, lambda s: s.notice and s.notice.code == "recording_ended")
    assert [entry.record["win_tile"] for entry in table.log()] == ["8p"]
    phases = [state.phase for state in states]
    assert phases.index("moving") < phases.index("reading") < phases.index("shown")


def test_a_recording_that_stands_in_for_a_camera_is_played_again(table):
    opened = []

    def make():
        opened.append(1)
        table.reading = (PINFU, HONOURS)[len(opened) % 2]
        return Ending()

    states = watch(table, make, lambda s: len(table.log()) >= 3, again_s=0.01)
    assert {state.camera.status for state in states} == {"recording"}
    assert not any(state.notice for state in states)


def test_a_recording_that_is_shown_no_more_is_told_as_no_camera(table):
    class Over(Ending):
        def frames(self):
            return iter(())

    watch(table, Over, lambda s: s.camera.status == "none", again_s=0.01)


@pytest.mark.parametrize(
    ("lang", "waits", "came"), [("en", "waits for it", "is there now"),
                                ("ja", "待ちます", "映りました"), ("zh", "会等它", "已有画面")]
)  # fmt: skip
def test_the_terminal_tells_once_that_a_camera_is_awaited_and_that_it_came(
    table, capsys, lang, waits, came
):
    opened = []

    def make():
        opened.append(1)
        if len(opened) < 4:
            raise CameraError("camera_missing", source="film")
        return Film()

    table.service.subscribe(CameraNews(lang).hear)
    watch(table, make, lambda s: s.camera.status == "ok")
    told = capsys.readouterr().err.splitlines()
    assert waits in told[0]
    assert came in told[1]
    assert len([line for line in told if waits in line]) == 1


def test_a_camera_that_goes_away_is_told_and_comes_back(table):
    table.reading = PINFU
    opened = []

    def make():
        opened.append(1)
        return Film()

    watch(table, make, lambda s: len(opened) >= 3 and s.camera.status == "ok")
    assert len(table.log()) == 1


def test_nothing_moves_before_a_camera_that_is_gone(table):
    class Short(Film):
        def frames(self):
            yield from islice(super().frames(), 2)
            raise CameraError("camera_lost", source="film")

    states = watch(table, Short, lambda s: s.camera.status == "lost")
    assert "moving" in {state.phase for state in states}
    assert {state.phase for state in states if state.camera.status == "lost"} == {"waiting"}


@pytest.mark.parametrize("error", [ValueError, OSError, TypeError, MemoryError])
def test_a_picture_that_cannot_be_read_is_told_and_the_loop_goes_on(table, error):
    def fail(pictures):
        raise error("broken")

    table.service._read = fail
    states = watch(table, Film, lambda s: s.camera.status == "lost")
    assert "reading_failed" in {state.notice.code for state in states if state.notice}


def test_a_folder_that_is_not_there_is_no_camera_with_a_cable(table, tmp_path):
    states = watch(table, lambda: camera_of(f"folder:{tmp_path}/none"), lambda s: s.notice)
    assert states[-1].notice.code == "folder_missing"
    assert "lost" not in {state.camera.status for state in states}


def test_a_broken_picture_of_a_folder_is_told_and_the_next_is_read(table, tmp_path):
    table.reading = PINFU
    (tmp_path / "1.jpg").write_bytes(b"\xff\xd8 cut short")
    (tmp_path / "2.png").write_bytes(b"")
    cv2.imwrite(str(tmp_path / "3.png"), np.full((480, 640, 3), 90, np.uint8))
    states = watch(
        table, lambda: PictureFolder(tmp_path, rate=0),
        lambda s: s.notice and s.notice.code == "recording_ended",
    )  # fmt: skip
    codes = {state.notice.code for state in states if state.notice}
    assert codes == {"photo_truncated", "photo_empty", "recording_ended"}
    assert [entry.record["win_tile"] for entry in table.log()] == ["8p"]


def test_a_camera_that_fails_in_an_unknown_way_is_tried_again(table):
    opened = []

    def make():
        opened.append(1)
        if len(opened) < 3:
            raise OSError(5, "Input/output error")
        return Film()

    states = watch(table, make, lambda s: s.camera.status == "ok")
    assert "reading_failed" in {state.notice.code for state in states if state.notice}


@pytest.mark.parametrize("text", ["{", "[]", '{"rounds": [{"begin": "x"}]}', "[" * 100_000])
def test_a_damaged_script_of_a_recording_is_told(tmp_path, text):
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(CameraError, match=r"a\.json"):
        script_of(f"video:{tmp_path}/a.mp4")


def test_a_missing_model_is_told(table):
    def fail(pictures):
        raise UserError("model_missing", reason="locator.onnx")

    table.service._read = fail
    states = watch(table, Film, lambda s: s.camera.status == "lost")
    assert "model_missing" in {state.notice.code for state in states if state.notice}


def test_the_bundled_recording_tells_what_its_players_said(tmp_path):
    (tmp_path / "a.json").write_text(
        '{"rounds": [{"begin": 5.0, "riichi": true, "tsumo": false},'
        ' {"begin": 15.0, "riichi": false, "tsumo": true}]}'
    )
    script = script_of(f"video:{tmp_path}/a.mp4")
    assert script.said(1.0) == {}
    assert script.said(8.0) == {"tsumo": False, "riichi": Riichi.RIICHI}
    assert script.said(99.0) == {"tsumo": True, "riichi": Riichi.NONE}
    assert script_of("video:/missing.mp4").said(8.0) == {}
    assert script_of("v4l2:0").said(8.0) == {}
