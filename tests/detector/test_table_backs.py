"""Pale backs that were read as haku."""

from laid_tables import row

from detector import BACK, Detection, read_table

HAND = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2z 2z | 2z")
WALL = row("5z 5z 4m 5z 5z 5z 5z", y=-160)


def tiles(found: list[Detection]) -> list[str]:
    return [tile.tile for tile in read_table(found, 700, 700).detections]


def test_a_row_of_more_haku_than_a_set_has_is_a_wall() -> None:
    reading = read_table([*HAND, *WALL], 700, 700)
    assert [tile.tile for tile in reading.detections[14:]] == [BACK, BACK, "4m", *[BACK] * 4]
    assert [reading.detections[i].tile for i in reading.dora_indicators] == ["4m"]


def test_haku_beside_pale_walls_stay_haku() -> None:
    hand = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 5z 2z | 2z")
    assert tiles([*hand, *WALL])[:14] == [tile.tile for tile in hand]


def test_four_haku_are_haku() -> None:
    hand = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z | 2z | 5z* 5z 5z 5z")
    assert tiles(hand) == [tile.tile for tile in hand]
