"""The page's requests: what is answered, to whom, and what is refused."""

import json
import threading

import httpx2 as httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from page_table import Table, draw_picture, reading_of, served
from starlette.testclient import TestClient

from device._i18n import LANGUAGES
from device._score_json import score_record
from device.camera._picture import jpeg
from device.log._port import Entry
from device.page._access import Gate
from device.page._app import create_app
from device.page._edit import SetContext

HAND = reading_of("123m456p789s1112z", "2z", dora="4p")
TSUMO = {"op": "context", "field": "tsumo", "value": True}


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.keeper.close()


def client(table, pin=None, **options):
    return TestClient(
        create_app(table.service, Gate(pin)), raise_server_exceptions=False, **options
    )


def ask(page, path, lang="en"):
    answer = page.get(path, params={"lang": lang})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_hand_is_shown_with_boxes_groups_and_offers(table):
    table.lay(reading_of("123m456p789s1112z", "2z", dora="4p", doubts={7: (0.5, (("7s", 0.3),))}))
    draft = ask(client(table), "/api/state")["draft"]
    tile = draft["tiles"][7]
    assert (tile["tile"], tile["role"], tile["doubtful"]) == ("8s", "concealed", True)
    assert [offer["tile"] for offer in tile["offers"]] == ["8s", "7s"]
    assert tile["corners"][0] == [466.0, 500.0]
    assert draft["tiles"][draft["hand"]["win"]]["role"] == "win"
    assert [draft["tiles"][i]["tile"] for i in draft["dora"]] == ["4p"]
    assert draft["uncertain"]


def test_called_sets_show_which_tile_lies_sideways(table):
    melds = [("pon", "777z", 2), ("kakan", "1111z", 1), ("ankan", "9999m", -1)]
    table.lay(reading_of("2340m", "5m", melds=melds))
    hand = ask(client(table), "/api/state")["draft"]["hand"]
    shape = [[(len(c["tiles"]), c["sideways"]) for c in m["columns"]] for m in hand["melds"]]
    assert shape == [
        [(1, False), (1, False), (1, True)],
        [(1, False), (2, True), (1, False)],
        [(1, False), (1, False), (1, False), (1, False)],
    ]


def test_what_was_seen_before_a_restart_changes_nothing_after_it(table):
    table.lay(HAND)
    before = client(table).get("/api/state").json()
    page = client(table)  # another run
    for told in (before["seen"], "", "9-9-9", "undefined"):
        answer = page.post("/api/edit", json=TSUMO, params={"seen": told})
        assert answer.json()["error"]["code"] == "overtaken"
    seen = page.get("/api/state").json()["seen"]
    assert page.post("/api/edit", json=TSUMO, params={"seen": seen}).status_code == 200


def test_a_posted_correction_changes_the_score(table):
    table.lay(HAND)
    page = client(table)
    assert ask(page, "/api/state")["error"]["code"] == "ask_tsumo"
    state = page.post("/api/edit", json=TSUMO).json()
    assert (state["score"]["points"], state["score"]["limit"]) == ("12000", "Mangan")
    state = page.post("/api/edit", json={"op": "undo"}).json()
    assert state["error"]["help"] == "how"


def test_a_logged_hand_that_a_correction_spoils_is_told(table):
    table.lay(HAND, SetContext("tsumo", True), SetContext("chiihou", True))
    page = client(table)
    spoiled = ask(page, "/api/state")
    assert spoiled["score"] is None
    assert spoiled["draft"]["messages"] == [
        "The log keeps hand 1 as it was scored before, until this one has a score."
    ]
    assert page.post("/api/edit", json={"op": "undo"}).json()["draft"]["messages"] == []


