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


def train_few_steps(
    out: Path, steps: int, start: Path | None = None, scenes: int = 2, size: int = 160
) -> Path:
    """Train a locator for ``steps`` steps on ``scenes`` rendered scenes.

    It goes on gently from the checkpoint ``start``, or begins from scratch: then it shows that the
    way is whole and finds nothing.  Returns the ONNX file written in ``out``.
    """
    part = Part("rendered", scenes, _maker(size))
    build(out / "data", {"train": [part], "val": [part]})
    weights = start or Path(ARCHITECTURE)
    checkpoint = train(
        out / "data", weights, out / "run", size,
        epochs=steps, batch=scenes * CUTS, lr0=1e-5 if start else 1e-3,
    )  # fmt: skip
    return export(checkpoint, out / "locator.onnx")
