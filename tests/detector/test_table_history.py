"""What the looks at a hand before its end tell: ippatsu, double riichi, a tsumo after a kan."""

from dataclasses import replace

import pytest
from made_tables import Table, table

from detector import History, TableFacts, TableReading, begun_by, facts_of

CHI = ("right", "chi", "789s", 3)  # of a tile of the bottom seat
LATER = ("top", "chi", "123p", 3)  # of a tile of the right seat
KAN = ("bottom", "ankan", "7777z", 0)


def laid(counts: tuple[int, ...], riichi: int | None, *melds: tuple[str, str, str, int]) -> Table:
    """The bottom seat's hand, so many tiles in the rivers, and called sets."""
    made = table(counts, riichi)
    for meld in melds:
        made.meld(*meld)
    return made


def facts(*tables: Table) -> TableFacts:
    """Return what is known of the hand of the last table, the others seen before, hands hidden."""
    *before, last = (made.reading() for made in tables)
    history = History()
    for reading in before:
        history = history.seen(replace(reading, hands=reading.hands[1:]), "bottom")
    history = history.seen(last, "bottom")
    told = facts_of(last, last.hands[0], 4, "bottom")
    return history.settled(told, last, "bottom")


def test_a_set_called_before_the_riichi_leaves_ippatsu() -> None:
    looks = (
        laid((2, 3, 3, 3), None, CHI),
        laid((3, 3, 3, 3), 2, CHI),
        laid((3, 4, 4, 4), 2, CHI),
    )
    assert facts(looks[-1]).ippatsu is None
    assert facts(*looks).ippatsu is True
    assert facts(*looks).messages == ()


def test_a_set_called_after_the_riichi_ends_ippatsu() -> None:
    told = facts(laid((4, 3, 3, 3), 3), laid((4, 3, 4, 4), 3, LATER))
    assert told.ippatsu is False
    assert "ippatsu_unknown" not in {message.code for message in told.messages}


def test_what_happened_between_two_looks_stays_open() -> None:
    """The riichi tile is not the newest, or it may have been the one that was called."""
    assert facts(laid((3, 3, 3, 3), None), laid((4, 3, 4, 4), 3, LATER)).ippatsu is None
    called = laid((3, 3, 3, 3), None), laid((4, 4, 4, 4), 3, CHI), laid((4, 5, 5, 5), 3, CHI)
    assert facts(*called).ippatsu is None


def test_a_kan_of_the_next_seat_may_have_come_after_the_riichi() -> None:
    kan = ("right", "ankan", "7777z", 0)
    looks = laid((3, 3, 3, 3), None), laid((4, 3, 3, 3), 3, kan), laid((4, 4, 3, 3), 3, kan)
    assert facts(*looks).ippatsu is None


def test_a_riichi_on_the_first_discard_is_double_whatever_is_called_later() -> None:
    looks = laid((1, 0, 0, 0), 0), laid((2, 1, 2, 2), 0, LATER)
    assert facts(looks[-1]).seats[0].double is None
    assert facts(*looks).seats[0].double is True
    early = laid((1, 1, 2, 2), None, LATER), laid((2, 1, 2, 2), 1, LATER)
    assert facts(*early).seats[0].double is False


def test_a_set_called_before_anything_else_lies_in_a_river_is_known() -> None:
    first = laid((0, 0, 0, 0), None, CHI)
    assert facts(first, laid((1, 1, 1, 1), 0, CHI)).ippatsu is True
    assert facts(laid((1, 1, 1, 1), 0, CHI), laid((1, 2, 2, 2), 0, CHI)).ippatsu is None


@pytest.mark.parametrize(("place", "double"), [(0, True), (1, False)])
def test_a_riichi_whose_tile_was_called_is_no_ippatsu(place: int, double: bool) -> None:
    before = laid((place, 0, 0, 0), None), laid((place + 1, place, place, place), place)
    last = laid((place, place, place, place), None, CHI).reading()
    history = History()
    for made in before:
        history = history.seen(made.reading(), "bottom")
    told = history.settled(facts_of(last, last.hands[0]), last, "bottom", in_riichi=True)
    own = told.of("bottom")
    assert own is not None
    assert (own.riichi, own.double, told.ippatsu) == (True, double, False)


def test_rivers_that_do_not_add_up_tell_nothing() -> None:
    looks = laid((6, 3, 3, 3), 3, CHI), laid((3, 4, 4, 4), 2, CHI)
    assert facts(*looks).ippatsu is None


@pytest.mark.parametrize(
    ("looks", "rinshan"),
    [
        ([laid((3, 3, 3, 3), None)], True),
        ([laid((3, 3, 3, 3), None), laid((3, 3, 3, 3), None, KAN)], True),
        ([laid((2, 2, 2, 2), None, KAN), laid((3, 3, 3, 3), None, KAN)], False),
        ([laid((2, 2, 2, 2), None)], None),
        ([], None),
    ],
    ids=["nothing came between", "the kan was seen", "before a discard", "perhaps", "unseen"],
)
def test_a_tsumo_after_a_kan(looks: list[Table], rinshan: bool | None) -> None:
    told = facts(*looks, laid((3, 3, 3, 3), None, KAN))
    assert told.rinshan is rinshan
    assert [m.code for m in told.messages] == ([] if rinshan is not None else ["rinshan_unknown"])


def test_the_next_hand_begins_anew() -> None:
    told = facts(laid((9, 9, 9, 9), None, KAN), laid((3, 3, 3, 3), None))
    assert told.rinshan is False


HALF = {"bottom": "top", "right": "left", "top": "bottom", "left": "right"}


def half(reading: TableReading) -> TableReading:
    """Return ``reading`` in a picture turned half round."""
    hands = (replace(hand, seat=HALF[hand.seat]) for hand in reading.hands)
    rivers = (replace(river, seat=HALF[river.seat]) for river in reading.rivers)
    return replace(reading, hands=tuple(hands), rivers=tuple(rivers))


def test_what_was_seen_before_a_picture_was_turned_is_not_lost() -> None:
    looks = (
        laid((2, 3, 3, 3), None, CHI),
        laid((3, 3, 3, 3), 2, CHI),
        laid((4, 4, 4, 4), 2, CHI, KAN),
    )
    seen = turned = History()
    for made in looks:
        seen = seen.seen(made.reading(), "bottom")
        turned = turned.seen(half(made.reading()), "top")
    assert seen.newest is not None
    assert (bool(seen.riichi), bool(seen.kans)) == (True, True)
    assert seen.turned(HALF) == turned


@pytest.mark.parametrize(
    ("counts", "melds", "begun"),
    [
        ((1, 0, 0, 0), (), ("bottom", 1)),
        ((5, 5, 4, 4), (), ("bottom", 18)),
        ((3, 3, 4, 4), (), ("top", 14)),
        ((4, 4, 4, 4), (), None),
        ((4, 2, 4, 4), (), None),
        ((3, 3, 4, 4), (LATER,), None),
    ],
)
def test_who_began_is_told_by_who_has_discarded_more(
    counts: tuple[int, ...], melds: tuple[tuple[str, str, str, int], ...], begun: object
) -> None:
    assert begun_by(laid(counts, None, *melds).reading()) == begun
