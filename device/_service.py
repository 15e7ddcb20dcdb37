"""The running table: what the camera saw, what people corrected, scored, spoken and logged."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from detector import HandReading, TableReading, hand_of, indices_of
from device._app_draft import (
    NOWHERE,
    Draft,
    Problem,
    apply_edit,
    context_of,
    draft_of,
    empty_draft,
    outcome_of,
)
from device._app_edit import Edit, Forget, Recall, SetContext, SetRules
from device._app_ports import Camera, Picture, State
from device._camera import Pixels
from device._errors import LogError, UserError, VoiceError
from device._i18n import Language, text
from device._keeper import Keeper, Kept
from device._log import Entry
from device._photo import decode_photo
from device._picture import crop, jpeg
from device._reading_json import reading_record
from device._recording import Said
from device._reveal import Seats, is_same, revealed, win_context
from device._score_json import score_record
from device._unanswered import Left, Unanswered
from device._voice import Speaker, voice_of
from device._voice_text import announcement, correction
from device._win_json import win_record
from scorer import TENHOU, Rules, Score, WinContext

#: So many pictures stay available for the page.
PICTURES_KEPT: Final = 8
#: What a mistake in the scoring may raise; the correction that led there is kept.
_SCORING_FAILED: Final = (ValueError, ArithmeticError, LookupError, TypeError)
_LOG: Final = logging.getLogger("jantaku")
#: Nobody said anything: only the table tells.
NOTHING_SAID: Final[Said] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table is played and what is taken for granted.

    ``lang`` is what the voice speaks.  ``tsumo``: how a hand is won when the table does not tell;
    ``None`` asks.
    """

    rules: Rules = TENHOU
    lang: Language = "en"
    tsumo: bool | None = None


