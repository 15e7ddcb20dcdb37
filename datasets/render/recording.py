"""``python -m datasets.render.recording``: film hands laid down on a table, with the truth beside.

The film shows one round after another: the dead wall is built, the winner lays the hand down,
it rests, the table is cleared.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from math import cos, radians, sin
from pathlib import Path
from typing import Any, Final

import av
import numpy as np
from tqdm import tqdm

from datasets.render._camera import Camera
from datasets.render._labels import Example, Image
from datasets.render._look import Look
from datasets.render._props import Arm
from datasets.render._render import render
from datasets.render._rounds import ROUNDS, Called, Round
from datasets.scene import PlacedTile, Scene, Stick

OUT: Final = Path(__file__).parents[2] / "device" / "recording"
RATE: Final = 6
CAMERA: Final = Camera(1280, 960, 900.0, tilt=4.0, roll=0.8, fov=42.0, target=(0.0, 4.0))
LOOK: Final = Look(
    framed_haku=True, edge=1.8, glyph_share=0.92, worn=0.0, sun=215.0, sun_height=58.0,
    ambient=0.72, shadow=0.4, softness=6.0, noise=1.4, vignette=0.12, blur=0.45, jpeg=96,
)  # fmt: skip
TILE: Final = (20.0, 26.0, 16.0)
#: Turn of each side of the table, degrees clockwise from the bottom seat.
SEATS: Final = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}
#: Distance of a hand's row from the table's middle, mm.
_AWAY: Final = {"bottom": 205.0, "top": 205.0, "left": 275.0, "right": 275.0}
_SKIN: Final = {
    "bottom": (130.0, 165.0, 215.0), "right": (95.0, 135.0, 190.0),
    "top": (150.0, 180.0, 230.0), "left": (60.0, 95.0, 150.0),
}  # fmt: skip
_SLEEVE: Final = {
    "bottom": (90.0, 60.0, 40.0), "right": (60.0, 60.0, 150.0),
    "top": (60.0, 60.0, 60.0), "left": (120.0, 130.0, 60.0),
}  # fmt: skip
#: Seconds: building the wall, laying the hand, rest, clearing, empty table.
_WALL, _LAY, _REST, _CLEAR, _EMPTY = 1.5, 3.0, 3.5, 1.5, 0.5


@dataclass(frozen=True, slots=True)
class Step:
    """An arm of ``seat`` sweeping over ``tiles`` from ``begin`` to ``end`` seconds, laying them
    down or, with ``clearing``, taking them away."""

    seat: str
    begin: float
    end: float
    tiles: tuple[PlacedTile, ...]
    clearing: bool = False


@dataclass(frozen=True, slots=True)
class Film:
    """All steps, the sticks lying there from a time to another, and what is true meanwhile."""

    steps: tuple[Step, ...]
    sticks: tuple[tuple[float, float, Stick], ...]
    truth: tuple[dict[str, Any], ...]
    length: float = field(default=0.0)


def _turned(tile: PlacedTile, seat: str) -> PlacedTile:
    """Bring a tile from the bottom seat's side to that of ``seat``."""
    a = radians(SEATS[seat])
    x, y = cos(a) * tile.x - sin(a) * tile.y, sin(a) * tile.x + cos(a) * tile.y
    return PlacedTile(tile.face, x, y, tile.angle + SEATS[seat], tile.z, tile.pose)


def _meld(called: Called, x: float) -> tuple[list[PlacedTile], float]:
    """The tiles of a called set from ``x`` on, feet at y = 13, and its right end."""
    width, height, _ = TILE
    tiles: list[PlacedTile] = []
    for place, face in enumerate(called.tiles[:3] if called.type == "kakan" else called.tiles):
        step = height if place == called.sideways else width
        down = called.type == "ankan" and place in (0, 3)
        if place == called.sideways:
            y = (height - width) / 2
            tiles.append(PlacedTile(face, x + step / 2, y, 270.0))
            if called.type == "kakan":
                tiles.append(PlacedTile(face, x + step / 2, y - width - 0.4, 270.0))
        else:
            tiles.append(PlacedTile(face, x + step / 2, 0, pose="down" if down else "up"))
        x += step + 0.3
    return tiles, x


