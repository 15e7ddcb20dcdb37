"""From han and fu to points, and from points to who pays what."""

from __future__ import annotations

from typing import Final

from scorer._hand import WinContext, Wind
from scorer._rules import Rules

MANGAN: Final = 2000
YAKUMAN: Final = 8000
#: (least han, base points, name), the highest first.
LIMITS: Final = (
    (11, 6000, "sanbaiman"),
    (8, 4000, "baiman"),
    (6, 3000, "haneman"),
    (5, MANGAN, "mangan"),
)
LIMIT_BASE: Final = {name: base for _, base, name in LIMITS}
#: By the han, from five on.
_LIMIT_OF: Final = {
    han: next((base, name) for least, base, name in LIMITS if han >= least) for han in range(5, 13)
}
_YAKUMAN_NAMES: Final = {
    1: "yakuman",
    2: "double_yakuman",
    3: "triple_yakuman",
    4: "quadruple_yakuman",
    5: "quintuple_yakuman",
    6: "sextuple_yakuman",
}
#: (least han, units): points without fu, the highest first.
_UNITS: Final = ((11, 24), (8, 16), (6, 12), (4, 8), (3, 3), (2, 2), (1, 1))
_UNITS_OF_YAKUMAN: Final = 32
#: A non-dealer's ron on a yakuman.
_RON: Final = 4 * YAKUMAN

_SEATS: Final = {2: tuple(Wind)[:2], 3: tuple(Wind)[:3], 4: tuple(Wind)}


def seats(context: WinContext) -> tuple[Wind, ...]:
    """Return the seats in play, the dealer first.

    Three players sit E S W; where somebody is North, the table has four sides with one empty,
    and the third player is West if West is named and South otherwise.
    """
    if context.players != 3:
        return _SEATS[context.players]
    named = (context.seat_wind, context.discarder, context.pao)
    if Wind.N in named:
        return Wind.E, Wind.W if Wind.W in named else Wind.S, Wind.N
    return _SEATS[3]


def _kazoe(han: int, rules: Rules) -> tuple[int, str]:
    if rules.kazoe == "sanbaiman":
        return LIMIT_BASE["sanbaiman"], "sanbaiman"
    count = han // 13 if rules.kazoe == "no_limit" else 1
    return YAKUMAN * count, "kazoe_yakuman"


def _limit(han: int, rules: Rules) -> tuple[int, str]:
    if han >= 13:
        return _kazoe(han, rules)
    return _LIMIT_OF[han]


def _units(han: int, rules: Rules) -> tuple[int, str]:
    """Return base points and limit where points are multiples of a unit and fu do not count."""
    limit = _limit(max(han, 5), rules)[1] if han >= 4 else ""
    if limit == "kazoe_yakuman":
        return _kazoe(han, rules)[0] * rules.multiplier_unit * _UNITS_OF_YAKUMAN // _RON, limit
    units = next(units for least, units in _UNITS if max(han, 1) >= least)
    return rules.multiplier_unit * units // 4, limit


def base_points(han: int, fu: int, rules: Rules) -> tuple[int, str]:
    """Return the base points and the name of the limit (or ``""``) of an ordinary hand."""
    if rules.scoring == "aotenjou":
        return fu << han + 2, ""
    if rules.scoring == "multiplier":
        return _units(han, rules)
    if han >= 5:
        return _limit(han, rules)
    base = fu << han + 2
    if base >= MANGAN or (rules.kiriage and base == 1920):
        return MANGAN, "mangan"
    return base, ""


def yakuman_points(count: float, rules: Rules) -> tuple[int, str]:
    """Return the base points and the name of ``count`` yakuman."""
    name = _YAKUMAN_NAMES.get(int(count), "yakuman") if count == int(count) else "yakuman"
    if rules.scoring == "multiplier":
        return int(rules.multiplier_unit * _UNITS_OF_YAKUMAN * count) // 4, name
    return int(YAKUMAN * count), name


def ron_points(base: int, dealer: bool) -> int:
    """Return what the discarder pays, without honba."""
    return -(-base * (6 if dealer else 4) // 100) * 100


def tsumo_shares(base: int, dealer: bool, rules: Rules) -> tuple[int, int]:
    """Return what the dealer and what another player pays for an own draw, without honba.

    ``dealer`` says that the dealer won.  Each payment is rounded up to a hundred.  Three players:
    the absent player's share is lost, or split between the payers (``north_bisection``).
    """
    by_dealer = 2 * base
    by_other = by_dealer if dealer else base
    if rules.players != 4:
        by_dealer, by_other = _fewer_shares(base, dealer, rules)
    return -(-by_dealer // 100) * 100, -(-by_other // 100) * 100


def _fewer_shares(base: int, dealer: bool, rules: Rules) -> tuple[int, int]:
    """Return the shares at a table of three or two players, not rounded."""
    if rules.players == 2:
        full = ron_points(base, dealer)
        share = full if rules.two_player_tsumo == "full" else full // 2
        return share, share
    other = 2 * base if dealer else base
    absent = other // 2 if rules.sanma_tsumo == "north_bisection" else 0
    return 2 * base + absent, other + absent
