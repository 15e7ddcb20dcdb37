"""The web page of the table: a Starlette application over a ``TableService``."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from device._errors import UserError
from device._film import Film
from device._i18n import Language
from device._setup_desk import SetupDesk
from device.aim._aim import Aim
from device.page._access import HEADERS, Gate, SecurityHeaders
from device.page._aim import aim_routes
from device.page._camera import camera_routes
from device.page._edit import EditError
from device.page._page import Handler, Page, Refused, answer_json, jpeg_answer, language_of
from device.page._ports import TableService
from device.page._setup import setup_routes
from device.page._sheets import Sheets
from device.page._tiles import TilePage
from device.page._view_problem import error_sentence
from device.tiles._desk import TileDesk

_FAILURES: Final = (Refused, EditError, UserError, HTTPException, Exception)


def create_app(
    service: TableService,
    gate: Gate | None = None,
    lang: Language | None = None,
    aim: Aim | None = None,
    tiles: TileDesk | None = None,
    setup: SetupDesk | None = None,
    film: Film | None = None,
) -> Starlette:
    """Return the page of ``service``.

    ``gate``: who may change things, ``None``: everybody.  ``lang``: the language for who chose none
    on the page, ``None``: the browser's.  ``aim``: how the camera is aimed.  ``tiles``: the sets to
    be learned and switched.  ``setup``: what the wizard changes.  ``film``: what ``/film`` shows.
    Serve it with a short ``timeout_graceful_shutdown``: every open page holds a stream of events.
    """
    page = Page(service, gate or Gate(None))
    routes = [
        *aim_routes(page, aim),
        *setup_routes(page, setup),
        *camera_routes(page),
        *_routes(page, Sheets(service)),
        *([] if tiles is None else TilePage(tiles).routes(page)),
        *([] if film is None else _film_routes(page, film)),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers=dict.fromkeys(_FAILURES, _failed),
    )
    app.state.lang = lang
    return app


def _html(name: str) -> Handler:
    """Return what answers with the page ``name``."""
    with as_file(files("device") / "web" / f"{name}.html") as path:
        file = path

    async def answer(_: Request) -> Response:
        return FileResponse(file, headers={"Cache-Control": "no-cache"})

    return answer


def _film_routes(page: Page, film: Film) -> list[Route]:
    async def picture(_: Request) -> Response:
        answer = jpeg_answer(await run_in_threadpool(film.picture))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return [Route("/film", _html("film")), Route("/api/film", page.reading(picture))]


def _routes(page: Page, sheets: Sheets) -> list[Route | Mount]:
    with as_file(files("device") / "web") as folder:
        static = _Static(directory=folder)
    get, post = page.reading, page.changing
    return [
        Route("/", _html("index")),
        Route("/table", _html("table")),
        Route("/camera", _html("camera")),
        Route("/statistics", get(sheets.statistics)),
        Route("/sheet", get(sheets.newest)),
        Route("/sheet/{game:str}", get(sheets.sheet)),
        Route("/api/strings", get(page.strings)),
        Route("/api/state", get(page.state)),
        Route("/api/events", get(page.events)),
        Route("/api/pictures/{name:str}", get(page.picture)),
        Route("/api/history", get(page.history)),
        Route("/api/history/{entry:str}/picture", get(page.history_picture)),
        Route("/api/speech.wav", get(page.speech)),
        Route("/api/pin", page.guarded(page.enter_pin), methods=["POST"]),
        Route("/api/edit", post(page.edit), methods=["POST"]),
        Route("/api/game", post(page.play), methods=["POST"]),
        Route("/api/photo", post(page.photo), methods=["POST"]),
        Route("/api/speak", post(page.speak), methods=["POST"]),
        Mount("/static", static),
    ]


class _Static(StaticFiles):
    """The files of the page: tiles may be kept for a day, code is asked for anew each time."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        tiles = path.startswith("tiles/")
        answer.headers["Cache-Control"] = "public, max-age=86400" if tiles else "no-cache"
        return answer


def _problem(request: Request, status: int, code: str, **values: object) -> Response:
    sentence = error_sentence(language_of(request), code, **values)
    return answer_json({"error": {"code": code, "text": sentence}}, status)


async def _failed(request: Request, error: Exception) -> Response:
    """Return the answer to a request that raised ``error``: a code and a sentence, no more."""
    match error:
        case Refused():
            answer = _problem(request, error.status, error.code, **error.values)
            if error.status == 413 and "content-length" not in request.headers:
                answer.headers["Connection"] = "close"  # nobody knows where such a body ends
            return answer
        case EditError():
            return _problem(request, 422, error.code, message=str(error))
        case UserError():
            body = {"code": error.code, "text": error.message(language_of(request))}
            return answer_json({"error": body}, 422)
        case HTTPException():
            return _problem(request, error.status_code, "not_found")
    answer = _problem(request, 500, "internal")
    answer.headers.update(HEADERS)
    return answer
