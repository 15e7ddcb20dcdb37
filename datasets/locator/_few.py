"""The whole way in a few steps: rendered pictures, a little training, an ONNX file."""

from __future__ import annotations

from pathlib import Path

from datasets.locator._build import Maker, Part, build
from datasets.locator._export import export
from datasets.locator._renders import CUTS, render_cuts
from datasets.locator._train import train
from datasets.locator._warm import ARCHITECTURE
from datasets.render import own_faces


def _maker(size: int) -> Maker:
    return lambda rng: render_cuts([own_faces()], [], rng, size)


def train_few_steps(out: Path, steps: int, scenes: int = 2, size: int = 160) -> Path:
    """Train a locator from scratch for ``steps`` steps on ``scenes`` rendered scenes.

    Returns the ONNX file written in ``out``.  It shows that the way is whole; it finds nothing.
    """
    part = Part("rendered", scenes, _maker(size))
    build(out / "data", {"train": [part], "val": [part]})
    checkpoint = train(
        out / "data", Path(ARCHITECTURE), out / "run", size, epochs=steps, batch=scenes * CUTS
    )
    return export(checkpoint, out / "locator.onnx")
