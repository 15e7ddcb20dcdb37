"""What the camera and the people have told about the hand being played."""

from __future__ import annotations

from collections.abc import Mapping

from detector import HandReading, History, TableReading, wall_is_gone
from device._reveal import SIDES, is_moved
from device.game._abort import Proposal, abort_shown, proposal_after
from device.game._facing import Beginning, Facing, turned_hand, turned_reading, turned_side
from device.game._game import Ledger
from device.game._phase import (
    Phase,
    Progress,
    drawn_out,
    is_cleared,
    is_won,
    riichi_at_draw,
    rivers_of,
    shown_at_draw,
)
from scorer import Abort, GameState


class HandWatch:
    """Follows one hand after the other; not safe from several threads at once."""

    def __init__(self) -> None:
        self._progress = Progress(first=True)
        self._facing, self._beginning = Facing(), Beginning()
        self._half = self._asked = 0
        self.history = History()  # of the hand being played
        self._scored: HandReading | None = None
        self._draw: Mapping[str, bool] = {}
        self._exhausted: Mapping[str, bool | None] | None = None
        self._at_draw: frozenset[str] = frozenset()  # in riichi when the wall was gone
        self._proposal: Proposal | None = None
        self._no_aborts: frozenset[Abort] = frozenset()
        self.answered: frozenset[str] = frozenset()

    @property
    def phase(self) -> Phase:
        """How far the hand is."""
        return self._progress.phase

    @property
    def is_playing(self) -> bool:
        """Whether no hand lies open: the next one is dealt or played."""
        return self.phase in (Phase.CLEARED, Phase.DEALING, Phase.PLAYING)

    @property
    def dora(self) -> tuple[str, ...]:
        """The faces of the dora indicators on the table."""
        return self._progress.dora

    @property
    def turns(self) -> int:
        """By how many quarters the picture seems turned, until a person says whether it is."""
        return self._facing.turns or self._half

    def faced(self, reading: TableReading, dealer: str, players: int) -> TableReading:
        """Return ``reading`` as it would be in the picture of the looks before.

        While the picture seems turned, everything lies where it did by the rivers' testimony, or so
        that East, who sits at ``dealer``, began.
        """
        self._facing = self._facing.seen(rivers_of(reading))
        if not self._facing.turns and self.phase is not Phase.SCORED:
            self._beginning = self._beginning.seen(reading, players)
            self._face_dealer(self._beginning.turns(dealer))
        return turned_reading(reading, -self.turns)

    def _face_dealer(self, half: int | None) -> None:
        """Take what was seen since the deal for seen in a picture turned by ``half`` a round."""
        if half is not None and half != self._half:
            self._progress = self._progress.turned(self._half - half)
            self._half, self.history = half, History()

    def turned(self) -> None:
        """A person said that the picture was turned: what was seen lies at other sides now."""
        turns, self._facing = self.turns, Facing()
        self._beginning, self._half = Beginning(), 0
        self._progress = self._progress.turned(turns)
        self.history = self.history.turned({side: turned_side(side, turns) for side in SIDES})
        self._scored = self._scored and turned_hand(self._scored, turns)
        self._draw = {turned_side(side, turns): ready for side, ready in self._draw.items()}
        self._at_draw = frozenset(turned_side(side, turns) for side in self._at_draw)
        self.answered = frozenset(turned_side(side, turns) for side in self.answered)

    def not_turned(self) -> None:
        """A person said that the picture is as it was: what was seen since lies where it seems."""
        self.turned()
        self.history, self._beginning = History(), Beginning(denied=True)

    def look(self, reading: TableReading, players: int = 4, dealer: str | None = None) -> bool:
        """Take in a reading of the table at rest; return whether anything changed.

        ``dealer`` is the side where East sits, ``None`` outside a game.
        """
        before = (self.phase, self.dora, self._draw, self._asked)
        self._asked = self.turns
        self._progress = self._progress.seen(reading)
        self._remember(reading, players, dealer, scored=before[0] is Phase.SCORED)
        if self.phase is Phase.SCORED:
            self._draw, self._exhausted = {}, None
        else:
            self._draw = shown_at_draw(reading, gone=wall_is_gone(reading, players))
            self._scored = None
            self._look_for_draw(reading, players)
        return before != (self.phase, self.dora, self._draw, self._asked)

    def _remember(
        self, reading: TableReading, players: int, dealer: str | None, *, scored: bool
    ) -> None:
        """Remember what lies there, from the deal of the hand on."""
        if scored or self.phase in (Phase.CLEARED, Phase.DEALING):
            self.history, self._beginning = History(), Beginning()
            self._no_aborts = frozenset()
        if self.phase in (Phase.CLEARED, Phase.DEALING):
            self._facing = self._facing.dealt()
        if dealer is not None and self.phase is not Phase.SCORED:
            self.history = self.history.seen(reading, dealer, players)

    def look_for_abort(self, reading: TableReading, state: GameState) -> bool:
        """Note which abortive draw the reading shows; return whether that is news."""
        before = (self.abort, self.called_off)
        playing = self.phase in (Phase.PLAYING, Phase.REVEAL) and state.end is None
        kind = abort_shown(reading, state, self.history) if playing else None
        kind = None if kind in self._no_aborts else kind
        going = state.end is None and self.phase is not Phase.SCORED
        self._proposal = proposal_after(self._proposal, kind, reading) if going else self._left()
        if self.called_off is not before[1]:
            self._begin_behind(reading)
        return before != (self.abort, self.called_off)

    def _left(self) -> Proposal | None:
        """Return the proposal that waits for an answer after its hand."""
        return self._proposal if self.called_off else None

    def _begin_behind(self, reading: TableReading) -> None:
        """The table was cleared of a hand that nobody has said the end of: the next one begins."""
        self._progress = Progress().seen(reading)
        self._facing, self._beginning = self._facing.dealt(), Beginning()
        self._forget()
        self._no_aborts = frozenset()

    def _forget(self) -> None:
        """Let nothing that was seen of a hand count any more."""
        self.history, self._at_draw = History(), frozenset()
        self._forget_draw()

    def _forget_draw(self) -> None:
        """Let go of how the hand might have been drawn, and of what was answered about riichi."""
        self._draw, self._exhausted, self.answered = {}, None, frozenset()

    @property
    def abort(self) -> Abort | None:
        """The abortive draw that the table shows, until it is entered or a person says no."""
        return self._proposal.kind if self._proposal else None

    @property
    def called_off(self) -> Abort | None:
        """The abortive draw that the hand before seems to have ended in, until a person answers."""
        return self._proposal.kind if self._proposal and self._proposal.left else None

    def _look_for_draw(self, reading: TableReading, players: int) -> None:
        """Note who is in riichi and who has shown which hand since the wall is gone.

        A hand that was read surely once stays, for it may be put away before the others'.
        """
        won = is_won(reading)
        gone = not won and wall_is_gone(reading, players)
        self._at_draw = riichi_at_draw(reading) if gone else frozenset()
        known = None if won else self._exhausted
        told = drawn_out(reading) if gone else None
        sure = {side: ready for side, ready in (known or {}).items() if ready is not None}
        self._exhausted = known if told is None else {**(known or {}), **told, **sure}

    def exhausted(self, reading: TableReading, ledger: Ledger) -> tuple[int, ...] | None:
        """Return who was tenpai when the wall ran out, once the table of ``reading`` is cleared.

        Until then somebody may still show a hand.  It is told once; ``None`` where it is not sure.
        """
        if self._exhausted is None or not is_cleared(reading):
            return None
        told, self._exhausted = self._exhausted, None
        if ledger.state.end is not None or not told.keys() <= set(ledger.sides):
            return None
        if None in told.values() or self.turns or self.called_off:
            return None
        return tuple(ledger.sides.index(side) for side, tenpai in told.items() if tenpai)

    def another(self, reading: TableReading) -> None:
        """Another hand is laid open: after a scored one this is the next."""
        if self.phase is Phase.SCORED:
            self._progress = Progress().seen(reading)

    def scored(self, hand: HandReading | None) -> None:
        """The hand was entered: ``hand`` lies there until the table is cleared."""
        self._progress = self._progress.scored()
        self._scored = hand
        self._forget_draw()
        self._proposal = self._left()

    def begun(self, lying: HandReading | None) -> None:
        """A game begins: nothing that was seen before counts in it, nor the hand ``lying`` open."""
        self._progress = self._progress.begun()
        self._forget()
        self._proposal = None
        self._scored = lying if self.phase is Phase.SCORED else None

    def reopened(self) -> None:
        """What was entered does not stand."""
        self._progress = self._progress.reopened()
        self._scored = None

    def is_beside(self, hand: HandReading) -> bool:
        """Return whether ``hand`` is no win to come while the scored one lies there.

        It is shown to the others only, or it is the scored one, moved and read otherwise.
        """
        if self.phase is not Phase.SCORED:
            return False
        return hand.win is None or (self._scored is not None and is_moved(hand, self._scored))

    def beside(self) -> HandReading | None:
        """Return the hand that was scored last, while it may still lie there."""
        return self._scored

    def apart(self) -> None:
        """A person said that the hand laid open is not won beside the last one."""
        self._scored = None

    def no_riichi(self, side: str) -> None:
        """A person said that nobody at ``side`` is in riichi."""
        self.answered |= {side}

    def no_draw(self) -> None:
        """A person said that this is no draw."""
        self._no_aborts |= {self.abort} if self.abort else frozenset()
        self._draw, self._exhausted, self._proposal = {}, None, None

    def leave_open(self, kind: Abort, reading: TableReading) -> None:
        """The next hand is played, and nobody has said whether ``kind`` ended the one before."""
        self._proposal = Proposal(kind, {}, 0, left=True)
        self._begin_behind(reading)

    def answer(self) -> None:
        """A person has said whether the hand before was called off."""
        self._proposal = None

    def sure_of_riichi(self) -> frozenset[str]:
        """Return the sides that are surely in riichi."""
        return (frozenset(self._progress.sure_of_riichi()) | self._at_draw) - self.answered

    def in_riichi(self, ledger: Ledger) -> tuple[int, ...]:
        """Return the players who are surely in riichi and not so in ``ledger``."""
        asked = self.turns or self.called_off
        playing = self.phase in (Phase.PLAYING, Phase.REVEAL) and not asked
        if not playing or ledger.state.end is not None:
            return ()
        sides = [side for side in self.sure_of_riichi() if side in ledger.sides]
        players = [ledger.sides.index(side) for side in sides]
        return tuple(player for player in players if player not in ledger.state.riichi)

    def draw(self, ledger: Ledger) -> Mapping[int, bool]:
        """Return by player who shows a hand at what looks like an exhaustive draw, and whether it
        is tenpai.
        """
        sides = () if self.abort else ledger.sides
        return {sides.index(side): told for side, told in self._draw.items() if side in sides}
