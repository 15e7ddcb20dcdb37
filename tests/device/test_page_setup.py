"""The set-up in a real browser: every step, resumed, skipped, offered, by touch and by keyboard."""

import re
from types import SimpleNamespace

import pytest
from aim_eye import Eye
from page_stage import KIOSK, PHONE, key, stage, visit_app
from page_table import Table, draw_picture, reading_of
from playwright.sync_api import expect

from detector import TableReading
from device._demo import NAMES
from device._errors import VoiceError
from device._i18n import text
from device._reveal import SIDES
from device._settings import STEPS, Settings, SettingsFile
from device._setup_desk import Given, SetupDesk
from device.aim._aim import Aim
from device.aim._calibration import CalibrationFile
from device.camera._port import Frame
from device.page._app import create_app
from device.page._edit import SetContext
from device.page._game import Begin
from device.tiles._desk import TileDesk
from device.tiles._reader import tile_sets

__all__ = ["stage", "visit_app"]

HAND = reading_of("123m456p789s1112z", "2z")
#: Whether all of the camera's picture is above the buttons.
PICTURE_FITS = """() => {
    const [picture, buttons] = [".aim-picture", ".setup-moving"].map((part) =>
        document.querySelector(`#setup ${part}`)?.getBoundingClientRect());
    return picture && picture.height > 100 && picture.bottom <= buttons.top;
}"""
USB = "v4l2:/dev/v4l/by-id/usb-Arducam_16MP-video-index0"


@pytest.fixture
def table(tmp_path, visit_app):
    """A table with a camera, before anything was chosen, and the page with the set-up open."""
    eye, laid = Eye(), Table(tmp_path)
    aim = Aim("v4l2:0", CalibrationFile(tmp_path), eye.read)
    kept, begun_anew = SettingsFile(tmp_path), []

    def visit(size=KIOSK, lang="en", given=None, step=None, path="/"):
        desk = SetupDesk(
            kept, laid.service, given or Given(), lambda: begun_anew.append(1), lambda: (USB,)
        )
        tiles = TileDesk(tile_sets(tmp_path))
        page = visit_app(create_app(laid.service, None, None, aim, tiles, desk), size, lang, path)
        if step is not None:
            key(page, "setup-begin").click()
            key(page, f"step-{step}").click()
        return page

    laid.service.camera("v4l2:0", "ok")
    yield SimpleNamespace(
        eye=eye, aim=aim, laid=laid, kept=kept, begun_anew=begun_anew, visit=visit
    )
    laid.keeper.close()


def heading(page):
    return page.locator("#setup .setup-step")


@pytest.mark.parametrize(("size", "tap"), [(PHONE, "tap"), (KIOSK, "click")])
def test_it_is_offered_once_and_goes_from_step_to_step(table, size, tap):
    page = table.visit(size)
    getattr(key(page, "setup-begin"), tap)()
    for step in STEPS:
        expect(heading(page)).to_have_text(text("en", f"setup.step.{step}"))
        getattr(key(page, "setup-skip"), tap)()
    expect(page.locator("#setup")).to_be_hidden()
    expect(page.locator(".setup-offer")).to_have_count(0)
    assert table.kept.load() == Settings(done=STEPS, skipped=STEPS, finished=True)


def test_it_goes_on_where_it_was_left_and_every_step_can_be_reached(table):
    table.kept.save(Settings(done=("language", "camera", "table")))
    page = table.visit()
    expect(page.locator(".setup-offer")).to_contain_text("not finished")
    key(page, "setup-begin").click()
    expect(heading(page)).to_have_text("Tile set")
    key(page, "step-players").click()
    expect(heading(page)).to_have_text("Players")
    key(page, "setup-back").click()
    expect(heading(page)).to_have_text("Test")


def test_the_steps_have_names_and_a_mark_only_where_something_was_chosen(table):
    page = table.visit(PHONE)
    key(page, "setup-begin").tap()
    key(page, "setup-next").tap()
    key(page, "setup-skip").tap()
    for step, sign in (("language", "✓"), ("camera", "–"), ("tiles", "4")):
        name = text("en", f"setup.step.{step}")
        expect(key(page, f"step-{step}")).to_have_text(f"{sign} {name}")
        expect(key(page, f"step-{step}").locator(".name")).to_be_visible()
    for lang in ("en", "ja", "zh"):
        key(page, "step-language").tap()
        key(page, f"say-in-{lang}").tap()
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{lang}"))
        cut = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"
        assert page.locator(".setup-steps button").evaluate_all(cut) == []