def hand_tiles(hand: Round) -> tuple[PlacedTile, ...]:
    """Lay the hand before its seat: the row, the winning tile apart, called sets at the right."""
    width = TILE[0]
    tiles = [PlacedTile(f, k * (width + 0.3), 0) for k, f in enumerate(hand.concealed)]
    x = len(tiles) * (width + 0.3)
    tiles.append(PlacedTile(hand.win_tile, x + 14, 0))
    x += 14 + width / 2 + 18
    for called in hand.melds:
        more, x = _meld(called, x)
        tiles += more
        x += 6
    middle, away = (x - width / 2) / 2 - 6, _AWAY[hand.seat]
    rng = np.random.default_rng(len(tiles))
    loose = rng.normal(0, 0.25, (len(tiles), 2))
    return tuple(
        _turned(
            PlacedTile(t.face, t.x - middle, t.y + away + dy, t.angle + turn, t.z, t.pose),
            hand.seat,
        )
        for t, (dy, turn) in zip(tiles, loose, strict=True)
    )


def wall_tiles(indicators: Sequence[str]) -> tuple[PlacedTile, ...]:
    """The dead wall in the table's middle, seven stacks, indicators from the third on."""
    width, _, depth = TILE
    tiles = []
    for place in range(7):
        x = (place - 3) * (width + 0.3)
        tiles.append(PlacedTile("1m", x, -20, pose="down"))
        shown = place - 2 < len(indicators) and place >= 2
        face = indicators[place - 2] if shown else "1m"
        tiles.append(PlacedTile(face, x, -20, z=depth, pose="up" if shown else "down"))
    return tuple(tiles)


def _facts(hand: Round, begin: float, end: float) -> dict[str, Any]:
    melds = [
        {"type": m.type, "tiles": list(m.tiles), "called_tile": m.called_tile, "from": m.source}
        for m in hand.melds
    ]
    facts = asdict(hand) | {"concealed": [*hand.concealed, hand.win_tile], "melds": melds}
    facts["dora_indicators"] = list(hand.dora_indicators)
    if hand.discarder is None:
        del facts["discarder"]
    return {"begin": round(begin, 2), "end": round(end, 2)} | facts


def film(rounds: Sequence[Round] = ROUNDS) -> Film:
    """Set the rounds one after another."""
    steps: list[Step] = []
    sticks: list[tuple[float, float, Stick]] = []
    truth: list[dict[str, Any]] = []
    now = _EMPTY
    for hand in rounds:
        wall, tiles = wall_tiles(hand.dora_indicators), hand_tiles(hand)
        laid = now + _WALL + _LAY
        steps.append(Step("bottom", now, now + _WALL, wall))
        steps.append(Step(hand.seat, now + _WALL, laid, tiles))
        clear = laid + _REST
        steps.append(Step(hand.seat, clear, clear + _CLEAR, tiles, clearing=True))
        steps.append(Step("top", clear, clear + _CLEAR, wall, clearing=True))
        if hand.riichi:
            spot = _turned(PlacedTile("1m", 0, 80), hand.seat)
            stick = Stick(1000, spot.x, spot.y, SEATS[hand.seat])
            sticks.append((now + _WALL * 0.75, clear + _CLEAR * 0.5, stick))
        truth.append(_facts(hand, laid, clear))
        now = clear + _CLEAR + _EMPTY
    return Film(tuple(steps), tuple(sticks), tuple(truth), now)


def _across(step: Step, tile: PlacedTile) -> float:
    """Place of ``tile`` from left to right as the seat of ``step`` sees it, mm."""
    a = radians(SEATS[step.seat])
    return cos(a) * tile.x + sin(a) * tile.y


