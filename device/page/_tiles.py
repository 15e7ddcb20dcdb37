"""The requests of the page about tile sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from detector import PLAN
from device._i18n import Language, text, tile_name
from device._photo import MAX_BYTES
from device.camera._picture import jpeg
from device.page._edit import bad_edit
from device.page._page import Page, Refused, answer_json, bounded_body, json_body, language_of
from device.tiles._desk import TileDesk, TileState
from device.tiles._sets import DEFAULT
from device.tiles._text import draft_notes, learned_text


class TilePage:
    """Answers them from a ``TileDesk``."""

    def __init__(self, desk: TileDesk) -> None:
        self._desk = desk

    def routes(self, page: Page) -> list[Route]:
        """Return the routes, guarded as ``page`` guards its own."""
        get, post = page.reading, page.changing
        return [
            Route("/api/tiles", get(self.state)),
            Route("/api/tiles/faces/{index:int}", get(self.face)),
            Route("/api/tiles/photo", post(self.photo), methods=["POST"]),
            Route("/api/tiles/edit", post(self.edit), methods=["POST"]),
        ]

    async def state(self, request: Request) -> Response:
        return _answer(request, await run_in_threadpool(self._desk.state))

    async def photo(self, request: Request) -> Response:
        if not request.headers.get("content-type", "").startswith("image/"):
            raise Refused(415, "photo_type")
        data = await bounded_body(request, MAX_BYTES)
        return _answer(request, await run_in_threadpool(self._desk.add, data))

    async def edit(self, request: Request) -> Response:
        do = _edit(self._desk, await json_body(request))
        return _answer(request, await run_in_threadpool(do))

    async def face(self, request: Request) -> Response:
        examples = self._desk.state().draft.examples
        index = request.path_params["index"]
        if index >= len(examples):
            raise Refused(404, "not_found")
        headers = {"Cache-Control": "no-store"}
        return Response(jpeg(examples[index].crop), media_type="image/jpeg", headers=headers)


def _edit(desk: TileDesk, body: object) -> Callable[[], TileState]:
    """Return what ``body`` asks for; raises ``EditError`` when it asks for nothing known."""
    match body:
        case {"op": "use", "name": str(name)}:
            return lambda: desk.use(name)
        case {"op": "forget", "name": str(name)}:
            return lambda: desk.forget(name)
        case {"op": "learn", "name": str(name)}:
            return lambda: desk.learn(name)
        case {"op": "face", "index": int(index), "face": str() | None as face}:
            return lambda: desk.correct(index, face)
        case {"op": "shoot"}:
            return desk.shoot
        case {"op": "again"}:
            return desk.again
    raise bad_edit("op must be one of use, forget, learn, face, shoot, again, with its fields")


def _answer(request: Request, state: TileState) -> Response:
    return answer_json(tiles_view(state, language_of(request)))


def tiles_view(state: TileState, lang: Language) -> dict[str, Any]:
    """Return what the page shows of the tile sets."""
    draft, looks = state.draft, dict(state.draft.looks)
    cells = [
        {
            "index": index, "face": example.face, "name": tile_name(lang, example.face),
            "photo": example.photo, "doubtful": index in looks,
        }
        for index, example in enumerate(draft.examples)
    ]  # fmt: skip
    return {
        "active": state.active,
        "sets": [
            {"name": DEFAULT, "title": text(lang, "tiles.default")},
            *({"name": name, "title": name} for name in state.names),
        ],
        "plan": PLAN,
        "camera": state.camera,
        "cells": cells,
        "photos": draft.photos,
        "notes": draft_notes(draft, lang) if draft.photos else [],
        "clear": draft.clear,
        "told": None if state.learned is None else learned_text(state.learned, lang),
    }
