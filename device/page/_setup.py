"""The requests of the page about the set-up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from device._demo import NAMES
from device._i18n import LANGUAGES, Language, text
from device._settings import LOUDEST, STEPS
from device._setup_desk import SetupDesk, SetupState
from device.camera._port import shown
from device.page._edit import EditError
from device.page._page import Page, answer_json, json_body, language_of
from device.voice._teller import VERBOSITIES, Manner


def setup_routes(page: Page, desk: SetupDesk | None) -> list[Route]:
    """Return the routes about the set-up; ``None`` for a page that has none."""

    async def show(request: Request) -> Response:
        state = await run_in_threadpool(desk.state) if desk else None
        return answer_json(setup_view(state, language_of(request)))

    async def change(request: Request) -> Response:
        body = await json_body(request)
        state = await run_in_threadpool(_change(desk, body)) if desk else None
        return answer_json(setup_view(state, language_of(request)))

    return [
        Route("/api/setup", page.reading(show)),
        Route("/api/setup", page.changing(change), methods=["POST"]),
    ]


def _change(desk: SetupDesk, body: object) -> Callable[[], SetupState]:
    """Return what ``body`` asks for; raises ``EditError`` when it asks for nothing known."""
    match body:
        case {"op": "language", "lang": lang} if lang in LANGUAGES:
            return lambda: desk.language(lang)
        case {"op": "camera", "source": str(source)}:
            return lambda: desk.camera(source.strip())
        case {"op": "rules", "name": str(name)}:
            return lambda: desk.rules(name)
        case {"op": "voice", "lang": lang, "volume": int(volume), "verbosity": verbosity} if (
            lang in LANGUAGES and 0 <= volume <= LOUDEST and verbosity in VERBOSITIES
        ):
            return lambda: desk.voice(Manner(lang, verbosity, volume))
        case {"op": "say"}:
            return desk.say
        case {"op": "done" | "skip" as op, "step": step} if step in STEPS:
            return lambda: desk.done(step, skipped=op == "skip")
        case {"op": "finish"}:
            return desk.finish
    raise EditError("bad_edit", "an unknown change of the set-up")


def setup_view(state: SetupState | None, lang: Language) -> dict[str, Any]:
    """Return the JSON object of the set-up, ``None`` in it where there is none."""
    if state is None:
        return {"setup": None}
    settings, given, manner = state.settings, state.given, state.manner
    return {
        "setup": {
            "steps": STEPS,
            "done": settings.done,
            "skipped": settings.skipped,
            "finished": settings.finished,
            "cameras": _cameras_view(state, lang),
            "camera_given": _given(given.camera, lang),
            "demonstration": NAMES if given.recording else (),
            "secure": given.secure,
            "phone": _phone(given.phone, lang),
            "voice": {
                "lang": manner.lang, "volume": manner.volume, "verbosity": manner.verbosity,
                "verbosities": VERBOSITIES,
            },
        }
    }  # fmt: skip


def _phone(address: str, lang: Language) -> str:
    if not address:
        return text(lang, "camera.phone.unreachable")
    return text(lang, "camera.phone.where", address=address)


def _given(camera: str | None, lang: Language) -> str | None:
    return camera and text(lang, "setup.camera.given", camera=shown(camera))


def _cameras_view(state: SetupState, lang: Language) -> list[dict[str, Any]]:
    chosen = state.settings.camera or ""
    found = [(source, _camera_name(source, lang)) for source in state.cameras]
    sources = {"": text(lang, "setup.camera.auto"), **dict(found)}
    choices = [
        {"source": source, "title": title, "chosen": source == chosen}
        for source, title in sources.items()
    ]
    if chosen in sources:
        return choices
    # An address may carry a password, which nobody is told.
    return [*choices, {"source": None, "title": shown(chosen), "chosen": True}]


def _camera_name(source: str, lang: Language) -> str:
    """Return what people call a camera that is plugged in."""
    kind, _, path = source.partition(":")
    name = Path(path).name.removeprefix("usb-").removesuffix("-video-index0").replace("_", " ")
    return text(lang, f"setup.camera.{kind}", name=name)
