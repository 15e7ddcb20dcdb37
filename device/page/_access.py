"""Who may look at the page and who may change it.

Viewing is open on the local network; changing needs the table's PIN, except at the table's own
screen.  Requests made by foreign pages are refused.
"""

from __future__ import annotations

import hmac
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import ip_address
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE: Final = "jantaku_pin"
#: Signs the cookies of this process: a table that begins anew asks nobody again.
_SECRET: Final = secrets.token_bytes(32)
TRIES: Final = 5
TRIES_SECONDS: Final = 60.0
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}


@dataclass(slots=True)
class Gate:
    """The table's four-digit PIN; ``pin`` ``None`` lets everybody change things.

    ``clock`` gives seconds; more than ``TRIES`` wrong tries in ``TRIES_SECONDS`` close the gate.
    """

    pin: str | None
    clock: Callable[[], float] = monotonic
    _wrong: deque[float] = field(default_factory=lambda: deque(maxlen=TRIES))

    def waits(self) -> bool:
        """Return whether there were too many wrong tries just now."""
        full = len(self._wrong) == TRIES
        return full and self.clock() - self._wrong[0] < TRIES_SECONDS

    def token(self, pin: str) -> str | None:
        """Return the cookie that ``pin`` earns, ``None`` for a wrong one."""
        if self.pin is None or not hmac.compare_digest(
            pin.encode(errors="replace"), self.pin.encode()
        ):
            self._wrong.append(self.clock())
            return None
        return self._sign(secrets.token_hex(8))

    def opens(self, request: Request) -> bool:
        """Return whether ``request`` may change things."""
        if self.pin is None or at_the_table(request):
            return True
        nonce, _, _ = request.cookies.get(COOKIE, "").partition(".")
        return hmac.compare_digest(
            self._sign(nonce).encode(), request.cookies.get(COOKIE, "").encode()
        )

    def _sign(self, nonce: str) -> str:
        signed = hmac.new(_SECRET, f"{self.pin}.{nonce}".encode(), sha256)
        return f"{nonce}.{signed.hexdigest()}"


def at_the_table(request: Request) -> bool:
    """Return whether ``request`` comes from the machine that serves it."""
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def is_foreign(request: Request) -> bool:
    """Return whether a page of another origin made the browser send ``request``."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("origin")
    return origin is not None and _host_of(origin) != request.headers.get("host", "")


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def is_local_name(host: str) -> bool:
    """Return whether a ``Host`` header names this network: an address, ``pi`` or ``pi.local``.

    Others are refused, so that no name on the internet can be pointed at the table.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    try:
        ip_address(name)
    except ValueError:
        return "." not in name or name.endswith((".local", ".lan", ".home.arpa", ".localhost"))
    return True


class SecurityHeaders:
    """ASGI middleware that adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and the answer back with the headers."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, send_with_headers)
