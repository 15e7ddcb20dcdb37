"""Who may change things on the page: the PIN, those who guess it, and names that are no table's."""

import asyncio

import pytest
from page_table import Table
from starlette.testclient import TestClient

from device.page._access import Gate
from device.page._app import create_app


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.keeper.close()


def client(table, pin=None):
    return TestClient(create_app(table.service, Gate(pin)), raise_server_exceptions=False)


@pytest.mark.parametrize("host", [
    "localhost:8000", "Jantaku.local", "my-pi_2", "192.168.1.5:8000", "[::1]", "[FE80::1]:8000",
])  # fmt: skip
def test_names_of_this_network_are_served(table, host):
    assert client(table).get("/api/state", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", [
    "", ":80", "a:b:c", "pi:http", "pi:65536", "evil.com@localhost", "localhost/evil.com", "a" * 64,
    "a" * 5000, ".".join("a" * 63 for _ in range(4)) + ".local", "::1", "[pi]", "[1.2.3.4", "-pi",
    "evil.com.", "evil.com#.local", "evil.com?.local", ".local", "a..local", "pi.local evil.com",
])  # fmt: skip
def test_what_is_no_name_of_this_network_is_refused(table, host):
    answer = client(table).get("/api/state", headers={"host": host})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign")


def test_a_pin_that_is_no_text_is_wrong(table):
    headers = {"content-type": "application/json"}
    page = client(table, pin="4821")
    answer = page.post("/api/pin", content='{"pin": "\\ud800"}', headers=headers)
    assert answer.status_code == 403


def test_guessing_the_pin_is_stopped(table):
    page = client(table, pin="4821")
    wrong = [page.post("/api/pin", json={"pin": f"{n:04}"}).status_code for n in range(6)]
    assert wrong == [403, 403, 403, 403, 403, 429]
    assert page.post("/api/pin", json={"pin": "4821"}).status_code == 429


def test_many_guesses_at_the_same_moment_are_no_more_than_a_few(table):
    """Each phone's request is held open until all of them are there."""
    app, codes = create_app(table.service, Gate("4821")), []
    scope = {
        "type": "http", "method": "POST", "path": "/api/pin", "query_string": b"", "scheme": "http",
        "headers": [(b"host", b"pi.local"), (b"content-type", b"application/json")],
        "client": ("192.168.1.7", 9),
    }  # fmt: skip

    async def guess(number, ready):
        async def receive():
            await ready.wait()
            return {"type": "http.request", "body": b'{"pin": "%04d"}' % number}

        async def send(message):
            if message["type"] == "http.response.start":
                codes.append(message["status"])

        await app({**scope}, receive, send)

    async def guess_all():
        ready = asyncio.Event()
        guesses = [asyncio.create_task(guess(number, ready)) for number in range(40)]
        await asyncio.sleep(0.05)
        ready.set()
        await asyncio.gather(*guesses)

    asyncio.run(guess_all())
    assert sorted(codes) == [403] * 5 + [429] * 35


def phone(app, number):
    return TestClient(app, base_url="http://localhost", client=(f"192.168.1.{number}", 50000))


def code_of(page, pin):
    answer = page.post("/api/pin", json={"pin": pin}).json()
    return answer["error"]["code"] if "error" in answer else "in"


def test_a_stranger_who_guesses_keeps_nobody_else_out(table):
    app = create_app(table.service, Gate("4821"))
    stranger = phone(app, 66)
    assert [code_of(stranger, "0000") for _ in range(6)] == ["pin_wrong"] * 5 + ["pin_wait"]
    assert code_of(stranger, "4821") == "pin_wait"
    slip = phone(app, 7)
    assert [code_of(slip, pin) for pin in ("4812", "4821")] == ["pin_wrong", "in"]


class Clock:
    """A clock that somebody turns."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def wrong_tries(gate, clock, addresses, seconds, step):
    """How many wrong PINs ``addresses`` can enter, each whenever it may."""
    tries = 0
    for _ in range(0, seconds, step):
        clock.now += step
        for address in addresses:
            while gate.shut(address) is None:
                assert gate.token("0000", address) is None
                tries += 1
    return tries


HOME = [f"192.168.1.{number}" for number in range(2, 254)]


def test_an_evening_is_too_short_to_guess_the_pin():
    clock = Clock()
    gate = Gate("4821", clock)
    assert wrong_tries(gate, clock, HOME[:1], 6 * 3600 - 60, 600) == 20


def test_the_owner_gets_in_however_many_guess_and_who_is_in_stays_in(table):
    """Hundreds of addresses that guess all evening make the PIN longer and shut out nobody."""
    clock = Clock()
    gate = Gate("4821", clock)
    app = create_app(table.service, gate)
    inside, owner, screen = phone(app, 7), phone(app, 254), TestClient(app, client=("127.0.0.1", 1))
    assert code_of(inside, "4821") == "in"
    wrong_tries(gate, clock, [*HOME, *(f"fe80::{n:x}" for n in range(400))], 600, 60)
    assert gate.shut(HOME[0]) == "pin_shut"
    tap = {"op": "context", "field": "tsumo", "value": True}
    assert inside.post("/api/edit", json=tap).status_code == 200
    told = screen.get("/api/state", headers={"host": "localhost"}).json()["pin"]
    assert told.startswith("4821") and len(told) == 10
    assert code_of(owner, "4821") == "pin_longer"
    assert code_of(owner, "0" * 10) == "pin_wrong"
    assert code_of(owner, told) == "in"
    assert owner.post("/api/edit", json=tap).status_code == 200


def test_who_mistyped_waits_a_minute_and_who_guessed_until_the_evening_is_over():
    clock = Clock()
    gate = Gate("4821", clock)
    for _ in range(4):
        assert wrong_tries(gate, clock, HOME[:1], 1, 1) == 5
        assert gate.shut(HOME[0]) in ("pin_wait", "pin_shut")
        clock.now += 60
    assert gate.shut(HOME[0]) == "pin_shut"
    clock.now += 6 * 3600
    assert gate.shut(HOME[0]) is None
