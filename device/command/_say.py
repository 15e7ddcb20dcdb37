"""``jantaku say``: a text spoken, and the options of the voice."""

from __future__ import annotations

import argparse
from pathlib import Path

from device._errors import UserError
from device.voice._port import Aplay, voice_of


def add_voice_options(parser: argparse.ArgumentParser) -> None:
    """Add ``--say`` and ``--wav``."""
    parser.add_argument("--say", action="store_true", help="announce the score aloud")
    parser.add_argument("--wav", type=Path, metavar="FILE", help="write the announcement to FILE")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("text", metavar="TEXT")
    parser.add_argument("--wav", type=Path, metavar="FILE", help="write FILE in place of speaking")


def run(args: argparse.Namespace) -> int:
    """Speak the text."""
    args.say = args.wav is None
    speak(args.text, args)
    return 0


def speak(text: str, args: argparse.Namespace) -> None:
    """Speak ``text`` and write it to a file, as the options say; raises ``UserError``."""
    if not args.say and args.wav is None:
        return
    wav = voice_of(args.lang).wav(text)
    if args.wav is not None:
        write_file(args.wav, wav)
    if args.say:
        Aplay().play(wav)


def write_file(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path``; raises ``UserError``."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UserError("file_unwritten", path=path, reason=error.strerror) from error
