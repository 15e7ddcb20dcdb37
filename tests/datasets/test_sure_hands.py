"""Counting hands that are said with confidence, on the shipped networks."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np

from datasets.learning._pictures import closed_hands, hand, look_of, make_of
from datasets.render import own_faces
from datasets.sure_hands import measure, verdict
from detector import Locator, Reader


def test_hands_of_the_projects_own_drawings_are_not_said_wrongly() -> None:
    told = measure([own_faces()], count=3, seed=2)
    assert told.total() == 3
    assert told["exact"] + told["asked, exact"] + told["asked, wrong"] == 3
    assert told["exact"] > 0


def test_a_hand_read_otherwise_than_it_lies_is_counted_as_wrong() -> None:
    rng = np.random.default_rng(2)
    example = hand(rng, look_of(rng, make_of(rng, own_faces())), next(islice(closed_hands(2), 1)))
    read = Locator(), Reader()
    assert verdict(example, *read) == "exact"
    first, *rest = example.labels
    other = "1z" if first.face != "1z" else "2z"
    changed = replace(example, labels=(replace(first, face=other), *rest))
    assert verdict(changed, *read) == "sure but wrong"
