"""A hand complete with the last discard that its owner may not win on: furiten."""

from dataclasses import replace

import pytest
from made_tables import Table

from detector import History, MeldReading, TableReading, with_last_discard

CLOSED = "123m456p789s22z46m"  # waits for 5m


def drawn(*rivers: str, riichi: int | None = None, called: str = "") -> TableReading:
    """Rivers in turn order, Bottom the dealer, and its hand complete with the newest discard.

    A set may have been ``called`` by the seat opposite, of a discard of the seat at its left.
    """
    made = Table()
    for seat, tiles in zip(("bottom", "right", "top", "left"), rivers, strict=True):
        made.river(seat, tiles, riichi if seat == "bottom" else None)
    last = next(river for river in made.rivers if river.seat == "left").tiles[-1]
    made.hand(CLOSED, "5m")
    (hand,) = made.hands
    made.hands[:] = [replace(hand, concealed=(*hand.concealed[:-1], last), win=last)]
    if called:
        own = made.put(called)
        faces = tuple(made.found[i].tile for i in own)
        meld = MeldReading("pon" if called[0] == called[1] else "chi", own, own[0], 3)
        made.hands.append(
            replace(hand, seat="top", concealed=(), win=None, melds=(meld,), faces=faces)
        )
    return made.reading()


@pytest.mark.parametrize(
    ("reading", "won"),
    [
        (drawn("1z1z1z", "1z1z1z", "1z1z1z", "1z1z5m"), True),
        (drawn("1z1z1z", "1z1z5m", "1z1z1z", "1z1z5m"), False),
        (drawn("1z1z1z", "1z5m1z", "1z1z1z", "1z1z5m"), True),
        (drawn("1z1z1z", "1z5m1z", "1z1z1z", "1z1z5m", riichi=1), False),
        (drawn("1z1z1z", "5m1z1z", "1z1z1z", "1z1z5m", riichi=1), True),
        (drawn("1z1z5m", "1z1z1z", "1z1z1z", "1z1z5m"), False),
        (drawn("1z1z1z", "1z5m", "1z1z1z", "1z1z5m", called="312p"), True),
    ],
    ids=[
        "nothing let pass",
        "let pass in this turn",
        "let pass before its own discard",
        "let pass in riichi",
        "discarded before the riichi",
        "discarded itself",
        "where a set was called of that river",
    ],
)
def test_who_let_a_tile_pass_does_not_win_on_the_next(reading: TableReading, won: bool) -> None:
    (hand, *_) = with_last_discard(reading, "bottom").hands
    assert (hand.win is not None) is won
    assert hand.count == (14 if won else 13)


def test_after_a_pon_the_look_before_tells_what_was_let_pass() -> None:
    early = drawn("1z1z", "1z", "1z1z", "1z1z", called="111p")
    early = replace(early, hands=early.hands[1:])
    last = drawn("1z1z1z", "1z5m", "1z1z1z", "1z1z5m", called="111p")
    history = History().seen(early, "bottom")
    again = history.seen(last, "bottom")
    assert [
        with_last_discard(last, "bottom", 4, seen).hands[0].win for seen in (history, again)
    ] == [
        None,
        None,
    ]
    assert with_last_discard(last, "bottom").hands[0].win is not None
    older = drawn("1z1z1z", "5m1z", "1z1z1z", "1z1z5m", called="111p")
    assert with_last_discard(older, "bottom", 4, history).hands[0].win is not None
