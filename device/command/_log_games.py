"""Games for ``jantaku log sheet`` and ``jantaku log export --format tenhou``."""

from __future__ import annotations

import argparse
import json
from importlib.resources import files

from device._errors import LogError
from device.command._say import write_file
from device.game._tenhou import tenhou_record
from device.log._games import game_of_number, ledger_of, ledgers_of
from device.log._sql import SqlLog
from device.page._html import Markup, document, tag
from device.page._sheet import sheet, sheet_title


def games_text(log: SqlLog) -> str:
    """Return every game that is not damaged, oldest first, one JSON object a line."""
    told, _ = ledgers_of(log)
    records = (tenhou_record(ledger, game.at) for game, ledger in told)
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def write_sheet(log: SqlLog, args: argparse.Namespace) -> None:
    """Write the sheet of a game as one file that needs no other."""
    newest = log.games(1)
    if args.number is None and not newest:
        raise LogError("log_no_game", number=1)
    game = newest[0] if args.number is None else game_of_number(log, args.number)
    css = (files("device") / "web" / "sheet.css").read_text(encoding="utf-8")
    body = sheet(ledger_of(log, game), game.at, args.lang)
    page = document(sheet_title(game.at, args.lang), args.lang, body, tag("style", Markup(css)))
    write_file(args.out, page.encode())
