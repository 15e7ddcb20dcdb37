"""How an English voice says Japanese words: romaji as espeak-ng phonemes."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from scorer import names

_ENGLISH: Final = frozenset(
    {"dealt", "double", "into", "open", "quadruple", "quintuple"}
    | {"red", "round", "seat", "sextuple", "triple", "wind"}
)
_SOUNDS: Final = {
    "aa": "A:", "ii": "i:", "uu": "u:", "ee": "e:", "oo": "o:", "ou": "oU",
    "a": "A:", "i": "i", "u": "u:", "e": "E", "o": "oU",
    "ch": "tS", "sh": "S", "ts": "ts", "j": "dZ", "y": "j",
}  # fmt: skip
_SYLLABLE: Final = re.compile("|".join(sorted(_SOUNDS, key=len, reverse=True)) + "|.")
_VOWEL: Final = re.compile("(?=[AEiou])")
_WORD: Final = re.compile("[A-Za-z]+")


def pronounced(text: str) -> str:
    """Return ``text`` with the words of mahjong replaced by ``[[phonemes]]``."""
    return _WORD.sub(lambda word: _phonemes(word[0]), text)


def _phonemes(word: str) -> str:
    romaji = word.lower()
    if romaji not in _japanese_words():
        return word
    sounds = "".join(_SOUNDS.get(part, part) for part in _SYLLABLE.findall(romaji))
    stressed = _VOWEL.sub("'", sounds, count=1)
    return f"[[{stressed}]]"


@cache
def _japanese_words() -> frozenset[str]:
    tables = (names.YAKU, names.LIMITS, names.DORA)
    texts = (name.en for table in tables for name in table.values())
    words = {word.lower() for text in texts for word in _WORD.findall(text)}
    return frozenset(words - _ENGLISH)
