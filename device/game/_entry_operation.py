"""What an entry of a person does to the game."""

from __future__ import annotations

from functools import singledispatch

from device.game._game import Drop, Ledger, Operation, Play, Redo, Undo, renamed, turned
from device.game._placing import placed_at
from device.page._edit import EditError
from device.page._game import (
    CallOff,
    Declare,
    Exhausted,
    Foul,
    Honba,
    NoRiichi,
    Pay,
    Place,
    PutBack,
    Remove,
    Rename,
    Stop,
    TakeBack,
    TimeIsUp,
    Turn,
    WinByHand,
)
from scorer import (
    AbortiveDraw,
    Chombo,
    Correction,
    EndGame,
    ExhaustiveDraw,
    Penalty,
    RiichiAnnulled,
    RiichiDeclared,
    TimeUp,
    Win,
    Winner,
)


@singledispatch
def operation_for(edit: object, ledger: Ledger) -> Operation:
    """Return the operation that ``edit`` asks for; raises ``EditError`` for a wrong number of
    names or players.
    """
    raise TypeError(f"{edit!r} is no entry of a game")


@operation_for.register
def _(edit: Declare, ledger: Ledger) -> Operation:
    return Play((RiichiDeclared(edit.player),))


@operation_for.register
def _(edit: NoRiichi, ledger: Ledger) -> Operation:
    return Play((RiichiAnnulled(edit.player),))


@operation_for.register
def _(edit: Exhausted, ledger: Ledger) -> Operation:
    return Play((ExhaustiveDraw(edit.tenpai, edit.nagashi),))


@operation_for.register
def _(edit: CallOff, ledger: Ledger) -> Operation:
    return Play((AbortiveDraw(edit.kind),))


@operation_for.register
def _(edit: Foul, ledger: Ledger) -> Operation:
    if edit.points is None:
        return Play((Chombo(edit.player),))
    return Play((Penalty(edit.player, edit.points),))


@operation_for.register
def _(edit: WinByHand, ledger: Ledger) -> Operation:
    return Play((Win((Winner(edit.player, edit.points),), edit.discarder),))


@operation_for.register
def _(edit: Honba, ledger: Ledger) -> Operation:
    return Play((Correction((0,) * ledger.state.players, honba=edit.count),))


@operation_for.register
def _(edit: Pay, ledger: Ledger) -> Operation:
    return Play((Correction(edit.deltas, edit.sticks),))


@operation_for.register
def _(edit: Stop, ledger: Ledger) -> Operation:
    return Play((EndGame(),))


@operation_for.register
def _(edit: TimeIsUp, ledger: Ledger) -> Operation:
    return Play((TimeUp(),))


@operation_for.register
def _(edit: TakeBack, ledger: Ledger) -> Operation:
    return Undo()


@operation_for.register
def _(edit: PutBack, ledger: Ledger) -> Operation:
    return Redo()


@operation_for.register
def _(edit: Remove, ledger: Ledger) -> Operation:
    return Drop(edit.move)


@operation_for.register
def _(edit: Rename, ledger: Ledger) -> Operation:
    if len(edit.names) != len(ledger.names):
        raise EditError("players_count")
    return renamed(ledger, edit.names)


@operation_for.register
def _(edit: Turn, ledger: Ledger) -> Operation:
    if edit.player >= len(ledger.names):
        raise EditError("players_count")
    return turned(ledger, edit.player)


@operation_for.register
def _(edit: Place, ledger: Ledger) -> Operation:
    if edit.player >= len(ledger.names):
        raise EditError("players_count")
    return placed_at(ledger, edit.player, edit.side)
