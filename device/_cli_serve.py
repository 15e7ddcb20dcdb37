"""``jantaku serve``: the camera loop and the page."""

from __future__ import annotations

import argparse
import asyncio
import errno
import secrets
import signal
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from device._camera import camera_of, found_camera, shown
from device._cli_context import add_rules_option, rules_of
from device._cli_data import add_data_option
from device._errors import UserError
from device._i18n import Language, text
from device._keeper import Keeper
from device._log_sql import SqlLog, make_folder
from device._loop import PAUSE_S, Loop
from device._notify import Manager, report
from device._pipeline import read_pictures
from device._recording import bundled, script_of
from device._service import Service, Setup
from device._voice import Speaker

if TYPE_CHECKING:
    import uvicorn

LAST_PORT: Final = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--camera", metavar="SOURCE",
        help="picamera2, v4l2:N, rtsp://ADDRESS, http://ADDRESS, video:FILE or folder:DIR; "
        "default: the first camera found, else the bundled recording",
    )  # fmt: skip
    add_data_option(parser)
    add_rules_option(parser)
    parser.add_argument("--host", default="127.0.0.1", help="address the page is served on")
    parser.add_argument("--port", type=int, default=8000, help="port the page is served on")
    parser.add_argument(
        "--win", choices=("ask", "tsumo", "ron"), default="ask",
        help="how hands are won when the table does not tell (default: ask)",
    )  # fmt: skip
    parser.add_argument("--mute", action="store_true", help="do not speak")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted or terminated."""
    rules = rules_of(args.rules)
    make_folder(args.data)
    found = args.camera or found_camera()
    source = found or bundled()
    camera_of(source)
    listening = _listen(args.host, args.port)
    keeper = Keeper(lambda: SqlLog(args.data))
    speaker = None if args.mute else Speaker(lambda trouble: _tell(trouble, args.lang))
    setup = Setup(rules, args.lang, {"tsumo": True, "ron": False}.get(args.win))
    service = Service(setup, read_pictures, keeper, speaker)
    loop = Loop(
        service, shown(source), lambda: camera_of(source), script_of(source),
        again_s=None if found else PAUSE_S,
    )  # fmt: skip
    loop.start()
    try:
        _serve(service, listening, args, "" if found is None else shown(found), loop.works)
    finally:
        loop.stop()
        keeper.close()
        if speaker is not None:
            speaker.close(wait_s=1.0)
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; raises ``UserError`` when it cannot."""
    if not 0 <= port <= LAST_PORT:
        raise UserError("port_wrong", port=port)
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


def _serve(
    service: Service,
    listening: socket.socket,
    args: argparse.Namespace,
    camera: str,
    works: Callable[[], bool],
) -> None:
    import uvicorn

    from device._app import create_app

    host, lang = args.host, args.chosen_lang
    pin = None if host in ("127.0.0.1", "localhost", "::1") else f"{secrets.randbelow(10_000):04d}"
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        create_app(service, pin, lang), log_level="warning", timeout_graceful_shutdown=1
    )
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)  # uvicorn ends, then signals again
    address = f"http://{'localhost' if pin is None else host}:{port}"
    print(_greeting(address, camera, args.lang), flush=True)
    asyncio.run(_reported(uvicorn.Server(config), listening, works))


async def _reported(
    server: uvicorn.Server, listening: socket.socket, works: Callable[[], bool]
) -> None:
    """Serve, and tell systemd how it goes where systemd started the program."""
    telling = asyncio.create_task(report(Manager(), lambda: server.started, works))
    try:
        await server.serve(sockets=[listening])
    finally:
        telling.cancel()


def _greeting(address: str, camera: str, lang: Language) -> str:
    key = "serve.camera" if camera else "serve.recording"
    return text(lang, key, camera=camera, address=address)


def _tell(trouble: UserError, lang: str) -> None:
    print(trouble.message(lang), file=sys.stderr)
