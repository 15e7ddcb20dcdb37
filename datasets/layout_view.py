"""Laid tables as a detector would see them, and how well they are read."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.layout import SEATS, LaidHand, LaidTable, tables
from datasets.layout_place import DEPTH, HEIGHT, WIDTH, Laid
from datasets.render._camera import Camera
from datasets.scene import PlacedTile
from detector import BACK, FACES, Detection, HandReading, Plane, Quad, TableReading, read_table

Floats = NDArray[np.float64]

_ACROSS: Final = {"bottom": "top", "right": "left", "top": "bottom", "left": "right"}


@dataclass(frozen=True, slots=True)
class Noise:
    """What a detector does wrong: ``jitter`` of corners in tile widths (standard deviation), the
    share of tiles ``missed`` and ``doubtful`` (whose faces are read with little confidence),
    ``phantoms`` a table, ``boxes`` that are oriented rectangles instead of the true corners."""

    jitter: float = 0.0
    missed: float = 0.0
    doubtful: float = 0.0
    unsure: float = 0.0
    phantoms: float = 0.0
    boxes: bool = False


PERFECT: Final = Noise()
#: 3 % jitter, 1 % missed, 2 % misread (5 % doubtful, a quarter of them wrong, and 0.7 % of the
#: others), a false box on one table in ten.
DETECTOR: Final = Noise(0.03, 0.01, 0.05, 0.02, 0.1, boxes=True)


@dataclass(frozen=True, slots=True)
class View:
    """What was seen: ``detections``, and for each the index of its tile (-1: a phantom)."""

    detections: tuple[Detection, ...]
    tiles: tuple[int, ...]
    camera: Camera


def random_camera(table: LaidTable, rng: random.Random) -> Camera:
    """Return a camera from straight above to 45 degrees that sees every face."""
    steepest = 45.0
    while True:
        camera = _camera(table, rng.uniform(0, steepest), rng)
        if steepest < 1 or _sees_all(table, camera):
            return camera
        steepest *= 0.8


def _camera(table: LaidTable, tilt: float, rng: random.Random) -> Camera:
    points = np.array([(t.x, t.y) for t in table.scene.tiles])
    low, high = points.min(axis=0), points.max(axis=0)
    middle, span = (low + high) / 2, float(np.hypot(*(high - low))) + 80
    if table.style.table:
        distance, turn, roll = rng.uniform(950, 1300), rng.uniform(-8, 8), rng.uniform(-5, 5)
        middle = np.array([rng.uniform(-20, 20), rng.uniform(-20, 20)])
    else:
        distance, turn = span * rng.uniform(1.05, 1.6), rng.uniform(-12, 12)
        roll = 90.0 * rng.randrange(4) + rng.uniform(-12, 12)
    target = (float(middle[0]), float(middle[1]))
    return Camera(4000, 3000, distance, tilt, turn, roll, 55.0, target)


def _sees_all(table: LaidTable, camera: Camera) -> bool:
    """Say whether no tile hides the face of another, as one on top of or behind a stack may."""
    faces = np.array([camera.project(face_corners(tile)) for tile in table.scene.tiles])
    centres = faces.mean(axis=1)
    width = np.linalg.norm(faces[:, 1] - faces[:, 0], axis=1).mean()
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2) + np.eye(len(centres)) * 1e6
    return bool(apart.min() > 0.6 * width)


def calibration_of(camera: Camera) -> Plane:
    """Return the true plane of the tiles' faces in tile widths."""
    to_pixels = camera.ground(DEPTH)
    return Plane(np.diag([1 / WIDTH, 1 / WIDTH, 1.0]) @ np.linalg.inv(to_pixels))


def face_corners(tile: PlacedTile) -> Floats:
    """Return the corners (4, 3) in mm of the face that is up, from the face's own top left."""
    a = radians(tile.angle)
    right, down = np.array([cos(a), sin(a)]), np.array([-sin(a), cos(a)])
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    flat = [(tile.x, tile.y) + (sx * WIDTH * right + sy * HEIGHT * down) / 2 for sx, sy in signs]
    return np.column_stack([flat, np.full(4, tile.z + DEPTH)])


