"""The one error the scorer raises."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RuleFault:
    """One thing that is wrong in a rule file, for programs that tell it in other words.

    ``id`` names the sentence, such as ``wrong_value`` or ``uma_sum``; ``line`` is the file's line,
    1 being the first, 0 where there is no file.  ``word`` is what was seen, ``option`` the option
    it is about, ``wanted`` what may stand there: words to choose from, or a kind of value as
    ``("list", "3", "int")``.
    """

    id: str
    line: int = 0
    option: str = ""
    word: str = ""
    wanted: tuple[str, ...] = ()


class ScoringError(ValueError):
    """Something that cannot be scored, told in the player's words.

    ``code`` is a stable id for programs, such as ``fifth_tile``; ``message`` is one sentence that
    says what was seen and what to do.  ``faults`` are all that is wrong in a rule file.
    """

    def __init__(self, code: str, message: str, faults: tuple[RuleFault, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.faults = faults
