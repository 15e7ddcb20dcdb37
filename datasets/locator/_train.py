"""Train the locator with Ultralytics, in chunks that can be stopped and gone on with."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from ultralytics.models import YOLO

from datasets.locator._labels import read_picture
from datasets.locator._warm import published_weights, warm_start

#: Pictures that settle the batch norms of a warm start.
SETTLING = 48
#: The learning rate ends at this part of where it began.
FINAL_RATE = 0.02
#: A quarter of the pictures are mosaics of four; turning, tilting and light are already in them.
RECIPE = {
    "optimizer": "AdamW", "lr0": 1.5e-3, "lrf": 1.0, "weight_decay": 5e-4,
    "warmup_epochs": 0.3, "batch": 16, "nbs": 16, "mosaic": 0.25, "close_mosaic": 0, "scale": 0.35,
    "translate": 0.08, "degrees": 0.0, "fliplr": 0.5, "flipud": 0.5, "hsv_h": 0.03, "hsv_s": 0.5,
    "hsv_v": 0.35, "erasing": 0.0, "workers": 1, "plots": False, "amp": False, "device": "cpu",
    "cls": 1.0,
}  # fmt: skip


def _settling_images(data: Path, size: int) -> Tensor:
    paths = sorted((data / "images" / "train").glob("*.jpg"))
    step = max(1, len(paths) // SETTLING)
    images = [read_picture(path)[..., ::-1] for path in paths[::step]]
    stack = np.stack([cv2.resize(image, (size, size)) for image in images[:SETTLING]])
    return torch.from_numpy(stack.transpose(0, 3, 1, 2).copy()).float() / 255


def initial(data: Path, out: Path, size: int) -> Path:
    """Write the warm-started checkpoint ``out`` that a first training begins with."""
    yolo = warm_start(published_weights(), _settling_images(data, size))
    yolo.save(str(out))
    return out


def _in_bfloat16(trainer: Any) -> None:
    """Run the network in bfloat16 and channels last: half the time on a CPU that has AMX."""
    model = trainer.model.to(memory_format=torch.channels_last)
    predict = model.predict

    def faster(images: Tensor, *arguments: object, **options: object) -> object:
        with torch.autocast("cpu", torch.bfloat16):
            return _float32(predict(images, *arguments, **options))

    model.predict = faster


def _float32(output: Any) -> Any:
    if isinstance(output, Tensor):
        return output.float()
    if isinstance(output, dict):
        return {key: _float32(value) for key, value in output.items()}
    return [_float32(value) for value in output]


class _Cosine:
    """Lets the learning rate fall batch by batch along half a cosine; Ultralytics steps it only
    once an epoch, and a chunk may be a single epoch."""

    def __init__(self) -> None:
        self._batch = 0

    def begin_epoch(self, trainer: Any) -> None:
        self._batch = 0

    def begin_batch(self, trainer: Any) -> None:
        batches = len(trainer.train_loader)
        done = (trainer.epoch + self._batch / batches) / trainer.epochs
        share = FINAL_RATE + (1 - FINAL_RATE) * (1 + math.cos(math.pi * min(1.0, done))) / 2
        for group in trainer.optimizer.param_groups:
            group["lr"] = group["initial_lr"] * share
        self._batch += 1


def _yolo(weights: Path) -> YOLO:
    yolo = YOLO(str(weights), task="obb")
    yolo.add_callback("on_train_start", _in_bfloat16)
    cosine = _Cosine()
    yolo.add_callback("on_train_epoch_start", cosine.begin_epoch)
    yolo.add_callback("on_train_batch_start", cosine.begin_batch)
    return yolo


def train(data: Path, weights: Path, run: Path, size: int, **changes: object) -> Path:
    """Train from the checkpoint ``weights`` on the folder ``data``; return the last checkpoint.

    ``run`` is the folder of this chunk.  When it holds an unfinished chunk, that one goes on.
    ``changes`` are Ultralytics settings over ``RECIPE``, such as ``epochs`` or ``time`` (hours).
    """
    last = run / "weights" / "last.pt"
    if last.exists():
        _yolo(last).train(resume=True)
        return last
    settings: dict[str, object] = {**RECIPE, "imgsz": size, "val": False, **changes}
    place = {"project": str(run.parent.resolve()), "name": run.name, "exist_ok": True}
    _yolo(weights).train(data=str(data / "data.yaml"), **place, **settings)
    return last
