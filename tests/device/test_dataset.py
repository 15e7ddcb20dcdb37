"""The log's hands as a data set in the form that YOLO's oriented boxes are trained on."""

import json
import re
from collections import Counter

import cv2
import numpy as np
import pytest
from page_table import Table, reading_of

from detector import FACES
from device._dataset import labels_of
from device.log._sql import SqlLog
from device.page._edit import AddTile, SetContext, SetTile

HAND = reading_of("123m456p789s1112z", "2z", dora="4p")
OPEN = reading_of("2340m", "5m", melds=[("pon", "777z", 1), ("chi", "678s", 0), ("pon", "222p", 2)])


@pytest.fixture
def log(tmp_path):
    """A log with three hands, one of them corrected."""
    table = Table(tmp_path / "data")
    table.lay(HAND, SetContext("tsumo", True), SetTile(3, "1p"), SetTile(3, "4p"))
    table.lay(OPEN, SetContext("tsumo", True))
    table.service.edit(AddTile("1m", "dora"))
    table.keeper.close()
    return tmp_path / "data"


def test_hands_are_written_as_pictures_with_labels(jantaku, log, tmp_path):
    out = tmp_path / "out"
    result = jantaku("export-dataset", out, "--data", log)
    assert (result.returncode, result.stderr) == (0, "")
    images = sorted((out / "images").iterdir())
    assert [image.stem for image in images] == [
        label.stem for label in sorted((out / "labels").iterdir())
    ]
    assert f"{len(images)} pictures" in result.stdout
    for image, expected in zip(images, (HAND, OPEN), strict=True):
        pixels = cv2.imread(str(image))
        height, width = pixels.shape[:2]
        lines = (out / "labels" / f"{image.stem}.txt").read_text().splitlines()
        faces = [FACES[int(line.split()[0])] for line in lines]
        hand = expected.hands[0]
        assert Counter(faces) >= Counter(hand.faces)
        for line in lines:
            numbers = [float(word) for word in line.split()[1:]]
            assert len(numbers) == 8
            assert all(0 <= number <= 1 for number in numbers)
            quad = np.array(numbers).reshape(4, 2) * (width, height)
            assert quad[1, 0] - quad[0, 0] == pytest.approx(56, abs=2)
            x, y = quad.mean(axis=0)
            assert pixels[int(y) - 30, int(x)].min() > 150  # a tile lies there


def test_the_description_names_every_class(jantaku, log, tmp_path):
    out = tmp_path / "out"
    jantaku("export-dataset", out, "--data", log)
    text = (out / "data.yaml").read_text()
    names = dict(re.findall(r'^  (\d+): "(\w+)"$', text, re.MULTILINE))
    assert [names[str(number)] for number in range(len(FACES))] == list(FACES)
    path = re.search("^path: (.*)$", text, re.MULTILINE)[1]
    assert json.loads(path) == str(out.resolve())
    assert "\ntrain: images\nval: images\n" in text


def test_hands_without_pictures_are_no_data_set(jantaku, tmp_path):
    table = Table(tmp_path)
    table.keeper.close()
    result = jantaku("export-dataset", tmp_path / "out", "--data", tmp_path)
    assert result.returncode == 2
    assert "nothing to export" in result.stderr


def test_a_picture_with_a_tile_nobody_read_is_left_out(log):
    store = SqlLog(log)
    entry = store.entry(store.entries()[0].id)
    store.close()
    assert labels_of(entry)
    entry.reading["shown"]["faces"][0] = "?"
    assert labels_of(entry) == []
    entry.reading.pop("shown")
    assert labels_of(entry) == []
