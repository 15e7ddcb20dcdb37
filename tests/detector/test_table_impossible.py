"""Called sets whose faces are no set are never told as sets."""

import pytest

from detector import UNREADABLE, HandReading, MeldReading, indices_of
from detector.table._impossible import as_can_be


def hand(kind, faces, concealed):
    """Return a hand of ``concealed`` faces and one called set."""
    own = tuple(range(len(concealed)))
    meld = MeldReading(kind, tuple(range(len(own), len(own) + len(faces))), len(own), 3)
    return HandReading("bottom", own, None, (meld,), (*concealed, *faces), uncertain=False)


@pytest.mark.parametrize(
    ("kind", "faces"),
    [
        ("pon", ("5p", "0p", "5p")),
        ("pon", ("5p", UNREADABLE, "5p")),
        ("chi", ("8m", "9m", "7m")),
        ("chi", ("0s", "6s", "4s")),
        ("daiminkan", ("1z",) * 4),
        ("ankan", (UNREADABLE, "2z", "2z", UNREADABLE)),
    ],
)
def test_sets_that_can_be_stay(kind, faces):
    for concealed in ((), ("1m",) * 11):
        read = hand(kind, faces, concealed)
        assert as_can_be(read) is read


@pytest.mark.parametrize(
    ("kind", "faces"),
    [
        ("pon", ("2z", "7s", "8s")),
        ("chi", ("9m", "1p", "2p")),
        ("chi", ("5z", "6z", "7z")),
        ("chi", ("1m", "2m", "4m")),
        ("chi", ("1m", "1m", "2m")),
    ],
)
def test_tiles_that_lie_about_are_no_set(kind, faces):
    read = as_can_be(hand(kind, faces, ("1p", "9s")))
    assert read.melds == ()
    assert read.faces == ("1p", "9s", *faces)
    assert indices_of(read) == (0, 1, 2, 3, 4)
    assert read.uncertain


def test_in_a_whole_hand_a_person_says_what_the_odd_tile_of_a_set_is():
    """Loose, its tiles would make the hand a closed one."""
    read = as_can_be(hand("pon", ("5p", "6p", "5p"), ("1m",) * 11))
    assert len(read.melds) == 1
    assert read.faces[11:] == ("5p", UNREADABLE, "5p")
    assert read.uncertain
    assert as_can_be(hand("pon", ("2z", "7s", "8s"), ("1m",) * 11)).faces[11:] == (UNREADABLE,) * 3
