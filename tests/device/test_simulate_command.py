"""``jantaku simulate``: the real program watches a drawn evening; the page shows film, ledger."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx2 as httpx
import numpy as np
from page_stage import KIOSK, PHONE, stage, visit_app
from page_table import Table, draw_picture, reading_of
from playwright.sync_api import expect

from device._film import WIDTH, Film
from device._photo import decode_photo
from device.camera._port import Frame
from device.command import _simulate
from device.page._app import create_app
from device.page._edit import SetContext
from device.page._game import Begin

__all__ = ["stage", "visit_app"]

ROOT = Path(__file__).parents[2]
HAND = reading_of("123m456p789s1112z", "2z")


def test_an_evening_is_watched_and_nothing_of_it_is_kept(tmp_path):
    command = [sys.executable, "-m", "device.cli", "simulate", "--speed", "0", "--port", "0"]
    with subprocess.Popen(
        [*command, "--lang", "en", "--mute"], cwd=ROOT, text=True, stdout=subprocess.PIPE,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "OMP_NUM_THREADS": "1"},
    ) as program:  # fmt: skip
        try:
            address = re.search(r"http://[\w.:]+", program.stdout.readline())[0]
            assert re.match(r"E1\.0: (right|it asks)", program.stdout.readline())
            picture = httpx.get(f"{address}/api/film", timeout=60)
            assert decode_photo(picture.content, "film").shape[1] == WIDTH
            game = httpx.get(f"{address}/api/state", timeout=60).json()["game"]
            assert [player["name"] for player in game["players"]] == ["Aoi", "Ben", "Chika", "Dai"]
            program.send_signal(signal.SIGINT)
            assert program.wait(60) == 0
            assert "Right without help" in program.stdout.read()
        finally:
            program.kill()
    assert not list(tmp_path.rglob("*.db"))


def test_the_installed_program_says_where_evenings_come_from(jantaku, monkeypatch, tmp_path):
    monkeypatch.setattr(_simulate, "_CLONE", tmp_path)
    result = jantaku("simulate")
    assert result.returncode == 2
    assert "clone" in result.stderr


def test_the_page_shows_film_reading_and_ledger(tmp_path, visit_app):
    table, film = Table(tmp_path), Film()
    table.service.play(Begin(("Aoi", "Ben", "Chika", "Dai"), ("bottom", "right", "top", "left")))
    film.show(Frame.of(0.0, draw_picture(HAND)))
    for size in (KIOSK, PHONE):
        page = visit_app(create_app(table.service, film=film), size, path="/film")
        table.lay(HAND, SetContext("tsumo", True))
        expect(page.locator("#ledger .round")).to_contain_text("East 1")
        expect(page.locator("#ledger .what")).to_contain_text("Aoi")
        expect(page.locator("#hand .tile")).to_have_count(14)
        page.wait_for_function("() => document.querySelector('.film-stage img').naturalWidth > 0")
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= size["width"]
    table.keeper.close()


def test_a_frame_is_drawn_once_however_many_look():
    film = Film()
    assert film.picture() is None
    film.show(Frame.of(0.0, np.zeros((1520, 2028, 3), np.uint8)))
    assert film.picture() is film.picture()
