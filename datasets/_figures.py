"""Rates with their 95 % intervals."""

from __future__ import annotations

from device._rates import wilson


def rate(hits: int, total: int) -> str:
    """``hits of total (x %, 95 %: low-high)``."""
    low, high = wilson(hits, total)
    share = 100 * hits / total if total else 0.0
    return f"{hits} of {total} ({share:.1f} %, 95 %: {100 * low:.1f}-{100 * high:.1f})"
