"""Where the page is served: the options ``--host`` and ``--port``."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from device.command._words import whole_number

_LAST_PORT: Final = 65535


def add_address_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--host`` and ``--port``."""
    parser.add_argument("--host", default="127.0.0.1", help="address the page is served on")
    parser.add_argument(
        "--port", type=port_number("--port"), default=8000, help="port the page is served on"
    )


def port_number(option: str) -> Callable[[str], int]:
    """Return what reads the port that ``option`` tells; 0 is any that is free."""
    return whole_number(option, 0, _LAST_PORT)
