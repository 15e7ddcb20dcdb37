"""The eye on the table reads what changed, and as if it had looked at all of it."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import detector._look
from datasets.render import Camera, Look, own_faces, render
from datasets.scene import PlacedTile, Scene
from datasets.simulate import game, pictures
from datasets.simulate._film import CORNERS
from detector import Adaptation, Detection, plane_of_taps
from detector import Look as SeenLook
from detector._views import TILE
from detector.learning._features import LOOKS
from device._table_eye import TableEye
from device.aim._aim import TABLE_MM

HAND = next(hand for hand in game(1) if hand.winners)
PLANE = plane_of_taps(CORNERS, TABLE_MM)
take = partial(pictures, dealer=HAND.dealer, seed=1, count=3)


def told(reading):
    """What a reading says of hands, rivers and indicators."""
    faces = [tile.tile for tile in reading.detections]
    return (
        {hand.seat: (hand.faces, hand.uncertain) for hand in reading.hands if hand.concealed},
        {river.seat: [faces[i] for i in river.tiles] for river in reading.rivers},
        sorted(faces[i] for i in reading.dora_indicators),
    )


def test_a_hand_is_read_in_parts_as_by_looks_at_all_of_it():
    eye = TableEye()
    for moment in HAND.moments[-3:]:
        seen = take(moment)
        assert told(eye.read(seen, PLANE)) == told(TableEye().read(seen, PLANE))


def test_what_lies_as_it_lay_is_not_read_again():
    eye = TableEye()
    one, two, _ = take(HAND.moments[1])
    assert eye.read((one,), PLANE) is eye.read((two,), PLANE)
    assert eye.read((two,)) is not eye.read((two,), PLANE)


def test_a_check_says_whether_other_tiles_lie_there():
    eye = TableEye()
    one, two, _ = take(HAND.moments[1])
    eye.read((one,), PLANE)
    assert not eye.check(two)
    assert eye.check(take(HAND.moments[2])[0])


def test_another_tile_set_is_read_with_at_once():
    """One that knows a single face and trusts nothing else takes every tile for that."""
    keys, nothing = np.arange(4, dtype=np.int16) * 40 + 29, np.zeros((4, LOOKS), np.float32)
    west = Adaptation(keys, nothing, np.zeros(4, np.float32), 0.0, 1.0)
    sets = [None]
    eye = TableEye(lambda: sets[-1])
    one, two, _ = take(HAND.moments[1])
    first = eye.read((one,))
    sets.append(west)
    assert {tile.confidence for tile in eye.read((two,)).detections}.isdisjoint(
        tile.confidence for tile in first.detections
    )


def shot(row, seed):
    """A hand in a row on green felt, seen from above in poor light."""
    tiles = tuple(PlacedTile(face, 21.0 * n, 0.0, 0.0) for n, face in enumerate(row))
    look = replace(Look(own_faces()), exposure=0.4)
    camera = Camera(1280, 960, 700.0, target=(140.0, 0.0))
    return render(Scene(tiles, (), 1000.0), camera, look, np.random.default_rng(seed)).image


def test_a_face_swapped_for_a_similar_one_is_not_remembered_in_a_hand_laid_open(monkeypatch):
    """Nor where the swap changes the picture less than counts as a change."""
    monkeypatch.setattr("detector._look.LEVELS", (70.0, 70.0))
    before = ["1m", "2m", "3m", "7m", "8m", "9m", "2p", "3p", "4p", "6s", "7s", "5z", "5z"]
    after = ["2m", *before[1:], "8s"]
    eye = TableEye()
    eye.read((shot(before, 1),))
    (hand,) = eye.read((shot(after, 2),)).hands
    assert list(hand.faces) == after


ROW = ["1m", "2m", "3m", "7m", "8m", "9m", "2p", "3p", "4p", "6s", "7s", "1z", "1z", "8s"]


@pytest.mark.parametrize("missed", [1, 2])
def test_a_hand_in_doubt_is_looked_at_smaller_and_larger_while_it_lies_there(monkeypatch, missed):
    """A tile that most of the looks show counts; the usual one may miss it."""
    looks = []

    def detect(image, adaptation=None, tile=TILE):
        looks.append(tile)
        found = original(image, adaptation, tile)
        left = found if len(looks) > missed else [tile for tile in found if tile.tile != "9m"]
        return tuple(left)

    original = detector._look.detect
    monkeypatch.setattr("detector._look.detect", detect)
    monkeypatch.setattr("device._pipeline.overlooked", lambda *_: ())
    eye = TableEye()
    assert eye.read((shot(ROW, 1),)).hands[0].count == 13
    looks.clear()
    assert eye.check(shot(ROW, 2)) is (missed == 1)
    assert sorted(looks) == [0.8 * TILE, TILE, 1.25 * TILE]
    assert eye.read((shot(ROW, 2),)).hands[0].count == (14 if missed == 1 else 13)
    assert len(looks) == 3


def test_a_hand_without_doubt_is_looked_at_once(monkeypatch):
    eye = TableEye()
    assert not eye.read((shot(ROW, 1),)).hands[0].uncertain
    monkeypatch.setattr("device._table_eye.looks_closer", None)
    assert not eye.check(shot(ROW, 2))


def test_sets_that_lay_there_stay_sets_when_the_hand_beside_them_is_laid_open(monkeypatch):
    """Four tiles of a kind without room before them may as well be a pon and one of the hand."""
    hand, kan = lying("3m 3m 2p 3p 4p 4s 6s", 0.0), lying("1p 1p 1p 1p* 6s* 5s 7s", 143.5)
    found = [kan, [*hand, *kan]]

    def seen(image, before=None, adaptation=None, doubtful=()):
        return SeenLook(tuple(found[min(image[0, 0, 0], 1)]), image, 1, (600, 300), adaptation)

    monkeypatch.setattr("device._table_eye.look_again", seen)
    monkeypatch.setattr("device._pipeline.overlooked", lambda *_: ())
    empty, shown = (np.full((300, 600, 3), level, np.uint8) for level in (0, 1))
    assert melds(TableEye().read((shown, shown))) == {"pon", "chi"}
    eye = TableEye()
    assert melds(eye.read((empty, empty))) == {"daiminkan", "chi"}
    assert melds(eye.read((shown, shown))) == {"daiminkan", "chi"}


def melds(reading):
    return {meld.type for hand in reading.hands for meld in hand.melds}


def lying(row, left):
    """Tiles of 20 x 26 in a row, those with a star sideways."""
    found = []
    for word in row.split():
        wide, high = (13, 10) if word.endswith("*") else (10, 13)
        x, y = left + wide, 13 - high
        ring = (
            (x - wide, y - high),
            (x + wide, y - high),
            (x + wide, y + high),
            (x - wide, y + high),
        )
        corners = (ring[3], *ring[:3]) if word.endswith("*") else ring
        found.append(Detection(word[:2], 1.0, corners))
        left += 2 * wide + 0.5
    return found
