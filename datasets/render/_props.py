"""Other things on a table: point sticks, dice, coins, phones, cards, keyboards, arms."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

import cv2
import numpy as np

from datasets.render._blocks import Block, frame
from datasets.render._camera import Camera, Floats
from datasets.render._canvas import Canvas
from datasets.render._labels import Image
from datasets.render._light import shade
from datasets.render._look import Colour, Look
from datasets.render._texture import Mips, mips
from datasets.scene import Stick

_RED: Final[Colour] = (40, 35, 200)
_INK: Final[Colour] = (45, 40, 40)
_STICK_DOTS: Final[dict[int, tuple[tuple[int, int, Colour], ...]]] = {
    100: ((2, 4, _INK),),
    1000: ((1, 1, _RED),),
    5000: ((1, 5, _RED),),
    10000: ((2, 3, _RED), (1, 2, _INK)),
}


@dataclass(frozen=True, slots=True)
class Prop:
    """A flat or boxy thing: ``kind`` is ``stick``, ``die``, ``coin``, ``phone``, ``card``,
    ``keyboard``, ``rail`` or ``box``; ``size`` is width, height and thickness in mm; ``detail``
    chooses among looks of one kind (a stick's value, a die's pips, a card's number)."""

    kind: str
    x: float
    y: float
    size: tuple[float, float, float]
    angle: float = 0.0
    z: float = 0.0
    colour: Colour = (235, 240, 240)
    detail: int = 1


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm reaching over the table from ``(x0, y0)`` to the fingertips at ``(x1, y1)``, mm."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float = 62.0
    skin: Colour = (130, 165, 215)
    sleeve: Colour = (90, 60, 40)
    sleeve_share: float = 0.45
    z: float = 25.0


def stick_prop(stick: Stick) -> Prop:
    """The point stick as a thing on the table; its length lies along its ``angle``'s right."""
    return Prop("stick", stick.x, stick.y, (84.0, 8.0, 4.0), stick.angle, detail=stick.value)


def prop_block(prop: Prop) -> Block:
    """Return the box to paint for ``prop``."""
    half = np.array(prop.size) / 2
    texture = _texture(prop)
    return Block(
        centre=np.array([prop.x, prop.y, prop.z + half[2]]),
        axes=frame(prop.angle, "up"),
        half=half,
        edge=float(min(half.min(), 1.5)),
        front=texture,
        rear=texture,
        body=prop.colour,
        back=prop.colour,
        back_share=0.0,
    )


@lru_cache(maxsize=256)
def _drawn(kind: str, width: int, height: int, colour: Colour, detail: int) -> Mips:
    sheet = np.full((height, width, 3), colour, np.float32).astype(np.uint8)
    draw = {"stick": _stick, "die": _die, "coin": _coin, "phone": _phone, "card": _card,
            "keyboard": _keyboard, "box": _box, "rail": _rail}  # fmt: skip
    draw[kind](sheet, detail)
    round_corners = {"coin": min(width, height) / 2 - 1, "phone": width * 0.1, "die": width * 0.2}
    return mips(sheet, round_corners.get(kind, width * 0.02))


def _texture(prop: Prop) -> Mips:
    width, height, _ = prop.size
    scale = 200 / max(width, height)
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    return _drawn(prop.kind, *size, prop.colour, prop.detail)


def _stick(sheet: Image, value: int) -> None:
    height, width = sheet.shape[:2]
    groups = _STICK_DOTS.get(value, _STICK_DOTS[100])
    middle = width / 2
    for part, (rows, columns, ink) in enumerate(groups):
        gap = 8.0
        left = middle - gap * (columns - 1) / 2 + (part - (len(groups) - 1) / 2) * 30
        for column in range(columns):
            for row in range(rows):
                y = height / 2 + (row - (rows - 1) / 2) * height * 0.4
                at = (round(left + column * gap), round(y))
                cv2.circle(sheet, at, 3 if rows > 1 else 4, ink, -1, cv2.LINE_AA)


def _die(sheet: Image, pips: int) -> None:
    side = sheet.shape[0]
    low, mid, high = round(side * 0.25), round(side * 0.5), round(side * 0.75)
    spots = [(mid, mid)] if pips % 2 else []
    spots += [(low, low), (high, high)] if pips > 1 else []
    spots += [(low, high), (high, low)] if pips > 3 else []
    spots += [(low, mid), (high, mid)] if pips > 5 else []
    ink = _RED if pips == 1 else _INK
    for spot in spots:
        cv2.circle(sheet, spot, round(side * (0.16 if pips == 1 else 0.1)), ink, -1, cv2.LINE_AA)


def _coin(sheet: Image, detail: int) -> None:
    side = min(sheet.shape[:2])
    middle = (sheet.shape[1] // 2, sheet.shape[0] // 2)
    dark = tuple(0.6 * float(channel) for channel in sheet[0, 0])
    cv2.circle(sheet, middle, round(side * 0.42), dark, 3, cv2.LINE_AA)
    text, at = str(detail * 10), (round(side * 0.25), round(side * 0.62))
    cv2.putText(sheet, text, at, cv2.FONT_HERSHEY_SIMPLEX, side / 110, dark, 3, cv2.LINE_AA)


def _phone(sheet: Image, detail: int) -> None:
    height, width = sheet.shape[:2]
    inset = max(2, width // 18)
    screen = (20, 18, 16) if detail % 3 else (210, 190, 170)
    cv2.rectangle(sheet, (inset, inset), (width - inset, height - inset), screen, -1)
    if detail % 3 == 0:
        for row in range(4):
            y = inset * 3 + row * height // 5
            cv2.rectangle(sheet, (inset * 3, y), (width - inset * 3, y + height // 9), _INK, -1)


def _card(sheet: Image, detail: int) -> None:
    height, width = sheet.shape[:2]
    ink = _RED if detail % 2 else _INK
    text = "A23456789JQK"[detail % 12]
    scale = width / 90
    cv2.putText(sheet, text, (width // 12, height // 4), 0, scale, ink, 2, cv2.LINE_AA)
    for k in range(detail % 4 + 1):
        at = (width // 2, round(height * (k + 1) / (detail % 4 + 2)))
        cv2.circle(sheet, at, width // 9, ink, -1, cv2.LINE_AA)


def _keyboard(sheet: Image, detail: int) -> None:
    height, width = sheet.shape[:2]
    rows, columns = 4, 10 + detail % 4
    ground = float(sheet[0, 0].mean())
    pale, dark = (225.0, 225.0, 225.0), _INK
    key, ink = (pale, dark) if ground < 128 and detail % 2 else (dark, pale)
    for row in range(rows):
        for column in range(columns):
            x, y = round(column * width / columns), round(row * height / rows)
            far = (round((column + 0.86) * width / columns), round((row + 0.86) * height / rows))
            cv2.rectangle(sheet, (x + 1, y + 1), far, key, -1)
            letter = chr(65 + (row * 11 + column * 7 + detail) % 26)
            cv2.putText(sheet, letter, (x + 3, far[1] - 3), 0, 0.3, ink, 1, cv2.LINE_AA)


def _rail(sheet: Image, detail: int) -> None:
    """A rack or table rim: streaks along its length."""
    rng = np.random.default_rng(detail)
    streaks = cv2.resize(rng.normal(0, 9, (sheet.shape[0], 1)), (sheet.shape[1], sheet.shape[0]))
    sheet[:] = np.clip(sheet + streaks[:, :, None], 0, 255).astype(np.uint8)


def _box(sheet: Image, detail: int) -> None:
    rng = np.random.default_rng(detail)
    height, width = sheet.shape[:2]
    for _ in range(detail % 5):
        ink = tuple(float(v) for v in rng.uniform(10, 245, 3))
        x, y = int(rng.integers(width)), int(rng.integers(height))
        if rng.random() < 0.5:
            cv2.circle(sheet, (x, y), int(rng.integers(3, 30)), ink, -1, cv2.LINE_AA)
        else:
            cv2.putText(sheet, "ABC123"[: detail % 6 + 1], (x // 2, y), 0, 1.0, ink, 2, cv2.LINE_AA)


@dataclass(frozen=True, slots=True)
class _Limb:
    """A tapering piece of an arm, ``first`` and ``last`` half wide at its ends, mm."""

    start: Floats
    end: Floats
    first: float
    last: float
    colour: Colour

    def outline(self, z: float, share: float = 1.0) -> Floats:
        """Points, (n, 3) mm, whose hull is the limb at height ``z``, ``share`` as wide."""
        t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        ring = np.stack([np.cos(t), np.sin(t)], axis=1) * share
        points = np.concatenate([self.start + self.first * ring, self.end + self.last * ring])
        return np.column_stack([points, np.full(len(points), z)])


def _limbs(arm: Arm) -> list[_Limb]:
    """Forearm, palm, sleeve, fingers and thumb, in painting order."""
    start, tip = np.array([arm.x0, arm.y0]), np.array([arm.x1, arm.y1])
    length = float(np.linalg.norm(tip - start))
    ahead = (tip - start) / max(length, 1.0)
    aside = np.array([-ahead[1], ahead[0]])
    half = arm.width / 2
    wrist, palm = tip - ahead * half * 4.6, tip - ahead * half * 2.9
    cuff = start + (wrist - start) * arm.sleeve_share * 1.6
    limbs = [
        _Limb(start, wrist, half * 0.95, half * 0.68, arm.skin),
        _Limb(wrist, palm, half * 0.68, half * 1.05, arm.skin),
        _Limb(start, cuff, half * 1.25, half * 1.05, arm.sleeve),
    ]
    for k, reach in enumerate((0.72, 0.95, 1.0, 0.88)):
        root = palm + aside * half * (k - 1.5) * 0.52 + ahead * half * 0.5
        end = root + (tip - palm) * (reach - 0.25) + aside * (k - 1.5) * half * 0.05
        limbs.append(_Limb(root, end, half * 0.27, half * 0.2, arm.skin))
    turn = radians(38)
    lean = cos(turn) * ahead - sin(turn) * aside
    root = palm - aside * half * 0.8
    limbs.append(_Limb(root, root + lean * half * 1.5, half * 0.3, half * 0.22, arm.skin))
    return limbs


def _darker(colour: Colour, share: float) -> Colour:
    b, g, r = colour
    return (b * share, g * share, r * share)


def paint_arm(canvas: Canvas, camera: Camera, look: Look, arm: Arm) -> None:
    """Paint ``arm`` over all that lies on the table, with its shadow."""
    limbs = _limbs(arm)
    _shadow(canvas, camera, look, [limb.outline(arm.z) for limb in limbs])
    light = shade(np.array([0.0, 0.0, 1.0]), look)
    for limb in limbs:
        for width, share in ((1.0, 0.72), (0.9, 0.84), (0.7, 0.95), (0.4, 1.0)):
            flat = camera.project(limb.outline(arm.z, width))
            if np.isnan(flat).any():
                continue
            hull = np.asarray(cv2.convexHull(flat.astype(np.float32))[:, 0], np.float64)
            canvas.own(hull, 0)
            canvas.polygon(hull, _darker(limb.colour, share * light))


def _shadow(canvas: Canvas, camera: Camera, look: Look, limbs: list[Floats]) -> None:
    height, width = canvas.image.shape[:2]
    mask = np.zeros((height // 4, width // 4), np.uint8)
    a = radians(look.sun)
    drop = 25 / np.tan(radians(look.sun_height))
    for points in limbs:
        fallen = points - np.array([drop * cos(a), drop * sin(a), 0])
        flat = camera.project(fallen * (1, 1, 0.2))
        if not np.isnan(flat).any():
            hull = cv2.convexHull((flat / 4).astype(np.float32))[:, 0]
            cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), min(12.0, max(1.0, 8 * camera.scale() / 4)))
    keep = cv2.bitwise_not(cv2.convertScaleAbs(cv2.resize(soft, (width, height)), alpha=0.45))
    canvas.image[:] = cv2.multiply(canvas.image, cv2.merge([keep] * 3), scale=1 / 255)
