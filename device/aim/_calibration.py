"""Where the table is in the pictures of a camera, kept in a file beside the log."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from detector import Plane, Quad
from device._errors import UserError
from device._files import replace_file

Way = Literal["taps", "tiles"]
NAME: Final = "calibration.json"
_MOST_CONDITION: Final = 1e12


@dataclass(frozen=True, slots=True)
class Calibration:
    """The table's plane in pictures of ``width`` x ``height`` pixels.

    ``way``: from the four ``corners`` that a person tapped or confirmed, or from the tiles.
    """

    way: Way
    width: int
    height: int
    plane: Plane
    corners: Quad | None = None


class Calibrations(Protocol):
    """Where the calibrations of cameras are kept, by the camera's name."""

    def load(self, camera: str) -> Calibration | None:
        """Return the calibration of ``camera``, ``None`` where there is none to be read."""

    def save(self, camera: str, calibration: Calibration | None) -> None:
        """Keep ``calibration``, ``None`` to forget it; raises ``UserError`` when it cannot."""


class CalibrationFile:
    """Calibrations in a JSON file in ``folder``, replaced as a whole."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def load(self, camera: str) -> Calibration | None:
        """Return the calibration of ``camera``; what is broken or of another kind is none."""
        try:
            return _calibration(self._all()[camera])
        except (KeyError, TypeError, ValueError, OverflowError):
            return None

    def save(self, camera: str, calibration: Calibration | None) -> None:
        """Keep ``calibration``, ``None`` to forget it; raises ``UserError`` when it cannot."""
        every = {name: kept for name, kept in self._all().items() if name != camera}
        if calibration is not None:
            every[camera] = _record(calibration)
        try:
            replace_file(self._path, json.dumps(every, indent=1))
        except OSError as error:
            reason = error.strerror or error
            raise UserError("calibration_unsaved", path=self._path, reason=reason) from error

    def _all(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}


def _record(calibration: Calibration) -> dict[str, Any]:
    return {
        "way": calibration.way,
        "width": calibration.width,
        "height": calibration.height,
        "plane": calibration.plane.matrix.tolist(),
        "corners": calibration.corners,
    }


def _calibration(record: Mapping[str, Any]) -> Calibration:
    """Return what ``_record`` wrote; raises ``ValueError``, ``TypeError`` or ``KeyError``."""
    matrix = np.array(record["plane"], dtype=np.float64)
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all() or _is_flat(matrix):
        raise ValueError("not a plane")
    if record["way"] not in ("taps", "tiles"):
        raise ValueError("an unknown way")
    corners = record["corners"]
    quad = None if corners is None else quad_of(corners)
    size = int(record["width"]), int(record["height"])
    return Calibration(record["way"], *size, Plane(matrix), quad)


def _is_flat(matrix: NDArray[np.float64]) -> bool:
    """Return whether ``matrix`` leads back from the table to no picture."""
    return not np.linalg.cond(matrix) < _MOST_CONDITION


def quad_of(points: Any) -> Quad:
    """Return four points of JSON; raises ``ValueError`` or ``TypeError`` for anything else."""
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    if not np.isfinite((a, b, c, d)).all():
        raise ValueError("not points")
    return a, b, c, d
