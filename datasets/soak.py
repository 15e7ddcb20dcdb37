"""Hours of table in minutes: whether the running program grows.

``python -m datasets.soak --hours 8`` runs ``jantaku serve`` (real networks, log on disk, page,
voice, panel) on the bundled recording, played over and over as fast as it is read.  Phones come,
watch, look around, take entries back and go meanwhile.  Its memory, threads and open files are
sampled, and it is told how fast they grow in an hour at the table.  With ``--remember 20`` the
networks read a picture that they have read before, and the voice speaks a sentence that it has
spoken before, only every twentieth time.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import cv2
import httpx2 as httpx
import numpy as np

from detector import Adaptation, Plane, TableReading
from device import _demo, cli
from device._recording import bundled
from device._table_eye import TableEye
from device.camera._files import VideoFile
from device.camera._port import Pixels
from device.command import _serve
from device.tiles._reader import TableReader
from device.tiles._sets import TileSets
from device.voice._port import OpenJTalk

PHONES: Final = 6
SAMPLE_S: Final = 2.0
#: The first part of the run is left out: caches fill, the networks get their memory.
WARMING: Final = 0.25
#: Growth is judged by the means of so many blocks of samples: neighbours are alike.
BLOCKS: Final = 12
#: 97.5th percentile of Student's t with BLOCKS - 2 degrees of freedom.
_T: Final = 2.228
#: So many sentences are remembered at most.
SENTENCES: Final = 40
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_APLAY: Final = "#!/bin/sh\nexec cat >/dev/null\n"


@dataclass(frozen=True, slots=True)
class Sample:
    """The program after ``hours`` at the table: MB of memory, threads, open files."""

    hours: float
    memory: float
    threads: int
    files: int


def growth(samples: Sequence[Sample]) -> tuple[float, float]:
    """Return by how many MB memory grows in an hour, and half of its 95 % interval.

    The least squares line through the means of ``BLOCKS`` blocks, the warming left out.
    """
    warm = samples[round(WARMING * len(samples)) :]
    parts = np.array_split(np.array([(s.hours, s.memory) for s in warm]), BLOCKS)
    x, y = np.array([part.mean(axis=0) for part in parts]).T
    spread = ((x - x.mean()) ** 2).sum()
    slope = float(((x - x.mean()) * y).sum() / spread)
    rest = y - y.mean() - slope * (x - x.mean())
    return slope, _T * float(np.sqrt((rest**2).sum() / (BLOCKS - 2) / spread))


class _Reader(TableReader):
    """Has the networks read a picture that was read before only every ``every``-th time."""

    def __init__(self, sets: TileSets, every: int) -> None:
        super().__init__(sets)
        self._every = every

    def eye(self) -> TableEye:
        return _Remembering(self.sets.adaptation, self._every)


class _Remembering(TableEye):
    def __init__(self, adaptation: Callable[[], Adaptation | None], every: int) -> None:
        super().__init__(adaptation)
        self._every, self._count = every, 0
        self._readings: dict[bytes, TableReading] = {}

    def read(self, pictures: Sequence[Pixels], calibration: Plane | None = None) -> TableReading:
        key = sha256(pictures[-1].tobytes()).digest()
        self._count += 1
        if key not in self._readings or self._count % self._every == 0:
            self._readings[key] = super().read(pictures, calibration)
        return self._readings[key]

    def check(self, picture: Pixels) -> bool:
        return self._count % self._every == 0 and super().check(picture)


def _remembered(wav: Callable[[OpenJTalk, str], bytes], every: int) -> Callable[..., bytes]:
    """Return ``wav``, which is asked for a sentence again only every ``every``-th time."""
    kept: dict[str, bytes] = {}
    count = itertools.count(1)

    def remembered(voice: OpenJTalk, text: str) -> bytes:
        found = kept.get(text)
        if found is None or next(count) % every == 0:
            found = wav(voice, text)
            if len(kept) < SENTENCES:
                kept[text] = found
        return found

    return remembered


def serve(folder: Path, every: int) -> int:
    """Run the program with its recording as fast as it is read and a panel that is not there."""
    from luma.core.device import dummy

    told = ["--port", "0", "--data", str(folder), "--lang", "ja", "--panel", "ssd1306"]
    with (
        patch.object(OpenJTalk, "wav", _remembered(OpenJTalk.wav, every)),
        patch.object(_demo, "camera_of", lambda source: VideoFile(_path(source), rate=0)),
        patch.multiple(
            _serve, PAUSE_S=0.0, found_camera=lambda: None,
            panel_of=lambda _: dummy(width=128, height=64, mode="1"),
            TableReader=lambda sets: _Reader(sets, every),
        ),
    ):  # fmt: skip
        return cli.main(["serve", *told])


def _path(source: str) -> Path:
    return Path(source.partition(":")[2])


@contextmanager
def _running(folder: Path, every: int) -> Iterator[tuple[str, int]]:
    """Yield the address and the process id of the program."""
    player = folder / "bin" / "aplay"
    player.parent.mkdir()
    player.write_text(_APLAY)
    player.chmod(0o755)
    path = f"{player.parent}:{os.environ['PATH']}"
    with subprocess.Popen(
        [sys.executable, "-m", "datasets.soak", "--serve", str(folder / "data"),
         "--remember", str(every)],
        env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, text=True,
    ) as program:  # fmt: skip
        try:
            assert program.stdout is not None
            found = re.search(r"http://\S+", program.stdout.readline())
            if found is None:
                raise RuntimeError("the program did not start")
            yield found[0], program.pid
        finally:
            program.terminate()


def _phone(address: str, over: threading.Event, seed: int) -> None:
    """Come, watch for a while, look around, touch something, go; again and again."""
    rng = random.Random(seed)
    while not over.is_set():
        with suppress(httpx.HTTPError), httpx.Client(base_url=address, timeout=60) as page:
            _look_around(page, rng)
            until = time.monotonic() + rng.uniform(0.1, 30)
            with page.stream("GET", "/api/events") as events:
                for _ in events.iter_lines():
                    if time.monotonic() > until or over.is_set():
                        break


def _look_around(page: httpx.Client, rng: random.Random) -> None:
    state = page.get("/api/state").json()
    history = page.get("/api/history").json()["entries"]
    pictures = [entry["picture"] for entry in history if entry["picture"]]
    for path in ("/", "/table", "/api/strings", "/sheet", *pictures[:2]):
        page.get(path)
    if state["picture"]:
        page.get(state["picture"]["url"])
    if rng.random() < 0.3:
        page.post("/api/game", json={"op": rng.choice(["undo", "redo"])})
        page.post("/api/speak", json={})
        page.get("/api/speech.wav")


def _sample(pid: int, hours: float) -> Sample:
    process = Path(f"/proc/{pid}")
    pages = int((process / "statm").read_text().split()[1])
    threads, files = (len(list((process / name).iterdir())) for name in ("task", "fd"))
    return Sample(hours, pages * _PAGE / 1e6, threads, files)


def _recording_hours() -> float:
    video = cv2.VideoCapture(str(_path(bundled())))
    return float(video.get(cv2.CAP_PROP_FRAME_COUNT) / video.get(cv2.CAP_PROP_FPS) / 3600)


@contextmanager
def _phones(address: str) -> Iterator[None]:
    over = threading.Event()
    phones = [threading.Thread(target=_phone, args=(address, over, seed)) for seed in range(PHONES)]
    for phone in phones:
        phone.start()
    try:
        yield
    finally:
        over.set()
        for phone in phones:
            phone.join()


def _asked(address: str, path: str) -> Any:
    """Return what the page answers; every time on a connection of its own."""
    return httpx.get(f"{address}{path}", timeout=120).json()


def watched(hours: float, minutes: float, folder: Path, every: int) -> tuple[list[Sample], int]:
    """Watch the program for so many hours at the table; return samples and hands logged."""
    each, samples, end = _recording_hours(), list[Sample](), time.monotonic() + 60 * minutes
    with _running(folder, every) as (address, pid):
        with _phones(address):
            while time.monotonic() < end and (not samples or samples[-1].hours < hours):
                time.sleep(SAMPLE_S)
                game = _asked(address, "/api/state")["game"]
                samples.append(_sample(pid, each * (game["number"] if game else 0)))
                if len(samples) % 30 == 0:
                    print(samples[-1], flush=True)
        hands = _asked(address, "/api/history")["entries"][0]["id"]
    return samples, int(hands)


def main(argv: Sequence[str] | None = None) -> int:
    """Run, and print what was measured."""
    parser = argparse.ArgumentParser(prog="python -m datasets.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=8.0, help="at the table (default 8)")
    parser.add_argument("--minutes", type=float, default=1e6, help="end earlier after so many")
    parser.add_argument(
        "--remember", type=int, default=1, metavar="N", help="read and speak every Nth time"
    )
    parser.add_argument("--serve", type=Path, metavar="DIR", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.serve is not None:
        return serve(options.serve, options.remember)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        samples, hands = watched(options.hours, options.minutes, path, options.remember)
    slope, half = growth(samples)
    last, warm = samples[-1], samples[round(WARMING * len(samples))]
    print(f"{last.hours:.1f} h at the table in {(time.monotonic() - start) / 60:.0f} min: "
          f"{hands} hands logged, {PHONES} phones, {len(samples)} samples")  # fmt: skip
    for name, one in (("begin", samples[0]), ("warm", warm), ("end", last)):
        print(f"{name}: {one.memory:.0f} MB, {one.threads} threads, {one.files} files")
    print(f"growth: {slope:+.2f} ± {half:.2f} MB an hour")
    return 0


if __name__ == "__main__":
    sys.exit(main())
