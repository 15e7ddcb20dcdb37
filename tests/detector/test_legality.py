"""The most probable possible hand."""

import random
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laid_tables import rectangle, tiles
from mahjong.agari import Agari

from detector import FACES, Detection
from detector.table._complete import is_complete
from detector.table._legality import (
    COMPLETE,
    UNCERTAIN,
    SetClaim,
    evidence_of,
    resolve,
)

HAND = "123m456p789s1122z2z"


def sure(text: str) -> list[Detection]:
    return [Detection(face, 0.999, rectangle(0, 0)) for face in tiles(text)]


def doubt(face: str, p: float, *others: tuple[str, float]) -> Detection:
    return Detection(face, p, rectangle(0, 0), others)


def solved(detections: list[Detection]) -> tuple[tuple[str, ...], bool, float]:
    found = resolve(range(len(detections)), [], evidence_of(detections))
    return found.faces, found.complete, found.margin


def test_a_misread_tile_is_put_right_by_the_hand_it_completes() -> None:
    hand = sure("123m456p789s11222z")
    hand[4] = doubt("2p", 0.6, ("5p", 0.4))
    faces, complete, margin = solved(hand)
    assert (faces[4], complete) == ("5p", True)
    assert margin == pytest.approx(COMPLETE - log(0.6 / 0.4), abs=0.01)


def test_two_faces_that_both_complete_the_hand_stay_in_doubt() -> None:
    hand = sure("123m456p78s911222z".replace("911", "11"))
    hand.append(doubt("9s", 0.55, ("6s", 0.4)))
    found = resolve(range(14), [], evidence_of(hand))
    assert found.complete
    assert found.margin < UNCERTAIN
    assert [rival[13] for rival in found.rivals] == ["6s"]


def test_a_red_five_read_with_doubt_is_in_doubt() -> None:
    hand = sure("123m46p789s11222z")
    hand.append(doubt("0p", 0.7, ("5p", 0.3)))
    assert resolve(range(14), [], evidence_of(hand)).margin < UNCERTAIN


def test_clear_faces_are_not_forced_into_a_hand() -> None:
    faces, complete, _ = solved(sure("123m456p789s1122z9m"))
    assert not complete
    assert faces == tiles("123m456p789s1122z9m")


def test_a_fifth_tile_gives_way_to_the_likeliest_other() -> None:
    hand = [*sure("1111m"), doubt("1m", 0.7, ("2m", 0.2), ("7m", 0.1))]
    assert solved(hand)[0] == tiles("11112m")


def test_a_fifth_tile_on_the_table_counts_too() -> None:
    hand = [*sure("99p"), doubt("1p", 0.6, ("9p", 0.3))]
    found = resolve(range(3), [], evidence_of(hand), {0 + 9: 4})
    assert found.faces[2] == "9p"


def test_two_red_fives_of_a_suit_cannot_be() -> None:
    hand = [*sure("0p"), doubt("0p", 0.8, ("5p", 0.2))]
    assert solved(hand)[0] == ("0p", "5p")


def test_without_red_fives_in_play_none_is_read() -> None:
    found = resolve([0], [], evidence_of([doubt("0s", 0.8, ("5s", 0.2))]), reds={})
    assert found.faces == ("5s",)


def test_a_called_set_must_be_a_set() -> None:
    hand = [*sure("11m"), doubt("2m", 0.6, ("1m", 0.3))]
    claim = SetClaim((0, 1, 2), run=False)
    found = resolve([], [claim], evidence_of(hand))
    assert (found.faces, found.complete) == (tiles("111m"), True)


def test_an_unread_tile_is_every_tile() -> None:
    hand = [*sure("123m456p789s1122z"), Detection("?", 0.0, rectangle(0, 0))]
    found = resolve(range(14), [], evidence_of(hand))
    assert {found.faces[13], *(rival[13] for rival in found.rivals)} == {"1z", "2z"}


@given(st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_no_sure_reading_has_five_of_a_kind_or_two_reds(rng: random.Random) -> None:
    hand = []
    for _ in range(rng.choice((8, 11, 14))):
        faces = rng.sample(FACES[:20] + FACES[34:37], 3)
        hand.append(doubt(faces[0], 0.5, (faces[1], 0.3), (faces[2], 0.2)))
    faces, complete, margin = solved(hand)
    plain = [face.replace("0", "5") for face in faces]
    possible = max(plain.count(face) for face in plain) <= 4
    possible &= all(faces.count(f"0{suit}") <= 1 for suit in "mps")
    assert possible or (not complete and margin == 0)


@given(st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_complete_hands_are_what_an_independent_scorer_calls_complete(rng: random.Random) -> None:
    wall = [kind for kind in range(rng.choice((9, 12, 34))) for _ in range(4)]
    kinds = sorted(rng.sample(wall, 14))
    counts = [kinds.count(kind) for kind in range(34)]
    assert is_complete(tuple(kinds), 0) == Agari.is_agari(counts)


def test_thirteen_orphans_and_seven_pairs_are_complete() -> None:
    orphans = sure("19m19p19s12345677z")
    pairs = sure("1199m22p33s114477z")
    assert solved(orphans)[1]
    assert solved(pairs)[1]
