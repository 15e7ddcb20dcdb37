"""Hasty fingers and a slow network, in a real browser: a tap counts once, for what was seen."""

import asyncio

import pytest
from page_stage import KIOSK, PHONE, key, slowed, stage, table, visit, visit_app
from page_table import Table, reading_of
from playwright.sync_api import expect

from device.page._access import Gate
from device.page._app import create_app
from device.page._edit import SetContext
from device.page._game import Exhausted

__all__ = ["stage", "table", "visit", "visit_app"]

HAND = reading_of("123m456p789s1112z", "2z", dora="4p")
TSUMO = SetContext("tsumo", True)


def from_a_phone(app):
    async def sent(scope, receive, send):
        await app({**scope, "client": ("192.168.1.20", 40000)}, receive, send)

    return sent


def moves(table):
    return table.service.state().game.book.ledger.moves


@pytest.mark.parametrize("seconds", [0, 0.2, 0.5])
def test_a_button_tapped_twice_counts_once(table, visit_app, seconds):
    table.begin()
    page = visit_app(slowed(create_app(table.service), seconds), PHONE)
    key(page, "tab-game").click()
    key(page, "open-draw").click()
    key(page, "draw").dblclick()
    expect(page.locator(".standing")).to_contain_text("1 honba")
    key(page, "game-undo").dblclick()
    expect(page.locator(".standing")).not_to_contain_text("honba")
    key(page, "riichi-2").click()
    expect(key(page, "riichi-2")).to_have_attribute("aria-pressed", "true")
    assert len(moves(table)) == 1


def test_two_taps_on_a_tile_choose_none(table, visit):
    table.lay(HAND, TSUMO)
    page = visit(PHONE)
    for index in (0, 5, 9, 13):
        key(page, f"tile-{index}").dblclick()
        key(page, "close").click()
        expect(page.locator("#picker")).to_be_hidden()
    assert [tile.tile for tile in table.service.state().draft.reading.detections] == [
        tile.tile for tile in HAND.detections
    ]


def test_one_tap_after_the_other_counts_where_something_is_stepped(table, visit):
    table.lay(HAND, TSUMO)
    page = visit()
    for count in range(1, 4):
        key(page, "honba-plus").click()
        expect(page.locator('output[data-field="honba"]')).to_have_text(str(count))


def test_a_tap_is_not_lost_when_the_page_is_drawn_under_it(table, visit):
    table.lay(HAND)
    page = visit(PHONE)
    key(page, "ask-ron").hover()
    page.mouse.down()
    table.service.camera("v4l2:0", "ok")
    expect(page.locator("body")).to_have_attribute(
        "data-revision", str(table.service.state().revision)
    )
    page.mouse.up()
    expect(key(page, "tsumo-false")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".camera")).to_contain_text("on")


def test_what_was_said_of_another_hand_is_refused(table, visit):
    """The tap was under way when the camera saw the next hand."""
    table.begin()
    table.lay(HAND)
    page = visit(PHONE)

    def late(route):
        table.lay(reading_of("345m345p222s6688s", "8s"))
        route.continue_()

    page.route("**/api/edit?*", late)
    with page.expect_response("**/api/edit?*"):
        key(page, "ask-ron").click()
    expect(page.locator(".notice.refused")).to_contain_text("too late")
    assert "tsumo" in table.service.state().draft.asks
    page.unroute("**/api/edit?*")
    key(page, "ask-ron").click()
    expect(key(page, "tsumo-false")).to_have_attribute("aria-pressed", "true")
    visit.func.expect_refusals()


def test_a_draw_that_two_enter_at_once_is_one(table, visit):
    table.begin()
    page = visit(PHONE)
    key(page, "tab-game").click()
    key(page, "open-draw").click()

    def late(route):
        table.service.play(Exhausted((1,)))
        route.continue_()

    page.route("**/api/game?*", late)
    with page.expect_response("**/api/game?*"):
        key(page, "draw").click()
    expect(page.locator(".notice.refused")).to_contain_text("too late")
    assert len(moves(table)) == 1
    visit.func.expect_refusals()


def test_what_was_typed_before_a_call_stays_where_it_was_typed_to(table, visit_app):
    page = visit_app(slowed(create_app(table.service)))
    key(page, "enter").click()
    page.keyboard.type("234m")
    key(page, "to-pon").click()
    page.keyboard.type("7z")
    key(page, "close").click()  # what was typed is still on its way
    expect(page.locator("#enter")).to_be_hidden()
    hand = table.service.state().draft.hand
    assert [meld.type for meld in hand.melds] == ["pon"]
    assert len(hand.concealed) == 3


def test_a_refusal_is_told_in_the_dialogue_and_ends_what_was_typed(table, visit):
    page = visit(PHONE)
    key(page, "enter").click()
    sent = []

    def refuse(route):
        sent.append(route)
        route.fulfill(status=422, json={"error": {"code": "no_tile", "text": "No such tile."}})

    page.route("**/api/edit?*", refuse)
    page.keyboard.type("123m")
    expect(page.locator("#enter .notice.refused")).to_be_in_viewport(ratio=1)
    key(page, "dismiss").click()
    expect(page.locator(".notice.refused")).to_have_count(0)
    key(page, "enter-done").click()
    expect(page.locator("#enter")).to_be_hidden()
    assert len(sent) == 1
    visit.func.expect_refusals()


def test_the_pin_is_asked_once_for_all_that_was_typed(table, visit_app):
    app = create_app(table.service, Gate("4821"))
    page = visit_app(from_a_phone(app), PHONE)
    key(page, "enter").click()
    page.keyboard.type("123m")
    page.locator("#pin input").fill("4821")
    page.keyboard.press("Enter")
    expect(page.locator("#enter .entered .tile")).to_have_count(3)
    visit_app.expect_refusals()


def test_the_screen_at_the_table_asks_a_tablet_for_the_pin(table, visit_app):
    table.begin()
    table.lay(HAND)
    page = visit_app(from_a_phone(create_app(table.service, Gate("4821"))), KIOSK, path="/table")
    key(page, "ask-tsumo").click()
    page.locator("#pin input").fill("4821")
    page.keyboard.press("Enter")
    expect(page.locator("#last .what")).to_contain_text("Aoi: tsumo")
    visit_app.expect_refusals()


def test_a_program_that_began_anew_is_followed(tmp_path, visit_app):
    """Its revisions begin anew too."""
    first, ended = Table(tmp_path / "first"), []
    for count in range(9):
        first.service.camera(f"v4l2:{count}", "ok")
    app = create_app(first.service)

    async def ending(scope, receive, send):
        async def heard():
            while not ended:
                await asyncio.sleep(0.05)
            return {"type": "http.disconnect"}

        await app(scope, heard if scope["path"] == "/api/events" else receive, send)

    page = visit_app(ending, PHONE)
    second = Table(tmp_path / "second")
    visit_app.stage.app = create_app(second.service)
    ended.append(True)
    second.lay(HAND, TSUMO)
    expect(page.locator("#score .points")).to_contain_text("12000")
    first.keeper.close()
    second.keeper.close()
    visit_app.expect_refusals()
