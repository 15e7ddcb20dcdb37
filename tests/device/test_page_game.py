"""The game in a real browser: the phone's tabs and the screen at the table."""

from dataclasses import replace

import pytest
from game_table import NAMES, SIDES
from page_stage import KIOSK, LOCALES, PHONE, SCREEN, key, stage, visit, visit_app
from page_table import Table, reading_of
from playwright.sync_api import expect

from detector import TableReading
from device.page._edit import SetContext
from device.page._game import Begin, Declare, Exhausted, Foul, Stop, Take

__all__ = ["stage", "visit", "visit_app"]

HAND = reading_of("111z234m567p99s34s", "5s", dora="4p")
TANYAO = reading_of("345m345p222s6688s", "8s")
EMPTY = TableReading(1280, 720, (), (), ())


class GameTable(Table):
    def win(self, reading, side, discarder=None):
        hands = tuple(replace(hand, seat=side) for hand in reading.hands)
        self.lay(replace(reading, hands=hands), SetContext("tsumo", discarder is None))
        if discarder is not None:
            self.service.play(Take("discarder", discarder))
        return self.lay(EMPTY)

    @property
    def scores(self):
        return self.service.state().game.book.ledger.state.scores


@pytest.fixture
def table(tmp_path):
    table = GameTable(tmp_path)
    yield table
    table.keeper.close()


def row(page, player):
    return page.locator(f'.scores [data-player="{player}"]')


def test_a_game_is_begun_on_the_phone(table, visit):
    page = visit(PHONE)
    key(page, "tab-game").click()
    for side, name in zip(SIDES, NAMES, strict=True):
        key(page, f"name-{side}").fill(name)
    key(page, "dealer-right").check()
    table.service.camera("v4l2:0", "ok")  # news does not take away what was typed
    key(page, "begin").click()
    expect(row(page, 0)).to_contain_text("Ben")
    expect(row(page, 0)).to_contain_text("East")
    ledger = table.service.state().game.book.ledger
    assert ledger.names == ("Ben", "Chie", "Dai", "Aoi")
    assert ledger.sides == ("right", "top", "left", "bottom")


def test_two_of_one_name_are_refused_and_seats_can_be_drawn(table, visit):
    page = visit(PHONE)
    key(page, "tab-game").click()
    key(page, "name-top").fill("Player 1")
    with page.expect_response("**/api/game*"):
        key(page, "begin").click()
    expect(page.locator(".notice.bad")).to_contain_text("same name")
    key(page, "name-top").fill("Chie")
    key(page, "shuffle").click()
    key(page, "begin").click()
    expect(row(page, 3)).to_be_visible()
    assert sorted(table.service.state().game.book.ledger.names) == [
        "Chie", "Player 1", "Player 2", "Player 4",
    ]  # fmt: skip
    visit.func.expect_refusals()


def test_who_dealt_in_is_asked_with_one_tap(table, visit):
    table.begin().lay(HAND, SetContext("tsumo", False))
    page = visit(PHONE)
    expect(page.locator("#asked")).to_contain_text("Who dealt in?")
    key(page, "fix-discarder-2").tap()
    expect(page.locator("#asked")).to_be_hidden()
    expect(page.locator("#payments")).to_contain_text("Chie")
    assert table.scores[2] < 25000
    expect(key(page, "honba-plus")).to_have_count(0)


def test_riichi_draw_and_undo_by_hand(table, visit):
    table.begin()
    page = visit(PHONE)
    key(page, "tab-game").click()
    key(page, "riichi-1").click()
    expect(row(page, 1).locator(".stick")).to_be_visible()
    key(page, "open-draw").click()
    expect(key(page, "tenpai-1")).to_have_attribute("aria-pressed", "true")
    key(page, "tenpai-3").click()
    key(page, "draw").click()
    expect(row(page, 3).locator(".score")).to_have_text("26500")
    expect(page.locator(".standing .round strong")).to_have_text("East 2")
    expect(key(page, "game-undo")).to_contain_text("tenpai: Ben, Dai")
    key(page, "open-draw").click()
    for player in (0, 1, 2, 3):  # what was chosen is of the hand before
        expect(key(page, f"tenpai-{player}")).to_have_attribute("aria-pressed", "false")
    key(page, "game-undo").click()
    expect(row(page, 3).locator(".score")).to_have_text("25000")
    key(page, "game-redo").click()
    expect(row(page, 3).locator(".score")).to_have_text("26500")


