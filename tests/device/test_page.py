"""The page in a real browser, at phone and kiosk size, by touch and by keyboard."""

import re
from dataclasses import replace

import pytest
from page_stage import KIOSK, LOCALES, PHONE, SCREEN, key, stage, table, visit, visit_app
from page_table import Table, draw_picture, reading_of
from playwright.sync_api import expect

from device._service import Setup
from device.camera._picture import jpeg
from device.page._access import Gate
from device.page._app import create_app
from device.page._edit import SetContext
from scorer import TENHOU, Wind

__all__ = ["stage", "table", "visit", "visit_app"]

HAND = reading_of("123m456p789s1112z", "2z", dora="4p")
DOUBTFUL = reading_of("123m456p789s1112z", "2z", doubts={7: (0.5, (("7s", 0.3), ("9s", 0.1)))})
OPEN = reading_of(
    "2340m", "5m", melds=[("pon", "777z", 1), ("kakan", "1111z", 0), ("chi", "678s", 0)], dora="1p"
)
TSUMO = SetContext("tsumo", True)


def row(page, kind):
    return page.locator(f".group.{kind} [data-tile]").evaluate_all(
        "tiles => tiles.map((tile) => tile.dataset.tile)"
    )


def test_tapping_a_tile_changes_the_score(table, visit):
    table.lay(HAND, TSUMO)
    page = visit()
    points = page.locator("#score .points")
    expect(points).to_have_text("12000points")
    key(page, "tile-9").click()
    key(page, "face-3z").click()
    expect(page.locator("#hand .prompt .big")).to_contain_text("not a complete hand")
    key(page, "undo").click()
    expect(points).to_have_text("12000points")
    key(page, "add-dora").click()
    key(page, "face-4p").click()
    expect(page.locator('[data-yaku="dora"] td')).to_have_text("2 han")


def test_tsumo_or_ron_is_asked_with_one_tap(table, visit):
    table.lay(HAND)
    page = visit()
    expect(page.locator("#score .points")).to_have_count(0)
    key(page, "ask-ron").click()
    expect(page.locator("#payments .ask")).to_be_visible()
    key(page, "discarder-S").click()
    expect(page.locator('.seat[data-wind="S"] .delta')).to_have_text("−7700")


def test_the_win_is_described_with_buttons(table, visit):
    table.lay(reading_of("234m345p45667s55p", "5s", dora="4s"), TSUMO)
    page = visit()
    key(page, "seat_wind-S").click()
    key(page, "riichi-riichi").click()
    key(page, "ippatsu").click()
    key(page, "honba-plus").click()
    key(page, "riichi_sticks-plus").click()
    expect(page.locator('output[data-field="riichi_sticks"]')).to_have_text("1")
    expect(page.locator("#score .limit")).to_have_text("Haneman")
    expect(page.locator('.seat[data-wind="S"] .delta')).to_have_text("+13300")
    key(page, "riichi-none").click()
    expect(key(page, "ippatsu")).to_be_disabled()
    key(page, "rules").select_option("sanma-tenhou")
    expect(page.locator("#hand .prompt")).to_contain_text("Three players")


@pytest.mark.parametrize(("size", "lang"), [(PHONE, "ja"), (KIOSK, "zh")], ids=["phone", "kiosk"])
def test_a_doubtful_tile_is_settled_with_one_tap(table, visit, size, lang):
    table.lay(DOUBTFUL, TSUMO)
    page = visit(size, lang)
    expect(page.locator(".prompt.unsure")).to_be_visible()
    expect(page.locator(".tile.doubtful")).to_have_count(1)
    expect(page.locator(".box.doubtful")).to_have_count(1)
    offers = page.locator(".question .tiles button")
    assert [offer.get_attribute("data-key") for offer in offers.all()] == [
        "offer-7-8s", "offer-7-7s", "offer-7-9s",
    ]  # fmt: skip
    key(page, "offer-7-8s").tap()
    expect(page.locator(".prompt.unsure")).to_have_count(0)
    expect(page.locator(".tile.doubtful")).to_have_count(0)
    assert len(table.service.history(9)) == 1


