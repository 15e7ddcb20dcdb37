"""What is made of whole games: hands, statistics, the sheet, Tenhou's JSON, their pages."""

import itertools
import json
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
from engine_games import NAMES, engine_book, write
from page_table import Table
from starlette.testclient import TestClient

from device._demo import NAMES as DEMO_NAMES
from device._i18n import LANGUAGES, text
from device.game._game import Play, open_book
from device.game._rounds import rounds_of
from device.game._statistics import statistics
from device.game._tenhou import tenhou_record
from device.log._port import Game
from device.log._sql import SqlLog
from device.page._app import create_app
from device.page._chart import bar_chart, line_chart, places_chart
from device.page._game import Begin, Declare, Exhausted, Foul, Stop, WinByHand
from device.page._html import inside, tag
from device.page._sheet import sheet
from device.page._statistics import statistics_body
from scorer import (
    TENHOU,
    Abort,
    AbortiveDraw,
    Chombo,
    Correction,
    EndGame,
    ExhaustiveDraw,
    RiichiAnnulled,
    RiichiDeclared,
    TakeOver,
    Win,
    Winner,
    final_result,
    load_rules,
)

AT = datetime(2026, 11, 30, 19, 0, tzinfo=UTC)
SIDES = ("bottom", "right", "top", "left")


@pytest.fixture(scope="module")
def games():
    """Whole games of the independent engine, of four and of three."""
    modes = [("4p-red-half", 0), ("4p-red-half", 1), ("4p-red-east", 2), ("3p-red-half", 3)]
    return [engine_book(*mode).ledger for mode in modes]


def ledger_of(*events, rules=TENHOU, names=NAMES):
    book = open_book(rules, names, SIDES)
    for event in events:
        book = book.after(Play((event,)))
    return book.ledger


def ron(winner, loser, points=3900):
    return Win((Winner(winner, points),), loser)


def test_the_hands_of_a_game_follow_one_another_and_add_up(games):
    for ledger in games:
        rounds = rounds_of(ledger)
        assert rounds[0].before.hand == 1
        assert rounds[-1].after == ledger.state
        for hand, following in itertools.pairwise(rounds):
            assert following.before == hand.after
        start = rounds[0].before.scores
        paid = [sum(hand.deltas[player] for hand in rounds) for player in range(len(start))]
        assert [a + b for a, b in zip(start, paid, strict=True)] == list(ledger.state.scores)


def test_a_game_that_was_stopped_says_so_on_its_sheet():
    told = {
        "en": "The players stopped here.",
        "ja": "対局者の合意で終了しました。",
        "zh": "玩家协议结束。",
    }
    left_over = ron(1, 0), RiichiDeclared(0), ExhaustiveDraw((0, 1, 2, 3)), EndGame()
    for lang in LANGUAGES:
        open_still = sheet(ledger_of(ron(1, 0), RiichiDeclared(0)), AT, lang)
        stopped = sheet(ledger_of(ron(1, 0), EndGame()), AT, lang)
        assert text(lang, "sheet.open") in open_still
        assert told[lang] in stopped
        assert text(lang, "sheet.open") not in stopped
        left = sheet(ledger_of(*left_over), AT, lang)
        assert text(lang, "end.sticks", count=1, name=NAMES[1], points=1000) in left
        assert text(lang, "end.sticks", count=1, name=NAMES[1], points=1000) not in open_still


def test_a_riichi_that_was_annulled_and_an_earlier_game_do_not_count():
    ledger = ledger_of(
        TakeOver((30000, 20000, 25000, 25000)), RiichiDeclared(0), RiichiDeclared(1),
        RiichiAnnulled(0), ron(1, 0), Correction((100, -100, 0, 0)),
    )  # fmt: skip
    first, rest = rounds_of(ledger)
    assert first.riichi == {1}
    assert first.deltas == (-3900, 3900, 0, 0)
    assert (rest.ending, rest.deltas) == (None, (100, -100, 0, 0))


