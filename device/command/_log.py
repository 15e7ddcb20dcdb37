"""``jantaku log``: the scored hands listed, shown, exported, saved."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from device._errors import LogError
from device._hand_text import recorded_text
from device._i18n import Language, text
from device._record_win import win_of
from device._score_text import score_text
from device.command._data import DEMO_FOLDER, Actions, add_action, add_data_option
from device.command._log_care import add_care
from device.command._log_games import games_text, write_sheet
from device.command._say import write_file
from device.command._words import whole_number
from device.log._backup import copied_log, saved_in
from device.log._dialects import FILE_NAME
from device.log._port import Entry
from device.log._sql import SqlLog
from scorer import ScoringError, names, score

#: What keeps a log from being opened and not from being read.
_STILL_READABLE: Final = ("log_read_only", "log_full", "log_unopened")
COLUMNS: Final = (
    "id", "at", "rules", "seat_wind", "round_wind", "tsumo", "hand", "win_tile", "melds", "yaku",
    "dora", "uradora", "akadora", "han", "fu", "limit", "points", "honba", "riichi_sticks",
    "source", "replaces",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_data_option(parser)
    parser.set_defaults(new=False, reads=True)
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    for add in (_add_list, _add_show, _add_sheet, _add_export):
        add_data_option(add(actions), argparse.SUPPRESS)
    add_care(actions)


def _add_list(actions: Actions) -> argparse.ArgumentParser:
    listing = add_action(actions, "list", "the newest hands, one a line")
    limit = whole_number("--limit", 0)
    listing.add_argument("--limit", type=limit, default=20, metavar="N", help="how many (20)")
    listing.add_argument("--all", action="store_true", help="corrected ones too")
    listing.set_defaults(action=_list)
    return listing


def _add_show(actions: Actions) -> argparse.ArgumentParser:
    show = add_action(actions, "show", "one hand in full")
    show.add_argument("number", type=whole_number("NUMBER", 1), metavar="NUMBER")
    show.add_argument("--picture", type=Path, metavar="FILE", help="write its picture to FILE")
    show.add_argument("--json", action="store_true", help="as a JSON object")
    show.set_defaults(action=_show)
    return show


def _add_sheet(actions: Actions) -> argparse.ArgumentParser:
    sheet = add_action(actions, "sheet", "the sheet of a game, a page to print")
    number = whole_number("GAME", 1)
    sheet.add_argument("number", type=number, nargs="?", metavar="GAME", help="default: the newest")
    sheet.add_argument("--out", type=Path, required=True, metavar="FILE.html")
    sheet.set_defaults(action=write_sheet)
    return sheet


def _add_export(actions: Actions) -> argparse.ArgumentParser:
    export = add_action(actions, "export", "all hands, oldest first")
    export.add_argument(
        "--format",
        choices=("csv", "json", "tenhou"),
        default="csv",
        help="csv, JSON lines, or games one a line as Tenhou's viewer has them",
    )
    export.add_argument("--out", type=Path, metavar="FILE", help="a file in place of the terminal")
    export.add_argument("--all", action="store_true", help="corrected ones too")
    export.set_defaults(action=_export)
    return export


def run(args: argparse.Namespace) -> int:
    """Do what is asked with the log of ``--data``, which no bad backup makes or touches."""
    with ExitStack() as ending:
        args.saved = ending.enter_context(saved_in(args.file)) if args.new else None
        args.action(ending.enter_context(_opened(args)), args)
    return 0


@contextmanager
def _opened(args: argparse.Namespace) -> Iterator[SqlLog]:
    if args.log is None and not args.new and not _is_there(args.data):
        raise _missing(args.data)
    try:
        log = SqlLog(args.data, args.log)
    except LogError as error:
        there = args.log is None and (args.data / FILE_NAME).is_file()
        if not (args.reads and there and error.code in _STILL_READABLE):
            raise
        with copied_log(args.data) as log:
            yield log
        return
    try:
        yield log
    finally:
        log.close()


def _missing(folder: Path) -> LogError:
    """Return that there is no log in ``folder``, and where the one without a camera is."""
    apart = folder / DEMO_FOLDER
    if _exists(apart / FILE_NAME):
        return LogError("log_apart", path=folder, apart=apart)
    return LogError("log_missing", path=folder)


def _is_there(folder: Path) -> bool:
    return _exists(folder) and (not folder.is_dir() or _exists(folder / FILE_NAME))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise LogError("data_folder", path=path, reason=error.strerror) from error


def _list(log: SqlLog, args: argparse.Namespace) -> None:
    for entry in log.entries(args.limit, replaced=args.all):
        print(_line(entry, args.lang))
    _tell_damage(log)


def _tell_damage(log: SqlLog) -> None:
    """Raise ``LogError`` when hands of the log could not be listed."""
    if damaged := log.damaged():
        numbers = ", ".join(map(str, damaged))
        raise LogError("log_rows_damaged", path=log.store.name, numbers=numbers)


def _line(entry: Entry, lang: Language) -> str:
    yaku = [*(name for name, _ in entry.score["yaku"]), *entry.score["yakuman"]]
    words = ", ".join(names.name_of(name, lang) for name in yaku)
    when = entry.at.astimezone().strftime("%Y-%m-%d %H:%M")
    fixed = f" (< {entry.replaces})" if entry.replaces else ""
    told = f"{entry.score['points']:>6}  {_how(entry, lang)}  {recorded_text(entry.record)}"
    return f"{entry.id:>5}{fixed}  {when}  {told}  {words}"


def _how(entry: Entry, lang: Language) -> str:
    """Return who won how, and with how many han and fu; a yakuman has none."""
    wind = text(lang, f"wind.{entry.record['seat_wind']}")
    way = text(lang, "context.tsumo" if entry.record["tsumo"] else "context.ron")
    how = text(lang, "history.how", wind=wind, how=way)
    han, fu = entry.score["han"], entry.score["fu"]
    if han is None:
        return how
    key = "score.han_fu" if fu else "score.han"
    return f"{how}{text(lang, 'list.comma')}{text(lang, key, han=han, fu=fu)}"


def _show(log: SqlLog, args: argparse.Namespace) -> None:
    entry = log.entry(args.number)
    if args.picture is not None:
        if entry.picture is None:
            raise LogError("log_no_picture", number=entry.id)
        write_file(args.picture, entry.picture)
    print(json.dumps(_record(entry), ensure_ascii=False) if args.json else _told(entry, args.lang))


def _told(entry: Entry, lang: Language) -> str:
    """Return the hand in full, scored again under the rules it was scored by."""
    head = _line(entry, lang)
    try:
        hand, context, rules = win_of(entry.record)
        return f"{head}\n{score_text(score(hand, context, rules), hand, context, rules, lang)}"
    except ScoringError as error:
        return f"{head}\n{error.message}"


def _record(entry: Entry) -> dict[str, Any]:
    """Return everything but the picture as one JSON object."""
    return {
        "id": entry.id,
        "at": entry.at.isoformat(),
        "source": entry.source,
        "replaces": entry.replaces,
        "record": entry.record,
        "score": entry.score,
        "reading": entry.reading,
    }


def _export(log: SqlLog, args: argparse.Namespace) -> None:
    if args.format == "tenhou":
        exported = games_text(log)
    else:
        entries = log.entries(replaced=args.all)[::-1]
        exported = _csv(entries) if args.format == "csv" else _json_lines(entries)
    if args.out is None:
        sys.stdout.write(exported)
    else:
        write_file(args.out, exported.encode())
    _tell_damage(log)


def _json_lines(entries: Sequence[Entry]) -> str:
    return "".join(json.dumps(_record(entry), ensure_ascii=False) + "\n" for entry in entries)


def _csv(entries: Sequence[Entry]) -> str:
    table = io.StringIO()
    writer = csv.DictWriter(table, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(_row(entry) for entry in entries)
    return table.getvalue()


def _row(entry: Entry) -> dict[str, object]:
    yaku = [*(name for name, _ in entry.score["yaku"]), *entry.score["yakuman"]]
    return {
        **entry.record,
        **entry.score,
        "id": entry.id,
        "at": entry.at.isoformat(),
        "rules": entry.rules,
        "source": entry.source,
        "replaces": entry.replaces,
        "melds": " ".join(f"{meld['type']}:{meld['tiles']}" for meld in entry.record["melds"]),
        "yaku": " ".join(yaku),
    }
