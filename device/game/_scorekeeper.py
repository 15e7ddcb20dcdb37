"""The game between the table, the page and the log: what is entered, what is out of step."""

from __future__ import annotations

from detector import HandReading, TableReading, hand_of, with_last_discard, with_robbed_kan
from device._keeper import Keeper, Kept, KeptGame
from device._record_win import win_of
from device.desk._draft_of_win import draft_of_win
from device.game._entry_operation import operation_for
from device.game._game import Ledger, Logged, Play, Replace, Rule
from device.game._out_of_step import (
    TURNED,
    OutOfStep,
    Situation,
    called_off,
    conflict,
    impossible,
    open_riichi,
)
from device.game._phase import Phase, riichi_on_win
from device.game._placing import before_of, dealer_of
from device.game._session import Session
from device.game._shown import Shown
from device.game._watch import HandWatch
from device.game._win_event import Claim, told_win, win_events, win_in, winner_of
from device.log._port import Entry, Log
from device.page._draft import Draft, context_of
from device.page._edit import EditError, refusals
from device.page._game import Begin, GameEdit
from scorer import (
    Abort,
    AbortiveDraw,
    Event,
    GameState,
    RiichiAnnulled,
    RiichiDeclared,
    Rules,
    ScoringError,
    Win,
    Winner,
    load_rules,
    rule_set_names,
)
from scorer._dora import MOST_INDICATORS


