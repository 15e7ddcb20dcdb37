"""The set-up: what the wizard of the page asks, and what it changes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from device._errors import CameraError, VoiceError
from device._i18n import Language, text
from device._service import Service
from device._settings import STEPS, Settings, SettingsFile
from device.camera._port import camera_of, found_cameras
from device.page._edit import SetRules
from device.voice._teller import Manner

#: Sources that the page may name: no file of this machine is opened at somebody's word.
_ADDRESSES: Final = ("rtsp:", "http:", "https:")
#: The codes of a table without a loudspeaker.
_NO_SOUND: Final = ("sound_no_aplay", "sound_no_device")
_LOG: Final = logging.getLogger("jantaku")


@dataclass(frozen=True, slots=True)
class Given:
    """What was given when the program was started, ``None``: nothing.

    It holds over what is chosen on the page.  ``recording``: the bundled one stands in for a
    camera.  ``secure`` is the port of the page over HTTPS; ``phone`` where a phone
    finds it, empty where it cannot.
    """

    camera: str | None = None
    recording: bool = False
    secure: int | None = None
    phone: str = ""


@dataclass(frozen=True, slots=True)
class SetupState:
    """What was chosen, how the table speaks, which cameras there are."""

    settings: Settings
    given: Given
    manner: Manner
    cameras: tuple[str, ...]


class SetupDesk:
    """Safe from any thread.  ``again`` makes the program begin anew with what was chosen."""

    def __init__(
        self,
        kept: SettingsFile,
        service: Service,
        given: Given,
        again: Callable[[], None],
        cameras: Callable[[], tuple[str, ...]] = found_cameras,
    ) -> None:
        self._kept = kept
        self._service = service
        self._given = given
        self._again = again
        self._cameras = cameras
        self._lock = threading.Lock()
        self._settings = kept.load()

    def state(self) -> SetupState:
        """Return what there is."""
        return SetupState(self._settings, self._given, self._service.manner, self._sources())

    def language(self, lang: Language) -> SetupState:
        """Speak ``lang`` and show it to those who chose none; raises ``UserError``."""
        self._keep(lambda settings: replace(settings, lang=lang))
        self._service.speak_as(replace(self._service.manner, lang=lang))
        return self.state()

    def camera(self, source: str) -> SetupState:
        """Watch ``source`` from now on, empty: the first one found; raises ``UserError``."""
        if self._given.camera is not None:
            raise CameraError("camera_given", source=self._given.camera)
        if source:
            camera_of(source)
            if source not in self._sources() and not source.startswith(_ADDRESSES):
                raise CameraError("camera_unknown", source=source)
        if source != (self._settings.camera or ""):
            self._keep(lambda settings: replace(settings, camera=source or None))
            self._again()
        return self.state()

    def _sources(self) -> tuple[str, ...]:
        return (*self._cameras(), "phone")

    def rules(self, name: str) -> SetupState:
        """Play by the rule set ``name``; raises ``EditError`` or ``UserError``."""
        self._service.edit(SetRules(name))
        self._keep(lambda settings: replace(settings, rules=name))
        return self.state()

    def voice(self, manner: Manner) -> SetupState:
        """Speak in ``manner``; raises ``UserError``."""
        self._keep(
            lambda settings: replace(
                settings, lang=manner.lang, volume=manner.volume, verbosity=manner.verbosity
            )
        )
        self._service.speak_as(manner)
        return self.state()

    def say(self) -> SetupState:
        """Say something; raises ``VoiceError`` when nobody can hear it.

        What the loudspeaker's program says is of use in the terminal only.
        """
        try:
            self._service.try_voice(text(self._service.manner.lang, "setup.voice.sample"))
        except VoiceError as error:
            if error.code not in _NO_SOUND:
                raise
            _LOG.warning("%s", error)
            raise VoiceError("no_loudspeaker") from error
        return self.state()

    def done(self, step: str, *, skipped: bool = False) -> SetupState:
        """Remember that ``step`` was answered or ``skipped``; raises ``UserError``."""
        self._keep(lambda settings: _with_done(settings, step, skipped=skipped))
        return self.state()

    def finish(self) -> SetupState:
        """Offer the set-up no more; raises ``UserError``."""
        self._keep(lambda settings: replace(settings, finished=True))
        return self.state()

    def _keep(self, change: Callable[[Settings], Settings]) -> None:
        with self._lock:
            settings = change(self._settings)
            self._kept.save(settings)
            self._settings = settings


def _with_done(settings: Settings, step: str, *, skipped: bool) -> Settings:
    done = tuple(one for one in STEPS if one == step or one in settings.done)
    passed = {*settings.skipped, step} if skipped else {*settings.skipped} - {step}
    return replace(
        settings,
        done=done,
        skipped=tuple(one for one in STEPS if one in passed),
        finished=settings.finished or done == STEPS,
    )
