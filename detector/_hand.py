"""From a hand as it was read to a hand that can be scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from detector._types import BACK, FLOWER, UNREADABLE, HandReading, MeldReading, TableReading
from scorer._hand import Hand, Meld, MeldType
from scorer._tile import Tile
from scorer._waits import waits

#: The types of set that have four tiles.
KANS: Final = frozenset({"daiminkan", "kakan", "ankan"})


class ReadingError(ValueError):
    """A hand on the table that cannot be scored.

    ``code`` is ``no_tiles``, ``unreadable``, ``tile_count``, ``five_of_a_kind`` or
    ``win_unknown``; ``message`` says what was seen and what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def hand_of(reading: TableReading, hand: HandReading) -> Hand:
    """Return ``hand`` of ``reading`` as the scorer takes it, with its most probable legal faces.

    Raises ``ReadingError`` when there are no tiles, tiles that cannot be read, not 14 tiles (a kan
    counted as three), five of a kind, or no tile told apart as the winning one.
    """
    faces = dict(zip(indices_of(hand), hand.faces, strict=True))
    _check_tiles(reading, hand, faces)
    _check_count(hand, faces)
    _check_four(reading, hand, faces)
    if hand.win is None:
        seen = _list(faces[i] for i in hand.concealed)
        raise ReadingError(
            "win_unknown",
            f"I see 14 tiles but not which one won in the {hand.seat} hand: {seen}; "
            "tap the winning tile or lay it apart from the row",
        )
    tiles = {i: Tile.parse(face) for i, face in faces.items()}
    melds = tuple(_meld(meld, tiles) for meld in hand.melds)
    nuki = len(hand.nuki)
    return Hand(tuple(tiles[i] for i in hand.concealed), tiles[hand.win], melds, nuki)


def indices_of(hand: HandReading) -> tuple[int, ...]:
    """Return the detections of ``hand`` in the order of its ``faces``."""
    return (*hand.concealed, *(i for meld in hand.melds for i in meld.tiles))


def waits_of(hand: HandReading, players: int = 4) -> tuple[Tile, ...]:
    """Return the tiles that complete ``hand``, which lacks one; none where it is not tenpai, has
    another number of tiles, or one that was not read.
    """
    try:
        tiles = dict(zip(indices_of(hand), map(Tile.parse, hand.faces), strict=True))
        melds = [Meld(MeldType(m.type), tuple(tiles[i] for i in m.tiles)) for m in hand.melds]
        return waits([tiles[i] for i in hand.concealed], melds, players=players)
    except ValueError:
        return ()


def robbed_from(reading: TableReading, hand: HandReading) -> str | None:
    """Return the side to whose pon the winning tile of ``hand`` was added, ``None`` for none."""
    sides = (
        other.seat
        for other in reading.hands
        if other is not hand
        for meld in other.melds
        if meld.type == "kakan" and hand.win in meld.tiles
    )
    return next(sides, None)


def _meld(meld: MeldReading, tiles: dict[int, Tile]) -> Meld:
    called = None if meld.called is None or meld.type == "ankan" else tiles[meld.called]
    added = None
    if meld.type == "kakan" and meld.called is not None:
        added = tiles[meld.tiles[meld.tiles.index(meld.called) + 1]]
    own = tuple(tiles[i] for i in meld.tiles)
    return Meld(MeldType(meld.type), own, called, meld.from_seat, added)


def _list(faces: Iterable[str]) -> str:
    return " ".join(faces)


def _check_tiles(reading: TableReading, hand: HandReading, faces: dict[int, str]) -> None:
    if not faces:
        raise ReadingError(
            "no_tiles", "I see no tiles of a hand; lay it face up where the camera sees it"
        )
    blind = [i for i in faces if faces[i] in (UNREADABLE, BACK, FLOWER)]
    if blind:
        places = ", ".join(place_of(reading, hand, i) for i in blind)
        raise ReadingError(
            "unreadable", f"I cannot read {places}; turn it face up, uncover it or tap it"
        )


def place_of(reading: TableReading, hand: HandReading, index: int) -> str:
    """Return where a tile of ``hand`` lies, in words."""
    x, y = _middle(reading.detections[index].corners)
    for number, meld in enumerate(hand.melds, 1):
        if index in meld.tiles:
            place = meld.tiles.index(index) + 1
            return f"tile {place} of called set {number} of the {hand.seat} hand"
    return f"tile {hand.concealed.index(index) + 1} of the {hand.seat} hand (at {x:.0f}, {y:.0f})"


def _middle(corners: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _check_count(hand: HandReading, faces: dict[int, str]) -> None:
    kans = sum(meld.type in KANS for meld in hand.melds)
    if len(faces) == 14 + kans:
        return
    kan_note = f" ({kans} kan: {14 + kans} are needed)" if kans else ""
    if len(faces) == 13 + kans:
        missing = "the winning tile is missing or hidden"
    elif len(faces) < 13 + kans:
        missing = f"{14 + kans - len(faces)} are missing or hidden"
    else:
        missing = f"{len(faces) - 14 - kans} too many; move other tiles away from the hand"
    seen = f"I see {len(faces)} tiles{kan_note} in the {hand.seat} hand"
    text = f"{seen}: {_list(faces.values())}; {missing}"
    raise ReadingError("tile_count", text)


def _check_four(reading: TableReading, hand: HandReading, faces: dict[int, str]) -> None:
    counts = Counter(face.replace("0", "5") for face in faces.values())
    many = next((face for face, count in counts.items() if count > 4), None)
    if many is None:
        return
    alike = [i for i, face in faces.items() if face.replace("0", "5") == many]
    places = ", ".join(place_of(reading, hand, i) for i in alike)
    raise ReadingError(
        "five_of_a_kind",
        f"I see {len(alike)} tiles of {many}, but there are four: {places}; tap the wrong one",
    )
