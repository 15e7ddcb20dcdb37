"""What the terminal says of tiles, doubts and indicators, in every language."""

import io
import json
import os
import re
import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest
from page_table import SIZE, detection, reading_of

import device.command._photo
import device.command._read
from detector import Message, River, TableReading, read_table
from device._i18n import LANGUAGES
from device._reading_text import in_reading_order
from device.cli import main

DOUBTFUL = reading_of("234m456p678s55p67p", "8p", doubts={3: (0.55, (("7p", 0.4),))})
NOT_OF_THE_TERMINAL = {"en": r"\btap\b", "ja": "タップ|[a-z0-9], ", "zh": "点击|点选|,"}


@pytest.fixture
def read(jantaku, monkeypatch, tmp_path):
    """Run a command on a photo whose reading is given; only the networks are left out."""
    photo = tmp_path / "hand.png"
    cv2.imwrite(str(photo), np.full((720, 1280, 3), 90, np.uint8))

    def run(reading, lang="en", command=("read",)):
        for module in (device.command._photo, device.command._read):
            monkeypatch.setattr(module, "read_with", lambda folder, image, rules=None: reading)
        result = jantaku(command[0], photo, *command[1:], "--lang", lang)
        return (result.stdout + result.stderr).replace(str(photo), "hand.png")

    return run


def in_a_row(tiles, doubtful=()):
    """Return tiles side by side; ``doubtful`` are read half as one face, half as another."""
    return [
        detection(face, (60 + 58 * n + 30 * (n == 13), 500), 0.55 if n in doubtful else 0.99,
                  (("1s", 0.4),) if n in doubtful else ())
        for n, face in enumerate(tiles.split())
    ]  # fmt: skip


def test_tiles_are_listed_row_by_row_from_the_left(read):
    tiles = [
        detection("9s", (300, 408)), detection("1m", (20, 100)), detection("8s", (100, 395)),
        detection("3m", (220, 110)), detection("2m", (120, 95)),
    ]  # fmt: skip
    assert [tile.tile for tile in in_reading_order(tiles)] == ["1m", "2m", "3m", "8s", "9s"]
    reading = TableReading(*SIZE, tuple(tiles), (False,) * 5, ())
    assert read(reading).splitlines()[0] == "hand.png: 1m 2m 3m 8s 9s"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["13 tiles", "missing or hidden"]),
        ("ja", ["13枚", "不確か"]),
        ("zh", ["13", "不确定"]),
    ],
)
def test_a_tile_that_is_missing_is_the_reason(read, lang, words):
    tiles = in_a_row("2m 3m 4m 4p 5p 6p 6s 7s 8s 5p 5p 6p 7p")
    said = read(read_table(tiles, *SIZE), lang)
    for word in words:
        assert word in said
    assert "--sure" not in said


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Tile 14 of the bottom hand may be 4s or 1s.", "--sure", "--meld"]),
        ("ja", ["手前の手牌の14枚目は4sか1sかもしれません。", "--sure", "--meld"]),
        ("zh", ["下方手牌的第14张可能是4s或1s。", "--sure", "--meld"]),
    ],
)
def test_a_doubtful_tile_is_named_and_what_to_type(read, lang, words):
    tiles = in_a_row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2s 3s 4s", doubtful=(13,))
    said = read(read_table(tiles, *SIZE), lang)
    for word in words:
        assert word in said


@pytest.mark.parametrize(
    ("lang", "name", "source", "side"),
    [
        ("en", "daiminkan", "kamicha", "bottom: "),
        ("ja", "大明槓", "上家", "手前："),
        ("zh", "大明杠", "上家", "下方："),
    ],
)
def test_called_sets_have_their_names_and_hands_their_sides(read, lang, name, source, side):
    reading = reading_of("234m456p67855s", "5s", [("daiminkan", "9999p", 1)])
    said = read(reading, lang)
    assert f"[{name} 9p 9p 9p 9p – {source}]" in said
    assert f"\n  {side}2m 3m" in said


