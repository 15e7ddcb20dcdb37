"""What can not be together in one win, each with its code and sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scorer._errors import ScoringError
from scorer._hand import Hand, MeldType, Riichi, WinContext, Wind
from scorer._rules import Rules
from scorer._tile import Tile

_KANS: Final = (MeldType.DAIMINKAN, MeldType.KAKAN, MeldType.ANKAN)

Conflict = tuple[str, Callable[[WinContext, Hand, Rules], bool], str]


def _has_kan(hand: Hand) -> bool:
    return hand.nuki > 0 or any(meld.type in _KANS for meld in hand.melds)


def _seen_of(tile: Tile, context: WinContext, hand: Hand) -> int:
    """Return how many tiles of the kind of ``tile`` the hand and the indicators show."""
    called = [tile for meld in hand.melds for tile in meld.tiles]
    shown = (*hand.concealed, *called, *context.dora_indicators, *context.ura_indicators)
    return [other.kind for other in shown].count(tile.kind)


def _is_dealer(context: WinContext) -> bool:
    return context.seat_wind is Wind.E


#: What the flags need, but for riichi and ippatsu.
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


def check_flags(context: WinContext, hand: Hand, rules: Rules) -> None:
    """Raise ``ScoringError`` for the first flag that can not be."""
    for code, wrong, message in _CONFLICTS:
        if wrong(context, hand, rules):
            raise ScoringError(code, message)