def test_payments_name_the_seats_from_the_winner(table):
    table.lay(HAND, SetContext("tsumo", False))
    page = client(table)
    assert ask(page, "/api/state")["score"]["ask_discarder"]
    edit = {"op": "context", "field": "discarder", "value": "N"}
    seats = page.post("/api/edit", json=edit).json()["score"]["seats"]
    assert [(s["wind"], s["place"], s["delta"], s["role"]) for s in seats] == [
        ("E", 0, "+7700", "winner"),
        ("S", 1, "0", ""),
        ("W", 2, "0", ""),
        ("N", 3, "−7700", "payer"),
    ]


def test_the_fu_are_told_item_by_item(table):
    table.lay(HAND, SetContext("tsumo", True))
    score = ask(client(table), "/api/state", "ja")["score"]
    fu = [(item["name"], item["value"], "".join(item["tiles"])) for item in score["fu"]]
    assert fu == [
        ("副底", "20符", ""),
        ("字牌暗刻", "8符", "1z1z1z"),
        ("単騎待ち", "2符", ""),
        ("自摸符", "2符", ""),
    ]
    assert score["fu_total"] == "32符 → 40符"


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "The winning tile is missing or hidden."),
        ("ja", "和了牌がないか隠れています。"),
        ("zh", "和牌缺失或被遮住。"),
    ],
)
def test_thirteen_tiles_are_said_in_every_language(table, lang, sentence):
    table.lay(reading_of("123m456p789s1112z"))
    error = ask(client(table), "/api/state", lang)["error"]
    assert error["code"] == "tile_count"
    assert "13" in error["text"]
    assert error["text"].endswith(sentence)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("tiles", "win", "code"),
    [
        ("123m456p789s24s11p", "3s", "no_yaku"),
        ("135m456p789s1112z", "2z", "not_complete"),
        ("1111m456p789s222z", "1m", "five_of_a_kind"),
        ("1123m456p789s1112z", "2z", "tile_count"),
    ],
)
def test_what_is_no_win_says_why(table, lang, tiles, win, code):
    table.lay(reading_of(tiles, win), SetContext("tsumo", False))
    error = ask(client(table), "/api/state", lang)["error"]
    assert error["code"] == code
    assert error["text"]
    assert "{" not in error["text"]


def test_the_language_of_the_table_counts_until_one_is_chosen(table):
    page = TestClient(create_app(table.service, lang="ja"), base_url="http://localhost")
    english = {"accept-language": "en"}
    assert page.get("/api/strings", headers=english).json()["lang"] == "ja"
    page.cookies.set("lang", "zh")
    assert page.get("/api/strings", headers=english).json()["lang"] == "zh"


def test_the_language_is_the_browsers_until_one_is_chosen(table):
    page = client(table)
    chinese = {"accept-language": "de, zh-CN;q=0.9, en;q=0.5"}
    assert page.get("/api/strings", headers=chinese).json()["lang"] == "zh"
    page.cookies.set("lang", "ja")
    assert page.get("/api/strings", headers=chinese).json()["lang"] == "ja"
    assert page.get("/api/strings?lang=en", headers=chinese).json()["lang"] == "en"


def test_a_photo_is_read(table):
    table.reading = HAND
    answer = client(table).post(
        "/api/photo", content=jpeg(draw_picture(HAND)), headers={"content-type": "image/jpeg"}
    )
    state = answer.json()
    assert len(state["draft"]["tiles"]) == 15
    picture = client(table).get(state["picture"]["url"])
    assert (picture.headers["content-type"], picture.content[:3]) == ("image/jpeg", b"\xff\xd8\xff")


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"no picture", "image/jpeg", 422),
        (b"", "image/png", 422),
        (b"%PDF-1.4", "application/pdf", 415),
        (b"x", "", 415),
    ],
)
def test_what_is_no_photo_is_refused_with_a_sentence(table, data, kind, status):
    table.lay(HAND)
    before = table.service.state()
    headers = {"content-type": kind}
    answer = client(table).post("/api/photo?lang=ja", content=data, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]["text"]
    assert table.service.state() == before