class Service:
    """The ``TableService`` behind the page, fed by the camera loop; safe from any thread.

    ``read`` makes a reading of pictures of one table at rest.
    """

    def __init__(
        self,
        setup: Setup,
        read: Callable[[Sequence[Pixels]], TableReading],
        keeper: Keeper,
        speaker: Speaker | None = None,
    ) -> None:
        self._setup = setup
        self._read = read
        self._keeper = keeper
        self._speaker = speaker
        self._lock = threading.RLock()
        self._listeners: list[Callable[[State], None]] = []
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._image: Pixels | None = None
        self._source = "entered"
        self._kept: Kept | None = None
        self._spoken: Score | None = None
        self._unanswered = Unanswered()
        self._recalled_over: HandReading | None = None
        self._seats = Seats()
        self._context = WinContext(tsumo=False, players=setup.rules.players)
        self._state = State(0, "waiting", setup.rules, Camera("", "none"))

    # ------------------------------------------------------------ the page's side

    def state(self) -> State:
        """Return the present snapshot."""
        return self._state

    def subscribe(self, listener: Callable[[State], None]) -> Callable[[], None]:
        """Call ``listener`` (from any thread) with each new state; return what ends that."""
        with self._lock:
            self._listeners.append(listener)
        return lambda: self._unsubscribe(listener)

    def edit(self, edit: Edit) -> State:
        """Apply one correction and return the new state; raises ``EditError``."""
        with self._lock:
            if isinstance(edit, Recall):
                return self._recall()
            if isinstance(edit, Forget):
                self._unanswered.forget()
                return self._publish()
            old = self._state.draft or empty_draft(self._context, self._state.rules)
            draft = apply_edit(old, edit)
            self._remember(edit, draft)
            return self._settle(draft, rules=draft.rules)

    def submit_photo(self, data: bytes) -> State:
        """Read an encoded photo in place of a camera frame; raises ``UserError``."""
        image = decode_photo(data, "photo")
        reading = self._read((image,))
        with self._lock:
            return self._show(reading, image, "photo")

    def picture(self, picture_id: str) -> bytes | None:
        """Return the JPEG of a picture, ``None`` when it is gone."""
        return self._pictures.get(picture_id)

    def history(self, limit: int, before: int | None = None) -> Sequence[Entry]:
        """Return up to ``limit`` logged hands, newest first, those with ids below ``before``."""
        return self._keeper.log().entries(limit, before)

    def history_picture(self, entry_id: int) -> bytes | None:
        """Return the JPEG crop of a logged hand, ``None`` when there is none."""
        try:
            return self._keeper.log().entry(entry_id).picture
        except LogError as error:
            if error.code == "log_no_entry":
                return None
            raise

    def speak(self, lang: Language) -> None:
        """Queue the announcement of the score on the table's own loudspeaker."""
        text = self._announcement(lang)
        if text is not None and self._speaker is not None:
            self._speaker.say(text, lang)

    def speech(self, lang: Language) -> bytes | None:
        """Return the announcement as a WAV file, ``None`` without a score or a voice."""
        text = self._announcement(lang)
        if text is None:
            return None
        try:
            return voice_of(lang).wav(text)
        except VoiceError:
            return None

    # ------------------------------------------------------------ the loop's side

    def camera(self, source: str, status: str) -> None:
        """Tell how the camera is, in the words of ``device._app_ports.Camera``."""
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
            stays = error is None and isinstance(self._state.notice, LogError)
            if not stays and str(error) != str(self._state.notice):
                self._publish(notice=error)

    def see(self, pictures: Sequence[Pixels], said: Said = NOTHING_SAID) -> None:
        """Read pictures of the table at rest and show a hand that is new; raises ``UserError``.

        ``said`` is what the players said about it, as fields of ``WinContext``.
        """
        reading = self._read(pictures)
        with self._lock:
            if self._is_new(reading):
                self._show(reading, pictures[-1], "camera", said)
            else:
                self.phase("waiting")

    def deliver(self) -> None:
        """Try again to log what could not be logged."""
        if self._keeper.waiting:
            with self._lock:
                self._deliver()
                self._publish()

    # ------------------------------------------------------------ inside

    def _unsubscribe(self, listener: Callable[[State], None]) -> None:
        with self._lock:
            self._listeners.remove(listener)

    def _remember(self, edit: Edit, draft: Draft) -> None:
        """Keep for the next hands what a person said about the table."""
        if isinstance(edit, SetContext):
            self._context = draft.context
            if edit.field == "seat_wind" and draft.hand is not None:
                self._seats = self._seats.with_wind(draft.hand.seat, draft.context.seat_wind)
        if isinstance(edit, SetRules):
            self._context = replace(self._context, players=draft.rules.players)

    def _is_new(self, reading: TableReading) -> bool:
        """Return whether a hand is laid open that is not the one shown, or is read anew.

        A hand that was logged or that a person corrected is not read again, nor is the one that
        lies there while a person answers for an earlier one.
        """
        hand, shown = revealed(reading), self._state.draft
        if hand is None:
            return False
        over = self._recalled_over
        if over is not None and is_same(hand, over):
            return False
        if shown is None or shown.hand is None or not is_same(hand, shown.hand):
            return True
        return self._kept is None and shown.previous is None

    def _show(
        self, reading: TableReading, image: Pixels, source: str, said: Said = NOTHING_SAID
    ) -> State:
        draft = self._draft(reading, said)
        shown = self._state.draft
        if not _is_another_look(draft, shown):
            self._leave()
        self._recalled_over = None
        self._image, self._source = image, source
        self._kept = self._spoken = None
        return self._settle(draft, picture=self._store(image))

    def _leave(self) -> None:
        """Let the hand shown wait for an answer if it has none."""
        shown = self._state.draft
        if shown is not None and self._kept is None:
            self._unanswered.leave(Left(shown, self._image, self._source))

    def _recall(self) -> State:
        """Show the hand that waits longest; the one shown takes its turn if it has no answer."""
        left = self._unanswered.take()
        over = self._state.draft
        self._leave()
        if self._recalled_over is None and over is not None:
            self._recalled_over = over.hand
        self._image, self._source = left.image, left.source
        self._kept = self._spoken = None
        picture = None if left.image is None else self._store(left.image)
        return self._settle(left.draft, picture=picture, rules=left.draft.rules)

    def _draft(self, reading: TableReading, said: Said) -> Draft:
        rules = self._state.rules
        if not reading.hands:
            return draft_of(reading, replace(self._context, players=rules.players), rules)
        hand = reading.hands[0]
        context, told = win_context(reading, hand, self._seats, self._context)
        if not told and self._setup.tsumo is not None:
            said = {"tsumo": self._setup.tsumo, **said}
        context = replace(context, **said)
        asks = frozenset() if told or "tsumo" in said else frozenset({"tsumo"})
        return draft_of(reading, context, rules, asks=asks)

    def _store(self, image: Pixels) -> Picture:
        name = f"p{self._state.revision + 1}"
        self._pictures[name] = jpeg(image)
        if len(self._pictures) > PICTURES_KEPT:
            self._pictures.popitem(last=False)
        height, width = image.shape[:2]
        return Picture(name, width, height)

    def _settle(self, draft: Draft, **changes: Any) -> State:
        """Value ``draft``; what is sure is logged and announced, then everything is shown."""
        outcome: Score | Problem
        try:
            outcome = outcome_of(draft)
            if isinstance(outcome, Score) and draft.hand is not None and not draft.uncertain:
                self._commit(draft, draft.hand, outcome)
        except _SCORING_FAILED:
            _LOG.exception("a hand could not be scored")
            outcome = Problem("internal", text("en", "error.internal"))
        return self._publish(draft=draft, outcome=outcome, phase="shown", **changes)

    def _commit(self, draft: Draft, hand: HandReading, score: Score) -> None:
        entry = self._entry(draft, hand)
        if self._kept is not None and _says_the_same(self._kept.entry, entry):
            return
        self._kept = self._keeper.keep(entry, self._kept)
        self._deliver()
        self._announce(draft, score)

    def _deliver(self) -> None:
        try:
            self._keeper.deliver()
        except LogError as error:
            self._state = replace(self._state, notice=error)
            return
        if isinstance(self._state.notice, LogError):
            self._state = replace(self._state, notice=None)

    def _announce(self, draft: Draft, score: Score) -> None:
        lang = self._setup.lang
        said, self._spoken = self._spoken, score
        if self._speaker is None or (said is not None and _worth(said) == _worth(score)):
            return
        say = announcement if said is None else correction
        self._speaker.say(say(score, context_of(draft), lang), lang)

    def _entry(self, draft: Draft, hand: HandReading) -> Entry:
        record = win_record(hand_of(draft.reading, hand), context_of(draft), draft.rules)
        return Entry(
            rules=draft.rules.name,
            record=record,
            score=score_record(record),
            source=self._source,
            reading=None if self._image is None else reading_record("", draft.reading),
            picture=self._crop(draft, hand),
        )

    def _crop(self, draft: Draft, hand: HandReading) -> bytes | None:
        if self._image is None:
            return None
        detections = (draft.reading.detections[i] for i in indices_of(hand))
        quads = [tile.corners for tile in detections if tile.corners != NOWHERE]
        return jpeg(crop(self._image, quads))

    def _announcement(self, lang: Language) -> str | None:
        state = self._state
        if state.draft is None or not isinstance(state.outcome, Score) or state.draft.uncertain:
            return None
        return announcement(state.outcome, context_of(state.draft), lang)

    def _publish(self, **changes: Any) -> State:
        with self._lock:
            number = self._kept.id if self._kept else 0
            facts = {"hand_id": number or None, "unanswered": len(self._unanswered)}
            changes = {**facts, **changes}
            state = replace(self._state, revision=self._state.revision + 1, **changes)
            self._state = state
            for listener in tuple(self._listeners):
                listener(state)
        return state


def _is_another_look(draft: Draft, shown: Draft | None) -> bool:
    if shown is None or shown.hand is None or draft.hand is None:
        return False
    return is_same(draft.hand, shown.hand)


def _says_the_same(one: Entry, other: Entry) -> bool:
    return (one.record, one.score) == (other.record, other.score)


def _worth(score: Score) -> tuple[int, str]:
    return score.points, score.limit
