"""The networks run here and tell nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

READ = "import numpy as np; from device._pipeline import read_picture; read_picture({picture})"
PICTURE = "np.full((90, 120, 3), 90, np.uint8)"


def test_reading_a_picture_leaves_nothing_in_the_home(tmp_path: Path) -> None:
    kept = {key: value for key, value in os.environ.items() if key != "ORT_DISABLE_TELEMETRY"}
    subprocess.run(
        [sys.executable, "-c", READ.format(picture=PICTURE)],
        check=True,
        env={**kept, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
        cwd=Path(__file__).parents[2],
    )
    assert list(tmp_path.rglob("*")) == []
