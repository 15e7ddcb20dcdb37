"""The one error the scorer raises."""

from __future__ import annotations


class ScoringError(ValueError):
    """Something that cannot be scored, told in the player's words.

    ``code`` is a stable id for programs, such as ``fifth_tile``; ``message`` is one sentence that
    says what was seen and what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
