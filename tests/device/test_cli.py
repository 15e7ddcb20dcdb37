"""The ``jantaku`` command as people and programs call it."""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
import wave
from importlib.metadata import version
from pathlib import Path

import pytest

from device._score_json import score_record
from device.log._port import Entry
from device.log._sql import SqlLog

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
HAND = ("score", "123m456p789s11122z", "--win", "2z", "--ron", "--seat", "S", "--round", "E")

GOOD = {"hand": "123m456p789s11122z", "win_tile": "2z", "tsumo": False, "seat_wind": "S",
        "round_wind": "E"}  # fmt: skip


def program(*arguments, stdin="", **environment):
    """Run the program as its own process, in English unless ``LANG`` says otherwise."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "device.cli", *map(str, arguments)],
        cwd=ROOT, input=stdin, capture_output=True, text=True, timeout=120,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "", **environment},
    )  # fmt: skip


def refused(result, *words):
    """Bad input: status 2, one sentence that names what was seen, never a traceback."""
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize(
    "command", ["", "read", "score", "score-photo", "serve", "log", "rules", "say", "evaluate"]
)
def test_help_is_there(jantaku, command):
    result = jantaku(*([command] if command else []), "--help")
    assert result.returncode == 0
    assert result.stdout.startswith("usage: jantaku")


# ---------------------------------------------------------------- score


def test_a_hand_is_scored_and_explained():
    result = program(*HAND, "--riichi", "--dora", "4p", "--discarder", "W", "--honba", "2")
    assert result.returncode == 0
    assert "3 han 50 fu, 6400 points" in result.stdout
    assert "Riichi: 1 han" in result.stdout
    assert "single wait 2" in result.stdout
    assert "South +7000, West -7000" in result.stdout


@pytest.mark.parametrize(("lang", "word"), [("ja", "50符3飜, 6400点"), ("zh", "50符3番, 6400点")])
def test_the_answer_is_in_the_language_asked_for(jantaku, lang, word):
    result = jantaku(*HAND, "--riichi", "--dora", "4p", "--lang", lang)
    assert word in result.stdout


def test_the_locale_chooses_the_language():
    assert "場風" in program(*HAND, LANG="ja_JP.UTF-8").stdout


def test_thirteen_tiles_and_the_winning_one_are_a_hand(jantaku):
    fourteen = jantaku(*HAND, "--json")
    thirteen = jantaku("score", "123m456p789s1112z", *HAND[2:], "--json")
    assert thirteen.stdout == fourteen.stdout


def test_called_sets_and_json(jantaku):
    result = jantaku("score", "22m", "--meld", "pon:555z:2", "--meld", "ankan:1111p", "--meld",
                     "chi:340s:3", "--meld", "kakan:7777z:1", "--win", "2m", "--tsumo", "--json",
                     "--discarder", "S", "--rules", "m-league")  # fmt: skip
    assert result.returncode == 2
    assert json.loads(result.stdout)["error"]["code"] == "tsumo_with_discarder"
    result = jantaku("score", "22m", "--meld", "pon:555z:2", "--meld", "ankan:1111p", "--meld",
                     "chi:340s:3", "--meld", "kakan:7777z:1", "--win", "2m", "--tsumo", "--json",
                     "--rules", "m-league")  # fmt: skip
    answer = json.loads(result.stdout)
    assert result.returncode == 0
    assert answer["yaku"] == [["haku", 1], ["chun", 1]]
    assert answer["akadora"] == 1
    assert answer["rules"] == "m-league"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("12m456p789s11122z", "--win", "2z", "--ron"), ["not a complete hand"]),
        (("123m456p789s11122z", "--ron"), ["not which one won"]),
        (("123m456p789s11122z", "--win", "9m", "--ron"), ["9m", "not among"]),
        (("123m456p789s1112x", "--win", "2z", "--ron"), ["123m456p789s1112x"]),
        (("123m456p789s111222z", "--win", "2z", "--ron"), ["15"]),
        (("11111m456p789s222z", "--win", "2z", "--ron"), ["1m"]),
        (("234m456p44478s11z", "--win", "9s", "--ron"), ["no yaku"]),
        (
            ("123m456p789s11122z", "--win", "2z"),
            ["--tsumo (by the own draw", "--ron (on a discard"],
        ),
        (("123m456p789s11122", "--win", "2z", "--ron"), ["last digits 11122 of 123m", "no suit"]),
        (("123m456p789s11122z", "--win", "2", "--ron"), ["last digits 2 of 2 have no suit"]),
        (("22m", "--meld", "run:123m", "--win", "2m", "--ron"), ["run:123m", "chi"]),
        (("123m456p789s11122z", "--win", "2z", "--ron", "--rules", "tenho"), ["tenho", "tenhou"]),
        (("--jsonl", "/missing.jsonl"), ["/missing.jsonl"]),
    ],
)
def test_bad_hands_are_refused_in_words(jantaku, arguments, words):
    refused(jantaku("score", *arguments), *words)


def test_a_hand_is_written_sorted_everywhere(jantaku, tmp_path):
    told = jantaku("score", "123456789m2355m", "--win", "4m", "--tsumo").stdout
    assert told.startswith("1223345556789m + 4m\n")
    meld = ("--meld", "pon:555z:2")
    first = jantaku("score", "8p234m34067p22p", *meld, "--win", "8p", "--ron").stdout
    written = "234m2234067p + 8p [pon 555z]"
    assert first.startswith(f"{written}\n")
    record = {**GOOD, "hand": "8p234m34067p22p", "win_tile": "8p",
              "melds": [{"type": "pon", "tiles": "555z", "from": 2}]}  # fmt: skip
    log = SqlLog(tmp_path)
    log.append(Entry("tenhou", record, score_record(record), "entered"))
    log.close()
    listed = jantaku("log", "--data", tmp_path, "list").stdout
    assert f"Ron, South, 2 han 30 fu  {written}  Haku" in listed


def test_a_slice_of_the_truth_through_jsonl():
    lines = (SHARED / "truth" / "real_wins.jsonl").read_text().splitlines()[::40]
    result = program("score", "--jsonl", "-", "--rules", "tenhou", stdin="\n".join(lines))
    assert result.returncode == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(answers) == len(lines) > 150
    for line, answer in zip(lines, answers, strict=True):
        expected = json.loads(line)["expected"]
        assert answer["points"] == expected["points"]
        assert answer["han"] == expected["han"]
        if expected["fu"]:
            assert answer["fu"] == expected["fu"]
        if expected["han"] is not None:
            assert sorted(answer["yaku"]) == sorted(expected["yaku"])


def test_a_bad_line_is_answered_and_the_next_is_scored(jantaku, tmp_path):
    path = tmp_path / "hands.jsonl"
    path.write_text(f"not json\n[1]\n{json.dumps(GOOD)}\n\n{{}}\n")
    result = jantaku("score", "--jsonl", path)
    assert result.returncode == 2
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [a.get("error", {}).get("code") for a in answers] == [
        "jsonl_line", "jsonl_line", None, "jsonl_line", "bad_record"]  # fmt: skip
    assert "Line 4 is not a JSON object: blank" in answers[3]["error"]["message"]
    assert "Line 1" in answers[0]["error"]["message"]


def test_bytes_that_are_no_text_spoil_one_line_only(jantaku, tmp_path):
    good = json.dumps(GOOD).encode()
    path = tmp_path / "hands.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + good + b"\n")
    assert jantaku("score", "--jsonl", path).returncode == 0
    path.write_bytes(good + b'\n{"hand": "\xff"}\n' + good + b"\n")
    result = jantaku("score", "--jsonl", path)
    assert result.returncode == 2
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, False]


HOSTILE = [
    {"players": 5, "who": 0, "from_who": 1, "oya": 0},
    {"players": 0, "who": 0, "from_who": 1, "oya": 0},
    {"tsumo": True, "rules": {"scoring": "aotenjou", "han": {"menzen_tsumo": "20000/-"}}},
    {"rules": "a\0b.toml"},
    {"hand": "1m" * 100_000},
    {"hand": "\ud800"},
    {"honba": 10**4000},
    {"rules": {"uma": [1e400, 0, 0, 0]}},
]


def test_no_record_stops_the_run(jantaku, tmp_path):
    path = tmp_path / "hands.jsonl"
    records = [*({**GOOD, **changes} for changes in HOSTILE), GOOD]
    path.write_text("\n".join(map(json.dumps, records)))
    result = jantaku("score", "--jsonl", path)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [*(True for _ in HOSTILE), False]
    assert all(len(a["error"]["message"]) < 400 for a in answers[:-1])


def test_a_name_that_no_encoding_has_is_printed(jantaku, tmp_path):
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps({**GOOD, "rules": {"name": "\ud800"}}))
    assert json.loads(jantaku("score", "--jsonl", path).stdout)["rules"] == "\ud800"


def test_a_winner_at_the_north_of_three(jantaku):
    result = jantaku("score", "19m19p19s12345677z", "--win", "7z", "--tsumo", "--seat", "N",
                     "--rules", "sanma-tenhou", "--json")  # fmt: skip
    assert json.loads(result.stdout)["deltas"] == [-16000, -8000, 0, 24000]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*HAND, "--ura", "1m", "2m", "--dora", "3p"), "里宝牌指示牌"),
        (("123m456p789s11223z", "--win", "2z", "--ron"), "不是和牌形"),
        ((*HAND[:5], "--seat", "S", "--discarder", "S"), "自己"),
        ((*HAND, "--rules", "tenho"), "没有规则 'tenho'"),
        ((*HAND[:3], "", "--ron"), "'' 不是一张牌"),
        (("score", "", "--win", "1m", "--ron"), "请给出手牌"),
    ],
)
def test_refusals_are_in_the_language_asked_for(jantaku, arguments, words):
    given = arguments if arguments[0] == "score" else ("score", *arguments)
    refused(jantaku(*given, "--lang", "zh"), words)


def test_first_turns_and_riichi_are_refused_in_japanese(jantaku):
    result = jantaku(*HAND[:4], "--tsumo", "--seat", "S", "--chiihou", "--riichi", "--lang", "ja")
    refused(result, "リーチは付きません")


def test_counters_are_counted_in_words(jantaku):
    result = jantaku(*HAND, "--honba", "many")
    assert result.returncode == 2
    assert "--honba is many, which is no number from 0 to 99" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["log", "show"], "NUMBER is missing. See: jantaku log show --help"),
        (["log", "show", "9" * 30], "NUMBER is 999"),
        (["log", "show", "-1"], "-1"),
        (["log", "sheet", "9" * 5000, "--out", "x"], "GAME is 999"),
        (["log", "list", "--limit", "9" * 19], "no number from 0 to 999999999999999"),
        (["log"], "ACTION is missing"),
        (["los"], "There is no command 'los'. Choose from: read, score, "),
        (["log", "lists"], "There is no command 'lists'. Choose from: list, show, "),
        (["score", "--seat", "X"], "--seat cannot be X. Choose from: E, S, W, N."),
        (["score", "--tsumo", "--ron"], "--ron and --tsumo cannot both be given"),
        (["score", "--colour"], "I do not know --colour here. See: jantaku --help"),
        (["score-photo", "x.jpg"], "One of --tsumo --ron is missing"),
        (["serve", "--port"], "--port needs a value behind it. See: jantaku serve --help"),
        (["serve", "--port", "many"], "--port is many, which is no number from 0 to 65535"),
        (["log", "list", "--l", "3"], "I do not understand this command: ambiguous option: --l"),
        (["log", "show", "--lang", "ja"], "NUMBERがありません"),
        (["log", "show", "x", "--lang=zh"], "NUMBER 的 x 不是"),
    ],
)
def test_what_a_command_cannot_take_is_said_in_a_sentence(jantaku, arguments, said):
    refused(jantaku(*arguments), said)


def test_the_version_is_told(jantaku):
    result = jantaku("--version")
    assert (result.returncode, result.stdout) == (0, f"jantaku {version('jantaku')}\n")


def test_a_wind_taken_for_granted_is_told(jantaku):
    hand = ("score", "123m456p789s11122z", "--win", "2z", "--ron", "--riichi")
    told = jantaku(*hand).stdout.splitlines()[-2:]
    assert "No seat wind was given: East, the dealer, is taken" in told[0]
    assert "--round" in told[1]
    assert json.loads(jantaku(*hand, "--json").stdout)["assumed"] == ["seat_wind", "round_wind"]
    said = jantaku(*hand, "--seat", "S", "--round", "E")
    assert "was given" not in said.stdout
    assert "assumed" not in json.loads(jantaku(*hand, "--seat=S", "--round=E", "--json").stdout)


def test_a_wrong_rule_file_is_not_said_to_be_missing(jantaku, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("base = [1]\n")
    refused(jantaku(*HAND, "--rules", path), "is wrong", "base must be the name")
    refused(jantaku(*HAND, "--rules", tmp_path / "none.toml"), "cannot open")
    refused(jantaku(*HAND, "--rules", ""), "no rule set ''")


def test_the_scorer_starts_without_the_heavy_libraries():
    code = (
        "import sys, device.cli; device.cli.main(sys.argv[1:]);"
        "assert not {'cv2', 'numpy', 'onnxruntime', 'sqlalchemy', 'starlette'} & set(sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code, *HAND], cwd=ROOT, capture_output=True)
    assert result.returncode == 0, result.stderr


def test_a_closed_pipe_ends_quietly():
    line = json.dumps(GOOD)
    with subprocess.Popen(
        [sys.executable, "-m", "device.cli", "score", "--jsonl", "-"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as program:  # fmt: skip
        program.stdout.close()
        program.stdin.write(f"{line}\n" * 500)
        program.stdin.close()
        assert "Traceback" not in program.stderr.read()


# ---------------------------------------------------------------- rules


def test_rule_sets_are_listed_and_shown(jantaku):
    names = [line.split()[0] for line in jantaku("rules", "list").stdout.splitlines()]
    assert {"tenhou", "m-league", "sanma-tenhou"} <= set(names)
    shown = jantaku("rules", "show", "m-league").stdout
    assert "with Tenhou's value in brackets:\n  kiriage = true  (false)\n" in shown
    assert "in a closed / in an open hand:\n" in shown
    assert "brackets" not in jantaku("rules", "show", "tenhou").stdout
    assert "Pinfu: 1 / -" in shown


def test_a_rule_file_of_one_s_own(jantaku, tmp_path):
    path = tmp_path / "home.toml"
    path.write_text(jantaku("rules", "show", "tenhou", "--toml").stdout)
    assert jantaku("rules", "check", path).returncode == 0
    path.write_text('name = "Our table"\ntitle = "Our table"\n')
    assert jantaku("rules", "check", path).stdout == "Our table\n"
    path.write_text('name = "home"\ntitle = "At home"\nkuitann = false\n')
    refused(jantaku("rules", "check", path), "line 3", "did you mean kuitan?\n")
    path.write_bytes(b"name = \xff")
    refused(jantaku("rules", "check", path), "is wrong: it is no UTF-8 text")
    missing = jantaku("rules", "check", tmp_path / "none.toml")
    refused(missing, "none.toml: No such file or directory. Check the name")
    assert "Errno" not in missing.stderr
    path.write_text('name = "home"\ntitle = "At home"\n[han]\nround_wind = "5/5"\n')
    assert "mangan" in jantaku(*HAND, "--rules", path, "--json").stdout


def test_a_folder_without_labels_is_not_evaluated(jantaku, tmp_path):
    assert jantaku("evaluate", tmp_path, "--lang", "en").returncode == 2


# ---------------------------------------------------------------- the log


@pytest.fixture
def data(tmp_path):
    """A log with one hand, its correction, and another hand without a picture."""
    record = {"hand": "123m456p789s11122z", "win_tile": "2z", "tsumo": False, "seat_wind": "S",
              "round_wind": "E", "melds": [], "rules": "tenhou"}  # fmt: skip
    riichi = {**record, "riichi": "riichi"}
    log = SqlLog(tmp_path)
    first = log.append(
        Entry("tenhou", record, score_record(record), "camera", {"tiles": []}, b"JPEG")
    )
    log.append(Entry("tenhou", riichi, score_record(riichi), "camera", replaces=first))
    log.append(Entry("tenhou", record, score_record(record), "entered"))
    log.close()
    return tmp_path


def test_the_log_is_listed_newest_first(jantaku, data):
    assert jantaku("log", "list", "--data", data).stdout.count("Riichi") == 1
    assert jantaku("log", "list", "--data", data, "--lang", "ja").stdout.count("リーチ") == 1
    lines = jantaku("log", "--data", data, "list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["3", "2"]
    assert "Riichi, Round Wind" in lines[1]
    assert len(jantaku("log", "--data", data, "list", "--all").stdout.splitlines()) == 3


def test_a_hand_of_the_log_is_shown_with_its_picture(jantaku, data, tmp_path):
    picture = tmp_path / "hand.jpg"
    result = jantaku("log", "--data", data, "show", "1", "--picture", picture)
    assert "50 fu" in result.stdout
    assert picture.read_bytes() == b"JPEG"
    assert json.loads(jantaku("log", "--data", data, "show", "1", "--json").stdout)["id"] == 1


def test_the_log_is_exported(jantaku, data, tmp_path):
    rows = list(csv.DictReader(io.StringIO(jantaku("log", "--data", data, "export").stdout)))
    assert [(row["id"], row["points"], row["yaku"]) for row in rows] == [
        ("2", "3200", "riichi round_wind"), ("3", "1600", "round_wind")]  # fmt: skip
    out = tmp_path / "all.jsonl"
    jantaku("log", "--data", data, "export", "--format", "json", "--all", "--out", out)
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == [1, 2, 3]


def test_what_the_log_has_not_is_told(jantaku, data, tmp_path):
    refused(jantaku("log", "--data", data, "show", "9"), "hand number 9")
    refused(jantaku("log", "--data", data, "show", "3", "--picture", tmp_path / "x"), "no picture")
    refused(jantaku("log", "--data", tmp_path / "none", "list"), "There is no log")
    apart = tmp_path / "none" / "demonstration"
    SqlLog(apart).close()
    refused(jantaku("log", "--data", tmp_path / "none", "list"), f"--data {apart}")
    assert jantaku("log", "--data", apart, "list").returncode == 0
    refused(jantaku("log", "--data", data, "export", "--out", "/proc/x"), "/proc/x")


def test_damaged_hands_are_named_after_the_others(jantaku, data):
    with sqlite3.connect(data / "jantaku.db") as connection:
        connection.execute("UPDATE hands SET record = '{rubbish' WHERE id = 2")
    connection.close()
    for action in ("list", "export"):
        result = jantaku("log", "--data", data, action)
        refused(result, "damaged", ": 2.")
        assert "1600" in result.stdout
    refused(jantaku("log", "--data", data, "show", "2"), "damaged", ": 2.")


def test_what_is_no_log_is_told(jantaku, tmp_path):
    (tmp_path / "file").write_text("")
    refused(jantaku("log", "--data", tmp_path / "file", "list"), "cannot be used")
    (tmp_path / "folder" / "jantaku.db").mkdir(parents=True)
    refused(jantaku("log", "--data", tmp_path / "folder", "list"), "cannot be opened")
    assert jantaku("log", "--data", tmp_path, "list", "--limit", "-1").returncode == 2


# ---------------------------------------------------------------- the voice


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_a_text_is_spoken_into_a_file(jantaku, tmp_path, lang):
    path = tmp_path / "said.wav"
    assert jantaku("say", "8000点", "--lang", lang, "--wav", path).returncode == 0
    with wave.open(str(path)) as file:
        assert file.getnframes() / file.getframerate() > 0.4
