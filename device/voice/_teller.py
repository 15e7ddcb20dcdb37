"""Says scores at the table: once when they are new, only what changed when they are corrected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from device._errors import VoiceError
from device._i18n import Language
from device.game._game import Ledger
from device.page._draft import Draft, context_of
from device.voice._game import standing
from device.voice._port import Speaker, voice_of
from device.voice._text import announcement, correction
from scorer import Score

#: What is said unasked: nothing, what happens, or everybody's points after each hand as well.
Verbosity = Literal["silent", "scores", "standings"]
VERBOSITIES: Final[tuple[Verbosity, ...]] = ("silent", "scores", "standings")


@dataclass(frozen=True, slots=True)
class Manner:
    """How the table speaks: its language, how much, and how loud (percent)."""

    lang: Language = "en"
    verbosity: Verbosity = "scores"
    volume: int = 100


class Teller:
    """Speaks through ``speaker`` (``None``: nobody hears) in a ``manner``.

    At the end of a game everybody's points are told unless the table is silent.
    """

    def __init__(self, speaker: Speaker | None, manner: Manner) -> None:
        self._speaker = speaker
        self._said: Score | None = None
        self.change(manner)

    def change(self, manner: Manner) -> None:
        """Speak in ``manner`` from now on."""
        self.manner = manner
        if self._speaker is not None:
            self._speaker.volume = manner.volume

    def try_out(self, sentence: str) -> None:
        """Say ``sentence`` to its end; raises ``VoiceError`` when nobody can hear it."""
        if self._speaker is None:
            raise VoiceError("voice_muted")
        self._speaker.try_out(sentence, self.lang)

    def forget(self) -> None:
        """The next score is a new one."""
        self._said = None

    def knows(self, score: Score) -> None:
        """Everybody has heard ``score``: only what changes of it is said."""
        self._said = score

    def score(self, draft: Draft, score: Score, ledger: Ledger | None) -> None:
        """Say a score, or what changed of it."""
        said, self._said = self._said, score
        if said is not None and _worth(said) == _worth(score):
            return
        say = announcement if said is None else correction
        self.say(say(score, context_of(draft), self.lang), ledger)

    def say(self, sentence: str, ledger: Ledger | None = None) -> None:
        """Say a sentence and, where that is wanted or the game is over, how ``ledger`` stands."""
        if self._speaker is None or self.manner.verbosity == "silent":
            return
        if sentence:
            self._speaker.say(sentence, self.lang)
        if ledger is not None and (
            self.manner.verbosity == "standings" or ledger.state.end is not None
        ):
            self._speaker.say(standing(ledger, self.lang), self.lang)

    def speak(self, sentence: str | None, lang: Language) -> None:
        """Say a sentence of ``lang``."""
        if sentence is not None and self._speaker is not None:
            self._speaker.say(sentence, lang)

    @property
    def lang(self) -> Language:
        """The language of the table."""
        return self.manner.lang


def wav_of(sentence: str | None, lang: Language) -> bytes | None:
    """Return a sentence as a WAV file, ``None`` without a sentence or a voice."""
    if sentence is None:
        return None
    try:
        return voice_of(lang).wav(sentence)
    except VoiceError:
        return None


def _worth(score: Score) -> tuple[int, str]:
    return score.points, score.limit
