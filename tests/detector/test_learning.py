"""A tile set laid out, found in a drawn photo, and learned; on the shipped networks."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.learning._odd import odd_sets
from datasets.learning._pictures import look_of, sheet
from datasets.render import own_faces, random_look
from detector import (
    BACK,
    FACES,
    PLAN,
    Adaptation,
    Example,
    Located,
    Locator,
    Reader,
    crop_of,
    judged,
    laid_out,
    learn,
    sheet_of,
)
from detector.learning._features import _hues

LOCATOR, READER = Locator(), Reader()
SETS = {"own": own_faces(), "shapes": odd_sets()[2]}
SQUARE = ((0, 0), (20, 0), (20, 27), (0, 27))
ALL = tuple(face for row in PLAN for face in row)


@cache
def drawn(name, seed):
    """A photo of the set laid out, and what was found in it."""
    rng, faces = np.random.default_rng(seed), SETS[name]
    make = replace(
        random_look(np.random.default_rng(5), (faces,)),
        body=(238, 245, 247),
        back=(40, 120, 30),
        fade=0.0,
    )
    example = sheet(rng, look_of(rng, make), faces)
    found = sheet_of(LOCATOR(example.image), lambda quads: READER.look(example.image, quads))
    return example, found


def truth(example, found):
    """The faces that truly lie where those of ``found`` are said to be."""
    middles = np.array([np.mean(label.corners, axis=0) for label in example.labels])
    return [
        example.labels[int(np.linalg.norm(middles - np.mean(t.corners, axis=0), axis=1).argmin())]
        for t in found.tiles
    ]


@pytest.mark.parametrize("name", SETS)
def test_every_face_of_a_set_laid_out_is_found_in_its_place(name):
    example, found = drawn(name, 5)
    assert [tile.face for tile in found.tiles] == list(ALL)
    labels = truth(example, found)
    assert [label.face for label in labels] == list(ALL)
    assert not (found.missing or found.absent or found.extra)


def laid(rows, turn=0.0, mirror=False, missing=()):
    """A reader's view of rows of faces laid out: located tiles and their chances."""
    c, s = np.cos(turn), np.sin(turn)
    located, faces = [], []
    for y, row in enumerate(rows):
        for x, face in enumerate(row):
            if face in missing:
                continue
            square = np.add(SQUARE, (24.0 * x, 38.0 * y))
            square = square @ np.array([(c, s), (-s, c)]) + 500
            located.append(Located(tuple(map(tuple, square)), 1.0))
            faces.append(face)
    if mirror:
        located = [
            Located(tuple((1000 - x, y) for x, y in np.roll(t.corners, 1, axis=0)[::-1]), 1.0)
            for t in located
        ]

    def look(quads):
        chances = np.full((len(quads), 4, 40), 0.001, np.float32)
        for n, (quad, tile) in enumerate(zip(quads, located, strict=True)):
            start = next(k for k in range(4) if np.allclose(quad[k], tile.corners[0]))
            chances[n, start, FACES.index(faces[n])] = 0.9
        return chances

    return located, look, faces


@settings(max_examples=25, deadline=None)
@given(
    st.permutations(PLAN),
    st.floats(0, 2 * np.pi),
    st.sampled_from([(), ("3p",), ("7s", "0m")]),
    st.booleans(),
)
def test_rows_are_matched_in_any_order_and_turn(rows, turn, missing, mirror):
    located, look, faces = laid(rows, turn, mirror, missing)
    found = sheet_of(located, look)
    assert sorted(tile.face for tile in found.tiles) == sorted(faces)
    assert set(found.missing) == set(missing)
    middles = {face: np.mean(t.corners, axis=0) for face, t in zip(faces, located, strict=True)}
    assert all(np.allclose(np.mean(t.corners, axis=0), middles[t.face]) for t in found.tiles)


def test_a_set_without_reds_is_told_and_a_wrong_tile_doubted():
    rows = [list(row) for row in PLAN[:4]]
    rows[1][3] = "2p"
    located, look, _ = laid(rows)
    found = sheet_of(located, look)
    assert found.absent == (PLAN[4],)
    assert [(tile.face, tile.looks) for tile in found.tiles if tile.looks] == [("4p", "2p")]


def test_a_hole_in_a_row_tells_what_is_missing_of_an_unknown_set():
    located, _, faces = laid(PLAN, 0.3, missing=("4p", "2z", "3z"))
    found = sheet_of(located, lambda quads: np.full((len(quads), 4, 40), 1 / 160, np.float32))
    assert [tile.face for tile in found.tiles] == faces
    assert found.missing == ("4p", "2z", "3z")


