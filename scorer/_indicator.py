"""Which tile a dora indicator points at."""

from __future__ import annotations

from scorer._dora import dora_kinds
from scorer._errors import ScoringError
from scorer._tile import Tile


def dora_of_indicator(indicator: Tile, players: int = 4) -> Tile:
    """Return the dora that ``indicator`` shows; of three players 1m shows 9m.

    Raises ``ScoringError`` for a tile that three players do not have.
    """
    if players == 3 and 1 <= indicator.kind <= 7:
        raise ScoringError("not_in_sanma", f"Three players have no {indicator}.")
    return Tile(dora_kinds([indicator.kind], players)[0])
