"""What the voice says about a score, in the words of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from scorer import Score, WinContext, names

#: What players say where the full name of a yaku is too long or not how it is called.
_SPOKEN: Final = {
    "menzen_tsumo": "ツモ",
    "sanshoku_doujun": "サンショク",
    "ittsu": "イッツー",
}
_SPOKEN_EN: Final = {"menzen_tsumo": "Tsumo", "rinshan": "Rinshan", "sanshoku_doujun": "Sanshoku"}
_WINDS: Final = {"ja": "トン ナン シャー ペー", "en": "East South West North", "zh": "东 南 西 北"}
_DOUBLE: Final = {"ja": "ダブ{}", "en": "Double {}", "zh": "连风{}"}
#: Names that the Japanese engine reads right in kanji; the others are given in kana.
_KANJI_READ_RIGHT: Final = ("mangan", "baiman", "yakuman")
_HAN_JA: Final = {1: "イーハン", 2: "リャンハン", 3: "サンハン", 4: "ヨンハン"}
_DORA: Final = ("dora", "uradora", "akadora", "kita")


@dataclass(frozen=True, slots=True)
class _Words:
    """How one language puts the parts together."""

    comma: str
    named: Callable[[str], str]
    dora: Callable[[str, int], str]
    han_fu: Callable[[Score], str]
    points: str
    all: str
    honba: str
    tsumo: str
    corrected: str


def announcement(score: Score, context: WinContext, lang: str) -> str:
    """Return the announcement of a win in ``lang``: yaku, dora, limit or han and fu, points.

    ``リーチ、タンヤオ、ドラ2、満貫、8000点``.  Numbers are digits; Japanese names are in kana where
    the engine would read their kanji wrong.
    """
    words = _WORDS[lang]
    parts = [*_yaku(score, context, lang), *_dora(score, words), _value(score, words)]
    if context.tsumo and all(yaku.id != "menzen_tsumo" for yaku in score.yaku):
        parts.insert(0, words.tsumo)
    return words.comma.join([*(part for part in parts if part), _payment(score, context, words)])


def correction(score: Score, context: WinContext, lang: str) -> str:
    """Return what is said when a hand that was announced turns out to be worth something else."""
    words = _WORDS[lang]
    value = _value(score, words)
    return words.comma.join((words.corrected, value, _payment(score, context, words)))


def _yaku(score: Score, context: WinContext, lang: str) -> list[str]:
    ids = [yaku.id for yaku in score.yaku]
    seat, round_ = context.seat_wind, context.round_wind
    winds = _WINDS[lang].split()
    double = {"seat_wind", "round_wind"} <= set(ids) and seat == round_
    if double:
        ids.remove("round_wind")
    named = {
        "seat_wind": _DOUBLE[lang].format(winds[seat]) if double else winds[seat],
        "round_wind": winds[round_],
    }
    return [named.get(yaku) or _WORDS[lang].named(yaku) for yaku in ids]


def _dora(score: Score, words: _Words) -> list[str]:
    counts = ((name, getattr(score, name)) for name in _DORA)
    return [words.dora(words.named(name), count) for name, count in counts if count]


def _value(score: Score, words: _Words) -> str:
    if score.limit:
        return words.named(score.limit)
    return words.han_fu(score) if score.han is not None else ""


def _payment(score: Score, context: WinContext, words: _Words) -> str:
    losses = sorted(-delta for delta in score.deltas.values() if delta < 0)
    if not losses:
        return words.points.format(score.points)
    honba = (sum(losses) - score.points) // len(losses)
    if not context.tsumo or len(losses) == 1:
        losses = [sum(losses)]
        honba = losses[0] - score.points
    plain = _amounts([loss - honba for loss in losses], words)
    whole = _amounts(losses, words)
    return words.honba.format(plain, whole) if honba else whole


def _amounts(losses: list[int], words: _Words) -> str:
    if len(losses) > 1 and len(set(losses)) == 1:
        return words.all.format(losses[0])
    return words.points.format(words.comma.join(str(loss) for loss in dict.fromkeys(losses)))


def _kana(word: str) -> str:
    return names.name_of(word, "ja" if word in _KANJI_READ_RIGHT else "kana")


def _han_fu_ja(score: Score) -> str:
    han = _HAN_JA.get(score.han or 0, f"{score.han}ハン")
    return f"{score.fu}符、{han}" if score.fu else han


def _han_fu_en(score: Score) -> str:
    return f"{score.han} han {score.fu} fu" if score.fu else f"{score.han} han"


def _han_fu_zh(score: Score) -> str:
    return f"{score.han}番{score.fu}符" if score.fu else f"{score.han}番"


_WORDS: Final = {
    "ja": _Words(
        comma="、",
        named=lambda word: _SPOKEN.get(word) or _kana(word),
        dora=lambda name, count: f"{name}{count}",
        han_fu=_han_fu_ja,
        points="{}点",
        all="{}オール",
        honba="{}は、{}",
        tsumo="ツモ",
        corrected="訂正",
    ),
    "en": _Words(
        comma=", ",
        named=lambda word: _SPOKEN_EN.get(word) or names.name_of(word, "en"),
        dora=lambda name, count: f"{name} {count}",
        han_fu=_han_fu_en,
        points="{} points",
        all="{} all",
        honba="{}, with honba {}",
        tsumo="Tsumo",
        corrected="Correction",
    ),
    "zh": _Words(
        comma="、",
        named=lambda word: names.name_of(word, "zh"),
        dora=lambda name, count: f"{name}{count}",
        han_fu=_han_fu_zh,
        points="{}点",
        all="每家{}点",
        honba="{}，加本场{}",
        tsumo="自摸",
        corrected="更正",
    ),
}
