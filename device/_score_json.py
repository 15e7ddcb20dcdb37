"""A win as a JSON record, and its score as one: the lines of ``jantaku score --jsonl``."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Final, TypeVar

from scorer import (
    TENHOU,
    Hand,
    Meld,
    MeldType,
    Riichi,
    Rules,
    Score,
    ScoringError,
    Tile,
    WinContext,
    Wind,
    change_rules,
    load_rules,
    nagashi_mangan,
    parse_tiles,
    rule_set_names,
    score,
)

T = TypeVar("T")
D = TypeVar("D")
Record = Mapping[str, Any]

_FLAGS: Final = (
    "ippatsu",
    "rinshan",
    "chankan",
    "haitei",
    "houtei",
    "tenhou",
    "chiihou",
    "renhou",
    "first_turn",
    "paarenchan",
    "discarder_in_riichi",
)
_MAJSOUL: Final = load_rules("mahjong-soul").double_yakuman
_DOUBLES: Final[Mapping[object, tuple[str, ...]]] = {
    False: (),
    True: _MAJSOUL,
    "majsoul": _MAJSOUL,
    "daisuushii only": ("daisuushii",),
}
#: Words of other programs' rules, each with the options that it changes.
_RULE_WORDS: Final[Mapping[str, Callable[[bool, Rules], dict[str, Any]]]] = {
    "aka": lambda on, rules: {} if on else {"red_fives": (0, 0, 0)},
    "ura": lambda on, rules: {"ura_dora": on, "kan_ura": on and rules.kan_ura},
    "kazoe": lambda on, rules: {"kazoe": "yakuman" if on else "sanbaiman"},
    "multiple_yakuman": lambda on, rules: {} if on else {"yakuman_cap": 1},
    "double_yakuman": lambda on, rules: {"double_yakuman": _DOUBLES[on]},
    "renpuu_pair_2fu": lambda on, rules: {"double_wind_pair_fu": 2 if on else 4},
    "pao": lambda on, rules: {} if on else {"pao": ()},
}
_NO_RULES: Final = ("go_type", "disp", "note", "base")
#: Words that no option of ``Rules`` has too: true or false only.
_SWITCHES: Final = ("aka", "ura", "multiple_yakuman", "renpuu_pair_2fu")
_MOST: Final = 999
_SEATS: Final = ("who", "from_who", "oya", "pao_who")
_TOLD: Final = (
    "hand", "win_tile", "tsumo", "melds", "nuki", "seat_wind", "round_wind", "dealer", "riichi",
    "open_riichi", *_FLAGS, "nagashi_mangan", "dora_indicators", "ura_indicators", "honba",
    "riichi_sticks", "players", "rules", *_SEATS, "second_winner",
)  # fmt: skip
_MELD_TOLD: Final = ("type", "tiles", "called_tile", "from", "added_tile")
#: Fields of collections of wins that change no score.
_BESIDE: Final = (
    "source", "platform", "tier", "not_recorded", "expected", "note", "id", "scores",
    "nuki_inferred", "tile_count_ok", "hand_tile_count_ok", "scoring", "dora_tiles",
    "fixed_decomposition", "shape_only_han", "wait_shape", "dora_han_given",
)  # fmt: skip


_KINDS: Final[Mapping[type, str]] = {
    bool: "true or false", int: "a whole number", str: "a text", list: "a list",
}  # fmt: skip


def _bad(message: str) -> ScoringError:
    return ScoringError("bad_record", message)


def _get(record: Record, key: str, kind: type[T], default: D) -> T | D:
    value = record.get(key)
    if value is None:
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise _bad(f"{key} must be {_KINDS[kind]}, and is {reprlib.repr(value)}.")
    return value


def _count(record: Record, key: str) -> int:
    count = _get(record, key, int, 0)
    if count > _MOST:
        raise _bad(f"{key} can not be more than {_MOST}.")
    return count


def _check_fields(record: Record, what: str, known: Sequence[str], beside: Sequence[str]) -> None:
    unknown = next((key for key in record if key not in known and key not in beside), None)
    if unknown is not None:
        near = get_close_matches(unknown, known, n=1, cutoff=0.5)
        hint = f" (did you mean {near[0]}?)." if near else "; take it away."
        raise _bad(f"There is no field {reprlib.repr(unknown)} of a {what}{hint}")


def _tiles(text: object, key: str) -> tuple[Tile, ...]:
    try:
        if not isinstance(text, str | list) or not all(isinstance(part, str) for part in text):
            raise ValueError(f"found {reprlib.repr(text)}")
        return parse_tiles("".join(text))
    except ValueError as error:
        raise _bad(f"{key} must be tiles in mpsz such as 123m406p11z: {error}.") from error


def _tile(text: object, key: str) -> Tile | None:
    if text is None:
        return None
    tiles = _tiles(text, key)
    if len(tiles) != 1:
        raise _bad(f"{key} must be one tile such as 5p, and is {reprlib.repr(text)}.")
    return tiles[0]


def _enum(kind: Callable[[Any], T], value: object, key: str) -> T:
    try:
        return kind(value)
    except (KeyError, TypeError, ValueError) as error:
        raise _bad(f"{key} can not be {reprlib.repr(value)}.") from error


def _meld(record: object) -> Meld:
    if not isinstance(record, Mapping):
        raise _bad(f"a meld must be an object with type and tiles, and is {reprlib.repr(record)}.")
    _check_fields(record, "meld", _MELD_TOLD, ())
    return Meld(
        _enum(MeldType, record.get("type"), "the type of a meld"),
        _tiles(record.get("tiles", ""), "the tiles of a meld"),
        _tile(record.get("called_tile"), "called_tile"),
        _get(record, "from", int, 0),
        _tile(record.get("added_tile"), "added_tile"),
    )


def _hand(record: Record) -> Hand:
    win_tile = _tile(record.get("win_tile"), "win_tile")
    if win_tile is None:
        raise _bad("win_tile is missing: name the tile that completed the hand.")
    return Hand(
        _tiles(record.get("hand", ""), "hand"),
        win_tile,
        tuple(_meld(meld) for meld in _get(record, "melds", list, [])),
        _get(record, "nuki", int, 0),
    )


def _wind(value: object, key: str) -> Wind:
    return _enum(lambda name: Wind[name], value, key)


def _wind_without_value(hand: Hand, winds: Sequence[Wind], key: str) -> Wind:
    """Return one of ``winds`` that can not change the hand's value: it holds no two of it."""
    kinds = [tile.kind for tile in hand.concealed]
    kinds += [tile.kind for meld in hand.melds for tile in meld.tiles]
    free = [wind for wind in winds if kinds.count(27 + wind) < 2]
    if not free:
        raise _bad(f"{key} is missing, and the hand holds winds that it gives a value.")
    return free[0]


