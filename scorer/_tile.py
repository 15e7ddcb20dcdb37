"""Tiles in mpsz notation (``1m``..``9s``, ``1z``..``7z``, red fives ``0m 0p 0s``)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from scorer._counts import UNITS

SUITS: Final = "mpsz"
#: How many tiles, and letters of text, a message repeats.
_SHOWN: Final = 20
_TEXT_SHOWN: Final = 2 * _SHOWN


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile face.

    ``kind`` is 0..33: 0-8 manzu, 9-17 pinzu, 18-26 souzu, 27-30 the winds E S W N,
    31-33 haku, hatsu, chun.  ``red`` marks a red five (aka dora).  ``unit`` is one such tile in
    the counts of ``scorer._counts``.  Raises ``ValueError`` for what is no riichi tile.
    """

    kind: int
    red: bool = False
    unit: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        unit = UNITS.get((self.kind, self.red))
        if unit is None:
            red = "red " if self.red else ""
            raise ValueError(f"there is no {red}tile of kind {self.kind}; kinds are 0 to 33")
        object.__setattr__(self, "unit", unit)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Return the tile written as ``text``, such as ``"5p"`` or ``"0p"``.

        Raises ``ValueError`` when the text names no riichi tile.
        """
        tiles = parse_tiles(text)
        if len(tiles) != 1:
            raise ValueError(f"{_quoted(text)} is not one tile; write one like 5p, 0p (red) or 7z")
        return tiles[0]

    @property
    def suit(self) -> str:
        """``m``, ``p``, ``s`` or ``z``."""
        return SUITS[self.kind // 9]

    @property
    def number(self) -> int:
        """1..9 in a suit, 1..7 for honours; a red five is 5."""
        return self.kind % 9 + 1

    def __str__(self) -> str:
        return f"{0 if self.red else self.number}{self.suit}"


#: Every tile by its text, made once.
_TILES: Final = {str(tile): tile for tile in [Tile(kind, red) for kind, red in UNITS]}


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _TEXT_SHOWN else f"{text[:_TEXT_SHOWN]}…")


def _tile(digit: str, suit: str, text: str) -> Tile:
    tile = _TILES.get(digit + suit)
    if tile is None:
        raise ValueError(f"{digit}{suit} in {_quoted(text)} is not a tile")
    return tile


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of an mpsz string such as ``"123m406p11z"``, in order.

    Raises ``ValueError`` when a character or a tile is not mpsz.
    """
    tiles: list[Tile] = []
    digits = ""
    for char in text.replace(" ", ""):
        if char in "0123456789":
            digits += char
        elif char in SUITS and digits:
            tiles += [_tile(digit, char, text) for digit in digits]
            digits = ""
        else:
            raise ValueError(f"{char!r} in {_quoted(text)} is not mpsz notation, like 123m406p11z")
    if digits:
        raise ValueError(f"the last digits {digits} of {_quoted(text)} have no suit letter")
    return tuple(tiles)


def format_tiles(tiles: tuple[Tile, ...]) -> str:
    """Return ``tiles`` as an mpsz string in the given order: ``"123m406p11z"``."""
    words = [str(tile) for tile in tiles]
    suits = [word[1] for word in words]
    return "".join(
        word[0] if suit == following else word
        for word, suit, following in zip(words, suits, [*suits[1:], ""], strict=False)
    )


def shortened(tiles: tuple[Tile, ...]) -> str:
    """Return ``tiles`` for a message: ``format_tiles`` of the first of them, the rest as ``…``."""
    return format_tiles(tiles[:_SHOWN]) + ("…" if len(tiles) > _SHOWN else "")
