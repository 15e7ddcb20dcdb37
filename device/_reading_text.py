"""What was read, in plain text for the terminal: tiles in reading order, hands, doubts and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any, Final

from detector import BACK, UNREADABLE, Detection, HandReading, Message, River, TableReading
from device._errors import sentence
from device._i18n import Language, text
from device._reading_json import Record, hand_record
from device.page._draft import Draft, Problem, draft_of, outcome_of
from device.page._view_problem import problem_view
from scorer import TENHOU, WinContext

#: Tiles whose middles differ by less than this part of a tile's height lie in one row.
SAME_ROW: Final = 0.6
#: Problems that lie in what was read, not in how the hand was won.
_READ_WRONG: Final = frozenset({
    "dora_unreadable", "fifth_tile", "five_of_a_kind", "not_complete", "tile_count",
    "too_many_reds", "unreadable", "win_unknown",
})  # fmt: skip
#: The sentence of each that the page asks a tap for; the terminal names what to type.
_TYPED: Final = {code: f"read_{code}" for code in _READ_WRONG - {"not_complete", "win_unknown"}} | {
    "win_unknown": "win_tile_unknown"
}


def reading_text(photo: str, reading: TableReading, lang: Language) -> str:
    """Return what lies in a photo line by line; each doubt with what to do about it."""
    tiles = " ".join(tile.tile for tile in in_reading_order(reading.detections))
    lines = [f"{photo}: {tiles}"]
    for hand in reading.hands:
        place = text(lang, f"side.{hand.seat}")
        line = hand_line(hand_record(hand), lang)
        lines.append(f"  {text(lang, 'read.hand', seat=place, hand=line)}")
        lines += [f"    {reason}" for reason in _reasons(reading, hand, lang)]
    lines += [f"  {_river_line(reading, river, lang)}" for river in reading.rivers]
    indicators = (("dora", reading.dora_indicators), ("ura", reading.ura_indicators))
    for name, found in ((name, found) for name, found in indicators if found):
        shown = " ".join(reading.detections[i].tile for i in found)
        lines.append(f"  {text(lang, f'read.{name}', tiles=shown)}")
    lines += [f"  {_told(message, lang)}" for message in reading.messages]
    return "\n".join([*lines, *(f"  {hint}" for hint in _hints(reading, lang))])


def _river_line(reading: TableReading, river: River, lang: Language) -> str:
    """Return a river in one line, the riichi tile marked by an asterisk."""
    faces = [
        reading.detections[index].tile + "*" * (place == river.riichi)
        for place, index in enumerate(river.tiles)
    ]
    return text(lang, "read.river", seat=text(lang, f"side.{river.seat}"), tiles=" ".join(faces))


def _hints(reading: TableReading, lang: Language) -> list[str]:
    """Return how to go on with hands that are not sure."""
    unsure = [hand for hand in reading.hands if hand.uncertain]
    may_be_right = any(not _reasons(reading, hand, lang) for hand in unsure)
    codes = (["read_accept"] if may_be_right else []) + (["read_write"] if unsure else [])
    return [sentence(code, lang) for code in codes]


def in_reading_order(tiles: Sequence[Detection]) -> list[Detection]:
    """Return ``tiles`` row by row from the top, each row from the left."""
    if not tiles:
        return []
    height = median(max(y for _, y in t.corners) - min(y for _, y in t.corners) for t in tiles)
    rows: list[list[Detection]] = []
    for tile in sorted(tiles, key=lambda tile: _middle(tile)[1]):
        if not rows or _middle(tile)[1] - _middle(rows[-1][0])[1] > SAME_ROW * height:
            rows.append([])
        rows[-1].append(tile)
    return [tile for row in rows for tile in sorted(row, key=lambda tile: _middle(tile)[0])]


def _middle(tile: Detection) -> tuple[float, float]:
    return sum(x for x, _ in tile.corners) / 4, sum(y for _, y in tile.corners) / 4


def hand_line(hand: Record, lang: str) -> str:
    """Return a hand of ``reading_record`` in one line."""
    rest = list(hand["concealed"])
    if hand["win_tile"] is not None:
        rest.remove(hand["win_tile"])
    melds = [f"[{_meld_line(meld, lang)}]" for meld in hand["melds"]]
    win = [f"+ {hand['win_tile']}"] if hand["win_tile"] else []
    doubt = [text(lang, "read.unsure")] if hand["uncertain"] else []
    return " ".join([*rest, *win, *melds, *doubt])


def problem_text(problem: Problem, draft: Draft, lang: Language) -> str:
    """Return why a hand has no score, and what to type or to lay otherwise."""
    hand = draft.hand
    if hand is not None and problem.code in _TYPED:
        values = _seen(hand)
        if problem.code != "tile_count" or values["many"] > 0:
            return sentence(_TYPED[problem.code], lang, **values)
    return problem.message if lang == "en" else str(problem_view(problem, draft, lang)["text"])


def _seen(hand: HandReading) -> dict[str, Any]:
    kinds = Counter(f.replace("0", "5") for f in hand.faces if f not in (BACK, UNREADABLE))
    face, times = kinds.most_common(1)[0] if kinds else ("", 0)
    count = len(hand.faces)
    tiles = " ".join(hand.faces)
    return {"count": count, "many": hand.count - 14, "tiles": tiles, "face": face, "times": times}


def _reasons(reading: TableReading, hand: HandReading, lang: Language) -> list[str]:
    """Return why ``hand`` cannot be scored as it was read."""
    draft = draft_of(reading, WinContext(tsumo=True), TENHOU, asks=frozenset())
    draft = replace(draft, hand=hand)
    outcome = outcome_of(draft)
    if not isinstance(outcome, Problem) or outcome.code not in _READ_WRONG:
        return []
    return [problem_text(outcome, draft, lang)]


def _told(message: Message, lang: Language) -> str:
    values = {name: _value(name, value, lang) for name, value in message.values.items()}
    return sentence(f"seen_{message.code}", lang, **values)


def _value(name: str, value: Any, lang: Language) -> object:
    words: Mapping[str, Any] = {
        "seat": lambda: text(lang, f"side.{value}"),
        "either": lambda: text(lang, "list.or").join(value),
        "hand": lambda: hand_line(hand_record(value), lang),
    }
    return words[name]() if name in words else value


def _meld_line(meld: Record, lang: str) -> str:
    """Return a called set: its type, its tiles and from whom one was called."""
    line = f"{_meld_name(meld['type'], lang)} {' '.join(meld['tiles'])}"
    return f"{line} – {text(lang, 'from.' + str(meld['from']))}" if meld["from"] else line


def _meld_name(kind: str, lang: str) -> str:
    """Return the type of a called set; in English as the option ``--meld`` takes it."""
    return kind if lang == "en" else text(lang, f"meld.{kind}")