def test_a_body_without_end_is_cut_off(table):
    read = 0

    def endless():
        nonlocal read
        while True:
            read += 1 << 20
            yield bytes(1 << 20)

    headers = {"content-type": "image/jpeg"}
    with served(create_app(table.service)) as address:
        try:
            answer = httpx.post(f"{address}/api/photo", content=endless(), headers=headers)
        except httpx.TransportError:
            answer = None
    assert answer is None or answer.status_code == 413
    assert read < 200 << 20


@pytest.mark.parametrize(("lang", "sentence"), [("en", "1 hand was not confirmed."),
                                                ("zh", "有1手牌尚未确认。")])  # fmt: skip
def test_a_hand_left_without_an_answer_is_told_and_comes_back(table, lang, sentence):
    unsure = reading_of("234m456p678s55p67p", "8p", doubts={3: (0.55, (("7p", 0.4),))})
    table.lay(unsure).lay(HAND)
    page = client(table)
    assert ask(page, "/api/state", lang)["unanswered"] == sentence
    state = page.post("/api/edit", json={"op": "recall"}, params={"lang": lang}).json()
    assert state["unanswered"] == sentence  # the other was not answered either
    assert state["draft"]["uncertain"]
    state = page.post("/api/edit", json={"op": "forget"}, params={"lang": lang}).json()
    assert state["unanswered"] == ""


def test_scored_hands_are_listed_with_their_pictures(table):
    table.lay(HAND, SetContext("tsumo", True))
    table.lay(reading_of("234m345p45667s55p", "5s"), SetContext("tsumo", True))
    page = client(table)
    history = ask(page, "/api/history", "zh")
    first, second = history["entries"]
    assert (first["win"], second["win"]) == ("5s", "2z")
    assert (second["points"], second["limit"]) == ("12000点", "满贯")
    assert not history["older"]
    assert page.get(first["picture"]).headers["content-type"] == "image/jpeg"
    older = page.get("/api/history", params={"before": first["id"]}).json()["entries"]
    assert [entry["id"] for entry in older] == [second["id"]]


def test_norths_set_aside_are_told_once(table):
    record = {"hand": "123p456p789s11122z", "win_tile": "2z", "tsumo": False, "seat_wind": "S",
              "round_wind": "E", "melds": [], "nuki": 2, "players": 3,
              "dora_indicators": "9p"}  # fmt: skip
    entry = Entry("sanma-tenhou", record, score_record(record), "entered")
    table.keeper.log().append(entry)
    assert (entry.score["dora"], entry.score["kita"]) == (3, 2)
    told = ask(client(table), "/api/history")["entries"][0]["yaku"]
    assert told.endswith("Dora 1, Kita 2")


def test_the_announcement_can_be_heard_in_the_browser(table):
    table.lay(HAND, SetContext("tsumo", True))
    answer = client(table).get("/api/speech.wav?lang=ja")
    assert (answer.headers["content-type"], answer.content[:4]) == ("audio/wav", b"RIFF")


