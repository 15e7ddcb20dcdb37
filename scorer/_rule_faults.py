"""What is wrong in a rule file: the line, what was seen, the nearest word that is known."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scorer._errors import RuleFault, ScoringError


def line_of(text: str, key: str) -> int:
    """Return the line on which ``key`` is set, 1 being the first; 1 if it is not found.

    There is none in a text that is empty: then it is 0.
    """
    if not text:
        return 0
    found = re.search(rf"^\s*\[?\s*{re.escape(key)}\s*[\]=]", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 + found.group().count("\n") if found else 1


def error_of(code: str, fault: RuleFault, message: str) -> ScoringError:
    """Return the error of one ``fault``, whose line is told where there is one."""
    where = f"line {fault.line}: " if fault.line else ""
    return ScoringError(code, where + message, (fault,))


def unknown(text: str, key: str, word: str, what: str, known: tuple[str, ...]) -> ScoringError:
    """Return the error of a ``word`` that no ``what`` has, with the nearest that one has."""
    near = _nearest(word, known)
    hint = f"did you mean {near[0]}?" if len(near) == 1 else f"known are {', '.join(near)}."
    code = f"unknown_{what.replace(' ', '_')}"
    fault = RuleFault(code, line_of(text, key), key, word, near)
    there = "there" if text else "There"
    return error_of(code, fault, f"{there} is no {what} {word!r}; {hint}")


def _nearest(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the word of ``known`` that is nearest, all of them where none is near."""
    from difflib import get_close_matches

    return tuple(get_close_matches(word, known, n=1, cutoff=0.5)) or tuple(sorted(known))


def raise_all(wrong: Sequence[ScoringError]) -> None:
    """Raise all that is wrong as one error with the code of the first, if anything is."""
    if wrong:
        faults = tuple(fault for error in wrong for fault in error.faults)
        message = " ".join(error.message for error in wrong)
        raise ScoringError(wrong[0].code, message, faults)
