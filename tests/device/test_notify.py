"""What systemd is told: up, alive, ending; nothing by a service that hangs."""

import asyncio
import signal
import socket
import subprocess
import sys
import threading
import time

import cv2
import numpy as np
import pytest
from conftest import ROOT

from device._keeper import Keeper
from device._loop import STUCK_S, Loop
from device._notify import Manager, report
from device._service import Service, Setup
from device.camera._port import Camera, Frame
from device.log._sql import SqlLog


@pytest.fixture
def heard(tmp_path):
    """A socket as systemd opens one, and its address."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(str(tmp_path / "notify"))
        end.settimeout(30)
        yield end


def environ(end, **more):
    return {"NOTIFY_SOCKET": end.getsockname(), **more}


def test_nobody_is_told_where_nobody_listens():
    manager = Manager({})
    manager.tell("READY=1")
    assert manager.interval_s is None
    Manager({"NOTIFY_SOCKET": "/missing/socket"}).tell("READY=1")


def test_an_abstract_address_is_reached():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind("\0jantaku-test-notify")
        end.settimeout(30)
        Manager({"NOTIFY_SOCKET": "@jantaku-test-notify"}).tell("READY=1")
        assert end.recv(100) == b"READY=1"


@pytest.mark.parametrize(
    ("told", "interval_s"),
    [
        ({"WATCHDOG_USEC": "3000000"}, 1.0),
        ({"WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"}, 1.0),
        ({"WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_signs_are_sent_thrice_as_often_as_asked_and_by_the_right_process(told, interval_s):
    assert Manager(told, pid=7).interval_s == interval_s


def messages(heard):
    heard.settimeout(0)
    found = []
    try:
        while True:
            found.append(heard.recv(100).decode())
    except BlockingIOError:
        return found


def test_a_manager_that_does_not_listen_stops_nobody(heard):
    manager = Manager(environ(heard))
    for _ in range(1000):
        manager.tell("WATCHDOG=1")


def reported(heard, works):
    async def some_time():
        manager = Manager(environ(heard, WATCHDOG_USEC="150000"))
        telling = asyncio.create_task(report(manager, lambda: True, works))
        await asyncio.sleep(0.2)
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)

    asyncio.run(some_time())
    return messages(heard)


def test_a_service_that_works_gives_signs_until_it_ends(heard):
    first, *signs, last = reported(heard, lambda: True)
    assert (first, last) == ("READY=1", "STOPPING=1")
    assert len(signs) > 1
    assert set(signs) == {"WATCHDOG=1"}


def test_a_service_that_hangs_gives_none(heard):
    assert reported(heard, lambda: False) == ["READY=1", "STOPPING=1"]


def test_the_program_tells_when_it_serves_that_it_lives_and_that_it_ends(heard, tmp_path):
    (tmp_path / "pictures").mkdir()
    cv2.imwrite(str(tmp_path / "pictures" / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    command = [
        sys.executable, "-m", "device.cli", "serve", "--port", "0", "--mute", "--lang", "en",
        "--camera", f"folder:{tmp_path / 'pictures'}", "--data", str(tmp_path / "data"),
    ]  # fmt: skip
    with subprocess.Popen(
        command, cwd=ROOT, env=environ(heard, WATCHDOG_USEC="300000"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as program:  # fmt: skip
        try:
            assert [heard.recv(100) for _ in range(3)] == [b"READY=1", *[b"WATCHDOG=1"] * 2]
            program.send_signal(signal.SIGTERM)
            assert program.wait(30) == 0
        finally:
            program.kill()
    assert messages(heard)[-1] == "STOPPING=1"


class Hanging(Camera):
    """A camera that gives one frame, then never returns, or fails as no camera may."""

    live = True

    def __init__(self, fails):
        self._fails = fails
        self.released = threading.Event()

    def open(self):
        pass

    def close(self):
        pass

    def frames(self):
        if self._fails:
            raise SystemExit
        self.released.wait(30)
        yield Frame.of(0.0, None)


def loop_over(camera, folder):
    service = Service(Setup(), lambda _: None, Keeper(lambda: SqlLog(folder)))
    return Loop(service, "v4l2:0", lambda: camera)


def test_a_loop_that_hangs_is_noticed(tmp_path, monkeypatch):
    camera = Hanging(fails=False)
    loop = loop_over(camera, tmp_path)
    loop.start()
    assert loop.works()
    later = time.monotonic() + STUCK_S
    monkeypatch.setattr("device._loop.time.monotonic", lambda: later)
    assert not loop.works()
    loop.stop(0)
    camera.released.set()
    loop.join(10)
    assert loop.works()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_loop_that_died_is_noticed(tmp_path):
    loop = loop_over(Hanging(fails=True), tmp_path)
    loop.start()
    loop.join(10)
    assert not loop.works()
