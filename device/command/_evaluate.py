"""``jantaku evaluate``: the tile detector measured on labelled photos, from a clone."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Final

from device._errors import UserError

#: Where the source code lies, if this is a clone.
_CLONE: Final = Path(__file__).resolve().parents[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR", help="folder with images/ and labels/")
    parser.add_argument("--out", metavar="DIR", help="folder for pictures of the misses")


def run(args: argparse.Namespace) -> int:
    """Hand over to ``datasets.evaluate``; raises ``UserError`` where only the program is."""
    if not (_CLONE / "datasets" / "evaluate.py").is_file():
        raise UserError("no_evaluation")
    sys.path.insert(0, str(_CLONE))
    out = [] if args.out is None else ["--out", args.out]
    try:
        evaluate = importlib.import_module("datasets.evaluate")
    except ModuleNotFoundError as error:
        raise UserError("evaluation_needs", module=error.name) from error
    return int(evaluate.main([args.folder, *out]))
