"""Outlines of the kanji, taken from LXGW WenKai Bold (SIL Open Font License 1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

LXGW_WENKAI: Final = Path("/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the drawing: left, top, width, height."""

    left: float
    top: float
    width: float
    height: float


@lru_cache(maxsize=4)
def _font(path: Path) -> TTFont:
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing: install fonts-lxgw-wenkai or name a font")
    return TTFont(path, fontNumber=0)


def outline(char: str, box: Box, font: Path = LXGW_WENKAI) -> str:
    """Return the SVG path data of ``char`` stretched to fill ``box``."""
    loaded = _font(font)
    glyphs: Any = loaded.getGlyphSet()
    glyph = glyphs[loaded.getBestCmap()[ord(char)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    sx, sy = box.width / (right - left), box.height / (top - bottom)
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.1f}".removesuffix(".0"))
    place = (sx, 0, 0, -sy, box.left - left * sx, box.top + top * sy)
    glyph.draw(TransformPen(pen, place))
    return str(pen.getCommands())