def _told_seat_wind(record: Record, sides: int) -> Wind | None:
    """Return the winner's wind as ``seat_wind`` or ``who`` and ``oya`` tell it."""
    told = record.get("seat_wind")
    seated = _seat(record, "who", sides)
    if told is None:
        return seated
    wind = _wind(told, "seat_wind")
    if seated not in (None, wind):
        raise _bad(
            f"The seat wind {wind.name} contradicts who {record['who']} and oya {record['oya']}, "
            f"by which the winner is {Wind(seated).name}."
        )
    return wind


def _seat_wind(record: Record, hand: Hand, players: int) -> Wind:
    dealer = _get(record, "dealer", bool, None)
    wind = _told_seat_wind(record, _sides(record, players))
    if wind is not None:
        if dealer not in (None, wind is Wind.E):
            raise _bad(f"dealer and the seat wind {wind.name} contradict each other.")
        return wind
    if dealer is None:
        raise _bad("seat_wind is missing: E, S, W or N of the winner.")
    return Wind.E if dealer else _wind_without_value(hand, tuple(Wind)[1:players], "seat_wind")


def _round_wind(record: Record, hand: Hand) -> Wind:
    told = record.get("round_wind")
    if told is not None:
        return _wind(told, "round_wind")
    return _wind_without_value(hand, tuple(Wind), "round_wind")


def _numbers(record: Record) -> list[int]:
    found = [_get(record, key, int, -1) for key in _SEATS if record.get(key) is not None]
    if any(not 0 <= number <= 3 for number in found):
        raise _bad("who, from_who, oya and pao_who are seat numbers from 0 to 3.")
    return found


