"""What several looks at one hand tell that the last one leaves open.  Pure values.

Whether a set was called before a riichi or after it, and whether the winning tile was drawn after
a kan, shows in what lay there at the looks before.  Looks whose discards do not add up are left
out, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from detector._hand import KANS, robbed_from
from detector._types import Message, TableReading
from detector.table._facts import TableFacts
from detector.table._turns import SIDES, Counted, counted_in, last_to_discard

_WHOLE: Final = 13
_ROBBED: Final = Message(
    "chankan_unknown",
    "A tile that was added to a pon is gone: was it won on? Say if chankan, and who dealt in.",
)
_RINSHAN: Final = Message(
    "rinshan_unknown", "I cannot tell whether the winning tile was drawn after a kan; say if so."
)


@dataclass(frozen=True, slots=True)
class Look:
    """A look whose discards add up: ``discards`` by side, ``last`` who discarded last.

    ``calls`` are the called sets: whose each is, its type, the side it was called from.
    """

    discards: Mapping[str, int]
    last: str
    calls: tuple[tuple[str, str, str], ...]

    def number(self) -> int:
        """Return how often anybody has called, closed and added kans too."""
        return len(self.calls) + sum(type_ == "kakan" for _, type_, _ in self.calls)

    def kans(self, side: str) -> int:
        """Return how many kans a side has."""
        return sum(whose == side and type_ in KANS for whose, type_, _ in self.calls)

    def added(self, side: str) -> int:
        """Return how many kans of a side are pons with a tile added."""
        return sum(whose == side and type_ == "kakan" for whose, type_, _ in self.calls)

    def total(self) -> int:
        """Return how many discards there were."""
        return sum(self.discards.values())

    def skips(self) -> int:
        """Return how many calls changed whose turn it was."""
        return sum(type_ not in ("chi", "ankan") for _, type_, _ in self.calls)

    def called_from(self, side: str) -> int:
        """Return how many discards of a side were called."""
        return sum(source == side for _, _, source in self.calls)

    def turned(self, sides: Mapping[str, str]) -> Look:
        """Return the look with what lay at each side at another one: that of ``sides``."""
        calls = (
            (sides[whose], type_, sides.get(source, "")) for whose, type_, source in self.calls
        )
        discards = {sides[side]: count for side, count in self.discards.items()}
        return Look(discards, sides[self.last], tuple(calls))

    def out_of_turn(self, side: str) -> int:
        """Return how often a side has called what does not go with its turn, or a kan."""
        own = [type_ for whose, type_, _ in self.calls if whose == side and type_ != "chi"]
        return len(own) + own.count("kakan")


_NOTHING: Final = Look({}, "", ())


@dataclass(frozen=True, slots=True)
class Declared:
    """A riichi: its tile's ``place`` in the river, how often anybody had called before (``None``
    where that is not known).
    """

    place: int
    calls: int | None


@dataclass(frozen=True, slots=True)
class Kan:
    """The newest of ``count`` kans of a side, and how many tiles it had discarded at the last look
    before (``None``: there was none) and at the first one after.
    """

    count: int
    before: int | None
    after: int


@dataclass(frozen=True, slots=True)
class History:
    """What the looks at one hand have told so far; ``newest`` is the last of them, ``older`` the
    last one with fewer discards.

    ``robbed`` are the sides whose kan is a pon again: its added tile was taken away.
    """

    newest: Look | None = None
    riichi: Mapping[str, Declared] = field(default_factory=dict)
    kans: Mapping[str, Kan] = field(default_factory=dict)
    robbed: frozenset[str] = frozenset()
    older: Look | None = None

    def before(self, discards: int) -> Look | None:
        """Return the last look at which there were fewer ``discards`` in all."""
        looks = (look for look in (self.newest, self.older) if look is not None)
        return next((look for look in looks if look.total() < discards), None)

    def seen(self, reading: TableReading, dealer: str, players: int = 4) -> History:
        """Return the history with one more reading; ``dealer`` is the side where East sits."""
        look = _look(reading, dealer, players)
        if look is None:
            return self
        was = self.newest
        if was is not None and look.total() < was.total():
            return History().seen(reading, dealer, players)
        riichi = {
            river.seat: self._declared(river.seat, river.riichi, len(river.tiles), look)
            for river in reading.rivers
            if river.riichi is not None
        }
        kans = {side: kan for side in SIDES if (kan := self._kan(side, look)) is not None}
        taken = (side for side in SIDES if was is not None and was.added(side) > look.added(side))
        robbed = self.robbed.union(taken)
        return History(look, {**self.riichi, **riichi}, kans, robbed, self.before(look.total()))

    def _declared(self, side: str, place: int, length: int, look: Look) -> Declared:
        """Return the riichi of ``side``, first seen in ``look`` or before.

        When nobody has called since the look before, it does not matter when the riichi was.  Else
        its tile must be the newest discard, and the next seat must not have called since, nor
        anybody a tile of this river, which may have been the riichi tile.
        """
        known = self.riichi.get(side)
        if known is not None and known.place == place:
            return known
        was = self.newest or _NOTHING
        after = SIDES[(SIDES.index(side) + 1) % len(SIDES)]
        same = self.newest is not None and was.number() == look.number()
        fresh = (
            look.last == side
            and place == length - 1
            and was.out_of_turn(after) == look.out_of_turn(after)
            and was.called_from(side) == look.called_from(side)
        )
        return Declared(place, look.number() if same or fresh else None)

    def _kan(self, side: str, look: Look) -> Kan | None:
        known, count = self.kans.get(side), look.kans(side)
        if not count or (known is not None and known.count == count):
            return known if count else None
        before = None if self.newest is None else self.newest.discards[side]
        return Kan(count, before, look.discards[side])

    def turned(self, sides: Mapping[str, str]) -> History:
        """Return the history with what was seen at each side at another one: that of ``sides``."""
        return History(
            self.newest and self.newest.turned(sides),
            {sides[side]: declared for side, declared in self.riichi.items()},
            {sides[side]: kan for side, kan in self.kans.items()},
            frozenset(sides[side] for side in self.robbed),
            self.older and self.older.turned(sides),
        )

    def just_called(self, side: str, discards: int) -> bool:
        """Return whether ``side``, with so many ``discards``, has made none since its last kan."""
        kan = self.kans.get(side)
        return kan is not None and kan.after == discards

    def settled(
        self,
        facts: TableFacts,
        reading: TableReading,
        dealer: str,
        players: int = 4,
        *,
        in_riichi: bool = False,
    ) -> TableFacts:
        """Return ``facts`` of ``reading`` with what the looks tell that the picture does not.

        ``in_riichi``: the winner surely is, though the tile may have been called since.
        """
        own = facts.of(facts.seat)
        if in_riichi and own is not None and not own.riichi:
            facts = self._with_called_riichi(facts)
        if self.robbed - {facts.seat}:
            facts = replace(facts, messages=(*facts.messages, _ROBBED))
        look = _look(reading, dealer, players)
        if look is None or look.discards.keys() != {*SIDES}:
            return facts
        return self._with_rinshan(self._with_riichi(facts, reading, look), look)

    def _with_riichi(self, facts: TableFacts, reading: TableReading, look: Look) -> TableFacts:
        river = next((river for river in reading.rivers if river.seat == facts.seat), None)
        known = self.riichi.get(facts.seat)
        if river is None or known is None or known.place != river.riichi or known.calls is None:
            return facts
        since = look.number() - known.calls - _robs(reading, facts.seat)
        if since < 0:
            return facts
        own = [
            replace(seat, double=known.calls == 0)
            if seat.seat == facts.seat and seat.double is None
            else seat
            for seat in facts.seats
        ]
        ippatsu = since == 0 and known.place == len(river.tiles) - 1
        told = ippatsu if facts.ippatsu is None else facts.ippatsu
        rest = tuple(m for m in facts.messages if m.code != "ippatsu_unknown")
        return replace(facts, seats=tuple(own), ippatsu=told, messages=rest)

    def _with_called_riichi(self, facts: TableFacts) -> TableFacts:
        """Return ``facts`` of a winner in riichi whose tile was called: that ended ippatsu."""
        known = self.riichi.get(facts.seat)
        double: bool | None = False
        if known is not None and known.place == 0:
            double = None if known.calls is None else known.calls == 0
        seats = [
            replace(seat, riichi=True, double=double) if seat.seat == facts.seat else seat
            for seat in facts.seats
        ]
        return replace(facts, seats=tuple(seats), ippatsu=False)

    def _with_rinshan(self, facts: TableFacts, look: Look) -> TableFacts:
        """Return ``facts`` with whether a tsumo is one after a kan: no discard came between."""
        kan, now = self._kan(facts.seat, look), look.discards[facts.seat]
        if kan is None or now > kan.after:
            return replace(facts, rinshan=False)
        if now == kan.before:
            return replace(facts, rinshan=True)
        return replace(facts, messages=(*facts.messages, _RINSHAN))


def _robs(reading: TableReading, seat: str) -> bool:
    """Say whether the hand of ``seat`` robs a kan: that one is no call that ends ippatsu."""
    return any(
        hand.seat == seat and robbed_from(reading, hand) is not None for hand in reading.hands
    )


def _look(reading: TableReading, dealer: str, players: int) -> Look | None:
    """Return what lies on the table, ``None`` where the discards do not add up."""
    counted = counted_in(reading, players)
    last = last_to_discard(counted, dealer)
    doubtful = any(hand.uncertain and hand.count < _WHOLE for hand in reading.hands)
    if last is None or doubtful:
        return None
    calls = tuple(
        (hand.seat, meld.type, _source(hand.seat, meld.from_seat))
        for hand in reading.hands
        for meld in hand.melds
    )
    return Look(_discards(counted), last, calls)


def _source(seat: str, from_seat: int) -> str:
    """Return the side that a set of ``seat`` was called from, its own for a closed kan: nobody."""
    return SIDES[(SIDES.index(seat) + from_seat) % len(SIDES)] if from_seat else ""


def _discards(counted: Counted) -> dict[str, int]:
    return {seat: counted.discards(at) for at, seat in enumerate(counted.seats)}
