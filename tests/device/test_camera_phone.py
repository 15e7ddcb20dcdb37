"""A phone as the table's camera: what it may send, what is read of it, a real browser's film."""

import http.client
import json
import shutil
import ssl
from contextlib import ExitStack

import cv2
import httpx2 as httpx
import numpy as np
import pytest
from page_stage import KIOSK, PATIENCE_MS, PHONE, key
from page_table import Table, draw_picture, reading_of, served
from playwright.sync_api import expect, sync_playwright
from recorded import ROUNDS
from starlette.testclient import TestClient
from test_serve import serving, state_when

from device import _tls
from device._errors import CameraError, UserError
from device._i18n import LANGUAGES, text
from device._loop import Loop
from device._service import Service
from device._settings import SettingsFile
from device._setup_desk import Given, SetupDesk
from device._table_eye import TableEye
from device._tls import certificate
from device.camera._health import FROZEN_S, Health
from device.camera._phone import HELD_S, INBOX, Inbox, PhoneCamera
from device.camera._picture import jpeg
from device.camera._port import camera_of
from device.camera._watch import Watcher
from device.desk._setup import Setup
from device.page._access import Gate
from device.page._app import create_app

PICTURE = jpeg(draw_picture(reading_of("123m456p789s1112z", "2z")))
JPEG = {"content-type": "image/jpeg"}


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.keeper.close()
    INBOX.take(0)


@pytest.fixture(autouse=True)
def quiet_inbox(monkeypatch):
    """No phone of a test before holds the table."""
    monkeypatch.setattr(INBOX, "_due", 0.0)
    monkeypatch.setattr(INBOX, "_held_until", 0.0)


class Clock:
    def __init__(self, step=1.0):
        self.now, self.step = 0.0, step

    def __call__(self):
        self.now += self.step
        return self.now


def test_a_phone_is_a_camera_like_others():
    assert isinstance(camera_of("phone"), PhoneCamera)
    with pytest.raises(CameraError):
        camera_of("phone:2")


def test_a_phone_that_falls_silent_is_gone():
    inbox = Inbox()
    inbox.put(draw_picture(reading_of("1m")))
    with PhoneCamera(inbox, patience_s=0.05) as camera:
        frames = camera.frames()
        assert next(frames).image.shape == (720, 1280, 3)
        with pytest.raises(CameraError) as gone:
            next(frames)
    assert gone.value.code == "phone_silent"


def test_a_phone_that_sends_the_same_picture_for_ever_is_frozen():
    inbox, health, found = Inbox(Clock()), Health(live=True), []
    image = draw_picture(reading_of("1m"))
    with PhoneCamera(inbox) as camera:
        frames = camera.frames()
        for _ in range(round(FROZEN_S) + 2):
            inbox.put(image)
            found.append(health.check(next(frames)))
    assert (found[0], found[-1]) == ("ok", "frozen")


def test_each_photo_is_read_once_and_the_next_is_waited_for():
    inbox, watcher, read = Inbox(), Watcher(), []
    camera = PhoneCamera(inbox, patience_s=0.01)
    rng = np.random.default_rng(3)
    with camera:
        frames = camera.frames()
        for _ in range(2):
            inbox.put(rng.integers(0, 255, (480, 640, 3)).astype(np.uint8), shot=True)
            read += [watcher.update(next(frames)) for _ in range(10)]
    assert sum(pictures is not None for pictures in read) == 2


def test_only_those_with_the_pin_send_pictures(table):
    phone = TestClient(create_app(table.service, Gate("4711")), client=("192.168.1.7", 9))
    assert phone.post("/api/camera", content=PICTURE, headers=JPEG).status_code == 401
    assert phone.post("/api/pin", json={"pin": "4711"}).status_code == 200
    assert phone.post("/api/camera", content=PICTURE, headers=JPEG).status_code == 200
    assert INBOX.take(0).image.shape == (720, 1280, 3)


