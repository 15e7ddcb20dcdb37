import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.render.recording import CAMERA, RATE, film, picture_at, scene_at
from scorer import Hand, Meld, MeldType, Tile, WinContext, score

RECORDING = Path(__file__).parents[2] / "device" / "recording"
TRUTH = json.loads((RECORDING / "table.json").read_text(encoding="utf-8"))
ROUNDS = TRUTH["rounds"]


def moments(facts):
    """Just after the hand was laid, half way, just before it is cleared; in pictures."""
    begin, end = facts["begin"], facts["end"]
    return [round(t * RATE) for t in (begin + 0.2, (begin + end) / 2, end - 0.2)]


@pytest.fixture(scope="module")
def frames():
    wanted = {index for facts in ROUNDS for index in moments(facts)}
    film_file, found = cv2.VideoCapture(str(RECORDING / "table.mp4")), {}
    for index in range(max(wanted) + 1):
        assert film_file.grab()
        if index in wanted:
            found[index] = film_file.retrieve()[1]
    return found


def cut_out(image, corners, size=(40, 52)):
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    place = cv2.getPerspectiveTransform(np.array(corners, np.float32), target)
    return cv2.warpPerspective(image, place, size).astype(float)


def test_the_recording_is_small_and_as_long_as_told():
    film_file = cv2.VideoCapture(str(RECORDING / "table.mp4"))
    size = film_file.get(cv2.CAP_PROP_FRAME_WIDTH), film_file.get(cv2.CAP_PROP_FRAME_HEIGHT)
    assert size == (TRUTH["width"], TRUTH["height"]) == (CAMERA.width, CAMERA.height)
    assert film_file.get(cv2.CAP_PROP_FRAME_COUNT) / TRUTH["rate"] == pytest.approx(film().length)
    assert (RECORDING / "table.mp4").stat().st_size < 6_000_000
    assert [facts["seat"] for facts in ROUNDS].count("bottom") >= 3
    assert {meld["type"] for facts in ROUNDS for meld in facts["melds"]} >= {
        "chi", "pon", "ankan", "kakan",
    }  # fmt: skip


@pytest.mark.parametrize("facts", ROUNDS, ids=lambda facts: f"{facts['begin']:.0f}s")
def test_the_hand_rests_as_drawn_while_the_truth_says_so(facts, frames):
    shown = film()
    early, middle, late = moments(facts)
    scene, arms = scene_at(shown, facts["begin"] + 0.5)
    assert not arms
    told = sorted([*facts["concealed"], *(t for meld in facts["melds"] for t in meld["tiles"])])
    hand = [tile.face for tile in scene.tiles if abs(tile.x) > 90 or abs(tile.y + 20) > 40]
    assert sorted(hand) == told
    drawn = picture_at(shown, middle / RATE)
    for label in drawn.labels:
        if label.visible > 0.9:
            a, b = (cut_out(picture, label.corners) for picture in (drawn.image, frames[middle]))
            assert np.abs(a - b).mean() < 9, label.face
    rest = [cv2.blur(frames[index], (5, 5)).astype(int) for index in (early, late)]
    assert np.abs(rest[0] - rest[1]).max() < 14


@pytest.mark.parametrize("facts", ROUNDS, ids=lambda facts: f"{facts['begin']:.0f}s")
def test_every_hand_of_the_recording_wins(facts):
    melds = tuple(
        Meld(MeldType(meld["type"]), tuple(map(Tile.parse, meld["tiles"])), from_seat=meld["from"])
        for meld in facts["melds"]
    )
    concealed = tuple(map(Tile.parse, facts["concealed"]))
    hand = Hand(concealed, Tile.parse(facts["win_tile"]), melds)
    indicators = tuple(map(Tile.parse, facts["dora_indicators"]))
    assert score(hand, WinContext(facts["tsumo"], dora_indicators=indicators)).points > 0
