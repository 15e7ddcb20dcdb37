"""A picture that is turned while a hand is played: noticed, told, asked about, never entered so."""

from dataclasses import replace

import pytest
from game_table import EMPTY, IMAGE, SIDES, TSUMO, Table
from hypothesis import given
from hypothesis import strategies as st
from page_table import reading_of

from detector import River
from device.game._facing import Facing, turned_reading, turned_side
from device.page._edit import SetContext
from device.page._game import Place, Take, TakeBack
from device.voice._teller import Manner
from scorer import Score, Wind

#: What lies in the rivers after three turns, East's first.
THROWN = "1z9m1p 4z1m9s 2z9p1s 3z5z8p"
HONOURS = reading_of("111z234m567p99s34s", "5s")
TANYAO = reading_of("345m345p222s6688s", "8s")


DEALT = replace(reading_of("1m"), hands=())


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path, manner=Manner("en")).begin()
    yield made
    made.close()


def played(thrown=THROWN, riichi=None):
    """Return a table with ``thrown`` in its rivers, ``riichi`` is the side of a sideways tile."""
    faces = [face.strip("_") for face in thrown.split()]
    reading = reading_of("".join(faces))
    starts = [sum(len(face) // 2 for face in faces[:n]) for n in range(4)]
    rivers = tuple(
        River(side, tuple(range(start, start + len(face) // 2)), 1 if side == riichi else None)
        for side, start, face in zip(SIDES, starts, faces, strict=True)
    )
    return replace(reading, hands=(), rivers=rivers)


def won(table, side="bottom", hand=HONOURS):
    """Return ``table`` with a hand laid open at ``side``."""
    first = len(hand.detections)
    found = (*hand.detections, *table.detections)
    rivers = tuple(
        replace(river, tiles=tuple(first + tile for tile in river.tiles)) for river in table.rivers
    )
    return replace(
        hand,
        detections=found,
        sideways=(False,) * len(found),
        hands=(replace(hand.hands[0], seat=side),),
        rivers=rivers,
    )


def look(table, *readings):
    for table.reading in readings:
        table.service.see((IMAGE,))
    return table.state


def step(state):
    trouble = state.game.trouble
    return trouble and (trouble.code, [fix.code for fix in trouble.fixes])


ASKED = ("turned", ["turned", "not_turned"])


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_win_in_a_turned_picture_is_its_winner_s_after_one_tap(table, turns):
    look(table, played())
    state = look(table, turned_reading(won(played()), turns))
    assert step(state) == ASKED
    assert (table.scores, table.rows()) == ((25000,) * 4, [])
    table.play(Take("turned"))
    assert table.ledger.sides[0] == turned_side("bottom", turns)
    table.edit(TSUMO)
    assert table.scores == (31000, 23000, 23000, 23000)
    look(table, turned_reading(won(played()), turns), EMPTY)
    assert (step(table.state), len(table.rows())) == (None, 2)
    look(table, turned_reading(won(played("1m 2p 3s 4z"), "right", TANYAO), turns))
    assert table.state.draft.context.seat_wind == Wind.S


def test_who_says_that_nothing_was_turned_is_believed(table):
    look(table, played(), turned_reading(won(played()), 2))
    table.play(Take("not_turned"))
    assert table.ledger.sides == SIDES
    table.edit(TSUMO)
    assert table.scores == (24000, 24500, 27000, 24500)
    state = look(table, turned_reading(won(played()), 2))
    assert step(state) is None


def test_it_is_told_at_once_and_nothing_is_declared_until_it_is_answered(table):
    look(table, played())
    for _ in range(3):
        state = look(table, turned_reading(played(riichi="right"), 2))
        assert (step(state), table.ledger.moves) == (ASKED, ())
    table.speaker.close(wait_s=5)
    assert table.heard.texts == ["The camera seems turned, please look at the page"]
    table.play(Take("turned"))
    look(table, turned_reading(played(riichi="right"), 2))
    assert table.ledger.state.riichi == (1,)


def test_a_picture_turned_back_asks_no_more(table):
    look(table, played(), turned_reading(played(), 2))
    state = look(table, won(played()))
    assert step(state) is None
    table.edit(TSUMO)
    assert table.scores[0] == 31000


def test_a_hand_left_without_an_answer_asks_who_won_for_ever(table):
    look(table, played(), turned_reading(won(played()), 2))
    table.edit(TSUMO)
    look(table, EMPTY, turned_reading(played("2m 3m 4m 5m"), 2))
    assert (step(table.state), table.scores) == (ASKED, (25000,) * 4)
    table.play(Take("turned"))
    assert table.scores == (25000,) * 4
    table.edit(SetContext("seat_wind", Wind.E))
    assert isinstance(table.state.outcome, Score)
    assert table.scores == (31000, 23000, 23000, 23000)


def test_who_mends_the_seats_by_hand_has_answered(table):
    look(table, played(), turned_reading(played(), 2))
    table.play(Place(0, "top"))
    state = look(table, turned_reading(won(played()), 2))
    assert step(state) is None
    table.edit(TSUMO)
    assert table.scores[0] == 31000
    table.play(TakeBack(), TakeBack())
    assert table.ledger.sides == SIDES


BEGUN = ["1z", "1z 4z", "1z 4z 2z"]


def begun(*rivers):
    """Return the first looks of a hand: what lies in the rivers, East's first, at each."""
    return [played(" ".join([*thrown.split(), *["_"] * 4][:4])) for thrown in rivers]


def half(readings):
    return [turned_reading(reading, 2) for reading in readings]


def test_a_picture_turned_before_the_hand_shows_that_not_the_dealer_began(table):
    assert step(look(table, DEALT, *begun("1z"))) is None
    state = look(table, DEALT, *half(begun(*BEGUN)))
    assert step(state) == ASKED
    assert step(look(table, turned_reading(won(played()), 2))) == ASKED
    assert table.rows() == []
    table.play(Take("turned"))
    table.edit(TSUMO)
    assert table.scores == (31000, 23000, 23000, 23000)
    assert table.ledger.sides == ("top", "left", "bottom", "right")


def test_who_says_that_the_hand_was_begun_otherwise_is_asked_no_more_in_it(table):
    look(table, DEALT, *half(begun(*BEGUN)))
    table.play(Take("not_turned"))
    state = look(table, *half(begun("1z 4z 2z", "1z 4z 2z 3z", "1z9m 4z 2z 3z")))
    assert (step(state), table.ledger.sides) == (None, SIDES)
    assert step(look(table, DEALT, *half(begun(*BEGUN)))) == ASKED


def test_one_look_or_one_tile_too_few_tells_of_no_turn(table):
    assert step(look(table, DEALT, *half(begun("1z")))) is None
    assert step(look(table, DEALT, *begun(*BEGUN, "1z 4z 2z 3z", "1z9m 4z 2z 3z"))) is None
    assert step(look(table, DEALT, *begun("_ 4z", "_ 4z 2z", "_ 4z 2z 3z"))) is None
    assert step(look(table, DEALT, *begun("1z _ _ 3z", "1z 4z _ 3z", "1z 4z 2z 3z"))) is None


def test_the_rivers_of_a_short_hand_before_tell_nothing_of_the_next_one(table):
    look(table, played("1z 9m 2z 9p"))
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    for deal in (EMPTY, replace(reading_of("1m"), hands=())):
        look(table, deal)
    state = look(table, played("8s1m 1z2m 9m4p 2z5p"))
    assert (step(state), table.scores[0]) == (None, 31000)


FACES = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)]
LAID = st.lists(st.sampled_from(FACES), min_size=1, max_size=18)


def counted(rivers):
    return {
        (side, face): river.count(face)
        for side, river in zip(SIDES, rivers, strict=True)
        for face in river
    }


@given(st.lists(LAID, min_size=4, max_size=4), st.lists(LAID, min_size=4, max_size=4))
def test_a_river_that_grows_is_never_taken_for_a_turned_one(before, more):
    grown = [old + new for old, new in zip(before, more, strict=True)]
    assert Facing().seen(counted(before)).seen(counted(grown)).turns == 0


@given(st.permutations(FACES), st.integers(4, 24), st.integers(1, 3), st.integers(0, 3))
def test_any_turned_rivers_of_different_tiles_are_seen_however_they_go_on(faces, many, turns, new):
    rivers = [faces[:many][n::4] for n in range(4)]
    later = [faces[: many + new][n::4] for n in range(4)]
    turned = {(turned_side(s, turns), f): n for (s, f), n in counted(later).items()}
    facing = Facing().seen(counted(rivers)).seen(turned)
    assert facing.turns == turns
    assert facing.seen(turned).turns == turns
    assert facing.seen(counted(later)).turns == 0
