"""The hand on the page: what the camera read, what a person corrected, what it is worth.

Pure; ``device.desk._draft_edits`` makes a new draft out of an old one and an edit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from detector import (
    BACK,
    FLOWER,
    UNREADABLE,
    Detection,
    HandReading,
    ReadingError,
    TableReading,
    hand_of,
    indices_of,
)
from device._i18n import text
from device.page._edit import Edit
from scorer import (
    Riichi,
    Rules,
    Score,
    ScoringError,
    Tile,
    WinContext,
    score,
)

#: A face read with less than this is marked as doubtful in an uncertain hand.
DOUBT: Final = 0.9
#: A hand of which nothing lies there.
EMPTY_HAND: Final = HandReading("bottom", (), None, (), (), uncertain=False)
#: What is wrong with a win in one seat and may be right in another.
_BY_SEAT: Final = frozenset({"no_yaku", "tenhou_by_non_dealer", "chiihou_by_dealer"})
#: The corners of a tile that was added by hand and is in no picture.
NOWHERE: Final = ((0.0, 0.0),) * 4


@dataclass(frozen=True, slots=True)
class Problem:
    """Why there is no score, or what is wrong: a code for translation, a sentence in English."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand being read and corrected.

    ``hand`` is the one of ``reading.hands`` that is scored, ``None`` when no hand was seen.
    Indices everywhere are those of ``reading.detections``, which only ever grow.  ``ura`` are the
    ura indicators.  ``asks`` names what neither table nor person has said yet (``tsumo``,
    ``winner``).
    ``confirmed``: a person said that it is right.  ``previous``: the draft before the last edit,
    ``last``.
    """

    reading: TableReading
    hand: HandReading | None
    context: WinContext
    rules: Rules
    ura: tuple[int, ...] = ()
    asks: frozenset[str] = frozenset()
    confirmed: bool = False
    previous: Draft | None = None
    last: Edit | None = None

    @property
    def faces(self) -> dict[int, str]:
        """The face of every tile by index; in the hand the most probable legal one."""
        faces = {i: d.tile for i, d in enumerate(self.reading.detections)}
        if self.hand is not None:
            faces |= dict(zip(indices_of(self.hand), self.hand.faces, strict=True))
        return faces

    @property
    def doubtful(self) -> frozenset[int]:
        """The tiles of the hand that a person should look at: all that could not be read, and in
        an unconfirmed uncertain hand those that may be others.
        """
        if self.hand is None:
            return frozenset()
        order = indices_of(self.hand)
        blind = {i for i, face in zip(order, self.hand.faces, strict=True) if face == UNREADABLE}
        if not self.uncertain:
            return frozenset(blind)
        weak = {i for i in order if _weak(self.reading.detections[i])}
        unlike = (
            index
            for option in self.hand.options
            for index, ours, theirs in zip(order, self.hand.faces, option, strict=True)
            if ours != theirs
        )
        return frozenset(blind.union(weak, unlike))

    @property
    def is_anybodys(self) -> bool:
        """Whether nobody knows yet whose hand it is: it may be worth something else elsewhere."""
        return "winner" in self.asks

    @property
    def uncertain(self) -> bool:
        """Whether a person has to look before the score counts."""
        return self.hand is not None and self.hand.uncertain and not self.confirmed


def _weak(detection: Detection) -> bool:
    return detection.tile != BACK and detection.confidence < DOUBT


def empty_draft(context: WinContext, rules: Rules) -> Draft:
    """Return a draft without a picture, to be filled in by hand."""
    reading = TableReading(0, 0, (), (), ())
    return Draft(reading, EMPTY_HAND, context, rules, asks=frozenset({"tsumo"}))


def draft_of(
    reading: TableReading,
    context: WinContext,
    rules: Rules,
    asks: frozenset[str] = frozenset({"tsumo"}),
) -> Draft:
    """Return the draft of what the camera read, the first hand being the winner's.

    The indicators of ``context`` are ignored: those of ``reading`` count.
    """
    hand = reading.hands[0] if reading.hands else None
    return Draft(reading, hand, context, rules, reading.ura_indicators, asks)


def context_of(draft: Draft) -> WinContext:
    """Return the context with the indicators that lie on the table, ura only after riichi.

    Raises ``ReadingError`` with code ``unreadable`` for an indicator that was not read.
    """
    no_riichi = draft.context.riichi == Riichi.NONE
    return replace(
        draft.context,
        dora_indicators=_indicators(draft, draft.reading.dora_indicators),
        ura_indicators=_indicators(draft, () if no_riichi else draft.ura),
    )


def _indicators(draft: Draft, indices: tuple[int, ...]) -> tuple[Tile, ...]:
    faces = [draft.reading.detections[i].tile for i in indices]
    if any(face in (BACK, UNREADABLE, FLOWER) for face in faces):
        raise ReadingError("dora_unreadable", text("en", "error.dora_unreadable"))
    return tuple(Tile.parse(face) for face in faces)


def _problem(code: str) -> Problem:
    return Problem(code, text("en", f"error.{code}"))


def outcome_of(draft: Draft) -> Score | Problem:
    """Return what the hand is worth, or why that cannot be said."""
    if draft.hand is None:
        return _problem("no_hand" if draft.reading.detections else "no_tiles")
    try:
        hand = hand_of(draft.reading, draft.hand)
        if "tsumo" in draft.asks:
            return _problem("ask_tsumo")
        return score(hand, context_of(draft), draft.rules)
    except (ReadingError, ScoringError) as error:
        if draft.is_anybodys and error.code in _BY_SEAT:
            return _problem("player_missing")
        return Problem(error.code, error.message)
