"""The draft of a hand just read: how it was won, as the table, the players and the ledger tell."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from detector import (
    HandReading,
    History,
    Message,
    TableFacts,
    TableReading,
    known_in_riichi,
    with_facts,
)
from device._recording import Said
from device._reveal import Seats, is_whole, table_facts, unsure, win_context, with_open_facts
from device.page._draft import Draft, Problem, draft_of, outcome_of
from scorer import Riichi, Rules, WinContext

#: Nobody said anything: only the table tells.
NOTHING_SAID: Final[Said] = MappingProxyType({})

_HOUTEI_ONLY: Final = Message(
    "houtei_only",
    "Won on the last discard, with no yaku but houtei, or only shown at the draw? Say which.",
)
_HOUTEI_OR_DRAW: Final = Message(
    "houtei_or_draw",
    "Others show their hands too: won on the last discard, or shown at the draw? Say which.",
)


def fresh_draft(
    reading: TableReading,
    rules: Rules,
    seats: Seats,
    last: WinContext,
    said: Said = NOTHING_SAID,
    riichi: frozenset[str] = frozenset(),
    tsumo: bool | None = None,
    history: History | None = None,
    dealt: Seats | None = None,
) -> Draft:
    """Return the draft of the first hand of ``reading``.

    ``last`` tells round, honba and sticks, ``said`` what the players said, ``riichi`` the sides
    known to be in riichi.  ``tsumo`` is how the hand was won where neither table nor ``said``
    tells; ``None`` asks, and the draft tells what a tsumo would be: a ron is none of that.
    ``history`` is what the looks at the hand told before; ``dealt`` who sat where in it, where the
    ledger has gone on to the next.
    """
    last = replace(last, players=rules.players)
    if not reading.hands:
        return draft_of(reading, last, rules)
    in_riichi = reading.hands[0].seat in riichi
    if in_riichi:
        reading = known_in_riichi(reading, reading.hands[0].seat, rules.ura_dora)
    hand = reading.hands[0]
    context, told = win_context(reading, hand, seats, last)
    if not told and tsumo is not None:
        said = {"tsumo": tsumo, **said}
    context = replace(context, tsumo=said.get("tsumo", context.tsumo))
    if in_riichi and context.riichi is Riichi.NONE:
        context = replace(context, riichi=Riichi.RIICHI)
    facts = _facts(reading, hand, dealt or seats, rules, history, in_riichi=in_riichi)
    asks = _asks(hand, seats, rules, told=told or "tsumo" in said)
    if _is_only_rinshan(draft_of(reading, context, rules, asks & {"tsumo"}), facts):
        facts = replace(facts, rinshan=True)
    context = replace(with_facts(context, facts), **_as_winds(said, seats))
    drawn = with_facts(replace(context, tsumo=True), facts) if "tsumo" in asks else context
    context = replace(context, rinshan=drawn.rinshan, chiihou=drawn.chiihou)
    if "ippatsu" not in said:
        reading = with_open_facts(reading, hand, facts, drawn)
    draft = draft_of(reading, context, rules, asks=asks)
    return _unless_drawn(draft) if context.houtei and "houtei" not in said else draft


def _asks(hand: HandReading, seats: Seats, rules: Rules, *, told: bool) -> frozenset[str]:
    """Return what is to be asked about a win; ``told``: nobody has to say how it was won."""
    how = set() if told else {"tsumo"}
    nobody = len(seats.sides) == rules.players and hand.seat not in seats.sides
    return frozenset(how | {"winner"} if nobody else how)


def _facts(
    reading: TableReading,
    hand: HandReading,
    seats: Seats,
    rules: Rules,
    history: History | None,
    *,
    in_riichi: bool,
) -> TableFacts:
    """Return what the table tells of the winner, and the looks before it where there are any."""
    facts = table_facts(reading, hand, seats, rules.players)
    if history is None:
        return facts
    dealer = seats.sides[0]
    return history.settled(facts, reading, dealer, rules.players, in_riichi=in_riichi)


def _is_only_rinshan(draft: Draft, facts: TableFacts) -> bool:
    """Tell whether a tsumo that may be one after a kan is one, for it has no other yaku."""
    if not draft.context.tsumo or draft.uncertain:
        return False
    if all(message.code != "rinshan_unknown" for message in facts.messages):
        return False
    context = with_facts(draft.context, replace(facts, rinshan=False))
    without = outcome_of(replace(draft, context=context))
    return isinstance(without, Problem) and without.code == "no_yaku"


def _unless_drawn(draft: Draft) -> Draft:
    """Return ``draft`` of a ron on the last tile, unsure where it has no other yaku, or where
    another hand lies open that was not won on that tile.

    A hand in tenpai at a draw looks the same where its owner let the tile pass.
    """
    without = outcome_of(replace(draft, context=replace(draft.context, houtei=False)))
    hand = draft.hand
    if hand is None:
        return draft
    if isinstance(without, Problem) and without.code == "no_yaku":
        return _in_doubt(draft, hand, _HOUTEI_ONLY)
    others = (each for each in draft.reading.hands if each is not hand and is_whole(each))
    if any(each.concealed and each.win != hand.win for each in others):
        return _in_doubt(draft, hand, _HOUTEI_OR_DRAW)
    return draft


def _in_doubt(draft: Draft, hand: HandReading, reason: Message) -> Draft:
    reading = unsure(draft.reading, hand, (reason,))
    return replace(draft, reading=reading, hand=replace(hand, uncertain=True, doubted=False))


def _as_winds(said: Said, seats: Seats) -> Said:
    """Return ``said`` with the side of who dealt in as a wind."""
    if "discarder" not in said:
        return said
    return {**said, "discarder": seats.wind_of(said["discarder"])}
