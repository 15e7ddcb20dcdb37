"""Errors in the user's words: what was seen and what to do, in three languages."""

from __future__ import annotations

from device._i18n import errors, text
from device._terminal import printable


class UserError(Exception):
    """Something the user can put right.

    ``code`` names the sentence in ``i18n/*.errors.json``; ``values`` fill its gaps.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def message(self, lang: str = "en") -> str:
        """Return the sentence in ``lang``: ``en``, ``ja`` or ``zh``."""
        return sentence(self.code, lang, **self.values)

    def __str__(self) -> str:
        return self.message()


class Unscored(UserError):
    """A hand that has no score, said in a ``sentence`` that is already in the user's language."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code)
        self.sentence = sentence

    def message(self, lang: str = "en") -> str:
        """Return the sentence."""
        return self.sentence


class PhotoError(UserError):
    """A picture that cannot be read."""


class CameraError(UserError):
    """A camera that gives no usable picture."""


class LogError(UserError):
    """The log cannot be read or written."""


class VoiceError(UserError):
    """Nothing can be spoken."""


class PanelError(UserError):
    """Nothing can be shown on the small panel."""


class TilesError(UserError):
    """A tile set that cannot be learned, read or kept."""


class ModelError(UserError):
    """A model file is missing or broken."""


def sentence(code: str, lang: str = "en", **values: object) -> str:
    """Return the sentence named ``code`` in ``lang`` with its gaps filled.

    Tuples are lists, and an error in a gap is told in the same language.
    """
    comma = text(lang, "list.comma")
    told = {k: comma.join(v) if isinstance(v, tuple) else v for k, v in values.items()}
    told |= {k: v.message(lang) for k, v in values.items() if isinstance(v, UserError)}
    return printable(errors(lang)[code].format(**told))
