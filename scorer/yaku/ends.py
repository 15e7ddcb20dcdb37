"""Yaku of terminals and honours, or of none."""

from __future__ import annotations

from scorer._masks import END_SEQUENCES, HONOURS, TERMINALS, YAOCHUU
from scorer._reading import Reading, Win
from scorer.yaku._define import sets, tiles

_MIDDLE_SEQUENCES = ~END_SEQUENCES


@tiles(1, 1, ends=(0,))
def tanyao(win: Win) -> bool:
    """断幺九 tanyao, 1 (closed only without ``kuitan``): no terminals and no honours.

    Source: riichi yaku list.
    """
    return not win.mask & YAOCHUU


@sets(2, 1, sequences=(1, 4), honours=True)
def chanta(reading: Reading) -> bool:
    """混全帯幺九 chanta, 2 closed, 1 open: a terminal or honour in every set and the pair, at
    least one sequence and one honour.

    Source: riichi yaku list.
    """
    if reading.sequence_mask & _MIDDLE_SEQUENCES or not reading.win.mask & HONOURS:
        return False
    return not (reading.triplet_mask | 1 << reading.pair) & ~YAOCHUU


@sets(3, 2, sequences=(1, 4))
def junchan(reading: Reading) -> bool:
    """純全帯幺九 junchan, 3 closed, 2 open: a terminal in every set and the pair, at least one
    sequence.

    Source: riichi yaku list.
    """
    if reading.sequence_mask & _MIDDLE_SEQUENCES:
        return False
    return not (reading.triplet_mask | 1 << reading.pair) & ~TERMINALS


@tiles(2, 2, ends=(2,))
def honroutou(win: Win) -> bool:
    """混老頭 honroutou, 2: only terminals and honours, both; toitoi or chiitoitsu adds to it.

    Option: 3 closed, by the rule set.  Source: riichi yaku list.
    """
    mask = win.mask
    return not mask & ~YAOCHUU and bool(mask & TERMINALS) and bool(mask & HONOURS)
