"""Ten known hands to try a tile set on, and how a reading of one compares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final

import numpy as np

from detector import Detection
from scorer import parse_tiles

_WRITTEN: Final = (
    "123m456m789m11p99p1z", "123p456p789p22s88s2z", "123s456s789s33m77m3z",
    "19m19p19s1234567z7z", "406m406p406s11z444p", "147m258p369s555z66z",
    "22m44m66m88m33p55p77p", "228s337s669s999p66z", "555z666z777z15m99s6p",
    "111z222z333z444z0m8p",
)  # fmt: skip
#: The hands, each to be laid in one row in this order; every face is among them.
HANDS: Final = tuple(tuple(map(str, parse_tiles(hand))) for hand in _WRITTEN)


@dataclass(frozen=True, slots=True)
class Trial:
    """How one hand was read: ``right`` of ``of`` tiles; ``wrong`` are (laid, read), empty where
    nothing was laid or read.
    """

    right: int
    of: int
    wrong: tuple[tuple[str, str], ...]


def tried(hand: Sequence[str], detections: Sequence[Detection]) -> Trial:
    """Compare the row of ``hand`` with what was read, from whichever side it was photographed."""
    read = _along(detections)
    return max((_compared(hand, way) for way in (read, read[::-1])), key=lambda t: t.right)


def _along(detections: Sequence[Detection]) -> list[str]:
    """The faces read, along the direction in which they spread most."""
    if not detections:
        return []
    centres = np.array([np.mean(d.corners, axis=0) for d in detections])
    axis = np.linalg.svd(centres - centres.mean(axis=0))[2][0]
    return [detections[i].tile for i in np.argsort(centres @ axis)]


def _compared(hand: Sequence[str], read: Sequence[str]) -> Trial:
    wrong: list[tuple[str, str]] = []
    for kind, a, b, c, d in SequenceMatcher(None, hand, read, autojunk=False).get_opcodes():
        if kind != "equal":
            wrong += zip_longest(hand[a:b], read[c:d], fillvalue="")
    lost = sum(bool(laid) for laid, _ in wrong)
    return Trial(len(hand) - lost, len(hand), tuple(wrong))
