"""A camera over a simulated table: every moment of a game, with hands that reach in between."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import Final

import numpy as np

from datasets.render import Arm, Camera, Look, render
from datasets.render._labels import Image
from datasets.scene import Scene
from datasets.simulate._evening import Moment, Round
from datasets.simulate._lay import SIDE, lay
from device._camera import Camera as CameraPort
from device._camera import Frame

#: A picture of a Pi camera at half its width and height, hung from a lamp.
VIEW: Final = Camera(2028, 1520, 1500.0, tilt=3.0, roll=0.8, fov=36.0)
LOOK: Final = Look(
    framed_haku=True, edge=1.8, glyph_share=0.92, worn=0.0, sun=215.0, sun_height=58.0,
    ambient=0.72, shadow=0.4, softness=6.0, noise=0.0, vignette=0.12, blur=0.45, jpeg=100,
)  # fmt: skip
#: Grain of the camera, in grey levels.
GRAIN: Final = 1.5
#: Seconds after a movement at which the table at rest is seen, and how long a movement takes.
_AT_REST: Final = (0.0, 0.45, 0.6, 0.75, 0.9)
_REACH: Final = (0.0, 0.25)
_EMPTY: Final = Scene((), side=SIDE)


class SimulatedCamera(CameraPort):
    """Films ``rounds`` one after the other at ``rate`` times their speed (0: as fast as it can).

    ``seed`` decides how the players lay their tiles.  ``begun`` counts the rounds begun so far:
    the program is asked about a round once the next one has begun.
    """

    live = False

    def __init__(self, rounds: Sequence[Round], seed: int = 0, rate: float = 1.0) -> None:
        self._rounds = rounds
        self._seed = seed
        self._rate = rate
        self._now = 0.0
        self._grain = np.random.default_rng(seed)
        self.begun = 0

    def open(self) -> None:
        """A table that is drawn is always there."""

    def close(self) -> None:
        """Nothing to let go of."""

    def frames(self) -> Iterator[Frame]:
        """Yield what the camera sees; each round ends with the table cleared."""
        start = time.monotonic()
        for frame in self._frames():
            if self._rate:
                time.sleep(max(0.0, start + frame.time / self._rate - time.monotonic()))
            yield frame

    def _frames(self) -> Iterator[Frame]:
        for number, hand in enumerate(self._rounds):
            self.begun = number + 1
            for moment in hand.moments:
                scene = lay(moment.still, hand.dealer, self._seed + 100 * number)
                yield from self._change(scene, _arms(moment))
            yield from self._change(_EMPTY, _ALL)
        self.begun += 1

    def _change(self, scene: Scene, arms: Sequence[Arm]) -> Iterator[Frame]:
        """Let ``arms`` bring the table to ``scene``, then leave it at rest."""
        for step in _REACH:
            yield Frame.of(self._now + step, self._photo(scene, arms))
        self._now += 2 * _REACH[-1]
        clean = _draw(scene, ())
        for step in _AT_REST:
            yield Frame.of(self._now + step, self._grained(clean))
        self._now += _AT_REST[-1] + _REACH[-1]

    def _photo(self, scene: Scene, arms: Sequence[Arm]) -> Image:
        return self._grained(_draw(scene, arms))

    def _grained(self, image: Image) -> Image:
        grain = self._grain.normal(0, GRAIN, image.shape).astype(np.float32)
        return np.asarray(np.clip(image + grain, 0, 255), np.uint8)


def _draw(scene: Scene, arms: Sequence[Arm]) -> Image:
    return render(scene, VIEW, LOOK, np.random.default_rng(0), arms=arms).image


def _arm(seat: int, reach: float) -> Arm:
    """The arm of ``seat`` reaching over the table to ``reach`` mm before the middle."""
    a = radians(90.0 * seat)
    ends = ((40.0, 980.0), (25.0, reach))
    (x0, y0), (x1, y1) = ((cos(a) * x + sin(a) * y, cos(a) * y - sin(a) * x) for x, y in ends)
    return Arm(x0, y0, x1, y1, 58.0, z=34.0)


_ALL: Final = tuple(_arm(seat, 150.0) for seat in range(4))


def _arms(moment: Moment) -> tuple[Arm, ...]:
    """Who reaches in before ``moment``: those who lay their hands down, else who acted."""
    shown = moment.still.shown
    return tuple(_arm(seat, 230.0) for seat in sorted(shown)) or (_arm(moment.actor, 90.0),)
