"""The whole way in a few steps: rendered crops, a little training, an ONNX file."""

from __future__ import annotations

import shutil
from pathlib import Path

from datasets.reader._export import calibrated_export
from datasets.reader._renders import rendered
from datasets.reader._store import Crops
from datasets.reader._training import Course, Trainer, train


def train_few_steps(out: Path, steps: int, start: Path | None = None, scenes: int = 8) -> Path:
    """Train a reader for ``steps`` steps on ``scenes`` rendered scenes.

    It goes on from the checkpoint ``start``, or begins from scratch: then it shows that building,
    training, resuming and exporting work, and reads nothing.  Returns its ONNX file in ``out``.
    """
    Crops.of(rendered((), (), scenes, seed=1)).save(out / "rendered")
    crops = {"rendered": Crops.load(out / "rendered")}
    checkpoint = out / "reader.pt"
    if start:
        shutil.copy(start, checkpoint)
    done = Trainer(Course(steps), checkpoint).step
    net = train(crops, Course(done + steps, batch=16, workers=0), checkpoint)
    calibrated_export(net, crops, out / "reader.onnx")
    return out / "reader.onnx"
