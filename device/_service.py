"""The running table: what the camera saw, what people corrected, scored, spoken and logged."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, Final

from detector import TableReading
from device._errors import LogError, UserError
from device._i18n import Language
from device._keeper import Keeper
from device._late import told_when_late
from device._photo import decode_photo
from device._recording import Said
from device.camera._port import Pixels
from device.desk._desk import Desk
from device.desk._desk_game import GameDesk
from device.desk._fresh_draft import NOTHING_SAID
from device.desk._setup import Setup
from device.desk._snapshot import snapshot
from device.log._port import Entry, Log
from device.page._draft import context_of
from device.page._edit import Edit, EditError
from device.page._game import GameEdit
from device.page._ports import Camera, Spoken, State
from device.page._seen import Seen
from device.voice._game import standing
from device.voice._port import Speaker
from device.voice._teller import Manner, Teller, wav_of
from device.voice._text import announcement
from scorer import Score

#: A log that takes longer than so many seconds is told of.
LATE_S: Final = 2.0
#: So long it is waited for.
GIVEN_UP_S: Final = 15.0
_LATE: Final = LogError("log_late")


class Service:
    """The ``TableService`` behind the page, fed by the camera loop; safe from any thread.

    ``read`` makes a reading of pictures of one table at rest, ``read_photos`` of photos from
    elsewhere.  ``read_ahead`` looks at a picture before it is read, ``check`` says whether a whole
    look at one shows other tiles than were read.  It begins where the log ends.
    """

    def __init__(
        self,
        setup: Setup,
        read: Callable[[Sequence[Pixels]], TableReading],
        keeper: Keeper,
        speaker: Speaker | None = None,
        read_photos: Callable[[Sequence[Pixels]], TableReading] | None = None,
        read_ahead: Callable[[Pixels], None] = lambda _: None,
        check: Callable[[Pixels], bool] = lambda _: False,
    ) -> None:
        self._read = read
        self._read_photos = read_photos or read
        self._read_ahead = read_ahead
        self._check = check
        self._keeper = keeper
        self._lock = threading.RLock()
        self._listeners: list[Callable[[State], None]] = []
        self._trouble: UserError | None = None
        self._teller = Teller(speaker, setup.manner)
        self._desk = Desk(setup, keeper, self._teller)
        self._entries = GameDesk(self._desk, keeper, self._teller)
        self._desk.deliver()
        self._state = State(0, "waiting", setup.rules, Camera("", "none"))
        self._publish_hand()

    # ------------------------------------------------------------ the page's side

    def state(self) -> State:
        """Return the present snapshot."""
        return self._state

    def subscribe(self, listener: Callable[[State], None]) -> Callable[[], None]:
        """Call ``listener`` (from any thread) with each new state; return what ends that."""
        with self._lock:
            self._listeners.append(listener)
        return lambda: self._unsubscribe(listener)

    def edit(self, edit: Edit, seen: Seen | None = None) -> State:
        """Apply one correction and return the new state; raises ``EditError``."""
        with self._lock:
            self._check_in_time(edit, seen)
            with self._touch():
                self._desk.edit(edit)
            return self._publish_hand()

    def play(self, edit: GameEdit, seen: Seen | None = None) -> State:
        """Enter what a person said about the game and return the new state.

        Raises ``EditError``.
        """
        with self._lock:
            self._check_in_time(edit, seen)
            with self._touch():
                self._entries.play(edit)
            return self._publish_hand()

    def submit_photo(self, data: bytes) -> State:
        """Read an encoded photo in place of a camera frame; raises ``UserError``."""
        image = decode_photo(data, "photo")
        reading = self._read_photos((image,))
        with self._lock:
            with self._touch():
                self._desk.show(reading, image, "photo")
            return self._publish_hand()

    def picture(self, picture_id: str) -> bytes | None:
        """Return the JPEG of a picture, ``None`` when it is gone."""
        return self._desk.album.jpeg(picture_id)

    def history(self, limit: int, before: int | None = None) -> Sequence[Entry]:
        """Return up to ``limit`` logged hands, newest first, those with ids below ``before``."""
        return self._keeper.log().entries(limit, before)

    def log(self) -> Log:
        """Return the log, to read past games from."""
        return self._keeper.log()

    def history_picture(self, entry_id: int) -> bytes | None:
        """Return the JPEG crop of a logged hand, ``None`` when there is none."""
        try:
            return self._keeper.log().entry(entry_id).picture
        except LogError as error:
            if error.code == "log_no_entry":
                return None
            raise

    def speak(self, lang: Language, what: Spoken = "score") -> None:
        """Queue the announcement of the score, or of the standing, on the table's loudspeaker."""
        self._teller.speak(self._sentence(lang, what), lang)

    def speech(self, lang: Language, what: Spoken = "score") -> bytes | None:
        """Return that as a WAV file, ``None`` where there is nothing to say or no voice."""
        return wav_of(self._sentence(lang, what), lang)

    # ------------------------------------------------------------ the set-up's side

    @property
    def manner(self) -> Manner:
        """How the table speaks."""
        return self._teller.manner

    def speak_as(self, manner: Manner) -> None:
        """Speak in ``manner`` from now on."""
        with self._lock:
            self._teller.change(manner)

    def try_voice(self, sentence: str) -> None:
        """Say ``sentence`` to its end; raises ``VoiceError`` when nobody can hear it."""
        self._teller.try_out(sentence)

    # ------------------------------------------------------------ the loop's side

    def camera(self, source: str, status: str) -> None:
        """Tell how the camera is, in the words of ``device.page._ports.Camera``."""
        camera = Camera(source, status)
        if camera != self._state.camera:
            self._publish(camera=camera)

    def phase(self, phase: str) -> None:
        """Tell what the table does: ``moving``, ``reading``, or at rest again (``waiting``)."""
        if phase == "waiting" and self._state.draft is not None:
            phase = "shown"
        if phase != self._state.phase:
            self._publish(phase=phase)

    def trouble(self, error: UserError | None) -> None:
        """Show a trouble that needs a person, or that there is none any more.

        A trouble with the log stays until the log works again.
        """
        with self._lock:
            if str(error) != str(self._trouble):
                self._trouble = error
                self._publish()

    def see(self, pictures: Sequence[Pixels], said: Said = NOTHING_SAID) -> None:
        """Read pictures of the table at rest and show a hand that is new; raises ``UserError``.

        ``said`` is what the players said about it, as ``device._recording.Script`` tells it.
        What was looked at before a game began is no hand of that game.
        """
        game = self._desk.game.game
        reading = self._read(pictures)
        with self._lock:
            if self._desk.game.game is not game:
                self._desk.overtaken(reading)
                self.phase("waiting")
                return
            reading = self._desk.game.understood(reading)
            with self._touch():
                changed = self._desk.see(reading, pictures[-1], said)
                changed = self._entries.look(reading, pictures[-1]) or changed
            if changed:
                self._publish_hand()
            else:
                self.phase("waiting")

    def read_ahead(self, picture: Pixels) -> None:
        """Look at a picture of a table that may be at rest: ``see`` will take less time.

        What cannot be read is told then.
        """
        with suppress(UserError):
            self._read_ahead(picture)

    def check(self, picture: Pixels, said: Said = NOTHING_SAID) -> None:
        """Look at all of a picture of the table, still at rest, where it was read in parts.

        Where other tiles are found it is read anew; raises ``UserError``.
        """
        if self._check(picture):
            self.see((picture,), said)

    def deliver(self) -> None:
        """Try again to log what could not be logged."""
        if self._keeper.waiting or not self._desk.resumed:
            with self._lock:
                before = self._desk.trouble, self._keeper.waiting
                self._deliver()
                if before != (self._desk.trouble, self._keeper.waiting):
                    self._publish()

    def resume(self) -> None:
        """Go on where the log ends, with no hand on the page: its game was written elsewhere."""
        with self._lock:
            self._desk.go_on()
            self._publish_hand()

    # ------------------------------------------------------------ inside

    def _check_in_time(self, edit: Edit | GameEdit, seen: Seen | None) -> None:
        if seen is not None and seen.overtaken(edit, self._state.seen):
            raise EditError("overtaken")

    @contextmanager
    def _touch(self) -> Iterator[None]:
        """Let all that one touch or one look changes go into the log at once or not at all."""
        try:
            with self._keeper.together():
                yield
        finally:
            self._deliver()

    def _deliver(self) -> None:
        if not self._keeper.waiting and self._desk.resumed:
            return
        with (
            told_when_late(LATE_S, self._tell_late),
            told_when_late(GIVEN_UP_S, self._keeper.give_up),
        ):
            self._desk.deliver()
        if self._state.notice is _LATE:
            self._publish()

    def _tell_late(self) -> None:
        """Show that the log is waited for, from beside the thread that waits and holds the lock."""
        self._hand_out(replace(self._state, revision=self._state.revision + 1, notice=_LATE))

    def _unsubscribe(self, listener: Callable[[State], None]) -> None:
        with self._lock:
            self._listeners.remove(listener)

    def _sentence(self, lang: Language, what: Spoken) -> str | None:
        state = self._state
        if what == "standing":
            return None if state.game is None else standing(state.game.book.ledger, lang)
        if state.draft is None or not isinstance(state.outcome, Score):
            return None
        if state.draft.uncertain or state.draft.is_anybodys:
            return None
        return announcement(state.outcome, context_of(state.draft), lang)

    def _publish_hand(self) -> State:
        return self._publish(phase="waiting" if self._desk.draft is None else "shown")

    def _publish(self, **changes: Any) -> State:
        with self._lock:
            shown = snapshot(self._desk)
            shown["notice"] = shown["notice"] or self._trouble
            state = replace(self._state, revision=self._state.revision + 1, **shown, **changes)
            self._hand_out(state)
        return state

    def _hand_out(self, state: State) -> None:
        self._state = state
        for listener in tuple(self._listeners):
            listener(state)
