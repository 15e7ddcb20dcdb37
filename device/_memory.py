"""How a program that runs for days keeps its memory."""

from __future__ import annotations

import ctypes
from typing import Final

#: What glibc calls this option of ``mallopt``.
_M_ARENA_MAX: Final = -8
_ARENAS: Final = 2


def share_heaps() -> None:
    """Have the threads that begin from now on share two heaps, where the C library can.

    glibc gives each of the first threads (eight a core) a heap of its own, and each heap keeps
    what its busiest moment took: pictures of every page, reading and photo.
    """
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(_M_ARENA_MAX, _ARENAS)
