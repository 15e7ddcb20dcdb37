"""The crops the reader learns from: games as players lay them, faces that no set shows."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.reader._renders import game, strange
from datasets.reader._store import NOT_A_TILE, STRANGE, Crop
from datasets.render import strange_faces
from detector._types import BACK, FACES


@pytest.fixture(scope="module")
def games() -> list[Crop]:
    return list(game((), 2, seed=3))


def test_games_show_many_faces_and_tell_which_way_up_they_lie(games: list[Crop]) -> None:
    assert len(games) > 20
    assert len({crop.label for crop in games}) > 10
    assert all(crop.upright and crop.label < len(FACES) for crop in games)


def test_no_strange_face_counts_as_one_of_riichi() -> None:
    crops = list(strange((), 3, seed=4))
    assert {crop.label for crop in crops} <= {STRANGE, FACES.index(BACK), NOT_A_TILE}
    assert sum(crop.label == STRANGE for crop in crops) > 5


def test_strange_sets_without_counted_shapes_are_signs_polygons_or_strokes() -> None:
    with_some = [strange_faces(np.random.default_rng(seed)) for seed in range(12)]
    without = [strange_faces(np.random.default_rng(seed), counted=False) for seed in range(12)]
    assert all(one.names == other.names for one, other in zip(with_some, without, strict=True))
    assert any(
        not np.array_equal(one.faces["1m"][0], other.faces["1m"][0])
        for one, other in zip(with_some, without, strict=True)
    )