def test_what_the_camera_cannot_know_is_entered(table, visit):
    table.begin()
    page = visit(PHONE, "ja")
    key(page, "tab-game").click()
    key(page, "open-abort").click()
    key(page, "abort-kyuushu_kyuuhai").click()
    expect(page.locator(".standing .round")).to_contain_text("1本場")
    key(page, "open-win").click()
    key(page, "winner-0").click()
    key(page, "points").fill("5800")
    with page.expect_response("**/api/game*"):
        key(page, "win").click()
    expect(page.locator(".notice.bad")).to_contain_text("放銃した人かツモ")
    key(page, "from-2").click()
    key(page, "win").click()
    expect(row(page, 0).locator(".score")).to_have_text("31100")
    key(page, "open-foul").click()
    key(page, "chombo-1").click()
    expect(key(page, "game-undo")).to_contain_text("Ben チョンボ")
    key(page, "open-mend").click()
    key(page, "first-2").click()
    expect(row(page, 0)).to_contain_text("Chie")
    key(page, "place-left").click()
    expect(key(page, "place-left")).to_have_attribute("aria-pressed", "true")
    key(page, "rename-0").fill("Chika")
    key(page, "rename").click()
    expect(row(page, 0)).to_contain_text("Chika")
    assert sum(table.scores) == 100_000
    visit.func.expect_refusals()


def test_my_seat_shows_how_far_the_others_are(table, visit):
    table.begin().win(HAND, "bottom")
    page = visit(PHONE)
    key(page, "tab-game").click()
    key(page, "seat").select_option("right")
    expect(row(page, 0).locator(".delta")).to_have_text("+15600")
    expect(row(page, 1)).to_have_class("me")
    page.reload()
    expect(row(page, 1)).to_have_class("me")
    page.evaluate("localStorage.clear()")