def test_chiihou_is_not_offered_beside_riichi(table, visit):
    table.lay(HAND, TSUMO, SetContext("seat_wind", Wind.S))
    page = visit()
    expect(key(page, "chiihou")).to_be_enabled()
    key(page, "riichi-riichi").click()
    expect(key(page, "chiihou")).to_be_disabled()


def test_chiihou_is_not_offered_beside_a_closed_kan(table, visit):
    kan = reading_of("123m456p78s11z", "9s", melds=[("ankan", "5555z", -1)])
    table.lay(kan, TSUMO, SetContext("seat_wind", Wind.S))
    page = visit()
    expect(key(page, "chiihou")).to_be_disabled()


def test_another_grouping_is_offered(table, visit):
    reading = reading_of("123m456p789s2z", "2z", melds=[("pon", "111z", 1)], split=True)
    table.lay(reading, TSUMO)
    page = visit()
    expect(page.locator(".prompt.unsure")).to_contain_text("belong together")
    key(page, "split-0").click()
    expect(page.locator(".prompt.unsure")).to_have_count(0)
    expect(page.locator('[data-yaku="menzen_tsumo"]')).to_be_visible()


def test_the_missing_winning_tile_is_added(table, visit):
    table.lay(reading_of("123m456p789s1112z", dora="4p"), TSUMO)
    page = visit(PHONE)
    expect(page.locator(".prompt .big")).to_contain_text("I see 13 tiles")
    key(page, "add-missing").click()
    key(page, "face-2z").click()
    expect(page.locator("#score .points")).to_contain_text("12000")
    assert row(page, "win") == ["2z"]


def test_the_winning_tile_is_pointed_out(table, visit):
    table.lay(reading_of("123m456p789s11122z"), TSUMO)
    page = visit()
    key(page, "won-13").click()
    expect(page.locator("#score .points")).to_be_visible()
    assert row(page, "win") == ["2z"]


def test_sets_are_grouped_as_they_lie(table, visit):
    table.lay(OPEN, TSUMO)
    page = visit()
    assert row(page, "concealed") == ["2m", "3m", "4m", "0m"]
    assert row(page, "meld") == ["7z", "7z", "7z", "1z", "1z", "1z", "1z", "6s", "7s", "8s"]
    expect(page.locator(".column.sideways")).to_have_count(3)
    expect(page.locator(".column.sideways .tile")).to_have_count(4)
    names = page.locator(".group.meld .label").all_text_contents()
    assert names == ["Pon", "Added kan", "Chi"]
    key(page, "tile-5").click()
    key(page, "uncall").click()
    expect(page.locator(".group.meld")).to_have_count(2)


def test_a_hand_is_entered_without_a_camera_in_few_taps(table, visit):
    page = visit(PHONE)
    expect(page.locator(".waiting")).to_contain_text("Read a photo of the winning hand")
    taps = ["enter", *(f"face-{n}{suit}" for suit in "mp" for n in "111999"), "face-1s", "face-1s"]
    for count, tap in enumerate(taps):
        key(page, tap).click()
        expect(page.locator("#enter .entered .tile")).to_have_count(count)
    expect(page.locator("#enter .group.win .tile")).to_have_attribute("aria-label", "1 sou")
    key(page, "face-4p").click()
    expect(page.locator("#enter")).to_be_hidden()
    key(page, "ask-tsumo").click()
    expect(page.locator("#score .limit")).to_contain_text("Yakuman")


def test_a_hand_with_called_sets_is_typed(table, visit):
    page = visit()
    key(page, "enter").click()
    page.keyboard.type("2344m")
    expect(page.locator("#enter .entered .tile")).to_have_count(4)
    page.keyboard.press("Backspace")
    expect(page.locator("#enter .entered .tile")).to_have_count(3)
    key(page, "to-pon").click()
    page.keyboard.type("7z")
    expect(page.locator("#enter .group.meld .tile")).to_have_count(3)
    key(page, "to-chi").click()
    expect(key(page, "face-8s")).to_be_disabled()
    key(page, "face-0s").click()
    expect(page.locator("#enter .group.meld .tile")).to_have_count(6)
    key(page, "to-ankan").click()
    key(page, "face-1z").click()
    page.keyboard.type("15")
    expect(page.locator("#enter kbd")).to_have_text("15")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("55m")
    expect(page.locator("#enter .group.win .tile")).to_have_attribute("aria-label", "5 man")
    key(page, "face-2p").click()
    expect(page.locator("#enter")).to_be_visible()  # a kan has a second indicator
    key(page, "enter-done").click()
    key(page, "ask-ron").click()
    assert row(page, "meld") == ["7z", "7z", "7z", "0s", "6s", "7s", "1z", "1z", "1z", "1z"]
    expect(page.locator('[data-yaku="chun"]')).to_be_visible()


