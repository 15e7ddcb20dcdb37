"""The dialogue about the camera in a real browser: taps, edge, tiles, overlay, hints, moving."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from aim_eye import CAMERA, Eye
from page_stage import KIOSK, PHONE, key, stage, visit_app
from page_table import Table
from playwright.sync_api import expect

from device.aim._aim import Aim
from device.aim._calibration import CalibrationFile
from device.page._app import create_app

__all__ = ["stage", "visit_app"]


@pytest.fixture(scope="module")
def photograph():
    return Eye().photograph()


@pytest.fixture
def aimed(tmp_path, photograph, visit_app):
    """A table with a camera that has looked once, and the page with the dialogue open."""
    eye, table = Eye(), Table(tmp_path)
    aim = Aim("v4l2:0", CalibrationFile(tmp_path), eye.read)
    service = table.service
    service._read = aim.read

    def look(picture=photograph):
        service.phase("reading")
        service.see((picture,))
        service.phase("waiting")

    def visit(size=KIOSK, lang="en"):
        page = visit_app(create_app(service, aim=aim), size, lang)
        key(page, "aim").click()
        expect(page.locator(".aim-picture image")).to_be_visible()
        return page

    service.camera("v4l2:0", "ok")
    look()
    yield SimpleNamespace(eye=eye, aim=aim, look=look, visit=visit)
    table.keeper.close()


def tap(page, corner):
    """Tap the picture at ``corner`` in its own pixels."""
    box = page.locator(".aim-picture").bounding_box()
    scale = min(box["width"] / CAMERA.width, box["height"] / CAMERA.height)
    left = box["x"] + (box["width"] - scale * CAMERA.width) / 2
    top = box["y"] + (box["height"] - scale * CAMERA.height) / 2
    page.mouse.click(left + scale * corner[0], top + scale * corner[1])


@pytest.mark.parametrize("size", [PHONE, KIOSK])
def test_four_taps_calibrate(aimed, size):
    page = aimed.visit(size)
    expect(page.locator(".aim-state")).to_contain_text("Not calibrated")
    key(page, "aim-taps").click()
    for number, corner in enumerate(aimed.eye.corners()):
        expect(key(page, "aim-use")).to_be_disabled()
        expect(page.locator(".shape.kind-tap circle")).to_have_count(number)
        tap(page, corner)
    key(page, "aim-use").click()
    expect(page.locator(".aim-state")).to_have_text("Calibrated by the table's corners.")
    slips = np.array(aimed.aim.calibration.corners) - np.array(aimed.eye.corners())
    assert np.abs(slips).max() < 6
    key(page, "aim-forget").click()
    expect(page.locator(".aim-state")).to_contain_text("Not calibrated")
    assert aimed.aim.calibration is None


def test_a_wrong_tap_is_taken_back_or_moved(aimed):
    page = aimed.visit()
    key(page, "aim-taps").click()
    first, second, third, fourth = aimed.eye.corners()
    tap(page, (600, 500))
    key(page, "aim-back").click()
    for corner in (first, second, (third[0] - 80, third[1] - 90), fourth, third):
        tap(page, corner)
    key(page, "aim-use").click()
    expect(page.locator(".aim-state")).to_contain_text("Calibrated")
    slips = np.array(aimed.aim.calibration.corners) - np.array(aimed.eye.corners())
    assert np.abs(slips).max() < 6


def test_taps_that_are_no_table_are_refused(aimed, visit_app):
    page = aimed.visit()
    key(page, "aim-taps").click()
    for corner in ((100, 100), (120, 800), (900, 500), (500, 90)):
        tap(page, corner)
    key(page, "aim-use").click()
    expect(page.locator(".aim-state")).to_contain_text("no corners of a table")
    key(page, "aim-cancel").click()
    expect(key(page, "aim-taps")).to_be_visible()
    visit_app.expect_refusals()


def test_the_edge_is_proposed_and_confirmed(aimed):
    page = aimed.visit()
    key(page, "aim-edge").click()
    expect(page.locator(".aim-state")).to_have_text("Is this the table's edge?")
    assert aimed.aim.calibration is None
    key(page, "aim-use").click()
    expect(page.locator(".aim-state")).to_contain_text("Calibrated")
    slips = np.array(aimed.aim.calibration.corners) - np.array(aimed.eye.corners())
    assert np.abs(slips).max() < 8


def test_a_moved_camera_is_told_and_calibrated_anew(aimed):
    aimed.aim.calibrate(aimed.eye.corners())
    page = aimed.visit()
    key(page, "close").click()
    expect(page.locator(".aim-notice")).to_have_count(0)
    aimed.eye.camera = replace(CAMERA, roll=20.0)
    aimed.look()
    expect(page.locator(".aim-notice")).to_contain_text("has moved")
    key(page, "aim-open").click()
    key(page, "aim-tiles").click()
    expect(page.locator(".aim-state")).to_have_text("Calibrated by the tiles.")
    key(page, "close").click()
    expect(page.locator(".aim-notice")).to_have_count(0)


#: In one go: the page may draw the shapes anew between two questions.
LINES = """Object.fromEntries([...document.querySelectorAll(".shape")].map((shape) => {
    const line = getComputedStyle(shape.querySelector(".line"));
    return [shape.classList[1], [line.stroke, line.strokeDasharray, line.strokeWidth].join(" ")];
}))"""
#: The colours of M. Okabe and K. Ito (2008) and white.
SAFE = {
    "rgb(230, 159, 0)", "rgb(86, 180, 233)", "rgb(0, 158, 115)", "rgb(240, 228, 66)",
    "rgb(213, 94, 0)", "rgb(204, 121, 167)", "rgb(255, 255, 255)",
}  # fmt: skip


def test_the_overlay_shows_each_kind_in_a_line_of_its_own(aimed):
    page = aimed.visit()
    page.locator(".shape").first.wait_for()
    lines = page.evaluate(LINES)
    kinds = {"grid", "seat", "river", "discards", "wall", "hand"}
    assert {f"kind-{kind}" for kind in kinds} <= set(lines)
    assert len(set(lines.values())) == len(lines)
    strokes = [line.partition(")")[0] + ")" for line in lines.values()]
    assert set(strokes) <= SAFE
    assert len({line.partition(")")[2] for line in lines.values()}) >= len(lines) - 1
    expect(page.locator(".shape.kind-seat")).to_have_count(4)
    expect(page.locator(".shape.kind-wall text")).to_have_text("Dead wall")


def test_the_overlay_lies_where_the_table_is(aimed):
    aimed.aim.calibrate(aimed.eye.corners())
    page = aimed.visit()
    edges = page.locator(".shape.kind-seat .line").evaluate_all(
        "lines => lines.flatMap((line) => [...line.points].map(({x, y}) => [x, y]))"
    )
    for corner in aimed.eye.corners():
        assert np.linalg.norm(np.array(edges) - corner, axis=1).min() < 3


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "The tiles are too small: 1"), ("ja", "牌が小さすぎます：幅1"), ("zh", "牌太小：宽1")],
)
def test_hints_name_their_figure_in_every_language(aimed, lang, told):
    aimed.eye.camera = replace(CAMERA, distance=1900.0)
    aimed.look()
    page = aimed.visit(PHONE, lang)
    expect(page.locator('[data-hint="small"]')).to_contain_text(told)
    key(page, "close").click()
    expect(page.locator(".aim-notice")).to_contain_text(told)


@pytest.mark.parametrize("size", [PHONE, KIOSK])
def test_the_dialogue_fits_the_screen(aimed, size):
    page = aimed.visit(size)
    for step in ("aim-edge", "aim-cancel"):
        key(page, step).click()
        wide, shown = page.locator("#aim").evaluate("it => [it.scrollWidth, it.clientWidth]")
        assert wide <= shown
        assert page.locator("#aim").bounding_box()["height"] <= size["height"]


def test_a_page_without_a_camera_says_so(tmp_path, visit_app):
    table = Table(tmp_path)
    page = visit_app(create_app(table.service))
    key(page, "aim").click()
    expect(page.locator("#aim")).to_contain_text("no table at rest yet")
    table.keeper.close()
