"""The small panels: chosen from the state, drawn for every size, shown by luma's emulator."""

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from page_table import Table, reading_of
from PIL import Image

from device._errors import LogError, PanelError
from device._i18n import LANGUAGES
from device.page._edit import SetContext
from device.page._game import Begin, Declare
from device.page._ports import Camera
from device.panel._draw import draw_panel, wrapped
from device.panel._port import PanelOutput, panel_of
from device.panel._view import PanelView, Seat, panel_view

GOLDENS = Path(__file__).parent / "panels"
SEATS = (Seat("東", 33000), Seat("南", 25000, riichi=True), Seat("西", 18000), Seat("北", 24000))
VIEWS = {
    "score": PanelView("12000", "score", "ja", "満貫 4000オール", "東一局 2本場", "4711", SEATS),
    "first": PanelView("3900", "score", "en", "3 han, 30 fu", "Jantaku", "4711"),
    "unsure": PanelView("?", "unsure", "zh", "请在页面确认", "雀卓", "4711", SEATS),
    "trouble": PanelView("Camera lost – check its cable", "trouble", "en", "", "Jantaku"),
    "quiet": PanelView("待機中", "quiet", "ja", "", "雀卓", "0042", SEATS),
}
PANELS = {"ssd1306": (128, 64, "1"), "st7789": (240, 240, "RGB"), "st7789-wide": (320, 240, "RGB")}


