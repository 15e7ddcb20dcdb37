"""Is this a hand and a win that can be?  The first thing that is wrong is told."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq
from typing import Final

from scorer._errors import ScoringError
from scorer._hand import Hand, Meld, MeldType, Riichi, WinContext, Wind
from scorer._rules import Rules
from scorer._tile import Tile, format_tiles, shortened

_KANS: Final = (MeldType.DAIMINKAN, MeldType.KAKAN, MeldType.ANKAN)
_WIND_NAMES: Final = ("East", "South", "West", "North")

_NO_RIICHI: Final = Riichi.NONE
_CHI: Final = MeldType.CHI
_PON: Final = MeldType.PON
_NORTH: Final = 30
_KAMICHA: Final = 3
_FIVES: Final = (4, 13, 22)
_RUNS: Final = {k: [k, k + 1, k + 2] for k in range(27) if k % 9 < 7}

Conflict = tuple[str, Callable[[WinContext, Hand, Rules], bool], str]


def is_kan(meld: Meld) -> bool:
    """Tell whether ``meld`` is a kan of any kind."""
    return meld.type in _KANS


def is_closed(hand: Hand) -> bool:
    """Tell whether no tile was called: closed kans keep a hand closed."""
    return all(meld.type is MeldType.ANKAN for meld in hand.melds)


def _has_kan(hand: Hand) -> bool:
    return hand.nuki > 0 or any(is_kan(meld) for meld in hand.melds)


def _seen_of(tile: Tile, context: WinContext, hand: Hand) -> int:
    """Return how many tiles of the kind of ``tile`` the hand and the indicators show."""
    called = [tile for meld in hand.melds for tile in meld.tiles]
    shown = (*hand.concealed, *called, *context.dora_indicators, *context.ura_indicators)
    return [other.kind for other in shown].count(tile.kind)


def _is_dealer(context: WinContext) -> bool:
    return context.seat_wind is Wind.E


#: What riichi and ippatsu need.
_RIICHI_CONFLICTS: Final[tuple[Conflict, ...]] = (
    (
        "riichi_with_open_hand",
        lambda c, h, r: c.riichi is not Riichi.NONE and not is_closed(h),
        "Riichi needs a closed hand, and this one has called sets; take riichi or the call away.",
    ),
    (
        "ippatsu_without_riichi",
        lambda c, h, r: c.ippatsu and c.riichi is Riichi.NONE,
        "Ippatsu needs riichi; add riichi or take ippatsu away.",
    ),
)
#: What the other flags need.
_CONFLICTS: Final[tuple[Conflict, ...]] = (
    (
        "rinshan_with_ron",
        lambda c, h, r: c.rinshan and not c.tsumo,
        "Rinshan is an own draw; make it a tsumo or take rinshan away.",
    ),
    (
        "rinshan_without_kan",
        lambda c, h, r: c.rinshan and not _has_kan(h),
        "Rinshan needs a kan or a north set aside, and the hand shows none.",
    ),
    (
        "ippatsu_with_rinshan",
        lambda c, h, r: c.ippatsu and c.rinshan and h.nuki == 0,
        "A kan ends ippatsu, so ippatsu and rinshan can not both be.",
    ),
    (
        "chankan_with_tsumo",
        lambda c, h, r: c.chankan and c.tsumo,
        "Chankan is a ron on another's kan; make it a ron or take chankan away.",
    ),
    (
        "chankan_of_held_tile",
        lambda c, h, r: c.chankan and _seen_of(h.win_tile, c, h) > 1,
        "The kan robbed has all four of its tiles, yet the hand or the indicators show another "
        "one of them; take chankan away or correct the tile.",
    ),
    (
        "haitei_with_ron",
        lambda c, h, r: c.haitei and not c.tsumo,
        "Haitei is the own draw of the last tile; a ron on the last discard is houtei.",
    ),
    (
        "houtei_with_tsumo",
        lambda c, h, r: c.houtei and c.tsumo,
        "Houtei is a ron on the last discard; the own draw of the last tile is haitei.",
    ),
    (
        "haitei_with_rinshan",
        lambda c, h, r: c.haitei and c.rinshan,
        "A replacement tile is rinshan, not haitei; keep one of them.",
    ),
    (
        "houtei_with_chankan",
        lambda c, h, r: c.houtei and c.chankan,
        "No kan can be called on the last tile, so houtei and chankan can not both be.",
    ),
    (
        "riichi_with_first_turn",
        lambda c, h, r: (
            c.riichi is not Riichi.NONE and (c.tenhou or c.chiihou or c.renhou or c.first_turn)
        ),
        "A win in the first turn comes before any own discard, so there is no riichi with it.",
    ),
    (
        "first_turn_with_melds",
        lambda c, h, r: bool(h.melds) and (c.tenhou or c.chiihou or c.renhou or c.first_turn),
        "A win in the first go-around has no called set and no kan; take the sets or it away.",
    ),
    (
        "first_turn_with_last_tile",
        lambda c, h, r: (
            (c.tenhou or c.chiihou or c.renhou or c.first_turn)
            and (c.haitei or c.houtei or c.chankan or c.rinshan)
        ),
        "A win in the first turn is neither on the last tile nor on a kan; keep one of them.",
    ),
    (
        "tenhou_by_non_dealer",
        lambda c, h, r: c.tenhou and not _is_dealer(c),
        "Tenhou is the dealer's; a non-dealer's first draw is chiihou.",
    ),
    (
        "tenhou_with_ron",
        lambda c, h, r: c.tenhou and not c.tsumo,
        "Tenhou is an own draw; make it a tsumo or take tenhou away.",
    ),
    (
        "chiihou_by_dealer",
        lambda c, h, r: c.chiihou and _is_dealer(c),
        "Chiihou is a non-dealer's; the dealer's first draw is tenhou.",
    ),
    (
        "chiihou_with_ron",
        lambda c, h, r: c.chiihou and c.tsumo is r.chiihou_by_ron,
        "Chiihou is the own first draw, or under chiihou_by_ron a ron; correct tsumo or ron.",
    ),
    (
        "renhou_with_tsumo",
        lambda c, h, r: c.renhou and r.renhou_by == "ron" and c.tsumo,
        "Renhou is a ron before the first own draw; make it a ron or take renhou away.",
    ),
    (
        "renhou_by_dealer",
        lambda c, h, r: c.renhou and r.renhou_by == "ron" and _is_dealer(c),
        "Renhou is a non-dealer's; the dealer has drawn before anybody discards.",
    ),
    (
        "renhou_wrong_way",
        lambda c, h, r: c.renhou and r.renhou_by == "first_turn" and _is_dealer(c) is c.tsumo,
        "Under these rules renhou is a non-dealer's tsumo or the dealer's ron in the first "
        "go-around.",
    ),
    (
        "several_first_turns",
        lambda c, h, r: c.tenhou + c.chiihou + c.renhou > 1,
        "Only one of tenhou, chiihou and renhou can be.",
    ),
    (
        "paarenchan_by_non_dealer",
        lambda c, h, r: c.paarenchan and not _is_dealer(c),
        "Paarenchan is the dealer's; take it away or make the winner the dealer.",
    ),
)


def _check_conflicts(
    conflicts: tuple[Conflict, ...], context: WinContext, hand: Hand, rules: Rules
) -> None:
    for code, wrong, message in conflicts:
        if wrong(context, hand, rules):
            raise ScoringError(code, message)


def is_special(context: WinContext) -> bool:
    """Tell whether any flag but riichi and ippatsu is set."""
    return (
        context.rinshan
        or context.chankan
        or context.haitei
        or context.houtei
        or context.tenhou
        or context.chiihou
        or context.renhou
        or context.first_turn
        or context.paarenchan
    )


def _check_seat(seat: Wind | None, what: str) -> None:
    if seat in (Wind.W, Wind.N):
        raise ScoringError(
            "no_such_seat",
            f"Two players sit East and South, yet {what} is {_WIND_NAMES[seat]}.",
        )


def _named_seats(context: WinContext) -> set[Wind | None]:
    return {context.seat_wind, context.discarder, context.pao}


def _check_discarder(context: WinContext) -> None:
    if context.tsumo:
        raise ScoringError(
            "tsumo_with_discarder",
            "A tsumo has no discarder; make it a ron or take the discarder away.",
        )
    if context.discarder is context.seat_wind:
        raise ScoringError(
            "impossible_discarder", "Nobody deals into the own hand; correct who discarded."
        )


def _check_seats(context: WinContext, rules: Rules) -> None:
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
    if context.discarder is not None:
        _check_discarder(context)
    if context.pao is context.seat_wind:
        raise ScoringError("impossible_pao", "Nobody is liable for the own hand; correct pao.")
    if context.honba < 0 or context.riichi_sticks < 0:
        raise ScoringError(
            "negative_counters",
            f"Honba {context.honba} and riichi sticks {context.riichi_sticks} can not be below 0.",
        )


def meld_kind(meld: Meld) -> int:
    """Return the lowest kind of ``meld`` after checking that it is the set it says."""
    kinds = sorted([tile.kind for tile in meld.tiles])
    if meld.type is _CHI:
        good = bool(kinds) and kinds == _RUNS.get(kinds[0])
    else:
        good = len(kinds) == (3 if meld.type is _PON else 4) and kinds[0] == kinds[-1]
    if not good or (meld.called_tile is not None and meld.called_tile.kind not in kinds):
        raise _bad_meld(meld)
    return kinds[0]


def _check_callers(melds: tuple[Meld, ...]) -> None:
    for meld in melds:
        if meld.from_seat and not _can_come_from(meld):
            raise ScoringError(
                "impossible_caller",
                f"The {meld.type} {shortened(meld.tiles)} can not come from seat "
                f"{meld.from_seat}: a chi is called from kamicha (3), a pon or an open kan from "
                "1, 2 or 3, a closed kan from nobody (0).",
            )


def _can_come_from(meld: Meld) -> bool:
    if meld.type is _CHI:
        return meld.from_seat == _KAMICHA
    return meld.type is not MeldType.ANKAN and 1 <= meld.from_seat <= _KAMICHA


def _bad_meld(meld: Meld) -> ScoringError:
    tiles = shortened(meld.tiles)
    wanted = {
        MeldType.CHI: "three in a row of one suit",
        MeldType.PON: "three equal tiles",
    }.get(meld.type, "four equal tiles")
    called = f" with {meld.called_tile} called" if meld.called_tile else ""
    return ScoringError(
        "bad_meld", f"The {meld.type} {tiles or '(no tiles)'}{called} is not {wanted}."
    )


def _check_size(hand: Hand) -> None:
    sets = len(hand.melds)
    wanted = 14 - 3 * sets
    if len(hand.concealed) == wanted:
        return
    seen = shortened(hand.concealed) or "none"
    raise ScoringError(
        "tile_count",
        f"I see {len(hand.concealed)} concealed tiles ({seen}) and {sets} called sets; "
        f"a complete hand has {wanted} concealed tiles with them, the winning tile included.",
    )


def _check_fourth(tiles: list[int], nuki: int, context: WinContext) -> None:
    indicators = context.dora_indicators + context.ura_indicators
    seen = sorted(tiles + [tile.kind for tile in indicators] + [_NORTH] * nuki)
    if any(map(eq, seen, seen[4:])):
        kind = max(seen, key=seen.count)
        raise ScoringError(
            "fifth_tile",
            f"I see {seen.count(kind)} tiles {Tile(kind)} in the hand and the indicators together; "
            "there are four.",
        )


def _check_reds(reds: list[int], rules: Rules) -> None:
    for suit, allowed in enumerate(rules.red_fives):
        kind = 9 * suit + 4
        found = reds.count(kind)
        if found > allowed > 0:
            raise ScoringError(
                "too_many_reds",
                f"I see {found} red fives {Tile(kind, True)}; these rules have {allowed}.",
            )


def _check_sanma(hand: Hand, tiles: list[int]) -> None:
    absent = [Tile(kind) for kind in range(1, 8) if kind in tiles]
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


def _check_win_tile(hand: Hand, concealed: list[int]) -> None:
    kind = hand.win_tile.kind
    if kind in concealed and (kind not in _FIVES or hand.win_tile in hand.concealed):
        return
    raise ScoringError(
        "win_tile_missing",
        f"The winning tile {hand.win_tile} is not among the concealed tiles "
        f"{format_tiles(hand.concealed)}; add it there or name another.",
    )


def _check_circumstances(hand: Hand, context: WinContext, rules: Rules, special: bool) -> None:
    if len(context.dora_indicators) > 5 or len(context.ura_indicators) > 5:
        raise ScoringError("too_many_indicators", "There are at most five dora indicators.")
    if len(context.ura_indicators) > len(context.dora_indicators) > 0:
        raise ScoringError(
            "more_ura_than_dora",
            "There are more ura than dora indicators, and each lies under one; correct them.",
        )
    if context.pao is not None and is_closed(hand):
        raise ScoringError(
            "pao_of_closed_hand",
            "Nobody is liable for a hand without called sets; take pao away or add the calls.",
        )
    if context.riichi is not _NO_RIICHI or context.ippatsu:
        _check_conflicts(_RIICHI_CONFLICTS, context, hand, rules)
    if special:
        _check_conflicts(_CONFLICTS, context, hand, rules)


def check(
    hand: Hand,
    concealed: list[int],
    called: list[int],
    reds: list[int],
    context: WinContext,
    rules: Rules,
    special: bool,
) -> None:
    """Raise ``ScoringError`` for the first thing that can not be.

    ``concealed`` and ``called`` are the kinds of the tiles of the hand, ``reds`` those of its
    red fives; ``special`` is ``is_special`` of the context.
    """
    _check_size(hand)
    if hand.melds and rules.players > 2:
        _check_callers(hand.melds)
    _check_seats(context, rules)
    if hand.nuki:
        _check_nuki(hand, rules)
    _check_fourth(concealed + called, hand.nuki, context)
    if len(reds) > 1:
        _check_reds(reds, rules)
    if rules.players == 3:
        _check_sanma(hand, concealed + called)
    _check_win_tile(hand, concealed)
    _check_circumstances(hand, context, rules, special)
