"""``jantaku evaluate``: the tile detector measured on labelled photos, from a clone."""

from __future__ import annotations

import argparse
import importlib
import importlib.util

from device._errors import UserError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR", help="folder with images/ and labels/")
    parser.add_argument("--out", metavar="DIR", help="folder for pictures of the misses")


def run(args: argparse.Namespace) -> int:
    """Hand over to ``datasets.evaluate``; raises ``UserError`` where only the program is."""
    if importlib.util.find_spec("datasets") is None:
        raise UserError("no_evaluation")
    out = [] if args.out is None else ["--out", args.out]
    return int(importlib.import_module("datasets.evaluate").main([args.folder, *out]))
