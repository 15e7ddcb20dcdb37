"""Text for terminals that cannot show all of it."""

from __future__ import annotations

import codecs
import io
import json
from typing import Final, TextIO

_ESCAPED: Final = "jantaku.escaped"
#: Where Python keeps the bytes of a file's name that are no text.
_BYTES: Final = range(0xDC80, 0xDD00)


def printable(name: str) -> str:
    r"""Return ``name`` with the bytes that are no text as ``\xff``."""
    return "".join(f"\\x{ord(c) - 0xDC00:02x}" if ord(c) in _BYTES else c for c in name)


def take_everything(stream: TextIO) -> None:
    r"""Have ``stream`` write what its encoding lacks as ``\u725f``, which JSON reads back."""
    codecs.register_error(_ESCAPED, _escaped)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors=_ESCAPED)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end