@pytest.fixture
def capture(tmp_path, monkeypatch):
    """Return panels of luma's emulator, which write what they show to PNG files."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from luma.emulator.device import capture as emulated

    def panel(name):
        width, height, mode = PANELS[name]
        files = str(tmp_path / f"{name}-{{0}}.png")
        return emulated(width, height, mode=mode, transform="none", scale=1, file_template=files)

    return panel


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("view", VIEWS)
def test_every_panel_shows_what_it_should(capture, tmp_path, view, panel):
    """A few pixels may differ between versions of the font and of what draws it."""
    device = capture(panel)
    device.display(draw_panel(VIEWS[view], device.size, device.mode))
    shown = np.asarray(Image.open(tmp_path / f"{panel}-1.png").convert("RGB"), np.int16)
    golden = np.asarray(Image.open(GOLDENS / f"{view}-{panel}.png").convert("RGB"), np.int16)
    assert shown.shape == golden.shape
    assert np.mean(np.abs(shown - golden).max(axis=2) > 64) < 0.005


def test_another_digit_is_another_picture():
    """What the comparison above lets pass is less than one digit of the score."""
    width, height, mode = PANELS["st7789"]
    one, other = (
        np.asarray(draw_panel(replace(VIEWS["score"], main=m), (width, height), mode), np.int16)
        for m in ("12000", "12900")
    )
    assert np.mean(np.abs(one - other).max(axis=2) > 64) >= 0.005


def test_a_score_is_shown_with_what_everybody_pays(tmp_path):
    table = Table(tmp_path).lay(reading_of("123m456p789s1112z", "2z", dora="4p"))
    asked = panel_view(table.service.state(), "en", "4711")
    assert (asked.mood, asked.main, asked.pin) == ("unsure", "?", "4711")
    table.service.edit(SetContext("tsumo", True))
    view = panel_view(table.service.state(), "en")
    assert (view.mood, view.main, view.sub, view.pin) == (
        "score",
        "12000",
        "Mangan 4000 from each",
        "",
    )
    table.keeper.close()


def test_a_doubt_comes_before_a_trouble_and_a_trouble_before_a_score(tmp_path):
    table = Table(tmp_path)
    quiet = table.service.state()
    full = replace(quiet, notice=LogError("log_full", path="x"))
    assert panel_view(full, "ja").main == LogError("log_full", path="x").message("ja")
    lost = replace(quiet, camera=Camera("v4l2:0", "lost"))
    assert panel_view(lost, "en").main == "Camera lost – check its cable"
    phone = replace(quiet, camera=Camera("phone", "lost"))
    assert panel_view(phone, "en").main.startswith("Phone sends no pictures")
    table.lay(reading_of("123m456p789s1112z", "2z"), SetContext("tsumo", True))
    scored = table.service.state()
    assert panel_view(scored, "en").mood == "score"
    assert panel_view(replace(scored, camera=lost.camera), "en").mood == "trouble"
    table.keeper.close()
    assert panel_view(replace(scored, outcome=None), "en").mood == "quiet"


def test_a_game_shows_its_round_and_who_has_how_much(tmp_path):
    table = Table(tmp_path)
    names, sides = ("Aoi", "Ben", "Chie", "Dai"), ("bottom", "right", "top", "left")
    table.service.play(Begin(names, sides))
    table.service.play(Declare(1))
    table.lay(reading_of("123m456p789s1112z", "2z", dora="4p"), SetContext("tsumo", True))
    view = panel_view(table.service.state(), "ja")
    assert (view.mood, view.main, view.head) == ("score", "12000", "東1局 1本場")
    points = [(seat.wind, seat.points, seat.riichi) for seat in view.seats]
    assert points == [
        ("東", 38000 , False), ("南", 20000, False), ("西", 21000, False), ("北", 21000, False)
    ]  # fmt: skip
    table.keeper.close()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(128, 64), (240, 240)])
def test_a_long_sentence_fits_in_every_language(lang, size):
    """Nothing is written over the edge: the outermost pixels stay dark."""
    sentence = LogError("log_rows_damaged", path="jantaku.db", numbers="1, 2, 3").message(lang)
    view = PanelView(sentence, "trouble", lang)
    picture = np.asarray(draw_panel(replace(view, mood="quiet"), size, "1"))
    assert picture.any()
    assert not picture[:, 0].any()
    assert not picture[:, -1].any()


def test_lines_break_at_spaces_and_between_kanji_but_not_before_a_full_stop():
    assert wrapped("ab cd ef", 5, len) == ["ab cd", "ef"]
    assert wrapped("牌が見えません。", 3, len) == ["牌が見", "えませ", "ん。"]
    assert wrapped("abcdef", 5, len) == []
    assert wrapped("abcdef", 5, len, breaks=True) == ["abcde", "f"]


class Loose:
    """A panel whose wire is loose now and then."""

    size, mode = (128, 64), "1"

    def __init__(self):
        self.fails = False
        self.shown = []
        self.off = False
        self.news = threading.Semaphore(0)

    def display(self, image):
        self.news.release()
        if self.fails:
            raise OSError(121, "Remote I/O error")
        self.shown.append(image.tobytes())

    def cleanup(self):
        self.off = True


@pytest.fixture
def states(tmp_path):
    table = Table(tmp_path)
    empty = table.service.state()
    table.keeper.close()
    return {kind: replace(empty, phase=kind) for kind in ("waiting", "moving", "reading")}


def test_a_panel_that_does_not_answer_is_told_once_and_tried_again(states):
    panel, told = Loose(), []
    panel.fails = True
    output = PanelOutput(panel, "en", lambda: None, told.append, retry_s=0.01)
    output.show(states["waiting"])
    for _ in range(3):
        assert panel.news.acquire(timeout=10)
    panel.fails = False
    output.close(10)
    assert [trouble.code for trouble in told] == ["panel_silent"]
    assert len(panel.shown) == panel.off


def test_the_newest_state_is_shown_and_the_panel_is_switched_off_at_the_end(states):
    panel = Loose()
    output = PanelOutput(panel, "en", lambda: None, lambda _: None)
    for state in states.values():
        output.show(state)
    output.close(10)
    last = panel_view(states["reading"], "en")
    assert panel.shown[-1] == draw_panel(last, panel.size, panel.mode).tobytes()
    assert panel.off


def test_a_panel_unplugged_at_the_end_ends_quietly(states):
    class Gone(Loose):
        def cleanup(self):
            raise OSError(121, "Remote I/O error")

    output = PanelOutput(Gone(), "en", lambda: None, lambda _: None)
    output.show(states["waiting"])
    output.close(10)
    assert not output._thread.is_alive()


def test_the_same_is_not_drawn_twice(states):
    panel = Loose()
    output = PanelOutput(panel, "en", lambda: None, lambda _: None)
    output.show(states["waiting"])
    assert panel.news.acquire(timeout=10)
    output.show(states["waiting"])
    output.close(10)
    assert len(panel.shown) == 1


@pytest.mark.parametrize("source", ["ssd1306", "ssd1306:0x3d", "st7789", "st7789:320x240"])
def test_a_panel_that_is_not_wired_is_told(source):
    """No machine that runs the tests has one on its pins."""
    with pytest.raises(PanelError) as caught:
        panel_of(source)
    assert caught.value.code in ("panel_silent", "panel_library")


@pytest.mark.parametrize("source", ["", "oled", "ssd1306:60", "st7789:128x128", "ssd1306:0x80"])
def test_an_unknown_panel_is_refused_with_the_known_ones(jantaku, source, tmp_path):
    done = jantaku("serve", "--panel", source, "--data", tmp_path, "--mute")
    assert done.returncode == 2
    assert "st7789:320x240" in done.stderr


def test_without_a_font_the_package_is_named(monkeypatch):
    monkeypatch.setattr("device.panel._draw._FONTS", (Path("/missing.ttc"),))
    with pytest.raises(PanelError, match="fonts-noto-cjk"):
        panel_of("ssd1306")
