"""Both networks trained for a few steps on rendered data, exported, and read with.

Needs the training stack; ``make test-train`` installs it and runs this.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from datasets.locator._few import train_few_steps as train_locator
from datasets.reader._few import train_few_steps as train_reader
from datasets.reader._store import STRANGE
from datasets.reader._training import RIICHI, Course, Trainer, loss_of
from datasets.render import Camera, Example, Look, render
from datasets.scene import PlacedTile, Scene
from detector import Detection, Located, Locator, Reader
from detector._types import FACES, UNREADABLE

CHECKPOINTS = Path(__file__).parents[2] / "models" / "checkpoints"
HAND = ["2m", "3m", "4m", "0p", "6p", "7p", "1s", "2s", "3s", "5z", "5z", "6z", "6z", "6z"]
STEPS = 4
#: The training stack uses what its own parts call old.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def hand() -> Example:
    """A rendered row of 14 tiles."""
    tiles = tuple(PlacedTile(face, 22.0 * i - 143, 0) for i, face in enumerate(HAND))
    return render(Scene(tiles), Camera(1280, 960, 420), Look(), np.random.default_rng(3))


def labelled(hand: Example) -> list[Located]:
    return [Located(label.corners, 1.0) for label in hand.labels]


def row(detections: tuple[Detection, ...]) -> list[str]:
    """The faces from left to right."""
    return [d.tile for d in sorted(detections, key=lambda d: min(x for x, _ in d.corners))]


def test_a_reader_trained_from_scratch_runs(hand: Example, tmp_path: Path) -> None:
    reader = Reader(train_reader(tmp_path, STEPS, scenes=2))
    read = reader(hand.image, labelled(hand))
    assert len(read) == len(HAND)
    assert {detection.tile for detection in read} <= {*FACES, UNREADABLE}
    assert all(0 <= detection.confidence <= 1 for detection in read)


def test_a_locator_trained_from_scratch_runs(hand: Example, tmp_path: Path) -> None:
    found = Locator(train_locator(tmp_path, STEPS))(hand.image)
    assert all(0.4 <= tile.confidence <= 1 for tile in found)
    assert all(np.isfinite(tile.corners).all() for tile in found)


def test_training_a_reader_goes_on_where_it_was(tmp_path: Path) -> None:
    train_reader(tmp_path, STEPS, scenes=2)
    train_reader(tmp_path, STEPS, scenes=2)
    assert Trainer(Course(STEPS), tmp_path / "reader.pt").step == 2 * STEPS


def test_a_strange_face_is_no_face_more_than_another() -> None:
    def loss(favoured: list[int]) -> float:
        logits = torch.zeros(1, 4, len(FACES) + 1)
        logits[:, :, favoured] = 5.0
        return float(loss_of(logits, torch.tensor([STRANGE]), torch.tensor([-1])))

    assert loss(RIICHI) < loss([]) < loss([FACES.index("3p")])
    assert loss(RIICHI) < loss([FACES.index("back")])
    assert loss(RIICHI) < loss([len(FACES)])


def test_networks_trained_on_from_the_checkpoints_read_a_hand(
    hand: Example, tmp_path: Path
) -> None:
    locator = Locator(train_locator(tmp_path, STEPS, CHECKPOINTS / "locator.pt"))
    reader = Reader(train_reader(tmp_path, STEPS, CHECKPOINTS / "reader.pt"))
    assert row(reader(hand.image, locator(hand.image))) == HAND
