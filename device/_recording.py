"""What the players of a recording said: the part of a win that no camera sees."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from device._errors import CameraError
from scorer import Riichi

Said = Mapping[str, Any]


def bundled() -> str:
    """Return the source of the recording that comes with the program; raises ``CameraError``."""
    folder = Path(str(files("device") / "recording"))
    recordings = sorted(folder.glob("*.mp4"))
    if not recordings:
        raise CameraError("recording_missing")
    return f"video:{recordings[0]}"


@dataclass(frozen=True, slots=True)
class Script:
    """What was said from each moment (seconds) on, oldest first, as fields of ``WinContext``.

    ``discarder`` is the side of the picture where the player sits.
    """

    lines: tuple[tuple[float, Said], ...] = ()

    def said(self, moment: float) -> Said:
        """Return what was said about the hand that lies there at ``moment``."""
        past = [said for begin, said in self.lines if begin <= moment]
        return past[-1] if past else {}


def script_of(source: str) -> Script:
    """Return the script beside the video of ``source`` (its name with .json), else an empty one.

    Raises ``CameraError`` when it is damaged.
    """
    kind, _, path = source.partition(":")
    if kind != "video" or not (file := Path(path).with_suffix(".json")).is_file():
        return Script()
    try:
        rounds = json.loads(file.read_text(encoding="utf-8"))["rounds"]
        return Script(tuple((float(hand["begin"]), _said(hand)) for hand in rounds))
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise CameraError("script_damaged", path=file) from error


def _said(hand: Said) -> Said:
    riichi = Riichi.RIICHI if hand["riichi"] else Riichi.NONE
    told = {"tsumo": bool(hand["tsumo"]), "riichi": riichi}
    return {**told, "discarder": str(hand["discarder"])} if "discarder" in hand else told
