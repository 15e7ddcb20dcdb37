"""The words of the page and the terminal in English, Japanese and Chinese."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, Literal

Language = Literal["en", "ja", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja", "zh")


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """Return every text of ``lang`` (one of ``LANGUAGES``) by its key."""
    return _words(f"{lang}.json")


@cache
def errors(lang: str) -> Mapping[str, str]:
    """Return the sentence of every ``UserError`` in ``lang`` by its code."""
    return _words(f"{lang}.errors.json")


def _words(name: str) -> dict[str, str]:
    return dict(json.loads((files("device") / "i18n" / name).read_text(encoding="utf-8")))


def text(lang: str, key: str, **values: object) -> str:
    """Return the text ``key`` in ``lang`` with ``{name}`` filled in; ``KeyError`` if unknown."""
    return catalogue(lang)[key].format(**values)


def tile_name(lang: str, tile: str) -> str:
    """Return the spoken name of ``tile`` (mpsz, ``back`` or ``?``) in ``lang``."""
    if f"tile.{tile}" in catalogue(lang):
        return text(lang, f"tile.{tile}")
    return text(lang, f"tile.suit.{tile[1]}", n=text(lang, f"tile.number.{tile[0]}"))


def _quality(part: str) -> tuple[float, str]:
    tag, _, parameter = part.partition(";")
    quality = parameter.strip().removeprefix("q=")
    try:
        return (float(quality) if quality else 1.0), tag.strip().lower()
    except ValueError:
        return 0.0, tag.strip().lower()


def negotiate(accept_language: str) -> Language:
    """Return the language of ``LANGUAGES`` an ``Accept-Language`` header likes best, else en."""
    wanted = sorted(map(_quality, accept_language.split(",")), key=lambda q: -q[0])
    primary = [tag.partition("-")[0] for quality, tag in wanted if quality > 0]
    return next((lang for tag in primary for lang in LANGUAGES if lang == tag), "en")