def test_who_declines_is_not_asked_again_and_finds_it_in_the_menu(table):
    page = table.visit()
    key(page, "setup-later").click()
    expect(page.locator(".setup-offer")).to_have_count(0)
    page.reload()
    key(page, "setup").click()
    expect(heading(page)).to_have_text("Language")
    expect(page.locator(".setup-offer")).to_have_count(0)


def test_it_can_be_walked_with_the_keyboard(table):
    page = table.visit()
    key(page, "setup-begin").focus()
    page.keyboard.press("Enter")
    for step in STEPS[:3]:
        expect(heading(page)).to_have_text(text("en", f"setup.step.{step}"))
        key(page, "setup-next").focus()
        page.keyboard.press("Enter")
    expect(heading(page)).to_have_text("Tile set")
    expect(key(page, "setup-next")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#setup")).to_be_hidden()


def test_the_browsers_language_becomes_the_tables(table):
    page = table.visit(lang="zh")
    key(page, "setup-begin").click()
    key(page, "setup-next").click()
    expect(heading(page)).to_have_text("摄像头")
    assert table.laid.service.manner.lang == "zh"


def test_the_language_is_the_pages_and_the_tables(table):
    page = table.visit(step="language")
    key(page, "say-in-ja").click()
    expect(heading(page)).to_have_text("言語")
    assert table.kept.load().lang == "ja"
    assert table.laid.service.manner.lang == "ja"


def test_a_camera_is_chosen_and_the_program_begins_anew_with_it(table):
    page = table.visit(step="camera")
    key(page, "camera-1").click()
    expect(key(page, "camera-1")).to_have_attribute("aria-pressed", "true")
    expect(key(page, "camera-1")).to_have_text("USB: Arducam 16MP")
    assert table.kept.load().camera == USB
    page.locator("#setup summary").click()
    key(page, "camera-address").fill("rtsp://me:secret@192.168.1.9/1")
    key(page, "camera-watch").click()
    expect(key(page, "camera-3")).to_have_text("rtsp://192.168.1.9/1")
    assert table.begun_anew == [1, 1]


def test_no_file_of_the_machine_is_opened_at_somebodys_word(table, visit_app):
    page = table.visit(step="camera")
    status = page.evaluate(
        """() => fetch("/api/setup", {method: "POST", headers: {"Content-Type":
        "application/json"}, body: '{"op": "camera", "source": "video:/etc/passwd"}'})
        .then((answer) => answer.status)"""
    )
    assert status == 422
    assert table.kept.load().camera is None
    visit_app.expect_refusals()


def test_a_camera_given_at_the_start_holds(table):
    page = table.visit(given=Given("picamera2"), step="camera")
    expect(page.locator(".setup-given")).to_contain_text("picamera2")
    expect(key(page, "camera-1")).to_have_count(0)


def test_the_overlay_follows_a_camera_that_is_being_moved(table):
    page = table.visit(step="camera")
    photograph = table.eye.photograph()
    while not page.locator(".aim-picture image").count():
        table.aim.glance(Frame.of(0.0, photograph))
        page.wait_for_timeout(200)
    expect(page.locator(".shape.kind-seat")).to_have_count(4)
    expect(key(page, "aim-taps")).to_have_count(0)
    key(page, "setup-next").click()
    key(page, "aim-tiles").click()
    expect(page.locator(".aim-state")).to_have_text("Calibrated by the tiles.")


def test_rules_last_until_the_next_start(table):
    page = table.visit(step="rules")
    key(page, "rules-wrc").click()
    expect(key(page, "rules-wrc")).to_have_attribute("aria-pressed", "true")
    assert table.kept.load().rules == "wrc"
    assert table.laid.service.state().rules.name == "wrc"


def test_the_voice_is_set_and_a_missing_one_is_told(table, visit_app):
    page = table.visit(step="voice")
    key(page, "lang-zh").last.click()
    key(page, "verbosity-standings").click()
    expect(key(page, "verbosity-standings")).to_have_attribute("aria-pressed", "true")
    key(page, "volume").press("ArrowLeft")
    expect(page.locator("#setup output")).to_have_text("90 %")
    key(page, "say-something").click()
    expect(page.locator("#setup .trouble")).to_contain_text("--mute")
    chosen = table.kept.load()
    assert (chosen.lang, chosen.verbosity, chosen.volume) == ("zh", "standings", 90)
    visit_app.expect_refusals()


def test_without_a_loudspeaker_the_browser_is_named_and_the_terminal_told(
    table, visit_app, monkeypatch, caplog
):
    def no_sound(sentence):
        raise VoiceError("sound_no_device", reason="unknown PCM default")

    monkeypatch.setattr(table.laid.service, "try_voice", no_sound)
    page = table.visit(step="voice")
    key(page, "say-something").click()
    told = page.locator("#setup .trouble")
    expect(told).to_contain_text("in this browser")
    expect(told).not_to_contain_text("PCM")
    assert "unknown PCM default" in caplog.text
    visit_app.expect_refusals()


def test_a_rule_set_tells_what_is_in_it(table):
    page = table.visit(step="rules")
    expect(page.locator(".setup-help")).to_contain_text("Tenhou")
    expect(key(page, "rules-tenhou")).to_contain_text("4 players, 3 red fives, 25,000 points")
    expect(key(page, "rules-wrc")).to_contain_text("4 players, no red fives, 30,000 points")


def test_a_table_that_is_not_calibrated_is_not_ticked(table):
    page = table.visit(step="table")
    key(page, "setup-next").click()
    expect(heading(page)).to_have_text("Tile set")
    expect(key(page, "step-table")).to_have_text("– Table")
    key(page, "setup-next").click()
    expect(key(page, "step-tiles")).to_have_text("✓ Tile set")


def test_a_hand_that_lay_there_before_the_test_does_not_count(table):
    table.laid.lay(HAND, SetContext("tsumo", True))
    table.laid.service.camera("recording", "recording")
    page = table.visit(step="test")
    expect(page.locator("#setup-body")).to_contain_text("Lay the winning hand open")
    expect(page.locator("#setup .setup-score")).to_have_count(0)
    table.laid.lay(TableReading(1280, 720, (), (), ()))
    table.laid.lay(reading_of("234m567p88s345s67s", "8s"), SetContext("tsumo", True))
    expect(page.locator("#setup .setup-score")).to_contain_text("recording’s")


@pytest.mark.parametrize("size", [PHONE, KIOSK])
def test_a_hand_laid_down_is_shown_read_and_scored(table, size):
    page = table.visit(size, step="test")
    expect(page.locator("#setup-body")).to_contain_text("Lay the winning hand open")
    table.laid.reading = HAND
    table.laid.service.see((draw_picture(HAND),))
    page.locator('#setup [data-key="ask-tsumo"]').click()
    expect(page.locator("#setup .setup-score")).to_contain_text("It works")
    expect(page.locator("#setup .points")).to_be_visible()


def test_the_game_begins_with_the_names(table):
    table.laid.lay(HAND, SetContext("tsumo", True))
    page = table.visit(step="players")
    expect(page.locator("#setup .yes")).to_have_text("Start a game")
    page.locator('#setup [data-key="name-bottom"]').fill("Mei")
    key(page, "setup-next").click()
    expect(page.locator("#setup")).to_be_hidden()
    assert table.laid.service.state().game.book.ledger.names[0] == "Mei"
    assert "players" in table.kept.load().done
    expect(page.locator("#game .round")).to_contain_text("East 1")


def test_the_demonstration_makes_room_for_a_game_of_one_s_own(table, visit_app):
    table.laid.service.play(Begin(NAMES, SIDES))
    page = table.visit(given=Given(recording=True), step="players")
    expect(page.locator("#setup-body")).to_contain_text("demonstration (Aoi, Ben, Chie, Dai)")
    key(page, "setup-stop").click()
    names = page.locator('#setup [data-key^="name-"]')
    expect(names).to_have_count(4)
    assert [field.input_value() for field in names.all()] == [""] * 4
    page.locator('#setup [data-key="name-left"]').fill("Mei")
    key(page, "setup-next").click()
    expect(page.locator("#setup .trouble")).to_contain_text("number of names")
    for side, name in zip(SIDES, ("Kim", "Lea", "Max"), strict=False):
        page.locator(f'#setup [data-key="name-{side}"]').fill(name)
    key(page, "setup-next").click()
    expect(page.locator("#setup")).to_be_hidden()
    assert table.laid.service.state().game.book.ledger.names == ("Kim", "Lea", "Max", "Mei")
    visit_app.expect_refusals()


@pytest.mark.parametrize(("size", "lang"), [(PHONE, "en"), (PHONE, "ja"), (KIOSK, "zh")])
def test_every_step_fits_the_screen(table, size, lang):
    table.aim.read((table.eye.photograph(),))
    page = table.visit(size, lang, step="language")
    for step in STEPS:
        key(page, f"step-{step}").click()
        expect(heading(page)).to_have_text(text(lang, f"setup.step.{step}"))
        wide, shown = page.locator("#setup").evaluate("it => [it.scrollWidth, it.clientWidth]")
        assert wide <= shown, step
        box = key(page, "setup-next").bounding_box()
        assert box["y"] + box["height"] <= size["height"], step
        assert box["height"] >= 44
        if step in ("camera", "table") and size is KIOSK:
            page.wait_for_function(PICTURE_FITS)
