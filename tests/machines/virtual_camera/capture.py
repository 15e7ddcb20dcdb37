"""Runs inside the tree: takes frames through the program's own port of picamera2.

Writes the last picture to ``picture.png`` and what was seen to ``frames.json``.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import libcamera
import picamera2
from picamera2.allocators import LibcameraAllocator

from device.camera._pi import PiCamera, is_there


class VirtualPicamera2(picamera2.Picamera2):
    """What libcamera's virtual camera has not: raw modes, and memory of picamera2's own heap."""

    def __init__(self) -> None:
        super().__init__()
        self.allocator = LibcameraAllocator(self.camera)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        roles = [libcamera.StreamRole.VideoRecording]
        stream = self.camera.generate_configuration(roles).at(0)
        size = (stream.size.width, stream.size.height)
        return [{"format": str(stream.pixel_format), "size": size}]


def main(folder: Path) -> None:
    """Watch as the program does: previews of all frames, the large picture of the last."""
    found = is_there()
    picamera2.Picamera2 = VirtualPicamera2
    seen = []
    with PiCamera() as camera:
        config = camera._camera.camera_configuration()
        for frame in islice(camera.frames(), 30):
            seen.append({"time": frame.time, "preview": list(frame.preview.shape),
                         "gray": float(frame.preview.mean())})  # fmt: skip
            image = frame.image if len(seen) == 30 else None
        cv2.imwrite(str(folder / "picture.png"), image)
    formats = {name: [config[name]["format"], config[name]["size"]] for name in ("main", "lores")}
    (folder / "frames.json").write_text(
        json.dumps({"there": found, "frames": seen, "formats": formats})
    )


main(Path(sys.argv[1]))
