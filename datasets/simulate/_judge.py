"""The real program at a simulated table: what its ledger says after each hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from datasets._figures import rate
from datasets.simulate._evening import Round, game
from datasets.simulate._film import CORNERS, VIEW, SimulatedCamera
from detector import plane_of_taps
from device._keeper import Keeper
from device._loop import Loop
from device._reveal import SIDES
from device._service import Service
from device._table_eye import TableEye
from device.aim._aim import TABLE_MM, Aim
from device.aim._calibration import Calibration, CalibrationFile
from device.camera._port import Pixels
from device.desk._setup import Setup
from device.game._game import Play
from device.game._json import operation_record
from device.log._port import Game, Line, Log
from device.log._sql import SqlLog
from device.page._draft import Problem
from device.page._game import Begin
from device.page._ports import State
from scorer import GameState, TakeOver, Wind

NAMES: Final = ("Aoi", "Ben", "Chika", "Dai")
CAMERA: Final = "simulation"
#: These players lay a tsumo apart from their row and leave a ron in the river it came from.
SETUP: Final = Setup(tsumo=True)
#: Seconds for which hands laid open lie there before the table is cleared.
SHOWN_S: Final = 2.0
Kind = Literal["right", "unsure", "wrong"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one hand of the game ``seed``.

    ``right``: entered with the engine's scores, and nobody touched anything.  ``unsure``: not
    entered; the program asks.  ``wrong``: entered with other scores.  ``said`` is what the program
    asks or believes.
    """

    seed: int
    label: str
    kind: Kind
    said: str


class Table:
    """The program with its log in ``folder``; a hand it did not enter right is entered for it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        height, width = VIEW.height, VIEW.width
        plane = plane_of_taps(CORNERS, TABLE_MM)
        tapped = Calibration("taps", width, height, plane, CORNERS)
        CalibrationFile(folder).save(CAMERA, tapped)
        self._start()
        self._service.play(Begin(NAMES, SIDES))

    @property
    def service(self) -> Service:
        """The running program; it is started anew where a hand is entered for it."""
        return self._service

    def close(self) -> None:
        """Let go of the log."""
        self._keeper.close()

    def play(self, hand: Round, seed: int) -> tuple[Kind, str]:
        """Let the program watch ``hand`` and judge what it entered."""
        before = self._state()
        if not agrees(before, hand):
            self.take_over(hand)
            before = self._state()
        film = SimulatedCamera((hand,), seed, rate=0, shown_s=SHOWN_S)
        loop = Loop(self._service, CAMERA, lambda: film)
        loop.start()
        loop.join()
        state = self._service.state()
        after = self._state()
        kind = judged(before, after, hand)
        told = {"unsure": _question(state), "wrong": f"{after.scores} in place of {hand.after}"}
        return kind, told.get(kind, "")

    def _start(self) -> None:
        """Start the program with what its folder holds."""
        self._keeper = Keeper(lambda: SqlLog(self._folder))
        eye = TableEye()
        aim = Aim(CAMERA, CalibrationFile(self._folder), eye.read)
        self._service = Service(
            SETUP, aim.read, self._keeper, read_ahead=aim.read_ahead, check=eye.check
        )

    def _state(self) -> GameState:
        shown = self._service.state().game
        if shown is None:
            raise LookupError("no game is running")
        return shown.book.ledger.state

    def read_ahead(self, picture: Pixels) -> None:
        """Show the program the table as it may be at rest."""
        self._service.read_ahead(picture)

    def see(self, pictures: Sequence[Pixels]) -> None:
        """Show the program pictures of the table at rest."""
        self._service.see(pictures)

    def take_over(self, hand: Round) -> None:
        """Start the program anew in a game that stands where ``hand`` begins."""
        self._keeper.close()
        log = SqlLog(self._folder)
        begin_at(log, hand)
        log.close()
        self._start()


def begin_at(log: Log, hand: Round) -> None:
    """Begin a game in ``log`` that stands where ``hand`` begins."""
    number = log.begin(Game("tenhou", NAMES, SIDES))
    start = TakeOver(hand.before, Wind[hand.wind], hand.dealer, hand.honba, hand.sticks)
    log.append_line(Line(number, 1, operation_record(Play((start,)))))


def _question(state: State) -> str:
    """Return why nothing was entered, as far as the program says."""
    trouble = state.game.trouble if state.game else None
    told = [] if trouble is None else [trouble.code]
    if isinstance(state.outcome, Problem):
        told.append(state.outcome.message)
    if state.draft is not None:
        told += [*sorted(state.draft.asks), *(m.text for m in state.draft.reading.messages)]
    return "; ".join(told)


def agrees(state: GameState, hand: Round) -> bool:
    held = (state.scores, state.round_wind, state.dealer, state.honba, state.riichi_sticks)
    return held == (hand.before, Wind[hand.wind], hand.dealer, hand.honba, hand.sticks)


def judged(before: GameState, after: GameState, hand: Round) -> Kind:
    """Return what became of ``hand`` in the program's ledger."""
    if _ends(after) == _ends(before):
        return "unsure"
    return "right" if after.scores == hand.after else "wrong"


def _ends(state: GameState) -> int:
    """Return how many hands were entered."""
    return state.hand + (state.end is not None)


def watched(seed: int, folder: Path) -> Iterator[Verdict]:
    """Let the program watch the game ``seed`` and yield what became of each hand.

    ``folder`` takes the log.
    """
    table = Table(folder)
    for number, hand in enumerate(game(seed)):
        kind, said = table.play(hand, 1000 * seed + number)
        yield Verdict(seed, hand.label, kind, said)
    table.close()


def summary(verdicts: Iterable[Verdict]) -> str:
    """Return the share of hands of each kind with its 95 % interval."""
    counts = Counter(verdict.kind for verdict in verdicts)
    kinds: tuple[Kind, ...] = ("right", "unsure", "wrong")
    return "\n".join(f"{kind:7} {rate(counts[kind], counts.total())}" for kind in kinds)
