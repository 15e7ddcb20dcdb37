"""``jantaku read``: what the camera sees in photos."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from device._errors import PhotoError
from device._photo import load_photo
from device._reading_json import reading_record
from device._reading_text import reading_text
from device._terminal import printable
from device.command._data import add_folder_option
from device.tiles._reader import read_with


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    parser.add_argument("--json", action="store_true", help="one JSON object a line and photo")
    add_folder_option(parser)


def run(args: argparse.Namespace) -> int:
    """Read every photo; the status is 2 when one of them could not be read."""
    done = [_read(photo, args) for photo in args.photos]
    return 0 if all(done) else 2


def _read(photo: Path, args: argparse.Namespace) -> bool:
    try:
        reading = read_with(args.data, load_photo(photo))
        if args.json:
            print(json.dumps(reading_record(str(photo), reading), ensure_ascii=False))
        else:
            print(reading_text(printable(str(photo)), reading, args.lang))
        if not reading.detections:
            raise PhotoError("no_tiles", name=photo.name)
    except PhotoError as error:
        print(error.message(args.lang), file=sys.stderr)
        return False
    return True
