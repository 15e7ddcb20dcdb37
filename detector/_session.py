"""Open a network with onnxruntime, which is kept from recording what runs here."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path
from typing import Final

# onnxruntime 1.32 keeps a database of events for its makers unless this is set before its import.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime
from onnxruntime.capi.onnxruntime_pybind11_state import (
    Fail,
    InvalidArgument,
    InvalidGraph,
    InvalidProtobuf,
    RuntimeException,
)

#: What onnxruntime raises when a model file is broken or a run of it fails.
NETWORK_ERRORS: Final = (
    Fail,
    InvalidArgument,
    InvalidGraph,
    InvalidProtobuf,
    RuntimeException,
)


def open_network(kind: str, model_path: Path | None) -> onnxruntime.InferenceSession:
    """Open the ``kind`` of network (``locator``, ``reader``) in ``model_path`` or the shipped one.

    Raises ``FileNotFoundError`` when the file is missing and one of ``NETWORK_ERRORS`` when it is
    no such network.
    """
    path = model_path or Path(str(files("jantaku_models") / f"{kind}.onnx"))
    if not path.is_file():
        raise FileNotFoundError(
            f"the tile {kind}'s model {path} is missing: install jantaku again, or make it with "
            f"`python -m datasets.{kind} export`"
        )
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
