"""The requests of the page, answered from the service."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from secrets import token_hex
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from device._i18n import LANGUAGES, Language, negotiate, text
from device._photo import MAX_BYTES
from device.page._access import COOKIE, Gate, at_the_table, is_foreign, is_local_name
from device.page._edit import parse_edit
from device.page._game_parse import parse_game_edit
from device.page._ports import Spoken, State, TableService
from device.page._seen import NOTHING_SEEN, Seen
from device.page._view import state_view, strings_view
from device.page._view_score import history_view

Handler = Callable[[Request], Awaitable[Response]]
_JSON_BYTES: Final = 16 * 1024
_LONGEST_LENGTH: Final = 15  # digits
_PAGE_LENGTH: Final = 20
#: So much above a limit is taken in and thrown away: many senders listen only when they are done.
_HEARD_OUT: Final = 32 << 20
_KEEP_ALIVE_SECONDS: Final = 15.0


class Refused(Exception):
    """A request that is answered with ``status`` and the sentence of ``code``."""

    def __init__(self, status: int, code: str, **values: object) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.values = values


class Page:
    """The requests of the page, answered from the service."""

    def __init__(self, service: TableService, gate: Gate) -> None:
        self._service = service
        self._gate = gate
        self._views: dict[Language, tuple[State, dict[str, Any]]] = {}
        self._run = token_hex(4)  # revisions of different runs tell no order

    def reading(self, handler: Handler) -> Handler:
        """Return ``handler`` for requests from this network only."""

        async def checked(request: Request) -> Response:
            if not is_local_name(request.headers.get("host", "")):
                raise Refused(403, "foreign")
            return await handler(request)

        return checked

    def guarded(self, handler: Handler) -> Handler:
        """Return ``handler`` for requests of our own page only."""

        async def checked(request: Request) -> Response:
            if is_foreign(request):
                raise Refused(403, "foreign")
            return await handler(request)

        return self.reading(checked)

    def changing(self, handler: Handler) -> Handler:
        """Return ``handler`` for those who may change things."""

        async def checked(request: Request) -> Response:
            if not self._gate.opens(request):
                raise Refused(401, "pin_needed")
            return await handler(request)

        return self.guarded(checked)

    async def strings(self, request: Request) -> Response:
        lang = language_of(request)
        body = {"lang": lang, "languages": _languages(), "strings": strings_view(lang)}
        return answer_json(body)

    async def state(self, request: Request) -> Response:
        return answer_json(self._view(request, await run_in_threadpool(self._service.state)))

    async def events(self, request: Request) -> Response:
        async def lines() -> AsyncIterator[str]:
            async for state in _changes(self._service):
                body = None if state is None else json.dumps(self._view(request, state))
                yield ": still here\n\n" if body is None else f"data: {body}\n\n"

        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(lines(), media_type="text/event-stream", headers=headers)

    async def picture(self, request: Request) -> Response:
        return jpeg_answer(
            await run_in_threadpool(self._service.picture, request.path_params["name"])
        )

    async def history(self, request: Request) -> Response:
        asked = request.query_params.get("before")
        before = None if asked is None else whole_number(asked)
        entries = await run_in_threadpool(self._service.history, _PAGE_LENGTH + 1, before)
        older = len(entries) > _PAGE_LENGTH
        return answer_json(history_view(entries[:_PAGE_LENGTH], older, language_of(request)))

    async def history_picture(self, request: Request) -> Response:
        entry = whole_number(request.path_params["entry"])
        return jpeg_answer(await run_in_threadpool(self._service.history_picture, entry))

    async def speech(self, request: Request) -> Response:
        what = _spoken(request.query_params.get("what"))
        sound = await run_in_threadpool(self._service.speech, language_of(request), what)
        if sound is None:
            raise Refused(404, "no_speech")
        return Response(sound, media_type="audio/wav", headers={"Cache-Control": "no-store"})

    async def enter_pin(self, request: Request) -> Response:
        body = await json_body(request)
        address = request.client.host if request.client else ""
        shut = self._gate.shut(address)  # no earlier: many may send their bodies at one moment
        if shut is not None:
            raise Refused(429, shut)
        pin = str(body.get("pin", "")) if isinstance(body, dict) else ""
        token = self._gate.token(pin, address)
        if token is None:
            longer = self._gate.is_longer and len(pin) < len(self._gate.pin or "")
            raise Refused(403, "pin_longer" if longer else "pin_wrong")
        answer = answer_json({"ok": True})
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
        return answer

    async def edit(self, request: Request) -> Response:
        edit, seen = parse_edit(await json_body(request)), self._seen_by(request)
        state = await run_in_threadpool(self._service.edit, edit, seen)
        return answer_json(self._view(request, state))

    async def play(self, request: Request) -> Response:
        entry, seen = parse_game_edit(await json_body(request)), self._seen_by(request)
        state = await run_in_threadpool(self._service.play, entry, seen)
        return answer_json(self._view(request, state))

    async def photo(self, request: Request) -> Response:
        if not request.headers.get("content-type", "").startswith("image/"):
            raise Refused(415, "photo_type")
        data = await bounded_body(request, MAX_BYTES)
        return answer_json(
            self._view(request, await run_in_threadpool(self._service.submit_photo, data))
        )

    async def speak(self, request: Request) -> Response:
        body = await json_body(request)
        what = _spoken(body.get("what") if isinstance(body, dict) else None)
        await run_in_threadpool(self._service.speak, language_of(request), what)
        return answer_json({"ok": True})

    def _view(self, request: Request, state: State) -> dict[str, Any]:
        shows_pin = at_the_table(request)
        view = self._drawn(state, language_of(request))
        pin, seen = self._gate.pin if shows_pin else None, f"{self._run}-{view['seen']}"
        return {**view, "run": self._run, "seen": seen, "pin": pin}

    def _seen_by(self, request: Request) -> Seen | None:
        """Return what the page showed that asks, ``None`` for a program that does not tell.

        What another run of the program showed counts as nothing that is shown now.
        """
        told = request.query_params.get("seen")
        if told is None:
            return None
        run, _, seen = told.partition("-")
        return (Seen.of(seen) if run == self._run else None) or NOTHING_SEEN

    def _drawn(self, state: State, lang: Language) -> dict[str, Any]:
        """Return the view of ``state``, made once for all pages of one language."""
        newest = self._views.get(lang)
        if newest is None or newest[0] is not state:
            newest = self._views[lang] = (state, state_view(state, lang))
        return newest[1]


async def _changes(service: TableService) -> AsyncIterator[State | None]:
    """Yield the newest state whenever there is one, ``None`` when nothing happened for a while."""
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[State] = asyncio.Queue(1)
    unsubscribe = service.subscribe(lambda state: _hand_over(loop, news, state))
    try:
        yield await run_in_threadpool(service.state)
        while True:
            yield await _newest(news)
    finally:
        unsubscribe()


def _hand_over(loop: asyncio.AbstractEventLoop, news: asyncio.Queue[State], state: State) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(_put_newest, news, state)


def _put_newest(news: asyncio.Queue[State], state: State) -> None:
    """Put ``state`` in place of one that a slow or sleeping phone has not taken yet."""
    while not news.empty():
        news.get_nowait()
    news.put_nowait(state)


async def _newest(news: asyncio.Queue[State]) -> State | None:
    try:
        return await asyncio.wait_for(news.get(), _KEEP_ALIVE_SECONDS)
    except TimeoutError:
        return None


def _spoken(asked: object) -> Spoken:
    return "standing" if asked == "standing" else "score"


def _languages() -> list[dict[str, str]]:
    return [{"code": lang, "name": text(lang, "language")} for lang in LANGUAGES]


def language_of(request: Request) -> Language:
    asked, chosen = request.query_params.get("lang"), request.cookies.get("lang")
    for wanted in (asked, chosen, request.app.state.lang):
        for lang in LANGUAGES:
            if lang == wanted:
                return lang
    return negotiate(request.headers.get("accept-language", ""))


def whole_number(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) < 16):
        raise Refused(404, "not_found")
    return int(value)


class _Json(JSONResponse):
    """JSON of any text, also where it quotes half a surrogate pair that a request brought."""

    def render(self, content: object) -> bytes:
        """Return ``content`` with ``?`` for what UTF-8 cannot say."""
        told = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return told.encode(errors="replace")


def answer_json(body: object, status: int = 200) -> JSONResponse:
    return _Json(body, status, headers={"Cache-Control": "no-store"})


def jpeg_answer(data: bytes | None) -> Response:
    """Return the answer that is this JPEG; raises ``Refused`` for ``None``."""
    if data is None:
        raise Refused(404, "not_found")
    headers = {"Cache-Control": "private, max-age=86400, immutable"}
    return Response(data, media_type="image/jpeg", headers=headers)


async def bounded_body(request: Request, limit: int) -> bytes:
    told = request.headers.get("content-length", "0")
    if len(told) > _LONGEST_LENGTH or int(told) > limit:
        raise _too_large(limit)
    body, size = bytearray(), 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > limit + _HEARD_OUT:
            break
        if size <= limit:
            body += chunk
    if size > limit:
        raise _too_large(limit)
    return bytes(body)


def _too_large(limit: int) -> Refused:
    size = f"{limit >> 20} MB" if limit >> 20 else f"{limit >> 10} KB"
    return Refused(413, "too_large", limit=size)


async def json_body(request: Request) -> object:
    """Return the JSON that ``request`` brings; raises ``Refused`` when it brings none."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Refused(415, "not_json")
    try:
        return json.loads(await bounded_body(request, _JSON_BYTES))
    except (ValueError, RecursionError) as error:
        raise Refused(400, "not_json") from error
