"""The command line's refusals in the user's words, in place of ``argparse``'s own."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Final, NoReturn

from device._errors import UserError

#: The largest number of a hand or a game: what every database and the page can take.
MOST_NUMBER: Final = 10**15 - 1
_SHOWN: Final = 40
#: What ``argparse`` says, and the sentence of ``i18n/*.errors.json`` for it.
_SAID: Final = (
    (re.compile(r"the following arguments are required: (?P<what>.+)"), "usage_missing"),
    (re.compile(r"one of the arguments (?P<what>.+) is required"), "usage_one_of"),
    (re.compile(r"unrecognized arguments: (?P<what>.+)", re.DOTALL), "usage_unknown"),
    (re.compile(r"argument (?P<what>.+): expected .+"), "usage_no_value"),
    (re.compile(r"argument (?P<what>.+): not allowed with argument (?P<other>.+)"), "usage_both"),
    (
        re.compile(
            r"argument (?:COMMAND|ACTION): invalid choice: (?P<seen>.*) "
            r"\(choose from (?P<known>.+)\)",
            re.DOTALL,
        ),
        "usage_command",
    ),
    (
        re.compile(
            r"argument (?P<what>.+?): invalid choice: (?P<seen>.*) \(choose from (?P<known>.+)\)",
            re.DOTALL,
        ),
        "usage_choice",
    ),
)


class Parser(argparse.ArgumentParser):
    """A parser that raises ``UserError`` for what it cannot take."""

    def error(self, message: str) -> NoReturn:
        """Raise ``message`` as a sentence that says where the command is explained."""
        for pattern, code in _SAID:
            if found := pattern.fullmatch(message):
                raise UserError(code, command=self.prog, **_shortened(found.groupdict()))
        raise UserError("usage_wrong", command=self.prog, reason=message)


def _shortened(told: dict[str, str]) -> dict[str, str]:
    told = {name: value.replace("'", "") for name, value in told.items()}
    return {
        name: value if name == "known" or len(value) <= _SHOWN else f"{value[:_SHOWN]}…"
        for name, value in told.items()
    }


def whole_number(what: str, least: int, most: int = MOST_NUMBER) -> Callable[[str], int]:
    """Return what reads the option ``what``, a whole number; raises ``UserError`` for others."""

    def read(text: str) -> int:
        short = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
        if not (short and least <= int(text) <= most):
            seen = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
            raise UserError("usage_number", what=what, seen=seen, least=least, most=most)
        return int(text)

    return read
