"""What a person enters about a game, read from JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from device._reveal import SIDES
from device.page._edit import EditError, bad_edit, parsed, whole_number
from device.page._game import (
    Begin,
    CallOff,
    Declare,
    Exhausted,
    Foul,
    GameEdit,
    Honba,
    NoRiichi,
    Pay,
    Place,
    PutBack,
    Remove,
    Rename,
    Reopen,
    Stop,
    Take,
    TakeBack,
    TimeIsUp,
    Turn,
    WinByHand,
)
from scorer import Abort

#: The longest name of a player, in characters.
_LONGEST_NAME: Final = 24
_MOST_POINTS: Final = 1_000_000
_MOST_MOVES: Final = 1_000_000_000_000


def _player(body: Mapping[str, Any], key: str = "player") -> int:
    return whole_number(body.get(key), key, 0, 3)


def _perhaps_player(body: Mapping[str, Any], key: str) -> int | None:
    return None if body.get(key) is None else _player(body, key)


def _list(body: Mapping[str, Any], key: str) -> list[Any]:
    value = body.get(key, [])
    if not isinstance(value, list) or len(value) > len(SIDES):
        raise bad_edit(f"{key} must be a list of at most {len(SIDES)}")
    return value


def _players(body: Mapping[str, Any], key: str) -> tuple[int, ...]:
    return tuple(sorted({whole_number(value, key, 0, 3) for value in _list(body, key)}))


def _text(value: object, what: str, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest or not value.isprintable():
        raise bad_edit(f"{what} must be a text of at most {longest} characters")
    return value


def _side(value: object) -> str:
    if value not in SIDES:
        raise bad_edit(f"side must be one of {', '.join(SIDES)}")
    return str(value)


def _name(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise bad_edit("a name must be text without control characters")
    name = value.strip()
    if not name:
        raise EditError("name_missing")
    if len(name) > _LONGEST_NAME:
        raise EditError("name_too_long")
    return name


def _names(values: list[Any]) -> tuple[str, ...]:
    names = tuple(map(_name, values))
    if len(set(names)) < len(names):
        raise EditError("name_twice")
    return names


def _in_turn_order(sides: tuple[Any, ...]) -> bool:
    if any(side not in SIDES for side in sides):
        return False
    steps = [(SIDES.index(side) - SIDES.index(sides[0])) % len(SIDES) for side in sides]
    return steps == sorted(set(steps))


def _begin(body: Mapping[str, Any]) -> Begin:
    sides = tuple(_list(body, "sides"))
    if len(sides) < 2 or not _in_turn_order(sides):
        raise bad_edit(f"sides must be two to four of {', '.join(SIDES)}, in turn order")
    names = _names(_list(body, "names"))
    if len(names) != len(sides):
        raise bad_edit("there must be one name for each side")
    rules = body.get("rules")
    named = None if rules is None else _text(rules, "rules", 64)
    return Begin(names, sides, named, body.get("drop") is True)


def _exhausted(body: Mapping[str, Any]) -> Exhausted:
    return Exhausted(_players(body, "tenpai"), _players(body, "nagashi"))


def _call_off(body: Mapping[str, Any]) -> CallOff:
    kind = body.get("kind")
    if not isinstance(kind, str) or kind not in tuple(Abort):
        raise bad_edit(f"kind must be one of {', '.join(Abort)}")
    return CallOff(Abort(kind))


def _points(body: Mapping[str, Any]) -> int:
    value = body.get("points")
    if type(value) is not int or not 1 <= value <= _MOST_POINTS:
        raise EditError("points")
    return value


def _win(body: Mapping[str, Any]) -> WinByHand:
    """Nothing is taken for granted: a tsumo has the discarder ``null``."""
    for key in ("player", "discarder"):
        if key not in body or (key == "player" and body[key] is None):
            raise EditError(f"{key}_missing")
    return WinByHand(_player(body), _points(body), _perhaps_player(body, "discarder"))


def _pay(body: Mapping[str, Any]) -> Pay:
    amounts = _list(body, "deltas")
    deltas = [whole_number(value, "deltas", -_MOST_POINTS, _MOST_POINTS) for value in amounts]
    return Pay(tuple(deltas), whole_number(body.get("sticks", 0), "sticks", -99, 99))


def _foul(body: Mapping[str, Any]) -> Foul:
    return Foul(_player(body), _points(body))


_PARSERS: Final[dict[str, Callable[[Mapping[str, Any]], GameEdit]]] = {
    "begin": _begin,
    "riichi": lambda body: Declare(_player(body)),
    "no_riichi": lambda body: NoRiichi(_player(body)),
    "draw": _exhausted,
    "abort": _call_off,
    "chombo": lambda body: Foul(_player(body)),
    "penalty": _foul,
    "win": _win,
    "honba": lambda body: Honba(whole_number(body.get("count"), "count", 0, 99)),
    "pay": _pay,
    "stop": lambda _: Stop(),
    "time": lambda _: TimeIsUp(),
    "undo": lambda _: TakeBack(),
    "redo": lambda _: PutBack(),
    "remove": lambda body: Remove(whole_number(body.get("move"), "move", 1, _MOST_MOVES)),
    "rename": lambda body: Rename(_names(_list(body, "names"))),
    "turn": lambda body: Turn(_player(body)),
    "place": lambda body: Place(_player(body), _side(body.get("side"))),
    "take": lambda body: Take(_text(body.get("code"), "code", 32), _perhaps_player(body, "player")),
    "reopen": lambda body: Reopen(whole_number(body.get("hand"), "hand", 1, _MOST_MOVES)),
}


def parse_game_edit(body: object) -> GameEdit:
    """Return the entry a JSON object such as ``{"op": "riichi", "player": 2}`` asks for.

    Players are numbered from the first dealer, 0, in turn order.  Raises ``EditError``.
    """
    return parsed(body, _PARSERS, "an entry")
