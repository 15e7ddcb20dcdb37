"""What a person can enter about a game on the page."""

from __future__ import annotations

from dataclasses import dataclass

from scorer import Abort


@dataclass(frozen=True, slots=True)
class Begin:
    """A game begins: ``names`` of who sits at each of ``sides``, first dealer first, turn order.

    ``rules`` names a rule set, ``None`` the one in use.  ``drop``: hands of the game before that
    have no answer are let go of; else they have to be answered first.
    """

    names: tuple[str, ...]
    sides: tuple[str, ...]
    rules: str | None = None
    drop: bool = False


@dataclass(frozen=True, slots=True)
class Declare:
    """``player`` declares riichi."""

    player: int


@dataclass(frozen=True, slots=True)
class NoRiichi:
    """``player`` is not in riichi."""

    player: int


@dataclass(frozen=True, slots=True)
class Exhausted:
    """The wall ran out."""

    tenpai: tuple[int, ...]
    nagashi: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CallOff:
    """The hand is called off."""

    kind: Abort


@dataclass(frozen=True, slots=True)
class Foul:
    """``player`` pays a chombo, or ``points`` for a lesser fault."""

    player: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class WinByHand:
    """``player`` won ``points`` (without honba and sticks); nobody saw the tiles."""

    player: int
    points: int
    discarder: int | None = None


@dataclass(frozen=True, slots=True)
class Honba:
    """So many honba lie on the table."""

    count: int


@dataclass(frozen=True, slots=True)
class Pay:
    """What was paid wrongly: points that each player gets, and sticks that come onto the table."""

    deltas: tuple[int, ...]
    sticks: int = 0


@dataclass(frozen=True, slots=True)
class Stop:
    """The players stop here."""


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """The time of the game is over."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last entry is taken back."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """What was taken back last stands again."""


@dataclass(frozen=True, slots=True)
class Remove:
    """The move number ``move`` did not happen."""

    move: int


@dataclass(frozen=True, slots=True)
class Rename:
    """The players have ``names``, by player."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """``player`` was the first dealer."""

    player: int


@dataclass(frozen=True, slots=True)
class Place:
    """``player`` sits at ``side`` of the picture, and the others next to them as before.

    What was entered stays with the players.
    """

    player: int
    side: str


@dataclass(frozen=True, slots=True)
class Take:
    """The way ``code`` out of what is out of step is taken, for ``player`` where it names one."""

    code: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Reopen:
    """The logged hand with the id ``hand`` is shown again, to be corrected."""

    hand: int


GameEdit = (
    Begin | Declare | NoRiichi | Exhausted | CallOff | Foul | WinByHand | Honba | Pay | Stop
    | TimeIsUp | TakeBack | PutBack | Remove | Rename | Turn | Place | Take | Reopen
)  # fmt: skip
