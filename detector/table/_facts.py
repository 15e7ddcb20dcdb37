"""What rivers and called sets tell about the game: turns, riichi, ippatsu, the last tile, furiten.

A fact is true, false, or ``None`` where the picture does not settle it; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from detector._hand import KANS, ReadingError, hand_of, robbed_from
from detector._types import HandReading, MeldReading, Message, TableReading
from detector.table._legality import is_seen, kind_of
from detector.table._turns import SIDES, Counted, counted_in, turn_and_dealer
from scorer._errors import ScoringError
from scorer._hand import Riichi, WinContext, Wind
from scorer._waits import waits

#: Tiles that can be drawn: four players 136 - 14 - 52, three 108 - 14 - 39.
_DRAWN: Final[Mapping[int, int]] = {4: 70, 3: 55}
#: With at least so many tiles left a few that were not seen do not matter.
_MANY: Final = 6


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What a seat's river tells.

    ``discards`` are the seat's discards, those that were called included; ``riichi`` whether it is
    in riichi, ``double`` whether that was its first discard of an uninterrupted go-around.
    """

    seat: str
    discards: int | None
    riichi: bool | None
    double: bool | None


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What the table tells about the win at ``seat`` (a side of the picture).

    ``seats`` are those of all players in turn order.  ``ippatsu``: not a go-around has passed and
    nobody has called since the riichi.  ``last_tile``: nothing is left to draw (haitei by tsumo,
    houtei by ron).  ``first_turn``: the seat has not discarded and nobody has called; never known
    where nobody has discarded, for that may be a hand without its table.  ``furiten``: a wait lies
    among the seat's own discards.  ``turn`` is the seat whose turn it is by the numbers of
    discards, known where the dealer is: the winner after a tsumo; after a ron the seat after the
    discarder's, or the discarder's own where the tile was brought over (a river's last tile that
    was not seen shifts it, so it is a hint).  ``messages`` say why something is not known.
    ``rinshan``: a tsumo is one after a kan; only looks before this one can tell.
    """

    seat: str
    seats: tuple[SeatFacts, ...]
    ippatsu: bool | None
    last_tile: bool | None
    first_turn: bool | None
    furiten: bool | None
    turn: str | None
    messages: tuple[Message, ...] = ()
    rinshan: bool | None = None

    def of(self, seat: str) -> SeatFacts | None:
        """Return the facts of a seat; ``None`` where nobody sits."""
        return next((facts for facts in self.seats if facts.seat == seat), None)


def facts_of(
    reading: TableReading, hand: HandReading, players: int = 4, dealer: str | None = None
) -> TableFacts:
    """Return what the table tells about the win of ``hand``, one of ``reading``.

    ``dealer`` is the side where East sits, if it is known: the numbers of discards must agree.
    """
    counted = counted_in(reading, players)
    turn, began, agrees = turn_and_dealer(counted)
    agrees &= dealer is None or began in (None, dealer)
    agrees &= _is_understood(reading, hand)
    sound = counted.sound and agrees
    seats = tuple(
        _seat_facts(counted, at, sound, reading, hand) for at in range(len(counted.seats))
    )
    own = counted.seats.index(hand.seat) if hand.seat in counted.seats else None
    facts = TableFacts(
        hand.seat,
        seats,
        None if own is None else _ippatsu(counted, own, sound, reading),
        _is_last_tile(counted, sound, reading, hand, players),
        None if own is None else _is_first_turn(counted, own, sound, reading),
        None if own is None else _is_furiten(counted, own, reading, hand, players),
        turn or dealer if sound and dealer else None,
    )
    reasons = _reasons(facts, counted, agrees, _interrupted(reading))
    return replace(facts, messages=tuple(reasons))


def wall_is_gone(reading: TableReading, players: int = 4) -> bool:
    """Return whether it is sure that the last tile was drawn and discarded, and nobody won."""
    counted = counted_in(reading, players)
    if players not in _DRAWN or not counted.sound or not turn_and_dealer(counted)[2]:
        return False
    return _left(counted, reading, players) == 0


def with_facts(context: WinContext, facts: TableFacts) -> WinContext:
    """Return ``context`` with what the table settles about the win; the rest stays as it was.

    ``context`` says tsumo or ron and the seat wind.  A riichi that was said stays, seen or not.
    """
    own = facts.of(facts.seat)
    if own is not None and own.riichi:
        context = replace(context, riichi=Riichi.DOUBLE if own.double else Riichi.RIICHI)
    if facts.ippatsu is not None:
        context = replace(context, ippatsu=facts.ippatsu)
    if context.tsumo and facts.rinshan is not None:
        context = replace(context, rinshan=facts.rinshan)
    if facts.last_tile is not None:
        haitei, houtei = context.tsumo and not context.rinshan, not context.tsumo
        context = replace(
            context, haitei=facts.last_tile and haitei, houtei=facts.last_tile and houtei
        )
    if context.tsumo and context.seat_wind is not Wind.E and facts.first_turn is not None:
        context = replace(context, chiihou=facts.first_turn)
    return context


def _is_understood(reading: TableReading, hand: HandReading) -> bool:
    """Say whether all sets on the table are told apart, and no tile that may be of one is left."""
    left_over = any(message.code == "indicators" for message in reading.messages)
    doubtful = any(other.uncertain for other in reading.hands if other is not hand)
    return not (left_over or doubtful or hand.splits)


def _melds(reading: TableReading) -> list[MeldReading]:
    return [meld for hand in reading.hands for meld in hand.melds]


def _interrupted(reading: TableReading) -> bool:
    """Say whether anybody called, or set a tile aside, at some time."""
    return bool(_melds(reading)) or any(hand.nuki for hand in reading.hands)


def _seat_facts(
    counted: Counted, at: int, sound: bool, reading: TableReading, hand: HandReading
) -> SeatFacts:
    river = counted.rivers[at]
    discards = counted.discards(at) if sound else None
    if river.riichi is None:
        return SeatFacts(river.seat, discards, _has_no_riichi(counted, at, sound, reading), None)
    return SeatFacts(river.seat, discards, True, _is_double(counted, at, sound, reading))


def _has_no_riichi(counted: Counted, at: int, sound: bool, reading: TableReading) -> bool | None:
    """Return ``False`` for a seat without a sideways discard, ``None`` where it may not have been
    seen, or have been called and not yet been laid anew.
    """
    if not counted.rivers[at].tiles and not sound:
        return None
    seat = counted.seats[at]
    opened = any(
        meld.type != "ankan" for hand in reading.hands if hand.seat == seat for meld in hand.melds
    )
    hidden = counted.called_from(at) > 0 or counted.rivers[at].holes > 0
    return None if hidden and not opened else False


def _is_double(counted: Counted, at: int, sound: bool, reading: TableReading) -> bool | None:
    if counted.rivers[at].riichi != 0:
        return False
    if counted.rivers[at].holes or not sound:
        return None
    return None if _interrupted(reading) else True


def _ippatsu(counted: Counted, at: int, sound: bool, reading: TableReading) -> bool | None:
    river = counted.rivers[at]
    if river.riichi is None:
        return _has_no_riichi(counted, at, sound, reading)
    if len(river.tiles) - 1 > river.riichi:
        return False
    return True if sound and not _interrupted(reading) else None


def _is_last_tile(
    counted: Counted, sound: bool, reading: TableReading, hand: HandReading, players: int
) -> bool | None:
    """Return whether nothing is left to draw: counted are discards, less those that followed a
    call, and the winning tile where it is in nobody's river.  No kan is called on the last tile.
    """
    if players not in _DRAWN or not counted.seats:
        return None
    if robbed_from(reading, hand) is not None:
        return False
    left = _left(counted, reading, players)
    left -= not any(hand.win in river.tiles for river in counted.rivers)
    if left >= _MANY and all(river.tiles for river in counted.rivers):
        return False
    return left == 0 if sound and left >= 0 and not hand.uncertain else None


def _left(counted: Counted, reading: TableReading, players: int) -> int:
    """Return how many tiles were left to draw after the last discard."""
    drawn = sum(counted.discards(at) for at in range(len(counted.seats))) - len(counted.calls)
    drawn += sum(len(each.nuki) for each in reading.hands)
    drawn += sum(meld.type in KANS for meld in _melds(reading))
    return _DRAWN[players] - drawn


def _is_first_turn(counted: Counted, at: int, sound: bool, reading: TableReading) -> bool | None:
    if counted.discards(at) or _interrupted(reading):
        return False
    return True if sound else None


def _is_furiten(
    counted: Counted, at: int, reading: TableReading, hand: HandReading, players: int
) -> bool | None:
    """Return whether a wait of the hand is among the seat's own discards, called ones too."""
    kinds = wait_kinds(reading, hand, players)
    if kinds is None:
        return None
    thrown = [reading.detections[i] for i in _thrown(counted, at, reading) if i != hand.win]
    sure = [is_seen(tile) for tile in thrown]
    if any(kind_of(tile.tile) in kinds for tile, told in zip(thrown, sure, strict=True) if told):
        return True
    return False if counted.sound and all(sure) else None