@pytest.mark.parametrize(
    ("content", "headers", "path", "status"),
    [
        (b"GIF89a", {"content-type": "image/gif"}, "/api/camera", 415),
        (PICTURE, {"content-type": "text/html"}, "/api/camera?shot", 415),
        (PICTURE[:900], JPEG, "/api/camera", 422),
        (b"rubbish", JPEG, "/api/camera?shot", 422),
        (b"\xff\xd8" + bytes(4 << 20), JPEG, "/api/camera", 413),
        (PICTURE, {**JPEG, "origin": "http://elsewhere.example"}, "/api/camera", 403),
    ],
)
def test_what_is_no_picture_is_refused(table, content, headers, path, status):
    page = TestClient(create_app(table.service))
    answer = page.post(path, content=content, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["text"]
    assert INBOX.take(0) is None


def test_a_film_of_unknown_length_is_told_that_it_is_too_large(table):
    """To a sender that listens only when all is sent."""
    pieces = iter([b"\xff\xd8", *[bytes(1 << 20)] * 8])
    with served(create_app(table.service)) as address:
        sender = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)
        sender.request("POST", "/api/camera?lang=en", pieces, JPEG, encode_chunked=True)
        answer = sender.getresponse()
        assert answer.status == 413
        assert json.load(answer)["error"]["text"] == "This is too large; at most 4 MB."
        sender.close()


def test_one_phone_films_and_the_other_is_told_until_the_first_stops():
    inbox = Inbox(clock := Clock(step=0.25))
    assert [inbox.refusal(phone) for phone in "abab"] == [None, "phone_taken"] * 2
    clock.now += HELD_S
    assert [inbox.refusal(phone) for phone in "bab"] == [None, "phone_taken", None]


def test_pictures_that_come_too_fast_are_refused(table, monkeypatch):
    monkeypatch.setattr(INBOX, "_clock", lambda: 5.0)
    page = TestClient(create_app(table.service))
    answers = [page.post("/api/camera", content=PICTURE, headers=JPEG) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 429, 429]


# ---------------------------------------------------------------- a real browser


def write_film(still, path):
    """Write ten frames of ``still`` with a camera's grain as YUV4MPEG2."""
    image = cv2.imread(str(still))
    height, width = (size // 2 * 2 for size in image.shape[:2])
    rng = np.random.default_rng(1)
    with path.open("wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d F10:1 Ip A1:1 C420jpeg\n" % (width, height))
        for _ in range(10):
            grain = rng.normal(0, 1.5, (height, width, 3))
            frame = np.clip(image[:height, :width] + grain, 0, 255).astype(np.uint8)
            file.write(b"FRAME\n" + cv2.cvtColor(frame, cv2.COLOR_BGR2YUV_I420).tobytes())


@pytest.fixture(scope="module")
def browser(stills, tmp_path_factory):
    """Chromium whose camera films the first hand of the recording at rest."""
    film = tmp_path_factory.mktemp("film") / "hand.y4m"
    write_film(stills[0], film)
    options = [
        "--no-sandbox", "--disable-gpu", "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={film}",
        "--host-resolver-rules=MAP table.lan 127.0.0.1",
    ]  # fmt: skip
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=options)
        yield browser
        browser.close()


def opened(browser, address, size, lang="en"):
    page = browser.new_page(viewport=size, locale=lang, ignore_https_errors=True)
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{address}/camera?lang={lang}", wait_until="domcontentloaded")
    page.wait_for_selector("body[data-revision]")
    return page


def test_a_hand_filmed_by_a_phone_is_read_and_scored(browser, table):
    service = Service(Setup(tsumo=True), TableEye().read, table.keeper)
    loop = Loop(service, "phone", lambda: camera_of("phone"), retry_s=0.2)
    loop.start()
    with ExitStack() as ending:
        ending.callback(loop.stop)
        address = ending.enter_context(served(create_app(service)))
        page = opened(browser, address, PHONE)
        key(page, "start-film").click()
        expect(page.locator(".sent")).to_contain_text("pictures sent")
        state = state_when(address, lambda s: s["draft"] and s["draft"]["hand"])
        assert state["camera"] == {"source": "phone", "status": "ok", "text": "Camera on"}
        hand, tiles = state["draft"]["hand"], state["draft"]["tiles"]
        laid = sorted(tiles[index]["tile"] for index in (*hand["concealed"], hand["win"]))
        assert laid == sorted(ROUNDS[0]["concealed"])
        key(page, "stop-film").click()
        expect(key(page, "start-film")).to_be_visible()
        page.close()


