"""More tiles of a kind than there are: one was misread, or lies there from another set."""

from dataclasses import replace

import pytest
from laid_tables import seen, win

from datasets.layout_games import Discard, Win
from datasets.layout_style import Style
from detector import TableReading

TABLE = Style(table=True, dora="wall")


def swapped(game: Win, *faces: str) -> Win:
    """The game with ``faces`` in the river of the seat across, and no other dragon in any."""
    first, second, third, last = (tuple(map(no_dragon, river)) for river in game.rivers)
    across = (*map(Discard, faces), *third[len(faces) :])
    return replace(game, rivers=(first, second, across, last))


def no_dragon(discard: Discard) -> Discard:
    return replace(discard, tile="1s") if discard.tile in ("5z", "6z", "7z") else discard


def told(reading: TableReading) -> tuple[bool, list[object]]:
    codes = [note for note in reading.messages if note.code == "crowded"]
    return reading.hands[0].uncertain, [note.values["face"] for note in codes]


@pytest.mark.parametrize(
    ("concealed", "river", "wrong"),
    [
        ("123m456p789s55z34m", ("2z",), []),
        ("123m456p789s666z4m", ("6z",), []),
        ("123m456p789s666z4m", ("6z", "6z"), ["6z"]),
        ("123m406p789s555z4m", ("5p",), []),
        ("123m406p789s555z4m", ("0p",), ["0p"]),
    ],
)
def test_a_fifth_tile_or_a_second_red_five_on_the_table_makes_the_hand_uncertain(
    concealed: str, river: tuple[str, ...], wrong: list[str]
) -> None:
    tile = "5m" if concealed.endswith("34m") else "4m"
    game = win(concealed, tile, discarder=3)
    _, _, reading = seen(swapped(game, *river), TABLE)
    assert told(reading) == (bool(wrong), wrong)
