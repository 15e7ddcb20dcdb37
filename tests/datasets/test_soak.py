"""Whether a program grows is told from its samples; ``python -m datasets.soak`` takes them."""

import os

import numpy as np
import pytest

from datasets.soak import Sample, _sample, growth


def samples(*, slope, noise=3.0, warm_up=200.0):
    rng = np.random.default_rng(1)
    hours = np.linspace(0, 8, 400)
    memory = 400 + slope * hours - warm_up * np.exp(-3 * hours) + rng.normal(0, noise, 400)
    return [Sample(float(h), float(m), 20, 30) for h, m in zip(hours, memory, strict=True)]


@pytest.mark.parametrize("slope", [0.0, 2.0, 20.0])
def test_growth_is_told_with_its_interval_and_the_warming_is_none(slope):
    found, half = growth(samples(slope=slope))
    assert found - half <= slope <= found + half
    assert half < 0.5


def test_a_sample_is_of_the_process_as_it_is():
    sample = _sample(os.getpid(), 1.5)
    assert sample.hours == 1.5
    assert 20 < sample.memory < 20_000
    assert sample.threads >= 1
    assert sample.files >= 3
