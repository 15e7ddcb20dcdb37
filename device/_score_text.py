"""A score in plain text for the terminal."""

from __future__ import annotations

from typing import Final

from device._hand_text import hand_text
from device._i18n import text
from device._payment_text import paid_by, payment_sum, stand_in
from scorer import Hand, Rules, Score, WinContext, Wind, names

_DORA: Final = ("dora", "uradora", "akadora", "kita")
_FLAGS: Final = (
    "ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou", "renhou",
)  # fmt: skip
_INDENT: Final = "  "


def score_text(score: Score, hand: Hand, context: WinContext, rules: Rules, lang: str) -> str:
    """Return the hand, how it was won, yaku, fu item by item, points and payments, line by line.

    ``rules`` are those it was scored by.  Where nobody said who discarded, the payments tell what
    the discarder pays, whoever it is.
    """
    payer = stand_in(context)
    paid = score if payer is None else paid_by(payer, hand, context, rules)
    lines = [
        hand_text(hand),
        _circumstances(context, lang),
        *_yaku(score, lang),
        *_fu(score, lang),
        _value(score, lang),
        payment_sum(paid, context, lang),
        *_payments(paid, payer, lang),
        *score.notes,
        text(lang, "score.rules", rules=score.rules),
    ]
    return "\n".join(line for line in lines if line)


def _circumstances(context: WinContext, lang: str) -> str:
    parts = [
        text(lang, "context.tsumo" if context.tsumo else "context.ron"),
        f"{text(lang, 'context.seat_wind')} {text(lang, f'wind.{context.seat_wind.name}')}",
        f"{text(lang, 'context.round_wind')} {text(lang, f'wind.{context.round_wind.name}')}",
        *(_name(flag, lang) for flag in _FLAGS if getattr(context, flag)),
    ]
    indicators = {"hand.dora": context.dora_indicators, "hand.ura": context.ura_indicators}
    parts += [f"{text(lang, key)} {' '.join(map(str, t))}" for key, t in indicators.items() if t]
    return ", ".join(parts)


def _yaku(score: Score, lang: str) -> list[str]:
    rows = [(_name(yaku.id, lang), yaku.yakuman, yaku.han) for yaku in score.yaku]
    rows += [(_name(kind, lang), 0, count) for kind in _DORA if (count := getattr(score, kind))]
    return [
        f"{_INDENT}{name}: {_yakuman(times, lang) if times else text(lang, 'score.han', han=han)}"
        for name, times, han in rows
    ]


def _yakuman(times: float, lang: str) -> str:
    name = _name("yakuman", lang)
    return name if times == 1 else f"{name} × {times:g}"


def _fu(score: Score, lang: str) -> list[str]:
    if not score.fu or not score.fu_items or score.han is None:  # a yakuman has no use for fu
        return []
    items = [
        " ".join((_name(item.reason, lang), *([item.tiles] if item.tiles else []), f"{item.fu}"))
        for item in score.fu_items
    ]
    counted = sum(item.fu for item in score.fu_items)
    key = "score.fu.cell" if counted == score.fu else "score.fu.rounded"
    total = text(lang, key, sum=counted, fu=score.fu)
    return [f"{_INDENT}{text(lang, 'score.fu')}: {', '.join(items)} = {total}"]


def _value(score: Score, lang: str) -> str:
    parts = [_name(score.limit, lang)] if score.limit else []
    if score.han is not None:
        key = "score.han_fu" if score.fu else "score.han"
        parts.insert(0, text(lang, key, han=score.han, fu=score.fu))
    gap = " " if lang == "en" else ""
    return ", ".join([*parts, f"{score.points}{gap}{text(lang, 'score.points.unit')}"])


def _payments(score: Score, payer: Wind | None, lang: str) -> list[str]:
    """Return the line of who pays; ``payer`` stands for a discarder whom nobody named."""
    seats = {seat: _wind(seat, lang) for seat in score.deltas}
    if payer is not None:
        seats[payer] = text(lang, "score.the_discarder")
    paid = [f"{seats[seat]} {delta:+}" for seat, delta in score.deltas.items() if delta]
    return [f"{text(lang, 'score.payments')}: {', '.join(paid)}"] if paid else []


def _wind(seat: Wind, lang: str) -> str:
    return text(lang, f"wind.{seat.name}")


def _name(word: str, lang: str) -> str:
    return names.name_of(word, {"en": "en", "ja": "ja"}.get(lang, "zh"))  # type: ignore[arg-type]
