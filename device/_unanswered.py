"""Hands that nobody said anything about before the next one came: they wait for an answer."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from device._app_draft import Draft
from device._app_edit import EditError
from device._camera import Pixels
from device._reveal import FEWEST_TILES, is_same

#: So many hands wait at most, each with its picture; the oldest makes room.
MOST: Final = 12


@dataclass(frozen=True, slots=True, eq=False)
class Left:
    """A hand left without an answer, the picture it was read in, and where that came from."""

    draft: Draft
    image: Pixels | None
    source: str


class Unanswered:
    """The hands that wait, oldest first."""

    def __init__(self) -> None:
        self._left: deque[Left] = deque(maxlen=MOST)

    def __len__(self) -> int:
        return len(self._left)

    def leave(self, left: Left) -> None:
        """Let a hand wait in place of an earlier look at it; what is no whole hand does not."""
        hand = left.draft.hand
        if hand is None or len(hand.faces) < FEWEST_TILES:
            return
        earlier = (one for one in self._left if one.draft.hand and is_same(one.draft.hand, hand))
        if (same := next(earlier, None)) is not None:
            self._left.remove(same)
        self._left.append(left)

    def take(self) -> Left:
        """Return the hand that waits longest, which waits no more; raises ``EditError``."""
        if not self._left:
            raise EditError("bad_edit", "no hand waits for an answer")
        return self._left.popleft()

    def forget(self) -> None:
        """Let go of all of them."""
        self._left.clear()
