"""Drawn things that are no tiles, and the scenes that teach what is none."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from datasets._clutter import KINDS, Clutter, clutter
from datasets.render import FaceSet, blank_look, own_faces, random_example, table_example
from detector._types import BACK


@pytest.mark.parametrize("kind", [kind for kind, _ in KINDS])
def test_every_kind_of_clutter_is_drawn_and_says_where_its_parts_lie(
    kind: Callable[[np.random.Generator], Clutter],
) -> None:
    for seed in range(6):
        made = kind(np.random.default_rng(seed))
        height, width = made.image.shape[:2]
        assert made.image.dtype == np.uint8
        assert made.image.std() > 0
        assert made.boxes
        for left, top, right, bottom in made.boxes:
            assert left < right and top < bottom
            assert left < width and top < height


def test_the_same_seed_draws_the_same_clutter() -> None:
    one, other = (clutter(np.random.default_rng(4)) for _ in range(2))
    assert np.array_equal(one.image, other.image)
    assert one.boxes == other.boxes


def test_sets_for_haku_have_a_blank_one_and_a_back_unlike_it() -> None:
    for seed in range(20):
        look = blank_look(np.random.default_rng(seed), [own_faces()])
        assert not look.framed_haku
        assert max(abs(a - b) for a, b in zip(look.back, look.body, strict=True)) > 70
        assert len(look.faces.names) == 5
        assert "5z" in look.faces.names


def test_photographed_sets_are_no_sets_for_haku() -> None:
    own = own_faces()
    photographed = FaceSet("photos", own.faces, opaque=True)
    look = blank_look(np.random.default_rng(1), [photographed, own])
    assert look.faces.name == own.name


def test_scenes_of_a_haku_set_show_it() -> None:
    faces: list[str] = []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        example = random_example(rng, (320, 240), look=blank_look(rng))
        faces += [label.face for label in example.labels if label.face != BACK]
    assert faces.count("5z") > len(faces) / 10


def test_a_table_from_above_shows_rivers_and_walls() -> None:
    example = table_example(np.random.default_rng(2), (640, 480))
    assert sum(label.face == BACK for label in example.labels) > 10
    assert sum(label.face != BACK for label in example.labels) > 10
