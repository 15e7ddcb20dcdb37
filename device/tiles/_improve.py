"""A tile set fitted anew with the faces kept from use, when that reads hands better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from detector import Example, judged
from device._errors import TilesError
from device.tiles._reader import describe, fitted
from device.tiles._set import MOST_EXAMPLES, TileSet

#: Of so many hands one is held out to compare on; fewer hands are too few.
FOLD: Final = 4
#: Faces of one kind that are learned from at most, the newest.
MOST_OF_A_FACE: Final = 6


@dataclass(frozen=True, slots=True)
class Comparison:
    """``before`` and ``after`` of ``tried`` held out faces were read right, of ``hands`` hands."""

    hands: int
    tried: int
    before: int
    after: int


def improved(old: TileSet, hands: Sequence[Sequence[Example]]) -> tuple[TileSet | None, Comparison]:
    """Return ``old`` fitted to the faces of ``hands`` too, or ``None`` when that is not better.

    Every ``FOLD``-th hand is held out to compare on.  Raises ``TilesError`` with too few hands.
    """
    if len(hands) < FOLD:
        raise TilesError("tiles_few_hands", count=len(hands), least=FOLD)
    held = list(chain.from_iterable(hands[FOLD - 1 :: FOLD]))
    rest = [hand for n, hand in enumerate(hands) if n % FOLD != FOLD - 1]
    trial, _ = fitted(_joined(old.examples, rest))
    before, old_loss = judged(held, describe, old.adaptation)
    after, new_loss = judged(held, describe, trial.adaptation)
    compared = Comparison(len(hands), len(held), before, after)
    if after < before or new_loss >= old_loss:
        return None, compared
    return fitted(_joined(old.examples, hands))[0], compared


def _joined(own: Sequence[Example], hands: Sequence[Sequence[Example]]) -> list[Example]:
    """The set's own examples and the newest of the hands', each hand as a photo of its own."""
    first = 1 + max((example.photo for example in own), default=-1)
    counts: dict[str, int] = {}
    chosen = []
    for number, hand in reversed(list(enumerate(hands, first))):
        for example in hand:
            counts[example.face] = counts.get(example.face, 0) + 1
            if counts[example.face] <= MOST_OF_A_FACE:
                chosen.append(replace(example, photo=number))
    return [*own, *reversed(chosen)][:MOST_EXAMPLES]
