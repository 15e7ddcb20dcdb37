"""Ways out in a real browser: dropping hands, seeing questions and refusals wherever one is."""

import pytest
from page_stage import LOCALES, PHONE, key, slowed, stage, table, visit, visit_app
from page_table import draw_picture, reading_of
from playwright.sync_api import expect

from device.camera._picture import jpeg
from device.page._app import create_app
from device.page._edit import SetContext
from device.page._game import TakeBack

__all__ = ["stage", "table", "visit", "visit_app"]

PANEL = {"width": 800, "height": 480}
HAND = reading_of("111z234m567p99s34s", "5s", dora="4p")
TSUMO = SetContext("tsumo", True)
DOUBTS = {3: (0.55, (("7p", 0.4),))}
DOUBTFUL = reading_of("234m456p678s55p67p", "8p", doubts=DOUBTS)
OTHER = reading_of("345m345p222s6688s", "8s", doubts={2: (0.55, (("6m", 0.4),))})
THIRD = reading_of("789m345p222s7788s", "8s", doubts={2: (0.55, (("6m", 0.4),))})


#: Whether all buttons of the notice lie in the window, and its text is no column of letters.
FITS = """() => {
    const notice = document.querySelector(".notice").getBoundingClientRect();
    const inside = [...document.querySelectorAll(".notice button")].every((e) => {
        const { left, right } = e.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
    });
    return inside && document.documentElement.scrollWidth <= innerWidth && notice.height < 120;
}"""


@pytest.mark.parametrize("lang", LOCALES)
def test_hands_that_wait_are_told_on_any_screen_and_dropped_at_the_second_tap(table, visit, lang):
    table.lay(DOUBTFUL).lay(OTHER).lay(THIRD)
    page = visit(PHONE, lang)
    for size in (PHONE, PANEL):
        page.set_viewport_size(size)
        assert page.evaluate(FITS), size
    key(page, "forget").click()
    assert page.evaluate(FITS)
    key(page, "forget-no").click()
    assert table.service.state().unanswered == 2
    key(page, "forget").click()
    with page.expect_response("**/api/edit?*"):
        key(page, "forget-yes").click()
    expect(key(page, "recall")).to_have_count(0)
    assert table.service.state().unanswered == 0


def test_a_hand_taken_back_is_put_away_with_one_tap_on_any_view(table, visit):
    table.begin()
    table.lay(HAND, TSUMO)
    table.service.play(TakeBack())
    page = visit(PHONE)
    key(page, "tab-game").click()
    expect(key(page, "drop")).to_have_text("It does not count: put it away")
    key(page, "drop").click()
    expect(page.locator("#asked")).to_be_hidden()
    key(page, "tab-hand").click()
    expect(key(page, "enter")).to_be_visible()
    table.lay(DOUBTFUL)
    page.goto(page.url + "table")
    key(page, "drop").click()
    expect(page.locator("#last .prompt")).to_have_count(0)


def test_a_photo_sent_from_another_view_is_shown_and_can_be_dropped(table, visit):
    table.begin()
    table.reading = DOUBTFUL
    page = visit(PHONE)
    for name in ("game", "history"):
        key(page, f"tab-{name}").click()
        photo = {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": jpeg(draw_picture(HAND))}
        page.locator("#photo").set_input_files(photo)
        expect(key(page, "tab-hand")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#hand .prompt")).to_be_visible()
        key(page, "drop").click()
        expect(page.locator("#hand .waiting")).to_be_visible()


def test_a_hand_is_entered_by_hand_beside_the_one_on_the_page(table, visit_app):
    table.lay(HAND, TSUMO)
    page = visit_app(slowed(create_app(table.service)), PHONE)
    expect(key(page, "drop")).to_have_count(0)  # it counts
    key(page, "enter-anew").click()
    expect(key(page, "enter-done")).to_be_visible()
    page.keyboard.type("123m456p789s99s22z2z")
    key(page, "enter-done").click()  # what was typed is still on its way
    expect(page.locator("#hand .group.concealed [data-tile]")).to_have_count(13)
    assert len(table.keeper.log().entries(5)) == 1


@pytest.mark.parametrize("lang", LOCALES)
def test_a_small_panel_shows_what_a_hand_is_worth_without_scrolling(table, visit, lang):
    table.begin()
    table.lay(HAND, TSUMO)
    page = visit(PANEL, lang)
    expect(page.locator("#score .headline")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") == PANEL["width"]


def test_a_refusal_is_seen_however_far_the_page_is_scrolled(table, visit):
    table.begin()
    page = visit(PHONE)
    key(page, "tab-game").click()
    key(page, "open-win").click()
    key(page, "winner-0").click()
    key(page, "from-self").click()
    key(page, "points").fill("123")
    with page.expect_response("**/api/game*"):
        key(page, "win").click()
    expect(page.locator(".notice.refused")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") > 0
    key(page, "dismiss").click()
    expect(page.locator(".notice.refused")).to_have_count(0)
    visit.func.expect_refusals()
