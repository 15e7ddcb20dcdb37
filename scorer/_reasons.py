"""What of a score is put into words only when somebody asks for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorer._hand import Hand
from scorer._plan import plan_for
from scorer._text import set_texts
from scorer._value import Value
from scorer._why import rule_notes, shape_notes

Texts = tuple[str, ...]


@dataclass(slots=True, eq=False)
class Reasons:
    """The sets of the reading that counts, and notes on what does not count.

    Two of them are equal when their words are.
    """

    value: Value
    hand: Hand
    liable: bool
    _words: tuple[Texts, Texts] | None = field(default=None, init=False)

    @property
    def words(self) -> tuple[Texts, Texts]:
        """The sets in mpsz, and the notes."""
        if self._words is None:
            self._words = set_texts(self.value.reading, self.hand), self._notes()
        return self._words

    def _notes(self) -> Texts:
        value = self.value
        win = value.reading.win
        notes = rule_notes(win)
        if not value.yakuman:
            notes = shape_notes(value.reading, plan_for(win.rules)) + notes
        if value.han >= 13 and value.limit == "sanbaiman":
            notes.append(
                f"{value.han} han count as sanbaiman: these rules have no counted yakuman."
            )
        if win.context.pao is not None and not self.liable:
            notes.append(
                "Nobody is liable: no called sets of a yakuman with liability under these rules."
            )
        return tuple(notes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reasons) and self.words == other.words

    def __repr__(self) -> str:
        return repr(self.words)
