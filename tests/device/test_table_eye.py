"""The eye on the table reads what changed, and as if it had looked at all of it."""

from dataclasses import replace
from functools import partial

import numpy as np

from datasets.render import Camera, Look, own_faces, render
from datasets.scene import PlacedTile, Scene
from datasets.simulate import game, pictures
from datasets.simulate._film import CORNERS
from detector import Adaptation, plane_of_taps
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
    keys, nothing = np.arange(4, dtype=np.int16) * 40 + 29, np.zeros((4, 627), np.float32)
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
    monkeypatch.setattr("detector._look.CHANGED_BY", 70)
    before = ["1m", "2m", "3m", "7m", "8m", "9m", "2p", "3p", "4p", "6s", "7s", "5z", "5z"]
    after = ["2m", *before[1:], "8s"]
    eye = TableEye()
    eye.read((shot(before, 1),))
    (hand,) = eye.read((shot(after, 2),)).hands
    assert list(hand.faces) == after
