"""A win as a JSON record, and its score as one: the lines of ``jantaku score --jsonl``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
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
    score,
)

T = TypeVar("T")
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
_NO_RULES: Final = ("go_type", "disp", "note")


def _bad(message: str) -> ScoringError:
    return ScoringError("bad_record", message)


def _get(record: Record, key: str, kind: type[T], default: T) -> T:
    value = record.get(key)
    if value is None:
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise _bad(f"{key} must be a {kind.__name__}, and is {value!r}.")
    return value


def _tiles(text: object, key: str) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text if isinstance(text, str) else "".join(text))  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise _bad(f"{key} must be tiles in mpsz such as 123m406p11z: {error}.") from error


def _tile(text: object, key: str) -> Tile | None:
    if text is None:
        return None
    tiles = _tiles(text, key)
    if len(tiles) != 1:
        raise _bad(f"{key} must be one tile such as 5p, and is {text!r}.")
    return tiles[0]


def _enum(kind: Callable[[Any], T], value: object, key: str) -> T:
    try:
        return kind(value)
    except (KeyError, TypeError, ValueError) as error:
        raise _bad(f"{key} can not be {value!r}.") from error


def _meld(record: object) -> Meld:
    if not isinstance(record, Mapping):
        raise _bad(f"a meld must be an object with type and tiles, and is {record!r}.")
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


def _seat_wind(record: Record, hand: Hand, players: int) -> Wind:
    told = record.get("seat_wind")
    dealer = record.get("dealer")
    if told is not None:
        wind = _wind(told, "seat_wind")
        if dealer not in (None, wind is Wind.E):
            raise _bad(f"dealer and the seat wind {wind.name} contradict each other.")
        return wind
    if not isinstance(dealer, bool):
        raise _bad("seat_wind is missing: E, S, W or N of the winner.")
    return Wind.E if dealer else _wind_without_value(hand, tuple(Wind)[1:players], "seat_wind")


def _round_wind(record: Record, hand: Hand) -> Wind:
    told = record.get("round_wind")
    if told is not None:
        return _wind(told, "round_wind")
    return _wind_without_value(hand, tuple(Wind), "round_wind")


def _seat(record: Record, key: str, players: int) -> Wind | None:
    """Return the wind of the seat number under ``key``, ``None`` where nobody said."""
    seat = record.get(key)
    dealer = record.get("oya")
    if not isinstance(seat, int) or not isinstance(dealer, int):
        return None
    return Wind((seat - dealer) % players)


def _riichi(record: Record) -> Riichi:
    declared = _enum(Riichi, record.get("riichi") or "none", "riichi")
    if _get(record, "open_riichi", bool, False):
        return {Riichi.RIICHI: Riichi.OPEN, Riichi.DOUBLE: Riichi.OPEN_DOUBLE}.get(
            declared, declared
        )
    return declared


def _indicators(record: Record, key: str) -> tuple[Tile, ...]:
    found = record.get(key) or ()
    return _tiles(found, key)


def _takes_counters(record: Record) -> bool:
    """Tell whether honba and sticks go to this winner: not to the later one of a double ron."""
    later = record.get("second_winner")
    return later is None or (later is not True and later != record.get("who"))


def _context(record: Record, hand: Hand) -> WinContext:
    tsumo = _get(record, "tsumo", bool, False)
    players = _get(record, "players", int, 4)
    takes = _takes_counters(record)
    return WinContext(
        tsumo=tsumo,
        seat_wind=_seat_wind(record, hand, players),
        round_wind=_round_wind(record, hand),
        riichi=_riichi(record),
        dora_indicators=_indicators(record, "dora_indicators"),
        ura_indicators=_indicators(record, "ura_indicators"),
        honba=_get(record, "honba", int, 0) if takes else 0,
        riichi_sticks=_get(record, "riichi_sticks", int, 0) if takes else 0,
        discarder=None if tsumo else _seat(record, "from_who", players),
        pao=_seat(record, "pao_who", players),
        players=players,
        **{flag: bool(record.get(flag)) for flag in _FLAGS},
    )


def _base(record: Record) -> Rules:
    return {
        2: load_rules("two-player"),
        3: load_rules("sanma-tenhou"),
    }.get(_get(record, "players", int, 4), TENHOU)


def _changed(rules: Rules, word: str, value: object) -> Rules:
    """Return ``rules`` with one rule of a record changed, in its words or in those of ``Rules``."""
    if word in _RULE_WORDS and isinstance(value, bool):
        return replace(rules, **_RULE_WORDS[word](value, rules))
    if word == "double_yakuman" and isinstance(value, str) and value in _DOUBLES:
        return replace(rules, double_yakuman=_DOUBLES[value])
    return change_rules(rules, {word: value})


def rules_of(record: Record) -> Rules:
    """Return the rules of a record: the name or TOML text of a rule set, or an object of options.

    Options change the Tenhou rules for the record's players.  Beside the options of ``Rules`` the
    words ``aka``, ``ura``, ``kazoe``, ``multiple_yakuman``, ``double_yakuman``,
    ``renpuu_pair_2fu`` and ``pao`` of the common record formats are known.
    Raises ``ScoringError`` for an unknown rule.
    """
    given = record.get("rules") or {}
    if isinstance(given, str):
        return load_rules(given)
    if not isinstance(given, Mapping):
        raise _bad(f"rules must be a name or an object, and is {given!r}.")
    rules = _base(record)
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
    """Return the deltas in the order of the record's seats, ``None`` where it names no dealer."""
    dealer = record.get("oya")
    if not isinstance(dealer, int) or not result.deltas:
        return None
    return [result.deltas[Wind((seat - dealer) % players)] for seat in range(players)]


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
    ``pao_who``.  The answer's ``dora`` counts norths set aside too, ``deltas`` are in the order
    of the seat numbers.
    """
    try:
        context, result = _scored(record)
    except ScoringError as error:
        return {"error": {"code": error.code, "message": error.message}}
    return _answer(record, result, context)
