"""Full tables drawn to measure the detector on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from datasets import evaluate, full_tables
from datasets.full_tables import HEIGHT, WIDTH, all_face_up, camera_over


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_set_lies_face_up_side_by_side_and_is_seen_whole(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scene = all_face_up(rng)
    plain = Counter(tile.face.replace("0", "5") for tile in scene.tiles)
    assert set(plain.values()) == {4}
    assert len(plain) == 34
    places = np.array([(tile.x, tile.y, 16.0) for tile in scene.tiles])
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2) + np.eye(136) * 100
    assert gaps.min() > 19.5
    seen = camera_over(scene, rng).project(places)
    assert ((seen > 0) & (seen < (WIDTH, HEIGHT))).all()


def test_a_drawn_table_is_read_nearly_whole(tmp_path: Path) -> None:
    full_tables.main([str(tmp_path), "--count", "1", "--seed", "3"])
    (photo,) = map(evaluate.Judge(tmp_path), (tmp_path / "images").iterdir())
    assert len(photo.faces) == 136
    assert len(photo.wrong) <= 2
    assert len(photo.phantoms) <= 1
