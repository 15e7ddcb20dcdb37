"""The whole way in a few steps: rendered crops, a little training, an ONNX file."""

from __future__ import annotations

from pathlib import Path

from datasets.reader._export import calibrated_export
from datasets.reader._renders import rendered
from datasets.reader._store import Crops
from datasets.reader._training import Course, train


def train_few_steps(out: Path, steps: int, scenes: int = 8) -> Path:
    """Train a reader for ``steps`` steps on ``scenes`` rendered scenes; returns its ONNX file.

    Enough to see that building, training, resuming and exporting work, not to read well.
    """
    Crops.of(rendered((), (), scenes, seed=1)).save(out / "rendered")
    crops = {"rendered": Crops.load(out / "rendered")}
    net = train(crops, Course(steps, batch=16, workers=0), out / "reader.pt")
    calibrated_export(net, crops, out / "reader.onnx")
    return out / "reader.onnx"
