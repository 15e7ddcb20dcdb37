"""The requests about a game: what they enter, what they answer, what is refused."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from page_table import Table, reading_of
from starlette.testclient import TestClient

from device._i18n import LANGUAGES, catalogue
from device.desk import _desk_game
from device.page._access import Gate
from device.page._app import create_app
from device.page._edit import EditError
from device.page._game_parse import _PARSERS, parse_game_edit
from scorer import Abort, End

NAMES = ["Aoi", "Ben", "Chie", "Dai"]
SIDES = ["bottom", "right", "top", "left"]
BEGIN = {"op": "begin", "names": NAMES, "sides": SIDES}
HAND = reading_of("111z234m567p99s34s", "5s")


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.keeper.close()


@pytest.fixture
def page(table):
    return TestClient(create_app(table.service), raise_server_exceptions=False)


def post(page, status=200, lang="en", **entry):
    answer = page.post("/api/game", json=entry, params={"lang": lang})
    assert answer.status_code == status, answer.text
    return answer.json()["game"] if status == 200 else answer.json()["error"]


def test_a_game_is_told_with_every_word(page):
    game = post(page, **BEGIN)
    assert (game["round"], game["honba"], game["sticks"]) == ("East 1", 0, 0)
    first = game["players"][0]
    assert (first["name"], first["wind_name"], first["score"]) == ("Aoi", "East", 25000)
    assert first["dealer"]
    assert {abort["kind"] for abort in game["aborts"]} == {str(kind) for kind in Abort}
    assert (game["undo"], game["moves"], game["end"]) == ("", [], None)
    assert "comes off in the result" in game["penalty"]


SAID = {
    "en": ("South 1", "Ben: ron 7700 from Dai", "Undo: Chie: riichi"),
    "ja": ("南1局", "Ben ロン 7700点（Dai放銃）", "取り消す：Chie リーチ"),
    "zh": ("南1局", "Ben 荣和 7700点（Dai放铳）", "撤销：Chie 立直"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_entered_is_told_in_every_language(page, lang):
    post(page, **BEGIN)
    for _ in range(3):
        post(page, op="draw", tenpai=[])
    post(page, op="win", player=1, points=7700, discarder=3)
    game = post(page, lang=lang, op="riichi", player=2)
    assert (game["round"], game["moves"][1]["text"], game["undo"]) == SAID[lang]
    assert game["moves"][1]["deltas"][1].startswith("+")
    assert len(game["moves"]) == 5


def test_a_win_is_entered_undone_and_found_in_the_list(table, page):
    post(page, **BEGIN)
    table.lay(HAND)
    page.post("/api/edit", json={"op": "context", "field": "tsumo", "value": False})
    state = page.get("/api/state").json()
    assert state["game"]["trouble"]["code"] == "discarder"
    assert [fix["text"] for fix in state["game"]["trouble"]["fixes"]] == NAMES[1:]
    game = post(page, op="take", code="discarder", player=2)
    assert game["trouble"] is None
    hand = {"id": page.get("/api/state").json()["hand_id"], "text": game["shown_win"]}
    assert game["moves"][0]["hands"] == [hand]
    assert game["hand_names"] == dict(zip("ESWN", NAMES, strict=True))
    assert game["players"][2]["delta"] == "−3900"
    game = post(page, op="undo")
    assert game["trouble"]["code"] == "taken_back"
    assert post(page, op="redo")["trouble"] is None
    assert post(page, 422, op="take", code="enter")["code"] == "fix_gone"


def test_the_end_is_told_with_places(page):
    post(page, **BEGIN)
    post(page, op="win", player=3, points=12000, discarder=0)
    game = post(page, op="stop")
    assert game["end"]["reason"] == "The players stopped here."
    assert [place["name"] for place in game["end"]["places"]] == ["Dai", "Ben", "Chie", "Aoi"]
    assert game["phase_text"] == "The game is over"
    assert post(page, 422, op="draw", tenpai=[])["code"] == "game_over"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"op": "begin", "names": ["A", "A", "B", "C"], "sides": SIDES}, "name_twice"),
        ({"op": "begin", "names": ["A", " ", "B", "C"], "sides": SIDES}, "name_missing"),
        ({"op": "begin", "names": ["A" * 25, "B", "C", "D"], "sides": SIDES}, "name_too_long"),
        ({"op": "begin", "names": ["A\n", "B", "C", "D"], "sides": SIDES}, "bad_edit"),
        ({"op": "begin", "names": NAMES[:3], "sides": SIDES[:3]}, "players_count"),
        ({"op": "begin", "names": NAMES, "sides": SIDES[::-1]}, "bad_edit"),
        ({"op": "begin", "names": NAMES, "sides": SIDES, "rules": "none"}, "no_rules"),
        ({"op": "begin", "names": NAMES, "sides": ["x"] * 4}, "bad_edit"),
        ({"op": "begin", "names": [["A"]] * 4, "sides": SIDES}, "bad_edit"),
        ({"op": "riichi", "player": 0}, "no_game"),
        ({"op": "riichi", "player": 4}, "bad_edit"),
        ({"op": "win", "player": 0, "points": True, "discarder": None}, "points"),
        ({"op": "win", "player": 0, "points": 3900}, "discarder_missing"),
        ({"op": "win", "player": None, "points": 3900, "discarder": 1}, "player_missing"),
        ({"op": "penalty", "player": 0, "points": None}, "points"),
        ({"op": "abort", "kind": "rain"}, "bad_edit"),
        ({"op": "draw", "tenpai": "0"}, "bad_edit"),
        ({"op": "take", "code": "enter"}, "fix_gone"),
        ({"op": "dance"}, "bad_edit"),
        ([], "bad_edit"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(page, entry, code, lang):
    answer = page.post("/api/game", json=entry, params={"lang": lang})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["text"] == catalogue(lang)[f"error.{code}"]


def test_entering_needs_the_pin_and_comes_from_our_own_page(table):
    app = create_app(table.service, Gate("4821"))
    phone = TestClient(app, client=("192.168.1.20", 40000))
    assert phone.post("/api/game", json=BEGIN).status_code == 401
    phone.post("/api/pin", json={"pin": "4821"})
    foreign = {"Origin": "http://evil.example"}
    assert phone.post("/api/game", json=BEGIN, headers=foreign).status_code == 403
    assert phone.post("/api/game", json=BEGIN).status_code == 200


def test_the_standing_can_be_heard(page):
    assert page.get("/api/speech.wav", params={"what": "standing"}).status_code == 404
    post(page, **BEGIN)
    answer = page.get("/api/speech.wav", params={"what": "standing", "lang": "ja"})
    assert answer.headers["content-type"] == "audio/wav"
    assert page.post("/api/speak", json={"what": "standing"}).status_code == 200


def test_the_table_view_is_served_with_its_headers(page):
    answer = page.get("/table")
    assert "text/html" in answer.headers["content-type"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_taking_back_in_an_empty_game_speaks_of_entries(page):
    post(page, **BEGIN)
    answer = page.post("/api/game", json={"op": "undo"}).json()
    assert answer["error"]["text"] == "Nothing was entered that could be taken back."


VALUES = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers(-9, 9))
KEYS = ("player", "points", "discarder", "tenpai", "nagashi", "kind", "count", "deltas", "sticks",
        "move", "names", "sides", "code", "hand", "rules")  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(op=st.sampled_from([*_PARSERS]), body=st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_garbage_is_refused_and_harms_nothing(table, page, op, body):
    if table.service.state().game is None:
        post(page, **BEGIN)
    answer = page.post("/api/game", content=json.dumps({**body, "op": op}),
                       headers={"Content-Type": "application/json"})  # fmt: skip
    assert answer.status_code in (200, 422), answer.text
    state = table.service.state().game.book.ledger.state
    assert sum(state.scores) + 1000 * state.riichi_sticks + state.off_table == state.total


@given(st.recursive(VALUES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_any_json_is_an_entry_or_refused(body):
    with pytest.raises(EditError):
        parse_game_edit(body)


def test_every_question_and_way_out_has_its_words():
    for fix in _desk_game._WAYS_OUT:
        assert f"fix.{fix}" in catalogue("ja")
    for code in ("taken_back", "over", "two_hands", "nobody", "riichi_open", "riichi_seen",
                 "discarder", "impossible"):  # fmt: skip
        assert f"step.{code}" in catalogue("ja")
    for end in End:
        assert f"end.{end}" in catalogue("ja")


def enter(page, hand, win):
    """Enter a hand tile by tile, won by ron."""
    for tile in [*re.findall("..", hand), win]:
        place = "win" if tile == win else "concealed"
        page.post("/api/edit", json={"op": "add", "tile": tile, "place": place})
    how = {"op": "context", "field": "tsumo", "value": False}
    return page.post("/api/edit", json=how).json()


def test_a_hand_entered_by_hand_is_worth_nothing_before_its_winner_is_known(page):
    post(page, **BEGIN)
    state = enter(page, "2m3m4m4p5p6p6s7s8s5p5p6p7p", "8p")
    assert (state["score"], state["game"]["trouble"]["code"]) == (None, "nobody")
    assert state["draft"]["context"]["seat_wind"] is None
    assert page.get("/api/speech.wav").status_code == 404
    winner = {"op": "context", "field": "seat_wind", "value": "W"}
    assert page.post("/api/edit", json=winner).json()["score"]["points"] == "2000"


def test_who_won_is_asked_where_only_some_of_them_have_a_yaku(page):
    post(page, **BEGIN)
    state = enter(page, "1m2m3m4p5p6p7s8s9s9s9s3z3z", "3z")
    assert (state["error"]["code"], state["error"]["help"]) == ("player_missing", "who")
    said = {"op": "context", "field": "seat_wind", "value": "W"}
    state = page.post("/api/edit", json=said).json()
    assert (state["error"], state["score"]["points"]) == (None, "1300")
