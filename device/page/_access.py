"""Who may look at the page and who may change it.

Viewing is open on the local network; changing needs the table's PIN, except at the table's own
screen.  Requests made by foreign pages are refused.
"""

from __future__ import annotations

import hmac
import logging
import re
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
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
#: So many wrong tries in so many seconds, and in an evening, close the gate for an address.
TRIES: Final = 5
TRIES_SECONDS: Final = 60.0
EVENING_TRIES: Final = 20
EVENING_SECONDS: Final = 6 * 3600.0
#: So many by all in an evening, 0.5 % of the PINs there are, make the PIN as much longer.
ALL_TRIES: Final = 50
MORE_DIGITS: Final = 6
#: The tries of so many addresses are remembered.
_ADDRESSES: Final = 4096
_LOG: Final = logging.getLogger("jantaku")
#: What a ``Host`` header may hold; no name is longer than 253 characters.
_LABEL: Final = r"(?!-)[a-z0-9_-]{1,63}(?<!-)"
_HOST: Final = re.compile(
    rf"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>{_LABEL}(?:\.{_LABEL})*))(?::(?P<port>[0-9]{{1,5}}))?"
)
_LAST_PORT: Final = 65535
_LONGEST_HOST: Final = 253 + len(f":{_LAST_PORT}")
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


class Gate:
    """The table's four-digit PIN; ``pin`` ``None`` lets everybody change things.

    ``clock`` gives seconds.  Wrong tries are counted by address, so that nobody keeps others out.
    Where many addresses guess, nobody is kept out either: the PIN becomes longer, once, and is read
    anew on the table's screen; who is in stays in.
    """

    def __init__(self, pin: str | None, clock: Callable[[], float] = monotonic) -> None:
        self.pin = pin
        self.is_longer = False
        self._first = pin
        self._clock = clock
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._all: deque[float] = deque(maxlen=ALL_TRIES)

    def shut(self, address: str) -> str | None:
        """Return why ``address`` may not try now: the code of a sentence, ``None`` if it may."""
        now = self._clock()
        own = [now - at for at in self._wrong.get(address, ())]
        if sum(ago < EVENING_SECONDS for ago in own) >= EVENING_TRIES:
            return "pin_shut"
        return "pin_wait" if sum(ago < TRIES_SECONDS for ago in own) >= TRIES else None

    def token(self, pin: str, address: str) -> str | None:
        """Return the cookie that ``pin`` earns, ``None`` for a wrong one, which is counted."""
        if self.pin is None or not hmac.compare_digest(
            pin.encode(errors="replace"), self.pin.encode()
        ):
            self._count(address)
            return None
        return self._sign(secrets.token_hex(8))

    def _count(self, address: str) -> None:
        now = self._clock()
        self._wrong.setdefault(address, deque(maxlen=EVENING_TRIES)).append(now)
        self._wrong.move_to_end(address)
        if len(self._wrong) > _ADDRESSES:
            self._wrong.popitem(last=False)
        self._all.append(now)
        if len(self._all) == ALL_TRIES and now - self._all[0] < EVENING_SECONDS:
            self._lengthen()

    def _lengthen(self) -> None:
        if self.pin is None or self.is_longer:
            return
        self.pin += f"{secrets.randbelow(10**MORE_DIGITS):0{MORE_DIGITS}d}"
        self.is_longer = True
        _LOG.warning("somebody is guessing the table's PIN: now it is %s", self.pin)

    def opens(self, request: Request) -> bool:
        """Return whether ``request`` may change things."""
        if self.pin is None or at_the_table(request):
            return True
        nonce, _, _ = request.cookies.get(COOKIE, "").partition(".")
        return hmac.compare_digest(
            self._sign(nonce).encode(), request.cookies.get(COOKIE, "").encode()
        )

    def _sign(self, nonce: str) -> str:
        signed = hmac.new(_SECRET, f"{self._first}.{nonce}".encode(), sha256)
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
    told = _HOST.fullmatch(host.lower()) if len(host) <= _LONGEST_HOST else None
    if told is None or int(told["port"] or 0) > _LAST_PORT:
        return False
    try:
        ip_address(told["address"] or told["name"])
    except ValueError:
        return told["address"] is None and _is_local(told["name"])
    return True


def _is_local(name: str) -> bool:
    return "." not in name or name.endswith((".local", ".lan", ".home.arpa", ".localhost"))


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
