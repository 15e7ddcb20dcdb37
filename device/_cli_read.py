"""``jantaku read``: what the camera sees in photos."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from device._errors import PhotoError
from device._i18n import text
from device._photo import load_photo
from device._pipeline import read_picture
from device._reading_json import Record, reading_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    parser.add_argument("--json", action="store_true", help="one JSON object a line and photo")


def run(args: argparse.Namespace) -> int:
    """Read every photo; the status is 2 when one of them could not be read."""
    done = [_read(photo, args) for photo in args.photos]
    return 0 if all(done) else 2


def _read(photo: Path, args: argparse.Namespace) -> bool:
    try:
        reading = read_picture(load_photo(photo))
        record = reading_record(str(photo), reading)
        print(json.dumps(record, ensure_ascii=False) if args.json else _told(record, args.lang))
        if not reading.detections:
            raise PhotoError("no_tiles", name=photo.name)
    except PhotoError as error:
        print(error.message(args.lang), file=sys.stderr)
        return False
    return True


def _told(record: Record, lang: str) -> str:
    lines = [f"{record['photo']}: {' '.join(tile['tile'] for tile in record['tiles'])}"]
    lines += [f"  {hand_line(hand, lang)}" for hand in record["hands"]]
    if record["dora_indicators"]:
        lines.append(f"  {text(lang, 'hand.dora')}: {' '.join(record['dora_indicators'])}")
    return "\n".join([*lines, *(f"  {message}" for message in record["messages"])])


def hand_line(hand: Record, lang: str) -> str:
    """Return a hand of ``reading_record`` in one line."""
    rest = list(hand["concealed"])
    if hand["win_tile"] is not None:
        rest.remove(hand["win_tile"])
    melds = [f"[{meld['type']} {' '.join(meld['tiles'])}]" for meld in hand["melds"]]
    win = [f"+ {hand['win_tile']}"] if hand["win_tile"] else []
    doubt = [f"({text(lang, 'unsure.title')})"] if hand["uncertain"] else []
    return " ".join([*rest, *win, *melds, *doubt])
