"""Where a game stands: the state that the ledger folds events into."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from scorer._errors import ScoringError
from scorer._hand import Riichi, WinContext, Wind
from scorer._rules import Rules

_PAARENCHAN: Final = 8


class End(StrEnum):
    """Why a game is over."""

    LAST_HAND = "last_hand"
    GOAL = "goal"
    TOBI = "tobi"
    AGARI_YAME = "agari_yame"
    TENPAI_YAME = "tenpai_yame"
    TIME = "time"
    AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class GameState:
    """The table between two events.

    ``scores``, ``chips``, ``wins`` (hands won) and ``deductions`` (points that come off after the
    uma) are by player; ``riichi`` lists who is in riichi in this hand, ``out`` who may no longer
    win it.  ``off_table`` are points that a chombo took out of the game, ``hand`` numbers the
    hands dealt from 1.  ``dealer_wins`` and ``dealerships`` count what the dealer did in a row,
    for paarenchan.  ``hands_left`` is set once the time is up.
    """

    rules: Rules = field(repr=False)
    scores: tuple[int, ...]
    total: int
    chips: tuple[int, ...]
    wins: tuple[int, ...]
    deductions: tuple[int, ...]
    round_wind: Wind = Wind.E
    dealer: int = 0
    honba: int = 0
    riichi_sticks: int = 0
    riichi: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    off_table: int = 0
    hand: int = 1
    dealer_wins: int = 0
    dealerships: int = 1
    hands_left: int | None = None
    end: End | None = None

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.scores)

    def seat_wind(self, player: int) -> Wind:
        """Return the wind of ``player`` in this hand."""
        return Wind((player - self.dealer) % self.players)

    def player_at(self, wind: Wind) -> int:
        """Return who sits at ``wind`` in this hand."""
        return (self.dealer + wind) % self.players


def new_game(rules: Rules) -> GameState:
    """Return the state before the first hand under ``rules``."""
    nothing = (0,) * rules.players
    return GameState(
        rules=rules,
        scores=(rules.start_points,) * rules.players,
        total=rules.start_points * rules.players,
        chips=nothing,
        wins=nothing,
        deductions=nothing,
    )


def win_context(state: GameState, player: int, discarder: int | None = None) -> WinContext:
    """Return what the table knows of a win of ``player``; tsumo without ``discarder``.

    The rest (ippatsu, haitei, double riichi, dora, ...) is the caller's to fill in.
    """
    check_player(state, player)
    if discarder is not None:
        check_player(state, discarder)
    return WinContext(
        tsumo=discarder is None,
        seat_wind=state.seat_wind(player),
        round_wind=state.round_wind,
        riichi=Riichi.RIICHI if player in state.riichi else Riichi.NONE,
        paarenchan=player == state.dealer and _is_eighth(state),
        honba=state.honba,
        riichi_sticks=state.riichi_sticks,
        discarder=None if discarder is None else state.seat_wind(discarder),
        discarder_in_riichi=discarder in state.riichi,
        players=state.players,
    )


def _is_eighth(state: GameState) -> bool:
    if state.rules.paarenchan == "wins":
        return state.dealer_wins + 1 >= _PAARENCHAN
    return state.dealerships >= _PAARENCHAN


def check_player(state: GameState, player: int) -> None:
    """Raise ``ScoringError`` unless ``player`` plays in this game."""
    if not 0 <= player < state.players:
        raise ScoringError(
            "no_such_player", f"There is no player {player} among {state.players} players."
        )