def _progress(step: Step, now: float) -> tuple[float, float]:
    """How far the arm has reached in (0..1) and swept from left to right (0..1)."""
    share = (now - step.begin) / (step.end - step.begin)
    reach = min(1.0, share / 0.22, max(0.0, (1 - share) / 0.22))
    return max(0.0, reach), float(np.clip((share - 0.2) / 0.6, 0.0, 1.0))


def _swept(step: Step, now: float) -> tuple[PlacedTile, ...]:
    """The tiles that the sweep of ``step`` has passed."""
    _, sweep = _progress(step, now)
    at = [_across(step, tile) for tile in step.tiles]
    low, high = min(at) - 1, max(at) + 1
    edge = low + (high - low) * sweep
    return tuple(t for t, x in zip(step.tiles, at, strict=True) if x <= edge and sweep > 0)


def _arm(step: Step, now: float) -> Arm | None:
    reach, sweep = _progress(step, now)
    if reach <= 0:
        return None
    at = [_across(step, tile) for tile in step.tiles]
    x = min(at) + (max(at) - min(at)) * sweep
    a = radians(SEATS[step.seat])
    depth = [cos(a) * t.y - sin(a) * t.x for t in step.tiles]
    near, home = min(depth) - 24, 560.0
    tip = _turned(PlacedTile("1m", x, home + (near - home) * reach), step.seat)
    root = _turned(PlacedTile("1m", x * 0.5, home + 420), step.seat)
    return Arm(
        root.x, root.y, tip.x, tip.y, 58.0, _SKIN[step.seat], _SLEEVE[step.seat], 0.5, z=34.0
    )


def scene_at(shown: Film, now: float) -> tuple[Scene, tuple[Arm, ...]]:
    """What lies on the table and which arms reach over it ``now`` seconds into the film."""
    lying: dict[PlacedTile, None] = {}
    for step in shown.steps:
        for tile in _swept(step, now) if now > step.begin else ():
            if step.clearing:
                lying.pop(tile, None)
            else:
                lying[tile] = None
    sticks = tuple(stick for begin, end, stick in shown.sticks if begin <= now < end)
    busy = [step for step in shown.steps if step.begin < now < step.end]
    arms = tuple(arm for arm in (_arm(step, now) for step in busy) if arm is not None)
    return Scene(tuple(lying), sticks, side=2000.0, tile_size=TILE), arms


def picture_at(shown: Film, now: float) -> Example:
    """Draw the film's picture ``now`` seconds in."""
    scene, arms = scene_at(shown, now)
    return render(scene, CAMERA, LOOK, np.random.default_rng(round(now * 1000)), arms=arms)


def _pictures(shown: Film) -> Iterator[Image]:
    for index in tqdm(range(round(shown.length * RATE)), unit="picture"):
        yield picture_at(shown, index / RATE).image


def write(out: Path, shown: Film) -> None:
    """Write ``table.mp4`` and ``table.json`` into ``out``."""
    out.mkdir(parents=True, exist_ok=True)
    facts = {"width": CAMERA.width, "height": CAMERA.height, "rate": RATE, "rounds": shown.truth}
    text = json.dumps(facts, indent=1, ensure_ascii=False)
    (out / "table.json").write_text(f"{text}\n", encoding="utf-8")
    with av.open(str(out / "table.mp4"), "w") as container:
        stream = container.add_stream("libx264", rate=RATE)
        stream.width, stream.height, stream.pix_fmt = CAMERA.width, CAMERA.height, "yuv420p"
        stream.options = {"crf": "24", "preset": "slow", "g": "60"}
        for picture in _pictures(shown):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m datasets.render.recording")
    parser.add_argument("--out", type=Path, default=OUT)
    write(parser.parse_args().out, film())


if __name__ == "__main__":
    main()