def test_what_is_undone_is_said(table, visit):
    table.lay(HAND, TSUMO)
    page = visit(PHONE)
    key(page, "tile-9").click()
    key(page, "face-3z").click()
    expect(key(page, "undo")).to_have_text("Undo: East → West")
    key(page, "undo").click()
    expect(key(page, "undo")).to_have_text("Undo: Tsumo")


def test_a_photo_of_the_phone_is_read(table, visit):
    page = visit(PHONE)
    table.reading = HAND
    photo = {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": jpeg(draw_picture(HAND))}
    page.locator("#photo").set_input_files(photo)
    expect(page.locator(".box")).to_have_count(15)
    broken = {"name": "p.png", "mimeType": "image/png", "buffer": b"nothing"}
    with page.expect_response("**/api/photo*"):
        page.locator("#photo").set_input_files(broken)
    expect(page.locator(".notice.bad")).to_contain_text("not a picture I can read")
    expect(page.locator(".box")).to_have_count(15)
    visit.func.expect_refusals()


def test_a_phone_enters_the_pin_once(table, visit_app):
    table.lay(HAND)
    app = create_app(table.service, Gate("4821"))

    async def from_a_phone(scope, receive, send):
        await app({**scope, "client": ("192.168.1.20", 40000)}, receive, send)

    page = visit_app(from_a_phone, PHONE)
    key(page, "ask-tsumo").click()
    pin = page.locator("#pin input")
    pin.fill("0000")
    pin.press("Enter")
    expect(page.locator("#pin .trouble")).to_contain_text("not the table's PIN")
    assert page.locator("#pin").evaluate("(e) => e.scrollWidth <= e.clientWidth")
    pin.fill("4821")
    pin.press("Enter")
    expect(page.locator("#score .points")).to_contain_text("12000")
    key(page, "undo").click()
    expect(key(page, "ask-tsumo")).to_be_visible()
    visit_app.expect_refusals()


def test_the_tables_screen_shows_the_pin(table, visit_app):
    page = visit_app(create_app(table.service, Gate("4821")))
    expect(page.locator("header .pin")).to_have_text("Table PIN 4821")


def test_history_shows_what_was_scored(table, visit):
    table.lay(OPEN, TSUMO)
    table.lay(HAND, TSUMO)
    page = visit(lang="ja")
    key(page, "tab-history").click()
    key(page, "all-hands").click()
    hands = page.locator("#history li")
    expect(hands).to_have_count(2)
    expect(hands.first).to_contain_text("12000点")
    expect(hands.first).to_contain_text("場風")
    expect(hands.first.locator("img.picture")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#history")).to_be_hidden()


def test_the_keyboard_alone_is_enough(table, visit):
    table.lay(HAND, TSUMO)
    page = visit()
    key(page, "tile-9").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#picker")).to_be_visible()
    key(page, "face-1z").focus()
    page.keyboard.press("Space")
    expect(page.locator("#picker")).to_be_hidden()
    expect(key(page, "tile-9")).to_be_focused()
    key(page, "box-3").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#picker")).to_be_visible()
    page.keyboard.press("Escape")
    expect(key(page, "box-3")).to_be_focused()
    key(page, "add-dora").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("4p")
    expect(page.locator("#enter")).to_be_hidden()
    expect(key(page, "add-dora")).to_be_focused()
    key(page, "riichi-riichi").focus()
    page.keyboard.press("Enter")
    expect(key(page, "riichi-riichi")).to_have_attribute("aria-pressed", "true")
    expect(key(page, "riichi-riichi")).to_be_focused()


BUTTONS = """() => [...document.querySelectorAll("button, select, label.button")]
    .filter((e) => e.offsetParent)
    .map((e) => ({
        name: (e.getAttribute("aria-label") || e.innerText).trim(),
        size: Math.min(e.offsetWidth, e.offsetHeight),
    }))"""


def test_everything_that_can_be_pressed_has_a_name_and_is_large_enough(table, visit):
    table.lay(DOUBTFUL, TSUMO)
    page = visit(PHONE)
    buttons = page.evaluate(BUTTONS)
    assert len(buttons) > 30
    assert [button for button in buttons if not button["name"] or button["size"] < 24] == []


CUT_OFF = """() => [...document.querySelectorAll("button, .points, .limit, td, th, .delta, legend")]
    .filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.textContent)"""


def test_nothing_is_cut_off_at_any_size_in_any_language(table, visit):
    table.lay(OPEN, TSUMO, SetContext("seat_wind", Wind.S))
    page = visit()
    for lang in LOCALES:
        key(page, f"lang-{lang}").click()
        expect(key(page, f"lang-{lang}")).to_have_attribute("aria-pressed", "true")
        for size in (PHONE, KIOSK, SCREEN):
            page.set_viewport_size(size)
            width, height = page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            )
            assert width == size["width"], lang
            assert size is PHONE or height <= size["height"], lang
            assert page.evaluate(CUT_OFF) == [], (lang, size)


def test_the_language_is_chosen_and_remembered(table, visit):
    table.lay(HAND, TSUMO)
    page = visit(lang="zh")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator("#score .yaku")).to_contain_text("门前清自摸和")
    key(page, "lang-ja").click()
    expect(page.locator("#score .limit")).to_have_text("満貫")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("#context-title")).to_have_text("和了の状況")


