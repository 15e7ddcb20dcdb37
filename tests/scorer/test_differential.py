"""Random complete hands against PyPI mahjong: a slice of the long run."""

from __future__ import annotations

import random

import pytest

from datasets.differential import difference, draw, run_chunk
from scorer import MeldType


@pytest.mark.parametrize("chunk", [0, 1])
def test_no_difference_is_left_unexplained(chunk: int) -> None:
    counts, details = run_chunk(chunk, 10_000)
    assert details == []
    assert counts["equal"] >= 9_950


def test_the_slice_has_every_kind_of_hand() -> None:
    rng = random.Random(11)
    cases = [draw(rng) for _ in range(3000)]
    assert {kind for case in cases for kind, _ in case.melds} == set(MeldType)
    assert {case.rules.name for case in cases} == {f"random-{n}" for n in range(64)}
    flags = ("ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou")
    assert all(any(getattr(case.context, flag) for case in cases) for flag in flags)


def test_a_drawn_case_answers_the_same_twice() -> None:
    cases = [draw(random.Random(5)) for _ in range(2)]
    assert cases[0] == cases[1]
    assert difference(cases[0]) == difference(cases[1])
