"""The game on its way into the real log: whatever is entered, a restart finds it again."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from device._keeper import Keeper
from device.game._game import Drop, Play, Redo, Replace, Undo, turned
from device.game._session import Session
from device.game._win_event import Claim
from device.log._port import Entry
from device.log._sql import SqlLog
from scorer import (
    TENHOU,
    Abort,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    RiichiDeclared,
    ScoringError,
    Win,
    Winner,
    replay,
)

RECORD = dict.fromkeys(("hand", "win_tile", "melds", "seat_wind", "tsumo"))
SCORE = dict.fromkeys(("yaku", "yakuman", "han", "fu", "points", "limit"))
ENTRY = Entry("tenhou", RECORD, SCORE, "camera")
PLAYERS = st.integers(0, 3)
POINTS = st.sampled_from((1000, 2000, 3900, 8000, 12000))


class GameMachine(RuleBasedStateMachine):
    """Entries, corrections, undo, redo and restarts in any order."""

    @initialize()
    def begin(self):
        self.folder = TemporaryDirectory()
        self.keeper = Keeper(lambda: SqlLog(Path(self.folder.name)))
        self.session = Session(self.keeper)
        self.session.begin(TENHOU, ("A", "B", "C", "D"), ("bottom", "right", "top", "left"))
        self.keeper.deliver()

    def teardown(self):
        if hasattr(self, "keeper"):
            self.keeper.close()
            self.folder.cleanup()

    def tell(self, operation):
        with suppress(ScoringError):
            self.session.tell(operation)
            self.keeper.deliver()

    @rule(player=PLAYERS)
    def riichi(self, player):
        self.tell(Play((RiichiDeclared(player),)))

    @rule(tenpai=st.sets(PLAYERS))
    def draw(self, tenpai):
        self.tell(Play((ExhaustiveDraw(tuple(sorted(tenpai))),)))

    @rule()
    def abort(self):
        self.tell(Play((AbortiveDraw(Abort.SUUKAIKAN),)))

    @rule(player=PLAYERS)
    def chombo(self, player):
        self.tell(Play((Chombo(player),)))

    @rule(winner=PLAYERS, discarder=PLAYERS, points=POINTS)
    def win(self, winner, discarder, points):
        if winner == discarder:
            return
        claim = Claim(self.session.next_move())
        events = (Win((Winner(winner, points),), discarder),)
        with suppress(ScoringError):
            self.session.tell_win(Play(events), ENTRY, claim, None)
            self.keeper.deliver()

    @rule(points=POINTS)
    def correct(self, points):
        claim = self.session.last()
        if claim is None:
            return
        (win,) = self.session.book.ledger.move(claim.move).events
        events = (Win((Winner(win.winners[0].player, points),), win.discarder),)
        with suppress(ScoringError):
            was = self.session.hand(claim)
            self.session.tell_win(Replace(claim.move, events), ENTRY, claim, was)
            self.keeper.deliver()

    @rule(move=st.integers(1, 12))
    def drop(self, move):
        self.tell(Drop(move))

    @rule(player=PLAYERS)
    def turn(self, player):
        self.tell(turned(self.session.book.ledger, player))

    @rule()
    def undo(self):
        self.tell(Undo())

    @rule()
    def redo(self):
        self.tell(Redo())

    @rule()
    def restart(self):
        before, hands = self.session.book, self.session.hand_ids()
        self.keeper.close()
        self.keeper = Keeper(lambda: SqlLog(Path(self.folder.name)))
        self.session = Session(self.keeper)
        self.session.resume(self.keeper.log())
        assert self.session.book == before
        assert self.session.hand_ids() == hands

    @invariant()
    def no_point_is_lost(self):
        if not hasattr(self, "session"):
            return
        ledger = self.session.book.ledger
        state = ledger.state
        assert sum(state.scores) + 1000 * state.riichi_sticks + state.off_table == 100_000
        events = [event for move in ledger.moves for event in move.events]
        assert replay(events, TENHOU) == state


TestGame = GameMachine.TestCase
TestGame.settings = settings(max_examples=20, stateful_step_count=25, deadline=None)