def look(table: LaidTable, camera: Camera, noise: Noise, rng: random.Random) -> View:
    """Return what a detector with ``noise`` sees of ``table``."""
    seen = [i for i in range(len(table.scene.tiles)) if rng.random() >= noise.missed]
    found = [(_detect(table.scene.tiles[i], camera, noise, rng), i) for i in seen]
    while rng.random() < noise.phantoms:
        found.append((_phantom(table, camera, noise, rng), -1))
    rng.shuffle(found)
    return View(tuple(d for d, _ in found), tuple(i for _, i in found), camera)


def _detect(tile: PlacedTile, camera: Camera, noise: Noise, rng: random.Random) -> Detection:
    corners = camera.project(face_corners(tile))
    size = hypot(*(corners[1] - corners[0]))
    if noise.boxes:
        corners = _as_box(corners)
    corners = corners + np.array(
        [[rng.gauss(0, noise.jitter * size) for _ in "xy"] for _ in "1234"]
    )
    face = BACK if tile.pose == "down" else tile.face
    return _read(face, _quad(corners), noise, rng)


def _quad(corners: Floats) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def _as_box(corners: Floats) -> Floats:
    """Return the oriented rectangle around ``corners``, beginning at the corner nearest to the
    face's own top left."""
    box = cv2.boxPoints(cv2.minAreaRect(corners.astype(np.float32))).astype(float)
    order = min(range(4), key=lambda k: float(np.abs(np.roll(box, k, axis=0) - corners).sum()))
    return np.roll(box, order, axis=0)


def _read(face: str, corners: Quad, noise: Noise, rng: random.Random) -> Detection:
    """Return a reading whose probabilities are honest: the top face is right that often."""
    doubtful = rng.random() < noise.doubtful
    top = rng.uniform(0.5, 0.97) if doubtful else 1 - noise.unsure * rng.random() ** 2
    others = rng.sample([f for f in FACES[:37] if f != face], 3)
    shares = (0.7 * (1 - top), 0.25 * (1 - top))
    if rng.random() >= top:
        place = 1 if rng.random() < 0.7 / 0.95 else 2
        others.insert(place, face)
    else:
        others.insert(0, face)
    named = tuple(zip(others[1:3], shares, strict=True)) if top < 1 else ()
    return Detection(others[0], top, corners, named)


def _phantom(table: LaidTable, camera: Camera, noise: Noise, rng: random.Random) -> Detection:
    near = rng.choice(table.scene.tiles)
    place = PlacedTile(
        "1m", near.x + rng.uniform(-80, 80), near.y + rng.uniform(-80, 80), rng.uniform(0, 360)
    )
    corners = _quad(camera.project(face_corners(place)))
    return Detection(rng.choice(FACES[:37]), rng.uniform(0.3, 0.7), corners)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a reading compares: the winner's ``hand`` with sets, winning tile and faces, the
    ``dora`` indicators, the ``rivers`` and ``others``' sets; ``uncertain`` as it says itself."""

    hand: bool
    dora: bool
    rivers: bool
    others: bool
    uncertain: bool

    @property
    def exact(self) -> bool:
        """Everything that the score depends on is right."""
        return self.hand and self.dora


def judge(table: LaidTable, view: View, reading: TableReading) -> Verdict:
    """Compare ``reading`` with what was laid.

    A hand by itself without called sets may be read from either side: nothing tells its owner.
    """
    seats = {h.seat: h for h in reading.hands}
    seat = seat_of(table, view.camera, table.hand)
    if not table.style.table and not table.hand.melds:
        seat = next((h.seat for h in reading.hands if h.seat in (seat, _ACROSS[seat])), seat)
    mine = seats.get(seat)
    dora = {view.tiles[i] for i in (*reading.dora_indicators, *reading.ura_indicators)}
    faces = all(
        table.scene.tiles[view.tiles[i]].face == reading.detections[i].tile
        for i in reading.dora_indicators
        if view.tiles[i] >= 0
    )
    return Verdict(
        mine is not None and _same_hand(table, view, table.hand, mine),
        dora == set(table.indicators) and faces,
        _rivers(view, reading) == _true_rivers(table, view.camera),
        all(
            (seen := seats.get(seat_of(table, view.camera, other))) is not None
            and _same_hand(table, view, other, seen)
            for other in table.others
        ),
        any(h.uncertain for h in reading.hands if h.concealed) or mine is None,
    )


