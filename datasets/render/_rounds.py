"""The hands of the bundled recording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Called:
    """A called set; ``tiles`` as they lie from left to right, the called one at ``sideways``."""

    type: str
    tiles: tuple[str, ...]
    called_tile: str | None = None
    source: int = 0
    sideways: int | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One winning hand: ``concealed`` without the winning tile, as the owner sees them.

    ``discarder`` is the seat that dealt in.
    """

    seat: str
    concealed: tuple[str, ...]
    win_tile: str
    dora_indicators: tuple[str, ...]
    melds: tuple[Called, ...] = ()
    riichi: bool = False
    tsumo: bool = True
    discarder: str | None = None


def _faces(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ROUNDS: Final[tuple[Round, ...]] = (
    Round("bottom", _faces("2m 3m 4m 3p 4p 0p 6p 7p 2s 2s 6s 7s 8s"), "8p", ("7s",), riichi=True),
    Round(
        "right", _faces("9m 9m 6m 7m 2p 3p 4p"), "8m", ("3p",),
        (Called("chi", ("4s", "0s", "6s"), "4s", 3, 0),
         Called("pon", ("7z", "7z", "7z"), "7z", 2, 1)), tsumo=False, discarder="left",
    ),
    Round(
        "bottom", _faces("2m 3m 3p 4p 5p 5s 6s 7s 1z 1z"), "4m", ("9p", "1m"),
        (Called("ankan", ("8m", "8m", "8m", "8m")),),
    ),
    Round(
        "top", _faces("1m 1m 4m 4m 2p 2p 9p 9p 3s 3s 7s 7s 5z"), "5z", ("2p",),
        riichi=True, tsumo=False, discarder="bottom",
    ),
    Round(
        "bottom", _faces("1s 2s 3s 4s 5s 6s 7s 8s 9s 9s"), "9s", ("5m", "4z"),
        (Called("kakan", ("6z", "6z", "6z", "6z"), "6z", 1, 2),),
    ),
    Round("left", _faces("1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"), "7z", ("6m",)),
)  # fmt: skip
