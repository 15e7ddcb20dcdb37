"""Which abortive draw the table shows.  Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from detector import HandReading, History, TableReading
from device._reveal import SIDES, is_whole
from device.game._facing import Rivers
from device.game._phase import is_cleared, is_won, kans_of, rivers_of
from scorer import Abort, AbortiveDraw, GameState, ScoringError, play_event

_FOUR: Final = 4
#: So many kinds of terminals and honours are kyuushu kyuuhai; all 13 are kokushi.
_NINE: Final = range(9, 13)
_WINDS: Final = ("1z", "2z", "3z", "4z")
_COMPLETE: Final = 14


@dataclass(frozen=True, slots=True)
class Proposal:
    """An abortive draw that the table showed, and what lay there then.

    ``rivers`` are the discards, ``tiles`` counts them and those of the hands.  ``left``: the table
    was cleared and nobody has said yet whether it was that draw.
    """

    kind: Abort
    rivers: Rivers
    tiles: int
    left: bool = False

    def is_over(self, reading: TableReading) -> bool:
        """Tell whether the hand that it ends lies there no more."""
        rivers, before = rivers_of(reading), sum(self.rivers.values())
        others = 2 * (Counter(self.rivers) & rivers).total() <= before
        gone = bool(before) and others and (bool(rivers) or is_won(reading))
        shown = any(is_whole(hand) for hand in reading.hands)
        return is_cleared(reading) or gone or (self.kind is Abort.KYUUSHU_KYUUHAI and not shown)


def proposal_after(
    before: Proposal | None, kind: Abort | None, reading: TableReading
) -> Proposal | None:
    """Return what is proposed after a look that shows the draw ``kind``, ``None``: none.

    What was proposed stays while the table is being cleared, and then until somebody answers.
    """
    if before is not None and (before.left or before.is_over(reading)):
        return replace(before, left=True)
    if kind is not None:
        return Proposal(kind, rivers_of(reading), _tiles(reading))
    return before if before is not None and _tiles(reading) < before.tiles else None


def _tiles(reading: TableReading) -> int:
    hands = sum(hand.count for hand in reading.hands)
    return hands + rivers_of(reading).total()


def abort_shown(reading: TableReading, state: GameState, history: History) -> Abort | None:
    """Return the abortive draw that ``reading`` of a hand in play shows, if the rules know it.

    ``state`` is the ledger's, ``history`` what the looks at the hand told, this one too.
    """
    if is_won(reading) and not _is_kyuushu(reading):
        return None
    shown = {
        Abort.KYUUSHU_KYUUHAI: _is_kyuushu(reading),
        Abort.SUUKAIKAN: _is_suukaikan(reading, history),
        Abort.SUUFON_RENDA: _is_suufon_renda(reading),
        Abort.SUUCHA_RIICHI: len(state.riichi) == _FOUR,
    }
    return next((kind for kind, told in shown.items() if told and _can_be(kind, state)), None)


def _can_be(kind: Abort, state: GameState) -> bool:
    try:
        play_event(state, AbortiveDraw(kind))
    except ScoringError:
        return False
    return True


def _is_suukaikan(reading: TableReading, history: History) -> bool:
    """Tell whether several players have four kans, and nobody is known to have to discard still."""
    kans = kans_of(reading)
    return kans.total() == _FOUR and len(kans) > 1 and not _waits_for_discard(history)


def _waits_for_discard(history: History) -> bool:
    """Tell whether the looks tell that nothing was thrown since the fourth kan."""
    look, older = history.newest, history.older
    if look is None or (older is not None and sum(map(older.kans, SIDES)) == _FOUR):
        return False
    return any(kan.before == look.discards[side] for side, kan in history.kans.items())


def _is_suufon_renda(reading: TableReading) -> bool:
    """Tell whether everybody's first discard is the same wind, and nobody has called."""
    rivers = [river.tiles for river in reading.rivers if river.tiles]
    faces = {reading.detections[tiles[0]].tile for tiles in rivers}
    first = len(rivers) == _FOUR and all(len(tiles) == 1 for tiles in rivers)
    return first and len(faces) == 1 and faces <= {*_WINDS} and not _is_called(reading)


def _is_kyuushu(reading: TableReading) -> bool:
    """Tell whether a hand is laid open before its first discard and any call that has nine kinds of
    terminals and honours: with so many only kokushi can be complete.
    """
    thrown = {river.seat for river in reading.rivers if river.tiles}
    return not _is_called(reading) and any(
        hand.count == _COMPLETE and hand.seat not in thrown and _kinds(hand) in _NINE
        for hand in reading.hands
    )


def _kinds(hand: HandReading) -> int:
    return len({face for face in hand.faces if face[0] in "19" or face[1:] == "z"})


def _is_called(reading: TableReading) -> bool:
    return any(hand.melds for hand in reading.hands)
