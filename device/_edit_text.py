"""What a person corrected last in the hand on the page, said in a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from device._i18n import Language, text, tile_name
from device.page._draft import Draft
from device.page._edit import (
    AddSet,
    AddTile,
    Call,
    ChooseHand,
    ChooseOption,
    ChooseSplit,
    Confirm,
    RemoveTile,
    SetContext,
    SetRules,
    SetTile,
    SetWin,
    Uncall,
)
from scorer import Riichi, Wind
from scorer.names import name_of

#: Fields of the win whose yaku has the same name.
_YAKU: Final = ("ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou")

_RIICHI: Final = {
    Riichi.RIICHI: "riichi",
    Riichi.DOUBLE: "double_riichi",
    Riichi.OPEN: "open_riichi",
}


def last_edit_text(draft: Draft, lang: Language) -> str:
    """Return what the last correction of ``draft`` was, empty where there was none."""
    if draft.previous is None or draft.last is None:
        return ""
    return _TOLD[type(draft.last)](draft.last, draft.previous, lang)


def _face(index: int, before: Draft, lang: Language) -> str:
    return tile_name(lang, before.faces[index])


def _set_tile(edit: SetTile, before: Draft, lang: Language) -> str:
    return f"{_face(edit.index, before, lang)} → {tile_name(lang, edit.tile)}"


def _set_win(edit: SetWin, before: Draft, lang: Language) -> str:
    return f"{text(lang, 'role.win')} {_face(edit.index, before, lang)}"


def _add_tile(edit: AddTile, before: Draft, lang: Language) -> str:
    return f"+ {tile_name(lang, edit.tile)}"


def _add_set(edit: AddSet, before: Draft, lang: Language) -> str:
    return f"+ {text(lang, f'meld.{edit.type}')} {tile_name(lang, edit.tile)}"


def _remove(edit: RemoveTile, before: Draft, lang: Language) -> str:
    return f"− {_face(edit.index, before, lang)}"


def _call(edit: Call, before: Draft, lang: Language) -> str:
    return f"{text(lang, f'meld.{edit.type}')} {_face(edit.index, before, lang)}"


def _uncall(edit: Uncall, before: Draft, lang: Language) -> str:
    return text(lang, "picker.uncall")


def _set_context(edit: SetContext, before: Draft, lang: Language) -> str:
    field, value = edit.field, edit.value
    if field == "tsumo":
        return text(lang, "context.tsumo" if value else "context.ron")
    if field in _YAKU:
        return f"{name_of(field, lang)} {'+' if value else '−'}"
    return f"{_field_name(field, lang)}: {_value(value, lang)}"


def _field_name(field: str, lang: Language) -> str:
    return name_of("riichi", lang) if field == "riichi" else text(lang, f"context.{field}")


def _value(value: object, lang: Language) -> str:
    match value:
        case Wind():
            return text(lang, f"wind.{value.name}")
        case None | Riichi.NONE:
            return text(lang, "context.riichi.none")
        case Riichi():
            return name_of(_RIICHI[value], lang)
    return str(value)


def _same(key: str) -> Callable[[Any, Draft, Language], str]:
    return lambda edit, before, lang: text(lang, key)


_TOLD: Final[Mapping[type, Callable[[Any, Draft, Language], str]]] = {
    SetTile: _set_tile,
    SetWin: _set_win,
    AddTile: _add_tile,
    AddSet: _add_set,
    RemoveTile: _remove,
    Call: _call,
    Uncall: _uncall,
    SetContext: _set_context,
    SetRules: _same("change.rules"),
    ChooseOption: _same("hand.other_reading"),
    ChooseSplit: _same("hand.other_reading"),
    ChooseHand: _same("hand.other"),
    Confirm: _same("unsure.confirm"),
}