GOLDEN = {
    "en": "Seat Wind 1 han|Round Wind 1 han|Menzen Tsumo 1 han|Dora 1 han"
    "|base 20 fu|closed triplet of honours 8 fu|single wait 2 fu|own draw 2 fu|Total 32 → 40 fu",
    "ja": "自風 1飜|場風 1飜|門前清自摸和 1飜|ドラ 1飜"
    "|副底 20符|字牌暗刻 8符|単騎待ち 2符|自摸符 2符|合計 32符 → 40符",
    "zh": "自风 1番|场风 1番|门前清自摸和 1番|宝牌 1番"
    "|底符 20符|字牌暗刻 8符|单骑听牌 2符|自摸符 2符|合计 32符 → 40符",
}


def test_yaku_and_fu_are_told_line_by_line(table, visit):
    table.lay(HAND, TSUMO)
    page = visit()
    for lang, lines in GOLDEN.items():
        key(page, f"lang-{lang}").click()
        expect(key(page, f"lang-{lang}")).to_have_attribute("aria-pressed", "true")
        told = page.locator("#score tr").evaluate_all(
            "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(' '))"
        )
        assert sorted(told) == sorted(lines.split("|"))


def test_all_pages_follow_the_table(table, visit):
    phone, kiosk = visit(PHONE, "ja"), visit(KIOSK, "en")
    expect(kiosk.locator(".waiting")).to_be_visible()
    table.lay(HAND, TSUMO)
    expect(phone.locator("#score .limit")).to_have_text("満貫")
    expect(kiosk.locator("#score .limit")).to_have_text("Mangan")
    table.service.camera("v4l2:0", "black")
    expect(kiosk.locator(".camera")).to_contain_text("black")


def test_boxes_lie_where_the_tiles_are(table, visit):
    table.lay(HAND, TSUMO)
    page = visit()
    key(page, "zoom").click()
    expect(key(page, "zoom")).to_have_text("Hand only")
    view = page.locator(".overlay").bounding_box()
    box = page.locator(".box.win .line").bounding_box()
    picture_scale = view["width"] / 1280
    corner = table.service.state().draft.reading.detections[13].corners[0]
    assert box["x"] - view["x"] == pytest.approx(corner[0] * picture_scale, abs=4)
    assert re.match(r"South", page.locator(".box.win").get_attribute("aria-label"))


def test_a_name_in_the_data_is_text_and_never_markup(tmp_path, visit_app):
    attack = '<img src=x onerror="document.title=1">'
    rules = replace(TENHOU, name="own", title=attack)
    table = Table(tmp_path, Setup(rules, tsumo=True)).lay(HAND)
    page = visit_app(create_app(table.service))
    expect(page.locator("#score .rules")).to_contain_text(attack)
    assert page.title() != "1"
