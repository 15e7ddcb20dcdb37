"""What the page needs from the running table, and the plain state it shows.

The page never computes: it draws a :class:`State` and posts :mod:`device.page._edit` edits.  The
service behind :class:`TableService` holds one :class:`device.page._draft.Draft`, changes it with
``apply_edit`` and values it with ``outcome_of``; it owns the camera, the log and the voice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from device._errors import UserError
from device._i18n import Language
from device.game._shown import Shown
from device.log._port import Entry, Log
from device.page._draft import Draft, Problem
from device.page._edit import Edit
from device.page._game import GameEdit
from device.page._seen import Seen
from scorer import Rules, Score

#: What can be asked to be said: what the hand is worth, or where the game stands.
Spoken = Literal["score", "standing"]


@dataclass(frozen=True, slots=True)
class Camera:
    """The camera as the page tells it: ``source`` as given to ``--camera`` (empty: no camera) and
    ``status``, one of ``ok``, ``recording`` (the bundled recording stands in for a camera),
    ``none``, ``starting``, ``lost``, ``frozen``, ``black``, ``blurred``.
    """

    source: str
    status: str


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture the reading was made of; ``id`` is the name :meth:`TableService.picture` knows
    it by (letters and digits), ``width`` and ``height`` in pixels after EXIF rotation.
    """

    id: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class State:
    """A snapshot of the table.

    ``revision`` grows with every change.  ``phase`` is ``waiting`` (nothing lies there),
    ``moving``, ``reading``, ``shown`` (a hand is on the page).  ``draft`` is the hand as read and
    corrected, ``outcome`` its value or why it has none; both ``None`` before the first hand.
    ``rules`` is the active rule set, of the draft and of what comes next.  ``notice`` is a trouble
    that needs a person, such as a full disk.  ``hand_id`` is the log's id of the hand shown, once
    it is logged.  ``unanswered`` hands were left without an answer when the next one came.
    ``seen`` is what somebody saw who looked at it.
    """

    revision: int
    phase: str
    rules: Rules
    camera: Camera
    picture: Picture | None = None
    draft: Draft | None = None
    outcome: Score | Problem | None = None
    notice: UserError | None = None
    hand_id: int | None = None
    unanswered: int = 0
    game: Shown | None = None
    seen: Seen = field(default_factory=Seen)


class TableService(Protocol):
    """The running table.  Every method may be called from any thread and may block."""

    def state(self) -> State:
        """Return the present snapshot."""

    def subscribe(self, listener: Callable[[State], None]) -> Callable[[], None]:
        """Call ``listener`` (from any thread) with each new state; return what ends that."""

    def edit(self, edit: Edit, seen: Seen | None = None) -> State:
        """Apply one correction and return the new state; raises ``EditError``.

        So it does where it was meant for something else that was ``seen``.
        """

    def play(self, edit: GameEdit, seen: Seen | None = None) -> State:
        """Enter what a person said about the game and return the new state.

        Raises ``EditError`` as ``edit`` does.
        """

    def submit_photo(self, data: bytes) -> State:
        """Read an encoded photo in place of a camera frame; raises ``UserError``."""

    def picture(self, picture_id: str) -> bytes | None:
        """Return the JPEG of a :class:`Picture`, ``None`` when it is gone."""

    def history(self, limit: int, before: int | None = None) -> Sequence[Entry]:
        """Return up to ``limit`` logged hands, newest first, those with ids below ``before``.

        Pictures may be left out; raises ``UserError`` when the log cannot be read.
        """

    def log(self) -> Log:
        """Return the log, to read past games from; raises ``UserError``."""

    def history_picture(self, entry_id: int) -> bytes | None:
        """Return the JPEG crop of a logged hand, ``None`` when there is none."""

    def speak(self, lang: Language, what: Spoken = "score") -> None:
        """Queue the announcement of the score, or where the game stands, on the table's own
        loudspeaker (en, ja, zh).
        """

    def speech(self, lang: Language, what: Spoken = "score") -> bytes | None:
        """Return that as a WAV file, ``None`` where there is nothing to say or no voice."""
