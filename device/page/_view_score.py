"""The JSON of what a hand is worth, on the page and in its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from device._i18n import Language, text
from device._payment_text import payment_sum
from device._rules_text import rules_title
from device.log._port import Entry
from device.page._draft import Draft
from scorer import FuItem, Score, WinContext, Wind, YakuHan, parse_tiles
from scorer.names import name_of

View = dict[str, Any]
_BONUSES: Final = ("dora", "uradora", "akadora", "kita")


def score_view(score: Score, draft: Draft, lang: Language) -> View:
    """Return the JSON object of what the hand is worth and who pays."""
    context = draft.context
    return {
        "points": str(score.points),
        "limit": name_of(score.limit, lang) if score.limit else "",
        "han_fu": _han_fu(score.han, score.fu, lang),
        "payment": _payment(score, context, lang),
        "sum": payment_sum(score, context, lang),
        "yaku": _yaku_views(score, lang),
        "fu": _fu_views(score, lang),
        "fu_total": _fu_total(score, lang),
        "seats": [_seat_view(seat, score, context, lang) for seat in score.deltas],
        "ask_discarder": not context.tsumo and context.discarder is None,
        "may_be_pao": _may_be_pao(score, draft),
        "rules": rules_title(draft.rules, lang),
        "notes": list(score.notes) if lang == "en" else [],
    }


def _may_be_pao(score: Score, draft: Draft) -> bool:
    """Tell whether somebody may have fed this yakuman and be liable for it."""
    called = draft.hand is not None and draft.hand.melds
    return bool(called) and any(yaku.id in draft.rules.pao for yaku in score.yaku)


def _han_fu(han: int | None, fu: int | None, lang: Language) -> str:
    if han is None:
        return ""
    return text(lang, "score.han_fu" if fu else "score.han", han=han, fu=fu)


def _yaku_views(score: Score, lang: Language) -> list[View]:
    bonuses = [(name, getattr(score, name)) for name in _BONUSES]
    worths = [(y.id, _worth(y, lang)) for y in score.yaku]
    worths += [(name, text(lang, "score.han", han=han)) for name, han in bonuses if han]
    return [{"id": id, "name": name_of(id, lang), "value": value} for id, value in worths]


def _worth(yaku: YakuHan, lang: Language) -> str:
    if not yaku.yakuman:
        return text(lang, "score.han", han=yaku.han)
    return name_of("double_yakuman" if yaku.yakuman == 2 else "yakuman", lang)


def _fu_views(score: Score, lang: Language) -> list[View]:
    """Return the fu item by item; a yakuman has no use for them."""
    return [] if score.han is None else [_fu_view(item, lang) for item in score.fu_items]


def _fu_view(item: FuItem, lang: Language) -> View:
    return {
        "reason": item.reason,
        "name": name_of(item.reason, lang),
        "tiles": [str(tile) for tile in parse_tiles(item.tiles)],
        "value": text(lang, "score.fu.cell", fu=item.fu),
    }


def _fu_total(score: Score, lang: Language) -> str:
    total = sum(item.fu for item in score.fu_items)
    if total == score.fu:
        return text(lang, "score.fu.cell", fu=total)
    return text(lang, "score.fu.rounded", sum=total, fu=score.fu)


def _payment(score: Score, context: WinContext, lang: Language) -> str:
    """Return who pays what in one line, honba included; nothing where the seats say it better."""
    paid = {seat: -delta for seat, delta in score.deltas.items() if delta < 0}
    if not context.tsumo or len(paid) != context.players - 1:
        return ""
    dealer = paid.get(Wind.E)
    others = {points for seat, points in paid.items() if seat != Wind.E}
    if len(others) != 1:
        return ""
    if dealer is None:
        return text(lang, "score.pay_all", points=others.pop())
    return text(lang, "score.pay_split", dealer=dealer, others=others.pop())


def _seat_view(seat: Wind, score: Score, context: WinContext, lang: Language) -> View:
    place = _place(seat, context)
    delta = score.deltas[seat]
    pays = "payer" if delta < 0 else ""
    dealt_in = seat == context.discarder
    return {
        "wind": seat.name,
        "name": text(lang, f"wind.{seat.name}"),
        "place": place,
        "relation": text(lang, "score.discarder" if dealt_in else f"seat.{place}"),
        "role": pays if place else "winner",
        "delta": f"{delta:+d}".replace("-", "−") if delta else "0",
    }


def _place(seat: Wind, context: WinContext) -> int:
    """Return where ``seat`` is seen from the winner: 1 right, 2 across, 3 left."""
    steps = (seat - context.seat_wind) % context.players
    return {2: (0, 2), 3: (0, 1, 3)}.get(context.players, (0, 1, 2, 3))[steps]


def history_view(entries: Sequence[Entry], older: bool, lang: Language) -> View:
    """Return the JSON object of logged hands, newest first; ``older``: there are more."""
    return {"entries": [_entry_view(entry, lang) for entry in entries], "older": older}


def _entry_view(entry: Entry, lang: Language) -> View:
    record, score = entry.record, entry.score
    wind = text(lang, f"wind.{record['seat_wind']}")
    how = text(lang, "context.tsumo" if record["tsumo"] else "context.ron")
    limit = score["limit"]
    return {
        "id": entry.id,
        "time": entry.at.isoformat(),
        "concealed": _without_win(record),
        "win": record["win_tile"],
        "melds": [_faces(meld["tiles"]) for meld in record["melds"]],
        "points": text(lang, "history.points", points=score["points"]),
        "limit": name_of(limit, lang) if limit else "",
        "han_fu": _han_fu(score["han"], score["fu"], lang),
        "how": text(lang, "history.how", wind=wind, how=how),
        "yaku": text(lang, "list.comma").join(_entry_yaku(score, lang)),
        "rules": entry.rules,
        "corrects": entry.replaces,
        "picture": None if entry.source == "entered" else f"/api/history/{entry.id}/picture",
    }


def _entry_yaku(score: Mapping[str, Any], lang: Language) -> list[str]:
    yaku = dict.fromkeys([*(id for id, _ in score["yaku"]), *score["yakuman"]])
    han = {name: score.get(name) or 0 for name in _BONUSES}
    han["dora"] -= han["kita"]  # the log's dora count the norths too
    bonuses = [f"{name_of(name, lang)} {count}" for name, count in han.items() if count]
    return [*(name_of(id, lang) for id in yaku), *bonuses]


def _faces(tiles: str) -> list[str]:
    return [str(tile) for tile in parse_tiles(tiles)]


def _without_win(record: Mapping[str, Any]) -> list[str]:
    """Return the concealed tiles of a record but for one winning tile."""
    faces = _faces(record["hand"])
    faces.remove(record["win_tile"])
    return faces
