"""The hand on the page: read, corrected, scored, entered into the game, logged, announced."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from detector import HandReading, TableReading
from device._errors import LogError
from device._keeper import Keeper
from device._recording import Said
from device._reveal import is_same, revealed
from device.camera._port import Pixels
from device.desk._draft_edits import apply_edit
from device.desk._fresh_draft import NOTHING_SAID, fresh_draft
from device.desk._habits import Habits
from device.desk._setup import Setup
from device.desk._shown_hand import ShownHand, is_settled
from device.desk._unanswered import is_another_look
from device.game._facing import turned_reading
from device.game._out_of_step import THREE_RONS
from device.game._placing import seats_of, told_by
from device.page._draft import Draft, empty_draft
from device.page._edit import Drop, Edit, EditError, Forget, PutAside, Recall, SetContext, SetRules
from device.voice._teller import Teller
from scorer import Abort, GameState, WinContext

#: What only the ledger tells in a game.
_OF_THE_LEDGER: Final = ("round_wind", "honba", "riichi_sticks")


class Desk(ShownHand):
    """Which hand is on the page, and what is said about it; not safe from several threads at once.

    ``trouble`` is what keeps the log from taking anything.
    """

    def __init__(self, setup: Setup, keeper: Keeper, teller: Teller) -> None:
        super().__init__(setup.rules, keeper, teller)
        self._tsumo = setup.tsumo
        self._lying: HandReading | None = None  # lies there, and is not to be read again
        self._habits = Habits(WinContext(tsumo=False, players=setup.rules.players))
        self.trouble: LogError | None = None
        self.resumed = False

    # ------------------------------------------------------------ start and log

    def _resume(self) -> None:
        """Go on where the log ends: the game, its last hand, the hands without an answer."""
        try:
            log = self._keeper.log()
            last = self.game.resume(log)
            waiting = self.unanswered.resume(log, self.game.game)
        except LogError as error:
            self.trouble = error
            self.resumed = error.code == "game_damaged"  # else the log may come back
            return
        self.resumed, self.trouble = True, None
        if self.game.ledger is not None:
            self.rules = self.game.ledger.rules
        if last is not None:
            self.open(*last)
            self.game.watch.scored(self.draft.hand if self.draft else None)
        self._lying = self.game.taken_back()
        if waiting is not None and is_settled(waiting.draft):
            self.unanswered.wait(waiting, self.game.last_move())  # what was asked is not known
        elif waiting is not None:
            self.turn_to_left(waiting)

    def deliver(self) -> None:
        """Go on where the log ends, if not done yet, and store what waits."""
        if not self.resumed:
            with self._keeper.together():
                self._resume()
        if not self.resumed or not self._keeper.waiting:
            return
        try:
            self._keeper.deliver()
            self.trouble = None
        except LogError as error:
            self.trouble = error

    def go_on(self) -> None:
        """Go on where the log ends now, with no hand on the page."""
        self.clear()
        self.resumed = False
        self.deliver()

    # ------------------------------------------------------------ the camera's side

    def see(self, reading: TableReading, image: Pixels, said: Said = NOTHING_SAID) -> bool:
        """Take in the table at rest; return whether anything changed."""
        places, last = self.places(), self.game.last_move()
        called_off = self.game.watch.called_off  # then nothing is known to be over since
        three_rons = self.game.trouble == THREE_RONS and self.after is None
        changed = self.game.look(reading)
        if self.game.watch.is_playing and called_off is None:
            self.stay_behind(last)
            if three_rons:
                self.game.watch.leave_open(Abort.SANCHAHOU, reading)
                changed = True
        if self._is_new(reading):
            self.show(reading, image, "camera", said)
            return True
        if self._asks_again(reading, image):
            return True
        if changed:
            self.follow(places)
        return changed

    def _asks_again(self, reading: TableReading, image: Pixels) -> bool:
        """Ask about the hand that was entered where it lies there still and is seen otherwise now.

        What was entered stands until a person answers.
        """
        draft = self.draft
        if draft is None or draft.hand is None or self.kept is None or self.is_taken_back():
            return False
        other = self.looks.other(draft, reading)
        if other is None:
            return False
        self._image, self.picture = image, self.album.add(image)
        self.turns += 1
        self.settle(other)
        return True

    def show(
        self,
        reading: TableReading,
        image: Pixels,
        source: str,
        said: Said = NOTHING_SAID,
        before: GameState | None = None,
    ) -> None:
        """Show the hand of ``reading`` in place of the present one.

        ``before`` is the state in which it was played, where the ledger has gone on.
        """
        self.game.watch.another(reading)
        draft = self._fresh(reading, said, before)
        if source == "photo" or self.game.watch.turns:
            draft = self._asking(draft)
        if not is_another_look(draft, self.draft):
            self.leave()
        self.turn_to(None, None, image, source)
        self._lying = None
        self.settle(draft)

    def _asking(self, draft: Draft) -> Draft:
        """Return ``draft`` with the questions who won and who dealt in, which only the table's
        camera tells.
        """
        if self.game.ledger is None:
            return draft
        context = replace(draft.context, discarder=None)
        return replace(draft, context=context, asks=draft.asks | {"winner"})

    def face(self, turns: int) -> None:
        """A person said how the picture lies: the hand on the page, read before that, lies
        ``turns`` quarters further on.

        One that a person has corrected, or that was left behind, goes on asking whose it is.
        """
        draft, image, source = self.draft, self._image, self._source
        if draft is None or image is None or self.after is not None or draft.previous is not None:
            return
        if draft.is_anybodys and source == "camera":
            self.show(turned_reading(draft.reading, turns), image, source)

    def _is_new(self, reading: TableReading) -> bool:
        """Return whether a hand is laid open that is not the one shown, or is read anew.

        A hand that was logged or that a person corrected is not read again, nor is the one that
        lies there while a person answers for an earlier one.
        """
        hand, shown = revealed(reading), self.draft
        if hand is None or (self._lying is not None and is_same(hand, self._lying)):
            return False
        if self.game.ledger is not None and self.game.watch.is_beside(hand):
            return False
        if shown is None or shown.hand is None or not is_same(hand, shown.hand):
            return True
        return self.kept is None and shown.previous is None

    def _fresh(self, reading: TableReading, said: Said, before: GameState | None) -> Draft:
        ledger, tsumo = self.game.ledger, self._tsumo
        if ledger is None:
            seats, last = self._habits.seats, self._habits.context
            return fresh_draft(reading, self.rules, seats, last, said, tsumo=tsumo)
        seats, last, dealt = seats_of(ledger), told_by(ledger), seats_of(ledger, before)
        riichi = frozenset(ledger.sides[player] for player in (before or ledger.state).riichi)
        watch = self.game.watch
        riichi, history = watch.sure_of_riichi() if watch.called_off else riichi, watch.history
        return fresh_draft(reading, self.rules, seats, last, said, riichi, tsumo, history, dealt)

    # ------------------------------------------------------------ the page's side

    def edit(self, edit: Edit) -> None:
        """Apply one correction of the hand; raises ``EditError``."""
        if isinstance(edit, Recall):
            self._recall()
        elif isinstance(edit, Forget):
            self.unanswered.forget()
        elif isinstance(edit, Drop | PutAside):
            self._take_away(waits=isinstance(edit, PutAside))
        else:
            self._correct(edit)

    def _correct(self, edit: Edit) -> None:
        in_game = self.in_game()
        if in_game and isinstance(edit, SetContext) and edit.field in _OF_THE_LEDGER:
            raise EditError("from_ledger")
        ledger = self.game.ledger
        first = self._habits.context if ledger is None else told_by(ledger)
        draft = apply_edit(self.draft or self._asking(empty_draft(first, self.rules)), edit)
        if isinstance(edit, SetRules):
            self.game.change_rules(draft.rules)
        if self.game.winner(self.claim) is None:
            self.claim = None  # its entry was taken back: this is another one
        if ledger is None:
            self._habits = self._habits.after(edit, draft)
        self.rules = draft.rules
        self.settle(draft)

    def _recall(self) -> None:
        """Show the hand that waits longest; the one shown takes its turn if it has no answer."""
        left = self.unanswered.take()
        self.put_aside()
        self.turn_to_left(left)

    def put_aside(self) -> None:
        """Let the hand on the page make room for one that does not lie there."""
        self.leave()
        if self._lying is None and self.draft is not None:
            self._lying = self.draft.hand

    def _take_away(self, *, waits: bool) -> None:
        """Show no hand any more; one without an answer ``waits`` for it, or is let go of.

        What was logged stays.  What lies in view of the camera is not read again.
        """
        lying, draft = self._lying, self.draft
        if draft is None:
            return
        if lying is None and self._source == "camera":
            lying = draft.hand
        if waits:
            self.leave()
        self.clear()
        self._lying, self.game.trouble = lying, None

    def dismiss(self) -> None:
        """The hand was ended by hand: what lies open and was not entered is no win."""
        self.unanswered.forget_short()
        if self.kept is not None:
            self.game.watch.scored(None)
            return
        self.clear()
        self.game.watch.scored(self._lying)

    def clear(self) -> None:
        """Show no hand any more; the one that lies there is not read again."""
        self._lying = None if self.draft is None else self.draft.hand
        self.turn_to(None, None, None, "entered")
        self.draft = self.outcome = None
        self.unanswered.show(None)

    def let_begin(self, *, drop: bool, laid: bool) -> None:
        """Make sure that no hand of the game is left without an answer when the next one begins.

        Such hands are let go of (``drop``), or ``EditError`` is raised; ``laid``: the hand on the
        page is of the next game.  One that was laid open after the end is of no game.
        """
        game, ledger = self.game.game, self.game.ledger
        if ledger is None:
            return
        if drop:
            self.unanswered.forget_of(game)
        on_page = self.unanswered.of_page(game) and not laid and self.before(ledger).end is None
        if on_page or self.unanswered.of(game):
            raise EditError("hands_wait")

    def begun(self, *, another: bool) -> None:
        """A game has begun: what was seen before is no hand of it.

        A hand scored in the one before (``another``) is corrected no more.
        """
        lying = self._lying
        if self.after is not None:
            self.leave()
        if self.draft is not None and (another or self.kept is None):
            self.clear()
            self._lying = lying or self._lying
        self.apart, self.after = self.kept is not None, None
        self.game.watch.begun(self._lying or (self.draft.hand if self.draft else None))

    def overtaken(self, reading: TableReading) -> None:
        """A game began while ``reading`` was read: what lies there is no hand of it."""
        self._lying = revealed(reading) or self._lying
        self.game.watch.look(reading)
        self.game.watch.begun(self._lying)
