"""What the trials on other machines read and how they compare.

``still FILE``, ``same READING READING``, ``camera STILL FOLDER``.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from device._pipeline import read_picture
from device._reading_json import reading_record
from device._recording import bundled
from device.camera._port import PREVIEW_WIDTH, Pixels

#: Two processors may differ by so much in a confidence: their sums are rounded otherwise.
_CLOSE: Final = 0.02
#: A camera may differ by so many gray levels on average from what it was shown: colours go through
#: NV12, which has a quarter of them.
_LEVELS: Final = 6.0


def still(file: Path) -> None:
    """Write one rendered table of the bundled recording, its first hand at rest."""
    recording = Path(bundled().removeprefix("video:"))
    first = json.loads(recording.with_suffix(".json").read_text())["rounds"][0]
    video = cv2.VideoCapture(str(recording))
    video.set(cv2.CAP_PROP_POS_MSEC, (first["end"] - 0.5) * 1000)
    _, image = video.read()
    cv2.imwrite(str(file), image)


def same(one: Path, other: Path) -> None:
    """Compare two readings of one picture."""
    a, b = (json.loads(path.read_text()) for path in (one, other))
    _expect(_said(a) == _said(b), f"the readings differ:\n{_said(a)}\n{_said(b)}")
    pairs = zip(
        *(sorted(r["tiles"], key=lambda tile: tile["corners"]) for r in (a, b)), strict=True
    )
    apart = max(abs(x["confidence"] - y["confidence"]) for x, y in pairs)
    _expect(apart <= _CLOSE, f"a confidence differs by {apart:.3f}")
    print(f"Both networks ran on arm64: {len(a['tiles'])} tiles and {len(a['hands'])} hand read as "
          f"here, confidences at most {apart:.4f} apart.")  # fmt: skip


def camera(shown: Path, folder: Path) -> None:
    """Compare what the camera was shown with what the program got of it."""
    seen = json.loads((folder / "frames.json").read_text())
    _expect(seen["there"], "no camera was found")
    frames = seen["frames"]
    steps = [after["time"] - before["time"] for before, after in pairwise(frames)]
    _expect(min(steps) > 0, f"times of frames do not rise: {steps}")
    want, got = cv2.imread(str(shown)), cv2.imread(str(folder / "picture.png"))
    _expect(want.shape == got.shape, f"the size differs: {want.shape} {got.shape}")
    levels = float(np.abs(want - _as_shown(got)).mean())
    _expect(levels < _LEVELS, f"colours differ by {levels:.1f} levels")
    gray = float(cv2.cvtColor(want, cv2.COLOR_BGR2GRAY).mean())
    off = max(abs(frame["gray"] - gray) for frame in frames)
    _expect(off < _LEVELS, f"previews differ by {off:.1f} levels")
    _expect(frames[0]["preview"][1] == PREVIEW_WIDTH, f"preview {frames[0]['preview']}")
    a, b = (_said(reading_record("", read_picture(image))) for image in (want, got))
    _expect(a == b, f"the readings differ:\n{a}\n{b}")
    rate = 1 / np.median(steps)
    print(f"picamera2 gave {len(frames)} frames, {rate:.0f} a second, as {seen['formats']}; the "
          f"picture is {levels:.1f} levels off and reads the same.")  # fmt: skip


def _as_shown(got: Pixels) -> NDArray[np.float64]:
    """Undo what the virtual camera does to gray levels.

    It names a limited range of brightness (16 to 235) and hands on the whole range of the JPEG.
    """
    return got * (219 / 255) + 16


def _said(reading: dict[str, Any]) -> object:
    return sorted(tile["tile"] for tile in reading["tiles"]), reading["hands"]


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        sys.exit(f"Failed: {otherwise}")


if __name__ == "__main__":
    {"still": still, "same": same, "camera": camera}[sys.argv[1]](*map(Path, sys.argv[2:]))
