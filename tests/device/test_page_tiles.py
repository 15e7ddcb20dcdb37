"""The dialogue of the tile sets in a real browser: learn one, correct it, switch."""

from functools import partial

import cv2
import pytest
from drawn_sheets import write_sheets
from page_stage import KIOSK, LOCALES, PHONE, key, stage, visit_app
from page_table import Table
from playwright.sync_api import expect
from starlette.testclient import TestClient

from device._errors import TilesError
from device.page._access import Gate
from device.page._app import create_app
from device.tiles._desk import TileDesk
from device.tiles._reader import tile_sets

__all__ = ["stage", "visit_app"]


@pytest.fixture(scope="module")
def photos(tmp_path_factory):
    return write_sheets(tmp_path_factory.mktemp("sheets"))


@pytest.fixture
def sets(tmp_path):
    return tile_sets(tmp_path)


@pytest.fixture
def visit(visit_app, tmp_path, sets):
    table = Table(tmp_path)
    yield partial(visit_app, create_app(table.service, tiles=TileDesk(sets)))
    table.keeper.close()


def faces(page):
    return page.locator("#tileset .cell span").all_inner_texts()


def test_a_set_is_learned_on_the_page_and_switched(visit, photos, sets):
    page = visit(PHONE)
    key(page, "tilesets").click()
    dialog = page.locator("#tileset")
    expect(dialog.locator(".plan .tile")).to_have_count(38)
    dialog.locator("#tiles-photo").set_input_files(photos / "own0.jpg")
    expect(dialog.locator(".cell")).to_have_count(38)
    expect(dialog.locator(".found")).to_contain_text("Every face was seen once")
    key(page, "cell-0").click()
    key(page, "is-2m").click()
    expect(dialog.locator(".message")).to_contain_text(["Missing: 1m", "Seen twice"])
    key(page, "cell-0").click()
    key(page, "is-1m").click()
    expect(dialog.locator(".message")).to_have_count(0)
    assert faces(page)[:9] == [f"{n}m" for n in range(1, 10)]
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    key(page, "tiles-name").fill("Our tiles")
    key(page, "tiles-save").dblclick()
    expect(dialog.locator(".told")).to_contain_text("reads this set well already")
    expect(key(page, "use-Our tiles")).to_have_attribute("aria-pressed", "true")
    assert (sets.active(), len(sets.load("Our tiles").examples)) == ("Our tiles", 38)
    key(page, "use-default").click()
    expect(key(page, "use-default")).to_have_attribute("aria-pressed", "true")
    key(page, "forget-Our tiles").click()
    expect(key(page, "use-Our tiles")).to_have_count(0)
    assert sets.names() == ()


@pytest.mark.parametrize("lang", LOCALES)
def test_what_is_wrong_is_said_in_every_language(visit, photos, lang, tmp_path):
    page = visit(KIOSK, lang)
    key(page, "tilesets").click()
    dialog = page.locator("#tileset")
    (tmp_path / "bad.jpg").write_bytes(b"no picture")
    dialog.locator("#tiles-photo").set_input_files(tmp_path / "bad.jpg")
    expect(dialog.locator(".trouble")).not_to_be_empty()
    visit.func.expect_refusals()  # the browser notes every refused request
    dialog.locator("#tiles-photo").set_input_files(photos / "odd0.jpg")
    expect(dialog.locator(".cell")).to_have_count(38)
    key(page, "cell-37").click()
    key(page, "is-none").click()
    expect(dialog.locator(".message")).to_contain_text("0s")
    key(page, "again").click()
    expect(dialog.locator(".plan .tile")).to_have_count(38)
    texts = dialog.inner_text()
    assert "tiles." not in texts


def test_the_picture_of_the_camera_is_taken(visit_app, tmp_path, photos, sets):
    table, pictures = Table(tmp_path), []
    desk = TileDesk(sets, lambda: pictures[-1] if pictures else None)
    page = visit_app(create_app(table.service, tiles=desk))
    key(page, "tilesets").click()
    expect(key(page, "use-default")).to_be_visible()
    expect(key(page, "shoot")).to_have_count(0)
    with pytest.raises(TilesError):
        desk.shoot()
    pictures.append(cv2.imread(str(photos / "own1.jpg")))
    key(page, "use-default").click()
    key(page, "shoot").click()
    expect(page.locator("#tileset .cell")).to_have_count(38)
    table.keeper.close()


@pytest.mark.parametrize(
    "body", [{}, {"op": "fly"}, {"op": "use"}, {"op": "face", "index": "x"}, 1]
)
def test_what_is_no_edit_of_a_tile_set_is_not_understood(tmp_path, sets, body):
    table = Table(tmp_path)
    page = TestClient(create_app(table.service, tiles=TileDesk(sets)), base_url="http://localhost")
    answer = page.post("/api/tiles/edit", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_edit")


@pytest.mark.parametrize(("lang", "words"), [
    ("en", "Take a photo of the set first."), ("ja", "先に牌セットの写真"), ("zh", "请先拍一张"),
])  # fmt: skip
def test_nothing_is_learned_without_a_photo(tmp_path, sets, lang, words):
    table = Table(tmp_path)
    page = TestClient(create_app(table.service, tiles=TileDesk(sets)), base_url="http://localhost")
    answer = page.post(f"/api/tiles/edit?lang={lang}", json={"op": "learn", "name": "ours"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "tiles_no_faces")
    assert words in answer.json()["error"]["text"]
    assert sets.names() == ()


@pytest.mark.parametrize(
    ("op", "code"),
    [("use", "tiles_unknown"), ("forget", "tiles_unknown"), ("learn", "tiles_name")],
)
def test_a_name_that_is_no_text_is_quoted_as_far_as_it_goes(tmp_path, sets, op, code):
    table = Table(tmp_path)
    page = TestClient(create_app(table.service, tiles=TileDesk(sets)), base_url="http://localhost")
    answer = page.post(
        "/api/tiles/edit",
        content=f'{{"op": "{op}", "name": "my \\ud800牌"}}',
        headers={"content-type": "application/json"},
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)
    assert "my ?牌" in answer.json()["error"]["text"]


def test_the_pin_is_asked_before_anything_is_learned(visit_app, tmp_path, photos, sets):
    table = Table(tmp_path)
    page = visit_app(create_app(table.service, Gate("4821"), tiles=TileDesk(sets)))
    page.route("**/api/tiles/photo*", lambda route: route.fulfill(
        status=401, json={"error": {"code": "pin_needed", "text": "PIN"}}))  # fmt: skip
    key(page, "tilesets").click()
    page.locator("#tiles-photo").set_input_files(photos / "own0.jpg")
    expect(page.locator("#pin")).to_be_visible()
    visit_app.expect_refusals()
    table.keeper.close()