def test_rivers_are_shown_in_order_with_the_riichi_tile(read):
    reading = reading_of("234m456p67855s", "5s", [])
    river = River("left", (0, 2, 1), riichi=1)
    assert "River, left: 2m 4m* 3m" in read(replace(reading, rivers=(river,)), "en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "reading",
    [
        reading_of("234m456p678s55p678p"),
        reading_of("234m456p678s55p67p"),
        reading_of("234m456p678s55p6789p", "8p"),
        reading_of("11111m456p678s55p", "5p"),
        reading_of("000m456p678s55p67p", "8p"),
        reading_of("234m456p678s55p67p", "8p", unread=[0]),
        reading_of("234m456p678s55p67p", "8p", dora="5555p"),
        reading_of("234m456p678s55p6p1z", "8p"),
        DOUBTFUL,
    ],
)
@pytest.mark.parametrize("command", [("read",), ("score-photo", "--ron", "--no-log")])
def test_the_terminal_names_options_in_its_language_and_no_taps(read, lang, reading, command):
    said = read(reading, lang, command)
    assert said
    assert not re.search(NOT_OF_THE_TERMINAL[lang], said), said


EVERY_MESSAGE = [
    Message("no_tiles", ""),
    Message("flowers", "", {"count": 2}),
    Message("tile", "", {"seat": "top", "number": 3, "either": ["1m", "2m"]}),
    Message("called_tile", "", {"seat": "left", "set": 1, "number": 4, "either": ["1m", "2m"]}),
    Message("split", "", {"seat": "right", "hand": DOUBTFUL.hands[0]}),
    Message("indicator", "", {"x": 3, "y": 4, "either": ["1m", "2m"]}),
    Message("indicators", "", {"kans": 1, "tiles": "1m"}),
    Message("too_many", "", {"count": 200}),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("message", EVERY_MESSAGE, ids=lambda message: message.code)
def test_every_message_of_the_reading_is_told_in_every_language(read, lang, message):
    reading = TableReading(*SIZE, DOUBTFUL.detections, (False,) * 14, (), messages=(message,))
    told = read(reading, lang).splitlines()[1]
    assert "{" not in told
    assert (lang == "en") == told.replace("–", "-").isascii()


def test_indicators_are_named_one_by_one(jantaku):
    hand = ("123m456p789s11122z", "--win", "2z", "--tsumo", "--dora", "49p")
    assert "Dora indicator 4p 9p" in jantaku("score", *hand, "--lang", "en").stdout


@pytest.mark.parametrize(
    ("lang", "listed"), [("en", "chi, pon"), ("ja", "chi、pon"), ("zh", "chi、pon")]
)
def test_lists_are_written_as_the_language_does(jantaku, lang, listed):
    hand = ("123m456p78955s", "--win", "5s", "--ron", "--meld", "peng:111z")
    assert listed in jantaku("score", *hand, "--lang", lang).stderr


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "shift_jis"])
def test_a_name_that_is_no_text_and_a_terminal_without_kanji_are_taken(
    monkeypatch, tmp_path, encoding
):
    """Names of files may be any bytes, terminals may lack any character."""
    photo = tmp_path / os.fsdecode(b"\xff\xc3\xa9.png")
    photo.write_bytes(cv2.imencode(".png", np.full((720, 1280, 3), 90, np.uint8))[1].tobytes())
    nothing = TableReading(*SIZE, (), (), ())
    monkeypatch.setattr(device.command._read, "read_with", lambda folder, image: nothing)
    for told in ([], ["--json"]):
        for name in ("stdout", "stderr"):
            stream = io.TextIOWrapper(io.BytesIO(), encoding, write_through=True)
            monkeypatch.setattr(sys, name, stream)
        assert main(["read", "--lang", "ja", *told, str(photo)]) == 2
        said, refused = (
            stream.buffer.getvalue().decode(encoding) for stream in (sys.stdout, sys.stderr)
        )
        assert json.loads(said)["photo"] == str(photo) if told else "\\xff" in said
        assert "\\xff" in refused
