"""``python -m datasets.pictures``: the README's pictures, from the bundled recording.

``hand.jpg`` is one picture of the recording, for ``jantaku read``.  ``page.webp`` shows the screen
at the table and a phone while ``jantaku serve`` plays the recording: run it where no camera is
plugged in.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, sync_playwright

from device._recording import bundled

Image = NDArray[np.uint8]
OUT: Final = Path(__file__).parent
SCREEN: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 800}
#: The picture of the recording: the first hand, at rest, so many seconds before it is taken away.
REST_S: Final = 0.5
#: The hand that the pages show: a called set, honba and several yaku.
SHOWN: Final = "Honitsu"
PATIENCE_MS: Final = 180_000
_GAP: Final = 16


def sample() -> Image:
    """Return the first hand of the recording as the camera saw it, BGR."""
    file = Path(bundled().removeprefix("video:"))
    hand = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))["rounds"][0]
    video = cv2.VideoCapture(str(file))
    video.set(cv2.CAP_PROP_POS_MSEC, 1000 * (hand["end"] - REST_S))
    there, image = video.read()
    video.release()
    if not there:
        raise SystemExit(f"{file} cannot be read")
    return image.astype(np.uint8)


@contextmanager
def _serving() -> Iterator[str]:
    """Serve the demonstration from an empty folder and yield its address."""
    with tempfile.TemporaryDirectory() as data:
        serve = ["serve", "--data", data, "--port", "0", "--mute", "--lang", "en"]
        program = subprocess.Popen(
            [sys.executable, "-m", "device.cli", *serve], stdout=subprocess.PIPE, text=True
        )
        try:
            told = program.stdout.readline() if program.stdout else ""
            address = re.search(r"http://\S+", told)
            if address is None or "recording" not in told:
                raise SystemExit(f"no recording is played: {told}")
            yield address[0]
        finally:
            program.terminate()
            program.wait()


def _shot(page: Page) -> Image:
    png = np.frombuffer(page.screenshot(), np.uint8)
    return np.asarray(cv2.imdecode(png, cv2.IMREAD_COLOR), np.uint8)


def pages() -> Image:
    """Return the table's screen and a phone beside it, both with the hand ``SHOWN``, BGR."""
    with _serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        table, phone = (
            browser.new_page(viewport=size, locale="en-GB")  # type: ignore[arg-type]
            for size in (SCREEN, PHONE)
        )
        table.goto(f"{address}/table", wait_until="domcontentloaded")
        phone.goto(address, wait_until="domcontentloaded")
        table.get_by_text(SHOWN).wait_for(timeout=PATIENCE_MS)
        phone.get_by_text(SHOWN).wait_for(timeout=PATIENCE_MS)
        phone.get_by_role("button", name="Not now").click()
        shots = [_shot(table), _shot(phone)]
        browser.close()
    gap = np.full((SCREEN["height"], _GAP, 3), 255, np.uint8)
    return np.hstack([shots[0], gap, shots[1]])


def main() -> None:
    """Make both pictures."""
    cv2.imwrite(str(OUT / "hand.jpg"), sample(), [cv2.IMWRITE_JPEG_QUALITY, 88])
    cv2.imwrite(str(OUT / "page.webp"), pages(), [cv2.IMWRITE_WEBP_QUALITY, 82])


if __name__ == "__main__":
    main()
