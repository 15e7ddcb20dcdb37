"""The hand on the page: read, corrected, scored, entered into the game, logged, announced."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import Final

from detector import HandReading, ReadingError, TableReading, hand_of
from device._errors import LogError
from device._i18n import text
from device._keeper import Keeper, Kept, KeptGame
from device._recording import Said
from device._reveal import is_same, is_whole, revealed
from device.camera._port import Pixels
from device.desk._album import Album
from device.desk._draft_edits import apply_edit
from device.desk._draft_of_win import draft_of_win
from device.desk._fresh_draft import NOTHING_SAID, fresh_draft
from device.desk._habits import Habits
from device.desk._scored_entry import entry_of, says_the_same
from device.desk._second_look import second_look
from device.desk._unanswered import Left, Unanswered, is_another_look
from device.game._game import Ledger
from device.game._placing import Places, before_of, placed, places_of, seats_of, told_by
from device.game._scorekeeper import Scorekeeper
from device.game._win_event import Claim, in_step_of, told_win
from device.log._port import Entry
from device.page._draft import Draft, Problem, context_of, empty_draft, outcome_of
from device.page._edit import Drop, Edit, EditError, Forget, PutAside, Recall, SetContext, SetRules
from device.page._ports import Picture
from device.voice._teller import Manner, Teller
from scorer import TENHOU, GameState, Hand, Rules, Score, WinContext

#: What a mistake in the scoring may raise; the correction that led there is kept.
_SCORING_FAILED: Final = (ValueError, ArithmeticError, LookupError, TypeError)
#: What only the ledger tells in a game.
_OF_THE_LEDGER: Final = ("round_wind", "honba", "riichi_sticks")
_LOG: Final = logging.getLogger("jantaku")


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table is played and what is taken for granted.

    ``manner`` is how the voice speaks.
    ``tsumo``: how a hand is won when the table does not tell; ``None`` asks.
    """

    rules: Rules = TENHOU
    manner: Manner = field(default_factory=Manner)
    tsumo: bool | None = None


