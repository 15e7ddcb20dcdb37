"""Locating and reading together, and the measuring of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import evaluate
from datasets._figures import rate, wilson
from datasets.locator._labels import Labels, read_labels
from datasets.render import Camera, Example, Look, render, to_yolo
from datasets.scene import PlacedTile, Scene
from detector import FACES, detect

ROW = ("1m", "9m", "2p", "7p", "3s", "9s", "1z", "2z", "4z", "6z", "7z", "8p", "5m")


def drawn_row() -> Example:
    tiles = tuple(PlacedTile(face, 20.5 * k - 125, 0.0) for k, face in enumerate(ROW))
    return render(Scene(tiles), Camera(1280, 960, 420), Look(), np.random.default_rng(5))


def test_a_drawn_row_is_found_and_read() -> None:
    assert Counter(tile.tile for tile in detect(drawn_row().image)) == Counter(ROW)


@pytest.mark.parametrize("shape", [(40, 40), (40, 40, 4), (0, 40, 3)])
def test_what_is_no_colour_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="colour picture"):
        detect(np.zeros(shape, np.uint8))


def labelled_folder(folder: Path, mistake: bool) -> Path:
    """A folder with one drawn photo; with ``mistake`` its first label names another face."""
    example = drawn_row()
    for kind in ("images", "labels"):
        (folder / kind).mkdir()
    cv2.imwrite(str(folder / "images" / "set__row.png"), example.image)
    text = to_yolo(example.labels, 1280, 960)
    first = text.split(maxsplit=1)
    text = " ".join(["30", first[1]]) if mistake else text
    (folder / "labels" / "set__row.txt").write_text(text)
    tokens = ["4z", *ROW[1:]] if mistake else ROW
    (folder / "rows.json").write_text(f'{{"set__row": {{"rows": ["{" ".join(tokens)}"]}}}}')
    return folder


def test_a_photo_read_right_counts_as_exact(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate.main([str(labelled_folder(tmp_path, mistake=False))]) == 0
    text = capsys.readouterr().out
    assert "located and right  13 of 13 (100.0 %, 95 %: 77.2-100.0)" in text
    assert "rows exact         1 of 1" in text
    assert "phantoms           0 (0.00 a photo)" in text
    assert "set: 1 photos" in text


def test_a_misread_tile_is_counted_named_and_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = labelled_folder(tmp_path, mistake=True)
    assert evaluate.main([str(folder), "--out", str(tmp_path / "misses")]) == 0
    text = capsys.readouterr().out
    assert "located and right  12 of 13" in text
    assert "rows exact         0 of 1" in text
    assert "4z > 1m: 1" in text
    assert cv2.imread(str(tmp_path / "misses" / "set__row.png")).shape[1] == 900


def test_a_folder_without_pictures_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate.main([str(tmp_path)]) == 2
    assert "no pictures" in capsys.readouterr().err


def test_a_broken_label_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("3 0.5 0.5 0.1\n")
    with pytest.raises(ValueError, match=r"a\.txt is not a YOLO label file"):
        read_labels(tmp_path / "a.txt", 100, 100)


def test_wilson_intervals() -> None:
    """Values of Wilson (1927) as given in textbooks: 10 of 20 is 0.299-0.701."""
    assert wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=1e-4)
    assert wilson(0, 10)[0] == 0.0
    assert rate(1, 2) == "1 of 2 (50.0 %, 95 %: 9.5-90.5)"


def test_a_row_is_the_shortest_chain_of_its_faces() -> None:
    """The second 1m far below the row is not part of it."""
    places = [(10, 10), (60, 10), (110, 10), (20, 400)]
    quads = np.array([[[x, y], [x + 40, y], [x + 40, y + 50], [x, y + 50]] for x, y in places])
    classes = np.array([FACES.index(face) for face in ("1m", "2m", "3m", "1m")])
    labels = Labels(classes, quads.astype(float), oriented=True)
    assert evaluate.row_indices(evaluate.row_tokens("1m^ | 2m 3m*"), labels) == [0, 1, 2]
    assert evaluate.row_indices(["3m", "1m"], labels) is None
