"""``jantaku log backup|restore|prune``: the whole log in a file and back, old pictures out."""

from __future__ import annotations

import argparse
import re
from datetime import timedelta
from pathlib import Path
from typing import Final

from device._errors import LogError
from device._i18n import text
from device.command._data import Actions, add_action, add_data_option
from device.log._backup import backup, count, prune_pictures
from device.log._dialects import make_folder
from device.log._port import now
from device.log._sql import SqlLog

_DAYS: Final = {"d": 1, "w": 7, "y": 365}
_AGE: Final = re.compile(r"([0-9]{1,4})([dwy])")


def add_care(actions: Actions) -> None:
    """Add the actions; each sets ``action``, and ``new`` where ``file`` comes in a log's place."""
    saving = add_action(actions, "backup", "the whole log in one file, while it is in use")
    saving.add_argument("file", type=Path, metavar="FILE")
    saving.set_defaults(action=_backup)
    loading = add_action(actions, "restore", "what a backup holds in place of the log")
    loading.add_argument("file", type=Path, metavar="FILE")
    loading.set_defaults(action=_restore, new=True, reads=False)
    pruning = add_action(actions, "prune", "delete old pictures; the hands stay")
    pruning.add_argument(
        "--pictures-older-than", dest="age", required=True, metavar="AGE", help="90d, 12w or 1y"
    )
    pruning.set_defaults(action=_prune, reads=False)
    for action in (saving, loading, pruning):
        add_data_option(action, argparse.SUPPRESS)


def _backup(log: SqlLog, args: argparse.Namespace) -> None:
    made = backup(log, args.file)
    told = text(args.lang, "log.backup", hands=made.hands, games=made.games, path=args.file)
    print(told)


def _restore(log: SqlLog, args: argparse.Namespace) -> None:
    """Restore; what was in the log goes to a file beside it first."""
    kept, before = None, count(log)
    if before.hands or before.games:
        make_folder(args.data)
        kept = args.data / f"before-restore-{now().strftime('%Y%m%d-%H%M%S-%f')}.db"
        backup(log, kept)
    try:
        made = args.saved.replace_all(log)
    except LogError:
        if kept is not None:
            kept.unlink()  # nothing was replaced
        raise
    if kept is not None:
        print(text(args.lang, "log.kept", path=kept))
    print(text(args.lang, "log.restore", hands=made.hands, games=made.games))


def _prune(log: SqlLog, args: argparse.Namespace) -> None:
    found = _AGE.fullmatch(args.age)
    if found is None:
        raise LogError("age_wrong", age=args.age)
    age = timedelta(days=int(found[1]) * _DAYS[found[2]])
    print(text(args.lang, "log.prune", count=prune_pictures(log, now() - age)))
