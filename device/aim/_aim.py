"""How the camera is aimed at the table: calibration, what it sees, what to do better."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

from detector import (
    CalibrationError,
    Plane,
    Quad,
    TableReading,
    has_moved,
    has_shifted,
    plane_of_table,
    plane_of_taps,
    table_edge,
)
from device._errors import UserError
from device.aim._calibration import Calibration, Calibrations
from device.aim._hints import Hint, hints_of
from device.aim._shapes import Shape, shapes_of
from device.camera._picture import jpeg
from device.camera._port import Frame, Pixels

#: Side of the playing field in mm where nobody measured it; tiles tell the scale.
TABLE_MM: Final = 700.0
#: A picture is kept for somebody who aims so many seconds after the last look, one a second.
_AIMING_S: Final = 5.0
_EACH_S: Final = 1.0
#: So many tiles tell whether the camera has moved.
_ENOUGH: Final = 10

Read = Callable[[Sequence[Pixels], Plane | None], TableReading]


class Sight:
    """The last picture of the table at rest, taken at ``time`` (ns), and its ``reading``.

    What follows from them is found when first asked for: no reading waits for it.
    """

    def __init__(self, image: Pixels, reading: TableReading, calibrated: Plane | None) -> None:
        self.time = time.time_ns()
        self.image = image
        self.reading = reading
        self._calibrated = calibrated

    @cached_property
    def plane(self) -> Plane | None:
        """The table's plane by the calibration, else by the tiles, ``None`` for one hand."""
        return self._calibrated or plane_of_table(self.reading.detections)

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """What would make the picture easier to read."""
        return hints_of(self.image, self.reading.detections, self.plane)

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """What to draw over the picture."""
        return shapes_of(self.reading, self.plane)


class Aim:
    """Reads the pictures of one ``camera`` by its calibration; safe from any thread.

    A calibration by which tiles do not look like tiles, or the table's middle is somewhere else, is
    not used: the camera has moved.  Reading goes on without.
    """

    def __init__(self, camera: str, kept: Calibrations, read: Read) -> None:
        self._camera = camera
        self._kept = kept
        self._read = read
        self._lock = threading.Lock()
        self._calibration = kept.load(camera)
        self._moved = False
        self._sight: Sight | None = None
        self._looking = threading.Lock()
        self._aiming_until = self._next_at = 0.0
        self._glimpse: Pixels | None = None
        self._judged: tuple[TableReading, Plane, bool] | None = None

    @property
    def calibration(self) -> Calibration | None:
        """The calibration in use, ``None`` for none."""
        return self._calibration

    @property
    def moved(self) -> bool:
        """Whether the camera has moved since it was calibrated."""
        return self._moved

    @property
    def sight(self) -> Sight | None:
        """What was made of the last picture, ``None`` before the first."""
        return self._sight

    def picture(self) -> bytes | None:
        """Return the last picture as JPEG."""
        sight = self._sight
        return None if sight is None else jpeg(sight.image)

    def read(self, pictures: Sequence[Pixels]) -> TableReading:
        """Return what lies on the table in ``pictures`` of it at rest, oldest first.

        They are read twice only where the camera turns out to have moved, or to be back.
        """
        calibrated = self._calibrated(pictures[-1])
        plane = None if self._moved else calibrated
        reading = self._read(pictures, plane)
        self._judge(calibrated, reading)
        if self._moved and plane is not None:
            plane, reading = None, self._read(pictures, None)
        elif not self._moved and plane is not calibrated:
            again = self._read(pictures, calibrated)
            self._judge(calibrated, again)
            plane, reading = (None, reading) if self._moved else (calibrated, again)
        self._sight = Sight(pictures[-1], reading, plane)
        return reading

    def _judge(self, calibrated: Plane | None, reading: TableReading) -> None:
        """Find out whether the camera has moved, as far as ``reading`` tells."""
        if calibrated is None:
            self._moved = self._calibration is not None
        elif len(reading.detections) >= _ENOUGH:
            self._moved = self._is_elsewhere(calibrated, reading)

    def glance(self, frame: Frame) -> None:
        """Keep the picture of ``frame`` while somebody aims, though the table may move."""
        now = time.monotonic()
        if self._next_at <= now < self._aiming_until:
            self._next_at = now + _EACH_S
            self._glimpse = frame.image

    def look(self) -> None:
        """Read the newest picture for somebody who aims the camera; raises ``UserError``.

        While one is being read, others who look see the one before.
        """
        self._aiming_until = time.monotonic() + _AIMING_S
        if not self._looking.acquire(blocking=False):
            return
        try:
            image, self._glimpse = self._glimpse, None
            if image is not None:
                self.read((image,))
        finally:
            self._looking.release()

    def read_ahead(self, picture: Pixels) -> None:
        """Look at a picture of a table that may be at rest: reading it then takes less time."""
        calibrated = self._calibrated(picture)
        reading = self._read((picture,), None if self._moved else calibrated)
        if calibrated is not None and len(reading.detections) >= _ENOUGH:
            self._is_elsewhere(calibrated, reading)

    def _calibrated(self, picture: Pixels) -> Plane | None:
        """Return the plane of the calibration where there is one for pictures of this size."""
        calibration = self._calibration
        return calibration.plane if calibration and _fits(calibration, picture) else None

    def _is_elsewhere(self, plane: Plane, reading: TableReading) -> bool:
        """Return whether the camera has moved, as far as ``reading`` tells; told once for each."""
        judged = self._judged
        if judged is None or judged[0] is not reading or judged[1] is not plane:
            self._judged = judged = (reading, plane, _is_elsewhere(plane, reading))
        return judged[2]

    def propose(self) -> Quad | None:
        """Return the table's corners as the picture shows them, for a person to look at."""
        sight = self._sight
        return None if sight is None else table_edge(sight.image)

    def calibrate(self, corners: Quad | None) -> None:
        """Calibrate by the table's ``corners`` in the last picture, ``None``: by the tiles in it.

        Raises ``UserError`` when these are no table or it cannot be kept.
        """
        sight = self._sight
        if sight is None:
            raise UserError("aim_no_picture")
        height, width = sight.image.shape[:2]
        if corners is None:
            plane = plane_of_table(sight.reading.detections)
            if plane is None:
                raise UserError("aim_no_table", count=len(sight.reading.detections))
            self._keep(Calibration("tiles", width, height, plane))
            return
        try:
            plane = plane_of_taps(corners, TABLE_MM)
        except CalibrationError as error:
            raise UserError("aim_no_corners") from error
        self._keep(Calibration("taps", width, height, plane, corners))

    def forget(self) -> None:
        """Read without a calibration from now on."""
        self._keep(None)

    def _keep(self, calibration: Calibration | None) -> None:
        with self._lock:
            self._kept.save(self._camera, calibration)
            self._calibration, self._moved = calibration, False
            sight = self._sight
        if sight is not None:
            plane = calibration.plane if calibration else None
            self._sight = Sight(sight.image, sight.reading, plane)


def _fits(calibration: Calibration, image: Pixels) -> bool:
    return image.shape[:2] == (calibration.height, calibration.width)


def _is_elsewhere(plane: Plane, reading: TableReading) -> bool:
    return has_moved(plane, reading.detections) or has_shifted(plane, reading)
