"""Rows of a set that is learnt: which place each tile has, and which way up the tiles lie."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from detector._crops import turned
from detector._types import FACES, Quad
from detector.learning._alignment import aligned, indents, spaces
from detector.learning._row import facing_alike

SIX, NINE = FACES.index("6p"), FACES.index("9p")
#: The places of nine that hold a tile: most of them, so that the usual step shows.
SHOWN = st.sets(st.integers(0, 8), min_size=7).map(sorted)


def centres(places: list[int], begin: float = 0.0) -> np.ndarray:
    return np.array([(begin + 1.1 * place, 3.0) for place in places])


@given(SHOWN)
def test_spaces_tell_which_tiles_are_missing_when_the_faces_tell_nothing(
    places: list[int],
) -> None:
    row, whole = centres(places), centres(list(range(9)))
    indent = indents([whole, whole, row], np.array([1.0, 0.0]))[2]
    pairs = aligned(np.zeros((len(places), 9)), np.append(indent, spaces(row)))[1]
    assert pairs == list(enumerate(places))


def test_faces_that_are_read_count_more_than_spaces() -> None:
    gains = np.full((8, 9), -3.0)
    gains[np.arange(8), np.arange(8)] = 3.0
    assert aligned(gains, np.append(1.0, np.zeros(7)))[1] == [(n, n) for n in range(8)]


def box(column: int, way: int = 0) -> Quad:
    left = 30.0 * column
    return turned(((left, 0.0), (left + 28, 0.0), (left + 28, 38.0), (left, 38.0)), way)


def chances(first: float, face: int = SIX, other: int = NINE) -> np.ndarray:
    """One tile: ``face`` with its top at the first corner, or ``other`` the other way up."""
    made = np.zeros((4, len(FACES) + 1), np.float32)
    made[0, face], made[2, other] = first, 1 - first
    return made


def test_a_figure_is_read_the_way_up_that_its_neighbours_lie() -> None:
    row = [chances(0.45), *[chances(0.97, FACES.index("3s"), FACES.index("3s"))] * 3]
    told = facing_alike([box(n) for n in range(4)], np.array(row))
    assert told[0].sum(axis=0)[SIX] > 0.9
    assert np.allclose(told.sum(axis=(1, 2)), 1, atol=1e-4)


def test_it_does_not_matter_from_which_end_the_boxes_start() -> None:
    row = np.array([chances(0.45), *[chances(0.97, FACES.index("3s"), FACES.index("3s"))] * 3])
    turns = (0, 2, 0, 2)
    seen = np.stack([np.roll(own, turn, axis=0) for own, turn in zip(row, turns, strict=True)])
    boxes = [box(n, -turn % 4) for n, turn in enumerate(turns)]
    told = facing_alike(boxes, seen)
    assert told[0].sum(axis=0)[SIX] > 0.9


def test_tiles_of_other_rows_tell_nothing() -> None:
    below: Quad = ((0.0, 60.0), (28.0, 60.0), (28.0, 98.0), (0.0, 98.0))
    told = facing_alike([box(0), below], np.array([chances(0.45), chances(0.99)]))
    assert np.allclose(told[0], chances(0.45), atol=1e-4)


def test_a_face_read_surely_stays_whatever_its_neighbours_do() -> None:
    row = np.array([chances(0.999), *[chances(0.02, FACES.index("3s"), FACES.index("3s"))] * 5])
    told = facing_alike([box(n) for n in range(6)], row)
    assert told[0].sum(axis=0)[SIX] > 0.9
