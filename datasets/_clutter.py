"""Drawn things that look a little like tiles and are none, and where their tile-like parts lie."""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Rng = np.random.Generator
Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]

LETTERS = string.ascii_uppercase + string.digits
SIGNS = (*LETTERS, *"!?#%&*+-=/<>[];:,.", "esc", "tab", "fn", "alt", "del", "F5", "F12", "ctrl")
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)
WIDTH, HEIGHT = 320, 240


@dataclass
class Clutter:
    """A picture (H, W, 3) of no tile, and the boxes (left, top, right, bottom) of its parts that
    a careless eye takes for tiles."""

    image: Image
    boxes: list[Box] = field(default_factory=list)


def _colour(rng: Rng, low: int = 0, high: int = 255) -> Colour:
    b, g, r = (int(value) for value in rng.integers(low, high, 3))
    return b, g, r


def _grey(rng: Rng) -> Colour:
    """Mostly dark or mostly light, as keyboards are."""
    level = int(rng.choice([rng.integers(10, 70), rng.integers(180, 250)]))
    return level, level, level


def _inked(rng: Rng, ground: Colour) -> Colour:
    """An ink that is seen on ``ground``."""
    if rng.random() < 0.2:
        return _colour(rng)
    level = int(rng.integers(200, 255) if sum(ground) < 330 else rng.integers(0, 90))
    return level, level, level


def _sheet(colour: Colour, width: int = WIDTH, height: int = HEIGHT) -> Image:
    return np.full((height, width, 3), colour, np.uint8)


def _shaded(rng: Rng, colour: Colour, spread: float) -> Colour:
    b, g, r = np.clip(np.array(colour) + rng.normal(0, spread), 0, 255).astype(int)
    return int(b), int(g), int(r)


