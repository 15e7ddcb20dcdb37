"""The camera in words: what it does, and what a person can do about it."""

from __future__ import annotations

from device._i18n import Language, catalogue, text
from device.page._ports import Camera


def camera_text(camera: Camera, lang: Language) -> str:
    """Return what ``camera`` does; a kind of camera that is put right otherwise has its words."""
    kind = camera.source.partition(":")[0]
    own = f"camera.{camera.status}.{kind}"
    return text(lang, own if own in catalogue(lang) else f"camera.{camera.status}")
