"""Rates with their 95 % intervals."""

from __future__ import annotations


def wilson(hits: int, total: int) -> tuple[float, float]:
    """The Wilson 95 % interval of a rate, 0..1 (E. B. Wilson, 1927)."""
    if total == 0:
        return 0.0, 1.0
    z = 1.959964
    p, shift = hits / total, z * z / total
    middle = (p + shift / 2) / (1 + shift)
    half = z * (p * (1 - p) / total + shift / (4 * total)) ** 0.5 / (1 + shift)
    return max(0.0, middle - half), min(1.0, middle + half)