@pytest.mark.parametrize(
    ("path", "kind", "size", "limit"),
    [
        ("/api/photo", "image/jpeg", 70 << 20, "64 MB"),
        ("/api/edit", "application/json", 20 << 10, "16 KB"),
    ],
)
@pytest.mark.parametrize("told", [True, False])
def test_what_is_too_large_is_told_with_the_limit(table, path, kind, size, limit, told):
    """Whether its length is told before or not."""
    piece = bytes(10 << 10)
    body = bytes(size) if told else (piece for _ in range(size // len(piece)))
    headers = {"content-type": kind, "accept-language": "en"}
    answer = client(table).post(path, content=body, headers=headers)
    assert answer.status_code == 413
    assert answer.json()["error"]["text"] == f"This is too large; at most {limit}."


def test_there_is_no_speech_without_a_score(table):
    answer = client(table).get("/api/speech.wav?lang=en")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "no_speech"


@pytest.mark.parametrize(
    "path",
    [
        "/nothing", "/api/pictures/p99", "/api/history/7/picture", "/static/../../../etc/passwd",
        "/static/%2e%2e/%2e%2e/cli.py", "/api/pictures/..%2f..%2fcli.py", "/static/none.js",
        "/api/history?before=x", "/api/history?before=99999999999999999999",
        "/api/history/9223372036854775808/picture", f"/api/history/{'9' * 5000}/picture",
        "/api/history/-1/picture", "/api/history/1٣/picture",
    ],
)  # fmt: skip
def test_what_is_not_there_tells_nothing(table, path):
    answer = client(table).get(path)
    assert answer.status_code in (400, 404)
    assert set(answer.json()) == {"error"}
    assert "/" not in answer.json()["error"]["text"]


def test_every_answer_has_the_security_headers(table):
    page = client(table)
    for path in ("/", "/static/app.js", "/api/state", "/nothing"):
        headers = page.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://testserver:81"},
        {"sec-fetch-site": "cross-site"},
        {"host": "evil.example"},
        {"origin": "http://[x"},
        {"host": "[::1"},
        {"host": "[zz]"},
        {"host": "a]b"},
    ],
)
def test_other_pages_change_nothing(table, headers):
    table.lay(HAND)
    answer = client(table).post("/api/edit", json=TSUMO, headers=headers)
    assert answer.status_code == 403
    assert table.service.state().draft.previous is None


def test_a_form_of_another_page_is_no_correction(table):
    table.lay(HAND)
    body = json.dumps(TSUMO)
    answer = client(table).post("/api/edit", content=body, headers={"content-type": "text/plain"})
    assert answer.status_code == 415


def test_changing_needs_the_pin_and_looking_does_not(table):
    table.lay(HAND)
    page = client(table, pin="4821")
    assert ask(page, "/api/state")["pin"] is None
    assert page.post("/api/edit", json=TSUMO).status_code == 401
    assert page.post("/api/pin", json={"pin": "0000"}).status_code == 403
    assert page.post("/api/pin", json={"pin": "4821"}).status_code == 200
    assert page.post("/api/edit", json=TSUMO).status_code == 200
    forged = client(table, pin="4821", cookies={"jantaku_pin": "00.00"})
    assert forged.post("/api/edit", json=TSUMO).status_code == 401


def test_the_tables_own_screen_shows_the_pin_and_needs_none(table):
    table.lay(HAND)
    page = client(table, pin="4821", client=("127.0.0.1", 50000))
    assert ask(page, "/api/state")["pin"] == "4821"
    assert page.post("/api/edit", json=TSUMO).status_code == 200


def test_changes_are_pushed_to_every_page(table):
    with served(create_app(table.service)) as address:
        seen = []
        ready = threading.Barrier(4)

        def follow(lang):
            url = f"{address}/api/events?lang={lang}"
            with httpx.stream("GET", url, timeout=10) as stream:
                states = (json.loads(x[6:]) for x in stream.iter_lines() if x[:5] == "data:")
                next(states)
                ready.wait()
                seen.append(next(state for state in states if state["score"])["score"]["limit"])

        watchers = [threading.Thread(target=follow, args=(lang,)) for lang in LANGUAGES]
        for watcher in watchers:
            watcher.start()
        ready.wait(10)
        table.lay(HAND, SetContext("tsumo", True))
        for watcher in watchers:
            watcher.join(10)
    assert sorted(seen) == sorted(["Mangan", "満貫", "满贯"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    st.sampled_from(("/api/edit", "/api/pin", "/api/speak", "/api/photo")),
    st.binary(max_size=64) | st.text(max_size=40).map(str.encode),
    st.sampled_from(("application/json", "image/png", "text/html")),
)
def test_garbage_is_answered_and_harms_nothing(table, path, body, kind):
    answer = client(table).post(path, content=body, headers={"content-type": kind})
    assert answer.status_code in (200, 400, 403, 415, 422, 429)
    assert answer.json()
