"""Yaku of the winning tile's place and time."""

from __future__ import annotations

from scorer._reading import Win
from scorer.yaku._define import situation


@situation(1, when="tsumo")
def menzen_tsumo(win: Win) -> bool:
    """門前清自摸和 menzen tsumo, 1 closed: own draw with a closed hand.

    Source: riichi yaku list.
    """
    return win.tsumo and win.closed


@situation(1, 1)
def rinshan(win: Win) -> bool:
    """嶺上開花 rinshan kaihou, 1: own draw of the replacement tile of a kan or a north.

    Source: riichi yaku list.
    """
    return win.context.rinshan


@situation(1, 1)
def chankan(win: Win) -> bool:
    """槍槓 chankan, 1: ron on the tile that another adds to a pon.

    Kokushi may rob a closed kan where ``kokushi_robs_closed_kan`` says so.
    Source: riichi yaku list.
    """
    return win.context.chankan


@situation(1, 1)
def haitei(win: Win) -> bool:
    """海底摸月 haitei, 1: own draw of the last wall tile.

    A replacement tile is rinshan instead.  Source: riichi yaku list.
    """
    return win.context.haitei


@situation(1, 1)
def houtei(win: Win) -> bool:
    """河底撈魚 houtei, 1: ron on the last discard.  Source: riichi yaku list."""
    return win.context.houtei


@situation(yakuman=1)
def tenhou(win: Win) -> bool:
    """天和 tenhou, yakuman: the dealer's dealt hand is complete.

    No call before, own closed kan included.  Source: riichi yaku list.
    """
    return win.context.tenhou or (win.first_draw and win.dealer)


@situation(yakuman=1)
def chiihou(win: Win) -> bool:
    """地和 chiihou, yakuman: a non-dealer's first draw completes the hand, no call before.

    Option ``chiihou_by_ron``: ron on the dealer's first discard instead.
    Source: riichi yaku list.
    """
    if win.context.chiihou:
        return True
    return win.first_draw and not win.dealer and not win.rules.chiihou_by_ron


@situation(yakuman=1, local=True)
def renhou(win: Win) -> bool:
    """人和 renhou, yakuman: a non-dealer's ron before the first own draw, no call before.

    Option ``renhou``: also mangan, haneman or baiman as a floor; ``renhou_by``: older forms.
    Source: local yaku list.
    """
    return win.context.renhou


@situation(yakuman=1, local=True)
def paarenchan(win: Win) -> bool:
    """八連荘 paarenchan, yakuman: the eighth hand in a row won as dealer.

    Options ``paarenchan`` (wins or dealerships), ``paarenchan_needs_yaku``.
    Source: local yaku list.
    """
    return win.context.paarenchan
