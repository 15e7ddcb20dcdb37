"""The requests of a phone that serves as the table's camera."""

from __future__ import annotations

from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from device._photo import decode_photo
from device.camera._phone import INBOX, Inbox
from device.page._page import Page, Refused, answer_json, bounded_body

#: The largest JPEG of a film, and of a single photo.
FRAME_BYTES: Final = 4 << 20
SHOT_BYTES: Final = 16 << 20
_NAME: Final = "photo"


def camera_routes(page: Page, inbox: Inbox = INBOX) -> list[Route]:
    """Return the routes that take a phone's pictures."""

    async def take(request: Request) -> Response:
        shot = "shot" in request.query_params
        kind = request.headers.get("content-type", "").partition(";")[0]
        if kind != "image/jpeg" and not (shot and kind.startswith("image/")):
            raise Refused(415, "photo_type")
        if code := inbox.refusal(_sender(request)):
            raise Refused(409 if code == "phone_taken" else 429, code)
        data = await bounded_body(request, SHOT_BYTES if shot else FRAME_BYTES)
        await run_in_threadpool(lambda: inbox.put(decode_photo(data, _NAME), shot=shot))
        return answer_json({"ok": True})

    return [Route("/api/camera", page.changing(take), methods=["POST"])]


def _sender(request: Request) -> str:
    """Return which phone sends: its address, and the name its page gave itself."""
    host = request.client.host if request.client else ""
    return f"{host} {request.query_params.get('from', '')}"
