"""Export a trained checkpoint: the ONNX file the detector ships, and a checkpoint to go on from."""

from __future__ import annotations

import shutil
from pathlib import Path

import onnx
import torch
from ultralytics.models import YOLO

from datasets.locator._candidates import only_candidates

DESCRIPTION = "Jantaku tile locator: oriented boxes of mahjong tiles, one class"


def export(checkpoint: Path, out: Path) -> Path:
    """Write the checkpoint's network to ``out`` as ONNX with any input size; return ``out``.

    It decodes only the anchors that may be tiles.
    """
    written = YOLO(str(checkpoint)).export(format="onnx", dynamic=True, simplify=True, imgsz=640)
    shutil.move(str(written), out)
    model = only_candidates(onnx.load(str(out)))
    for entry in model.metadata_props:
        if entry.key == "description":
            entry.value = DESCRIPTION
    onnx.save(model, str(out))
    return out


def portable(checkpoint: Path, out: Path) -> Path:
    """Write the checkpoint's weights to ``out``, in half precision and without facts of the run.

    ``python -m datasets.locator train --weights`` goes on from it.
    """
    loaded = torch.load(str(checkpoint), map_location="cpu", weights_only=False)
    model = (loaded.get("ema") or loaded["model"]).half()
    model.args, model.task = {"task": "obb"}, "obb"
    torch.save({"model": model, "train_args": {"task": "obb"}, "epoch": -1}, str(out))
    return out


def average(first: Path, second: Path, share: float, out: Path) -> Path:
    """Write a checkpoint whose weights are ``share`` of the first and the rest of the second.

    Both are as ``portable`` writes them, the second trained on from the first or the other way.
    """
    one, other = (torch.load(str(path), weights_only=False) for path in (first, second))
    mine, theirs = (loaded["model"].float().state_dict() for loaded in (one, other))
    mixed = {
        name: share * value + (1 - share) * theirs[name] if value.is_floating_point() else value
        for name, value in mine.items()
    }
    one["model"].load_state_dict(mixed)
    torch.save({**one, "model": one["model"].half()}, str(out))
    return out
