"""What people said about a table where no game is kept: it holds for the next hands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from device._reveal import Seats
from device.page._draft import Draft
from device.page._edit import Edit, SetContext, SetRules
from scorer import WinContext


@dataclass(frozen=True, slots=True)
class Habits:
    """The round, honba and sticks of the last hand, and who sits where."""

    context: WinContext
    seats: Seats = field(default_factory=Seats)

    def after(self, edit: Edit, draft: Draft) -> Habits:
        """Return the habits once ``edit`` made ``draft``."""
        if isinstance(edit, SetRules):
            return replace(self, context=replace(self.context, players=draft.rules.players))
        if not isinstance(edit, SetContext):
            return self
        seats = self.seats
        if edit.field == "seat_wind" and draft.hand is not None:
            seats = seats.with_wind(draft.hand.seat, draft.context.seat_wind)
        return Habits(draft.context, seats)