class Scorekeeper:
    """Holds at most one game; not safe from several threads at once."""

    def __init__(self, keeper: Keeper) -> None:
        self._session = Session(keeper)
        self.watch = HandWatch()
        self.trouble: OutOfStep | None = None

    @property
    def ledger(self) -> Ledger | None:
        """The ledger of the game, ``None`` before the first one."""
        return self._session.book.ledger if self._session.book else None

    def resume(self, log: Log) -> tuple[Claim, Kept] | None:
        """Go on with the game in ``log``; return the win that was entered last."""
        self._session.resume(log)
        last = self._session.last()
        kept = None if last is None else self._session.hand(last)
        return None if last is None or kept is None else (last, kept)

    def taken_back(self) -> HandReading | None:
        """Return the hand logged last where its entry does not stand: it may still lie there."""
        newest = self._session.newest()
        if newest is None or self.winner(newest[0]) is not None:
            return None
        try:
            hand, context, rules = win_of(newest[1].entry.record)
        except ScoringError:  # by rules that are no more
            return None
        return draft_of_win(hand, context, rules, "").hand

    def logged(self, hand: int) -> tuple[Claim, Kept] | None:
        """Return the win that the logged hand with the id ``hand`` tells."""
        claim = self._session.claim(hand)
        kept = None if claim is None else self._session.hand(claim)
        return None if claim is None or kept is None else (claim, kept)

    def winner(self, claim: Claim | None) -> Winner | None:
        """Return what the ledger says of a win, ``None`` when it does not stand."""
        return winner_of(self.ledger, claim) if self.ledger and claim else None

    def shown(self, claim: Claim | None, after: int | None) -> Shown | None:
        """Return a snapshot; ``claim`` is the win that the hand on the page tells.

        A hand without one belongs behind the move ``after``.
        """
        book, game = self._session.book, self._session.game
        if book is None or game is None:
            return None
        trouble, left = self.trouble, self.watch.called_off
        if self.watch.turns or left:
            trouble = TURNED if self.watch.turns or left is None else called_off(left)
        asked = trouble is not None and trouble.code != "discarder"
        return Shown(
            book,
            "out_of_step" if asked else str(self.watch.phase),
            trouble,
            self.watch.draw(book.ledger),
            claim if self.winner(claim) else None,
            game.id,
            self._session.hand_ids(),
            self._dora(book.ledger),
            after,
            None if left else self.watch.abort,
        )

    def _dora(self, ledger: Ledger) -> tuple[str, ...]:
        """Return the indicators seen in the hand being played, those of a win once it is entered.

        More than there can be are none.
        """
        if self.watch.phase is not Phase.SCORED:
            return self.watch.dora if len(self.watch.dora) <= MOST_INDICATORS else ()
        last = self._session.last()
        told = told_win(ledger, last) if last and last.move == self.last_move() else None
        return () if told is None else tuple(map(str, told[1].dora_indicators))

    def understood(self, reading: TableReading) -> TableReading:
        """Return ``reading`` of the newest look as it can be in the hand being played."""
        ledger = self.ledger
        if ledger is None or ledger.state.end is not None:
            return reading
        dealer, players = dealer_of(ledger), ledger.state.players
        reading = self.watch.faced(reading, dealer, players)
        reading = with_last_discard(reading, dealer, players, self.watch.history)
        return with_robbed_kan(reading, self.watch.history, dealer, players)

    def look(self, reading: TableReading) -> bool:
        """Take in a reading of the table at rest; return whether anything changed."""
        ledger = self.ledger
        if ledger is None:
            return self.watch.look(reading)
        changed = self.watch.look(reading, ledger.state.players, dealer_of(ledger))
        changed = self.declare_seen() or changed
        state = ledger.state if self.ledger is None else self.ledger.state
        return self.watch.look_for_abort(reading, state) or changed

    def declare_seen(self) -> bool:
        """Enter who is surely in riichi by the looks at the hand; return whether anybody was."""
        ledger, changed = self.ledger, False
        for player in self.watch.in_riichi(ledger) if ledger else ():
            try:
                self._session.tell(Play((RiichiDeclared(player),)))
            except ScoringError:  # the hand will be out of step when it is laid open
                continue
            changed = True
        return changed

    def enter_win(
        self,
        draft: Draft,
        claim: Claim | None,
        after: int | None,
        entry: Entry,
        correcting: Kept | None,
    ) -> tuple[Claim, Kept] | None:
        """Enter the hand of ``draft``, or correct the win ``claim``; log it with its line.

        A hand that was left behind while the game went on is entered behind the move ``after``.
        Where it does not fit the ledger nothing is entered and ``trouble`` tells why.
        """
        situation = self._situation(draft, claim, after)
        if situation is None:
            return None
        self.trouble = conflict(situation)
        if self.trouble is not None:
            return None
        try:
            operation, about = self._operation(draft, claim, after, situation.before)
            kept = self._session.tell_win(operation, entry, about, correcting)
        except ScoringError as error:
            self.trouble = impossible(error)
            return None
        if claim is None and after is None:
            self.watch.scored(draft.hand)
        return about, kept

    def refuse(self, draft: Draft, claim: Claim | None, after: int | None) -> None:
        """Tell in ``trouble`` whether a hand without a score does not fit the ledger."""
        situation = self._situation(draft, claim, after)
        if situation is not None:
            self.trouble = open_riichi(situation)

    def enter_beside(self, draft: Draft, entry: Entry) -> tuple[Claim, Kept]:
        """Enter the hand of ``draft``, as of before the last win, as a further ron on its tile.

        Raises ``EditError`` when that cannot be.
        """
        first, ledger = self._session.last(), self.ledger
        if first is None or ledger is None:
            raise EditError("fix_gone")
        events = ledger.move(first.move).events
        win = win_in(events)
        about = Claim(first.move, len(win.winners) if win else 0)
        with refusals():
            told = self._events(draft, ledger.before(first.move), events, about.place)
            kept = self._session.tell_win(Replace(first.move, told), entry, about, None)
        self.trouble = None
        return about, kept

    def call_off(self, claim: Claim | None) -> None:
        """The hand was called off for three rons: in place of the win ``claim``, if one stands.

        Raises ``EditError`` when that cannot be.
        """
        drawn = AbortiveDraw(Abort.SANCHAHOU)
        operation: Play | Replace = Play((drawn,))
        if claim is not None and self.ledger is not None:
            told = self.ledger.move(claim.move).events
            kept = (event for event in told if not isinstance(event, Win))
            operation = Replace(claim.move, (*kept, drawn))
        with refusals():
            self._session.tell(operation)

    def last_move(self) -> int:
        """Return the number of the last move that stands, 0 for none."""
        moves = self.ledger.moves if self.ledger else ()
        return moves[-1].number if moves else 0

    @property
    def game(self) -> KeptGame | None:
        """The game in the log."""
        return self._session.game

    def declare_behind(self, player: int, after: int) -> int:
        """Enter a riichi of the hand left behind the move ``after``; return its move.

        Raises ``EditError`` when that cannot be.
        """
        number = self._session.next_move()
        with refusals():
            self._session.tell(Play((RiichiDeclared(player),), after))
        return number

    def log_again(self, entry: Entry, claim: Claim, correcting: Kept | None) -> Kept:
        """Log the hand of a win that the ledger tells already as ``entry`` does."""
        return self._session.tell_win(Logged(), entry, claim, correcting)

    def last_win(self) -> Claim | None:
        """Return the win that was entered last and stands."""
        return self._session.last()

    def enter(self, edit: GameEdit, rules: Rules) -> None:
        """Enter what a person said about the game; raises ``EditError`` when it cannot be.

        ``rules`` are those of a game that begins and names none.
        """
        with refusals():
            if isinstance(edit, Begin):
                self._begin(edit, rules)
            elif self.ledger is None:
                raise EditError("no_game")
            else:
                self._session.tell(operation_for(edit, self.ledger))

    def change_rules(self, rules: Rules) -> None:
        """Play the game by ``rules`` from its start; raises ``EditError`` when that cannot be."""
        if self.ledger is None or self.ledger.state.end is not None:
            return
        with refusals():
            self._session.tell(Rule(rules))

    def _begin(self, edit: Begin, rules: Rules) -> None:
        ledger = self.ledger
        if ledger is not None and ledger.moves and ledger.state.end is None:
            raise EditError("game_running")
        if edit.rules is not None and edit.rules not in rule_set_names():
            raise EditError("no_rules")
        rules = rules if edit.rules is None else load_rules(edit.rules)
        if rules.players != len(edit.names):
            raise EditError("players_count")
        self._session.begin(rules, edit.names, edit.sides)
        self.watch = HandWatch()
        self.trouble = None

    def _situation(self, draft: Draft, claim: Claim | None, after: int | None) -> Situation | None:
        ledger = self.ledger
        if ledger is None:
            return None
        before = before_of(ledger, claim, after)
        stands = self.winner(claim) is not None
        taken_back = claim is not None and not stands
        if stands:
            return Situation(draft, ledger, before, answered=frozenset(ledger.sides))
        if after is not None:
            return Situation(draft, ledger, before, frozenset(), taken_back, self.watch.answered)
        watch = self.watch
        return Situation(
            draft,
            ledger,
            before,
            watch.sure_of_riichi(),
            taken_back,
            watch.answered,
            watch.beside(),
            turned=bool(watch.turns),
            called_off=watch.called_off,
        )

    def _operation(
        self, draft: Draft, claim: Claim | None, after: int | None, before: GameState
    ) -> tuple[Play | Replace, Claim]:
        """Return what enters the win of ``draft``, and the win that it will be."""
        ledger = self.ledger
        if claim is None or ledger is None:
            annulled = self._annulled(draft, before)
            events = self._events(draft, before, annulled)
            return Play(events, after), Claim(self._session.next_move())
        events = ledger.move(claim.move).events
        return Replace(claim.move, self._events(draft, before, events, claim.place)), claim

    def _annulled(self, draft: Draft, before: GameState) -> tuple[Event, ...]:
        """Return what takes back the riichi whose tile was ronned."""
        sides = self.ledger.sides if self.ledger else ()
        side = None if draft.hand is None else riichi_on_win(draft.reading, draft.hand)
        player = sides.index(side) if side in sides else None
        return () if player is None or player not in before.riichi else (RiichiAnnulled(player),)

    def _events(
        self, draft: Draft, before: GameState, beside: tuple[Event, ...], place: int = 0
    ) -> tuple[Event, ...]:
        if draft.hand is None:
            raise EditError("no_hand")
        hand = hand_of(draft.reading, draft.hand)
        return win_events(before, hand, context_of(draft), beside, place)
