"""Where the picture and the ledger disagree, and the likely ways out.  Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from detector import HandReading
from device._reveal import is_same
from device.game._game import Ledger
from device.game._phase import riichi_on_win
from device.game._win_event import win_in
from device.page._draft import Draft
from scorer import Abort, GameState, MeldType, ScoringError


@dataclass(frozen=True, slots=True)
class Fix:
    """A way out: its sentence is ``fix.<code>`` with the name of ``player``."""

    code: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """What is out of step, told by ``step.<code>``.

    ``reason`` and ``message`` are the code and the sentence of what the scorer refused, ``abort``
    is the draw that is asked about.
    """

    code: str
    fixes: tuple[Fix, ...]
    player: int | None = None
    message: str = ""
    reason: str = ""
    abort: Abort | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """A hand laid open and the ledger that it has to fit.

    ``before`` is the ledger's state before this win.  ``sure`` are the sides that are surely in
    riichi, ``answered`` those of which a person said that they are not.  ``taken_back``: the
    entry of this hand was taken back.  ``beside`` is the hand entered last, where a person has
    not said yet that this one is another win.  ``turned``: the picture seems to be.
    ``called_off`` is how the hand before seems to have ended.
    """

    draft: Draft
    ledger: Ledger
    before: GameState
    sure: frozenset[str] = frozenset()
    taken_back: bool = False
    answered: frozenset[str] = frozenset()
    beside: HandReading | None = None
    turned: bool = False
    called_off: Abort | None = None

    @property
    def winner(self) -> int:
        """The player who won."""
        return self.before.player_at(self.draft.context.seat_wind)


_THREE: Final = 3
#: Everything lies before other players than it did.
TURNED: Final = OutOfStep("turned", (Fix("turned"), Fix("not_turned")))
#: Three hands were laid open at once, and the rules call such a hand off.
THREE_RONS: Final = OutOfStep("three_rons", (Fix("three_rons"),))


def conflict(situation: Situation) -> OutOfStep | None:
    """Return what keeps the hand from being entered, ``None`` when nothing does."""
    if situation.taken_back:
        return OutOfStep("taken_back", (Fix("enter"),))
    if situation.turned:
        return TURNED
    if situation.called_off is not None:
        return called_off(situation.called_off)
    several = _three_rons(situation) or _two_hands(situation)
    if several or situation.before.end is not None:
        return several or OutOfStep("over", (Fix("again"), Fix("undo")))
    return _nobody(situation) or _riichi(situation) or _ron(situation)


def called_off(kind: Abort) -> OutOfStep:
    """Return the question whether the hand before ended in the draw ``kind``."""
    return OutOfStep("called_off", (Fix("called_off"), Fix("not_called_off")), abort=kind)


def impossible(error: ScoringError) -> OutOfStep:
    """Return what to show for a win that the ledger refuses."""
    return OutOfStep("impossible", (Fix("undo"),), message=error.message, reason=error.code)


def _two_hands(situation: Situation) -> OutOfStep | None:
    """Another hand lies open while the one scored last still lies there."""
    beside = situation.beside
    hands = situation.draft.reading.hands
    if beside is None or not any(is_same(hand, beside) for hand in hands):
        return None
    win = win_in(situation.ledger.moves[-1].events) if situation.ledger.moves else None
    if win and len(win.winners) == _THREE - 1 and situation.before.rules.triple_ron_draw:
        return OutOfStep("three_rons", (Fix("three_rons"), Fix("next_hand")))
    other = Fix("next_hand" if situation.before.end is None else "again")
    return OutOfStep("two_hands", (Fix("double_ron"), other))


def _three_rons(situation: Situation) -> OutOfStep | None:
    """Three hands lie open that were won on one discard, where the rules call such a hand off."""
    hand, reading = situation.draft.hand, situation.draft.reading
    if hand is None or not situation.before.rules.triple_ron_draw:
        return None
    thrown = any(hand.win in river.tiles for river in reading.rivers)
    won = sum(other.win == hand.win for other in reading.hands)
    return THREE_RONS if thrown and won == _THREE else None


def _nobody(situation: Situation) -> OutOfStep | None:
    if not situation.draft.is_anybodys:
        return None
    players = range(situation.before.players)
    return OutOfStep("nobody", tuple(Fix("winner", player) for player in players))


def open_riichi(situation: Situation) -> OutOfStep | None:
    """Return what is out of step where the winner is in riichi, and the hand is open."""
    hand, winner = situation.draft.hand, situation.winner
    opened = hand is not None and any(meld.type != MeldType.ANKAN for meld in hand.melds)
    if winner not in situation.before.riichi or not opened:
        return None
    return OutOfStep("riichi_open", (Fix("no_riichi", winner),), winner)


def _riichi(situation: Situation) -> OutOfStep | None:
    """A sideways tile lies in a river, and nobody knows of a riichi."""
    ledger, reading, hand = situation.ledger, situation.draft.reading, situation.draft.hand
    ronned = None if hand is None else riichi_on_win(reading, hand)
    for river in reading.rivers:
        side = river.seat
        if river.riichi is None or side == ronned or side not in ledger.sides:
            continue
        player = ledger.sides.index(side)
        known = player in situation.before.riichi or side in situation.answered
        if not known and side not in situation.sure:
            return OutOfStep("riichi_seen", (Fix("riichi", player), Fix("none", player)), player)
    return None


def _ron(situation: Situation) -> OutOfStep | None:
    """Nobody has said yet who dealt in."""
    context, before = situation.draft.context, situation.before
    if context.tsumo or context.discarder is not None:
        return None
    others = [player for player in range(before.players) if player != situation.winner]
    return OutOfStep("discarder", tuple(Fix("discarder", player) for player in others))
