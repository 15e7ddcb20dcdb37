"""Time from a decoded 12-megapixel frame to its reading, in passes of a plain YOLO11n at 640.

``python -m datasets.bench_vision`` renders a hand and a full table, reads each with the shipped
models, and runs the YOLO11n of PyPI ``mahjong-detector`` (640 x 640) in the same process.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from detector import detect, read_table

WIDTH, HEIGHT = 4000, 3000
ROUNDS = 7
Image = NDArray[np.uint8]


def _reference() -> Callable[[], object]:
    """One pass of the reference network on an empty frame; exits when it is not installed."""
    spec = find_spec("mahjong_detector")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("install the reference first: pip install --no-deps mahjong-detector")
    model = next(Path(spec.submodule_search_locations[0]).rglob("*.onnx"))
    session = ort.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    blank = np.zeros((1, 3, 640, 640), np.float32)
    return lambda: session.run(None, {name: blank})


def _frame(whole_table: bool) -> Image:
    """A rendered 12-megapixel picture of one hand, or of the fullest of thirty tables."""
    from datasets.layout import tables
    from datasets.render import Camera, Look, render

    laid = [table for table in islice(tables(1), 60) if table.style.table == whole_table]
    scene = max(laid, key=lambda table: len(table.scene.tiles)).scene
    middle = np.mean([(tile.x, tile.y) for tile in scene.tiles], axis=0)
    distance = 1000.0 if whole_table else 600.0
    camera = Camera(WIDTH, HEIGHT, distance, 10.0, target=(float(middle[0]), float(middle[1])))
    return render(scene, camera, Look(), np.random.default_rng(1)).image


def _reading(image: Image) -> Callable[[], object]:
    return lambda: read_table(detect(image), WIDTH, HEIGHT)


def _median_ms(job: Callable[[], object]) -> float:
    job()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return float(np.median(times)) * 1000


def _line(name: str, image: Image, reference: float) -> str:
    spent = _median_ms(_reading(image))
    tiles = len(detect(image))
    return f"{name:14} {tiles:4} tiles {spent:8.0f} ms {spent / reference:6.2f} passes"


def main() -> None:
    """Print the table."""
    with ProcessPoolExecutor(1) as pool:
        hand, table = pool.map(_frame, (False, True))
    reference = _median_ms(_reference())
    print(f"YOLO11n at 640, one pass: {reference:.0f} ms")
    print(_line("a hand", hand, reference))
    print(_line("a full table", table, reference))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory: {peak:.0f} MB, both frames included")


if __name__ == "__main__":
    main()
