"""Time from a decoded 12-megapixel frame to its reading, in passes of a plain YOLO11n at 640.

``python -m datasets.bench_vision`` renders a hand, a played table and a whole set lying face up,
and reads them with the shipped models.  The YOLO11n of PyPI ``mahjong-detector`` (640 x 640) runs
in the same process, in turn with them and with as many threads, so that whatever else the machine
does slows all of them.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import numpy as np
import onnxruntime as ort
from numpy.typing import NDArray

from datasets.scene import Scene
from detector import detect, read_table

WIDTH, HEIGHT = 4000, 3000
ROUNDS = 15
PASS = "a pass"
#: Seconds before each job: threads of the one before go on for a moment, waiting for more.
PAUSE_S = 0.1
Image = NDArray[np.uint8]
Job = Callable[[], object]


def reference_pass() -> Job:
    """One pass of the reference network on an empty frame; exits when it is not installed."""
    spec = find_spec("mahjong_detector")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("install the reference first: pip install --no-deps mahjong-detector")
    model = next(Path(spec.submodule_search_locations[0]).rglob("*.onnx"))
    session = ort.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    blank = np.zeros((1, 3, 640, 640), np.float32)
    return lambda: session.run(None, {name: blank})


def _played(whole_table: bool) -> Scene:
    """One hand, or a table: the fullest of about thirty."""
    from datasets.layout import tables

    laid = [table for table in islice(tables(1), 60) if table.style.table == whole_table]
    return max(laid, key=lambda table: len(table.scene.tiles)).scene


def _photographed(scene: Scene, distance: float) -> Image:
    from datasets.render import Camera, Look, render

    middle = np.mean([(tile.x, tile.y) for tile in scene.tiles], axis=0)
    camera = Camera(WIDTH, HEIGHT, distance, 10.0, target=(float(middle[0]), float(middle[1])))
    return render(scene, camera, Look(), np.random.default_rng(1)).image


def _frames() -> dict[str, Image]:
    """The frames to read."""
    from datasets.full_tables import all_face_up

    return {
        "a hand": _photographed(_played(False), 600.0),
        "a played table": _photographed(_played(True), 1000.0),
        "a whole set": _photographed(all_face_up(np.random.default_rng(1)), 1000.0),
    }


def _reading(image: Image) -> Job:
    return lambda: read_table(detect(image), WIDTH, HEIGHT)


def _times(jobs: Mapping[str, Job]) -> dict[str, NDArray[np.float64]]:
    """Seconds that each job took in each round; the jobs take turns."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for job in jobs.values():
        job()
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            time.sleep(PAUSE_S)
            start = time.perf_counter()
            job()
            times[name].append(time.perf_counter() - start)
    return {name: np.array(values) for name, values in times.items()}


def main() -> None:
    """Print the table."""
    with ProcessPoolExecutor(1) as pool:
        frames = pool.submit(_frames).result()
    jobs = {PASS: reference_pass(), **{name: _reading(image) for name, image in frames.items()}}
    times = _times(jobs)
    reference = times.pop(PASS)
    print(f"YOLO11n at 640, one pass: {np.median(reference) * 1000:.0f} ms, {os.cpu_count()} cores")
    for name, spent in times.items():
        low, middle, high = np.percentile(spent / reference, (25, 50, 75))
        took = f"{np.median(spent) * 1000:6.0f} ms {middle:6.2f} passes"
        tiles = len(detect(frames[name]))
        print(f"{name:14} {tiles:4} tiles {took} (half the rounds: {low:.2f} to {high:.2f})")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory: {peak:.0f} MB, all frames included")


if __name__ == "__main__":
    main()