def test_the_history_corrects_and_removes(table, visit):
    table.begin().win(HAND, "bottom").win(TANYAO, "right", 2)
    page = visit(PHONE)
    key(page, "tab-history").click()
    moves = page.locator(".moves > li")
    expect(moves).to_have_count(2)
    expect(moves.first).to_contain_text("Ben: ron 1300 from Chie")
    expect(key(page, "correct-2")).to_have_attribute(
        "aria-label", "Correct East 1, Ben: ron 1300 from Chie"
    )
    key(page, "correct-1").click()
    expect(key(page, "tab-hand")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#hand .corrected")).to_have_text("Correcting East 1, Aoi: tsumo 11700")
    expect(page.locator("#score .points")).to_contain_text("11700")
    key(page, "riichi-riichi").click()
    expect(page.locator("#score .points")).to_contain_text("12000")
    key(page, "tab-history").click()
    expect(moves.last).to_contain_text("12000")
    key(page, f"remove-{table.service.state().game.book.ledger.moves[1].number}").click()
    expect(moves).to_have_count(1)
    assert sum(table.scores) == 100_000


def test_the_end_is_shown_and_the_next_game_begun(table, visit):
    table.begin().win(HAND, "bottom")
    for entry in (Declare(2), Exhausted((0, 1, 2, 3)), Stop()):
        table.service.play(entry)
    page = visit(PHONE)
    key(page, "tab-game").click()
    expect(page.locator(".final")).to_contain_text(
        "Riichi sticks left on the table: 1. Aoi, in first place, gets their 1000 points."
    )
    expect(page.locator(".final tbody tr").first).to_contain_text("Aoi")
    expect(page.locator(".final tbody tr").first).to_contain_text("+47.7")
    key(page, "begin").click()
    expect(page.locator(".final")).to_have_count(0)
    expect(row(page, 0).locator(".score")).to_have_text("25000")


@pytest.mark.parametrize("size", [KIOSK, SCREEN], ids=["kiosk", "screen"])
def test_the_screen_at_the_table_follows_the_game(table, visit, size):
    page = visit(size, path="/table")
    expect(page.locator("#board")).to_contain_text("No game is running")
    table.begin().win(HAND, "bottom")
    table.service.play(Declare(2))
    top = page.locator('.player[data-player="2"]')
    expect(top.locator(".stick")).to_be_visible()
    expect(page.locator(".middle .round")).to_have_text("East 1")
    expect(page.locator(".middle")).to_contain_text("1 honba")
    expect(page.locator("#last .what")).to_contain_text("Aoi: tsumo 11700")
    expect(page.locator("#last .set [aria-label]")).to_have_count(14)
    assert page.locator(".player .score").first.evaluate(
        "(e) => parseFloat(getComputedStyle(e).fontSize)"
    ) >= (64 if size is KIOSK else 96)
    places = {
        side: page.locator(f".player.at-{side}").bounding_box() for side in SIDES
    }  # fmt: skip
    assert places["top"]["y"] < places["left"]["y"] < places["bottom"]["y"]
    assert places["left"]["x"] <= places["top"]["x"] < places["right"]["x"]
    key(page, "flat").click()
    expect(page.locator("body.flat")).to_be_visible()
    page.evaluate("localStorage.clear()")


def test_one_tap_after_the_other_on_the_table_is_enough(table, visit):
    table.begin().lay(HAND)
    page = visit(KIOSK, "zh", path="/table")
    key(page, "ask-ron").click()
    expect(page.locator("#last .prompt")).to_contain_text("谁放铳")
    key(page, "fix-discarder-3").click()
    expect(page.locator("#last .what")).to_contain_text("Aoi 荣和 7700点")
    assert table.scores[3] < 25000


CUT_OFF = """() => [...document.querySelectorAll(
        "button, .score, .round, .what, td, th, .delta, legend")]
    .filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.textContent)"""
SMALL = """() => [...document.querySelectorAll("button, select, summary, input, a.button")]
    .filter((e) => e.offsetParent && !e.classList.contains("visually-hidden"))
    .filter((e) => Math.min(e.offsetWidth, e.offsetHeight) < 24
        || !(e.getAttribute("aria-label") || e.innerText || e.closest("label")?.innerText).trim())
    .map((e) => e.outerHTML)"""
FOLDS = ("draw", "abort", "win", "foul", "mend")


@pytest.mark.parametrize("lang", LOCALES)
def test_nothing_of_the_game_is_cut_off_or_too_small(table, visit, lang):
    table.begin().win(HAND, "bottom").win(TANYAO, "right", 2)
    table.service.play(
        Declare(0),
    )
    table.service.play(Exhausted((0, 1)))
    table.service.play(Foul(1))
    page = visit(PHONE, lang)
    key(page, "tab-game").click()
    for fold in FOLDS:
        key(page, f"open-{fold}").click()
    for tab in ("game", "history", "hand"):
        key(page, f"tab-{tab}").click()
        for size in (PHONE, KIOSK, SCREEN):
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
            assert page.evaluate(CUT_OFF) == [], (tab, size)
            assert page.evaluate(SMALL) == [], (tab, size)
    page.goto(page.url + "table")
    page.wait_for_selector("body[data-revision]")
    for size in (PHONE, KIOSK, SCREEN):
        page.set_viewport_size(size)
        scroll = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        width, height = page.evaluate(scroll)
        assert width == size["width"], size
        assert size is PHONE or height <= size["height"], size
        assert page.evaluate(CUT_OFF) == [], size
        assert page.evaluate(SMALL) == [], size


#: Sizes of screens, and how high the digits of the points must be there, in pixels of the letter:
#: from 10 mm on a panel of 7 inches up.
SCREENS = {(800, 480): 66, (1280, 800): 74, (1920, 1080): 100}
OUTSIDE = """() => [...document.querySelectorAll(".player > *, .middle > *")].filter((e) => {
    const [inner, outer] = [e, e.parentElement].map((e) => e.getBoundingClientRect());
    return inner.left < outer.left - 1 || inner.right > outer.right + 1
        || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
}).map((e) => e.outerHTML)"""
HIDDEN = """() => {
    const last = document.getElementById("last");
    return last.scrollHeight - last.clientHeight;
}"""
LETTERS = """() => [...document.querySelectorAll(".player .score")]
    .map((e) => parseFloat(getComputedStyle(e).fontSize))"""


@pytest.mark.parametrize("lang", LOCALES)
def test_the_points_can_be_read_from_two_metres(table, visit, lang):
    table.begin()
    page = visit(SCREEN, lang, path="/table")
    small = min(SCREENS)
    page.set_viewport_size({"width": small[0], "height": small[1]})
    assert min(page.evaluate(LETTERS)) >= SCREENS[small]
    scroll = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(scroll) == list(small)
    assert page.evaluate(OUTSIDE) == []
    table.lay(HAND, SetContext("tsumo", True))
    expect(page.locator("#last .points")).to_be_visible()
    for flat in (False, True):
        for (width, height), letters in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUTSIDE) == [], (width, flat)
            assert page.evaluate(HIDDEN) <= 0, (width, flat)
            if (width, height) != small:  # there the hand takes the points' room for a while
                assert min(page.evaluate(LETTERS)) >= letters, (width, flat)
        key(page, "flat").click()


#: Headings of rows that run a letter or two a line.
NARROW = """() => [...document.querySelectorAll("td.what")]
    .filter((e) => e.clientHeight > 65).map((e) => e.textContent)"""
TOO_WIDE = """() => [...document.querySelectorAll("table")]
    .filter((e) => e.parentElement.scrollWidth > e.parentElement.clientWidth)
    .map((e) => e.textContent)"""


