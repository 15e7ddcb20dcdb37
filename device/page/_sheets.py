"""The pages for reading and printing: the session sheet of a game, the statistics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from device._demo import NAMES
from device._i18n import Language, text
from device.game._statistics import statistics
from device.log._games import game_of_number, ledger_of, ledgers_of
from device.log._port import Log
from device.page._html import Markup, document, inside, tag
from device.page._page import Refused, language_of, whole_number
from device.page._ports import TableService
from device.page._sheet import sheet, sheet_title
from device.page._statistics import statistics_body

#: The statistics are those of so many games, the newest.
_GAMES: Final = 500
_STYLE: Final = Markup(
    '<link rel="stylesheet" href="/static/sheet.css">'
    '<link rel="icon" href="/static/tiles/7z.svg" type="image/svg+xml">'
)


class Sheets:
    """The pages, made from the log of ``service``."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def statistics(self, request: Request) -> Response:
        return await _answer(self._statistics, language_of(request))

    async def newest(self, request: Request) -> Response:
        return await _answer(self._sheet, None, language_of(request))

    async def sheet(self, request: Request) -> Response:
        number = whole_number(request.path_params["game"])
        return await _answer(self._sheet, number, language_of(request))

    def _statistics(self, lang: Language) -> str:
        told, damaged = ledgers_of(self._service.log(), _GAMES)
        games = [ledger for _, ledger in told]
        if self._service.state().camera.status == "recording":
            games = [ledger for ledger in games if ledger.names != NAMES] or games
        body = statistics_body(statistics(games), lang)
        note = tag("p", text(lang, "stats.damaged", count=damaged)) if damaged else Markup()
        links = _links([("/", "sheet.table"), ("/sheet", "sheet.sheet")], lang)
        return document(text(lang, "stats.title"), lang, inside(links, body, note), _STYLE)

    def _sheet(self, number: int | None, lang: Language) -> str:
        log = self._service.log()
        newest = log.games(1)
        if not newest:
            raise Refused(404, "no_games")
        game = newest[0] if number is None else game_of_number(log, number)
        body = sheet(ledger_of(log, game), game.at, lang)
        links = _links(_around(log, game.id, newest[0].id), lang)
        return document(sheet_title(game.at, lang), lang, inside(links, body), _STYLE)


async def _answer(make: Callable[..., str], *arguments: object) -> Response:
    html = await run_in_threadpool(make, *arguments)
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


def _around(log: Log, number: int, newest: int) -> list[tuple[str, str]]:
    links = [("/", "sheet.table"), ("/statistics", "sheet.statistics")]
    if log.games(1, number):
        links.append((f"/sheet/{log.games(1, number)[0].id}", "sheet.older"))
    if number < newest:
        links.append((f"/sheet/{number + 1}", "sheet.newer"))
    return links


def _links(places: list[tuple[str, str]], lang: Language) -> Markup:
    return tag("nav", *(tag("a", text(lang, key), href=place) for place, key in places))