def test_what_a_player_did_is_counted():
    ledger = ledger_of(
        RiichiDeclared(1), ron(1, 0), ExhaustiveDraw((0, 2)), Chombo(3),
        Win((Winner(0, 1000), Winner(1, 8000)), 2), AbortiveDraw(Abort.KYUUSHU_KYUUHAI),
    )  # fmt: skip
    found = statistics([ledger])
    aoi, ben, chie, dai = (found[name] for name in NAMES)
    assert [tally.hands for tally in found.values()] == [4] * 4
    assert (ben.wins, ben.riichi, ben.riichi_wins, ben.won, ben.best) == (2, 1, 1, 11900, 8000)
    assert (aoi.deal_ins, aoi.paid, chie.deal_ins, chie.paid) == (1, 3900, 1, 9000)
    assert (chie.tenpai, chie.draws, dai.tenpai, dai.chombo) == (1, 1, 0, 1)
    assert (ben.rate(ben.wins), aoi.place, aoi.games) == (0.5, None, 0)


def test_statistics_of_whole_games_agree_with_the_games(games):
    found = statistics(games)
    hands = [[hand for hand in rounds_of(ledger) if hand.ending] for ledger in games]
    wins = [hand.ending for game in hands for hand in game if isinstance(hand.ending, Win)]
    assert sum(tally.wins for tally in found.values()) == sum(len(win.winners) for win in wins)
    assert sum(t.deal_ins for t in found.values()) == sum(w.discarder is not None for w in wins)
    assert found["Aoi"].hands == sum(map(len, hands))
    assert found[NAMES[3]].games == 3
    assert sum(found["Aoi"].places.values()) == 4
    assert all(tally.yaku for tally in found.values())
    # The engine's games differ from run to run, and a yakuman counts no riichi beside it.
    riichi_wins = sum(tally.riichi_wins for tally in found.values())
    assert 0 < sum(tally.yaku["riichi"] for tally in found.values()) <= riichi_wins
    total = sum(
        result.total for ledger in games for result in final_result(ledger.state)
        if ledger.names[result.player] == "Ben"
    )  # fmt: skip
    assert found["Ben"].total == pytest.approx(total)


def test_the_page_tells_every_figure_of_every_player(games):
    found = statistics(games)
    body = ElementTree.fromstring(f"<body>{statistics_body(found, 'en')}</body>")
    figures, yaku = ([[cell.text for cell in row] for row in t] for t in body.iter("tbody"))
    order = [cell.text for cell in next(body.iter("thead"))[0]][1:]
    rates = {row[0]: row[1:] for row in figures}
    for name, told in zip(order, rates["Wins"], strict=True):
        assert told == f"{100 * found[name].wins / found[name].hands:.1f} %"
    counts = {row[0]: row[1:] for row in yaku}
    assert counts["Riichi"] == [str(found[name].yaku["riichi"]) for name in order]


def test_players_are_told_apart_by_their_names_wherever_they_sit():
    one = ledger_of(ron(0, 1))
    other = ledger_of(ron(1, 0), names=("Ben", "Aoi", "Eva", "Fay"))
    found = statistics([one, other])
    assert (found["Aoi"].wins, found["Ben"].deal_ins, found["Eva"].hands) == (2, 2, 1)


def texts(markup):
    return [e.text for e in ElementTree.fromstring(markup).iter() if e.text and e.text.strip()]


def test_charts_are_whole_svg_with_every_label():
    names = ("Aoi & Co", "<script>", '"Chie"', "Dai")
    series = [(25000, 26000), (25000, 24000), (25000, 65000), (25000, -15000)]
    drawn = line_chart("Points", names, series, ["", "E1"])
    assert set(names) <= set(texts(drawn))
    assert {"−20000", "0", "20000", "E1"} <= set(texts(drawn))
    assert "<script>" not in drawn
    assert texts(bar_chart("Yaku", [("Riichi", 3), ("Pinfu", 1)]))[1:] == [
        "Riichi", "3", "Pinfu", "1"
    ]  # fmt: skip
    assert texts(places_chart("Places", [("Aoi", (2, 0, 1))]))[1:] == ["Aoi", "1: 2", "3: 1"]


