"""``jantaku serve``: the camera loop and the page."""

from __future__ import annotations

import argparse
import socket
import threading
from contextlib import ExitStack
from copy import copy
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from device._demo import DEMO_FOLDER, demo_camera
from device._errors import CameraError
from device._i18n import Language, text
from device._keeper import Keeper
from device._loop import PAUSE_S, Loop
from device._recording import bundled, script_of
from device._service import Service
from device._serving import (
    LAST_PORT,
    address_of,
    also_secure,
    listen,
    pin_for,
    port_of,
    serve_app,
    speaker_of,
    tell,
)
from device._settings import Settings, SettingsFile
from device._setup_desk import Given, SetupDesk
from device._table_eye import TableEye
from device._tls import certificate
from device.aim._aim import Aim
from device.aim._calibration import CalibrationFile
from device.camera._port import camera_of, found_camera, shown
from device.command._context import add_rules_option, rules_of
from device.command._data import add_data_option
from device.command._words import whole_number
from device.desk._desk import Setup
from device.log._dialects import store_of
from device.log._sql import SqlLog
from device.page._app import create_app
from device.panel._port import Panel, PanelOutput, panel_of
from device.tiles._crops import CropKeeper, Crops, kept_usually
from device.tiles._desk import TileDesk
from device.tiles._reader import TableReader, tile_sets
from device.voice._teller import Manner
from scorer import TENHOU

