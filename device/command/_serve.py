"""``jantaku serve``: the camera loop and the page."""

from __future__ import annotations

import argparse
import socket
import threading
from contextlib import ExitStack
from copy import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp

from device._camera_news import CameraNews
from device._demo import Demonstration
from device._errors import CameraError
from device._i18n import Language, text
from device._keeper import Keeper
from device._loop import PAUSE_S, Loop
from device._memory import Thrift, share_heaps
from device._recording import bundled, script_of
from device._service import Service
from device._serving import (
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
from device.command._address import add_address_options, port_number
from device.command._context import add_rules_option, rules_of
from device.command._data import DEMO_FOLDER, add_data_option
from device.desk._setup import Setup
from device.log._dialects import store_of
from device.log._sql import SqlLog
from device.page._access import Gate
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
    add_address_options(parser)
    parser.add_argument(
        "--tls", type=port_number("--tls"), nargs="?", const=TLS_PORT, metavar="PORT",
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


@dataclass(frozen=True, slots=True)
class _Doors:
    """Where the page is served: over HTTP, and over HTTPS with its certificate; the table's PIN."""

    listening: socket.socket
    secure: socket.socket | None
    keys: tuple[Path, Path] | None
    gate: Gate

    def open_secure(self, app: ASGIApp, ending: ExitStack) -> None:
        """Serve ``app`` over HTTPS too, where that was asked for, until ``ending``."""
        if self.secure is not None and self.keys is not None:
            ending.enter_context(also_secure(app, self.secure.dup(), self.keys))


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted or terminated; begin anew when another camera is chosen."""
    share_heaps()
    rules_of(args.rules or TENHOU.name)
    store_of(args.data, args.log)
    kept = SettingsFile(args.data)
    camera_of(args.camera or bundled())
    reader = TableReader(tile_sets(args.data))
    panel = None if args.panel == "none" else panel_of(args.panel)
    with ExitStack() as ending:
        doors = _doors(args, ending)
        while _evening(copy(args), kept, reader, panel, doors):
            pass
    return 0


def _doors(args: argparse.Namespace, ending: ExitStack) -> _Doors:
    listening, gate = ending.enter_context(listen(args.host, args.port)), Gate(pin_for(args.host))
    if args.tls is None:
        return _Doors(listening, None, None, gate)
    secure = ending.enter_context(listen(args.host, args.tls))
    return _Doors(listening, secure, certificate(args.data), gate)


def _evening(
    args: argparse.Namespace,
    kept: SettingsFile,
    reader: TableReader,
    panel: Panel | None,
    doors: _Doors,
) -> bool:
    """Serve with what was chosen; return whether to begin anew with what was chosen since."""
    chosen = kept.load()
    found = args.camera or _still_a_camera(chosen.camera) or found_camera()
    if not found:
        _keep_apart(args)
    anew = threading.Event()
    with ExitStack() as ending:
        eye, source = reader.eye(), shown(found or bundled())
        aim = Aim(source, CalibrationFile(args.data), eye.read)
        setup = _setup(args, chosen)
        service = _service(args, setup, aim, eye, reader, ending)
        reader.rules = lambda: service.state().rules
        if panel is not None:
            _show_on(panel, service, setup.manner.lang, doors.gate, ending)
        for hear in (CameraNews(args.lang).hear, Thrift().hear):
            ending.callback(service.subscribe(hear))
        loop = _loop(service, aim, found, ending)
        tiles = TileDesk(reader.sets, lambda: aim.sight.image if aim.sight else None)
        wizard = SetupDesk(kept, service, _given(args, bool(found), doors), anew.set)
        app = create_app(service, doors.gate, chosen.lang or args.chosen_lang, aim, tiles, wizard)
        doors.open_secure(app, ending)
        greeting = _greeting(doors, args, "" if found is None else shown(found))
        serve_app(app, doors.listening.dup(), greeting, loop.works, anew)
    return anew.is_set()


def _keep_apart(args: argparse.Namespace) -> None:
    """Keep what the demonstration logs away from the table's own hands."""
    args.no_crops = True
    args.data, args.log = args.data / DEMO_FOLDER, None


def _loop(service: Service, aim: Aim, found: str | None, ending: ExitStack) -> Loop:
    """Return the loop that watches the camera ``found``, else the recording, until ``ending``."""
    source = found or bundled()
    make = partial(camera_of, source) if found else Demonstration(service, source).camera
    again_s = None if found else PAUSE_S
    script = script_of(source)
    loop = Loop(service, shown(source), make, script, again_s=again_s, glance=aim.glance)
    loop.start()
    ending.callback(loop.stop)
    return loop


def _given(args: argparse.Namespace, found: bool, doors: _Doors) -> Given:
    """Return what the set-up has to know of how the program was started."""
    port = None if doors.secure is None else port_of(doors.secure)
    page = address_of(doors.listening, args.host, doors.gate.pin)
    if port is not None:
        page = f"https://{urlsplit(page).hostname}:{port}"
    return Given(args.camera, not found, port, f"{page}/camera" if doors.gate.pin else "")


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


def _show_on(panel: Panel, service: Service, lang: Language, gate: Gate, ending: ExitStack) -> None:
    """Show every state of the table on ``panel`` until ``ending``."""
    output = PanelOutput(panel, lang, lambda: gate.pin, lambda trouble: tell(trouble, lang))
    ending.callback(output.close)
    ending.callback(service.subscribe(output.show))
    output.show(service.state())


def _greeting(doors: _Doors, args: argparse.Namespace, camera: str) -> str:
    key = "serve.camera" if camera else "serve.recording"
    address = address_of(doors.listening, args.host, doors.gate.pin)
    told, pin = text(args.lang, key, camera=camera, address=address), doors.gate.pin
    return told if pin is None else f"{told} {text(args.lang, 'header.pin', pin=pin)}"