def test_nothing_laid_out_is_no_sheet():
    assert sheet_of([], READER.look).tiles == ()


def unsure(image, tile=44, least=0.4):
    """What a locator says that is unsure of every fifth tile."""
    sureness = [0.25 if k % 5 == 0 else 0.9 for k in range(60)]
    found = [replace(t, confidence=s) for t, s in zip(LOCATOR(image), sureness, strict=False)]
    return tuple(tile for tile in found if tile.confidence >= least)


def test_a_set_of_whose_tiles_the_locator_is_unsure_is_found_whole():
    example, found = drawn("shapes", 5)
    sheet = laid_out(example.image, unsure, READER)
    assert not sheet.missing
    assert [tile.face for tile in sheet.tiles] == [tile.face for tile in found.tiles]


def test_a_set_that_is_all_there_is_looked_at_once():
    asked = []

    def locator(image, tile=44, least=0.4):
        asked.append(least)
        return LOCATOR(image)

    laid_out(drawn("own", 5)[0].image, locator, READER)
    assert asked == [0.4]


def examples_of(name, seeds, wanted):
    for photo, seed in enumerate(seeds):
        example, found = drawn(name, seed)
        for tile in found.tiles:
            if tile.face in wanted:
                yield Example(tile.face, crop_of(example.image, tile.corners), photo)


def test_an_odd_set_is_read_after_learning_and_a_known_one_left_alone():
    wanted = {"1p", "3p", "6p", "2s", "9s", "2z", "7z", "5m"}
    odd = list(examples_of("shapes", (5, 6, 7), wanted))
    own, other = [e for e in odd if e.photo < 2], [e for e in odd if e.photo == 2]
    learned = learn(own, READER.describe)
    assert learned.adaptation is not None
    before, loss = judged(other, READER.describe, None)
    after, better = judged(other, READER.describe, learned.adaptation)
    assert after > before + 3
    assert better < loss
    known = list(examples_of("own", (5, 6), wanted))
    assert learn(known, READER.describe).adaptation is None


def test_a_photo_whose_faces_were_told_wrongly_is_left_out_and_doubted():
    wanted = sorted({"1p", "3p", "6p", "2s", "9s", "2z", "7z", "5m"})
    odd = list(examples_of("shapes", (5, 6, 7), wanted))
    shifted = dict(zip(wanted, (*wanted[1:], wanted[0]), strict=True))
    wrong = [replace(e, face=shifted[e.face]) if e.photo == 2 else e for e in odd]
    learned = learn(wrong, READER.describe)
    assert learned.tried == len([e for e in odd if e.photo < 2])
    assert learned.doubtful == tuple(n for n, e in enumerate(odd) if e.photo == 2)
    others = list(examples_of("shapes", (8,), wanted))
    right, _ = judged(others, READER.describe, learned.adaptation)
    assert right >= len(others) - 1


def inked(ink, light=(1.0, 1.0, 1.0)):
    """A view (80, 64, 3) of a pale face with a bar of ``ink`` on it, in a light's colour."""
    view = np.full((80, 64, 3), (200, 215, 220), np.float64)
    view[25:55, 26:36] = ink
    return np.clip(view * light, 0, 255).astype(np.uint8)


@given(st.tuples(*(st.floats(0.5, 1.0),) * 3))
def test_hues_tell_inks_apart_in_any_light(light):
    inks = {"black": (30, 30, 40), "green": (20, 110, 40), "blue": (170, 70, 20)}
    plain = {name: _hues(inked(ink)) for name, ink in inks.items()}
    for name, ink in inks.items():
        seen = _hues(inked(ink, light))
        apart = {other: float(np.abs(seen - hues).sum()) for other, hues in plain.items()}
        assert min(apart, key=apart.get) == name


def test_an_adaptation_keeps_what_it_says_nothing_of():
    rng = np.random.default_rng(0)
    chances = rng.dirichlet(np.ones(160), 5).reshape(5, 4, 40).astype(np.float32)
    keys = np.array([0, 40, 80, 120], np.int16)
    one = Adaptation(keys, np.ones((4, 3), np.float32), np.zeros(4, np.float32), 1.0, 0.3)
    new = one(chances, np.ones((5, 3), np.float32))
    assert np.allclose(new.sum((1, 2)), 1, atol=1e-5)
    assert np.allclose(new[:, :, 1:], chances[:, :, 1:], atol=1e-5)
    assert BACK in FACES
