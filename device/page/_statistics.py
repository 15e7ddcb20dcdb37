"""The page of statistics: a table of the players, how they were placed, their yaku."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from device._i18n import Language, text
from device.game._statistics import Tally, part
from device.page._chart import bar_chart, places_chart
from device.page._html import Markup, inside, tag
from scorer.names import name_of

#: So many yaku are shown, the most frequent first.
_YAKU: Final = 20


def statistics_body(tallies: Mapping[str, Tally], lang: Language) -> Markup:
    """Return the statistics of the players as the inside of a page; the best total first."""
    players = sorted(tallies.values(), key=lambda tally: (-tally.total, tally.name))
    heading = tag("h1", text(lang, "stats.title"))
    if not any(tally.hands for tally in players):
        return inside(heading, tag("p", text(lang, "stats.none")))
    return inside(heading, _table(players, lang), _places(players, lang), _yaku(players, lang))


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def _number(value: float | None, digits: int = 0) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


_COLUMNS: Final[Mapping[str, Callable[[Tally], str]]] = {
    "games": lambda t: str(t.games),
    "place": lambda t: _number(t.place, 2),
    "total": lambda t: f"{t.total:+.1f}".replace("-", "−") if t.games else "–",
    "hands": lambda t: str(t.hands),
    "win": lambda t: _percent(t.rate(t.wins)),
    "tsumo": lambda t: _percent(part(t.tsumo, t.wins)),
    "deal_in": lambda t: _percent(t.rate(t.deal_ins)),
    "riichi": lambda t: _percent(t.rate(t.riichi)),
    "riichi_win": lambda t: _percent(part(t.riichi_wins, t.riichi)),
    "average": lambda t: _number(part(t.won, t.wins)),
    "paid": lambda t: _number(part(t.paid, t.deal_ins)),
    "best": lambda t: str(t.best) if t.wins else "–",
    "tenpai": lambda t: _percent(part(t.tenpai, t.draws)),
    "chombo": lambda t: str(t.chombo),
}


def _table(players: Sequence[Tally], lang: Language) -> Markup:
    """Return the table: a row for each figure, a column for each player."""
    head = tag("tr", tag("th", ""), *(tag("th", tally.name) for tally in players))
    rows = (
        _row(text(lang, f"stats.{key}"), [f(t) for t in players]) for key, f in _COLUMNS.items()
    )
    return tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="wide")


def _row(what: str, cells: Sequence[str]) -> Markup:
    return tag("tr", tag("td", what, class_="what"), *(tag("td", cell) for cell in cells))


def _places(players: Sequence[Tally], lang: Language) -> Markup:
    title = text(lang, "stats.places")
    finished = [tally for tally in players if tally.games]
    if not finished:
        return Markup()
    last = max(max(tally.places) for tally in finished)
    rows = [(t.name, [t.places[place] for place in range(1, last + 1)]) for t in finished]
    return inside(tag("h2", title), places_chart(title, rows))


def _yaku(players: Sequence[Tally], lang: Language) -> Markup:
    title = text(lang, "stats.yaku")
    together: Counter[str] = Counter()
    for tally in players:
        together.update(tally.yaku)
    if not together:
        return Markup()
    chart = bar_chart(title, [(name_of(y, lang), n) for y, n in together.most_common(_YAKU)])
    head = tag("tr", tag("th", ""), *(tag("th", tally.name) for tally in players))
    rows = (
        _row(name_of(yaku, lang), [str(t.yaku[yaku]) for t in players])
        for yaku, _ in together.most_common()
    )
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    return inside(tag("h2", title), chart, tag("div", table, class_="wide"))
