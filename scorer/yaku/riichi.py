"""Riichi, what comes with it, and its open forms."""

from __future__ import annotations

from scorer._hand import Riichi
from scorer._reading import Win
from scorer.yaku._define import situation

_OPEN = {Riichi.OPEN: "open_riichi", Riichi.OPEN_DOUBLE: "open_double_riichi"}


def _shown(win: Win) -> str:
    """Return the id of the open riichi that counts, or nothing."""
    yaku = _OPEN.get(win.context.riichi, "")
    counts = win.context.tsumo or not win.rules.open_riichi_tsumo_only
    return yaku if counts and yaku in win.rules.local_yaku else ""


@situation(1, when="riichi")
def riichi(win: Win) -> bool:
    """リーチ riichi, 1 closed: declared with a closed hand one tile from complete.

    An open riichi is plain riichi where the rules do not have it.  Source: riichi yaku list.
    """
    declared = win.context.riichi
    return declared is Riichi.RIICHI or (declared is Riichi.OPEN and not _shown(win))


@situation(2, replaces=("riichi",), when="riichi")
def double_riichi(win: Win) -> bool:
    """ダブルリーチ double riichi, 2 closed: riichi on the first discard, no call before.

    Replaces riichi.  Source: riichi yaku list.
    """
    declared = win.context.riichi
    return declared is Riichi.DOUBLE or (declared is Riichi.OPEN_DOUBLE and not _shown(win))


@situation(1, when="ippatsu")
def ippatsu(win: Win) -> bool:
    """一発 ippatsu, 1 closed: within one go-around of riichi, no call in between.

    Combines with chankan.  Source: riichi yaku list; option ``ippatsu``.
    """
    return win.context.ippatsu and win.rules.ippatsu


@situation(2, replaces=("riichi",), local=True, when="riichi")
def open_riichi(win: Win) -> bool:
    """オープンリーチ open riichi, 2 closed: the hand is shown at riichi.

    Replaces riichi.  Option ``open_riichi_tsumo_only``.  Source: local yaku list.
    """
    return _shown(win) == "open_riichi"


@situation(3, replaces=("riichi", "open_riichi", "double_riichi"), local=True, when="riichi")
def open_double_riichi(win: Win) -> bool:
    """オープンダブルリーチ open double riichi, 3 closed: open riichi on the first discard.

    Replaces riichi, open riichi and double riichi.  Source: local yaku list.
    """
    return _shown(win) == "open_double_riichi"


@situation(yakuman=1, local=True, when="riichi")
def open_riichi_dealt_in(win: Win) -> bool:
    """開リーチ振込 dealt into an open riichi, yakuman: the discarder saw the hand and was not in
    riichi.

    Option ``open_riichi_yakuman``; counts where open riichi does.  Source: local yaku list.
    """
    context = win.context
    return (
        win.rules.open_riichi_yakuman
        and not context.tsumo
        and not context.discarder_in_riichi
        and _shown(win) != ""
    )
