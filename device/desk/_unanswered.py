"""Hands that nobody has said anything about yet: they wait for an answer, over a restart too."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from device._errors import PhotoError
from device._keeper import Keeper, KeptGame
from device._photo import decode_photo
from device._reveal import FEWEST_TILES, is_same, is_whole
from device.camera._picture import jpeg
from device.camera._port import Pixels
from device.desk._draft_json import draft_from, draft_record
from device.log._port import Log, Waiting
from device.page._draft import Draft
from device.page._edit import EditError

#: So many hands wait at most, each with its picture; the oldest makes room.
MOST: Final = 12


@dataclass(slots=True, eq=False)
class Left:
    """A hand without an answer, the picture it was read in, and where that came from.

    It belongs behind the move ``after`` of ``game``, ``None``: to no game, or at its end.  ``id``
    is that of its row in the log, 0 while it has none.  ``shown``: it is the one on the page; the
    others have a JPEG, ``picture``, in place of the ``image``, which takes ten times the memory.
    """

    draft: Draft
    image: Pixels | None
    source: str
    after: int | None = None
    game: KeptGame | None = None
    id: int = 0
    shown: bool = True
    picture: bytes | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole hand, which is worth waiting."""
        hand = self.draft.hand
        return hand is not None and is_whole(hand)

    @property
    def is_short(self) -> bool:
        """Whether it has 13 tiles, a kan counted as three."""
        hand = self.draft.hand
        return hand is not None and hand.count == FEWEST_TILES


class Unanswered:
    """The hands that wait, oldest first, and the one on the page while it has no answer.

    ``keeper`` stores them, so that they wait for the next start of the program too.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._left: deque[Left] = deque()
        self._shown: Left | None = None

    def __len__(self) -> int:
        return len(self._left)

    def of(self, game: KeptGame | None) -> int:
        """Return how many hands wait that belong to ``game``, but for the one on the page."""
        return sum(left.game is game for left in self._left)

    def of_page(self, game: KeptGame | None) -> bool:
        """Return whether the one on the page has no answer and belongs to ``game``."""
        return self._shown is not None and self._shown.game is game

    def resume(self, log: Log, game: KeptGame | None) -> Left | None:
        """Let the hands of ``log`` wait, those of ``game`` for it; damaged drafts are left out.

        The one that was on the page, or is meanwhile, is returned, to be shown or to wait anew.
        """
        drafts = [(row, draft_from(row.draft.get("draft", {}))) for row in log.waiting()]
        found = [_left(row, draft, game) for row, draft in drafts if draft is not None]
        shown = found.pop() if found and found[-1].shown else None
        for one in found:
            self._append(one)
        # The one on the page counts beside an earlier look at it, as it did before the restart.
        left, self._shown = self._shown, None
        if left is None and shown is not None:
            left = _with_image(shown)
        elif shown is not None:
            self._append(shown)
        if left is not None:
            self._drop(left)
        return left

    def wait(self, left: Left, after: int) -> None:
        """Let ``left`` wait behind the move ``after``."""
        self._shown = replace(left, id=0, after=after)
        self.leave()

    def show(self, left: Left | None) -> None:
        """The page shows ``left``, which has no answer yet, or no such hand any more."""
        old, self._shown = self._shown, None
        if left is not None and left.is_whole:
            self._shown = left
            self._store(left)
        if old is not None:
            self._drop(old)

    def stay_behind(self, after: int) -> None:
        """The game goes on: the hand on the page belongs behind the move ``after``."""
        if self._shown is not None:
            self.show(replace(self._shown, after=after, id=0))

    def stay(self, after: int, game: KeptGame | None) -> None:
        """Those of ``game`` that came while its newest hand was not known to be over belong behind
        the move ``after``.
        """
        for place, left in enumerate(self._left):
            if left.game is game and left.after is None:
                self._left[place] = replace(left, after=after, id=0)
                self._store(self._left[place])
                self._drop(left)

    def leave(self) -> None:
        """Let the hand on the page wait in place of an earlier look at it."""
        left, self._shown = self._shown, None
        if left is None:
            return
        aside = replace(left, id=0, shown=False, image=None, picture=_picture(left))
        self._store(aside)
        self._drop(left)
        self._append(aside)
        if len(self._left) > MOST:
            self._drop(self._left.popleft())

    def _append(self, left: Left) -> None:
        for same in [one for one in self._left if is_another_look(one.draft, left.draft)]:
            self._left.remove(same)
            self._drop(same)
        self._left.append(left)

    def take(self) -> Left:
        """Return the hand that waits longest, which waits no more; raises ``EditError``."""
        if not self._left:
            raise EditError("bad_edit", "no hand waits for an answer")
        left = self._left.popleft()
        self._drop(left)
        return _with_image(left)

    def forget(self) -> None:
        """Let go of all of them."""
        while self._left:
            self._drop(self._left.popleft())

    def forget_short(self) -> None:
        """Let go of those that lack a tile: they were shown at a draw."""
        self._forget([left for left in self._left if left.is_short])

    def forget_of(self, game: KeptGame | None) -> None:
        """Let go of those that belong to ``game``, the one on the page too."""
        self._forget([left for left in self._left if left.game is game])
        if self.of_page(game):
            self.show(None)

    def _forget(self, hands: Sequence[Left]) -> None:
        for left in hands:
            self._left.remove(left)
            self._drop(left)

    def _store(self, left: Left) -> None:
        picture = _picture(left)
        record = {"draft": draft_record(left.draft), "after": left.after, "shown": left.shown}

        def store(log: Log) -> None:
            told = {**record, "game": left.game.id if left.game else None}
            left.id = log.leave(Waiting(told, left.source, picture))

        self._keeper.later(store)

    def _drop(self, left: Left) -> None:
        self._keeper.later(lambda log: log.answered(left.id))


def _left(waiting: Waiting, draft: Draft, game: KeptGame | None) -> Left:
    own = game if game is not None and game.id == waiting.draft.get("game") else None
    after, shown = waiting.draft.get("after"), waiting.draft.get("shown")
    row = waiting.id, shown is True, waiting.picture
    return Left(draft, None, waiting.source, after, own, *row)


def _picture(left: Left) -> bytes | None:
    return left.picture if left.image is None else jpeg(left.image)


def _with_image(left: Left) -> Left:
    reading = left.draft.reading
    image = _image(left.picture, (reading.width, reading.height))
    return replace(left, image=image, picture=None)


def is_another_look(draft: Draft, other: Draft | None) -> bool:
    """Say whether both drafts have a hand and it is the same one, seen twice."""
    if other is None or other.hand is None or draft.hand is None:
        return False
    return is_same(draft.hand, other.hand)


def _image(picture: bytes | None, size: tuple[int, int]) -> Pixels | None:
    """Return a picture in the ``size`` (width, height) that it was read in."""
    try:
        image = None if picture is None else decode_photo(picture, "waiting")
    except PhotoError:
        return None
    if image is None or image.shape[1::-1] == size or not all(size):
        return image
    return np.asarray(cv2.resize(image, size), np.uint8)
