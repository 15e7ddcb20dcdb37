"""A simulated evening to look at: a camera that films game after game for a running table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from datasets.simulate._evening import Round, game
from datasets.simulate._film import CORNERS, VIEW, SimulatedCamera
from datasets.simulate._judge import CAMERA, Kind, agrees, begin_at, judged
from detector import plane_of_taps
from device._service import Service
from device.aim._aim import TABLE_MM
from device.aim._calibration import Calibration, CalibrationFile
from device.camera._port import Camera, Frame
from scorer import GameState

#: Seconds the table lies at rest for people to look at: after a movement, and a hand laid open.
REST_S: Final = 1.5
SHOWN_S: Final = 8.0


class Show(Camera):
    """Films the games of ``seeds`` for the table ``service``, ``speed`` times as fast.

    A hand that was not entered as the engine has it is put right before the next one, as somebody
    at the table would; ``tell`` hears what became of each hand.
    """

    live = False
    name = CAMERA

    def __init__(
        self,
        service: Service,
        seeds: Sequence[int],
        speed: float,
        tell: Callable[[str, Kind], None],
    ) -> None:
        self._service = service
        self._seeds = seeds
        self._speed = speed
        self._tell = tell

    @staticmethod
    def calibrate(folder: Path) -> None:
        """Keep where the table is in its pictures in ``folder``."""
        plane = plane_of_taps(CORNERS, TABLE_MM)
        tapped = Calibration("taps", VIEW.width, VIEW.height, plane, CORNERS)
        CalibrationFile(folder).save(CAMERA, tapped)

    def open(self) -> None:
        """A table that is drawn is always there."""

    def close(self) -> None:
        """Nothing to let go of."""

    def frames(self) -> Iterator[Frame]:
        """Yield what the camera sees, game after game."""
        past = 0.0
        for seed in self._seeds:
            for number, hand in enumerate(game(seed)):
                for frame in self._hand(hand, 1000 * seed + number):
                    newest = past + frame.time
                    yield Frame.of(newest, frame.image)
                past = newest + REST_S

    def _hand(self, hand: Round, seed: int) -> Iterator[Frame]:
        if not self._is_in_step(hand):
            begin_at(self._service.log(), hand)
            self._service.resume()
        before = self._state()
        film = SimulatedCamera((hand,), seed, self._speed, REST_S, SHOWN_S)
        yield from film.frames()
        after = self._state()
        if before is not None and after is not None:
            self._tell(hand.label, judged(before, after, hand))

    def _is_in_step(self, hand: Round) -> bool:
        state = self._state()
        return state is not None and state.end is None and agrees(state, hand)

    def _state(self) -> GameState | None:
        shown = self._service.state().game
        return None if shown is None else shown.book.ledger.state
