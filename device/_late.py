"""Telling that something takes longer than it should, while it still does."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def told_when_late(after_s: float, tell: Callable[[], None]) -> Iterator[None]:
    """Call ``tell`` from a thread of its own where what is done here takes longer than ``after_s``.

    It is never called once that is done.
    """
    over, telling = threading.Event(), threading.Lock()

    def late() -> None:
        with telling:
            if not over.is_set():
                tell()

    timer = threading.Timer(after_s, late)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with telling:
            over.set()
