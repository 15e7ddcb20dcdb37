"""How a table is played."""

from __future__ import annotations

from dataclasses import dataclass, field

from device.voice._teller import Manner
from scorer import TENHOU, Rules


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table is played and what is taken for granted.

    ``manner`` is how the voice speaks.
    ``tsumo``: how a hand is won when the table does not tell; ``None`` asks.
    """

    rules: Rules = TENHOU
    manner: Manner = field(default_factory=Manner)
    tsumo: bool | None = None
