"""Rates with their 95 % intervals."""

from __future__ import annotations

from device._rates import wilson


def rate(hits: int, total: int, digits: int = 1) -> str:
    """``hits of total (x %, 95 %: low-high)``."""
    share = hits / total if total else 0.0
    x, low, high = (f"{100 * part:.{digits}f}" for part in (share, *wilson(hits, total)))
    return f"{hits} of {total} ({x} %, 95 %: {low}-{high})"