#: Where the page is over HTTPS if nothing else is asked for.
TLS_PORT: Final = 8443


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--camera", metavar="SOURCE",
        help="picamera2, phone, v4l2:N, rtsp://ADDRESS, http://ADDRESS, video:FILE or folder:DIR; "
        "default: the first camera found, else the bundled recording",
    )  # fmt: skip
    add_data_option(parser)
    add_rules_option(parser)
    parser.set_defaults(rules=None)
    parser.add_argument("--host", default="127.0.0.1", help="address the page is served on")
    port = whole_number("--port", 0, LAST_PORT)
    parser.add_argument("--port", type=port, default=8000, help="port the page is served on")
    secure = whole_number("--tls", 0, LAST_PORT)
    parser.add_argument(
        "--tls", type=secure, nargs="?", const=TLS_PORT, metavar="PORT",
        help=f"serve the page over HTTPS as well (port {TLS_PORT}), so that a phone can film",
    )  # fmt: skip
    parser.add_argument(
        "--win", choices=("ask", "tsumo", "ron"), default="ask",
        help="how hands are won when the table does not tell (default: ask)",
    )  # fmt: skip
    parser.add_argument(
        "--panel", default="none", metavar="PANEL",
        help="a small screen on the pins: ssd1306, ssd1306:0x3d, st7789 or st7789:320x240",
    )  # fmt: skip
    parser.add_argument(
        "--standings", action="store_true", help="say everybody's points after each hand"
    )
    parser.add_argument("--mute", action="store_true", help="do not speak")
    parser.add_argument(
        "--no-crops", action="store_true", default=not kept_usually(),
        help="keep no pictures of single faces to learn from (or JANTAKU_CROPS=off)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted or terminated; begin anew when another camera is chosen."""
    rules_of(args.rules or TENHOU.name)
    store_of(args.data, args.log)
    kept = SettingsFile(args.data)
    camera_of(args.camera or bundled())
    reader = TableReader(tile_sets(args.data))
    panel = None if args.panel == "none" else panel_of(args.panel)
    listening, pin = listen(args.host, args.port), pin_for(args.host)
    with ExitStack() as ending:
        ending.enter_context(listening)
        secure = None if args.tls is None else ending.enter_context(listen(args.host, args.tls))
        while _evening(copy(args), kept, reader, panel, (listening, secure), pin):
            pass
    return 0


def _evening(
    args: argparse.Namespace,
    kept: SettingsFile,
    reader: TableReader,
    panel: Panel | None,
    sockets: tuple[socket.socket, socket.socket | None],
    pin: str | None,
) -> bool:
    """Serve with what was chosen; return whether to begin anew with what was chosen since."""
    chosen, (listening, secure) = kept.load(), sockets
    keys = None if secure is None else certificate(args.data)
    found = args.camera or _still_a_camera(chosen.camera) or found_camera()
    source = found or bundled()
    if not found:
        args.no_crops = True
        args.data, args.log = args.data / DEMO_FOLDER, None
    anew = threading.Event()
    with ExitStack() as ending:
        eye = reader.eye()
        aim = Aim(shown(source), CalibrationFile(args.data), eye.read, lambda: reader.rules())
        setup = _setup(args, chosen)
        service = _service(args, setup, aim, eye, reader, ending)
        reader.rules = lambda: service.state().rules
        if panel is not None:
            _show_on(panel, service, setup.manner.lang, pin, ending)
        make = partial(camera_of, source) if found else partial(demo_camera, service, source)
        again_s = None if found else PAUSE_S
        loop = Loop(
            service, shown(source), make, script_of(source), again_s=again_s, glance=aim.glance
        )
        loop.start()
        ending.callback(loop.stop)
        greeting = _greeting(listening, args, pin, "" if found is None else shown(found))
        app = create_app(
            service,
            pin,
            chosen.lang or args.chosen_lang,
            aim,
            TileDesk(reader.sets, lambda: aim.sight.image if aim.sight else None),
            SetupDesk(kept, service, _given(args, bool(found), listening, secure, pin), anew.set),
        )
        if secure is not None and keys is not None:
            ending.enter_context(also_secure(app, secure.dup(), keys))
        serve_app(app, listening.dup(), greeting, loop.works, anew)
    return anew.is_set()


def _given(
    args: argparse.Namespace,
    found: bool,
    listening: socket.socket,
    secure: socket.socket | None,
    pin: str | None,
) -> Given:
    """Return what the set-up has to know of how the program was started."""
    port = None if secure is None else port_of(secure)
    page = address_of(listening, args.host, pin)
    if port is not None:
        page = f"https://{urlsplit(page).hostname}:{port}"
    return Given(args.camera, not found, port, f"{page}/camera" if pin else "")


def _still_a_camera(source: str | None) -> str | None:
    """Return the source that was chosen, ``None`` where this program knows none like it."""
    try:
        return source if source and camera_of(source) else None
    except CameraError:
        return None


def _setup(args: argparse.Namespace, chosen: Settings) -> Setup:
    """Return how the table is played: as given at the start, else as chosen on the page."""
    verbosity = chosen.verbosity or ("standings" if args.standings else "scores")
    manner = Manner(chosen.lang or args.lang, verbosity, chosen.volume)
    usual = {"tsumo": True, "ron": False}.get(args.win)
    return Setup(rules_of(args.rules or chosen.rules or TENHOU.name), manner, usual)


def _service(
    args: argparse.Namespace,
    setup: Setup,
    aim: Aim,
    eye: TableEye,
    reader: TableReader,
    ending: ExitStack,
) -> Service:
    """Return the running table read by ``aim`` with ``eye``; ``ending`` ends its voice and its log.

    ``reader`` reads photos from elsewhere.
    """
    speaker = None if args.mute else speaker_of(args.lang, ending)
    keeper = Keeper(lambda: SqlLog(args.data, args.log))
    ending.callback(keeper.close)
    service = Service(setup, aim.read, keeper, speaker, reader, aim.read_ahead, eye.check)
    if not args.no_crops:
        crops = CropKeeper(Crops(args.data), reader.sets.active, service.picture)
        ending.callback(crops.close)
        ending.callback(service.subscribe(crops.see))
    return service


def _show_on(
    panel: Panel, service: Service, lang: Language, pin: str | None, ending: ExitStack
) -> None:
    """Show every state of the table on ``panel`` until ``ending``."""
    output = PanelOutput(panel, lang, pin, lambda trouble: tell(trouble, lang))
    ending.callback(output.close)
    ending.callback(service.subscribe(output.show))
    output.show(service.state())


def _greeting(
    listening: socket.socket, args: argparse.Namespace, pin: str | None, camera: str
) -> str:
    key = "serve.camera" if camera else "serve.recording"
    address = address_of(listening, args.host, pin)
    told = text(args.lang, key, camera=camera, address=address)
    return told if pin is None else f"{told} {text(args.lang, 'header.pin', pin=pin)}"
