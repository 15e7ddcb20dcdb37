"""What can happen at a table: the immutable events that the game ledger is folded from.

Players are numbered 0, 1, 2, ... from the first dealer on in the order of play.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorer._hand import Hand, WinContext, Wind


class Abort(StrEnum):
    """The abortive draws."""

    KYUUSHU_KYUUHAI = "kyuushu_kyuuhai"
    SUUFON_RENDA = "suufon_renda"
    SUUCHA_RIICHI = "suucha_riichi"
    SUUKAIKAN = "suukaikan"
    SANCHAHOU = "sanchahou"


@dataclass(frozen=True, slots=True)
class TakeOver:
    """The first event of a ledger that begins in the middle of a game."""

    scores: tuple[int, ...]
    round_wind: Wind = Wind.E
    dealer: int = 0
    honba: int = 0
    riichi_sticks: int = 0


@dataclass(frozen=True, slots=True)
class RiichiDeclared:
    """``player`` puts a stick of 1000 on the table; the declaration tile was not ronned."""

    player: int


@dataclass(frozen=True, slots=True)
class RiichiAnnulled:
    """The riichi of ``player`` does not stand (its tile was ronned, or it was a slip)."""

    player: int


@dataclass(frozen=True, slots=True)
class Pao:
    """``player`` fed a yakuman and is liable for ``points`` of the win (0 where no rule asks)."""

    player: int
    points: int


@dataclass(frozen=True, slots=True)
class Winner:
    """One winner: ``points`` as in ``Score.points``, without honba and sticks.

    ``hand`` and ``context`` are kept where they are known, so that the win can be scored again
    under other rules.
    """

    player: int
    points: int
    pao: Pao | None = None
    hand: Hand | None = None
    context: WinContext | None = None


@dataclass(frozen=True, slots=True)
class Win:
    """One tsumo (``discarder`` is ``None``), or one or several rons on the same tile."""

    winners: tuple[Winner, ...]
    discarder: int | None = None


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw:
    """The wall ran out: who showed tenpai, and whose river is a nagashi mangan."""

    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AbortiveDraw:
    """The hand is called off and dealt again with one more honba."""

    kind: Abort


@dataclass(frozen=True, slots=True)
class Chombo:
    """``player`` broke the rules so that the hand can not stand."""

    player: int


@dataclass(frozen=True, slots=True)
class Penalty:
    """``player`` loses ``points`` for a lesser fault."""

    player: int
    points: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Chips:
    """Chips that change hands: what each player gets (positive) or gives."""

    deltas: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """Sets right what was paid wrongly; ``deltas`` and ``riichi_sticks`` are differences.

    ``honba`` is the number of honba from now on, or ``None`` to leave it.
    """

    deltas: tuple[int, ...]
    riichi_sticks: int = 0
    honba: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of the game is over; the rules say how many hands are still played."""


@dataclass(frozen=True, slots=True)
class EndGame:
    """The players stop here."""


Event = (
    TakeOver
    | RiichiDeclared
    | RiichiAnnulled
    | Win
    | ExhaustiveDraw
    | AbortiveDraw
    | Chombo
    | Penalty
    | Chips
    | Correction
    | TimeUp
    | EndGame
)
