"""Draws a panel's picture: the same for one-colour OLEDs and colour screens of any size."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

from device._errors import PanelError
from device._i18n import text
from device.panel._view import PanelView, Seat

Box = tuple[int, int, int, int]
Colour = tuple[int, int, int]
#: Debian's fonts-noto-cjk, older and newer place; face 0 has Japanese shapes, 2 simplified Chinese.
_FONTS: Final = (
    Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"),
    Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"),
    Path("/usr/share/fonts/truetype/noto/NotoSansCJK-Bold.ttc"),
)
_FACES: Final = {"zh": 2}
#: Below so many pixels a character cannot be read.
_SMALLEST: Final = 10
_BLACK: Final = (0, 0, 0)
_WHITE: Final = (255, 255, 255)
_GRAY: Final = (170, 170, 170)
_COLOURS: Final = {
    "score": (120, 230, 150), "unsure": (255, 200, 60), "trouble": (255, 120, 100), "quiet": _WHITE,
}  # fmt: skip


def find_font() -> Path:
    """Return a font with Chinese and Japanese characters; raises ``PanelError``."""
    for path in _FONTS:
        if path.is_file():
            return path
    raise PanelError("panel_font")


def draw_panel(view: PanelView, size: tuple[int, int], mode: str) -> Image.Image:
    """Return ``view`` as a picture of ``size`` (width, height) in ``mode`` (``1`` or ``RGB``).

    Raises ``PanelError`` without a font.
    """
    image = Image.new(mode, size)
    pen = _Pen(ImageDraw.Draw(image), mode, view.lang)
    width, height = size
    top = height * 20 // 100
    bottom = height * 66 // 100 if view.seats else height
    _head(pen, view, (0, 0, width, top))
    _main(pen, view, (0, top, width, bottom))
    if view.seats:
        _seats(pen, view.seats, (0, bottom, width, height))
    return image


class _Pen:
    """Writes words into boxes: as large as they fit, in colours the panel has."""

    def __init__(self, draw: ImageDraw.ImageDraw, mode: str, lang: str) -> None:
        self._draw = draw
        self._mode = mode
        self._face = _FACES.get(lang, 0)

    def colour(self, colour: Colour) -> Colour | int:
        """Return ``colour`` as the panel shows it: one-colour panels have on and off."""
        return colour if self._mode == "RGB" else int(colour != _BLACK)

    def bar(self, box: Box, colour: Colour) -> None:
        left, top, right, bottom = box
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=self.colour(colour))

    def write(self, words: str, box: Box, colour: Colour = _WHITE) -> None:
        """Write ``words`` into the middle of ``box``, on several lines where they are larger so."""
        left, top, right, bottom = box
        lines, font = self._fitted(words, right - left, bottom - top)
        middle = (top + bottom) / 2
        step = _line_height(font)
        for number, line in enumerate(lines):
            y = middle + (number - (len(lines) - 1) / 2) * step
            place = ((left + right) // 2, round(y))
            self._draw.text(place, line, self.colour(colour), font, anchor="mm")

    def line(self, words: str, box: Box, colour: Colour, side: Literal["l", "r"]) -> None:
        """Write ``words`` on one line at the left or right side of ``box``."""
        left, top, right, bottom = box
        size = max(_SMALLEST, (bottom - top) * 3 // 4)
        while size > _SMALLEST and _font(size, self._face).getlength(words) > right - left:
            size -= 1
        place = (left if side == "l" else right, (top + bottom) // 2)
        ink = self.colour(colour)
        self._draw.text(place, words, ink, _font(size, self._face), anchor=f"{side}m")

    def _fitted(
        self, words: str, width: int, height: int
    ) -> tuple[list[str], ImageFont.FreeTypeFont]:
        """Return the lines and the largest font that fit; the smallest font cuts what is over."""
        for size in range(max(height, _SMALLEST), _SMALLEST, -1):
            font = _font(size, self._face)
            lines = wrapped(words, width, font.getlength)
            if lines and len(lines) * _line_height(font) <= height:
                return lines, font
        font = _font(_SMALLEST, self._face)
        lines = wrapped(words, width, font.getlength, breaks=True)
        return lines[: max(1, height // _line_height(font))], font


def wrapped(
    words: str, width: float, length: Callable[[str], float], *, breaks: bool = False
) -> list[str]:
    """Return ``words`` in lines at most ``width`` long, ``[]`` where a word is longer.

    Lines end at spaces, and between Chinese and Japanese characters; ``breaks``: anywhere.
    """
    lines = [""]
    for piece in list(words) if breaks else _pieces(words):
        if length((lines[-1] + piece).rstrip()) > width:
            lines.append("")
            piece = piece.lstrip()
        if length(piece.rstrip()) > width:
            return []
        lines[-1] += piece
    return [line.strip() for line in lines if line.strip()]


def _pieces(words: str) -> list[str]:
    """Return the parts that may begin a new line, spaces with the word before."""
    pieces = [""]
    for character in words:
        if pieces[-1].endswith(" ") or (
            ord(character) > 0x2E7F and character not in "、。，？！）"
        ):
            pieces.append("")
        pieces[-1] += character
    return [piece for piece in pieces if piece]


def _head(pen: _Pen, view: PanelView, box: Box) -> None:
    left, top, right, bottom = box
    room = (right - left) // 2
    inset = max(1, (right - left) // 60)
    if view.mood in ("unsure", "trouble"):
        pen.bar(box, _COLOURS[view.mood])
    ink = _GRAY if view.mood in ("score", "quiet") else _BLACK
    pen.line(view.head, (left + inset, top, left + room, bottom), ink, "l")
    if view.pin:
        words = text(view.lang, "panel.pin", pin=view.pin)
        pen.line(words, (left + room, top, right - inset, bottom), ink, "r")


def _main(pen: _Pen, view: PanelView, box: Box) -> None:
    left, top, right, bottom = box
    split = top + (bottom - top) * 62 // 100 if view.sub else bottom
    pen.write(view.main, (left + 2, top, right - 2, split), _COLOURS[view.mood])
    if view.sub:
        pen.write(view.sub, (left + 2, split, right - 2, bottom))


def _seats(pen: _Pen, seats: tuple[Seat, ...], box: Box) -> None:
    """Two columns; who is in riichi is shown inverted."""
    left, top, right, bottom = box
    width, height = (right - left) // 2, (bottom - top) // 2
    for number, seat in enumerate(seats):
        x, y = left + number % 2 * width, top + number // 2 * height
        if seat.riichi:
            pen.bar((x, y, x + width, y + height), _WHITE)
        ink = _BLACK if seat.riichi else _WHITE
        pen.write(f"{seat.wind} {seat.points}", (x + 1, y, x + width - 1, y + height), ink)


def _line_height(font: ImageFont.FreeTypeFont) -> int:
    return round(font.size * 1.1)


@lru_cache(64)
def _font(size: int, face: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(find_font()), size, index=face)
