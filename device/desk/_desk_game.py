"""What people enter about the game, and how it reaches the ledger and the hand on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from detector import HandReading, TableReading
from device._keeper import Keeper, Kept
from device._record_win import win_of
from device.camera._port import Pixels
from device.desk._desk import Desk
from device.desk._draft_of_win import draft_of_win
from device.desk._left_draw import LeftDraw, without_riichi
from device.game._facing import turned_side
from device.game._game import Ledger
from device.game._out_of_step import Fix
from device.game._ron_beside import as_ron_beside
from device.game._win_event import Claim
from device.log._port import Entry
from device.page._draft import Draft, Problem, outcome_of
from device.page._edit import EditError, SetContext, refusals
from device.page._game import (
    Begin,
    CallOff,
    Declare,
    Exhausted,
    Foul,
    GameEdit,
    NoRiichi,
    Place,
    Reopen,
    Take,
    TakeBack,
    WinByHand,
)
from device.voice._game import entry_said, turned_said
from device.voice._teller import Teller
from scorer import Abort, GameState


class GameDesk:
    """The entries of a game, made on ``desk``; not safe from several threads at once."""

    def __init__(self, desk: Desk, keeper: Keeper, teller: Teller) -> None:
        self._desk = desk
        self._keeper = keeper
        self._teller = teller
        self._left_draw = LeftDraw(desk, teller)
        self._told = 0  # by how many quarters the picture seemed turned at the last look

    def play(self, edit: GameEdit) -> None:
        """Enter what a person said about the game; raises ``EditError``."""
        match edit:
            case Take():
                self._take(edit)
            case CallOff() if edit.kind is self._desk.game.watch.called_off:
                self._left_draw.called_off()
            case Reopen():
                self._reopen(edit.hand)
            case _:
                self._enter(edit)

    def look(self, reading: TableReading, image: Pixels) -> bool:
        """Enter what the table shows surely beside the hand on the page; return whether it did."""
        self._tell_turned()
        return self._enter_draw(reading) or self._enter_others(reading, image)

    def _tell_turned(self) -> None:
        """Say once that the picture seems turned."""
        turns = self._desk.game.watch.turns
        if turns and not self._told:
            self._teller.say(turned_said(self._teller.lang))
        self._told = turns

    def _enter_draw(self, reading: TableReading) -> bool:
        """Enter the exhaustive draw that the table showed until it was cleared."""
        ledger = self._desk.game.ledger
        tenpai = None if ledger is None else self._desk.game.watch.exhausted(reading, ledger)
        if tenpai is None:
            return False
        self.play(Exhausted(tenpai))
        return True

    def _enter_others(self, reading: TableReading, image: Pixels) -> bool:
        """Show who else won on the discard of the win just entered; enter what is sure."""
        desk = self._desk
        first = None if desk.draft is None or desk.claim is None else desk.draft.hand
        if first is None or desk.draft is None or desk.draft.reading is not reading:
            return False
        before = None if desk.claim is None else self._ledger().before(desk.claim.move)
        others = [
            hand
            for hand in reading.hands
            if hand is not first and hand.win is not None and hand.win == first.win
        ]
        for hand in others:
            beside = (hand, *(one for one in reading.hands if one is not hand))
            desk.show(replace(reading, hands=beside), image, "camera", before=before)
            self._enter_beside(hand)
            desk.game.watch.scored(first)
        return bool(others)

    def _enter_beside(self, hand: HandReading) -> None:
        trouble = self._desk.game.trouble
        if trouble is None or hand.uncertain or Fix("double_ron") not in trouble.fixes:
            return
        try:
            self.play(Take("double_ron"))
        except EditError:  # the page goes on asking
            return

    def _enter(self, edit: GameEdit, *, laid: bool = False) -> None:
        """Enter ``edit``; ``laid``: the hand on the page is the first of the game that begins."""
        desk, places = self._desk, self._desk.places()
        before, last = desk.game.ledger, desk.game.last_move()
        if isinstance(edit, Begin):
            desk.let_begin(drop=edit.drop, laid=laid)
        desk.game.enter(edit, desk.rules)
        after = self._ledger()
        desk.rules = after.rules
        self._tell_watch(edit, before, after)
        if isinstance(edit, Begin) and laid:
            desk.apart, desk.after = False, None
        elif isinstance(edit, Begin):
            desk.begun(another=before is not None)
        elif before is not None:
            said = entry_said(edit, before.state, self._teller.lang)
            self._teller.say(said, after if _moved_on(before.state, after.state) else None)
        if before is not None and _is_over(before.state, after.state):
            desk.stay_behind(last)
        if _ends_the_hand(edit):
            desk.dismiss()
        if desk.is_taken_back() and desk.after is None:
            desk.game.watch.reopened()
            desk.after = _left_behind(before, after, desk.claim)
        desk.follow(places)

    def _tell_watch(self, edit: GameEdit, before: Ledger | None, after: Ledger) -> None:
        """Tell who follows the hand that nobody has to be asked about what ``edit`` answers."""
        watch = self._desk.game.watch
        for player in _no_more_in_riichi(before, after):
            watch.no_riichi(after.sides[player])
        if isinstance(edit, Place) and watch.turns:
            watch.turned()

    def _reopen(self, number: int) -> None:
        """Show a logged hand again, to be corrected."""
        desk, found = self._desk, self._desk.game.logged(number)
        if found is not None and desk.game.winner(found[0]) is not None:
            desk.put_aside()
            desk.open(*found)
        elif desk.game.ledger is not None:
            raise EditError("other_game")
        else:
            self._reopen_entry(self._keeper.log().entry(number))

    def _reopen_entry(self, entry: Entry) -> None:
        with refusals():
            hand, context, rules = win_of(entry.record)
        self._desk.put_aside()
        self._desk.turn_to(None, Kept(entry, entry.id), None, entry.source)
        self._desk.settle(draft_of_win(hand, context, rules, "bottom"))

    def _ledger(self) -> Ledger:
        ledger = self._desk.game.ledger
        if ledger is None:
            raise EditError("no_game")
        return ledger

    # ------------------------------------------------------------ ways out of what is out of step

    def _take(self, take: Take) -> None:
        """Take a way out; raises ``EditError`` when it is none any more."""
        game, draft = self._desk.game, self._desk.draft
        if take.code in _OF_THE_TABLE:
            _OF_THE_TABLE[take.code](self)
            return
        fixes = game.trouble.fixes if game.trouble else ()
        if draft is None or Fix(take.code, take.player) not in fixes:
            raise EditError("fix_gone")
        _WAYS_OUT[take.code](self, draft, take.player or 0)

    def _no_draw(self) -> None:
        self._desk.game.watch.no_draw()

    def _turned(self) -> None:
        """Everybody sits where the turned picture shows them."""
        game, ledger = self._desk.game, self._ledger()
        turns = self._turns()
        game.enter(Place(0, turned_side(ledger.sides[0], turns)), ledger.rules)
        game.watch.turned()
        self._desk.face(turns)

    def _not_turned(self) -> None:
        turns = self._turns()
        self._desk.game.watch.not_turned()
        self._desk.face(turns)

    def _turns(self) -> int:
        turns = self._desk.game.watch.turns
        if not turns:
            raise EditError("fix_gone")
        return turns

    def _is_in_riichi(self, draft: Draft, player: int) -> None:
        desk = self._desk
        if desk.after is None:
            self._enter(Declare(player))
            return
        desk.after = desk.game.declare_behind(player, desk.after)
        desk.settle(draft)

    def _is_not_in_riichi(self, draft: Draft, player: int) -> None:
        self._desk.game.watch.no_riichi(self._ledger().sides[player])
        self._desk.settle(without_riichi(self._desk, draft, player))

    def _annul(self, draft: Draft, player: int) -> None:
        self._desk.draft = without_riichi(self._desk, draft, player)
        self._enter(NoRiichi(player))

    def _dealt_in(self, draft: Draft, player: int) -> None:
        before = self._desk.before(self._ledger())
        self._desk.edit(SetContext("discarder", before.seat_wind(player)))

    def _won(self, draft: Draft, player: int) -> None:
        before = self._desk.before(self._ledger())
        self._desk.edit(SetContext("seat_wind", before.seat_wind(player)))

    def _won_beside(self, draft: Draft, player: int) -> None:
        desk, first = self._desk, self._desk.game.last_win()
        if first is None or draft.hand is None:
            raise EditError("fix_gone")
        hand, draft = draft.hand, as_ron_beside(draft, self._ledger(), first)
        outcome = outcome_of(draft)
        if isinstance(outcome, Problem):
            raise EditError(outcome.code, outcome.message)
        desk.claim, desk.kept = desk.game.enter_beside(draft, desk.entry(draft, hand))
        desk.settle(draft)

    def _three_rons(self, draft: Draft, player: int) -> None:
        desk, before = self._desk, self._ledger().state
        beside = desk.game.watch.beside() is not None
        desk.game.call_off(desk.game.last_win() if beside else None)
        self._teller.say(
            entry_said(CallOff(Abort.SANCHAHOU), before, self._teller.lang), self._ledger()
        )
        desk.dismiss()

    def _won_next(self, draft: Draft, player: int) -> None:
        self._desk.game.watch.apart()
        self._desk.settle(draft)

    def _enter_again(self, draft: Draft, player: int) -> None:
        self._desk.claim = None
        self._desk.settle(draft)

    def _next_game(self, draft: Draft, player: int) -> None:
        ledger = self._ledger()
        self._enter(Begin(ledger.names, ledger.sides), laid=True)

    def _take_back(self, draft: Draft, player: int) -> None:
        self._enter(TakeBack())


def _no_more_in_riichi(before: Ledger | None, after: Ledger) -> tuple[int, ...]:
    """Return whose riichi in the hand being played was taken back."""
    if before is None or before.state.hand != after.state.hand or before.sides != after.sides:
        return ()
    return tuple(player for player in before.state.riichi if player not in after.state.riichi)


def _left_behind(before: Ledger | None, after: Ledger, claim: Claim | None) -> int | None:
    """Return the move behind which a win stood that does not any more, where others follow."""
    if before is None or claim is None:
        return None
    numbers = [move.number for move in before.moves]
    place = numbers.index(claim.move) if claim.move in numbers else len(numbers)
    behind = numbers[place - 1] if place else 0
    return behind if after.place_behind(behind) < len(after.moves) else None


def _moved_on(before: GameState, after: GameState) -> bool:
    """Tell whether another hand is being played, or none any more."""
    return (before.hand, before.end) != (after.hand, after.end)


def _is_over(before: GameState, after: GameState) -> bool:
    """Tell whether the game has come to its end."""
    return before.end is None and after.end is not None


def _ends_the_hand(edit: GameEdit) -> bool:
    """Tell whether the next hand is dealt after ``edit``."""
    chombo = isinstance(edit, Foul) and edit.points is None
    return chombo or isinstance(edit, Exhausted | CallOff | WinByHand)


_OF_THE_TABLE: Final[Mapping[str, Callable[[GameDesk], None]]] = {
    "called_off": lambda desk: desk._left_draw.called_off(),
    "not_called_off": lambda desk: desk._left_draw.not_called_off(),
    "no_draw": GameDesk._no_draw,
    "turned": GameDesk._turned,
    "not_turned": GameDesk._not_turned,
}
_WAYS_OUT: Final[Mapping[str, Callable[[GameDesk, Draft, int], None]]] = {
    "riichi": GameDesk._is_in_riichi,
    "none": GameDesk._is_not_in_riichi,
    "no_riichi": GameDesk._annul,
    "discarder": GameDesk._dealt_in,
    "winner": GameDesk._won,
    "double_ron": GameDesk._won_beside,
    "three_rons": GameDesk._three_rons,
    "next_hand": GameDesk._won_next,
    "enter": GameDesk._enter_again,
    "again": GameDesk._next_game,
    "undo": GameDesk._take_back,
}
