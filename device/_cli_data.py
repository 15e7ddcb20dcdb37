"""Where the program keeps its data: the option ``--data`` and its default."""

from __future__ import annotations

import argparse
import os
from pathlib import Path


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--data DIR``."""
    parser.add_argument(
        "--data", type=Path, default=default_folder(), metavar="DIR",
        help="folder of the log (default: %(default)s)",
    )  # fmt: skip


def default_folder() -> Path:
    """Return systemd's state folder for a service, else the user's own data folder."""
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "jantaku"
