"""A kan that is robbed: seen from the tile just added to a pon and the hand that waits for it."""

from dataclasses import replace

import pytest
from made_tables import Table

from detector import (
    History,
    MeldReading,
    Message,
    TableReading,
    facts_of,
    robbed_from,
    with_robbed_kan,
)

CLOSED = "123m456p789s22z46m"  # waits for 5m


def played(counts: tuple[int, ...], kan: str, *, shown: bool = True) -> TableReading:
    """Rivers in turn order, Bottom the dealer, a pon of 5m at the left, called from the top, and
    perhaps a hand at the bottom that lacks a tile.
    """
    made = Table()
    for seat, count in zip(("bottom", "right", "top", "left"), counts, strict=True):
        made.river(seat, "9m" * count)
    own = made.put("55m" + ("05m" if kan == "kakan" else "5m"))
    called = own[1]
    faces = tuple(made.found[i].tile for i in own)
    melds = (MeldReading(kan, own, called, 3),)
    made.hand(CLOSED, "1z")
    (hand,) = made.hands
    hand = replace(
        hand, concealed=hand.concealed[:-1], faces=hand.faces[:-1], win=None, uncertain=True
    )
    other = replace(hand, seat="left", concealed=(), melds=melds, faces=faces, uncertain=False)
    made.hands[:] = [hand, other] if shown else [other]
    made.put("3z")
    dora = (len(made.found) - 1,)
    notes = (Message("indicators", "check"),) if kan == "kakan" else ()
    return replace(made.reading(), dora_indicators=dora, messages=notes)


#: The left seat's turn: it has called a discard of the top, so nobody is ahead of the others.
COUNTS = (5, 5, 4, 4)


def told(*readings: TableReading) -> TableReading:
    *before, last = readings
    history = History()
    for reading in before:
        history = history.seen(reading, "bottom")
    return with_robbed_kan(last, history, "bottom")


def test_the_tile_just_added_is_won_on() -> None:
    looks = played(COUNTS, "pon", shown=False), played(COUNTS, "kakan", shown=False)
    reading = told(*looks, played(COUNTS, "kakan"))
    hand = reading.hands[0]
    assert (hand.count, hand.uncertain, hand.faces[-1]) == (14, False, "0m")
    assert robbed_from(reading, hand) == "left"
    assert reading.messages == ()
    assert facts_of(reading, hand, 4, "bottom").last_tile is False


def doubtful(reading: TableReading) -> TableReading:
    first, *rest = reading.detections
    hand = replace(reading.hands[0], options=(("1m",) * 13,))
    return replace(reading, detections=(first, *rest), hands=(hand, *reading.hands[1:]))


def turned_up(reading: TableReading) -> TableReading:
    return replace(reading, dora_indicators=(*reading.dora_indicators, 0))


@pytest.mark.parametrize(
    "last",
    [
        played((6, 5, 4, 5), "kakan"),
        played((5, 5, 5, 4), "kakan"),
        played(COUNTS, "pon"),
        doubtful(played(COUNTS, "kakan")),
        turned_up(played(COUNTS, "kakan")),
    ],
    ids=["discards after it", "not its turn", "no kan", "a hand in doubt", "its dora is there"],
)
def test_nothing_else_is_taken_for_a_robbed_kan(last: TableReading) -> None:
    looks = played(COUNTS, "pon", shown=False), played(COUNTS, "kakan", shown=False)
    assert told(*looks, last) is last


def test_an_added_tile_that_was_taken_away_is_asked_about() -> None:
    history = History()
    for kan in ("pon", "kakan", "pon"):
        history = history.seen(played(COUNTS, kan, shown=False), "bottom")
    last = played(COUNTS, "pon")
    facts = facts_of(last, last.hands[0], 4, "bottom")
    codes = {message.code for message in history.settled(facts, last, "bottom").messages}
    assert "chankan_unknown" in codes
    assert "chankan_unknown" not in {message.code for message in facts.messages}


def test_a_hand_with_a_tile_that_was_not_read_robs_no_kan() -> None:
    looks = played(COUNTS, "pon", shown=False), played(COUNTS, "kakan", shown=False)
    last = played(COUNTS, "kakan")
    (hand, other), found = last.hands, list(last.detections)
    found[hand.concealed[0]] = replace(found[hand.concealed[0]], tile="?")
    hand = replace(hand, faces=("?", *hand.faces[1:]))
    blind = replace(last, detections=tuple(found), hands=(hand, other))
    assert told(*looks, blind) == blind
