"""Tables as read, made up seat by seat."""

from dataclasses import dataclass, field

from laid_tables import rectangle, tiles

from detector import (
    Detection,
    HandReading,
    MeldReading,
    River,
    TableFacts,
    TableReading,
    facts_of,
)

SIDES = ("bottom", "right", "top", "left")
CLOSED = "123m456p789s1122z"


@dataclass
class Table:
    """A table as read, made up seat by seat; the bottom seat shows the winning hand."""

    found: list[Detection] = field(default_factory=list)
    hands: list[HandReading] = field(default_factory=list)
    rivers: list[River] = field(default_factory=list)

    def put(self, text: str) -> tuple[int, ...]:
        start = len(self.found)
        self.found += [Detection(face, 1.0, rectangle(0, 0)) for face in tiles(text)]
        return tuple(range(start, len(self.found)))

    def hand(self, concealed: str, win: str, *melds: MeldReading, seat: str = "bottom") -> None:
        own = self.put(concealed + win)
        faces = [self.found[i].tile for i in (*own, *(t for m in melds for t in m.tiles))]
        reading = HandReading(seat, own, own[-1], melds, tuple(faces), uncertain=False)
        self.hands.insert(0, reading)

    def river(self, seat: str, text: str, riichi: int | None = None, holes: int = 0) -> None:
        self.rivers.append(River(seat, self.put(text), riichi, holes))

    def meld(self, seat: str, kind: str, text: str, source: int) -> None:
        own = self.put(text)
        called = None if kind == "ankan" else own[0]
        faces = tuple(self.found[i].tile for i in own)
        sets = (MeldReading(kind, own, called, source),)
        self.hands.append(HandReading(seat, (), None, sets, faces, uncertain=False))

    def reading(self) -> TableReading:
        flags = (False,) * len(self.found)
        hands, rivers = tuple(self.hands), tuple(self.rivers)
        return TableReading(100, 100, tuple(self.found), flags, hands, rivers)

    def facts(self, players: int = 4, dealer: str | None = "bottom") -> TableFacts:
        reading = self.reading()
        return facts_of(reading, reading.hands[0], players, dealer)


def table(counts: tuple[int, ...], riichi: int | None = None, win: str = "1z") -> Table:
    """A closed hand of the bottom seat and rivers of so many tiles in turn order."""
    made = Table()
    made.hand(CLOSED, win)
    for seat, count in zip(SIDES, counts, strict=False):
        if count:
            made.river(seat, "9m" * count, riichi if seat == "bottom" else None)
    return made
