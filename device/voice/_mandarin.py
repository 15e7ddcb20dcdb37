"""How a Mandarin voice is told what to say: numbers in words, characters as pinyin with tones."""

from __future__ import annotations

import re
from typing import Final

_DIGITS: Final = "零一二三四五六七八九"
_UNITS: Final = ("", "十", "百", "千")
_NUMBER: Final = re.compile("[0-9]+")


def pinyin(text: str) -> str:
    """Return ``text`` as pinyin with tone numbers: ``8000点`` becomes ``ba1 qian1 dian3``."""
    from pypinyin import Style, lazy_pinyin

    words = _NUMBER.sub(lambda number: numeral(int(number[0])), text)
    return " ".join(lazy_pinyin(words, style=Style.TONE3, neutral_tone_with_five=True))


def numeral(number: int) -> str:
    """Return ``number``, 0 to 99,999,999, in Chinese characters as it is spoken."""
    tens_of_thousands, rest = divmod(number, 10_000)
    if not tens_of_thousands:
        return _below_ten_thousand(rest)
    gap = _DIGITS[0] if 0 < rest < 1000 else ""
    tail = _below_ten_thousand(rest) if rest else ""
    return f"{_below_ten_thousand(tens_of_thousands)}万{gap}{tail}"


def _below_ten_thousand(number: int) -> str:
    digits = f"{number:04d}"
    said = "".join(
        _DIGITS[int(digit)] + (_UNITS[3 - place] if digit != "0" else "")
        for place, digit in enumerate(digits)
    )
    said = re.sub("零+", "零", said).strip("零") or "零"
    return said.removeprefix("一") if said.startswith("一十") else said
