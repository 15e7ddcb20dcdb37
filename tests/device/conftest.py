"""What several tests of the device need."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"


@pytest.fixture
def hand_photos():
    """The files of the real photos of hands."""
    paths = sorted((SHARED / "photos" / "hands" / "images").iterdir())
    assert paths
    return paths