def _sides(record: Record, players: int) -> int:
    """Return how many seats are counted: three players may leave one of four empty."""
    if players == 3 and (record.get("seat_wind") == "N" or 3 in _numbers(record)):
        return 4
    return players


def _seat(record: Record, key: str, sides: int) -> Wind | None:
    """Return the wind of the seat number under ``key``, ``None`` where nobody said."""
    if record.get(key) is None or record.get("oya") is None:
        return None
    if max(_numbers(record)) >= sides:
        raise _bad(f"Of {sides} players there is no seat {max(_numbers(record))}; count from 0.")
    return Wind((record[key] - record["oya"]) % sides)


def _discarder(record: Record, tsumo: bool, sides: int) -> Wind | None:
    """Return who dealt in; a tsumo may name its winner as the seat that the tile came from."""
    if not tsumo:
        return _seat(record, "from_who", sides)
    source, winner = record.get("from_who"), record.get("who")
    if source not in (None, winner):
        raise _bad(
            f"A tsumo has no discarder, yet from_who is {source} and who is {winner}; make it a "
            "ron or take from_who away."
        )
    return None


def _riichi(record: Record) -> Riichi:
    declared = _enum(Riichi, _get(record, "riichi", str, "none"), "riichi")
    if _get(record, "open_riichi", bool, False):
        if declared is Riichi.NONE:
            raise _bad("open_riichi needs riichi: riichi or double; or take open_riichi away.")
        return {Riichi.RIICHI: Riichi.OPEN, Riichi.DOUBLE: Riichi.OPEN_DOUBLE}.get(
            declared, declared
        )
    return declared


def _indicators(record: Record, key: str) -> tuple[Tile, ...]:
    found = record.get(key)
    return () if found is None else _tiles(found, key)


def _takes_counters(record: Record) -> bool:
    """Tell whether honba and sticks go to this winner: not to the later one of a double ron."""
    later = record.get("second_winner")
    if later not in (None, True, False, *range(4)):
        raise _bad(f"second_winner must be a seat from 0 to 3, and is {reprlib.repr(later)}.")
    return later is None or (later is not True and later != record.get("who"))


def _context(record: Record, hand: Hand) -> WinContext:
    tsumo = _get(record, "tsumo", bool, False)
    players = _players(record)
    sides = _sides(record, players)
    takes = _takes_counters(record)
    return WinContext(
        tsumo=tsumo,
        seat_wind=_seat_wind(record, hand, players),
        round_wind=_round_wind(record, hand),
        riichi=_riichi(record),
        dora_indicators=_indicators(record, "dora_indicators"),
        ura_indicators=_indicators(record, "ura_indicators"),
        honba=_count(record, "honba") if takes else 0,
        riichi_sticks=_count(record, "riichi_sticks") if takes else 0,
        discarder=_discarder(record, tsumo, sides),
        pao=_seat(record, "pao_who", sides),
        players=players,
        **{flag: _flag(record, flag) for flag in _FLAGS},
    )


def _flag(record: Record, flag: str) -> bool:
    """Return whether ``flag`` is set; paarenchan may be told as a count of wins."""
    value = record.get(flag)
    if flag == "paarenchan" and isinstance(value, int) and value >= 0:
        return value > 0
    return _get(record, flag, bool, False)


def _players(record: Record) -> int:
    players = _get(record, "players", int, 4)
    if players not in (2, 3, 4):
        raise _bad("players must be 2, 3 or 4.")
    return players


def _base(record: Record, name: object) -> Rules:
    """Return the rules that options change: those named, else Tenhou's for the players."""
    if name is not None:
        if not isinstance(name, str) or name not in rule_set_names():
            raise _bad(f"base must be the name of a rule set, and is {reprlib.repr(name)}.")
        return load_rules(name)
    return {2: load_rules("two-player"), 3: load_rules("sanma-tenhou")}.get(
        _players(record), TENHOU
    )


def _changed(rules: Rules, word: str, value: object) -> Rules:
    """Return ``rules`` with one rule of a record changed, in its words or in those of ``Rules``."""
    if word in _RULE_WORDS and isinstance(value, bool):
        return replace(rules, **_RULE_WORDS[word](value, rules))
    if word == "double_yakuman" and isinstance(value, str) and value in _DOUBLES:
        return replace(rules, double_yakuman=_DOUBLES[value])
    if word in _SWITCHES:
        raise _bad(f"The rule {word} must be true or false, and is {reprlib.repr(value)}.")
    return change_rules(rules, {word: value})


