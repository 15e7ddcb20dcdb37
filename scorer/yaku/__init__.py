"""Every yaku, one predicate each, in the order in which a score lists them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from scorer.yaku import ends, honours, riichi, sequences, shapes, situations, suits, triplets
from scorer.yaku._define import SetsYaku, SituationYaku, TilesYaku, Yaku

__all__ = ["ALL", "BY_ID", "SetsYaku", "SituationYaku", "TilesYaku", "Yaku"]

_MODULES = (riichi, situations, shapes, sequences, triplets, honours, ends, suits)

ALL: Final[tuple[Yaku, ...]] = tuple(
    value for module in _MODULES for value in vars(module).values() if isinstance(value, Yaku)
)
BY_ID: Final = MappingProxyType({yaku.id: yaku for yaku in ALL})
