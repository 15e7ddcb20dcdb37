"""Serving the page: the socket, its address, the PIN, and the way it ends."""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from device._errors import UserError
from device._i18n import Language
from device._notify import Manager, report
from device.voice._port import Speaker


def pin_for(host: str) -> str | None:
    """Return four digits that other machines need, ``None`` where none can come."""
    own = host in ("127.0.0.1", "localhost", "::1")
    return None if own else f"{secrets.randbelow(10_000):04d}"


def _is_news(record: logging.LogRecord) -> bool:
    """Tell whether a record of uvicorn's says more than that the pages were let go at the end."""
    kind = record.exc_info[0] if record.exc_info else None
    let_go = kind is not None and issubclass(kind, asyncio.CancelledError)
    return not let_go and not str(record.msg).startswith("Cancel ")


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; raises ``UserError`` when it cannot."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise _not_listening(error, host, port) from error


def _not_listening(error: OSError, host: str, port: int) -> UserError:
    if error.errno == errno.EADDRINUSE:
        return UserError("port_taken", host=host, port=port)
    if error.errno == errno.EACCES:
        return UserError("port_wrong", port=port)
    return UserError("host_unknown", host=host, reason=error.strerror or error)


@contextmanager
def also_secure(
    app: ASGIApp, listening: socket.socket, certificate: tuple[Path, Path]
) -> Iterator[None]:
    """Serve the same page over HTTPS beside, in a thread of its own."""
    there, key = certificate
    config = uvicorn.Config(
        app, lifespan="off", log_level="warning", timeout_graceful_shutdown=1,
        ssl_certfile=there, ssl_keyfile=str(key),
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), name="https")
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join()


def serve_app(
    app: ASGIApp,
    listening: socket.socket,
    greeting: str,
    works: Callable[[], bool],
    anew: threading.Event,
) -> None:
    """Say ``greeting`` and serve until interrupted, terminated or told ``anew``."""
    config = uvicorn.Config(app, lifespan="off", log_level="warning", timeout_graceful_shutdown=1)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)  # uvicorn ends, then signals again
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    print(greeting, flush=True)
    asyncio.run(_reported(_Server(config, anew), listening, works, anew))


class _Server(uvicorn.Server):
    """Ends when told ``anew`` as well, so that what it serves can begin anew."""

    def __init__(self, config: uvicorn.Config, anew: threading.Event) -> None:
        super().__init__(config)
        self._anew = anew

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self._anew.is_set()


async def _reported(
    server: uvicorn.Server,
    listening: socket.socket,
    works: Callable[[], bool],
    anew: threading.Event,
) -> None:
    """Serve, and tell systemd how it goes where systemd started the program."""
    telling = asyncio.create_task(report(Manager(), lambda: server.started, works, anew.is_set))
    try:
        await server.serve(sockets=[listening])
    finally:
        telling.cancel()


def address_of(listening: socket.socket, host: str, pin: str | None) -> str:
    """Return the address of the page for people: the machine's name where others may come."""
    anywhere = host in ("0.0.0.0", "::")  # noqa: S104
    name = f"{socket.gethostname()}.local" if anywhere else host
    port = port_of(listening)
    return f"http://{'localhost' if pin is None else name}{'' if port == 80 else f':{port}'}"


def port_of(listening: socket.socket) -> int:
    """Return the port that is listened on."""
    return int(listening.getsockname()[1])


def speaker_of(lang: Language, ending: ExitStack) -> Speaker:
    """Return the table's voice, whose troubles are told in the terminal; ``ending`` ends it."""
    speaker = Speaker(lambda trouble: tell(trouble, lang))
    ending.callback(speaker.close, wait_s=1.0)
    return speaker


def tell(trouble: UserError, lang: str) -> None:
    """Tell ``trouble`` in the terminal."""
    print(trouble.message(lang), file=sys.stderr)