def rules_of(record: Record) -> Rules:
    """Return the rules of a record: the name or TOML text of a rule set, or an object of options.

    Options change the Tenhou rules for the record's players.  Beside the options of ``Rules`` the
    words ``aka``, ``ura``, ``kazoe``, ``multiple_yakuman``, ``double_yakuman``,
    ``renpuu_pair_2fu`` and ``pao`` of the common record formats are known.
    Raises ``ScoringError`` for an unknown rule.
    """
    given = record.get("rules")
    if isinstance(given, str) and given.strip():
        return load_rules(given)
    if not isinstance(given, Mapping | None):
        raise _bad(f"rules must be a name or an object, and is {reprlib.repr(given)}.")
    given = given or {}
    rules = _base(record, given.get("base"))
    for word, value in given.items():
        if word not in _NO_RULES:
            rules = _changed(rules, word, value)
    return rules


def win_of(record: Record) -> tuple[Hand, WinContext, Rules]:
    """Return the hand, the circumstances and the rules that a record tells.

    Raises ``ScoringError`` (``bad_record``) for a record that tells them wrongly.
    """
    hand = _hand(record)
    return hand, _context(record, hand), rules_of(record)


def _deltas(record: Record, result: Score, players: int) -> list[int] | None:
    """Return the deltas in the order of the record's seats, ``None`` where it names no dealer.

    Of three players at four sides the empty seat is told as 0, or left out where it is the last.
    """
    dealer = record.get("oya")
    if dealer is None or not result.deltas:
        return None
    sides = _sides(record, players)
    winds = [Wind((seat - dealer) % sides) for seat in range(sides)]
    if sides == players:
        return [result.deltas[wind] for wind in winds]
    if 3 in _numbers(record):
        return [result.deltas.get(wind, 0) for wind in winds]
    other = result.deltas.get(winds.pop(), 0)
    return [result.deltas.get(wind, other) for wind in winds]


def _answer(record: Record, result: Score, context: WinContext) -> dict[str, Any]:
    return {
        "yaku": [[yaku.id, yaku.han] for yaku in result.yaku if not yaku.yakuman],
        "dora": result.dora + result.kita,
        "uradora": result.uradora,
        "akadora": result.akadora,
        "kita": result.kita,
        "han": result.han,
        "fu": result.fu,
        "points": result.points,
        "limit": result.limit or None,
        "yakuman": list(result.yakuman),
        "deltas": _deltas(record, result, context.players),
        "fu_items": [[item.reason, item.fu, item.tiles] for item in result.fu_items],
        "decomposition": list(result.decomposition),
        "rules": result.rules,
        "notes": list(result.notes),
    }


def _scored(record: Record) -> tuple[WinContext, Score]:
    _check_fields(record, "win", _TOLD, _BESIDE)
    _numbers(record)
    if _get(record, "nagashi_mangan", bool, False):
        nobody = Hand((), Tile(0))
        context = _context(record, nobody)
        return context, nagashi_mangan(context, rules_of(record))
    hand, context, rules = win_of(record)
    return context, score(hand, context, rules)


def score_record(record: Record) -> dict[str, Any]:
    """Return the score of the win that ``record`` tells, or ``{"error": {"code", "message"}}``.

    The record has ``hand`` (concealed tiles with the winning one, mpsz), ``win_tile``, ``tsumo``
    and, where they apply, ``melds``, ``nuki``, ``seat_wind``, ``round_wind``, ``riichi``, the
    flags of ``WinContext``, ``nagashi_mangan``, ``dora_indicators``, ``ura_indicators``, ``honba``,
    ``riichi_sticks``, ``players``, ``rules`` and the seat numbers ``who``, ``from_who``, ``oya``,
    ``pao_who``.  Any other field is refused but those that say where a win comes from.  The
    answer's ``dora`` counts norths set aside too, ``deltas`` are in the order of the seat numbers.
    """
    try:
        context, result = _scored(record)
    except ScoringError as error:
        return {"error": {"code": error.code, "message": error.message}}
    return _answer(record, result, context)
