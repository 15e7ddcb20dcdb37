"""The requests of the page about the camera's aim: calibration, overlay, hints."""

from __future__ import annotations

from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from detector import Quad
from device._i18n import Language, text
from device.aim._aim import Aim, Sight
from device.aim._calibration import quad_of
from device.aim._shapes import Shape
from device.page._edit import EditError
from device.page._page import Page, answer_json, jpeg_answer, json_body, language_of

#: What the page shows where there is no camera.
NOTHING: Final[dict[str, Any]] = {
    "calibration": None, "moved": "", "picture": None, "corners": None, "hints": [], "shapes": [],
}  # fmt: skip


def aim_routes(page: Page, aim: Aim | None) -> list[Route]:
    """Return the routes about ``aim``; ``None`` for a page without a camera."""

    async def show(request: Request) -> Response:
        if aim is not None and "live" in request.query_params:
            await run_in_threadpool(aim.look)
        return answer_json(await run_in_threadpool(aim_view, aim, language_of(request)))

    async def picture(_: Request) -> Response:
        return jpeg_answer(await run_in_threadpool(aim.picture) if aim else None)

    async def proposal(request: Request) -> Response:
        corners = await run_in_threadpool(aim.propose) if aim else None
        lang = language_of(request)
        found = "aim.proposed" if corners else "aim.not_found"
        return answer_json({"corners": corners, "text": text(lang, found)})

    async def change(request: Request) -> Response:
        body = await json_body(request)
        if aim is not None:
            await run_in_threadpool(_change, aim, body)
        return answer_json(await run_in_threadpool(aim_view, aim, language_of(request)))

    return [
        Route("/api/aim", page.reading(show)),
        Route("/api/aim", page.changing(change), methods=["POST"]),
        Route("/api/aim/picture", page.reading(picture)),
        Route("/api/aim/proposal", page.reading(proposal)),
    ]


def _change(aim: Aim, body: object) -> None:
    match body:
        case {"op": "taps", "corners": corners}:
            aim.calibrate(_corners(corners))
        case {"op": "tiles"}:
            aim.calibrate(None)
        case {"op": "forget"}:
            aim.forget()
        case _:
            raise EditError("bad_edit", "an unknown change of the aim")


def _corners(points: object) -> Quad:
    try:
        return quad_of(points)
    except (TypeError, ValueError) as error:
        raise EditError("bad_edit") from error


def aim_view(aim: Aim | None, lang: Language) -> dict[str, Any]:
    """Return the JSON object of the aim with every sentence in ``lang``."""
    if aim is None:
        return NOTHING
    calibration, sight = aim.calibration, aim.sight
    way = "none" if calibration is None else calibration.way
    return {
        "calibration": text(lang, f"aim.by.{way}"),
        "calibrated": calibration is not None,
        "moved": text(lang, "aim.moved") if aim.moved else "",
        "corners": calibration.corners if calibration and not aim.moved else None,
        **(_sight_view(sight, lang) if sight else {"picture": None, "hints": [], "shapes": []}),
    }


def _sight_view(sight: Sight, lang: Language) -> dict[str, Any]:
    reading = sight.reading
    return {
        "picture": {
            "url": f"/api/aim/picture?v={sight.time:x}",
            "width": reading.width,
            "height": reading.height,
        },
        "hints": [
            {
                "code": hint.code,
                "text": text(lang, f"aim.{hint.code}", figure=hint.figure, limit=hint.limit),
            }
            for hint in sight.hints
        ],
        "shapes": [_shape_view(shape, lang) for shape in sight.shapes],
    }


def _shape_view(shape: Shape, lang: Language) -> dict[str, Any]:
    label = ""
    if shape.kind == "set":
        label = text(lang, f"meld.{shape.name}")
    elif shape.kind in ("seat", "wall"):
        side = text(lang, f"side.{shape.side}") if shape.side else ""
        label = text(lang, f"aim.shape.{shape.kind}", side=side)
    return {
        "kind": shape.kind,
        "points": [[round(x, 1), round(y, 1)] for x, y in shape.points],
        "closed": shape.closed,
        "label": label,
    }
