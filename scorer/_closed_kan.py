"""Closed kans that a player in riichi may declare."""

from __future__ import annotations

from collections.abc import Sequence

from scorer._hand import Meld, MeldType
from scorer._rules import TENHOU, Rules
from scorer._tile import Tile
from scorer._waits import count_kinds, is_complete, waits


def may_close_kan(
    concealed: Sequence[Tile], drawn: Tile, melds: Sequence[Meld] = (), rules: Rules = TENHOU
) -> bool:
    """Tell whether a player in riichi may declare a closed kan of the tile just drawn.

    ``concealed`` is the hand of the riichi without ``drawn``, ``melds`` the closed kans before;
    whether the wall still has a tile to draw for it is the caller's to know.
    ``rules.closed_kan_after_riichi`` decides: ``no`` never; ``waits`` when the waits stay the
    same; ``shape`` when besides in every reading of every win the three tiles are a triplet.
    """
    mode = rules.closed_kan_after_riichi
    same = [tile for tile in concealed if tile.kind == drawn.kind]
    if mode == "no" or len(same) != 3:
        return False
    rest = [tile for tile in concealed if tile.kind != drawn.kind]
    kan = Meld(MeldType.ANKAN, (*same, drawn))
    before = waits(concealed, melds, players=rules.players)
    if not before or waits(rest, (*melds, kan), players=rules.players) != before:
        return False
    return mode == "waits" or not any(
        _in_sequence(drawn.kind, count_kinds([*concealed, tile])) for tile in before
    )


def _in_sequence(kind: int, counts: list[int]) -> bool:
    """Tell whether a complete hand can be read with a tile of ``kind`` inside a sequence."""
    return any(
        is_complete(_without_sequence(counts, low))
        for low in range(kind - 2, kind + 1)
        if kind < 27 and low >= 0 and low // 9 == (low + 2) // 9 == kind // 9
        if all(counts[low + step] for step in range(3))
    )


def _without_sequence(counts: list[int], low: int) -> list[int]:
    return [count - (low <= place <= low + 2) for place, count in enumerate(counts)]
