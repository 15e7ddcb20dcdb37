"""Open a network with onnxruntime, which is kept from recording what runs here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

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

Network: TypeAlias = onnxruntime.InferenceSession
Item = TypeVar("Item")
Result = TypeVar("Result")

#: What onnxruntime raises when a model file is broken or a run of it fails.
NETWORK_ERRORS: Final = (
    Fail,
    InvalidArgument,
    InvalidGraph,
    InvalidProtobuf,
    RuntimeException,
)


def open_network(kind: str, model_path: Path | None, alone: bool = False) -> Network:
    """Open the ``kind`` of network (``locator``, ``reader``) in ``model_path`` or the shipped one.

    A run of it takes one core, so that several run ``side_by_side``; ``alone`` it takes all.
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
    options.intra_op_num_threads = 0 if alone else 1
    # Plans for the memory of every size of input that came would take 40 MB and save no time.
    options.enable_mem_pattern = False
    # Threads that wait for the next run would take a core from those that cut and scale.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    return Network(str(path), options, providers=["CPUExecutionProvider"])


def even_parts(items: Sequence[Item], most: int) -> list[Sequence[Item]]:
    """Part ``items`` evenly for the cores there are, at most ``most`` to a part."""
    cores = os.cpu_count() or 1
    parts = max(-(-len(items) // most), min(cores, len(items)))
    cuts = [round(len(items) * k / parts) for k in range(parts + 1)] if parts else []
    return [items[start:end] for start, end in pairwise(cuts)]


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="networks")


def side_by_side(job: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Do ``job`` for all items at once, as far as there are cores; results in their order.

    OpenCV and onnxruntime let other threads run while they work; one small run of a network does
    not keep several cores busy, several runs do.
    """
    return list(_threads().map(job, items))