def test_lines_end_beside_their_names_also_where_all_are_level():
    drawn = line_chart("x", "ABCD", [(25000,)] * 4, [""])
    ends = [float(e.get("y")) for e in ElementTree.fromstring(drawn).iter()
            if e.get("class", "").startswith("name")]  # fmt: skip
    assert all(b - a >= 16 for a, b in itertools.pairwise(ends))
    assert ends[-1] < 300


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_tells_every_hand_and_the_result(games, lang):
    ledger = games[0]
    page = sheet(ledger, AT, lang)
    body = ElementTree.fromstring(f"<body>{page}</body>")
    tables = list(body.iter("tbody"))
    assert len(list(tables[0].iter("tr"))) == len(rounds_of(ledger))
    places = [[cell.text for cell in row] for row in tables[1]]
    assert [row[1] for row in places] == [
        ledger.names[result.player] for result in final_result(ledger.state)
    ]
    assert "<Dai>" not in page
    assert "&lt;Dai&gt;" in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_says_what_the_shaded_cells_are_and_writes_a_true_minus(lang):
    legend = f'<p><span class="riichi">{text(lang, "game.riichi")}</span></p>'
    broke = Win((Winner(1, 48000),), 0)
    assert legend in sheet(ledger_of(RiichiDeclared(1), broke), AT, lang)
    page = sheet(ledger_of(broke), AT, lang)
    assert legend not in page
    assert ">−23000<" in page
    assert ">-" not in page


def test_a_sheet_tells_whatever_can_happen():
    ledger = ledger_of(
        ExhaustiveDraw(), ExhaustiveDraw((0,)), ExhaustiveDraw((0,), (1,)), Chombo(2),
        AbortiveDraw(Abort.SUUKAIKAN), Win((Winner(1, 1000), Winner(2, 2000)), 0),
        RiichiDeclared(3),
    )  # fmt: skip
    told = sheet(ledger, AT, "en")
    for words in (
        "nobody tenpai", "tenpai: Aoi", "Nagashi mangan: Ben", "Chie: chombo", "Four kans",
        "Ben: ron 1000 from Aoi, Chie: ron 2000 from Aoi", "Still being played", "Standing",
    ):  # fmt: skip
        assert words in told
    assert "Nothing has been entered" in sheet(ledger_of(), AT, "en")


def test_tenhou_json_tells_the_results(games):
    for ledger in games:
        record = json.loads(json.dumps(tenhou_record(ledger, AT)))
        assert record["name"] == list(ledger.names)
        log = record["log"]
        assert log[0][0] == [0, 0, 0]
        assert all(len(hand) == 5 + 3 * len(ledger.names) for hand in log)
        follow_one_another(log)


def follow_one_another(log):
    """Check that the scores of each hand and what it brought are the scores of the next."""
    for hand, following in itertools.pairwise(log):
        moved = [hand[1], *hand[-1][1::2]]
        assert [sum(points) for points in zip(*moved, strict=True)] == following[1]


def test_tenhou_json_tells_riichi_and_chombo_entered_by_hand(tmp_path):
    table = Table(tmp_path)
    table.service.play(Begin(NAMES, SIDES))
    table.service.play(Declare(1))
    table.service.play(Foul(2))
    table.service.play(Declare(1))
    table.service.play(WinByHand(0, 3900, 1))
    table.service.play(Declare(3))
    table.service.play(Exhausted((3,)))
    ledger = table.service.state().game.book.ledger
    log = json.loads(json.dumps(tenhou_record(ledger, AT)))["log"]
    table.keeper.close()
    assert [hand[-1][0] for hand in log] == ["チョンボ", "和了", "流局"]
    assert log[1][-1][1] == [4900, -4900, 0, 0]
    assert log[2][-1][1] == [-1000, -1000, -1000, 2000]
    follow_one_another(log)


