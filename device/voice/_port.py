"""The voice: engines that turn text into sound, outputs that play it, a queue that never blocks."""

from __future__ import annotations

import importlib.util
import io
import queue
import shutil
import subprocess
import tempfile
import threading
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from device._errors import VoiceError
from device.voice._english import pronounced
from device.voice._mandarin import pinyin

#: Announcements that wait at most; older ones are dropped, nobody wants to hear them any more.
QUEUE_LENGTH: Final = 4
#: The loudest sample of an announcement at most: 1 dB below full scale.
LOUDEST: Final = round(32767 * 10 ** (-1 / 20))
_TIMEOUT_S: Final = 60


class Voice(Protocol):
    """Speaks one language."""

    def wav(self, text: str) -> bytes:
        """Return ``text`` spoken, as a mono 16-bit WAV file; raises ``VoiceError``."""
        ...


class Output(Protocol):
    """Somewhere sound goes."""

    def play(self, wav: bytes) -> None:
        """Play a WAV file to its end; raises ``VoiceError``."""
        ...


class OpenJTalk:
    """Japanese, by pyopenjtalk-plus and the voice that comes in its wheel."""

    def __init__(self) -> None:
        if importlib.util.find_spec("pyopenjtalk") is None:
            raise VoiceError("voice_no_openjtalk")

    def wav(self, text: str) -> bytes:
        import pyopenjtalk

        samples, rate = pyopenjtalk.tts(text)
        return _wav(_with_headroom(np.asarray(samples, np.float64)), rate)


class Espeak:
    """A ``voice`` of espeak-ng, a program of its own; ``spell`` writes text as it wants it."""

    def __init__(self, voice: str, spell: Callable[[str], str]) -> None:
        program = shutil.which("espeak-ng")
        if program is None:
            raise VoiceError("voice_no_espeak")
        self._command = [program, "-v", voice, "-s", "150", "-w"]
        self._spell = spell

    def wav(self, text: str) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "speech.wav"
            command = [*self._command, str(file), "--", self._spell(text)]
            _run(command, b"", "voice_failed", "espeak-ng")
            with wave.open(str(file)) as spoken:
                data, rate = spoken.readframes(spoken.getnframes()), spoken.getframerate()
            return _wav(_with_headroom(np.frombuffer(data, "<i2").astype(np.float64)), rate)


class Aplay:
    """The loudspeaker, by ALSA's aplay."""

    def __init__(self) -> None:
        program = shutil.which("aplay")
        if program is None:
            raise VoiceError("sound_no_aplay")
        self._command = [program, "-q", "-"]

    def play(self, wav: bytes) -> None:
        _run(self._command, wav, "sound_no_device", "aplay")


def voice_of(lang: str) -> Voice:
    """Return the voice for ``lang``: ``en``, ``ja`` or ``zh``; raises ``VoiceError``."""
    makers: dict[str, Callable[[], Voice]] = {
        "en": lambda: Espeak("en-us", pronounced),
        "ja": OpenJTalk,
        "zh": _mandarin,
    }
    return makers[lang]()


def _mandarin() -> Voice:
    if importlib.util.find_spec("pypinyin") is None:
        raise VoiceError("voice_no_pinyin")
    return Espeak("cmn-latn-pinyin", pinyin)


class Speaker:
    """Speaks in a thread of its own; ``say`` returns at once.

    ``on_trouble`` is called once for each kind of ``VoiceError`` until speaking works again.
    ``volume`` is in percent of what the loudspeaker is set to.
    """

    volume = 100

    def __init__(
        self,
        on_trouble: Callable[[VoiceError], None],
        voices: Callable[[str], Voice] = voice_of,
        output: Callable[[], Output] = Aplay,
    ) -> None:
        self._on_trouble = on_trouble
        self._voices = voices
        self._output = output
        self._told: set[str] = set()
        self._queue: queue.Queue[tuple[str, str] | None] = queue.Queue(QUEUE_LENGTH)
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._thread.start()

    def say(self, text: str, lang: str) -> None:
        """Queue ``text``; when the queue is full its oldest text is dropped."""
        self._put((text, lang))

    def try_out(self, text: str, lang: str) -> None:
        """Say ``text`` now and return when it was said; raises ``VoiceError``."""
        self._output().play(softer(self._voices(lang).wav(text), self.volume))

    def close(self, wait_s: float = 0.0) -> None:
        """Stop after what is queued, waiting for it at most ``wait_s`` seconds."""
        self._put(None)
        self._thread.join(wait_s)

    def _put(self, item: tuple[str, str] | None) -> None:
        while True:
            try:
                return self._queue.put_nowait(item)
            except queue.Full:
                self._drop_oldest()

    def _drop_oldest(self) -> None:
        try:
            self._queue.get_nowait()
        except queue.Empty:
            return  # the thread took it meanwhile

    def _work(self) -> None:
        while (item := self._queue.get()) is not None:
            self._speak(*item)

    def _speak(self, text: str, lang: str) -> None:
        try:
            self.try_out(text, lang)
            self._told.clear()
        except VoiceError as error:
            if error.code not in self._told:
                self._told.add(error.code)
                self._on_trouble(error)


def softer(wav: bytes, volume: int) -> bytes:
    """Return a mono 16-bit WAV file at ``volume`` percent."""
    if volume == 100:
        return wav
    with wave.open(io.BytesIO(wav)) as spoken:
        data, rate = spoken.readframes(spoken.getnframes()), spoken.getframerate()
    samples = np.frombuffer(data, "<i2").astype(np.float64) * (volume / 100)
    return _wav(_as_samples(samples), rate)


def _with_headroom(samples: NDArray[np.float64]) -> bytes:
    """Return 16-bit samples, made softer where they are louder than ``LOUDEST``."""
    loudest = float(np.max(np.abs(samples), initial=0.0))
    return _as_samples(samples * min(1.0, LOUDEST / loudest) if loudest else samples)


def _as_samples(values: NDArray[np.float64]) -> bytes:
    return np.round(values).astype("<i2").tobytes()


def _wav(samples: bytes, rate: int) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples)
    return buffer.getvalue()


def _run(command: list[str], data: bytes, code: str, engine: str) -> None:
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=_TIMEOUT_S)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise VoiceError(code, engine=engine, reason=error) from error
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["no sound device"]
        raise VoiceError(code, engine=engine, reason=lines[-1])