class Desk:
    """Holds the hand on the page; not safe from several threads at once.

    ``claim`` is the win of the ledger that the hand tells, ``kept`` the hand in the log.  While it
    has no answer the game may go on: then it belongs behind the move ``after``, else at the end.
    ``trouble`` is what keeps the log from taking anything.
    """

    def __init__(self, setup: Setup, keeper: Keeper, teller: Teller) -> None:
        self._tsumo = setup.tsumo
        self._keeper = keeper
        self._teller = teller
        self._image: Pixels | None = None
        self._source = "entered"
        self._lying: HandReading | None = None  # lies there, and is not to be read again
        self._put_away = False  # the hand on the page lies there no more
        self._asked: tuple[tuple[str, ...], ...] = ()  # what it was seen as since it was entered
        self._habits = Habits(WinContext(tsumo=False, players=setup.rules.players))
        self.album = Album()
        self.unanswered = Unanswered(keeper)
        self.game = Scorekeeper(keeper)
        self.rules = setup.rules
        self.draft: Draft | None = None
        self.outcome: Score | Problem | None = None
        self.picture: Picture | None = None
        self.kept: Kept | None = None
        self.claim: Claim | None = None
        self.after: int | None = None
        self.apart = False  # the hand shown was scored outside the game
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
        if waiting is not None and self._is_settled(waiting.draft):
            self.unanswered.wait(waiting, self.game.last_move())  # what was asked is not known
        elif waiting is not None:
            self._turn_to_left(waiting)

    def _is_settled(self, draft: Draft) -> bool:
        """Return whether ``draft`` would be entered as soon as it is shown."""
        try:
            return isinstance(outcome_of(draft), Score) and not draft.uncertain
        except _SCORING_FAILED:
            return False

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
        changed = self.game.look(reading)
        if self.game.watch.is_playing:
            self._stay_behind(last)
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

        What was entered stands until a person answers; nothing is asked twice.
        """
        draft = self.draft
        if draft is None or draft.hand is None or self.kept is None or self.is_taken_back():
            return False
        seats = {hand.seat for hand in reading.hands if is_whole(hand)}
        self._put_away |= draft.hand.seat not in seats
        other = None if self._put_away else second_look(draft, reading)
        if other is None or other.hand is None or other.hand.faces in self._asked:
            return False
        self._asked = (*self._asked, other.hand.faces)
        self._image, self.picture = image, self.album.add(image)
        self.settle(other)
        return True

    def show(
        self, reading: TableReading, image: Pixels, source: str, said: Said = NOTHING_SAID
    ) -> None:
        """Show the hand of ``reading`` in place of the present one."""
        self.game.watch.another(reading)
        draft = self._fresh(reading, said)
        if source == "photo":
            draft = self._asking(draft)
        if not is_another_look(draft, self.draft):
            self._leave()
        self.turn_to(None, None, image, source)
        self._lying = None
        self.settle(draft)

    def _asking(self, draft: Draft) -> Draft:
        """Return ``draft`` with the question who won, which only the table's camera tells."""
        return replace(draft, asks=draft.asks | {"winner"}) if self.game.ledger else draft

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

    def _fresh(self, reading: TableReading, said: Said) -> Draft:
        ledger = self.game.ledger
        if ledger is None:
            seats, last, riichi = self._habits.seats, self._habits.context, frozenset[str]()
            history = None
        else:
            seats, last = seats_of(ledger), told_by(ledger)
            riichi = frozenset(ledger.sides[player] for player in ledger.state.riichi)
            history = self.game.watch.history
        return fresh_draft(reading, self.rules, seats, last, said, riichi, self._tsumo, history)

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
        in_game = self._in_game()
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
        self._turn_to_left(left)

    def _turn_to_left(self, left: Left) -> None:
        """Show ``left``, which has no answer yet."""
        self.turn_to(None, None, left.image, left.source)
        if self.game.ledger is None:
            self.rules = left.draft.rules
        self.after, self.apart = left.after, left.game is not self.game.game
        self.settle(replace(left.draft, rules=self.rules))

    def put_aside(self) -> None:
        """Let the hand on the page make room for one that does not lie there."""
        self._leave()
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
            self._leave()
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

    def begun(self, *, another: bool) -> None:
        """A game has begun: what was seen before is no hand of it.

        A hand scored in the one before (``another``) is corrected no more.
        """
        lying = self._lying
        if self.after is not None:
            self._leave()
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

    def open(self, claim: Claim, kept: Kept) -> None:
        """Show a win that the ledger tells, to be corrected.

        It may have been logged in another seat or round than the ledger tells by now; looking at it
        logs and announces nothing, the next touch does.
        """
        ledger, winner = self.game.ledger, self.game.winner(claim)
        told = None if ledger is None else told_win(ledger, claim)
        if ledger is None or winner is None or told is None:
            return
        self.turn_to(claim, kept, None, kept.entry.source)
        draft = draft_of_win(*told, ledger.rules, ledger.sides[winner.player])
        self.settle(draft, known=True)
        if isinstance(self.outcome, Score):
            self._teller.knows(self.outcome)

    def turn_to(
        self, claim: Claim | None, kept: Kept | None, image: Pixels | None, source: str
    ) -> None:
        """Turn to another hand, read in ``image``."""
        self.claim, self.kept, self.apart, self.after = claim, kept, False, None
        self._image, self._source = image, source
        self.picture = None if image is None else self.album.add(image)
        self._put_away, self._asked = False, ()
        self._teller.forget()

    # ------------------------------------------------------------ hand and ledger

    def places(self) -> Places | None:
        """Return where those sit whom the hand on the page is about."""
        ledger, draft = self.game.ledger, self.draft
        if ledger is None or draft is None or not self._in_game():
            return None
        return places_of(ledger, draft.context, self.before(ledger))

    def before(self, ledger: Ledger) -> GameState:
        """Return the state that the hand on the page was won in."""
        return before_of(ledger, self.claim, self.after)

    def is_taken_back(self) -> bool:
        """Tell whether the entry of the hand on the page was taken back."""
        return self.claim is not None and self.game.winner(self.claim) is None

    def _stay_behind(self, last: int) -> None:
        """The next hand is played: one without an answer belongs behind the move ``last``."""
        open_still = self.kept is None or self.is_taken_back()
        if self.after is None and self.draft is not None and open_still:
            self.after = last
            self.unanswered.stay_behind(last)

    def _leave(self) -> None:
        self._stay_behind(self.game.last_move())
        self.unanswered.leave()

    def follow(self, places: Places | None) -> None:
        """Bring the hand on the page, whose people sit at ``places``, in step with the ledger."""
        ledger, draft, winner = self.game.ledger, self.draft, self.game.winner(self.claim)
        if ledger is None or draft is None or draft.hand is None or not self._in_game():
            return
        if places is not None:
            context = placed(ledger, draft.context, places, self.before(ledger))
            draft = replace(draft, context=context, rules=ledger.rules)
        draft = self._in_step(draft)
        told = None if self.claim is None else told_win(ledger, self.claim)
        if told is not None and winner is not None and not _tells(draft, told):
            draft = draft_of_win(*told, ledger.rules, ledger.sides[winner.player])
        self.settle(draft)

    def entry(self, draft: Draft, hand: HandReading) -> Entry:
        """Return ``draft`` as an entry of the log."""
        return entry_of(draft, hand, self._image, self._source)

    def settle(self, draft: Draft, *, known: bool = False) -> None:
        """Value ``draft``; what is sure is entered, logged and announced unless it is ``known``."""
        outcome: Score | Problem
        fresh = None
        self.game.trouble = None
        try:
            draft = self._in_step(draft)
            outcome = outcome_of(draft)
            if isinstance(outcome, Score) and draft.hand is not None and not draft.uncertain:
                fresh = outcome if not known and self._commit(draft, draft.hand) else None
            elif isinstance(outcome, Problem) and self._in_game():
                self.game.refuse(draft, self.claim, self.after)
        except _SCORING_FAILED:
            _LOG.exception("a hand could not be scored")
            outcome = Problem("internal", text("en", "error.internal"))
        self.draft, self.outcome = draft, outcome
        left = Left(draft, self._image, self._source, self.after, self._game())
        self.unanswered.show(left if self.kept is None else None)
        if fresh is not None:
            self._teller.score(draft, fresh, self.game.ledger)

    def _in_game(self) -> bool:
        """Tell whether the hand on the page belongs to the game."""
        return self.game.ledger is not None and not self.apart

    def _in_step(self, draft: Draft) -> Draft:
        ledger = self.game.ledger
        if ledger is None or not self._in_game():
            return draft
        before = self.before(ledger)
        context = in_step_of(ledger, draft.context, self.claim, before)
        return replace(draft, context=context)

    def _game(self) -> KeptGame | None:
        return self.game.game if self._in_game() else None

    def _commit(self, draft: Draft, hand: HandReading) -> bool:
        """Enter and log a hand; return whether that is news."""
        entry = self.entry(draft, hand)
        same = self.kept is not None and says_the_same(self.kept.entry, entry)
        ledger = self.game.ledger
        if ledger is None or not self._in_game():
            self.kept = self.kept if same else self._keeper.keep(entry, self.kept)
            return not same
        told = told_win(ledger, self.claim) if self.claim else None
        if self.claim is not None and told is not None and _tells(draft, told):
            self.kept = self.kept if same else self.game.log_again(entry, self.claim, self.kept)
            return not same
        entered = self.game.enter_win(draft, self.claim, self.after, entry, self.kept)
        if entered is not None:
            self.claim, self.kept = entered
        return entered is not None


def _tells(draft: Draft, told: tuple[Hand, WinContext]) -> bool:
    """Return whether ``draft`` is the hand that the ledger tells, won in the same way."""
    if draft.hand is None or draft.uncertain:
        return False
    try:
        return (hand_of(draft.reading, draft.hand), context_of(draft)) == told
    except ReadingError:  # a correction that is not finished
        return False
