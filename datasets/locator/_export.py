"""Export a trained checkpoint to the ONNX file that the detector ships."""

from __future__ import annotations

import shutil
from pathlib import Path

from ultralytics.models import YOLO


def export(checkpoint: Path, out: Path) -> Path:
    """Write the checkpoint's network to ``out`` as ONNX with any input size; return ``out``."""
    written = YOLO(str(checkpoint)).export(format="onnx", dynamic=True, simplify=True, imgsz=640)
    shutil.move(str(written), out)
    return out