def _rounded(image: Image, box: Box, radius: int, colour: Colour) -> None:
    """Fill a rectangle with round corners."""
    left, top, right, bottom = box
    radius = max(0, min(radius, (right - left) // 2, (bottom - top) // 2))
    cv2.rectangle(image, (left + radius, top), (right - radius, bottom), colour, -1)
    cv2.rectangle(image, (left, top + radius), (right, bottom - radius), colour, -1)
    for x in (left + radius, right - radius):
        for y in (top + radius, bottom - radius):
            cv2.circle(image, (x, y), radius, colour, -1, cv2.LINE_AA)


def _cap(rng: Rng, image: Image, box: Box, colour: Colour, radius: int) -> None:
    """A raised cap: a darker rim with a lighter top that is a little off its middle."""
    left, top, right, bottom = box
    rim = max(1, (right - left) // int(rng.integers(9, 20)))
    _rounded(image, box, radius, _shaded(rng, tuple(int(c * 0.75) for c in colour), 4))  # type: ignore[arg-type]
    _rounded(image, (left + rim, top + rim // 2, right - rim, bottom - 2 * rim), radius, colour)


def _write(rng: Rng, image: Image, box: Box, text: str, ink: Colour) -> None:
    """Letter a box, in its middle or in a corner."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    font, weight = FONTS[rng.integers(3)], int(rng.integers(1, 3))
    size = height / rng.uniform(38, 80) / max(1.0, len(text) / 1.7)
    (wide, high), _ = cv2.getTextSize(text, font, size, weight)
    across, down = rng.choice([0.5, 0.2, 0.8], 2, p=[0.5, 0.35, 0.15])
    place = (int(left + (width - wide) * across), int(top + high + (height - high) * down))
    cv2.putText(image, text, place, font, size, ink, weight, cv2.LINE_AA)


def _keyboard(rng: Rng) -> Clutter:
    """Rows of keys with a sign or two each, staggered."""
    side, gap = int(rng.integers(26, 44)), int(rng.integers(2, 9))
    rows, columns = int(rng.integers(3, 7)), int(rng.integers(6, 15))
    key = _grey(rng) if rng.random() < 0.85 else _colour(rng)
    ink, radius = _inked(rng, key), int(rng.integers(1, side // 4))
    board = _grey(rng) if rng.random() < 0.8 else _colour(rng)
    made = Clutter(_sheet(board, (columns + 3) * (side + gap), rows * (side + gap) + gap))
    tall = float(rng.uniform(0.8, 1.25))
    for row in range(rows):
        x = gap + int(rng.integers(0, side))
        for _ in range(columns):
            width = side if rng.random() < 0.9 else side * 2
            y = gap + row * (side + gap)
            box = (x, y, x + width, y + min(side, int(side * tall)))
            _cap(rng, made.image, box, _shaded(rng, key, 3), radius)
            for _ in range(1 + int(rng.random() < 0.3)):
                _write(rng, made.image, box, SIGNS[rng.integers(len(SIGNS))], ink)
            made.boxes.append(box)
            x += width + gap
    return made


def _buttons(rng: Rng) -> Clutter:
    """A remote control, a telephone or a calculator: a grid of round or oblong buttons."""
    body = _grey(rng) if rng.random() < 0.7 else _colour(rng)
    made = Clutter(_sheet(body))
    w, h = (int(value) for value in rng.integers(18, 50, 2))
    gap, radius = int(rng.integers(4, 16)), int(rng.integers(2, 25))
    main = _grey(rng)
    for y in range(gap, HEIGHT - h, h + gap):
        for x in range(gap, WIDTH - w, w + gap):
            colour = main if rng.random() < 0.8 else _colour(rng)
            box = (x, y, x + w, y + h)
            _cap(rng, made.image, box, colour, radius)
            sign = SIGNS[rng.integers(len(SIGNS))]
            _write(rng, made.image, box, sign, _inked(rng, colour))
            made.boxes.append(box)
    return made


def _icons(rng: Rng) -> Clutter:
    """A screen with coloured icons and their names."""
    made = Clutter(_sheet(_colour(rng, 0, 120) if rng.random() < 0.7 else _colour(rng, 160)))
    for _ in range(int(rng.integers(5, 40))):
        x, y = int(rng.integers(0, 290)), int(rng.integers(0, 205))
        w, h = (int(value) for value in rng.integers(8, 34, 2))
        colour, box = _colour(rng), (x, y, x + w, y + h)
        if rng.random() < 0.6:
            _rounded(made.image, box, int(rng.integers(1, 9)), colour)
            _write(rng, made.image, box, SIGNS[rng.integers(len(SIGNS))], _inked(rng, colour))
        else:
            cv2.rectangle(made.image, (x, y), (x + w, y + h), colour, 1)
        name = (x, y + h + 8)
        cv2.putText(made.image, _word(rng), name, FONTS[0], 0.25, _colour(rng, 120), 1)
        made.boxes.append(box)
    return made


def _word(rng: Rng) -> str:
    return "".join(rng.choice(list(string.ascii_letters), rng.integers(2, 9)))


def _print(rng: Rng) -> Clutter:
    """Lines of print of several sizes, as on packets and papers."""
    made = Clutter(_sheet(_colour(rng, 60)))
    y = 0
    while y < HEIGHT - 20:
        size = float(rng.uniform(0.3, 1.6))
        y += int(size * 26)
        text = " ".join(_word(rng) for _ in range(6))
        x = int(rng.integers(0, 30))
        weight = 1 + int(size)
        cv2.putText(made.image, text, (x, y), FONTS[rng.integers(3)], size, _colour(rng), weight)
        high = max(12, int(size * 24))
        at = x + int(rng.integers(0, 200))
        made.boxes.append((at, max(0, y - high), at + int(high * rng.uniform(0.7, 2)), y + 3))
    return made


def _bricks(rng: Rng) -> Clutter:
    """A floor or wall of equal rectangles: pavers, shelves, windows."""
    w, h = (int(value) for value in rng.integers(16, 70, 2))
    gap, wave = int(rng.integers(1, 5)), float(rng.uniform(2, 14))
    base, made = _colour(rng, 30, 230), Clutter(_sheet(_colour(rng)))
    for row, y in enumerate(range(0, HEIGHT, h + gap)):
        for x in range(-(row % 2) * w // 2, WIDTH, w + gap):
            cv2.rectangle(made.image, (x, y), (x + w, y + h), _shaded(rng, base, wave), -1)
            made.boxes.append((x, y, x + w, y + h))
    rough = rng.normal(0, rng.uniform(0, 16), made.image.shape[:2])
    soft = cv2.GaussianBlur(rough, (0, 0), float(rng.uniform(0.6, 2)))[..., None]
    made.image = np.clip(made.image + 2 * soft, 0, 255).astype(np.uint8)
    return made


def _woven(rng: Rng) -> Clutter:
    """A mat: strips over and under each other, or slats tied by threads."""
    long, wide, gap = int(rng.integers(8, 60)), int(rng.integers(3, 14)), int(rng.integers(0, 3))
    base, wave = _colour(rng, 40, 235), float(rng.uniform(4, 22))
    made = Clutter(_sheet(_shaded(rng, base, 50)))
    slats = rng.random() < 0.4
    for y in range(0, HEIGHT, wide + gap):
        odd = (y // (wide + gap)) % 2
        for x in range(-odd * long // 2, WIDTH, long + gap):
            if slats or (x // (long + gap) + odd) % 2:
                far = (x + long, y + wide)
                cv2.rectangle(made.image, (x, y), far, _shaded(rng, base, wave), -1)
    for x in range(0, WIDTH, int(rng.integers(30, 110))) if slats else ():
        cv2.line(made.image, (x, 0), (x, HEIGHT), _shaded(rng, base, 60), int(rng.integers(1, 4)))
    made.boxes = [_anywhere(rng) for _ in range(8)]
    return made


def _anywhere(rng: Rng) -> Box:
    high = int(rng.integers(20, 90))
    wide = int(high * rng.uniform(0.65, 1.0))
    x, y = int(rng.integers(0, WIDTH - wide)), int(rng.integers(0, HEIGHT - high))
    return x, y, x + wide, y + high


def _pips(rng: Rng, image: Image, box: Box, ink: Colour) -> None:
    left, top, right, _ = box
    step = (right - left) / 4
    for spot in rng.permutation(9)[: rng.integers(1, 7)]:
        at = (int(left + step * (1 + spot % 3)), int(top + step * (1 + spot // 3)))
        cv2.circle(image, at, max(1, int(step * 0.38)), ink, -1, cv2.LINE_AA)


def _dice(rng: Rng) -> Clutter:
    """Dice lying about."""
    made = Clutter(_sheet(_colour(rng)))
    for _ in range(int(rng.integers(2, 12))):
        side = int(rng.integers(18, 50))
        x, y = int(rng.integers(0, WIDTH - side)), int(rng.integers(0, HEIGHT - side))
        body = (235, 240, 240) if rng.random() < 0.6 else _colour(rng)
        box = (x, y, x + side, y + side)
        _cap(rng, made.image, box, body, side // 5)
        _pips(rng, made.image, box, _inked(rng, body) if rng.random() < 0.7 else (40, 35, 200))
        made.boxes.append(box)
    return made


def _suit_mark(rng: Rng, image: Image, at: tuple[int, int], size: int, ink: Colour) -> None:
    x, y = at
    shape = size * np.array([(0, -1), (0.7, 0), (0, 1), (-0.7, 0)]) + np.array(at)
    if rng.random() < 0.5:
        cv2.fillConvexPoly(image, shape.astype(np.int32), ink, cv2.LINE_AA)
        return
    for dx in (-size // 3, size // 3):
        cv2.circle(image, (x + dx, y - size // 4), max(1, size // 2), ink, -1, cv2.LINE_AA)
    cv2.fillConvexPoly(image, shape[1:].astype(np.int32), ink, cv2.LINE_AA)


def _cards(rng: Rng) -> Clutter:
    """Playing cards: a number in the corner, suit marks in columns."""
    made = Clutter(_sheet(_colour(rng)))
    for _ in range(int(rng.integers(1, 6))):
        high = int(rng.integers(50, 180))
        wide = int(high * 0.7)
        x, y = int(rng.integers(0, WIDTH - wide)), int(rng.integers(0, HEIGHT - high))
        box = (x, y, x + wide, y + high)
        _rounded(made.image, box, high // 18, (240, 243, 244))
        ink = (40, 35, 190) if rng.random() < 0.5 else (30, 30, 30)
        rank = "A23456789JQK"[rng.integers(12)]
        corner = (x + high // 20, y + high // 5)
        cv2.putText(made.image, rank, corner, FONTS[1], high / 130, ink, 1, cv2.LINE_AA)
        for k in range(int(rng.integers(1, 9))):
            at = (int(x + wide * (0.3 + 0.2 * (k % 3))), int(y + high * (0.25 + 0.2 * (k // 3))))
            _suit_mark(rng, made.image, at, max(2, high // 14), ink)
        made.boxes += [box, (x, y, x + wide // 2, y + high // 2)]
    return made


def _sticks(rng: Rng) -> Clutter:
    """Point sticks side by side."""
    made = Clutter(_sheet(_colour(rng)))
    wide, gap = int(rng.integers(8, 18)), int(rng.integers(0, 10))
    for x in range(6, WIDTH - wide, wide + gap):
        cv2.rectangle(made.image, (x, 20), (x + wide, 220), _shaded(rng, (225, 235, 238), 10), -1)
        ink = (40, 35, 190) if rng.random() < 0.5 else (30, 30, 30)
        for k in range(int(rng.integers(1, 9))):
            spot = (x + wide // 2 - (k % 2) * wide // 4, 120 + 8 * (k // 2))
            cv2.circle(made.image, spot, max(1, wide // 7), ink, -1, cv2.LINE_AA)
        made.boxes.append((x, 90, x + 4 * wide, 90 + 5 * wide))
    return made


KINDS: tuple[tuple[Callable[[Rng], Clutter], float], ...] = (
    (_keyboard, 0.34), (_buttons, 0.11), (_icons, 0.1), (_print, 0.08), (_bricks, 0.12),
    (_woven, 0.1), (_dice, 0.05), (_cards, 0.06), (_sticks, 0.04),
)  # fmt: skip


def clutter(rng: Rng) -> Clutter:
    """A picture of something that is no tile."""
    return KINDS[rng.choice(len(KINDS), p=[share for _, share in KINDS])][0](rng)
