"""The ways in which people lay tiles."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from datasets.layout_games import Win

WinPlace = Literal["apart", "on_top", "before", "sideways", "in_row", "river"]
Spacing = Literal["touching", "ragged", "groups"]
KanStyle = Literal["outer", "inner", "sideways", "open"]
DoraPlace = Literal["wall", "apart", "none"]


@dataclass(frozen=True, slots=True)
class Style:
    """How one table's people lay tiles.

    ``table`` lays all four seats, otherwise only the winner's hand lies there; ``rows`` of the
    hand; ``turned`` shows the row to the others; ``close`` leaves no more gap before the called
    sets than between tiles (then the winning tile must be told apart, or a sideways tile at the
    end of the row could be the first of a set as well); ``slant`` turns the hand as a
    whole, in degrees.
    """

    table: bool = False
    rows: int = 1
    win: WinPlace = "apart"
    spacing: Spacing = "touching"
    kan: KanStyle = "outer"
    dora: DoraPlace = "none"
    turned: bool = False
    close: bool = False
    shuffled: bool = False
    untidy: float = 0.5
    slant: float = 0.0


def random_style(rng: random.Random, win: Win) -> Style:
    """Return a way to lay ``win``."""
    table = rng.random() < 0.5
    places: list[WinPlace] = ["apart", "apart", "apart", "on_top", "before", "sideways", "in_row"]
    if table and win.discarder is not None:
        places += ["river"] * 3
    place = rng.choice(places)
    return Style(
        table=table,
        rows=2 if len(win.concealed) > 9 and rng.random() < 0.15 else 1,
        win=place,
        spacing=rng.choice(("touching", "touching", "ragged", "groups")),
        kan=rng.choice(("outer", "outer", "inner", "sideways", "open")),
        dora=rng.choice(("wall", "wall", "apart") if table else ("none", "apart")),
        turned=rng.random() < 0.08,
        close=place not in ("sideways", "in_row") and rng.random() < 0.1,
        shuffled=rng.random() < 0.15,
        untidy=rng.random(),
        slant=rng.uniform(-8, 8) if table else rng.uniform(-15, 15),
    )
