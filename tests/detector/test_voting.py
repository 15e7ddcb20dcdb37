"""Several pictures of one still table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laid_tables import rectangle, row

from detector import Detection, vote


def test_what_most_frames_saw_counts() -> None:
    hand = row("1m 2m 3m")
    phantom = Detection("9s", 0.4, rectangle(200, 200))
    voted = vote([hand, [*hand, phantom], hand[:2]])
    assert [d.tile for d in voted] == ["1m", "2m", "3m"]


def test_probabilities_are_averaged_and_the_other_face_stays_an_alternative() -> None:
    frames = [
        [Detection(face, 0.8, rectangle(0, 0), ((other, 0.2),))]
        for face, other in (("4s", "6s"), ("4s", "6s"), ("6s", "4s"))
    ]
    (tile,) = vote(frames)
    assert (tile.tile, tile.confidence) == ("4s", pytest.approx(0.6))
    assert tile.alternatives == (("6s", pytest.approx(0.4)),)


def test_corners_are_the_median_of_the_frames_that_agree() -> None:
    frames = [[Detection("1m", 0.9, rectangle(x, 0))] for x in (0, 1, 8)]
    frames.append([Detection("7m", 0.6, rectangle(4, 0))])
    (tile,) = vote(frames)
    assert tile.corners[0] == (-9.0, -13.0)


def test_neighbours_are_not_mixed_up() -> None:
    frames = [row("1m 1m 2m 2m 3m 3m", x=shift) for shift in (0.0, 2.0, 4.0)]
    assert [d.tile for d in vote(frames)] == ["1m", "1m", "2m", "2m", "3m", "3m"]


@given(st.permutations(range(6)))
def test_the_order_of_a_frame_does_not_matter(order: list[int]) -> None:
    hand = row("1m 2m 3m 4m 5m 6m")
    voted = vote([hand, [hand[i] for i in order], hand])
    assert voted == tuple(hand)


def test_nothing_seen_is_nothing() -> None:
    assert vote([]) == vote([[], []]) == ()


def test_a_face_that_is_no_frames_first_may_be_the_likeliest_of_all() -> None:
    corners = rectangle(100, 100)
    frames = [
        [Detection("1m", 0.5, corners, (("3m", 0.45),))],
        [Detection("2m", 0.5, corners, (("3m", 0.45),))],
    ]
    (tile,) = vote(frames)
    assert tile.tile == "3m"
    assert tile.corners == corners