@pytest.mark.parametrize("lang", LOCALES)
def test_sheet_and_statistics_fit_a_phone(table, visit, lang):
    table.begin().win(HAND, "bottom").win(TANYAO, "right", 2)
    table.service.play(Exhausted((0, 1)))
    table.service.play(Stop())
    page = visit(PHONE, lang)
    for path in ("sheet", "statistics"):
        page.goto(page.url.rpartition("/")[0] + f"/{path}")
        expect(page.locator("table").first).to_contain_text("Chie")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert page.evaluate(TOO_WIDE) == []
        assert page.evaluate(NARROW) == []


def test_a_name_is_text_and_never_markup(table, visit):
    attack = "<img src=x onerror=1>"
    table.service.play(Begin((attack, "B", "C", "D"), SIDES))
    page = visit(KIOSK, path="/table")
    expect(page.locator("#board")).to_contain_text(attack)
    assert page.locator("#board img[src='x']").count() == 0


def test_the_keyboard_alone_enters_a_riichi(table, visit):
    table.begin()
    page = visit(KIOSK)
    key(page, "tab-game").focus()
    page.keyboard.press("Enter")
    key(page, "riichi-3").focus()
    page.keyboard.press("Space")
    expect(key(page, "riichi-3")).to_have_attribute("aria-pressed", "true")
    expect(key(page, "riichi-3")).to_be_focused()


def test_the_winner_of_a_hand_entered_by_hand_is_tapped(table, visit):
    """Only South has a yaku: who won is asked before anything is said of the hand."""
    table.begin()
    page = visit(PHONE)
    key(page, "tab-hand").click()
    key(page, "enter").click()
    page.keyboard.type("123m456p789s99s22z2z")
    expect(key(page, "enter-done")).to_be_visible()
    key(page, "enter-done").click()
    key(page, "ask-ron").click()
    expect(page.locator("#hand .prompt")).to_contain_text("Who won?")
    key(page, "ask-S").click()
    expect(page.locator("#score")).to_contain_text("1300")


def test_a_doubt_is_answered_on_the_screen_at_the_table(table, visit):
    """With a tap, also on a small one, where the question and the hand are seen whole."""
    table.begin()
    page = visit(KIOSK, path="/table")
    doubted = reading_of("234m456p678s55p67p", "8p", doubts={3: (0.55, (("7p", 0.4),))})
    table.lay(doubted, SetContext("tsumo", True))
    expect(page.locator("#last .set .tile")).to_have_count(14)
    page.set_viewport_size({"width": 800, "height": 480})
    key(page, "flat").click()  # at all four sides the same room is left
    for _ in range(2):
        assert page.locator("#last").evaluate("(e) => e.scrollHeight <= e.clientHeight")
        key(page, "flat").click()
    key(page, "offer-3-4p").click()
    expect(page.locator("#last .points")).to_be_visible()
    page.evaluate("localStorage.clear()")


#: Names that are broken inside a word, or cut.
BROKEN = """(selector) => [...document.querySelectorAll(selector)].filter((e) => {
    const range = document.createRange();
    range.selectNodeContents(e.firstChild.nodeType === 3 ? e.firstChild : e);
    return range.getClientRects().length > 1 || e.scrollWidth > e.clientWidth;
}).map((e) => e.textContent)"""


def test_names_are_whole_on_a_phone(table, visit):
    """Beside a riichi stick and what the last hand brought as well."""
    table.service.play(Begin(("Benjamin", "Sakurako", "Takahiro", "Giuseppe"), SIDES))
    table.win(HAND, "bottom")
    for player in range(4):
        table.service.play(Declare(player))
    page = visit(PHONE, path="/table")
    expect(page.locator("#board .stick")).to_have_count(4)
    assert page.evaluate(BROKEN, "#board .name") == []
    page = visit(PHONE)
    key(page, "tab-game").click()
    expect(page.locator(".scores .stick")).to_have_count(4)
    assert page.evaluate(BROKEN, ".scores th") == []


@pytest.mark.parametrize(("size", "path"), [(PHONE, "/"), (KIOSK, "/table")])
def test_an_abortive_draw_that_the_table_shows_is_entered_with_one_tap(table, visit, size, path):
    page = visit(size, path=path)
    table.begin().lay(reading_of("19m19p19s1234z2345m"))
    expect(key(page, "abort-yes")).to_have_text("Nine terminals (kyuushu kyuuhai)")
    key(page, "abort-yes").click()
    expect(key(page, "abort-yes")).to_have_count(0)
    assert table.service.state().game.book.ledger.state.honba == 1
