"""The book of a game: every operation folded, taken back, put back, read again from its lines."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device._errors import LogError
from device.game._game import (
    Drop,
    Logged,
    Play,
    Redo,
    Replace,
    Rule,
    Seat,
    Undo,
    open_book,
    renamed,
    turned,
)
from device.game._json import book_of, operation_of, operation_record
from device.game._win_event import Claim, in_step, win_events, win_in, winner_of
from device.log._port import Game, Line
from scorer import (
    TENHOU,
    Abort,
    AbortiveDraw,
    Chombo,
    EndGame,
    ExhaustiveDraw,
    Hand,
    Meld,
    MeldType,
    Penalty,
    Riichi,
    RiichiAnnulled,
    RiichiDeclared,
    ScoringError,
    Win,
    WinContext,
    Wind,
    Winner,
    load_rules,
    new_game,
    parse_tiles,
    replay,
    score,
)

NAMES = ("Aoi", "Ben", "Chie", "Dai")
SIDES = ("bottom", "right", "top", "left")


def tiles(text):
    return parse_tiles(text)


PINFU = Hand(tiles("234m456p678s55p678p"), tiles("8p")[0])
CHIITOI = Hand(tiles("1144m2299p3377s55z"), tiles("5z")[0])
PON = Hand(tiles("234m456p678s55p"), tiles("8s")[0], (Meld(MeldType.PON, tiles("777z")),))
HANDS = (PINFU, CHIITOI, PON)


def book():
    return open_book(TENHOU, NAMES, SIDES)


def context(winner, discarder=None, riichi=Riichi.NONE):
    return WinContext(
        tsumo=discarder is None, seat_wind=Wind(winner), riichi=riichi,
        discarder=None if discarder is None else Wind(discarder),
    )  # fmt: skip


def win(made, player, hand=PINFU, discarder=None, riichi=Riichi.NONE):
    """Return the book with one more win, players by number."""
    state = made.ledger.state
    told = context(
        state.seat_wind(player),
        None if discarder is None else state.seat_wind(discarder),
        riichi,
    )
    return made.after(Play(win_events(state, hand, told)))


def test_a_win_takes_the_sticks_and_the_honba_of_the_ledger():
    made = book().after(Play((RiichiDeclared(1),)))
    made = made.after(Play((ExhaustiveDraw((1,)),)))
    assert made.ledger.state.honba == 1
    made = win(made, 2, discarder=3)
    state = made.ledger.state
    assert (state.honba, state.riichi_sticks, sum(state.scores)) == (0, 0, 100_000)
    assert win_in(made.ledger.moves[-1].events).discarder == 3


def test_the_payments_are_those_that_are_shown():
    """What the page shows of a win (its score) is what the ledger moves."""
    made = book().after(Play((RiichiDeclared(3),)))
    for player, discarder, riichi in [(1, None, Riichi.RIICHI), (0, 2, Riichi.NONE),
                                      (3, 0, Riichi.RIICHI), (2, 1, Riichi.RIICHI)]:  # fmt: skip
        before = made.ledger.state
        told = in_step(
            context(
                before.seat_wind(player),
                None if discarder is None else before.seat_wind(discarder),
                riichi,
            ),
            before,
            player,
        )
        shown = score(CHIITOI, told, TENHOU).deltas
        made = made.after(Play(win_events(before, CHIITOI, told)))
        after = made.ledger.state
        moved = {
            before.seat_wind(p): after.scores[p] - before.scores[p]
            for p in range(4)
            if p != player or riichi is Riichi.NONE or player in before.riichi
        }
        own = {p: 1000 for p in (player,) if riichi is not Riichi.NONE and p not in before.riichi}
        for seat, delta in moved.items():
            assert delta == shown[seat]
        for p in own:
            assert after.scores[p] - before.scores[p] + 1000 == shown[before.seat_wind(p)]


def test_a_riichi_that_the_win_denies_is_taken_back():
    made = book().after(Play((RiichiDeclared(1),)))
    made = win(made, 1, PON, discarder=0)
    assert made.ledger.state.scores[2] == 25_000
    assert sum(made.ledger.state.scores) == 100_000


def test_the_riichi_tile_that_is_ronned_pays_no_stick():
    before = book().after(Play((RiichiDeclared(2),))).ledger.state
    events = win_events(before, PINFU, context(1, 2), (RiichiAnnulled(2),))
    assert replay((RiichiDeclared(2), *events), TENHOU).riichi_sticks == 0
    gain = sum(replay((RiichiDeclared(2), *events), TENHOU).scores)
    assert gain == 100_000


def test_two_win_on_one_tile():
    start = book()
    first = win_events(start.ledger.state, PINFU, context(1, 0))
    made = start.after(Play(first))
    second = win_events(start.ledger.state, CHIITOI, context(2, 0, Riichi.RIICHI), first, 1)
    made = made.after(Replace(1, second))
    assert made.ledger.state.scores[2] > 25_000
    third = win_events(start.ledger.state, PINFU, context(2, 0), second, 1)
    assert made.after(Replace(1, third)).ledger.state.scores[2] > 25_000
    assert [winner.player for winner in win_in(made.ledger.moves[0].events).winners] == [1, 2]
    assert winner_of(made.ledger, Claim(1, 1)).hand == CHIITOI
    assert winner_of(made.ledger, Claim(1, 2)) is None
    assert sum(made.ledger.state.scores) == 100_000


def test_a_correction_changes_what_follows():
    made = win(book(), 0)  # the dealer stays
    made = win(made, 2, discarder=1)
    assert made.ledger.state.round_wind == Wind.E
    assert (made.ledger.state.dealer, made.ledger.state.honba) == (1, 0)
    events = win_events(new_game(TENHOU), PINFU, context(3))
    made = made.after(Replace(1, events))
    assert made.ledger.state.dealer == 2
    assert win_in(made.ledger.moves[1].events).winners[0].player == 2


def test_what_would_make_a_later_event_impossible_is_refused():
    made = book().after(Play((RiichiDeclared(1),)))
    made = win(made, 1, CHIITOI, riichi=Riichi.RIICHI)
    with pytest.raises(ScoringError) as caught:
        made.after(Drop(1))
    assert caught.value.code == "riichi_differs"
    with pytest.raises(ScoringError):
        made.after(Drop(7))


def test_the_first_dealer_is_mended_and_everybody_keeps_what_they_did():
    made = win(book(), 1, CHIITOI, discarder=0)
    made = made.after(turned(made.ledger, 1))
    ledger = made.ledger
    assert ledger.names == ("Ben", "Chie", "Dai", "Aoi")
    assert ledger.sides == ("right", "top", "left", "bottom")
    assert ledger.state.dealer == 0  # Ben won as the dealer
    assert ledger.state.scores[0] > 25_000 > ledger.state.scores[3]
    plain = win(book(), 1, CHIITOI, discarder=0).ledger.state
    assert ledger.state.scores[0] > plain.scores[1]  # paid as to a dealer now
    back = made.after(Undo()).ledger
    assert (back.names, back.state) == (NAMES, plain)


def test_names_and_rules_change_and_come_back():
    made = win(book(), 1, CHIITOI)
    named = made.after(renamed(made.ledger, ("a", "b", "c", "d")))
    assert named.ledger.state == made.ledger.state
    ruled = named.after(Rule(load_rules("ema-2025")))
    assert ruled.ledger.state.scores[0] != named.ledger.state.scores[0]
    assert ruled.after(Undo()).ledger == named.ledger
    with pytest.raises(ScoringError):
        made.after(Rule(load_rules("sanma-tenhou")))


def test_undo_goes_back_to_the_start_and_redo_forward_again():
    made = win(win(win(book(), 0), 1, PON), 2, CHIITOI)
    back = made
    for _ in range(3):
        back = back.after(Undo())
    assert back.ledger == book().ledger
    with pytest.raises(ScoringError):
        back.after(Undo())
    for _ in range(3):
        back = back.after(Redo())
    assert back.ledger == made.ledger
    with pytest.raises(ScoringError):
        back.after(Redo())
    assert back.lines == 9 + made.lines - 3


def lines_of(operations):
    records = [json.loads(json.dumps(operation_record(op))) for op in operations]
    return [Line(1, number, record) for number, record in enumerate(records, 1)]


KINDS = (
    "riichi", "win", "win", "draw", "abort", "chombo", "penalty", "drop", "undo", "redo",
    "replace", "turn", "rename", "end",
)  # fmt: skip


@st.composite
def operations(draw):
    """Draw an operation that makes sense at some table, possible or not."""
    player = st.integers(0, 3)
    kind = draw(st.sampled_from(KINDS))
    who, other, number = draw(player), draw(player), draw(st.integers(1, 12))
    hand, riichi = draw(st.sampled_from(HANDS)), draw(st.booleans())
    return kind, who, other, number, hand, riichi


def operation_for(made, drawn):
    """Return the operation that ``drawn`` means at the table of ``made``."""
    kind, who, other, number, hand, riichi = drawn
    state = made.ledger.state
    if kind in ("win", "replace"):
        before = state if kind == "win" else made.ledger.before(number)
        declared = Riichi.RIICHI if riichi and not hand.melds else Riichi.NONE
        discarder = None if who == other else before.seat_wind(other)
        told = context(before.seat_wind(who), discarder, declared)
        events = win_events(before, hand, told)
        return Play(events) if kind == "win" else Replace(number, events)
    ready = tuple(sorted({who, other, *state.riichi}))
    return {
        "riichi": lambda: Play((RiichiDeclared(who),)),
        "draw": lambda: Play((ExhaustiveDraw(ready),)),
        "abort": lambda: Play((AbortiveDraw(Abort.KYUUSHU_KYUUHAI),)),
        "chombo": lambda: Play((Chombo(who),)),
        "penalty": lambda: Play((Penalty(who, 3000),)),
        "drop": lambda: Drop(number),
        "undo": Undo,
        "redo": Redo,
        "turn": lambda: turned(made.ledger, who),
        "rename": lambda: renamed(made.ledger, [*"wxyz"]),
        "end": lambda: Play((EndGame(),)),
    }[kind]()


def on_the_table(state):
    return sum(state.scores) + 1000 * state.riichi_sticks + state.off_table


@settings(max_examples=150, deadline=None)
@given(st.lists(operations(), max_size=25), st.data())
def test_any_sequence_read_again_from_its_lines_is_the_same(drawn, data):
    """Random events, corrections, undos: refused ones change nothing, a restart changes nothing."""
    made, told = book(), []
    for one in drawn:
        try:
            operation = operation_for(made, one)
            made = made.after(operation)
        except ScoringError:
            continue
        told.append(operation)
        assert on_the_table(made.ledger.state) == 100_000
        if data.draw(st.integers(0, 9)) == 0:
            again = book_of(Game("tenhou", NAMES, SIDES), lines_of(told))
            assert again == made
            made = again
    events = [event for move in made.ledger.moves for event in move.events]
    assert made.ledger.state == replay(events, TENHOU)
    assert made == book_of(Game("tenhou", NAMES, SIDES), lines_of(told))
    assert made.lines == len(told)


def test_every_operation_survives_json():
    winner = Winner(1, 3900, hand=PINFU, context=context(1, 2))
    for operation in (
        Play((RiichiDeclared(1), Win((winner,), 2))), Replace(3, (ExhaustiveDraw((1,)),)),
        Drop(2), Seat((1, 2, 3, 0), NAMES, SIDES), Rule(load_rules("ema-2025")), Undo(), Redo(),
        Logged(),
    ):  # fmt: skip
        assert operation_of(json.loads(json.dumps(operation_record(operation)))) == operation


@pytest.mark.parametrize(
    "record",
    [{}, {"op": "dance"}, {"op": "play"}, {"op": "play", "events": [{"type": "win"}]},
     {"op": "undo"}, {"op": "play", "events": [7]}],
)  # fmt: skip
def test_a_damaged_game_is_told(record):
    with pytest.raises(LogError) as caught:
        book_of(Game("tenhou", NAMES, SIDES, id=5), [Line(5, 1, record)])
    assert caught.value.code == "game_damaged"
