"""Is this a hand and a win that can be?  The first thing that is wrong is told."""

from __future__ import annotations

from typing import Final

from scorer._conflicts import check_flags
from scorer._counts import BITS, FIELD, HIGHEST, LIFT, SEVERAL_REDS, count_of, reds_of
from scorer._dora import MOST_INDICATORS
from scorer._errors import ScoringError
from scorer._hand import Hand, MeldType, Riichi, WinContext, Wind
from scorer._melds import check_callers
from scorer._reading import SITUATION, Win
from scorer._rules import Rules
from scorer._tile import Tile, format_tiles, shortened

_WIND_NAMES: Final = ("East", "South", "West", "North")

_CHI: Final = MeldType.CHI
_NO_RIICHI: Final = Riichi.NONE
_DECLARED: Final = SITUATION["riichi"] | SITUATION["ippatsu"]
_FLAGGED: Final = SITUATION["flagged"]
_FIVES: Final = (4, 13, 22)


def _check_seat(seat: Wind | None, what: str) -> None:
    if seat in (Wind.W, Wind.N):
        raise ScoringError(
            "no_such_seat",
            f"Two players sit East and South, yet {what} is {_WIND_NAMES[seat]}.",
        )


def _named_seats(context: WinContext) -> set[Wind | None]:
    return {context.seat_wind, context.discarder, context.pao}


def _bad_discarder(context: WinContext) -> ScoringError:
    if context.tsumo:
        return ScoringError(
            "tsumo_with_discarder",
            "A tsumo has no discarder; make it a ron or take the discarder away.",
        )
    return ScoringError(
        "impossible_discarder", "Nobody deals into the own hand; correct who discarded."
    )


def _check_players(context: WinContext, rules: Rules) -> None:
    if rules.players not in (2, 3, 4):
        raise ScoringError(
            "players_differ", f"Two, three or four play, and the rules say {rules.players}."
        )
    if context.players != rules.players:
        raise ScoringError(
            "players_differ",
            f"The table has {context.players} players and the rules {rules.title!r} are for "
            f"{rules.players}; choose rules for {context.players}.",
        )
    if rules.players == 2:
        _check_seat(context.seat_wind, "the winner")
        _check_seat(context.discarder, "the discarder")
        _check_seat(context.pao, "the liable player")
    if rules.players == 3 and {Wind.S, Wind.W, Wind.N} <= _named_seats(context):
        raise ScoringError(
            "no_such_seat",
            "Three players leave one seat empty, yet South, West and North are all named.",
        )


def _check_pao(context: WinContext, closed: bool) -> None:
    if context.pao is context.seat_wind:
        raise ScoringError("impossible_pao", "Nobody is liable for the own hand; correct pao.")
    if closed:
        raise ScoringError(
            "pao_of_closed_hand",
            "Nobody is liable for a hand without called sets; take pao away or add the calls.",
        )


def wrong_size(hand: Hand) -> ScoringError:
    """Return the error for concealed tiles that are not as many as the melds leave."""
    sets = len(hand.melds)
    seen = shortened(hand.concealed) or "none"
    return ScoringError(
        "tile_count",
        f"I see {len(hand.concealed)} concealed tiles ({seen}) and {sets} called sets; "
        f"a complete hand has {14 - 3 * sets} concealed tiles with them, the winning tile "
        "included.",
    )


def _check_indicators(context: WinContext, tiles: int) -> int:
    """Return the counts of the hand, ``tiles``, and the indicators together, once checked."""
    dora, ura = context.dora_indicators, context.ura_indicators
    if len(dora) > MOST_INDICATORS or len(ura) > MOST_INDICATORS:
        raise ScoringError("too_many_indicators", "There are at most five dora indicators.")
    for tile in dora:
        tiles += tile.unit
    if ura:
        if len(ura) > len(dora) > 0:
            raise ScoringError(
                "more_ura_than_dora",
                "There are more ura than dora indicators, and each lies under one; correct them.",
            )
        for tile in ura:
            tiles += tile.unit
    if tiles + LIFT & HIGHEST:
        raise _fifth_tile(tiles)
    return tiles


def _fifth_tile(tiles: int) -> ScoringError:
    count, kind = max((count_of(tiles, kind), -kind) for kind in range(34))
    return ScoringError(
        "fifth_tile",
        f"I see {count} tiles {Tile(-kind)} in the hand and the indicators together; "
        "there are four.",
    )


def _check_reds(tiles: int, rules: Rules) -> None:
    for suit, allowed in enumerate(rules.red_fives):
        found = reds_of(tiles, suit)
        if found > allowed > 0:
            raise ScoringError(
                "too_many_reds",
                f"I see {found} red fives {Tile(9 * suit + 4, True)}; these rules have {allowed}.",
            )


def _check_sanma(hand: Hand, win: Win) -> None:
    absent = [Tile(kind) for kind in range(1, 8) if win.mask >> kind & 1]
    if absent:
        raise ScoringError(
            "absent_tile",
            f"I see {format_tiles(tuple(absent))}; three players play without 2m to 8m.",
        )
    if any(meld.type is _CHI for meld in hand.melds):
        raise ScoringError("chi_of_three", "Three players play without chi.")


def _check_nuki(hand: Hand, rules: Rules) -> None:
    if not 0 <= hand.nuki <= 4 or not (rules.players == 3 and rules.kita):
        raise ScoringError(
            "north_not_aside",
            f"{hand.nuki} norths are set aside, which these rules do not have.",
        )


def _check_win_tile(hand: Hand, concealed: int) -> None:
    tile = hand.win_tile
    held = concealed >> BITS * tile.kind & FIELD
    if held and tile.kind in _FIVES:
        reds = reds_of(concealed, tile.kind // 9)
        held = reds if tile.red else held - reds
    if not held:
        raise ScoringError(
            "win_tile_missing",
            f"The winning tile {tile} is not among the concealed tiles "
            f"{format_tiles(hand.concealed)}; add it there or name another.",
        )


def _check_riichi(win: Win) -> None:
    if win.context.riichi is _NO_RIICHI:
        raise ScoringError(
            "ippatsu_without_riichi", "Ippatsu needs riichi; add riichi or take ippatsu away."
        )
    if not win.closed:
        raise ScoringError(
            "riichi_with_open_hand",
            "Riichi needs a closed hand, and this one has called sets; take riichi or the call "
            "away.",
        )


def _check_table(context: WinContext, rules: Rules, closed: bool) -> None:
    if not context.players == rules.players == 4:
        _check_players(context, rules)
    discarder = context.discarder
    if discarder is not None and (context.tsumo or discarder is context.seat_wind):
        raise _bad_discarder(context)
    if context.pao is not None:
        _check_pao(context, closed)
    if context.honba < 0 or context.riichi_sticks < 0:
        raise ScoringError(
            "negative_counters",
            f"Honba {context.honba} and riichi sticks {context.riichi_sticks} can not be below 0.",
        )


def check(hand: Hand, win: Win) -> None:
    """Raise ``ScoringError`` for the first thing that can not be in the facts of a hand."""
    context, rules = win.context, win.rules
    if hand.melds and rules.players > 2:
        check_callers(hand.melds)
    _check_table(context, rules, win.closed)
    if hand.nuki:
        _check_nuki(hand, rules)
    seen = _check_indicators(context, win.tiles)
    if seen & SEVERAL_REDS:
        _check_reds(seen, rules)
    if rules.players == 3:
        _check_sanma(hand, win)
    _check_win_tile(hand, win.concealed)
    if win.situation & _DECLARED:
        _check_riichi(win)
    if win.situation & _FLAGGED:
        check_flags(context, hand, rules)
