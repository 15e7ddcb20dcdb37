"""The reliability plot of the reader: how often it is right when it says how sure it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from device._rates import wilson

#: Side of the plot and the margin of its axes, in pixels; least and most probability shown.
SIDE: Final = 420
MARGIN: Final = 56
RANGE: Final = (0.3, 0.9995)
TICKS: Final = (0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.999)
COLOURS: Final = ("#1f5f99", "#b5541c", "#3c7d3c")
#: One bin: mean probability said, share that was right, count.
Bin = tuple[float, float, int]


def _along(chance: float) -> float:
    """Where a probability lies on an axis of log-odds, 0..1."""
    low, high = (math.log(edge / (1 - edge)) for edge in RANGE)
    held = min(max(chance, RANGE[0]), RANGE[1])
    return (math.log(held / (1 - held)) - low) / (high - low)


def _x(chance: float) -> float:
    return MARGIN + _along(chance) * (SIDE - MARGIN - 12)


def _y(chance: float) -> float:
    return SIDE - MARGIN - _along(chance) * (SIDE - MARGIN - 12)


def _axes() -> list[str]:
    low, high = RANGE
    lines = [
        f'<path d="M{_x(low):.1f} {_y(low):.1f}L{_x(high):.1f} {_y(high):.1f}" '
        'stroke="#999" stroke-dasharray="4 4"/>'
    ]
    for tick in TICKS:
        x, y = _x(tick), _y(tick)
        lines += [
            f'<path d="M{x:.1f} {_y(low):.1f}V{_y(high):.1f}M{_x(low):.1f} {y:.1f}H{_x(high):.1f}" '
            'stroke="#e4e4e4"/>',
            f'<text x="{x:.1f}" y="{_y(low) + 16:.1f}" text-anchor="middle">{tick:g}</text>',
            f'<text x="{_x(low) - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>',
        ]
    return lines


def _curve(bins: Sequence[Bin], colour: str, shift: float) -> list[str]:
    """Dots with bars of the 95 % interval; ``shift`` keeps the bars of two curves apart."""
    lines = []
    for said, right, count in bins:
        x = _x(said) + shift
        low, high = wilson(round(right * count), count)
        lines += [
            f'<path d="M{x:.1f} {_y(low):.1f}V{_y(high):.1f}" stroke="{colour}"/>',
            f'<circle cx="{x:.1f}" cy="{_y(right):.1f}" r="4" fill="{colour}"/>',
        ]
    return lines


def plot(curves: Mapping[str, Sequence[Bin]]) -> str:
    """Return the plot of the named curves as SVG, both axes in log-odds."""
    body = _axes()
    for at, (name, bins) in enumerate(curves.items()):
        colour = COLOURS[at % len(COLOURS)]
        body += _curve(bins, colour, 3.0 * at)
        total = sum(count for *_, count in bins)
        spot = f'x="{MARGIN + 14}" y="{28 + 18 * at}" fill="{colour}"'
        body.append(f"<text {spot}>{name}: {total} tiles</text>")
    body += [
        f'<text x="{(SIDE + MARGIN) / 2}" y="{SIDE - 14}" text-anchor="middle">said</text>',
        f'<text x="14" y="{(SIDE - MARGIN) / 2}" transform="rotate(-90 14 {(SIDE - MARGIN) / 2})" '
        'text-anchor="middle">right</text>',
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" '
        'font-family="sans-serif" font-size="11" fill="none">'
        '<rect width="100%" height="100%" fill="#fff"/><g fill="#333">'
    )
    return "\n".join([head, *body, "</g></svg>", ""])