def test_tenhou_json_writes_points_and_yaku_as_its_viewer_reads_them(games):
    told = [hand[-1] for ledger in games for hand in tenhou_record(ledger, AT)["log"]]
    wins = [result[2] for result in told if result[0] == "和了"]
    assert any(win[3].endswith("∀") or "-" in win[3] for win in wins if win[0] == win[1])
    assert all(win[3].endswith("点") for win in wins if win[0] != win[1])
    assert any("立直(1飜)" in win for win in wins)
    names = {result[0] for result in told}
    assert names <= {"和了", "流局", "全員聴牌", "流し満貫", "九種九牌", "四風連打", "四家立直"}


@pytest.fixture
def played(tmp_path):
    """A log with three games, the second of which is damaged."""
    log = SqlLog(tmp_path)
    write(log, engine_book("4p-red-east", 2))
    log.begin(Game("no rules", NAMES, SIDES))
    write(log, engine_book("4p-red-half", 0))
    log.close()
    return tmp_path


def test_the_pages_show_the_games_of_the_log(played):
    table = Table(played)
    page = TestClient(create_app(table.service))
    newest = page.get("/sheet", params={"lang": "en"})
    assert newest.text == page.get("/sheet/3", params={"lang": "en"}).text
    assert 'href="/sheet/2"' in newest.text
    assert newest.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in newest.headers["content-security-policy"]
    figures = page.get("/statistics", params={"lang": "en"}).text
    assert "1 damaged games are left out." in figures
    assert "<td>2</td>" in figures
    assert page.get("/sheet/2").json()["error"]["code"] == "game_damaged"
    assert page.get("/sheet/4").status_code == 422
    assert page.get("/sheet/x").status_code == 404
    table.keeper.close()


def test_the_players_of_the_demonstration_are_not_among_one_s_own(tmp_path):
    """They are shown while nobody else has played."""
    table, shown = Table(tmp_path), []
    table.service.camera("recording", "recording")
    page = TestClient(create_app(table.service))
    for names in (DEMO_NAMES, ("Ann", "Bea", "Cyd", "Dot")):
        table.service.play(Begin(names, SIDES))
        table.service.play(WinByHand(0, 3900, 1))
        table.service.play(Stop())
        shown.append(page.get("/statistics", params={"lang": "en"}).text)
    table.service.camera("v4l2:0", "ok")
    shown.append(page.get("/statistics", params={"lang": "en"}).text)
    table.keeper.close()
    assert [DEMO_NAMES[0] in text for text in shown] == [True, False, True]
    assert ["Ann" in text for text in shown] == [False, True, True]


def test_before_the_first_game_the_pages_say_so(tmp_path):
    table = Table(tmp_path)
    page = TestClient(create_app(table.service))
    assert page.get("/sheet").status_code == 404
    assert "No hand of a game" in page.get("/statistics", params={"lang": "en"}).text
    table.keeper.close()


def test_the_commands_write_the_sheet_and_the_games(played, jantaku):
    file = played / "sheet.html"
    assert jantaku("log", "--data", played, "sheet", "--out", file).returncode == 0
    assert "<style>" in file.read_text()
    assert "href=" not in file.read_text()
    assert jantaku("log", "--data", played, "sheet", "9", "--out", file).returncode == 2
    export = jantaku("log", "--data", played, "export", "--format", "tenhou")
    assert [json.loads(line)["name"] for line in export.stdout.splitlines()] == [list(NAMES)] * 2


def test_markup_escapes_what_is_not_markup():
    assert tag("td", "<b>", class_="a\"'") == '<td class="a&quot;&#x27;">&lt;b&gt;</td>'
    assert inside(tag("i", "x"), "&") == "<i>x</i>&amp;"


def test_games_of_three_have_three_places():
    ledger = engine_book("3p-red-half", 5).ledger
    assert ledger.rules.players == load_rules("sanma-tenhou").players
    found = statistics([ledger])
    assert sorted(place for tally in found.values() for place in tally.places) == [1, 2, 3]