def test_a_second_phone_is_told_that_another_films(browser, table):
    with served(create_app(table.service)) as address:
        first, second = (opened(browser, address, PHONE) for _ in range(2))
        key(first, "start-film").click()
        expect(first.locator(".sent")).to_contain_text("pictures sent")
        key(second, "start-film").click()
        expect(second.locator(".notice")).to_contain_text("Another phone is the table's camera")
        key(first, "stop-film").click()
        expect(second.locator(".sent")).to_contain_text("pictures sent")
        expect(second.locator(".notice")).to_have_count(0)
        first.close()
        second.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_over_http_photos_are_taken_and_the_reason_is_told(browser, table, tmp_path, lang):
    (tmp_path / "hand.jpg").write_bytes(PICTURE)
    with served(create_app(table.service)) as address:
        page = opened(browser, address.replace("127.0.0.1", "table.lan"), KIOSK, lang)
        expect(page.locator("#phone")).to_contain_text(text(lang, "camera.phone.http"))
        expect(key(page, "start-film")).to_have_count(0)
        key(page, "shot").set_input_files(tmp_path / "hand.jpg")
        expect(page.locator(".sent")).to_have_text(text(lang, "camera.phone.sent", count=1))
        page.close()
    assert INBOX.take(0).shot


def test_the_page_offers_to_watch_this_phone(browser, table, tmp_path):
    again = []
    desk = SetupDesk(
        SettingsFile(tmp_path), table.service, Given(), lambda: again.append(1), lambda: ()
    )
    with served(create_app(table.service, setup=desk)) as address:
        page = opened(browser, address, PHONE)
        key(page, "use-phone").click()
        expect(key(page, "use-phone")).to_have_count(0)
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= PHONE["width"]
        page.close()
    assert again == [1]
    assert SettingsFile(tmp_path).load().camera == "phone"


# ---------------------------------------------------------------- https


def test_the_certificate_is_made_once_and_its_key_is_nobody_elses(tmp_path):
    there, secret = certificate(tmp_path)
    assert secret.stat().st_mode & 0o077 == 0
    before = there.read_bytes()
    assert certificate(tmp_path) == (there, secret)
    assert there.read_bytes() == before


def test_a_key_that_does_not_fit_its_certificate_is_made_anew(tmp_path):
    there, secret = certificate(tmp_path)
    secret.write_text("garbage")
    certificate(tmp_path)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(there, secret)


def test_what_keeps_a_certificate_from_being_made_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="No certificate"):
        certificate(tmp_path / "file")
    refusing = tmp_path / "openssl"
    refusing.write_text("#!/bin/sh\necho first >&2; echo 'no entropy' >&2; exit 1\n")
    refusing.chmod(0o755)
    monkeypatch.setattr(_tls.shutil, "which", lambda _: str(refusing))
    with pytest.raises(UserError, match=r"made: no entropy\."):
        certificate(tmp_path)
    monkeypatch.setattr(_tls.shutil, "which", lambda _: None)
    with pytest.raises(UserError, match="openssl"):
        certificate(tmp_path)


def test_the_page_is_served_over_https_beside_http(tmp_path, browser):
    with serving("--data", tmp_path, "--camera", "phone", "--tls", "0") as (address, program):
        setup = httpx.get(f"{address}/api/setup", timeout=60).json()["setup"]
        trust = ssl.create_default_context(cafile=tmp_path / "tls.crt")
        secure = f"https://localhost:{setup['secure']}"
        assert httpx.get(f"{secure}/api/state", verify=trust, timeout=60).status_code == 200
        page = opened(browser, secure, PHONE)
        key(page, "start-film").click()
        expect(page.locator(".sent")).to_contain_text("pictures sent")
        page.close()
        program.terminate()
        assert program.wait(30) == 0
