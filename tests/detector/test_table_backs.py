"""Pale backs that were read as haku."""

from dataclasses import replace

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


def doubtful(found: list[Detection], back: float) -> list[Detection]:
    """The same tiles, each so likely a back."""
    return [replace(tile, confidence=0.9 - back, alternatives=((BACK, back),)) for tile in found]


def test_haku_among_the_backs_of_a_wall_are_backs_if_they_look_a_little_like_them() -> None:
    wall = row("b b 4m 5z 5z b b", y=-160)
    pale = [*wall[:3], *doubtful(wall[3:5], 0.05), *wall[5:]]
    assert tiles([*HAND, *pale])[14:] == [BACK, BACK, "4m", *[BACK] * 4]


def test_a_single_haku_in_a_wall_is_the_indicator() -> None:
    wall = row("b b 5z b b b b", y=-160)
    wall[2] = doubtful(wall[2:3], 0.02)[0]
    reading = read_table([*HAND, *wall], 700, 700)
    assert [reading.detections[i].tile for i in reading.dora_indicators] == ["5z"]


def test_where_more_haku_were_read_than_there_are_those_that_look_like_backs_are_backs() -> None:
    alone = doubtful(row("5z", x=500, y=-160), 0.3)
    assert tiles([*HAND, *WALL, *alone])[-1] == BACK


def test_a_short_wall_of_haku_about_its_indicators_is_one_where_there_are_too_many() -> None:
    wall = row("5z 2m 8m 5z 5z 5z", y=-320)
    assert tiles([*HAND, *WALL, *wall])[-6:] == [BACK, "2m", "8m", BACK, BACK, BACK]