def _thrown(counted: Counted, at: int, reading: TableReading) -> Iterator[int]:
    """Yield the indices of a seat's discards, those that were called included."""
    yield from counted.rivers[at].tiles
    for other in reading.hands:
        for meld in other.melds:
            side = (SIDES.index(other.seat) + meld.from_seat) % 4
            if meld.called is not None and SIDES[side] == counted.seats[at]:
                yield meld.called


def wait_kinds(reading: TableReading, hand: HandReading, players: int) -> set[int] | None:
    """Return the kinds that the hand waited for; ``None`` where it is not sure or not whole."""
    if hand.uncertain:
        return None
    try:
        whole = hand_of(reading, hand)
        held = list(whole.concealed)
        held.remove(whole.win_tile)
        found = waits(held, whole.melds, nuki=whole.nuki, players=players)
    except (ReadingError, ScoringError):
        return None
    return {tile.kind for tile in found}


def _reasons(facts: TableFacts, counted: Counted, agrees: bool, called: bool) -> Iterator[Message]:
    if not (counted.sound and agrees):
        seen = ", ".join(f"{seat} {counted.discards(at)}" for at, seat in enumerate(counted.seats))
        text = f"The discards do not add up ({seen or 'none'}); count the rivers yourself."
        yield Message("rivers", text, {"rivers": seen})
    for each in facts.seats:
        if each.riichi is None and counted.called_from(counted.seats.index(each.seat)):
            text = f"A discard of the {each.seat} seat was called; was it the riichi tile?"
            yield Message("riichi_unknown", text, {"seat": each.seat})
    own = facts.of(facts.seat)
    if called and own is not None and own.riichi and None in (facts.ippatsu, own.double):
        text = "I cannot tell whether a set was called before or after the riichi; say if ippatsu."
        yield Message("ippatsu_unknown", text)
    if facts.last_tile is None:
        text = "I cannot tell whether the last tile was drawn; say if haitei or houtei."
        yield Message("last_tile_unknown", text)
    if facts.furiten:
        text = f"The {facts.seat} seat discarded a tile it waits for: furiten, no ron."
        yield Message("furiten", text, {"seat": facts.seat})
