"""A win as a JSON record tells it: the hand, the seats and winds, how it was won."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import Final

from device._record_rules import rules_of
from device._record_values import (
    Record,
    check_fields,
    count_of,
    field_of,
    players_of,
    refusal,
    tile_of,
    tiles_of,
    value_of,
)
from scorer import (
    Hand,
    Meld,
    MeldType,
    Riichi,
    Rules,
    Tile,
    WinContext,
    Wind,
)

FLAGS: Final = (
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
SEATS: Final = ("who", "from_who", "oya", "pao_who")
_MELD_TOLD: Final = ("type", "tiles", "called_tile", "from", "added_tile")


def _meld(record: object) -> Meld:
    if not isinstance(record, Mapping):
        raise refusal(
            f"a meld must be an object with type and tiles, and is {reprlib.repr(record)}."
        )
    check_fields(record, "meld", _MELD_TOLD, ())
    return Meld(
        value_of(MeldType, record.get("type"), "the type of a meld"),
        tiles_of(record.get("tiles", ""), "the tiles of a meld"),
        tile_of(record.get("called_tile"), "called_tile"),
        field_of(record, "from", int, 0),
        tile_of(record.get("added_tile"), "added_tile"),
    )


def hand_of(record: Record) -> Hand:
    """Return the hand; ``win_tile`` must be there."""
    win_tile = tile_of(record.get("win_tile"), "win_tile")
    if win_tile is None:
        raise refusal("win_tile is missing: name the tile that completed the hand.")
    return Hand(
        tiles_of(record.get("hand", ""), "hand"),
        win_tile,
        tuple(_meld(meld) for meld in field_of(record, "melds", list, [])),
        field_of(record, "nuki", int, 0),
    )


def _wind(value: object, key: str) -> Wind:
    return value_of(lambda name: Wind[name], value, key)


def _wind_without_value(hand: Hand, winds: Sequence[Wind], key: str) -> Wind:
    """Return one of ``winds`` that can not change the hand's value: it holds no two of it."""
    kinds = [tile.kind for tile in hand.concealed]
    kinds += [tile.kind for meld in hand.melds for tile in meld.tiles]
    free = [wind for wind in winds if kinds.count(27 + wind) < 2]
    if not free:
        raise refusal(f"{key} is missing, and the hand holds winds that it gives a value.")
    return free[0]


def _told_seat_wind(record: Record, sides: int) -> Wind | None:
    """Return the winner's wind as ``seat_wind`` or ``who`` and ``oya`` tell it."""
    told = record.get("seat_wind")
    seated = _seat(record, "who", sides)
    if told is None:
        return seated
    wind = _wind(told, "seat_wind")
    if seated not in (None, wind):
        raise refusal(
            f"The seat wind {wind.name} contradicts who {record['who']} and oya {record['oya']}, "
            f"by which the winner is {Wind(seated).name}."
        )
    return wind


def _seat_wind(record: Record, hand: Hand, players: int) -> Wind:
    dealer = field_of(record, "dealer", bool, None)
    wind = _told_seat_wind(record, sides_of(record, players))
    if wind is not None:
        if dealer not in (None, wind is Wind.E):
            raise refusal(f"dealer and the seat wind {wind.name} contradict each other.")
        return wind
    if dealer is None:
        raise refusal("seat_wind is missing: E, S, W or N of the winner.")
    return Wind.E if dealer else _wind_without_value(hand, tuple(Wind)[1:players], "seat_wind")


def _round_wind(record: Record, hand: Hand) -> Wind:
    told = record.get("round_wind")
    if told is not None:
        return _wind(told, "round_wind")
    return _wind_without_value(hand, tuple(Wind), "round_wind")


def seat_numbers(record: Record) -> list[int]:
    """Return the seat numbers that the record tells, from 0 to 3."""
    found = [field_of(record, key, int, -1) for key in SEATS if record.get(key) is not None]
    if any(not 0 <= number <= 3 for number in found):
        raise refusal("who, from_who, oya and pao_who are seat numbers from 0 to 3.")
    return found


def sides_of(record: Record, players: int) -> int:
    """Return how many seats are counted: three players may leave one of four empty."""
    if players == 3 and (record.get("seat_wind") == "N" or 3 in seat_numbers(record)):
        return 4
    return players


def _seat(record: Record, key: str, sides: int) -> Wind | None:
    """Return the wind of the seat number under ``key``, ``None`` where nobody said."""
    if record.get(key) is None or record.get("oya") is None:
        return None
    if max(seat_numbers(record)) >= sides:
        raise refusal(
            f"Of {sides} players there is no seat {max(seat_numbers(record))}; count from 0."
        )
    return Wind((record[key] - record["oya"]) % sides)


def _discarder(record: Record, tsumo: bool, sides: int) -> Wind | None:
    """Return who dealt in; a tsumo may name its winner as the seat that the tile came from."""
    if not tsumo:
        return _seat(record, "from_who", sides)
    source, winner = record.get("from_who"), record.get("who")
    if source not in (None, winner):
        raise refusal(
            f"A tsumo has no discarder, yet from_who is {source} and who is {winner}; make it a "
            "ron or take from_who away."
        )
    return None


def _riichi(record: Record) -> Riichi:
    declared = value_of(Riichi, field_of(record, "riichi", str, "none"), "riichi")
    if field_of(record, "open_riichi", bool, False):
        if declared is Riichi.NONE:
            raise refusal("open_riichi needs riichi: riichi or double; or take open_riichi away.")
        return {Riichi.RIICHI: Riichi.OPEN, Riichi.DOUBLE: Riichi.OPEN_DOUBLE}.get(
            declared, declared
        )
    return declared


def _indicators(record: Record, key: str) -> tuple[Tile, ...]:
    found = record.get(key)
    return () if found is None else tiles_of(found, key)


def _takes_counters(record: Record) -> bool:
    """Tell whether honba and sticks go to this winner: not to the later one of a double ron."""
    later = record.get("second_winner")
    if later not in (None, True, False, *range(4)):
        raise refusal(f"second_winner must be a seat from 0 to 3, and is {reprlib.repr(later)}.")
    return later is None or (later is not True and later != record.get("who"))


def context_of(record: Record, hand: Hand) -> WinContext:
    """Return how ``hand`` was won."""
    tsumo = field_of(record, "tsumo", bool, False)
    players = players_of(record)
    sides = sides_of(record, players)
    takes = _takes_counters(record)
    return WinContext(
        tsumo=tsumo,
        seat_wind=_seat_wind(record, hand, players),
        round_wind=_round_wind(record, hand),
        riichi=_riichi(record),
        dora_indicators=_indicators(record, "dora_indicators"),
        ura_indicators=_indicators(record, "ura_indicators"),
        honba=count_of(record, "honba") if takes else 0,
        riichi_sticks=count_of(record, "riichi_sticks") if takes else 0,
        discarder=_discarder(record, tsumo, sides),
        pao=_seat(record, "pao_who", sides),
        players=players,
        **{flag: _flag(record, flag) for flag in FLAGS},
    )


def _flag(record: Record, flag: str) -> bool:
    """Return whether ``flag`` is set; paarenchan may be told as a count of wins."""
    value = record.get(flag)
    if flag == "paarenchan" and isinstance(value, int) and value >= 0:
        return value > 0
    return field_of(record, flag, bool, False)


def win_of(record: Record) -> tuple[Hand, WinContext, Rules]:
    """Return the hand, the circumstances and the rules that a record tells.

    Raises ``ScoringError`` (``bad_record``) for a record that tells them wrongly.
    """
    hand = hand_of(record)
    return hand, context_of(record, hand), rules_of(record)
