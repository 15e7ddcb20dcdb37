"""A further ron on the tile that won already."""

from __future__ import annotations

from dataclasses import replace

from device.game._game import Ledger
from device.game._win_event import Claim, in_step, win_in
from device.page._draft import Draft
from scorer import Riichi


def as_ron_beside(draft: Draft, ledger: Ledger, claim: Claim) -> Draft:
    """Return ``draft`` as a further ron on the tile of the win ``claim``."""
    before = ledger.before(claim.move)
    win = win_in(ledger.move(claim.move).events)
    player = ledger.state.player_at(draft.context.seat_wind)
    riichi = draft.context.riichi
    if player in before.riichi and riichi is Riichi.NONE:
        riichi = Riichi.RIICHI
    context = replace(
        draft.context,
        tsumo=False,
        rinshan=False,
        chiihou=False,
        riichi=riichi,
        seat_wind=before.seat_wind(player),
        discarder=None if win is None or win.discarder is None else before.seat_wind(win.discarder),
    )
    told = replace(in_step(context, before, player), riichi_sticks=0)
    return replace(draft, context=told, asks=draft.asks - {"tsumo"})
