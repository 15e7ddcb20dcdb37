"""The page's colours can be read and told apart."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from device.page import _app

CSS = (Path(_app.__file__).parents[1] / "web" / "style.css").read_text(encoding="utf-8")
COLOURS = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", CSS))
GROUNDS = ("felt", "felt-raised", "felt-sunken")
TEXT = 4.5
LARGE = 3.0


def linear(name):
    """Return the linear light of the channels of a colour, 0..1."""
    digits = COLOURS[name]
    srgb = (int(digits[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in srgb]


def luminance(name):
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(name), strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("ink", ["ink", "ink-soft", "gold", "gain", "loss"])
def test_text_can_be_read(ink, ground):
    assert contrast(ink, ground) >= TEXT


@pytest.mark.parametrize(
    ("ink", "ground"), [("on-gold", "gold"), ("on-bad", "bad"), ("on-doubt", "doubt")]
)
def test_text_on_coloured_ground_can_be_read(ink, ground):
    assert contrast(ink, ground) >= TEXT


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("edge", ["line", "focus", "concealed", "win", "meld", "dora", "doubtful"])
def test_edges_can_be_seen(edge, ground):
    assert contrast(edge, ground) >= LARGE


def lab(light):
    """Return linear light as CIE Lab."""
    r, g, b = (min(1, max(0, c)) for c in light)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


#: How linear light is seen by the colour-blind (Machado, Oliveira and Fernandes 2009).
SEEN = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


@pytest.mark.parametrize("kind", SEEN)
def test_the_boxes_differ_for_everybody(kind):
    seen = {
        name: lab(sum(w * c for w, c in zip(row, linear(name), strict=True)) for row in SEEN[kind])
        for name in ("concealed", "win", "meld", "dora", "doubtful")
    }
    for one, other in combinations(seen, 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        assert distance > 20, (one, other)
