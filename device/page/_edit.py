"""The corrections a person can make on the page, and how they are read from JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from detector import BACK, FACES, FLOWER
from device._i18n import text
from scorer import MeldType, Riichi, ScoringError, Wind

PLACES: Final = ("concealed", "win", "dora", "ura")
FLAGS: Final = (
    "tsumo", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou",
)  # fmt: skip
#: The highest number that begins a chi.
LAST_CHI: Final = 7
COUNTS: Final = {"honba": 99, "riichi_sticks": 99}


class EditError(Exception):
    """A correction that cannot be made: ``code`` names the sentence ``error.code`` of the page,
    ``detail`` says in English what a program did wrong.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(detail or text("en", f"error.{code}"))
        self.code = code


@contextmanager
def refusals() -> Iterator[None]:
    """Raise what the scorer refuses within as an ``EditError``."""
    try:
        yield
    except ScoringError as error:
        raise EditError(error.code, error.message) from error


@dataclass(frozen=True, slots=True)
class SetTile:
    """The tile at ``index`` of the reading's detections is ``tile``."""

    index: int
    tile: str


@dataclass(frozen=True, slots=True)
class SetWin:
    """The concealed tile at ``index`` is the winning tile."""

    index: int


@dataclass(frozen=True, slots=True)
class AddTile:
    """A tile the camera did not see lies at ``place`` (one of ``PLACES``)."""

    tile: str
    place: str


@dataclass(frozen=True, slots=True)
class AddSet:
    """A called set of ``type`` that the camera did not see; ``tile`` is its first."""

    type: MeldType
    tile: str

    @property
    def faces(self) -> tuple[str, ...]:
        """The tiles of the set; beside a red five the others are no red ones."""
        number, suit = int(self.tile[0]) or 5, self.tile[1]
        if self.type == MeldType.CHI:
            return (self.tile, f"{number + 1}{suit}", f"{number + 2}{suit}")
        return (self.tile, *[f"{number}{suit}"] * (2 if self.type == MeldType.PON else 3))


@dataclass(frozen=True, slots=True)
class RemoveTile:
    """There is no tile at ``index``."""

    index: int


@dataclass(frozen=True, slots=True)
class Call:
    """The tile at ``index`` belongs to a called set of ``type``.

    A concealed tile forms the set with its right-hand neighbours; the set of a tile that is
    called already changes its type.  ``from_seat`` as in ``scorer.Meld``.
    """

    index: int
    type: MeldType
    from_seat: int = 0


@dataclass(frozen=True, slots=True)
class Uncall:
    """The called set of the tile at ``index`` is part of the concealed hand."""

    index: int


@dataclass(frozen=True, slots=True)
class SetContext:
    """A field of ``scorer.WinContext`` has ``value``."""

    field: str
    value: bool | int | Wind | Riichi | None


@dataclass(frozen=True, slots=True)
class SetRules:
    """Score by the rule set ``name``."""

    name: str


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """The reading's other option number ``number`` (from 0) is right."""

    number: int


@dataclass(frozen=True, slots=True)
class ChooseSplit:
    """The reading's other grouping number ``number`` (from 0) is right."""

    number: int


@dataclass(frozen=True, slots=True)
class ChooseHand:
    """Hand ``number`` (from 0) of the reading is the winner's."""

    number: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """What is shown is right."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last correction back."""


@dataclass(frozen=True, slots=True)
class Recall:
    """Show the hand that has waited longest for an answer."""


@dataclass(frozen=True, slots=True)
class Forget:
    """The hands that wait for an answer were none."""


@dataclass(frozen=True, slots=True)
class Drop:
    """What is shown is no hand, or does not count: it is shown no more."""


@dataclass(frozen=True, slots=True)
class PutAside:
    """Show no hand, for one that is entered by hand; one without an answer waits for it."""


Edit = (
    SetTile | SetWin | AddTile | AddSet | RemoveTile | Call | Uncall | SetContext | SetRules
    | ChooseOption | ChooseSplit | ChooseHand | Confirm | Undo
    | Recall | Forget | Drop | PutAside
)  # fmt: skip


_Parsed = TypeVar("_Parsed")


def parsed(
    body: object, parsers: Mapping[str, Callable[[Mapping[str, Any]], _Parsed]], what: str
) -> _Parsed:
    """Return what the parser that the JSON object's ``op`` names makes of it.

    Raises ``EditError`` with code ``bad_edit`` where ``body`` is no such object, in the name of
    ``what`` it should be.
    """
    if not isinstance(body, Mapping):
        raise bad_edit(f"{what} is a JSON object")
    op = body.get("op")
    if not isinstance(op, str) or op not in parsers:
        raise bad_edit(f"op must be one of {', '.join(parsers)}")
    return parsers[op](body)


