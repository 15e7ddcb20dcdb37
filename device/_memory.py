"""How a program that runs for days keeps its memory."""

from __future__ import annotations

import ctypes
from typing import Final

from device.page._ports import State

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


def give_back() -> None:
    """Have the C library give the system what it keeps of memory that nobody uses any more."""
    library = ctypes.CDLL(None)
    if hasattr(library, "malloc_trim"):
        library.malloc_trim(0)


class Thrift:
    """Gives memory back whenever the table has been cleared: readings, pages and voices leave gaps
    between what stays, and no two evenings the same ones.
    """

    def __init__(self) -> None:
        self._waiting = True

    def hear(self, state: State) -> None:
        """Look whether ``state`` is the first without a hand; calls must follow each other."""
        before, self._waiting = self._waiting, state.phase == "waiting"
        if self._waiting and not before:
            give_back()
