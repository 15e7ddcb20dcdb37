"""Which hand on the table is a win that has not been seen before, and how it was won."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from detector import (
    HandReading,
    Message,
    TableFacts,
    TableReading,
    facts_of,
    indices_of,
    robbed_from,
)
from scorer import Riichi, WinContext, Wind

#: The sides of the picture in turn order: each one's right-hand neighbour comes next.
SIDES: Final = ("bottom", "right", "top", "left")
#: A hand of fewer tiles is no hand laid open: something lies on the table during play.
FEWEST_TILES: Final = 13
#: With so many discards on the table the wall may be gone.
_LATE: Final = 48
#: Two readings that share so many tiles are of one hand: never do two wins in a row.
SAME_TILES: Final = 11
#: A hand at the same seat, and so much alike, is the one that lay there, moved or read otherwise.
MOVED_TILES: Final = 7


def revealed(reading: TableReading) -> HandReading | None:
    """Return the hand laid open in ``reading``, or ``None``."""
    hand = reading.hands[0] if reading.hands else None
    return hand if hand is not None and is_whole(hand) else None


def is_whole(hand: HandReading) -> bool:
    """Return whether so many tiles lie open as a hand has, a kan counted as three."""
    return hand.count >= FEWEST_TILES


def own_tiles(hand: HandReading) -> tuple[int, ...]:
    """Return the detections of a hand: concealed tiles, called sets, norths set aside."""
    return (*indices_of(hand), *hand.nuki)


def is_same(one: HandReading, other: HandReading) -> bool:
    """Return whether two readings show the same hand, read a little differently perhaps."""
    return _shared(one, other) >= SAME_TILES


def is_moved(hand: HandReading, before: HandReading) -> bool:
    """Return whether ``hand`` is the one read ``before``, moved and read otherwise perhaps."""
    return hand.seat == before.seat and _shared(hand, before) >= MOVED_TILES


def _shared(one: HandReading, other: HandReading) -> int:
    return (Counter(one.faces) & Counter(other.faces)).total()


def river_of_win(reading: TableReading, hand: HandReading) -> str | None:
    """Return the side in whose river the winning tile lies, ``None`` when in nobody's."""
    sides = (river.seat for river in reading.rivers if hand.win in river.tiles)
    return next(sides, None)


def declared_riichi(reading: TableReading, hand: HandReading) -> bool:
    """Return whether a riichi tile lies in the river of the owner of ``hand``.

    It does not where it was called; that nothing but a riichi turns up ura tells it then.
    """
    own = (river for river in reading.rivers if river.seat == hand.seat)
    closed = all(meld.type == "ankan" for meld in hand.melds)
    won = bool(reading.ura_indicators) and closed and hand.count == 14
    return won or any(river.riichi is not None for river in own)


@dataclass(frozen=True, slots=True)
class Seats:
    """The sides of the picture where players sit, East's first, in turn order."""

    sides: tuple[str, ...] = SIDES

    def wind_of(self, side: str) -> Wind | None:
        """Return the wind of the player at ``side``, ``None`` where nobody sits."""
        return Wind(self.sides.index(side)) if side in self.sides else None

    def with_wind(self, side: str, wind: Wind) -> Seats:
        """Return the seats in which the player at ``side`` has ``wind``."""
        east = self.sides.index(side) - wind
        return Seats((*self.sides[east:], *self.sides[:east]))


def win_context(
    reading: TableReading, hand: HandReading, seats: Seats, last: WinContext
) -> tuple[WinContext, bool]:
    """Return how ``hand`` was won, and whether the table tells tsumo or ron.

    Winds are told where there is a player for each of the ``seats``, else the winner is East.
    Round, honba and sticks are those of ``last``.  A winning tile that lies in a river was won
    by ron from its owner, one that was added to a pon was robbed.  A sideways tile in the winner's
    own river is a riichi, and so are ura indicators.
    """
    winds = seats if len(seats.sides) == last.players else Seats(())
    context = WinContext(
        tsumo=False,
        seat_wind=winds.wind_of(hand.seat) or Wind.E,
        round_wind=last.round_wind,
        honba=last.honba,
        riichi_sticks=last.riichi_sticks,
        players=last.players,
        riichi=Riichi.RIICHI if declared_riichi(reading, hand) else Riichi.NONE,
    )
    robbed = robbed_from(reading, hand)
    side = robbed or river_of_win(reading, hand)
    if side is None or side == hand.seat:
        return context, False
    return replace(context, discarder=winds.wind_of(side), chankan=robbed is not None), True


def table_facts(reading: TableReading, hand: HandReading, seats: Seats, players: int) -> TableFacts:
    """Return what rivers and calls tell about ``hand``, given who sits where."""
    dealer = seats.sides[0] if len(seats.sides) == players else None
    return facts_of(reading, hand, players, dealer)


def with_open_facts(
    reading: TableReading, hand: HandReading, facts: TableFacts, context: WinContext
) -> TableReading:
    """Return ``reading`` with ``hand`` unsure where the table leaves ippatsu, a double riichi, a
    tsumo after a kan, a robbed kan or, late in a hand, the last tile open, and why.
    """
    own = facts.of(hand.seat)
    double = own is not None and own.riichi and own.double is None
    late = sum(len(river.tiles) for river in reading.rivers) >= _LATE
    open_now = {
        "ippatsu_unknown": facts.ippatsu is None or double,
        "rinshan_unknown": context.tsumo and facts.rinshan is None,
        "chankan_unknown": context.tsumo,
        "last_tile_unknown": facts.last_tile is None and late,
    }
    reasons = tuple(m for m in facts.messages if open_now.get(m.code))
    return unsure(reading, hand, reasons) if reasons else reading


def unsure(reading: TableReading, hand: HandReading, reasons: tuple[Message, ...]) -> TableReading:
    """Return ``reading`` with ``hand`` unsure for ``reasons``."""
    doubtful = replace(hand, uncertain=True, doubted=False)
    hands = tuple(doubtful if h is hand else h for h in reading.hands)
    return replace(reading, hands=hands, messages=(*reading.messages, *reasons))
