"""``jantaku serve`` as a process: it starts, watches, serves, and ends when told."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import cv2
import httpx2 as httpx
import numpy as np
import pytest
from recorded import ROUNDS, worth

ROOT = Path(__file__).parents[2]
#: Keeps no connection: nobody would close it at the end of the tests.
PATIENT = httpx.Client(timeout=60, limits=httpx.Limits(max_keepalive_connections=0))


@pytest.fixture
def pictures(tmp_path):
    """A folder camera with one picture of an empty table."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    rng = np.random.default_rng(1)
    table = rng.integers((40, 80, 20), (60, 120, 40), (480, 640, 3)).astype(np.uint8)
    cv2.imwrite(str(folder / "1.png"), table)
    return folder


@contextmanager
def serving(*arguments):
    """Run the program; yields the address it tells and itself."""
    command = [sys.executable, "-W", "error", "-m", "device.cli", "serve", "--port", "0"]
    with subprocess.Popen(
        [*command, "--lang", "en", "--mute", *map(str, arguments)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as program:  # fmt: skip
        try:
            program.told = program.stdout.readline()
            yield re.search(r"http://\S+", program.told)[0], program
        finally:
            program.kill()


def refused(jantaku, *arguments):
    """Return what the program says when it cannot start."""
    result = jantaku("serve", "--lang", "en", "--mute", *arguments)
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1
    return result.stderr


def state_when(address, holds, timeout_s=60):
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        state = PATIENT.get(f"{address}/api/state").json()
        if holds(state):
            return state
        time.sleep(0.1)
    raise AssertionError(state)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_the_page_watches_and_ends_when_told(pictures, tmp_path, number):
    data = tmp_path / "data"
    with serving("--camera", f"folder:{pictures}", "--data", data) as (address, program):
        assert "text/html" in PATIENT.get(address).headers["content-type"]
        state = state_when(address, lambda s: (s["notice"] or {}).get("code") == "recording_ended")
        assert state["camera"]["source"] == "folder:pictures"
        program.send_signal(number)
        assert program.wait(30) == 0
        assert program.stderr.read() == ""


def test_it_ends_without_a_word_when_told_twice(pictures, tmp_path):
    """While a page still follows the table."""
    with (
        serving("--camera", f"folder:{pictures}", "--data", tmp_path) as (address, program),
        PATIENT.stream("GET", f"{address}/api/events") as events,
    ):
        next(events.iter_lines())
        program.send_signal(signal.SIGINT)
        time.sleep(0.3)  # it waits a second for the page
        program.send_signal(signal.SIGINT)
        program.wait(30)
        assert program.stderr.read() == ""


def test_it_ends_without_a_word_while_pages_are_open(pictures, tmp_path):
    with (
        serving("--camera", f"folder:{pictures}", "--data", tmp_path) as (address, program),
        PATIENT.stream("GET", f"{address}/api/events") as events,
        PATIENT.stream("GET", f"{address}/api/events") as more,
    ):
        next(events.iter_lines())
        next(more.iter_lines())
        program.send_signal(signal.SIGTERM)
        assert program.wait(30) == 0
        assert program.stderr.read() == ""


def test_the_language_and_the_stand_in_for_a_camera_are_told(tmp_path):
    command = [sys.executable, "-m", "device.cli", "serve", "--port", "0", "--mute"]
    with subprocess.Popen(
        [*command, "--lang", "ja", "--data", str(tmp_path)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as program:  # fmt: skip
        try:
            told = program.stdout.readline()
            address = re.search(r"http://\S+", told)[0]
            assert "付属の録画" in told
            english = {"accept-language": "en"}
            strings = PATIENT.get(f"{address}/api/strings", headers=english).json()
            assert strings["lang"] == "ja"
            state = state_when(address, lambda s: s["camera"]["status"] == "recording")
            assert state["camera"]["text"] == "付属の録画を再生中"
            assert state["notice"] is None
        finally:
            program.kill()


def test_a_camera_that_is_not_there_is_looked_for_while_the_page_works(tmp_path):
    with serving("--camera", "v4l2:99", "--data", tmp_path) as (address, program):
        state = state_when(address, lambda s: s["camera"]["status"] == "lost")
        assert state["notice"]["code"] == "camera_missing"
        time.sleep(5)  # two more tries
        assert state_when(address, lambda s: True)["revision"] == state["revision"]
        program.send_signal(signal.SIGTERM)
        told = program.communicate(timeout=30)[1]
        assert told == (
            "The camera v4l2:99 gives no picture yet. The table waits for it; the page works.\n"
        )


def test_another_camera_is_watched_at_once_and_after_the_next_start(tmp_path):
    def watched(address):
        while True:
            with suppress(httpx.TransportError):  # cut while the program begins anew
                return state_when(address, lambda s: s["camera"]["source"] == post["shown"])

    post = {"op": "camera", "source": "rtsp://me:secret@127.0.0.1:9/none"}
    post["shown"] = "rtsp://127.0.0.1:9/none"
    with serving("--data", tmp_path) as (address, program):
        assert PATIENT.get(f"{address}/api/setup").json()["setup"]["demonstration"]
        PATIENT.post(f"{address}/api/setup", json=post).raise_for_status()
        assert watched(address)["game"] is None
        assert "secret" not in PATIENT.get(f"{address}/api/setup").text
        program.send_signal(signal.SIGTERM)
        assert program.wait(30) == 0
    with serving("--data", tmp_path) as (address, _):
        watched(address)


def test_a_damaged_log_is_told_and_the_page_works(pictures, tmp_path):
    (tmp_path / "jantaku.db").write_bytes(b"rubbish" * 500)
    with serving("--camera", f"folder:{pictures}", "--data", tmp_path) as (address, _):
        answer = PATIENT.get(f"{address}/api/history")
        assert answer.status_code == 422
        assert answer.json()["error"]["code"] == "log_damaged"


def test_other_machines_need_the_pin_of_the_table(pictures, tmp_path):
    source = f"folder:{pictures}"
    with serving("--camera", source, "--data", tmp_path, "--host", "0.0.0.0") as (address, program):
        name, _, port = address.rpartition(":")
        assert name == f"http://{socket.gethostname()}.local"
        pin = PATIENT.get(f"http://127.0.0.1:{port}/api/state").json()["pin"]
        assert program.told.endswith(f"Table PIN {pin}\n")


def test_a_taken_port_is_named(jantaku, pictures, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(
            jantaku, "--camera", f"folder:{pictures}", "--data", tmp_path, "--port", port
        )
    assert f"Port {port}" in said
    assert "--port" in said


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--data", "/proc/none"], "--data DIR"),
        (["--data", os.devnull], "--data DIR"),
        (["--camera", "webcam"], "webcam is no camera"),
        (["--rules", "tenho"], "tenho"),
        (["--host", "203.0.113.9"], "203.0.113.9"),
        (["--port", "70000"], "70000"),
    ],
)
def test_what_cannot_be_used_is_named(jantaku, pictures, tmp_path, arguments, word):
    usual = ["--camera", f"folder:{pictures}", "--data", tmp_path]
    assert word in refused(jantaku, *usual, *arguments)


def test_a_photo_is_read_put_right_by_taps_scored_and_logged(stills, pictures, tmp_path):
    """The whole way on the real program: upload, real networks, taps, score, log, picture."""
    hand = ROUNDS[0]
    source = f"folder:{pictures}"
    with (
        serving("--camera", source, "--data", tmp_path) as (address, _),
        httpx.Client(timeout=60) as page,
    ):

        def tap(**edit):
            answer = page.post(f"{address}/api/edit", json=edit)
            assert answer.status_code == 200, answer.text
            return answer.json()

        answer = page.post(f"{address}/api/photo", content=stills[0].read_bytes(),
                           headers={"Content-Type": "image/png"})  # fmt: skip
        draft = answer.json()["draft"]
        row = [*draft["hand"]["concealed"], draft["hand"]["win"]]
        for index, face in zip(row, hand["concealed"], strict=True):
            tap(op="tile", index=index, tile=face)
        for index, face in zip(draft["dora"], hand["dora_indicators"], strict=True):
            tap(op="tile", index=index, tile=face)
        tap(op="context", field="riichi", value="riichi")
        tap(op="context", field="tsumo", value=True)
        state = tap(op="confirm")
        assert state["score"]["points"] == str(worth(hand).points)
        newest = page.get(f"{address}/api/history").json()["entries"][0]
        assert newest["id"] == state["hand_id"]
        assert str(worth(hand).points) in newest["points"]
        assert page.get(address + newest["picture"]).content.startswith(b"\xff\xd8")


HEAPS = """
import ctypes, threading
from device._memory import share_heaps
if {shared}:
    share_heaps()
library, all_there = ctypes.CDLL(None), threading.Barrier(9)
def take():
    library.malloc(5000)
    all_there.wait(60)
threads = [threading.Thread(target=take) for _ in range(8)]
for thread in threads:
    thread.start()
all_there.wait(60)
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
"""


@pytest.mark.parametrize("shared", [True, False])
def test_threads_share_their_heaps(shared):
    """Otherwise glibc gives every thread one of its own."""
    done = subprocess.run(
        [sys.executable, "-c", HEAPS.format(shared=shared)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert (done.stdout.count("<heap nr") <= 2) == shared


GAPS = """
import ctypes, os
from types import SimpleNamespace
from device._memory import Thrift
def used():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
library = ctypes.CDLL(None)
library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
taken = [library.malloc(10_000) for _ in range(10_000)]
for place in taken:
    ctypes.memset(place, 1, 10_000)
for place in taken[:-1]:
    library.free(place)
thrift, full = Thrift(), used()
for phase in PHASES:
    thrift.hear(SimpleNamespace(phase=phase))
print(full - used())
"""


@pytest.mark.parametrize(("phases", "back"), [(("shown", "waiting"), True), (("waiting",), False)])
def test_memory_is_given_back_when_the_table_has_been_cleared(phases, back):
    done = subprocess.run(
        [sys.executable, "-c", GAPS.replace("PHASES", repr(phases))],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert (float(done.stdout) > 80) == back
