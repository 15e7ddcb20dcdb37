"""What was chosen in the set-up: kept in a file of the data folder, written by the program."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from device._errors import UserError
from device._files import replace_file
from device._i18n import LANGUAGES, Language
from device.voice._teller import VERBOSITIES, Verbosity
from scorer import rule_set_names

NAME: Final = "settings.json"
#: The steps of the set-up, in order.  The game begins last: a test hand is not entered into it.
STEPS: Final = ("language", "camera", "table", "tiles", "rules", "voice", "test", "players")
LOUDEST: Final = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """``None``: nobody chose.  ``camera`` is a source as ``--camera`` takes it.

    ``volume`` in percent; ``done`` the steps that were answered or skipped, of them ``skipped``
    those that nothing was chosen in; ``finished``: the set-up is not offered any more.
    """

    lang: Language | None = None
    camera: str | None = None
    rules: str | None = None
    volume: int = LOUDEST
    verbosity: Verbosity | None = None
    done: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    finished: bool = False


#: What each field of the file may be; anything else is as if it were not there.
_VALID: Final[dict[str, Callable[[Any], bool]]] = {
    "lang": lambda value: value in LANGUAGES,
    "camera": lambda value: isinstance(value, str),
    "rules": lambda value: value in rule_set_names(),
    "volume": lambda value: type(value) is int and 0 <= value <= LOUDEST,
    "verbosity": lambda value: value in VERBOSITIES,
    "done": lambda value: isinstance(value, list),
    "skipped": lambda value: isinstance(value, list),
    "finished": lambda value: isinstance(value, bool),
}


class SettingsFile:
    """Settings in a JSON file in ``folder``, replaced as a whole."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def load(self) -> Settings:
        """Return the settings; what is missing or broken was never chosen."""
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return Settings()
        known = found if isinstance(found, dict) else {}
        names = [field.name for field in fields(Settings)]
        valid = {name: known[name] for name in names if name in known and _VALID[name](known[name])}
        for name in valid.keys() & {"done", "skipped"}:
            valid[name] = tuple(step for step in STEPS if step in valid[name])
        return Settings(**valid)

    def save(self, settings: Settings) -> None:
        """Keep ``settings``; raises ``UserError`` when they cannot be."""
        try:
            replace_file(self._path, json.dumps(asdict(settings), indent=1))
        except OSError as error:
            reason = error.strerror or error
            raise UserError("settings_unsaved", path=self._path, reason=reason) from error
