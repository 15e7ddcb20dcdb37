"""The corrections that a person makes, applied to the hand on the page.  Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Any, Final

from detector import Detection, HandReading, MeldReading, indices_of
from device.page._draft import EMPTY_HAND, NOWHERE, Draft
from device.page._edit import (
    AddSet,
    AddTile,
    Call,
    ChooseHand,
    ChooseOption,
    ChooseSplit,
    Confirm,
    Edit,
    EditError,
    RemoveTile,
    SetContext,
    SetRules,
    SetTile,
    SetWin,
    Uncall,
    Undo,
)
from scorer import MeldType, Riichi, WinContext, load_rules, rule_set_names

_KANS: Final = (MeldType.DAIMINKAN, MeldType.KAKAN, MeldType.ANKAN)


def apply_edit(draft: Draft, edit: Edit) -> Draft:
    """Return ``draft`` with ``edit`` made; raises ``EditError`` when it cannot be."""
    if isinstance(edit, Undo):
        if draft.previous is None:
            raise EditError("nothing_to_undo")
        return draft.previous
    return replace(_apply(edit, draft), previous=draft, last=edit)


@singledispatch
def _apply(edit: object, draft: Draft) -> Draft:
    raise TypeError(f"{edit!r} is not an edit")


@_apply.register
def _(edit: SetTile, draft: Draft) -> Draft:
    detections = list(_checked(draft, edit.index).reading.detections)
    old = detections[edit.index]
    detections[edit.index] = replace(old, tile=edit.tile, confidence=1.0, alternatives=())
    done = replace(draft, reading=replace(draft.reading, detections=tuple(detections)))
    if draft.hand is None or edit.index not in indices_of(draft.hand):
        return done
    place = indices_of(draft.hand).index(edit.index)
    options = tuple(option for option in draft.hand.options if option[place] == edit.tile)
    hand = replace(draft.hand, options=options)
    done = _grouped(done, hand, draft.faces | {edit.index: edit.tile})
    return _settled(done, was=draft)


@_apply.register
def _(edit: SetWin, draft: Draft) -> Draft:
    hand = _hand(draft)
    if edit.index not in hand.concealed:
        raise EditError("win_not_concealed")
    return replace(draft, hand=replace(hand, win=edit.index, splits=()))


@_apply.register
def _(edit: AddTile, draft: Draft) -> Draft:
    index = len(draft.reading.detections)
    reading = replace(
        draft.reading,
        detections=(*draft.reading.detections, Detection(edit.tile, 1.0, NOWHERE)),
        sideways=(*draft.reading.sideways, False),
    )
    if edit.place == "ura":
        return replace(draft, reading=reading, ura=(*draft.ura, index))
    if edit.place == "dora":
        reading = replace(reading, dora_indicators=(*reading.dora_indicators, index))
        return replace(draft, reading=reading)
    hand = draft.hand or EMPTY_HAND
    win = index if edit.place == "win" else hand.win
    hand = replace(hand, concealed=(*hand.concealed, index), win=win, splits=())
    return _grouped(replace(draft, reading=reading), hand, draft.faces | {index: edit.tile})


@_apply.register
def _(edit: AddSet, draft: Draft) -> Draft:
    first, faces = len(draft.reading.detections), edit.faces
    indices = tuple(range(first, first + len(faces)))
    reading = replace(
        draft.reading,
        detections=(*draft.reading.detections, *(Detection(face, 1.0, NOWHERE) for face in faces)),
        sideways=(*draft.reading.sideways, *[False] * len(faces)),
    )
    called = None if edit.type == MeldType.ANKAN else first
    hand = draft.hand or EMPTY_HAND
    meld = MeldReading(str(edit.type), indices, called, 0)
    hand = replace(hand, melds=(*hand.melds, meld), splits=())
    known = draft.faces | dict(zip(indices, faces, strict=True))
    return _grouped(replace(draft, reading=reading), hand, known)


@_apply.register
def _(edit: RemoveTile, draft: Draft) -> Draft:
    dora = _without(_checked(draft, edit.index).reading.dora_indicators, edit.index)
    reading = replace(draft.reading, dora_indicators=dora)
    done = replace(draft, reading=reading, ura=_without(draft.ura, edit.index))
    if draft.hand is None or edit.index not in indices_of(draft.hand):
        return done
    hand = _opened(draft.hand, edit.index)
    win = None if hand.win == edit.index else hand.win
    hand = replace(hand, concealed=_without(hand.concealed, edit.index), win=win, splits=())
    return _settled(_grouped(done, hand, draft.faces), was=draft)


@_apply.register
def _(edit: Call, draft: Draft) -> Draft:
    hand = _hand(draft)
    size = 4 if edit.type in _KANS else 3
    old = _meld_at(hand, edit.index)
    if old is not None and len(old.tiles) == size:
        meld = replace(old, type=str(edit.type), from_seat=edit.from_seat)
        melds = tuple(meld if m is old else m for m in hand.melds)
        return replace(draft, hand=replace(hand, melds=melds))
    hand = _opened(hand, edit.index)
    tiles = _from(hand, edit.index, size)
    called = None if edit.type == MeldType.ANKAN else tiles[0]
    hand = replace(
        hand,
        concealed=tuple(i for i in hand.concealed if i not in tiles),
        win=None if hand.win in tiles else hand.win,
        melds=(*hand.melds, MeldReading(str(edit.type), tiles, called, edit.from_seat)),
        splits=(),
    )
    return _grouped(draft, hand, draft.faces)


@_apply.register
def _(edit: Uncall, draft: Draft) -> Draft:
    hand = _hand(draft)
    if _meld_at(hand, edit.index) is None:
        raise EditError("not_called")
    return _grouped(draft, replace(_opened(hand, edit.index), splits=()), draft.faces)


@_apply.register
def _(edit: SetContext, draft: Draft) -> Draft:
    change = _implied(edit, draft.context) | {edit.field: edit.value}
    context = replace(draft.context, **change)
    if context.discarder == context.seat_wind:
        context = replace(context, discarder=None)
    if context.pao == context.seat_wind:
        context = replace(context, pao=None)
    said = {"winner" if field == "seat_wind" else field for field in change}
    return replace(draft, context=context, asks=draft.asks - said)


def _implied(edit: SetContext, was: WinContext) -> dict[str, Any]:
    """Return what else is so when a person says ``edit``; the last tile stays the last."""
    last = was.haitei or was.houtei
    match edit.field, edit.value:
        case "tsumo", True:
            haitei = last and not was.rinshan
            return {"haitei": haitei, "houtei": False, "chankan": False, "discarder": None}
        case "tsumo", False:
            gone = {"haitei": False, "rinshan": False, "tenhou": False, "chiihou": False}
            return {**gone, "houtei": last}
        case "riichi", Riichi.NONE:
            return {"ippatsu": False}
        case "haitei" | "rinshan" | "tenhou" | "chiihou", True:
            return {"tsumo": True, "houtei": False, "chankan": False, "discarder": None}
        case ("houtei" | "chankan", True):
            return {"tsumo": False, "haitei": False, "rinshan": False}
    return {}


@_apply.register
def _(edit: SetRules, draft: Draft) -> Draft:
    if edit.name not in rule_set_names():
        raise EditError("no_rules")
    rules = load_rules(edit.name)
    return replace(draft, rules=rules, context=replace(draft.context, players=rules.players))


@_apply.register
def _(edit: ChooseOption, draft: Draft) -> Draft:
    hand = _hand(draft)
    if edit.number >= len(hand.options):
        raise EditError("no_option")
    faces = dict(zip(indices_of(hand), hand.options[edit.number], strict=True))
    return replace(_grouped(draft, replace(hand, options=()), draft.faces | faces), confirmed=True)


@_apply.register
def _(edit: ChooseSplit, draft: Draft) -> Draft:
    splits = _hand(draft).splits
    if edit.number >= len(splits):
        raise EditError("no_option")
    return replace(draft, hand=replace(splits[edit.number], splits=()), confirmed=True)


@_apply.register
def _(edit: ChooseHand, draft: Draft) -> Draft:
    if edit.number >= len(draft.reading.hands):
        raise EditError("no_hand")
    return replace(draft, hand=draft.reading.hands[edit.number], confirmed=False)


@_apply.register
def _(edit: Confirm, draft: Draft) -> Draft:
    return replace(draft, confirmed=True)


def _hand(draft: Draft) -> HandReading:
    if draft.hand is None:
        raise EditError("no_hand")
    return draft.hand


def _checked(draft: Draft, index: int) -> Draft:
    if index >= len(draft.reading.detections):
        raise EditError("no_tile")
    return draft


def _without(indices: tuple[int, ...], index: int) -> tuple[int, ...]:
    return tuple(i for i in indices if i != index)


def _meld_at(hand: HandReading, index: int) -> MeldReading | None:
    return next((meld for meld in hand.melds if index in meld.tiles), None)


def _opened(hand: HandReading, index: int) -> HandReading:
    """Return ``hand`` with the called set of ``index``, if any, back among the concealed tiles."""
    meld = _meld_at(hand, index)
    if meld is None:
        return hand
    melds = tuple(m for m in hand.melds if m is not meld)
    return replace(hand, concealed=(*hand.concealed, *meld.tiles), melds=melds)


def _from(hand: HandReading, index: int, size: int) -> tuple[int, ...]:
    """Return ``size`` neighbours in the concealed row, the tile ``index`` first of them."""
    if index not in hand.concealed:
        raise EditError("no_tile")
    start = hand.concealed.index(index)
    tiles = hand.concealed[start : start + size]
    if len(tiles) < size:
        raise EditError("set_too_short")
    return tiles


def _grouped(draft: Draft, hand: HandReading, faces: Mapping[int, str]) -> Draft:
    """Return ``draft`` with ``hand``; its faces, options and splits brought into its new order.

    ``hand.options`` are still in the order of ``draft.hand``.
    """
    order = indices_of(hand)
    before = () if draft.hand is None else indices_of(draft.hand)
    options = [{**faces, **dict(zip(before, option, strict=True))} for option in hand.options]
    hand = replace(
        hand,
        faces=tuple(faces[i] for i in order),
        options=tuple(tuple(option[i] for i in order) for option in options),
        splits=tuple(_faced(split, faces) for split in hand.splits),
    )
    return replace(draft, hand=hand)


def _faced(hand: HandReading, faces: Mapping[int, str]) -> HandReading:
    return replace(hand, faces=tuple(faces[i] for i in indices_of(hand)))


def _settled(draft: Draft, was: Draft) -> Draft:
    """Return ``draft``, confirmed when the last doubtful tile of ``was`` has been said."""
    split = draft.hand is not None and draft.hand.splits
    doubts_gone = bool(was.doubtful) and not draft.doubtful and not split
    return replace(draft, confirmed=draft.confirmed or doubts_gone)
