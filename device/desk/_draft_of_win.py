"""A hand that was scored before, as a draft that can be corrected again."""

from __future__ import annotations

from collections.abc import Sequence

from detector import Detection, HandReading, MeldReading, TableReading
from device.page._draft import NOWHERE, Draft
from scorer import Hand, Meld, MeldType, Rules, Tile, WinContext


def draft_of_win(hand: Hand, context: WinContext, rules: Rules, side: str) -> Draft:
    """Return the draft of ``hand``, laid at ``side``: sure, answered, and in no picture."""
    faces: list[str] = []

    def lay(tiles: Sequence[Tile]) -> tuple[int, ...]:
        faces.extend(map(str, tiles))
        return tuple(range(len(faces) - len(tiles), len(faces)))

    concealed = lay(hand.concealed)
    melds = tuple(_laid(meld, lay(_as_laid(meld))) for meld in hand.melds)
    own = tuple(faces)
    nuki = lay((Tile.parse("4z"),) * hand.nuki)
    dora, ura = lay(context.dora_indicators), lay(context.ura_indicators)
    won = concealed[hand.concealed.index(hand.win_tile)]
    laid = HandReading(side, concealed, won, melds, own, uncertain=False, nuki=nuki)
    found = tuple(Detection(face, 1.0, NOWHERE) for face in faces)
    flat = (False,) * len(found)
    reading = TableReading(0, 0, found, flat, (laid,), (), dora, ura)
    return Draft(reading, laid, context, rules, ura, frozenset(), confirmed=True)


def _as_laid(meld: Meld) -> list[Tile]:
    """Return the tiles of ``meld``, the called one first and an added one behind it."""
    first = [tile for tile in (meld.called_tile, meld.added_tile) if tile is not None]
    rest = list(meld.tiles)
    for tile in first:
        rest.remove(tile)
    return [*first, *rest]


def _laid(meld: Meld, tiles: tuple[int, ...]) -> MeldReading:
    called = None if meld.called_tile is None or meld.type is MeldType.ANKAN else tiles[0]
    return MeldReading(str(meld.type), tiles, called, meld.from_seat)
