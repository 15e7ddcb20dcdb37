"""Draw every face as SVG text: ``<g id="body">`` is the tile, ``<g id="face">`` the engraving."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from datasets.faces._glyphs import LXGW_WENKAI, Box, outline

FACE_WIDTH: Final = 200
FACE_HEIGHT: Final = 260
TILES_DIR: Final = Path(__file__).parents[2] / "device" / "web" / "tiles"

_BLACK: Final = "#1b2430"
_BLUE: Final = "#1d3a70"
_RED: Final = "#c0272d"
_AKA: Final = "#dc1f26"
_GREEN: Final = "#12693a"
_WHITE: Final = "#fffdf6"
_BACK: Final = "#e0a526"

_MAN: Final = "一二三四伍六七八九"
_HONOURS: Final = {1: "東", 2: "南", 3: "西", 4: "北", 6: "發", 7: "中"}
_HONOUR_INK: Final = {6: _GREEN, 7: _RED}
#: Boxes of the numerals over 萬: those of few strokes are not blown up.
_MAN_BOXES: Final = {1: Box(30, 58, 140, 26), 2: Box(32, 34, 136, 70), 3: Box(30, 24, 140, 88)}
_MAN_BOX: Final = Box(34, 20, 132, 94)

NAMES: Final = (
    *(f"{n}{s}" for s in "mps" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
    "0m", "0p", "0s", "back", "blank",
)  # fmt: skip

Spot = tuple[float, float, str]


def _kanji(char: str, box: Box, ink: str, weight: float, font: Path) -> str:
    """A kanji with its strokes ``weight`` broader than the font's, as they are cut into tiles."""
    stroke = f'stroke="{ink}" stroke-width="{weight:g}" stroke-linejoin="round"'
    return f'<path fill="{ink}" {stroke} d="{outline(char, box, font)}"/>'


def _man(number: int, font: Path) -> str:
    top, bottom = (_AKA, _AKA) if number == 0 else (_BLACK, _RED)
    number = number or 5
    numeral = _kanji(_MAN[number - 1], _MAN_BOXES.get(number, _MAN_BOX), top, 6, font)
    return numeral + _kanji("萬", Box(28, 128, 144, 112), bottom, 4, font)


def _honour(number: int, font: Path) -> str:
    if number == 5:
        return _haku()
    box = Box(42, 34, 116, 196) if number == 7 else Box(26, 38, 148, 184)
    ink, weight = _HONOUR_INK.get(number, _BLACK), 5 if number == 6 else 8
    return _kanji(_HONOURS[number], box, ink, weight, font)


def _haku() -> str:
    frame = '<rect x="{0}" y="{0}" width="{1}" height="{2}" rx="{3}" stroke-width="{4}"/>'
    outer = frame.format(30, 140, 200, 12, 9)
    inner = frame.format(45, 110, 170, 5, 3.5)
    return f'<g fill="none" stroke="{_BLUE}">{outer}{inner}</g>'


def _pin_at(spot: Spot, radius: float) -> str:
    """One coin: dark rim, pale ring, coloured field, a ring of petals about a pale eye."""
    x, y, ink = spot
    disc = '<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}" fill="{}"/>'
    rings = ((1.0, ink), (0.8, _WHITE), (0.68, ink), (0.2, _WHITE), (0.11, ink))
    petals = "".join(
        disc.format(
            x + 0.43 * radius * cos(k * pi / 3), y + 0.43 * radius * sin(k * pi / 3),
            0.125 * radius, _WHITE,
        )
        for k in range(6)
    )  # fmt: skip
    return "".join(disc.format(x, y, radius * size, fill) for size, fill in rings) + petals


def _big_coin() -> str:
    """The one of coins: a great rosette."""
    disc = '<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}" fill="{}"/>'
    parts = [disc.format(100, 130, 80, _BLUE), disc.format(100, 130, 70, _WHITE)]
    for k in range(24):
        x, y = 100 + 60 * cos(k * pi / 12), 130 + 60 * sin(k * pi / 12)
        parts.append(disc.format(x, y, 5.6, _GREEN))
    parts += [disc.format(100, 130, 50, _BLUE), disc.format(100, 130, 42, _WHITE)]
    for k in range(8):
        x, y = 100 + 24 * cos(k * pi / 4), 130 + 24 * sin(k * pi / 4)
        parts.append(disc.format(x, y, 11.5, _RED))
    parts += [disc.format(100, 130, 15, _RED), disc.format(100, 130, 8, _WHITE)]
    return "".join(parts)


