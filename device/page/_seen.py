"""What somebody saw who made an entry: it must not fall upon something else meanwhile."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass
from typing import Final

from device.page._edit import Edit, Forget, Recall, SetRules
from device.page._game import (
    GameEdit,
    Pay,
    Place,
    PutBack,
    Remove,
    Rename,
    Reopen,
    Take,
    TakeBack,
)

_PATTERN: Final = re.compile(r"(\d{1,15})-(\d{1,15})-(\d{1,15})-(\d{1,15})", re.ASCII)
#: What is about no hand, neither the one on the page nor the one that is played.
_ABOUT_NONE: Final = (Forget, Recall, SetRules, Pay, Place, Remove, Rename, Reopen)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the page shows: ``shown`` grows with each other hand, or other reading of one.

    ``game`` is the log's id of the game, ``played`` the number of the hand that is played in it,
    ``steps`` counts what could be undone.
    """

    shown: int = 0
    game: int = 0
    played: int = 0
    steps: int = 0

    def __str__(self) -> str:
        """Return it as the page sends it back."""
        return "-".join(map(str, astuple(self)))

    @classmethod
    def of(cls, told: str) -> Seen | None:
        """Return what ``told`` says, ``None`` where it is none."""
        found = _PATTERN.fullmatch(told)
        return cls(*map(int, found.groups())) if found else None

    def overtaken(self, edit: Edit | GameEdit, now: Seen) -> bool:
        """Tell whether ``edit`` was meant for something else than it would change ``now``."""
        if isinstance(edit, _ABOUT_NONE):
            return False
        played = (self.game, self.played) == (now.game, now.played)
        match edit:
            case Take():
                return not played or self.shown != now.shown
            case TakeBack() | PutBack():
                return not played or self.steps != now.steps
        shown = isinstance(edit, GameEdit) or self.shown == now.shown
        return not played or not shown


#: What nothing that is shown can be.
NOTHING_SEEN: Final = Seen(-1, -1, -1, -1)
