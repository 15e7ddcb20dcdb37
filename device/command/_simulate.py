"""``jantaku simulate``: an evening that is drawn, watched live by the program with its page."""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Final

from device._errors import UserError
from device._film import Film
from device._i18n import Language, text
from device._keeper import Keeper
from device._loop import Loop
from device._service import Service
from device._serving import address_of, listen, pin_for, serve_app, speaker_of
from device._table_eye import TableEye
from device.aim._aim import Aim
from device.aim._calibration import CalibrationFile
from device.camera._port import Frame
from device.command._address import add_address_options
from device.command._words import whole_number
from device.desk._setup import Setup
from device.log._sql import SqlLog
from device.page._access import Gate
from device.page._app import create_app
from device.tiles._reader import TableReader, tile_sets
from device.voice._teller import Manner

#: Where the source code lies, if this is a clone.
_CLONE: Final = Path(__file__).resolve().parents[2]
_MOST_SEED: Final = 10**6
_MOST_GAMES: Final = 100
_MOST_SPEED: Final = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    seed = whole_number("--seed", 0, _MOST_SEED)
    parser.add_argument("--seed", type=seed, default=1, help="which game is played first")
    games = whole_number("--games", 1, _MOST_GAMES)
    parser.add_argument("--games", type=games, default=1, help="games, one after the other")
    parser.add_argument(
        "--speed", type=whole_number("--speed", 0, _MOST_SPEED), default=1, metavar="TIMES",
        help="times as fast as filmed, 0: as fast as this machine draws",
    )  # fmt: skip
    parser.add_argument(
        "--log", type=Path, metavar="DIR",
        help="keep the hands in a log in this folder (default: nothing is kept)",
    )  # fmt: skip
    add_address_options(parser)
    parser.add_argument("--mute", action="store_true", help="do not speak")


def run(args: argparse.Namespace) -> int:
    """Show the games until interrupted; raises ``UserError`` where only the program is."""
    simulation = _simulation()
    judge = _Judge(args.lang)
    listening, pin = listen(args.host, args.port), pin_for(args.host)
    with ExitStack() as ending:
        ending.enter_context(listening)
        folder = args.log or Path(ending.enter_context(tempfile.TemporaryDirectory()))
        simulation.Show.calibrate(folder)
        reader, film = TableReader(tile_sets(folder)), Film()
        eye = reader.eye()
        aim = Aim(simulation.Show.name, CalibrationFile(folder), eye.read)
        service = _service(args, folder, aim, eye, ending)
        seeds = range(args.seed, args.seed + args.games)
        loop = Loop(
            service,
            simulation.Show.name,
            lambda: simulation.Show(service, seeds, args.speed, judge.tell),
            glance=_both(aim, film),
        )
        loop.start()
        ending.callback(loop.stop)
        key = "simulate.kept" if args.log else "simulate.open"
        greeting = text(args.lang, key, address=address_of(listening, args.host, pin))
        app = create_app(service, Gate(pin), args.chosen_lang, aim, film=film)
        serve_app(app, listening, greeting, loop.works, threading.Event())
    judge.sum_up()
    return 0


def _service(
    args: argparse.Namespace, folder: Path, aim: Aim, eye: TableEye, ending: ExitStack
) -> Service:
    """Return the table whose log is in ``folder``.

    Its players lay a tsumo apart from their row and leave a ron in the river it came from.
    """
    speaker = None if args.mute else speaker_of(args.lang, ending)
    keeper = Keeper(lambda: SqlLog(folder))
    ending.callback(keeper.close)
    setup = Setup(manner=Manner(args.lang), tsumo=True)
    ahead, check = aim.read_ahead, eye.check
    return Service(setup, aim.read, keeper, speaker, read_ahead=ahead, check=check)


def _both(aim: Aim, film: Film) -> Callable[[Frame], None]:
    def glance(frame: Frame) -> None:
        aim.glance(frame)
        film.show(frame)

    return glance


class _Judge:
    """Tells in the terminal what became of each hand."""

    def __init__(self, lang: Language) -> None:
        self._lang = lang
        self._counts: Counter[str] = Counter()

    def tell(self, label: str, kind: str) -> None:
        """Tell what became of the hand ``label``: ``right``, ``unsure`` or ``wrong``."""
        self._counts[kind] += 1
        print(text(self._lang, f"simulate.{kind}", label=label), flush=True)

    def sum_up(self) -> None:
        """Tell how many hands were right."""
        if hands := self._counts.total():
            right = self._counts["right"]
            print(text(self._lang, "simulate.sum", right=right, hands=hands), flush=True)


def _simulation() -> ModuleType:
    """Return ``datasets.simulate``; raises ``UserError`` where it cannot be had."""
    if not (_CLONE / "datasets" / "simulate").is_dir():
        raise UserError("no_simulation")
    sys.path.insert(0, str(_CLONE))
    try:
        return importlib.import_module("datasets.simulate")
    except ModuleNotFoundError as error:
        raise UserError("simulation_needs", module=error.name) from error
