"""The session sheet of a game: every hand, who has how much, the result, the graph."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from device._i18n import Language, text
from device._rules_text import rules_title
from device.game._game import Ledger
from device.game._moves_text import left_over_text
from device.game._rounds import Round, rounds_of
from device.page._chart import line_chart
from device.page._html import Markup, inside, tag
from scorer import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    GameState,
    PlayerResult,
    Win,
    final_result,
)


def sheet(ledger: Ledger, at: datetime, lang: Language) -> Markup:
    """Return the sheet of a game that began at ``at`` as the inside of a page."""
    rounds = rounds_of(ledger)
    return inside(
        tag("h1", sheet_title(at, lang)),
        tag("p", rules_title(ledger.rules, lang)),
        _graph(ledger, rounds, lang) if rounds else tag("p", text(lang, "game.moves.empty")),
        _hands(ledger, rounds, lang) if rounds else Markup(),
        _result(ledger, lang),
    )


def sheet_title(at: datetime, lang: Language) -> str:
    """Return the title of the sheet of a game that began at ``at``."""
    return text(lang, "sheet.title", date=at.astimezone().strftime("%Y-%m-%d %H:%M"))


def round_label(state: GameState, lang: Language) -> str:
    """Return the name of the hand that is dealt in ``state``."""
    wind = text(lang, f"wind.{state.round_wind.name}")
    name = text(lang, "game.round", wind=wind, number=state.dealer + 1)
    return f"{name} {text(lang, 'panel.honba', count=state.honba)}" if state.honba else name


def what_happened(hand: Round, names: Sequence[str], lang: Language) -> str:
    """Return how a hand ended, in words."""
    match hand.ending:
        case Win():
            return _told_win(hand.ending, names, lang)
        case ExhaustiveDraw():
            return _told_draw(hand.ending, names, lang)
        case AbortiveDraw():
            return text(lang, f"abort.{hand.ending.kind}")
        case Chombo():
            return text(lang, "move.chombo", name=names[hand.ending.player])
    end = hand.after.end
    return text(lang, "sheet.open" if end is None else f"end.{end}")


def _told_win(win: Win, names: Sequence[str], lang: Language) -> str:
    if win.discarder is None:
        winner = win.winners[0]
        return text(lang, "move.tsumo", name=names[winner.player], points=winner.points)
    loser = names[win.discarder]
    rons = (
        text(lang, "move.ron", name=names[w.player], points=w.points, **{"from": loser})
        for w in win.winners
    )
    return text(lang, "list.comma").join(rons)


def _told_draw(draw: ExhaustiveDraw, names: Sequence[str], lang: Language) -> str:
    def listed(players: Sequence[int]) -> str:
        return text(lang, "list.comma").join(names[player] for player in players)

    if draw.nagashi:
        return text(lang, "move.nagashi", names=listed(draw.nagashi))
    if not draw.tenpai:
        return text(lang, "move.draw.none")
    return text(lang, "move.draw", names=listed(draw.tenpai))


def _graph(ledger: Ledger, rounds: Sequence[Round], lang: Language) -> Markup:
    states = [rounds[0].before, *(hand.after for hand in rounds)]
    series = [[state.scores[player] for state in states] for player in range(len(ledger.names))]
    labels = [_short(hand.before, lang) for hand in rounds]
    title = text(lang, "sheet.graph")
    return line_chart(title, ledger.names, series, ["", *labels])


def _short(state: GameState, lang: Language) -> str:
    return f"{text(lang, f'wind.{state.round_wind.name}')[0]}{state.dealer + 1}"


def _hands(ledger: Ledger, rounds: Sequence[Round], lang: Language) -> Markup:
    words = [text(lang, "sheet.hand"), text(lang, "sheet.what")]
    head = tag("tr", *(tag("th", word, class_="left") for word in words),
               *(tag("th", name) for name in ledger.names))  # fmt: skip
    rows = (_row(hand, ledger.names, lang) for hand in rounds)
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    shaded = any(hand.riichi for hand in rounds)
    legend = tag("p", tag("span", text(lang, "game.riichi"), class_="riichi")) if shaded else ""
    return inside(tag("h2", text(lang, "sheet.hands")), tag("div", table, class_="wide"), legend)


def _row(hand: Round, names: Sequence[str], lang: Language) -> Markup:
    told = what_happened(hand, names, lang)
    scores = [
        tag(
            "td",
            _plain(score),
            tag("span", f"{delta:+d}".replace("-", "−") if delta else "0", class_="delta"),
            class_="riichi" if player in hand.riichi else "",
        )
        for player, (score, delta) in enumerate(zip(hand.after.scores, hand.deltas, strict=True))
    ]
    return tag("tr", tag("td", round_label(hand.before, lang)), tag("td", told, class_="left"),
               *scores)  # fmt: skip


def _result(ledger: Ledger, lang: Language) -> Markup:
    """Return the final table; of a game that goes on, what it would be now."""
    keys = ("game.final.place", "game.final.name", "game.final.score", "sheet.uma", "sheet.oka",
            "sheet.other", "game.final.total")  # fmt: skip
    head = tag("tr", *(tag("th", text(lang, key)) for key in keys))
    rows = (_final_row(result, ledger.names) for result in final_result(ledger.state))
    over = ledger.state.end is not None
    sticks = left_over_text(ledger.state, ledger.names, lang) if over else ""
    return inside(
        tag("h2", text(lang, "sheet.final" if over else "sheet.standing")),
        tag("div", tag("table", tag("thead", head), tag("tbody", *rows)), class_="wide"),
        tag("p", sticks) if sticks else "",
    )


def _final_row(result: PlayerResult, names: Sequence[str]) -> Markup:
    other = result.chips + result.yakitori + result.deduction
    numbers = (result.uma, result.oka, other, result.total)
    cells = (str(result.place), names[result.player], _plain(result.score),
             *(_signed(number) for number in numbers))  # fmt: skip
    return tag("tr", *(tag("td", cell) for cell in cells))


def _plain(points: int) -> str:
    return str(points).replace("-", "−")


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−") if number else "0"
