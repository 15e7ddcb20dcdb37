"""Small panels on the pins of a Raspberry Pi, by luma; drawn in a thread of their own."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from PIL import Image

from device._errors import PanelError
from device._i18n import Language
from device.page._ports import State
from device.panel._draw import draw_panel, find_font
from device.panel._view import PanelView, panel_view

#: Seconds until a panel that did not answer is tried again.
RETRY_S: Final = 5.0
_KINDS: Final = ("ssd1306", "st7789", "st7789:240x240", "st7789:320x240")
_ADDRESS: Final = re.compile(r"ssd1306:0x([0-7][0-9a-f])")


class Panel(Protocol):
    """A screen of ``size`` (width, height) pixels in Pillow's ``mode``, as luma's devices are."""

    size: tuple[int, int]
    mode: str

    def display(self, image: Image.Image) -> None:
        """Show ``image``; raises an exception of luma's when the panel does not answer."""

    def cleanup(self) -> None:
        """Switch the panel off."""


def panel_of(source: str) -> Panel:
    """Return the panel named by ``source``; raises ``PanelError``.

    ``ssd1306`` or ``ssd1306:0x3d`` (128 x 64, on I2C), ``st7789`` or ``st7789:320x240`` (on SPI).
    """
    if source not in _KINDS and not _ADDRESS.fullmatch(source):
        raise PanelError("panel_unknown", source=source)
    find_font()
    try:
        return _ssd1306(source) if source.startswith("ssd1306") else _st7789(source)
    except ImportError as error:
        raise PanelError("panel_library", reason=error) from error
    except Exception as error:  # luma's own errors derive from Exception alone
        raise PanelError("panel_silent", reason=error) from error


def _ssd1306(source: str) -> Panel:
    from luma.core.interface.serial import i2c
    from luma.oled.device import ssd1306

    given = _ADDRESS.fullmatch(source)
    panel: Panel = ssd1306(i2c(port=1, address=int(given[1], 16) if given else 0x3C))
    return panel


def _st7789(source: str) -> Panel:
    from luma.core.interface.serial import spi
    from luma.lcd.device import st7789

    width = 320 if source.endswith("320x240") else 240
    panel: Panel = st7789(spi(port=0, device=0, bus_speed_hz=32_000_000), width, 240)
    return panel


class PanelOutput:
    """Shows every state of the table on ``panel``; ``show`` returns at once.

    ``on_trouble`` is called once when the panel does not answer, until it answers again.
    """

    def __init__(
        self,
        panel: Panel,
        lang: Language,
        pin: Callable[[], str | None],
        on_trouble: Callable[[PanelError], None],
        retry_s: float = RETRY_S,
    ) -> None:
        self._panel = panel
        self._lang = lang
        self._pin = pin
        self._on_trouble = on_trouble
        self._retry_s = retry_s
        self._newest: PanelView | None = None
        self._answers = True
        self._closing = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="panel", daemon=True)
        self._thread.start()

    def show(self, state: State) -> None:
        """Show ``state`` as soon as the panel can; older states that it has not shown are dropped.

        May be called from any thread.
        """
        view = panel_view(state, self._lang, self._pin())
        with self._news:
            self._newest = view
            self._news.notify()

    def close(self, wait_s: float = 2.0) -> None:
        """Show what is newest, then switch the panel off."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join(wait_s)

    def _work(self) -> None:
        shown: PanelView | None = None
        while (view := self._next(shown)) is not None:
            if self._drawn(view):
                shown = view
            else:
                self._pause()
        self._off()

    def _next(self, shown: PanelView | None) -> PanelView | None:
        """Wait for a view other than ``shown``; ``None`` at the end."""
        with self._news:
            self._news.wait_for(lambda: self._closing or self._newest not in (None, shown))
            over = self._closing and (self._newest == shown or not self._answers)
            return None if over else self._newest

    def _pause(self) -> None:
        with self._news:
            self._news.wait_for(lambda: self._closing, self._retry_s)

    def _drawn(self, view: PanelView) -> bool:
        try:
            self._panel.display(draw_panel(view, self._panel.size, self._panel.mode))
        except Exception as error:  # luma's own errors derive from Exception alone
            if self._answers:
                self._on_trouble(PanelError("panel_silent", reason=error))
            self._answers = False
            return False
        self._answers = True
        return True

    def _off(self) -> None:
        if self._answers:
            with suppress(Exception):  # it was unplugged just now
                self._panel.cleanup()