def seat_of(table: LaidTable, camera: Camera, hand: LaidHand) -> str:
    """Return the seat a hand lies at, as seen in the picture."""
    if table.style.table:
        return SEATS[hand.side]
    slant = radians(table.style.slant)
    middle = np.array([*camera.target, 0.0])
    away = np.array([sin(slant), -cos(slant), 0.0]) * 10
    x, y = camera.project(middle + away) - camera.project(middle)
    if abs(x) < abs(y):
        return "bottom" if y < 0 else "top"
    return "left" if x > 0 else "right"


def _same_hand(table: LaidTable, view: View, true: LaidHand, seen: HandReading) -> bool:
    def own(indices: Sequence[int]) -> tuple[int, ...]:
        return tuple(view.tiles[i] for i in indices)

    win = None if seen.win is None else view.tiles[seen.win]
    melds = [
        Laid(m.type, own(m.tiles), None if m.called is None else view.tiles[m.called], m.from_seat)
        for m in seen.melds
    ]
    grouped = sorted(own(seen.concealed)) == sorted(true.concealed) and win == true.win
    return grouped and melds == list(true.melds) and _same_faces(table, true, seen)


def _same_faces(table: LaidTable, true: LaidHand, seen: HandReading) -> bool:
    faces = [table.scene.tiles[i].face for i in true.concealed]
    count = len(seen.concealed)
    if sorted(seen.faces[:count]) != sorted(faces):
        return False
    at = count
    for meld in true.melds:
        part = seen.faces[at : at + len(meld.tiles)]
        if sorted(part) != sorted(table.scene.tiles[i].face for i in meld.tiles):
            return False
        at += len(meld.tiles)
    return True


def _rivers(view: View, reading: TableReading) -> dict[str, tuple[tuple[int, ...], int | None]]:
    return {r.seat: (tuple(view.tiles[i] for i in r.tiles), r.riichi) for r in reading.rivers}


def _true_rivers(table: LaidTable, camera: Camera) -> dict[str, tuple[tuple[int, ...], int | None]]:
    return {SEATS[side]: river for side, river in enumerate(table.rivers) if river[0]}


def read(table: LaidTable, view: View, calibrated: bool) -> TableReading:
    """Read a view, with the true calibration or without."""
    plane = calibration_of(view.camera) if calibrated and table.style.table else None
    return read_table(view.detections, view.camera.width, view.camera.height, plane)


def trials(count: int, seed: int, noise: Noise) -> Iterator[tuple[LaidTable, View, TableReading]]:
    """Yield ``count`` tables as seen and as read; every second whole table is calibrated."""
    rng = random.Random(seed)
    for number, table in zip(range(count), tables(seed), strict=False):
        view = look(table, random_camera(table, rng), noise, rng)
        yield table, view, read(table, view, number % 2 == 0)


def wilson(hits: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate, in percent."""
    z, rate = 1.96, hits / max(count, 1)
    spread = z * ((rate * (1 - rate) + z * z / (4 * count)) / count) ** 0.5
    middle, scale = rate + z * z / (2 * count), 1 + z * z / count
    return 100 * (middle - spread) / scale, 100 * (middle + spread) / scale


def measure(count: int, seed: int, noise: Noise, show: int = 0) -> Counter[str]:
    """Return how many of ``count`` tables were read exactly, uncertain, and wrong but sure."""
    tally: Counter[str] = Counter()
    for number, (table, view, reading) in enumerate(trials(count, seed, noise)):
        verdict = judge(table, view, reading)
        wrong = not verdict.exact and not verdict.uncertain
        tally.update(
            exact=verdict.exact,
            uncertain=verdict.uncertain,
            wrong_and_sure=wrong,
            exact_or_uncertain=not wrong,
            rivers=verdict.rivers,
            others=verdict.others,
        )
        if show > 0 and (wrong if noise.missed else not verdict.exact):
            show -= 1
            print(number, verdict, table.style, file=sys.stderr)
    return tally


def report(count: int, seed: int, show: int) -> str:
    """Return the figures for perfect boxes and for a detector's noise as a table."""
    lines = []
    for name, noise in (("perfect boxes", PERFECT), ("detector-like noise", DETECTOR)):
        start = time.perf_counter()
        tally = measure(count, seed, noise, show)
        lines.append(
            f"{name}, {count} tables, {(time.perf_counter() - start) / count * 1e3:.0f} ms each"
        )
        for key, hits in tally.items():
            low, high = wilson(hits, count)
            lines.append(f"  {key:20} {hits:6} {100 * hits / count:7.2f} % [{low:.2f}, {high:.2f}]")
    return "\n".join(lines)
