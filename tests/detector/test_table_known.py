"""What is known from the looks before: called sets, a riichi whose tile was called, what lies."""

from dataclasses import replace

import pytest
from laid_tables import rectangle, row

from detector import (
    Detection,
    HandReading,
    Message,
    StickReading,
    TableReading,
    explained,
    known_in_riichi,
    read_table,
    sets_again,
    sets_of,
)

#: Tenpai with an open kan, laid without room between them: as well 14 tiles with a called set.
SHOWN = "3m 3m 2p 3p 4p 4s 6s 1p 1p 1p 1p* 6s* 5s 7s"
KAN = frozenset({7, 8, 9, 10})
CHI = frozenset({11, 12, 13})


def melds(reading: TableReading) -> list[str]:
    return sorted(meld.type for hand in reading.hands for meld in hand.melds)


def test_tiles_that_were_a_called_set_are_no_part_of_the_hand() -> None:
    laid = row(SHOWN)
    assert melds(read_table(laid, 600, 300)) == ["chi", "pon"]
    for known in ((KAN, CHI), (KAN,)):
        reading = read_table(laid, 600, 300, sets=known)
        assert melds(reading) == ["chi", "daiminkan"]
        assert (reading.hands[0].count, reading.hands[0].splits) == (13, ())


def test_a_known_pon_may_have_become_a_kan() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 1z 1z 3m 4m | 5m | 7z 7z* 7z^ 7z")
    (kan,) = read_table(laid, 600, 300).hands[0].melds
    assert kan.type == "kakan"
    pon = frozenset(kan.tiles) - {kan.tiles[kan.tiles.index(kan.called or 0) + 1]}
    assert melds(read_table(laid, 600, 300, sets=(pon,))) == ["kakan"]


def test_nothing_unreadable_lies_on_a_known_set() -> None:
    laid = row("1m 2m 3m 4p 5p 6p 1z 1z 3m 4m | 5m | 7z 7z* 7z")
    pon = read_table(laid, 600, 300).hands[0].melds[0]
    between = [sum(values) / 2 for values in zip(_middle(laid[13]), _middle(laid[12]), strict=True)]
    half = Detection("?", 0.99, rectangle(*between), ())
    reading = read_table([*laid, half], 600, 300, sets=(frozenset(pon.tiles),))
    assert melds(reading) == ["pon"]
    assert (reading.hands[0].count, reading.hands[0].uncertain) == (14, False)


def _middle(tile: Detection) -> tuple[float, float]:
    x, y = (sum(values) / 4 for values in zip(*tile.corners, strict=True))
    return x, y


def test_sets_lie_where_they_lay_or_are_forgotten() -> None:
    lying = read_table(row("5z 5z* 5z"), 600, 300)
    sets = sets_of(lying)
    assert [[tile.tile for tile in one] for one in sets] == [["5z"] * 3]
    assert sets_again(sets, row("1m 2m", y=50) + row("5z 5z* 5z", x=2.0)) == (frozenset({2, 3, 4}),)
    assert sets_again(sets, row("5z 5z* 5z", x=15.0)) == ()
    assert sets_again(sets, row("5z 5z* 6z")) == ()
    assert sets_again(sets, ()) == ()


def test_sets_beside_a_hand_laid_open_are_not_remembered() -> None:
    shown = read_table(row("1m 2m 3m 4p 5p 6p 1z 1z 3m 4m | 5m | 7z 7z* 7z"), 600, 300)
    assert melds(shown) == ["pon"]
    assert sets_of(shown) == ()


def winner(*codes: str, doubted: bool, ura: bool = True) -> TableReading:
    """A hand at the left beside one dora indicator, of which ``codes`` are told."""
    found = [*row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 1z 5m 5m"), *row("3z 4z", y=-160)]
    own = tuple(range(14))
    faces = tuple(tile.tile for tile in found[:14])
    hand = HandReading("left", own, 13, (), faces, uncertain=True, doubted=doubted)
    notes = tuple(Message(code, code) for code in codes)
    flags = (False,) * len(found)
    above = (15,) if ura else ()
    return TableReading(600, 300, tuple(found), flags, (hand,), (), (14,), above, notes)


@pytest.mark.parametrize(
    ("reading", "unsure", "codes"),
    [
        (winner("ura_alone", doubted=True), False, []),
        (winner("ura_alone", doubted=False), True, []),
        (winner("ura_alone", "indicator", doubted=True), True, ["indicator"]),
        (winner("split", doubted=False), True, ["split"]),
        (winner(doubted=False, ura=False), True, ["no_ura"]),
    ],
    ids=["nothing else", "tiles too", "another indicator too", "no ura matter", "no ura"],
)
def test_ura_are_no_wonder_where_the_winner_is_known_to_be_in_riichi(
    reading: TableReading, unsure: bool, codes: list[str]
) -> None:
    told = known_in_riichi(reading, "left")
    assert told.hands[0].uncertain is unsure
    assert [message.code for message in told.messages] == codes


def test_a_sure_hand_without_its_ura_is_asked_about() -> None:
    reading = winner(doubted=False, ura=False)
    sure = replace(reading, hands=(replace(reading.hands[0], uncertain=False),))
    told = known_in_riichi(sure, "left")
    assert (told.hands[0].uncertain, told.hands[0].doubted) == (True, True)
    assert known_in_riichi(sure, "left", ura=False) is sure


def test_tops_of_standing_hands_are_no_haku_that_make_an_indicator_one_too_many() -> None:
    hand = row("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2z 2z | 2z")
    tops = [replace(tile, tile="5z", corners=_flat(tile)) for tile in row("1m " * 7, y=300)]
    table = [*hand, *row("b b 5z b b b b", y=-160)]
    assert [m.code for m in read_table(table, 700, 700).messages] == []
    reading = read_table([*table, *tops], 700, 700)
    assert [m.code for m in reading.messages] == []
    assert [reading.detections[i].tile for i in reading.dora_indicators] == ["5z"]


def _flat(tile: Detection):
    """The corners of the top of a standing tile: as wide, less high than a face."""
    (left, top), (right, _), *_ = tile.corners
    return (left, top), (right, top), (right, top + 12), (left, top + 12)


@pytest.mark.parametrize(
    ("value", "seat", "explains"),
    [(1000, "left", True), (None, "left", False), (1000, "top", False)],
)
def test_a_riichi_stick_before_the_winner_explains_its_ura(
    value: int | None, seat: str, explains: bool
) -> None:
    stick = StickReading(value, seat, ((0.0, 0.0), (9.0, 0.0), (9.0, 1.0), (0.0, 1.0)), 0.9)
    told = explained(replace(winner("ura_alone", doubted=True), sticks=(stick,)))
    assert told.hands[0].uncertain is not explains
    assert [message.code for message in told.messages] == [] if explains else ["ura_alone"]
    quiet = replace(winner(doubted=False, ura=False), sticks=(stick,))
    assert explained(quiet) is quiet
