"""The ``jantaku`` command.

Exit status: 0 done, 2 bad input (the reason is on standard error), 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Final

from device._errors import UserError
from device._i18n import LANGUAGES, negotiate
from device._terminal import take_everything
from device.command._words import Parser

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
#: name: (module, what ``--help`` says); each module has ``add_arguments`` and ``run``.
COMMANDS: Final = {
    "read": ("_read", "say what the camera sees in photos: tiles and hands"),
    "score": ("_score", "score a hand that you write down"),
    "score-photo": ("_photo", "score the hand in a photo: the main job"),
    "serve": ("_serve", "watch a camera, score the hands shown, serve the page"),
    "log": ("_log", "list, show, export and save the scored hands"),
    "rules": ("_rules", "list, show and check rule sets"),
    "say": ("_say", "speak a text, to try the voice"),
    "tiles": ("_tiles", "learn your own tile set, try it, better it from use"),
    "export-dataset": ("_dataset", "write the logged hands as labelled photos (YOLO-OBB)"),
    "simulate": ("_simulate", "watch a drawn evening of games, with the page, live"),
    "evaluate": ("_evaluate", "measure the tile detector on labelled photos"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv`` and return the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        take_everything(stream)
    lang = _asked(arguments) or _language()
    try:
        args = _parser(arguments).parse_args(arguments)
        args.chosen_lang, args.lang = args.lang, args.lang or lang
        return int(args.run(args))
    except UserError as error:
        print(error.message(lang), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser; only the module of the command that is asked for is loaded."""
    parser = Parser(prog="jantaku", description="Scorekeeper for real riichi mahjong tables.")
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, (module, summary) in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=f"{summary[:1].upper()}{summary[1:]}."
        )
        if name in arguments:
            _fill(command, module)
    return parser


def _fill(command: argparse.ArgumentParser, module: str) -> None:
    part = importlib.import_module(f"device.command.{module}")
    command.add_argument(
        "--lang", choices=LANGUAGES, help="language of the answers (default: the locale's)"
    )
    part.add_arguments(command)
    command.set_defaults(run=part.run)


class _Version(argparse.Action):
    """Prints which version is installed and ends."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="say which version this is")

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import version

        print(f"jantaku {version('jantaku')}")
        parser.exit()


def _asked(arguments: Sequence[str]) -> str | None:
    """Return the language that ``arguments`` ask for, whatever else is wrong with them."""
    told = " ".join(arguments).replace("--lang ", "--lang=").split()
    return next((lang for lang in LANGUAGES if f"--lang={lang}" in told), None)


def _language() -> str:
    """Return the language of the user's locale, else English."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG", "")
    return negotiate(locale.partition(".")[0].replace("_", "-"))


if __name__ == "__main__":
    sys.exit(main())
