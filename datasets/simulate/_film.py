"""A camera over a simulated table: every moment of a game, with hands that reach in between."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.render import Arm, Camera, Look, render
from datasets.render._labels import Image, quad
from datasets.scene import Scene
from datasets.simulate._evening import Moment, Round
from datasets.simulate._lay import SIDE, lay
from device.camera._port import Camera as CameraPort
from device.camera._port import Frame

#: A picture of a Pi camera at half its width and height, hung from a lamp.
VIEW: Final = Camera(2028, 1520, 1500.0, tilt=3.0, roll=0.8, fov=36.0)
LOOK: Final = Look(
    framed_haku=True, edge=1.8, glyph_share=0.92, worn=0.0, sun=215.0, sun_height=58.0,
    ambient=0.72, shadow=0.4, softness=6.0, noise=0.0, vignette=0.12, blur=0.45, jpeg=100,
)  # fmt: skip
#: The felt's corners in its pictures, as somebody would tap them.
CORNERS: Final = quad(
    VIEW.project(
        np.array([(x, y, 0.0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]) * SIDE / 2
    )
)
#: Grain of the camera, in grey levels.
GRAIN: Final = 1.5
#: Seconds after a movement at which the table at rest is seen, and how long a movement takes.
_AT_REST: Final = (0.0, 0.45, 0.6, 0.75, 0.9)
_LONGER_S: Final = 0.25
_REACH: Final = (0.0, 0.25)
_EMPTY: Final = Scene((), side=SIDE)


class SimulatedCamera(CameraPort):
    """Films ``rounds`` one after the other at ``rate`` times their speed (0: as fast as it can).

    ``seed`` decides how the players lay their tiles.  The table lies at rest for ``rest_s`` seconds
    after each movement, ``shown_s`` where hands are laid open.
    """

    live = False

    def __init__(
        self,
        rounds: Sequence[Round],
        seed: int = 0,
        rate: float = 1.0,
        rest_s: float = _AT_REST[-1],
        shown_s: float = _AT_REST[-1],
    ) -> None:
        self._rounds = rounds
        self._seed = seed
        self._rate = rate
        self._rest_s, self._shown_s = rest_s, shown_s
        self._now = 0.0
        self._grain = np.random.default_rng(seed)

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
            for moment in hand.moments:
                scene = lay(moment.still, hand.dealer, self._seed + number)
                rest_s = self._shown_s if moment.still.shown else self._rest_s
                yield from self._change(scene, _arms(moment), rest_s)
            yield from self._change(_EMPTY, _ALL, self._rest_s)

    def _change(self, scene: Scene, arms: Sequence[Arm], rest_s: float) -> Iterator[Frame]:
        """Let ``arms`` bring the table to ``scene``, then leave it at rest for ``rest_s``."""
        busy = _draw(scene, arms)
        for step in _REACH:
            yield Frame.of(self._now + step, self._grained(busy))
        self._now += 2 * _REACH[-1]
        clean = _draw(scene, ())
        more = np.arange(_AT_REST[-1] + _LONGER_S, rest_s, _LONGER_S)
        for step in (*_AT_REST, *more.tolist()):
            yield Frame.of(self._now + step, self._grained(clean))
        self._now += max(rest_s, _AT_REST[-1]) + _REACH[-1]

    def _grained(self, image: Image) -> Image:
        height, width = image.shape[:2]
        y, x = self._grain.integers(0, 256, 2)
        grain = _grain(height + 256, width + 256)[y : y + height, x : x + width]
        return np.asarray(cv2.add(image, grain, dtype=cv2.CV_8U), np.uint8)


@lru_cache(maxsize=1)
def _grain(height: int, width: int) -> NDArray[np.int16]:
    """Grain of which every picture gets another part."""
    noise = np.random.default_rng(0).normal(0, GRAIN, (height, width, 3))
    return np.asarray(np.rint(noise), np.int16)


def pictures(moment: Moment, dealer: int, seed: int, count: int = 1) -> tuple[Image, ...]:
    """Return pictures, (H, W, 3), of the table at rest after ``moment``, each with other grain.

    ``dealer`` and ``seed`` are those of the hand and of how its players lay their tiles.
    """
    camera, clean = SimulatedCamera((), seed), _draw(lay(moment.still, dealer, seed), ())
    return tuple(camera._grained(clean) for _ in range(count))


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