def _pin_spots(number: int) -> tuple[float, list[Spot]]:
    b, g, r = _BLUE, _GREEN, _RED
    corners = [(58, 62, b), (142, 62, g), (58, 198, g), (142, 198, b)]
    pair = [(x, y, r) for y in (154, 211) for x in (68, 132)]
    layouts: dict[int, tuple[float, list[Spot]]] = {
        2: (48, [(100, 74, g), (100, 186, b)]),
        3: (38, [(52, 60, b), (100, 130, r), (148, 200, g)]),
        4: (41, [(56, 68, b), (144, 68, g), (56, 192, g), (144, 192, b)]),
        5: (36, [*corners, (100, 130, r)]),
        6: (32, [(66, 50, g), (134, 50, g), *((x, y, r) for y in (136, 204) for x in (66, 134))]),
        7: (28.5, [(46, 44, g), (100, 70, g), (154, 96, g), *pair]),
        8: (27.5, [(x, y, b) for y in (44, 101, 158, 215) for x in (70, 130)]),
        9: (28, [(x, y, ink) for y, ink in ((50, b), (130, r), (210, g)) for x in (42, 100, 158)]),
    }
    return layouts[number]


def _pin(number: int) -> str:
    if number == 1:
        return _big_coin()
    radius, spots = _pin_spots(number or 5)
    if number == 0:
        spots = [(x, y, _AKA) for x, y, _ in spots]
    return "".join(_pin_at(spot, radius) for spot in spots)


def _bamboo(x: float, y: float, height: float, ink: str, angle: float = 0.0) -> str:
    """One stick of bamboo about (x, y): two joints between three knots, with a light streak."""
    h, turn = height / 2, f" rotate({angle:g})" if angle else ""
    knots = "".join(
        f'<rect x="-17" y="{at - 7:.1f}" width="34" height="14" rx="7"/>'
        for at in (-h + 7, 0.0, h - 7)
    )
    stem = f'<rect x="-11.5" y="{-h + 5:.1f}" width="23" height="{2 * h - 10:.1f}"/>'
    streak = "".join(
        f'<rect x="-3" y="{at - (h - 22) / 2:.1f}" width="6" height="{h - 22:.1f}" rx="2.5"/>'
        for at in (-h / 2, h / 2)
    )
    return (
        f'<g transform="translate({x:g} {y:g}){turn}" fill="{ink}">{stem}{knots}'
        f'<g fill="{_WHITE}">{streak}</g></g>'
    )


def _columns(xs: tuple[float, ...], y: float, height: float, ink: str = _GREEN) -> str:
    return "".join(_bamboo(x, y, height, ink) for x in xs)


def _eight_sou() -> str:
    """The eight of bamboo: two rows of a pair of poles with a gable between, mirrored."""
    gable = _bamboo(77, 80, 84, _GREEN, 40) + _bamboo(123, 80, 84, _GREEN, -40)
    row = _columns((36, 164), 78, 100) + gable
    return row + f'<g transform="translate(0 260) scale(1 -1)">{row}</g>'


def _sou(number: int) -> str:
    pair, trio = (56.0, 144.0), (42.0, 100.0, 158.0)
    layouts: dict[int, Callable[[], str]] = {
        0: lambda: _columns(pair, 73, 92, _AKA) + _columns(pair, 187, 92, _AKA)
        + _bamboo(100, 130, 92, _AKA),
        1: _bird,
        2: lambda: _bamboo(100, 73, 98, _GREEN) + _bamboo(100, 187, 98, _GREEN),
        3: lambda: _bamboo(100, 73, 98, _GREEN) + _columns(pair, 187, 98),
        4: lambda: _columns(pair, 73, 98) + _columns(pair, 187, 98),
        5: lambda: _columns(pair, 73, 92) + _columns(pair, 187, 92) + _bamboo(100, 130, 92, _RED),
        6: lambda: _columns(trio, 73, 98) + _columns(trio, 187, 98),
        7: lambda: _bamboo(100, 56, 68, _RED) + _columns(trio, 130, 68) + _columns(trio, 204, 68),
        8: _eight_sou,
        9: lambda: "".join(
            _columns((42, 158), y, 68) + _bamboo(100, y, 68, _RED) for y in (55, 130, 205)
        ),
    }  # fmt: skip
    return layouts[number]()


