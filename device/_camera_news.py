"""The camera in the terminal: that the table waits for it, and that it came."""

from __future__ import annotations

from device._errors import CameraError
from device._serving import tell
from device.page._ports import State


class CameraNews:
    """Tells, once each time, that the camera gives no picture and that it does (again)."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._lost = False

    def hear(self, state: State) -> None:
        """Tell what is new in ``state``; calls must follow each other."""
        lost = state.camera.status == "lost"
        if lost == self._lost or state.camera.status in ("starting", "none"):
            return
        self._lost = lost
        code = "camera_awaited" if lost else "camera_came"
        tell(CameraError(code, source=state.camera.source), self._lang)
