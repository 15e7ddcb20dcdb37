"""The page under strain: garbage on every address, many watchers, a phone that sleeps."""

import asyncio
import json
import os
import re
import socket
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2 as httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from page_table import Table, reading_of, served
from starlette.routing import Route
from starlette.testclient import TestClient

from device._service import Service
from device.page._access import COOKIE, Gate
from device.page._app import create_app
from device.page._edit import SetContext
from device.page._game import Begin
from device.page._page import _changes

DEVICE = Path(__file__).parents[2] / "device"
HAND = reading_of("123m456p789s1112z", "2z", dora="4p")
WATCHERS = 50
#: The words that edits are made of, as the program itself spells them.
WORDS = sorted(
    set(re.findall(r'"([a-z_]{2,20})"', "".join(
        (DEVICE / name).read_text() for name in ("page/_edit.py", "page/_game.py")
    )))
)  # fmt: skip


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    names, sides = ("Aoi", "Ben", "Chie", "Dai"), ("bottom", "right", "top", "left")
    table.service.play(Begin(names, sides))
    table.lay(HAND, SetContext("tsumo", True))
    yield table
    table.keeper.close()


def routes(app):
    """Every address of the page with what may be done there, but for the endless events."""
    found = [
        (re.sub(r"{[^}]+}", "{}", route.path), method)
        for route in app.routes
        if isinstance(route, Route) and route.path != "/api/events"
        for method in sorted(route.methods - {"HEAD"})
    ]
    assert len(found) > 12
    return found


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.integers() | st.floats()
    | st.sampled_from(WORDS) | st.sampled_from(["5m", "0p", "7z", "back", "?", "E", "N"])
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=5)
    | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=10,
)  # fmt: skip
EDITS = st.builds(
    lambda op, fields: fields | {"op": op},
    st.sampled_from(WORDS),
    st.dictionaries(st.sampled_from(WORDS), VALUES, max_size=5),
)
BODIES = st.one_of(
    EDITS.map(json.dumps), VALUES.map(json.dumps), st.text(max_size=60), st.just("[" * 9000)
).map(lambda body: body.encode("utf-8", "replace"))
HEADERS = st.fixed_dictionaries(
    {"content-type": st.sampled_from(["application/json"] * 4 + ["image/jpeg", "text/html", ""])},
    optional={
        "host": st.sampled_from(["testserver", "table.local", "evil.example", "[", "::1"]),
        "origin": st.sampled_from(["http://testserver", "http://evil.example", "null", "http://["]),
        "cookie": st.sampled_from(["lang=ja", "lang=xx", f"{COOKIE}=1.2", f"{COOKIE}=", "=;;="]),
        "accept-language": st.sampled_from(["zh-CN,zh;q=0.9", "q=;;,*", "ja;q=x"]),
        "sec-fetch-site": st.sampled_from(["same-origin", "cross-site"]),
        "content-length": st.sampled_from(["-1", "9" * 30, "x"]),
    },
)
LANGS = st.sampled_from(["", "en", "xx", "../en"])
PARTS = st.sampled_from(
    ["1", "0", "-1", "9" * 15, "9" * 40, "x", "..%2f..%2fsetup.cfg", "%00", "ä"]
)
STRAIN = settings(
    max_examples=int(os.environ.get("EXAMPLES", 150)),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def send(page, where, part, lang, headers, body):
    path, method = where
    asked = {"lang": lang, "before": part} if lang else {}
    told = {**headers}
    if method == "GET":
        told.pop("content-length", None)
    return page.request(method, path.replace("{}", part), params=asked, headers=told,
                        content=body if method == "POST" else None)  # fmt: skip


def judge(answer):
    """Every answer is the program's own: none failed, and none but the page itself is HTML."""
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400 and answer.headers["content-type"] != "text/plain; charset=utf-8":
        error = answer.json()["error"]
        assert error["code"] != "internal"
        assert error["text"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@STRAIN
@given(st.data(), PARTS, LANGS, HEADERS, BODIES)
def test_garbage_from_the_table_itself_is_answered_and_loses_no_hand(
    table, data, part, lang, headers, body
):
    page = TestClient(create_app(table.service, Gate("4711")), client=("127.0.0.1", 9))
    where = data.draw(st.sampled_from(routes(page.app)))
    judge(send(page, where, part, lang, headers, body))
    assert table.keeper.waiting == 0
    logged = table.keeper.log().entries(replaced=True)
    assert logged[-1].score["points"] == 12000
    assert page.get("/api/state").json()["phase"] == "shown"


@STRAIN
@given(st.data(), PARTS, LANGS, HEADERS, BODIES)
def test_a_strange_phone_changes_nothing_whatever_it_sends(table, data, part, lang, headers, body):
    page = TestClient(create_app(table.service, Gate("4711")), client=("192.168.1.7", 9))
    before = table.service.state()
    where = data.draw(st.sampled_from(routes(page.app)))
    judge(send(page, where, part, lang, headers, body))
    assert table.service.state() is before


RUBBISH = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"\x00" * 4096,
    b"POST /api/edit HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n{",
    b"GET / HTTP/1.1\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
    b"POST /api/photo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
)  # fmt: skip


def test_rubbish_on_the_wire_and_phones_that_vanish_leave_the_page_working(table):
    with served(create_app(table.service)) as address:
        place = address.removeprefix("http://").split(":")
        for rubbish in RUBBISH * 5:
            with socket.create_connection((place[0], int(place[1])), 10) as phone:
                phone.sendall(rubbish)
        assert httpx.get(f"{address}/api/state").json()["score"]["points"] == "12000"


def listeners(service: Service) -> int:
    return len(service._listeners)


@asynccontextmanager
async def watching(client):
    """One open stream of events and its lines."""
    async with client.stream("GET", "/api/events") as stream:
        yield (line async for line in stream.aiter_lines() if line.startswith("data: "))


async def watch(client, ready, revision):
    """Follow the table to ``revision``; return the last state told."""
    async with watching(client) as lines:
        async for line in lines:
            state = json.loads(line.removeprefix("data: "))
            ready.release()
            if state["revision"] >= revision():
                return state


def test_fifty_phones_watch_at_once_all_see_the_newest_and_none_is_left_behind(table):
    """Twice fifty: what the first fifty needed is given back."""

    async def rounds(address):
        limits = httpx.Limits(max_connections=WATCHERS)
        async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
            for honba in (1, 2):
                await one_round(client, honba)

    async def one_round(client, honba):
        ready, target = asyncio.Semaphore(0), [10**9]
        phones = [
            asyncio.create_task(watch(client, ready, lambda: target[0])) for _ in range(WATCHERS)
        ]
        for _ in range(WATCHERS):
            await asyncio.wait_for(ready.acquire(), 60)
        assert listeners(table.service) == WATCHERS
        target[0] = table.service.state().revision + 1
        edit = SetContext("haitei", honba == 1)
        newest = await asyncio.to_thread(table.service.edit, edit)
        seen = await asyncio.wait_for(asyncio.gather(*phones), 60)
        assert {state["revision"] for state in seen} == {newest.revision}
        for _ in range(200):
            if not listeners(table.service):
                return
            await asyncio.sleep(0.05)
        raise AssertionError("streams that ended are still listened for")

    with served(create_app(table.service)) as address:
        asyncio.run(rounds(address))


def test_a_phone_that_sleeps_gets_the_newest_and_nothing_piles_up_for_it(table):
    async def sleep_through(changes):
        states = _changes(table.service)
        first = await anext(states)
        for number in range(changes):
            await asyncio.to_thread(table.service.phase, "moving" if number % 2 else "waiting")
        (waits,) = (c.cell_contents for c in table.service._listeners[0].__closure__
                    if isinstance(c.cell_contents, asyncio.Queue))  # fmt: skip
        held = waits.qsize()
        newest = await anext(states)
        await states.aclose()
        return first, newest, held

    first, newest, held = asyncio.run(sleep_through(500))
    assert newest.revision == table.service.state().revision > first.revision + 400
    assert held == 1
    assert not listeners(table.service)