def _feather(angle: float, length: float) -> str:
    """A tail feather from (0, 0) along ``angle`` degrees from straight up, with its eye."""
    return (
        f'<g transform="rotate({angle:g})"><path d="M-4 0C-15 {-length * 0.6:.1f} '
        f'-17 {-length + 8:.1f} 0 {-length:.1f}C17 {-length + 8:.1f} 15 {-length * 0.6:.1f} 4 0Z" '
        f'fill="{_GREEN}" stroke="{_WHITE}" stroke-width="2.5"/>'
        f'<circle cy="{16 - length:.1f}" r="8" fill="{_WHITE}"/>'
        f'<circle cy="{16 - length:.1f}" r="4.6" fill="{_BLUE}"/></g>'
    )


def _bird() -> str:
    """The one of bamboo: a peacock with its fan up, looking left."""
    fan = "".join(_feather(a, 120 - abs(a) * 0.25) for a in (-66, 66, -44, 44, -22, 22, 0))
    short = "".join(_feather(a, 78) for a in (-52, 52, -26, 26, 0))
    legs = "".join(
        f'<path d="M{x} 208l-3 24m-13 5l13-5l13 5m-13-5v9" fill="none" '
        f'stroke="{_RED}" stroke-width="5" stroke-linecap="round"/>'
        for x in (96, 121)
    )
    body = (
        f'<path d="M54 128C52 104 88 100 90 126C92 146 84 154 92 162C112 148 152 160 160 192'
        f"C134 214 100 222 82 206C62 190 68 168 67 150C66 140 58 140 54 128Z"
        f'" fill="{_BLUE}" stroke="{_WHITE}" stroke-width="3"/>'
        f'<path d="M98 176C116 168 140 176 152 192C130 202 108 200 98 176Z" fill="{_WHITE}"/>'
        f'<path d="M108 182l12 8m2-10l14 10" stroke="{_BLUE}" stroke-width="3.5"/>'
    )
    head = (
        f'<path d="M56 122L30 134L58 138Z" fill="{_RED}"/>'
        f'<circle cx="72" cy="124" r="6.5" fill="{_WHITE}"/>'
        f'<circle cx="71" cy="124" r="3" fill="{_BLACK}"/>'
        f'<path d="M72 108l-6-18m10 17l4-19m0 21l13-13" stroke="{_RED}" stroke-width="4" '
        'stroke-linecap="round"/>'
    )
    bird = f'<g transform="translate(112 150)">{fan}{short}</g>{legs}{body}{head}'
    return f'<g transform="translate(-8 4) scale(.98)">{bird}</g>'


def _engraving(name: str, font: Path) -> str:
    if name in ("back", "blank"):
        return ""
    number, suit = int(name[0]), name[1]
    draw_suit: dict[str, Callable[[], str]] = {
        "m": lambda: _man(number, font),
        "p": lambda: _pin(number),
        "s": lambda: _sou(number),
        "z": lambda: _honour(number, font),
    }
    return draw_suit[suit]()


def _body(back: bool) -> str:
    fill, edge, gleam = (_BACK, "#9a6c0c", "#f2c75e") if back else (_WHITE, "#b9b09a", "#ffffff")
    return (
        f'<rect x="2" y="2" width="196" height="256" rx="20" fill="{fill}" stroke="{edge}" '
        f'stroke-width="4"/><rect x="9" y="9" width="182" height="242" rx="14" fill="none" '
        f'stroke="{gleam}" stroke-width="4"/>'
    )


def draw(name: str, font: Path = LXGW_WENKAI) -> str:
    """Return the SVG text of the face ``name``: an mpsz tile, ``back`` or ``blank``."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {FACE_WIDTH} {FACE_HEIGHT}">'
        f'<g id="body">{_body(name == "back")}</g>'
        f'<g id="face">{_engraving(name, font)}</g></svg>\n'
    )


def write_all(out: Path = TILES_DIR, font: Path = LXGW_WENKAI) -> Iterator[Path]:
    """Write every face of ``NAMES`` as ``out/NAME.svg`` and yield the paths."""
    out.mkdir(parents=True, exist_ok=True)
    for name in NAMES:
        path = out / f"{name}.svg"
        path.write_text(draw(name, font), encoding="utf-8")
        yield path
