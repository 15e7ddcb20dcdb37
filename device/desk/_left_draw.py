"""The answer whether the hand before was called off, and what waited for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from device.desk._desk import Desk
from device.page._draft import Draft
from device.page._edit import EditError
from device.page._game import CallOff
from device.voice._game import entry_said
from device.voice._teller import Teller
from scorer import Abort, GameState, Riichi

#: The draws that hands are laid open for.
_LAID_OPEN: Final = (Abort.KYUUSHU_KYUUHAI, Abort.SANCHAHOU)


class LeftDraw:
    """An abortive draw that the table showed and nobody has answered; not safe from several threads
    at once.  The answers raise ``EditError`` where nothing is asked any more.
    """

    def __init__(self, desk: Desk, teller: Teller) -> None:
        self._desk = desk
        self._teller = teller

    def called_off(self) -> None:
        """The hand before was called off: what was seen since is of the next one."""
        desk, (kind, before) = self._desk, self._asked()
        last = desk.game.last_move()
        desk.game.enter(CallOff(kind), desk.rules)
        said = entry_said(CallOff(kind), before, self._teller.lang)
        self._teller.say(said, desk.game.ledger)
        if kind in _LAID_OPEN and desk.after == last:
            desk.clear()
        self._go_on(before)

    def not_called_off(self) -> None:
        """The hand before did not end so: the game goes on as the ledger tells it."""
        self._go_on(self._asked()[1])

    def _asked(self) -> tuple[Abort, GameState]:
        kind, ledger = self._desk.game.watch.called_off, self._desk.game.ledger
        if kind is None or ledger is None:
            raise EditError("fix_gone")
        return kind, ledger.state

    def _go_on(self, before: GameState) -> None:
        """Enter what waited for the answer how the hand, of the state ``before``, ended."""
        desk, game = self._desk, self._desk.game
        game.watch.answer()
        desk.unanswered.stay(game.last_move(), game.game)
        if game.watch.is_playing:
            desk.stay_behind(game.last_move())
        game.declare_seen()
        draft, ledger = desk.draft, game.ledger
        if draft is None or ledger is None or not desk.in_game():
            return
        winner = before.player_at(draft.context.seat_wind)
        stale = winner in before.riichi and winner not in desk.before(ledger).riichi
        desk.settle(without_riichi(desk, draft, winner) if stale else draft)


def without_riichi(desk: Desk, draft: Draft, player: int) -> Draft:
    """Return ``draft``, the hand on the page, with no riichi of ``player``."""
    ledger = desk.game.ledger
    if ledger is None or desk.before(ledger).player_at(draft.context.seat_wind) != player:
        return draft
    context = replace(draft.context, riichi=Riichi.NONE, ippatsu=False)
    return replace(draft, context=context)
