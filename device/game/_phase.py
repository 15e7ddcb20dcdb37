"""How far the hand being played is, told by the readings of the table.  Pure values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from detector import (
    UNREADABLE,
    HandReading,
    ReadingError,
    River,
    TableReading,
    hand_of,
    waits_of,
)
from device._reveal import FEWEST_TILES, is_whole
from device.game._facing import turned_side
from scorer import STICK, MeldType

#: A riichi counts without a tap when the table gave so many signs of it.
SURE_OF_RIICHI: Final = 2
#: A tile of a hand shown at a draw is sure from this probability on.
SURE_OF_TILE: Final = 0.9
_HAKU: Final = "5z"


class Phase(StrEnum):
    """The states of a hand."""

    DEALING = "dealing"
    PLAYING = "playing"
    REVEAL = "reveal"
    SCORED = "scored"
    CLEARED = "cleared"


@dataclass(frozen=True, slots=True)
class Progress:
    """What the readings of this hand have told so far.

    ``riichi`` counts by side the signs of a riichi: each reading that shows a sideways tile in its
    river, and the stick before it; while a hand lies open only one reading does.  ``rivers`` are
    the tiles of the last reading by side, ``dora`` the faces of its indicators.  ``first``: the
    table has not been looked at yet.  ``old`` are the sides whose sideways tile lay there at that
    first look, from an earlier hand perhaps: those tell of no riichi by themselves while the rivers
    of that look lie there.
    """

    phase: Phase = Phase.CLEARED
    riichi: Mapping[str, int] = field(default_factory=dict)
    rivers: Mapping[tuple[str, str], int] = field(default_factory=dict)
    dora: tuple[str, ...] = ()
    first: bool = False
    old: frozenset[str] = frozenset()

    def seen(self, reading: TableReading) -> Progress:
        """Return the progress with one more reading of the table at rest."""
        if self.phase is Phase.SCORED:
            return self._seen_after(reading)
        phase, signs = self._phase(reading), _signs_of_riichi(reading)
        old = self.old if self._lies_there(rivers_of(reading)) else frozenset()
        old = old | signs.keys() if self.first else old
        told = Counter(self.riichi)
        if not self.phase is phase is Phase.REVEAL:
            told.update({side: count for side, count in signs.items() if side not in old})
        dora = tuple(reading.detections[i].tile for i in reading.dora_indicators)
        return Progress(phase, told, rivers_of(reading), dora, old=old)

    def _seen_after(self, reading: TableReading) -> Progress:
        """Return the progress after the hand was scored: it is over once its tiles are gone."""
        rivers = rivers_of(reading)
        if any(is_whole(hand) for hand in reading.hands):
            return replace(self, rivers=rivers, first=False)
        return self if self._lies_there(rivers) else Progress(first=self.first).seen(reading)

    def scored(self) -> Progress:
        """Return the progress once the hand was entered: it lies there until the table is
        cleared.
        """
        return replace(self, phase=Phase.SCORED, riichi={})

    def begun(self) -> Progress:
        """Return the progress when a game begins: what lies there is of no hand of it."""
        begun = replace(self, riichi={}, dora=(), first=True)
        return begun.scored() if self.phase is Phase.REVEAL else begun

    def reopened(self) -> Progress:
        """Return the progress when what was entered does not stand."""
        return replace(self, phase=Phase.REVEAL)

    def turned(self, turns: int) -> Progress:
        """Return the progress with all that was seen ``turns`` quarters further on."""
        return replace(
            self,
            riichi={turned_side(side, turns): count for side, count in self.riichi.items()},
            rivers={(turned_side(side, turns), face): n for (side, face), n in self.rivers.items()},
            old=frozenset(turned_side(side, turns) for side in self.old),
        )

    def sure_of_riichi(self) -> tuple[str, ...]:
        """Return the sides that are surely in riichi."""
        return tuple(side for side, times in self.riichi.items() if times >= SURE_OF_RIICHI)

    def _phase(self, reading: TableReading) -> Phase:
        if any(is_whole(hand) for hand in reading.hands):
            return Phase.REVEAL
        if any(river.tiles for river in reading.rivers):
            return Phase.PLAYING
        return Phase.DEALING if reading.detections else self.phase

    def _lies_there(self, rivers: Mapping[tuple[str, str], int]) -> bool:
        """Tell whether the rivers are still those of the last reading."""
        common = Counter(self.rivers) & Counter(rivers)
        return 2 * common.total() > sum(self.rivers.values())


def _signs_of_riichi(reading: TableReading) -> dict[str, int]:
    """Return how many signs of a riichi each side shows: a sideways tile, with a stick before it.

    A tile that was ronned is none.
    """
    won = {hand.win for hand in reading.hands}
    sticks = {stick.seat for stick in reading.sticks if stick.value == STICK}
    return {
        river.seat: 2 if river.seat in sticks else 1
        for river in reading.rivers
        if river.riichi is not None and river.tiles[river.riichi] not in won
    }


def rivers_of(reading: TableReading) -> Counter[tuple[str, str]]:
    """Return how often each face lies in each river, by side and face."""
    return Counter(
        (river.seat, reading.detections[i].tile) for river in reading.rivers for i in river.tiles
    )


def riichi_on_win(reading: TableReading, hand: HandReading) -> str | None:
    """Return the side whose riichi tile is the winning tile of ``hand``: no stick is paid."""
    return next(
        (
            river.seat
            for river in reading.rivers
            if river.riichi is not None and river.tiles[river.riichi] == hand.win
        ),
        None,
    )


def shown_at_draw(reading: TableReading, *, gone: bool = False) -> Mapping[str, bool]:
    """Return, by side, who shows a hand and whether it is tenpai, where nobody won.

    Nothing unless at least two hands lie open and none of them is complete.  Where the wall is
    ``gone`` a hand complete with a discard may be one that is shown for its tenpai.
    """
    whole = [hand for hand in reading.hands if is_whole(hand)]
    thrown = {tile for river in reading.rivers for tile in river.tiles}
    passed = [hand for hand in whole if gone and hand.win in thrown]
    won = any(hand not in passed and _is_complete(reading, hand) for hand in whole)
    if won or (len(whole) < 2 and not passed):
        return {}
    return {hand.seat: hand in passed or bool(waits_of(hand)) for hand in whole}


def is_won(reading: TableReading) -> bool:
    """Return whether a complete hand lies open."""
    return any(is_whole(hand) and _is_complete(reading, hand) for hand in reading.hands)


def is_cleared(reading: TableReading) -> bool:
    """Return whether no river and no hand is left on the table."""
    left = any(river.tiles for river in reading.rivers)
    return not left and not any(is_whole(hand) for hand in reading.hands)


def drawn_out(reading: TableReading) -> Mapping[str, bool | None] | None:
    """Return, by side, who shows a hand and whether it is surely tenpai, where the wall is gone.

    A hand that cannot be read surely has ``None``, one that is not tenpai too, for nobody shows
    such a hand, and so has everybody where tiles lie about that may be of a hand.  Nothing at all
    where somebody may have a nagashi mangan, or four kans may have ended the hand.
    """
    if (
        any(_may_be_nagashi(reading, river) for river in reading.rivers)
        or kans_of(reading).total() >= 4
    ):
        return None
    clear = _is_clear(reading)
    return {
        hand.seat: (_is_read_surely(reading, hand) and bool(waits_of(hand))) or None
        for hand in reading.hands
        if hand.concealed or not clear
    }


def _is_clear(reading: TableReading) -> bool:
    """Tell whether no face lies about that may be of a hand and not an indicator."""
    if not any(message.code == "indicators" for message in reading.messages):
        return True
    faces = [reading.detections[i].tile for i in reading.dora_indicators]
    beside = [reading.detections[i].tile for i in reading.ura_indicators]
    told = UNREADABLE not in faces and len(faces) == kans_of(reading).total() + 1
    return told and _are_no_hand([face for face in beside if face != UNREADABLE], reading)


def _are_no_hand(faces: Sequence[str], reading: TableReading) -> bool:
    """Tell whether ``faces`` lying about are too few for any hand, and blank as standing tiles'."""
    sets = max((len(hand.melds) for hand in reading.hands), default=0)
    fewest = FEWEST_TILES - 3 * sets
    return all(face == _HAKU for face in faces) and 2 * len(faces) < fewest


def riichi_at_draw(reading: TableReading) -> frozenset[str]:
    """Return the sides in riichi where the wall is gone: nobody won on a sideways tile then.

    Whoever has open sets is in none.
    """
    opened = {
        hand.seat for hand in reading.hands for meld in hand.melds if meld.type != MeldType.ANKAN
    }
    return frozenset(_signs_of_riichi(reading)) - opened


def kans_of(reading: TableReading) -> Counter[str]:
    """Return how many kans lie at each side."""
    return Counter(
        hand.seat for hand in reading.hands for meld in hand.melds if len(meld.tiles) == 4
    )


def _may_be_nagashi(reading: TableReading, river: River) -> bool:
    faces = [reading.detections[i].tile for i in river.tiles]
    return bool(faces) and all(face[0] in "19" or face[1] == "z" for face in faces)


def _is_read_surely(reading: TableReading, hand: HandReading) -> bool:
    sure = (reading.detections[i].confidence >= SURE_OF_TILE for i in hand.concealed)
    return hand.count == FEWEST_TILES and all(sure)


def _is_complete(reading: TableReading, hand: HandReading) -> bool:
    try:
        hand_of(reading, hand)
    except ReadingError as error:
        return error.code == "win_unknown"
    return True
