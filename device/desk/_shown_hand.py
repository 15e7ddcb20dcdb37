"""The hand on the page, in step with the ledger: valued, entered, logged, announced."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from detector import HandReading, ReadingError, hand_of
from device._i18n import text
from device._keeper import Keeper, Kept, KeptGame
from device.camera._port import Pixels
from device.desk._album import Album
from device.desk._draft_of_win import draft_of_win
from device.desk._scored_entry import entry_of, says_the_same
from device.desk._second_look import SecondLooks
from device.desk._unanswered import Left, Unanswered
from device.game._game import Ledger
from device.game._placing import Places, before_of, placed, places_of
from device.game._scorekeeper import Scorekeeper
from device.game._win_event import Claim, in_step_of, told_win
from device.log._port import Entry
from device.page._draft import Draft, Problem, context_of, outcome_of
from device.page._ports import Picture
from device.voice._teller import Teller
from scorer import GameState, Hand, Rules, Score, WinContext

#: What a mistake in the scoring may raise; the correction that led there is kept.
_SCORING_FAILED: Final = (ValueError, ArithmeticError, LookupError, TypeError)
_LOG: Final = logging.getLogger("jantaku")


class ShownHand:
    """The hand on the page and what it is in the game and the log.

    ``claim`` is the win of the ledger that the hand tells, ``kept`` the hand in the log.  While it
    has no answer the game may go on: then it belongs behind the move ``after``, else at the end.
    """

    def __init__(self, rules: Rules, keeper: Keeper, teller: Teller) -> None:
        self._keeper = keeper
        self._teller = teller
        self._image: Pixels | None = None
        self._source = "entered"
        self.looks = SecondLooks()
        self.album = Album()
        self.unanswered = Unanswered(keeper)
        self.game = Scorekeeper(keeper)
        self.rules = rules
        self.draft: Draft | None = None
        self.outcome: Score | Problem | None = None
        self.picture: Picture | None = None
        self.kept: Kept | None = None
        self.claim: Claim | None = None
        self.after: int | None = None
        self.apart = False  # the hand shown was scored outside the game
        self.turns = 0  # grows with each other hand, or other reading of it

    def turn_to(
        self, claim: Claim | None, kept: Kept | None, image: Pixels | None, source: str
    ) -> None:
        """Turn to another hand, read in ``image``."""
        self.claim, self.kept, self.apart, self.after = claim, kept, False, None
        self.turns += 1
        self._image, self._source = image, source
        self.picture = None if image is None else self.album.add(image)
        self.looks = SecondLooks()
        self._teller.forget()

    def turn_to_left(self, left: Left) -> None:
        """Show ``left``, which has no answer yet."""
        self.turn_to(None, None, left.image, left.source)
        if self.game.ledger is None:
            self.rules = left.draft.rules
        self.after, self.apart = left.after, left.game is not self.game.game
        self.settle(replace(left.draft, rules=self.rules))

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

    def places(self) -> Places | None:
        """Return where those sit whom the hand on the page is about."""
        ledger, draft = self.game.ledger, self.draft
        if ledger is None or draft is None or not self.in_game():
            return None
        return places_of(ledger, draft.context, self.before(ledger))

    def before(self, ledger: Ledger) -> GameState:
        """Return the state that the hand on the page was won in."""
        return before_of(ledger, self.claim, self.after)

    def is_taken_back(self) -> bool:
        """Tell whether the entry of the hand on the page was taken back."""
        return self.claim is not None and self.game.winner(self.claim) is None

    def stay_behind(self, last: int) -> None:
        """The next hand is played: one without an answer belongs behind the move ``last``."""
        open_still = self.kept is None or self.is_taken_back()
        if self.after is None and self.draft is not None and open_still:
            self.after = last
            self.unanswered.stay_behind(last)

    def leave(self) -> None:
        """Let the hand on the page wait, if it has no answer."""
        if self.game.watch.called_off is None:
            self.stay_behind(self.game.last_move())
        self.unanswered.leave()

    def follow(self, places: Places | None) -> None:
        """Bring the hand on the page, whose people sit at ``places``, in step with the ledger."""
        ledger, draft, winner = self.game.ledger, self.draft, self.game.winner(self.claim)
        if ledger is None or draft is None or draft.hand is None or not self.in_game():
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
            elif isinstance(outcome, Problem) and self.in_game():
                self.game.refuse(draft, self.claim, self.after)
        except _SCORING_FAILED:
            _LOG.exception("a hand could not be scored")
            outcome = Problem("internal", text("en", "error.internal"))
        self.draft, self.outcome = draft, outcome
        left = Left(draft, self._image, self._source, self.after, self._game())
        self.unanswered.show(left if self.kept is None else None)
        if fresh is not None:
            self._teller.score(draft, fresh, self.game.ledger)

    def in_game(self) -> bool:
        """Tell whether the hand on the page belongs to the game."""
        return self.game.ledger is not None and not self.apart

    def _in_step(self, draft: Draft) -> Draft:
        ledger = self.game.ledger
        if ledger is None or not self.in_game():
            return draft
        before = self.before(ledger)
        context = in_step_of(ledger, draft.context, self.claim, before)
        return replace(draft, context=context)

    def _game(self) -> KeptGame | None:
        return self.game.game if self.in_game() else None

    def _commit(self, draft: Draft, hand: HandReading) -> bool:
        """Enter and log a hand; return whether that is news."""
        entry = self.entry(draft, hand)
        same = self.kept is not None and says_the_same(self.kept.entry, entry)
        ledger = self.game.ledger
        if ledger is None or not self.in_game():
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


def is_settled(draft: Draft) -> bool:
    """Return whether ``draft`` would be entered as soon as it is shown."""
    try:
        return isinstance(outcome_of(draft), Score) and not draft.uncertain
    except _SCORING_FAILED:
        return False


def _tells(draft: Draft, told: tuple[Hand, WinContext]) -> bool:
    """Return whether ``draft`` is the hand that the ledger tells, won in the same way."""
    if draft.hand is None or draft.uncertain:
        return False
    try:
        return (hand_of(draft.reading, draft.hand), context_of(draft)) == told
    except ReadingError:  # a correction that is not finished
        return False
