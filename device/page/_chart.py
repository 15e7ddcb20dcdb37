"""Charts as SVG: scores over a game, bars, places.  Colours and dashes are classes of sheet.css."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from device.page._html import Markup, inside, tag

_WIDTH: Final = 720
_HEIGHT: Final = 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 130, 14, 34
_BAR: Final = 22
_LABEL: Final = 190
#: Names at the ends of lines are kept so far apart, in pixels.
_GAP: Final = 17


def line_chart(
    title: str, names: Sequence[str], series: Sequence[Sequence[int]], labels: Sequence[str]
) -> Markup:
    """Return one line for each of ``names``; ``labels`` are those of the points of ``series``."""
    low, high, step = _scale([value for line in series for value in line])
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def x(place: int) -> float:
        return _LEFT + width * place / max(1, len(labels) - 1)

    def y(value: float) -> float:
        return _TOP + height * (high - value) / (high - low)

    grid = [_grid_line(y(value), value) for value in range(low, high + 1, step)]
    every = -(-len(labels) // 12)
    under = [
        tag("text", label, x=f"{x(place):.1f}", y=_HEIGHT - 12, class_="tick middle")
        for place, label in enumerate(labels)
        if place % every == 0
    ]
    lines = [_line([(x(i), y(v)) for i, v in enumerate(line)], n) for n, line in enumerate(series)]
    ends = _apart([y(line[-1]) for line in series])
    named = [
        tag("text", name, x=_WIDTH - _RIGHT + 10, y=f"{end + 5:.1f}", class_=f"name p{number}")
        for number, (name, end) in enumerate(zip(names, ends, strict=True))
    ]
    return _svg(title, _WIDTH, _HEIGHT, *grid, *under, *lines, *named)


def bar_chart(title: str, rows: Sequence[tuple[str, int]]) -> Markup:
    """Return horizontal bars with their labels and counts."""
    most = max((count for _, count in rows), default=1)
    room = _WIDTH - _LABEL - 60
    bars = []
    for number, (label, count) in enumerate(rows):
        y, width = number * _BAR, max(2.0, room * count / most)
        bars.append(tag("text", label, x=_LABEL - 8, y=y + 16, class_="name end"))
        bars.append(_rect(_LABEL, y + 3, width, "bar"))
        bars.append(tag("text", str(count), x=f"{_LABEL + width + 6:.1f}", y=y + 16, class_="tick"))
    return _svg(title, _WIDTH, _BAR * len(rows) + 4, *bars)


def places_chart(title: str, rows: Sequence[tuple[str, Sequence[int]]]) -> Markup:
    """Return a bar for each player, cut into how often each place was taken."""
    room = _WIDTH - _LABEL - 10
    parts = []
    for number, (name, counts) in enumerate(rows):
        y, x = number * (_BAR + 6), float(_LABEL)
        parts.append(tag("text", name, x=_LABEL - 8, y=y + 16, class_="name end"))
        for place, count in enumerate(counts, 1):
            width = room * count / max(1, sum(counts))
            if count:
                parts.append(_rect(x, y + 3, width, f"place{place}"))
                told = f"{place}: {count}"
                parts.append(tag("text", told, x=f"{x + width / 2:.1f}", y=y + 16,
                                 class_=f"tick middle on{place}"))  # fmt: skip
            x += width
    return _svg(title, _WIDTH, (_BAR + 6) * len(rows) + 4, *parts)


def _svg(title: str, width: int, height: int, *parts: Markup) -> Markup:
    drawn = tag("svg", tag("title", title), inside(*parts), viewBox=f"0 0 {width} {height}",
                role="img", xmlns="http://www.w3.org/2000/svg")  # fmt: skip
    return tag("div", drawn, class_="wide")


def _rect(x: float, y: float, width: float, kind: str) -> Markup:
    return tag("rect", x=f"{x:.1f}", y=y, width=f"{width:.1f}", height=_BAR - 4, class_=kind)


def _grid_line(y: float, value: int) -> Markup:
    rule = tag("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=f"{y:.1f}", y2=f"{y:.1f}", class_="grid")
    told = str(value).replace("-", "−")
    return inside(rule, tag("text", told, x=_LEFT - 6, y=f"{y + 4:.1f}", class_="tick end"))


def _line(points: Sequence[tuple[float, float]], number: int) -> Markup:
    told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return tag("polyline", points=told, class_=f"line p{number}")


def _scale(values: Sequence[int]) -> tuple[int, int, int]:
    """Return the ends of an axis around ``values`` and 0, and its steps."""
    low, high = min(0, *values), max(10_000, *values)
    step = 10_000
    while (high - low) / step > 7:
        step *= 2
    return low // step * step, -(-high // step) * step, step


def _apart(ends: Sequence[float]) -> list[float]:
    """Return ``ends`` moved so far that none lies on another, in their order."""
    order = sorted(range(len(ends)), key=lambda n: ends[n])
    moved = list(ends)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + _GAP)
    over = moved[order[-1]] - (_HEIGHT - _BOTTOM + 4) if order else 0.0
    return [end - max(0.0, over) for end in moved]
