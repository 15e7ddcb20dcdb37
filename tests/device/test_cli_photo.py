"""The main job on a still: a photo in, points out, or what was seen and why not."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import wave
from pathlib import Path

import cv2
import jantaku_models
import numpy as np
import pytest
from page_table import reading_of
from recorded import ROUNDS, worth

import device.command._photo
import device.command._read
from detector import Detection, TableReading
from device.cli import main
from device.log._dialects import FILE_NAME
from device.log._sql import SqlLog

ROOT = Path(__file__).parents[2]


@pytest.fixture
def jantaku(capsys, tmp_path):
    """Run the command here; returns the status, the output and the error output."""

    def run(*arguments):
        if arguments[0] == "score-photo":
            arguments = (*arguments, "--data", tmp_path / "data")
        status = main([*map(str, arguments), "--lang", "en"])
        out, error = capsys.readouterr()
        return status, out, error

    return run


def options(hand):
    return ["--tsumo" if hand["tsumo"] else "--ron", *(["--riichi"] if hand["riichi"] else [])]


def test_a_hand_in_a_photo_is_scored_right_or_shown_and_not_scored(jantaku, stills):
    """On the shipped networks; what is not sure is never scored."""
    right = 0
    for still, hand in zip(stills, ROUNDS, strict=True):
        status, out, error = jantaku("score-photo", still, *options(hand), "--json")
        answer = json.loads(out)
        assert len(answer["reading"]["tiles"]) >= 14
        if status == 0:
            assert answer["score"]["points"] == worth(hand).points
            assert answer["win"]["win_tile"] == hand["win_tile"]
            right += 1
        else:
            assert answer["error"]["message"] in error
    assert right >= 4


def test_read_answers_one_json_object_a_photo(jantaku, stills):
    status, out, _ = jantaku("read", *stills[:2], "--json")
    records = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [record["photo"] for record in records] == [str(path) for path in stills[:2]]
    for record, hand in zip(records, ROUNDS, strict=False):
        assert (record["width"], record["height"]) == (1280, 960)
        tile = record["tiles"][0]
        assert set(tile) == {"tile", "confidence", "corners", "sideways", "alternatives"}
        assert np.array(tile["corners"]).shape == (4, 2)
        assert 0 <= tile["confidence"] <= 1
        seen = record["hands"][0]
        assert set(seen) == {"seat", "concealed", "win_tile", "melds", "uncertain"}
        assert seen["seat"] == hand["seat"]
        assert len(seen["concealed"]) == len(hand["concealed"])
        assert [meld["type"] for meld in seen["melds"]] == [m["type"] for m in hand["melds"]]


def test_read_runs_on_real_photos_of_every_kind(jantaku, hand_photos):
    status, out, error = jantaku("read", *hand_photos[::20], "--json")
    assert status == 0, error
    assert len(out.splitlines()) == len(hand_photos[::20])


# ---------------------------------------------------------------- a reading that is sure


@pytest.fixture
def seen(monkeypatch, tmp_path):
    """Give a photo whose reading is the one set here; only the networks are left out."""
    photo = tmp_path / "hand.png"
    cv2.imwrite(str(photo), np.full((720, 1280, 3), 90, np.uint8))

    def show(reading):
        for module in (device.command._photo, device.command._read):
            monkeypatch.setattr(module, "read_with", lambda folder, image, rules=None: reading)
        return photo

    return show


PINFU = reading_of("234m456p678s55p67p", "8p", dora="4p")


def test_a_sure_hand_is_scored_logged_and_spoken(jantaku, seen, tmp_path):
    said = tmp_path / "said.wav"
    status, out, error = jantaku("score-photo", seen(PINFU), "--ron", "--riichi", "--wav", said)
    assert (status, error) == (0, "")
    assert "18000 points" in out
    with wave.open(str(said)) as file:
        assert file.getnframes() > file.getframerate()
    log = SqlLog(tmp_path / "data")
    entry = log.entry(1)
    log.close()
    assert (entry.source, entry.score["points"]) == ("photo", 18000)
    assert entry.picture.startswith(b"\xff\xd8")


def test_a_score_stands_without_a_loudspeaker(jantaku, seen, monkeypatch, tmp_path):
    config = tmp_path / "asound.conf"
    config.write_text("pcm.!default { type hw; card 77 }\n")
    monkeypatch.setitem(os.environ, "ALSA_CONFIG_PATH", str(config))
    status, out, error = jantaku("score-photo", seen(PINFU), "--ron", "--riichi", "--say")
    assert status == 0
    assert "18000 points" in out
    assert "No sound came out" in error


def test_indicators_that_were_said_count_in_place_of_those_seen(jantaku, seen):
    photo = seen(PINFU)
    _, out, _ = jantaku("score-photo", photo, "--tsumo", "--riichi", "--dora", "9s", "--ura", "4p",
                        "--json")  # fmt: skip
    score = json.loads(out)["score"]
    assert (score["dora"], score["uradora"]) == (0, 3)


def test_no_log_when_none_is_wanted(jantaku, seen, tmp_path):
    assert jantaku("score-photo", seen(PINFU), "--tsumo", "--no-log")[0] == 0
    assert not (tmp_path / "data").exists()


def test_the_winning_tile_can_be_said(jantaku, seen):
    photo = seen(reading_of("234m456p678s55p678p"))
    status, _, error = jantaku("score-photo", photo, "--tsumo")
    assert status == 2
    assert "which one won" in error
    assert jantaku("score-photo", photo, "--tsumo", "--win", "8p")[0] == 0
    assert jantaku("score-photo", photo, "--tsumo", "--win", "1z")[0] == 2


def test_an_unsure_hand_is_shown_and_scored_only_when_a_person_says_so(jantaku, seen):
    doubts = {3: (0.55, (("7p", 0.4),))}
    photo = seen(reading_of("234m456p678s55p67p", "8p", doubts=doubts))
    status, out, error = jantaku("score-photo", photo, "--tsumo")
    assert status == 2
    assert "2m 3m 4m" in out
    assert "not sure" in error
    assert jantaku("score-photo", photo, "--tsumo", "--sure")[0] == 0


FIVE = TableReading(1280, 720, tuple(Detection("1m", 0.9, ((0, 0),) * 4) for _ in range(5)),
                    (False,) * 5, ())  # fmt: skip


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        (TableReading(1280, 720, (), (), ()), ["no mahjong tiles", "hand.png"]),
        (FIVE, ["5 tiles", "1m 1m 1m 1m 1m"]),
        (reading_of("234m456p678s55p67p"), ["13 tiles", "winning tile is missing or hidden"]),
        (reading_of("234m456p678s55p678p", "8p"), ["15 tiles", "too many"]),
        (reading_of("11111m456p678s55p", "5p"), ["5 tiles of 1m"]),
        (reading_of("234m456p678s55p6p1z", "8p"), ["not a complete hand"]),
        (reading_of("234m456p11178s11z", "9s"), ["no yaku"]),
    ],
)
def test_a_hand_that_cannot_be_scored_says_why(jantaku, seen, reading, words):
    status, _, error = jantaku("score-photo", seen(reading), "--ron")
    assert status == 2
    assert len(error.strip().splitlines()) == 1
    for word in words:
        assert word in error


def test_the_reason_is_in_the_language_asked_for(seen, capsys, tmp_path):
    photo = str(seen(reading_of("234m456p678s55p67p")))
    assert main(["score-photo", photo, "--ron", "--data", str(tmp_path), "--lang", "ja"]) == 2
    assert "13枚" in capsys.readouterr().err


# ---------------------------------------------------------------- files that are no photo


def truncated(path):
    noise = np.random.default_rng(1).integers(0, 255, (400, 400, 3), np.uint8)
    data = cv2.imencode(".jpg", noise)[1].tobytes()
    path.write_bytes(data[: len(data) // 2])


def test_a_photo_without_tiles_is_answered_in_json(jantaku, seen):
    photo = seen(TableReading(1280, 720, (), (), ()))
    status, out, error = jantaku("score-photo", photo, "--tsumo", "--json")
    answer = json.loads(out)["error"]
    assert (status, answer["code"], answer["message"]) == (2, "no_tiles", error.strip())


def huge(path):
    cv2.imwrite(str(path), np.zeros((8100, 8000), np.uint8))


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.write_text("no picture"), "is not a picture"),
        (truncated, "cut short"),
        (huge, "at most 64 million"),
        (lambda path: None, "cannot open"),
        (lambda path: path.mkdir(), "cannot open"),
    ],
)
@pytest.mark.parametrize("command", [["read"], ["score-photo", "--tsumo"]])
def test_a_file_that_is_no_photo_is_refused(jantaku, tmp_path, command, make, word):
    photo = tmp_path / "hand.png"
    make(photo)
    status, out, error = jantaku(command[0], photo, *command[1:])
    assert status == 2
    assert out == ""
    assert word in error
    assert len(error.strip().splitlines()) == 1


def test_the_other_photos_are_still_read(jantaku, stills, tmp_path):
    status, out, error = jantaku("read", tmp_path / "none.jpg", stills[0], "--json")
    assert status == 2
    assert "none.jpg" in error
    assert len(out.splitlines()) == 1


# ---------------------------------------------------------------- models, disks


@pytest.fixture
def models(tmp_path):
    """A copy of the shipped models that a process finds before them."""
    folder = tmp_path / "lib" / "jantaku_models"
    shutil.copytree(Path(jantaku_models.__file__).parent, folder)
    return folder


def score_with(models, still):
    """Run the program on a copy of the models; it must refuse and say why in one line."""
    result = subprocess.run(
        [sys.executable, "-m", "device.cli", "score-photo", still, "--tsumo", "--lang", "en"],
        cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(models.parent)},
    )  # fmt: skip
    assert result.returncode == 2
    assert len(result.stderr.strip().splitlines()) == 1
    return result.stderr


def test_a_missing_model_is_named(stills, models):
    (models / "locator.onnx").unlink()
    said = score_with(models, stills[0])
    assert "missing" in said
    assert "locator.onnx" in said


def test_a_broken_model_is_named(stills, models):
    (models / "reader.onnx").write_bytes((models / "reader.onnx").read_bytes()[:-1000])
    assert "reader.onnx" in score_with(models, stills[0])


def test_a_log_that_cannot_be_written_is_told_after_the_score(jantaku, seen, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FILE_NAME).write_bytes(b"no log" * 1000)
    status, out, error = jantaku("score-photo", seen(PINFU), "--ron", "--riichi")
    assert status == 2
    assert "18000 points" in out
    assert "damaged" in error


def test_a_full_disk_is_told_after_the_score(jantaku, seen):
    """The limit on the size of a file acts on the program's writes as a full disk does."""
    photo = seen(PINFU)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        status, out, error = jantaku("score-photo", photo, "--ron", "--riichi")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert status == 2
    assert "18000 points" in out
    assert "jantaku.db" in error


def test_a_score_that_nobody_reads_is_logged(jantaku, seen, tmp_path, monkeypatch):
    photo = seen(PINFU)
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", buffering=1) as closed, monkeypatch.context() as patched:  # noqa: PTH123
        patched.setattr(sys, "stdout", closed)
        assert jantaku("score-photo", photo, "--ron", "--riichi")[0] == 2
    log = SqlLog(tmp_path / "data")
    assert log.entry(1).score["points"] == 18000
    log.close()


def test_the_sample_photo_of_the_readme_is_scored_as_shown(jantaku):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = next(line for line in readme.splitlines() if line.startswith("jantaku score-photo"))
    _, name, photo, *arguments = command.removesuffix(" --say").split()
    status, told, _ = jantaku(name, ROOT / photo, *arguments, "--lang", "en")
    assert status == 0
    assert "6 han 20 fu, Haneman, 12000 points" in told
    assert (ROOT / re.search(r"!\[.*\]\((.*)\)", readme)[1]).is_file()
