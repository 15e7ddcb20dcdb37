"""Where the program keeps its data: the option ``--data`` and its default."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any, Final, TypeAlias

from device._i18n import LANGUAGES

#: Where the demonstration is logged, beside the real games.
DEMO_FOLDER: Final = "demonstration"
#: The actions of a command, such as ``log list``.
Actions: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_data_option(parser: argparse.ArgumentParser, default: Any = None) -> None:
    """Add ``--data DIR`` and ``--log URL``; ``default`` in place of what they are else."""
    add_folder_option(parser, default)
    parser.add_argument(
        "--log", default=os.environ.get("JANTAKU_LOG") if default is None else default,
        metavar="URL",
        help="a PostgreSQL database in place of the file there: postgresql+psycopg://… "
        "(or in the variable JANTAKU_LOG, which others cannot see)",
    )  # fmt: skip


def add_folder_option(parser: argparse.ArgumentParser, default: Any = None) -> None:
    """Add ``--data DIR``; ``default`` in place of ``default_folder``."""
    parser.add_argument(
        "--data", type=Path, default=default or default_folder(), metavar="DIR",
        help=f"folder of the log and the tile sets (default: {default_folder()})",
    )  # fmt: skip


def add_action(actions: Actions, name: str, summary: str) -> argparse.ArgumentParser:
    """Return the parser of an action of a command, which takes ``--lang`` as well."""
    action = actions.add_parser(name, help=summary, description=f"{summary.capitalize()}.")
    action.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS)
    return action


def default_folder() -> Path:
    """Return systemd's state folder for a service, else the user's own data folder."""
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "jantaku"
