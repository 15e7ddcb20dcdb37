"""HTML and SVG that cannot be broken out of: every text in it is escaped."""

from __future__ import annotations

from html import escape


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, *children: str, **attributes: object) -> Markup:
    """Return an element; children are escaped unless they are ``Markup``.

    Attributes are written with ``-`` for ``_`` and without a ``_`` at the end (``class_``).
    """
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
    )
    return Markup(f"<{name}{told}>{inside(*children)}</{name}>")


def inside(*children: str) -> Markup:
    """Return ``children`` one after the other, escaped unless they are ``Markup``."""
    return Markup("".join(c if isinstance(c, Markup) else escape(c) for c in children))


def document(title: str, lang: str, body: Markup, style: Markup) -> str:
    """Return a whole page; ``style`` is what its head holds besides the title."""
    head = tag(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", title),
        style,
    )
    return "<!doctype html>\n" + tag("html", head, tag("body", body), lang=lang)
