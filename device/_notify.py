"""Tells systemd that the service is up and still works: sd_notify(3) in plain Python."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Mapping
from typing import Final

#: Seconds between two looks at the service where systemd asks for no sign of life.
_LOOK_S: Final = 5.0


class Manager:
    """What started this process, told over the socket named in ``NOTIFY_SOCKET``; else nobody.

    ``interval_s``: so often ``WATCHDOG=1`` has to be told, ``None`` where nobody waits for it.
    """

    def __init__(self, environ: Mapping[str, str] = os.environ, pid: int | None = None) -> None:
        name = environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{name[1:]}" if name.startswith("@") else name
        self.interval_s = _interval(environ, os.getpid() if pid is None else pid)

    def tell(self, message: str) -> None:
        """Send ``READY=1``, ``WATCHDOG=1`` or ``STOPPING=1``; never fails, never waits."""
        if not self._address:
            return
        kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
        try:
            with socket.socket(socket.AF_UNIX, kind) as end:
                end.connect(self._address)
                end.sendall(message.encode())
        except OSError:
            return  # the sign that is missing then is what the manager acts on


def _interval(environ: Mapping[str, str], pid: int) -> float | None:
    micros = environ.get("WATCHDOG_USEC", "")
    if not micros.isdigit() or environ.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None
    return int(micros) / 1e6 / 3


async def report(
    manager: Manager,
    ready: Callable[[], bool],
    works: Callable[[], bool],
    begins_anew: Callable[[], bool] = lambda: False,
    step_s: float = 0.05,
) -> None:
    """Tell ``manager`` when the service is ``ready``, then that it ``works``, until cancelled.

    Then it is told that the service stops unless it ``begins_anew``.  It runs in the event loop
    that answers the page, so a page that hangs gives no sign either.
    """
    while not ready():
        await asyncio.sleep(step_s)
    manager.tell("READY=1")
    try:
        while True:
            if manager.interval_s is not None and works():
                manager.tell("WATCHDOG=1")
            await asyncio.sleep(manager.interval_s or _LOOK_S)
    finally:
        if not begins_anew():
            manager.tell("STOPPING=1")
