"""Why not: the yaku a player would expect and does not get, in plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorer._errors import ScoringError
from scorer._hand import Hand, Riichi, WinContext
from scorer._masks import DRAGONS, HONOURS, YAOCHUU
from scorer._plan import Plan
from scorer._reading import Reading, Shape, Wait, Win
from scorer._result import YakuHan
from scorer._rules import Rules
from scorer._tile import Tile, format_tiles
from scorer.names import YAKU

_STANDARD: Final = Shape.STANDARD
_RYANMEN: Final = Wait.RYANMEN
_OPEN: Final = (Riichi.OPEN, Riichi.OPEN_DOUBLE)
_WAIT_WORDS: Final = {
    Wait.KANCHAN: "a closed wait (kanchan)",
    Wait.PENCHAN: "an edge wait (penchan)",
    Wait.TANKI: "a single wait (tanki)",
}


def _named(yaku: str) -> str:
    name = YAKU[yaku]
    return f"{name.en} ({name.ja})"


def _closed_only(reading: Reading, plan: Plan) -> list[str]:
    """Return the yaku that this open reading would have were it closed."""
    win = reading.win
    entries = plan.closed_only[win.mask & HONOURS != 0][reading.runs]
    found = [worth.id for holds, worth in entries if holds(reading)]
    if not win.rules.kuitan and not win.mask & YAOCHUU:
        found.append("tanyao")
    return found


def _no_pinfu(reading: Reading) -> str | None:
    """Tell why four sequences with a pair without value are no pinfu."""
    win = reading.win
    pair = reading.pair
    if reading.runs < 4 or DRAGONS >> pair & 1 or pair in (win.seat_kind, win.round_kind):
        return None
    if reading.wait is not _RYANMEN:
        return f"No {_named('pinfu')}: it needs a two-sided wait, this was " + (
            f"{_WAIT_WORDS[reading.wait]}."
        )
    return None


def _lost_to_ron(reading: Reading) -> str | None:
    """Tell that a triplet completed by ron is open."""
    if reading.ron_triplet is None or reading.concealed_triplets < 2:
        return None
    lost = "sanankou" if reading.concealed_triplets == 2 else "suuankou"
    tile = str(Tile(reading.ron_triplet))
    return (
        f"No {_named(lost)}: the ron completed {tile[0] * 3}{tile[1]}, and a triplet completed "
        "by ron counts as open."
    )


def shape_notes(reading: Reading, plan: Plan) -> list[str]:
    """Return why yaku that the shape suggests do not count."""
    if reading.shape is not _STANDARD:
        return []
    if reading.win.closed:
        notes = [note] if (note := _no_pinfu(reading)) else []
    else:
        notes = [
            f"No {_named(yaku)}: it counts only in a closed hand, and this one has called sets."
            for yaku in _closed_only(reading, plan)
        ]
    if note := _lost_to_ron(reading):
        notes.append(note)
    return notes


def _missing_in_rules(context: WinContext, rules: Rules) -> list[str]:
    """Return the declared things that the rules do not have."""
    declared = {
        "ippatsu": context.ippatsu and not rules.ippatsu,
        "renhou": context.renhou and rules.renhou == "off",
        "paarenchan": context.paarenchan and "paarenchan" not in rules.local_yaku,
        "open_riichi": context.riichi is Riichi.OPEN and "open_riichi" not in rules.local_yaku,
        "open_double_riichi": context.riichi is Riichi.OPEN_DOUBLE
        and "open_double_riichi" not in rules.local_yaku,
    }
    return [
        f"No {_named(yaku)}: the rules {rules.title!r} do not have it."
        for yaku, missing in declared.items()
        if missing
    ]


def rule_notes(win: Win) -> list[str]:
    """Return notes on what the rules take from this win."""
    context = win.context
    lost_ippatsu = context.ippatsu and not win.rules.ippatsu
    notes = []
    if context.ura_indicators and context.riichi is Riichi.NONE:
        notes.append("No ura dora: they count only after riichi.")
    if lost_ippatsu or context.renhou or context.paarenchan or context.riichi in _OPEN:
        notes += _missing_in_rules(context, win.rules)
    return notes


def not_complete(hand: Hand) -> ScoringError:
    """Return the error for tiles that are no complete hand."""
    called = "".join(f" + {format_tiles(meld.tiles)}" for meld in hand.melds)
    return ScoringError(
        "not_complete",
        f"{format_tiles(tuple(sorted(hand.concealed)))}{called} is not a complete hand: four sets "
        "and a pair, seven pairs or the thirteen orphans; check the tiles.",
    )


def _advice(win: Win) -> str:
    if win.closed and not win.context.tsumo and win.context.riichi is Riichi.NONE:
        return " A closed hand without yaku wins by ron only after riichi."
    return " Dora alone are no yaku."


def too_cheap(
    win: Win, plan: Plan, found: Sequence[Reading], best: list[YakuHan], minimum: int
) -> ScoringError:
    """Return the error for a complete hand whose yaku do not reach ``minimum`` han."""
    notes = list(dict.fromkeys(n for r in found for n in shape_notes(r, plan))) + rule_notes(win)
    reasons = "".join(f" {note}" for note in notes)
    if not best:
        return ScoringError(
            "no_yaku", f"The hand is complete but has no yaku.{reasons}{_advice(win)}"
        )
    names = ", ".join(_named(worth.id) for worth in best)
    han = sum(worth.han for worth in best)
    return ScoringError(
        "not_enough_han",
        f"The hand has {han} han ({names}) and needs {minimum} without dora.{reasons}",
    )