def bad_edit(message: str) -> EditError:
    """Return what a request deserves that is no edit."""
    return EditError("bad_edit", message)


def whole_number(value: object, what: str, low: int, top: int) -> int:
    """Return ``value``, a whole number from ``low`` to ``top``; raises ``EditError``."""
    if type(value) is not int or not low <= value <= top:
        raise bad_edit(f"{what} must be a whole number from {low} to {top}")
    return value


def _number(body: Mapping[str, Any], key: str, top: int = 999) -> int:
    return whole_number(body.get(key), key, 0, top)


def _face(body: Mapping[str, Any], back: bool = False) -> str:
    value = body.get("tile")
    if value not in FACES or value == FLOWER or (value == BACK and not back):
        raise bad_edit("tile must be a face such as 5p, 0p or 7z")
    return str(value)


def _choice(body: Mapping[str, Any], key: str, choices: tuple[str, ...]) -> str:
    value = body.get(key)
    if value not in choices:
        raise bad_edit(f"{key} must be one of {', '.join(choices)}")
    return str(value)


def _wind(value: object) -> Wind:
    if not isinstance(value, str) or value not in Wind.__members__:
        raise bad_edit("a wind must be one of E, S, W, N")
    return Wind[value]


def _context_value(field: str, body: Mapping[str, Any]) -> bool | int | Wind | Riichi | None:
    value = body.get("value")
    if field in FLAGS:
        if type(value) is not bool:
            raise bad_edit(f"{field} must be true or false")
        return value
    if field in COUNTS:
        return _number(body, "value", COUNTS[field])
    if field == "riichi":
        return Riichi(_choice(body, "value", tuple(Riichi)))
    if field in ("discarder", "pao") and value is None:
        return None
    return _wind(value)


def _set_context(body: Mapping[str, Any]) -> SetContext:
    fields = (*FLAGS, *COUNTS, "riichi", "seat_wind", "round_wind", "discarder", "pao")
    field = _choice(body, "field", fields)
    return SetContext(field, _context_value(field, body))


def _call(body: Mapping[str, Any]) -> Call:
    kind = MeldType(_choice(body, "type", tuple(MeldType)))
    seat = _number(body, "from", 3) if "from" in body else 0
    return Call(_number(body, "index"), kind, seat)


def _add_set(body: Mapping[str, Any]) -> AddSet:
    kind, tile = MeldType(_choice(body, "type", tuple(MeldType))), _face(body)
    if kind == MeldType.CHI and (tile[1] == "z" or int(tile[0]) > LAST_CHI):
        raise bad_edit("no chi begins with this tile")
    return AddSet(kind, tile)


def _set_rules(body: Mapping[str, Any]) -> SetRules:
    name = body.get("name")
    if not isinstance(name, str) or len(name) > 64:
        raise bad_edit("name must be the name of a rule set")
    return SetRules(name)


_PARSERS: Final[dict[str, Callable[[Mapping[str, Any]], Edit]]] = {
    "tile": lambda body: SetTile(_number(body, "index"), _face(body, back=True)),
    "win": lambda body: SetWin(_number(body, "index")),
    "add": lambda body: AddTile(_face(body), _choice(body, "place", PLACES)),
    "add_set": _add_set,
    "remove": lambda body: RemoveTile(_number(body, "index")),
    "call": _call,
    "uncall": lambda body: Uncall(_number(body, "index")),
    "context": _set_context,
    "rules": _set_rules,
    "option": lambda body: ChooseOption(_number(body, "number")),
    "split": lambda body: ChooseSplit(_number(body, "number")),
    "hand": lambda body: ChooseHand(_number(body, "number")),
    "confirm": lambda _: Confirm(),
    "undo": lambda _: Undo(),
    "recall": lambda _: Recall(),
    "forget": lambda _: Forget(),
    "drop": lambda _: Drop(),
    "aside": lambda _: PutAside(),
}


def parse_edit(body: object) -> Edit:
    """Return the edit a JSON object such as ``{"op": "tile", "index": 3, "tile": "5p"}`` asks for.

    Raises ``EditError`` with code ``bad_edit`` when it is none.
    """
    return parsed(body, _PARSERS, "an edit")
