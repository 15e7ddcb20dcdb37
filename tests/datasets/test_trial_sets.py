"""The drawn tile sets that the learning is developed with."""

from __future__ import annotations

from datasets.learning._odd import NAMES
from datasets.learning._trial import trial_sets


def test_trial_sets_show_every_face_and_no_two_alike() -> None:
    sets = list(trial_sets(strange=2))
    assert [faces.name for faces in sets] == [
        "cards",
        "tallies",
        "numbers",
        "strange 0",
        "strange 1",
    ]
    for faces in sets:
        pictures = {faces.faces[name][0].tobytes() for name in NAMES}
        assert set(faces.names) == set(NAMES)
        assert len(pictures) == len(NAMES)
