"""A game at the table: what the camera sees and people say moves the ledger, on the real log."""

import sqlite3
from dataclasses import replace

import pytest
from game_table import EMPTY, IMAGE, NAMES, RON, SIDES, TSUMO, Table, table, tables
from page_table import reading_of

from detector import UNREADABLE, Detection, HandReading, Message, River, StickReading
from device.camera._picture import jpeg
from device.game._json import book_of
from device.game._win_event import win_in
from device.log._dialects import FILE_NAME
from device.page._edit import (
    AddTile,
    Confirm,
    Drop,
    EditError,
    PutAside,
    Recall,
    SetContext,
    SetRules,
    SetTile,
    Undo,
)
from device.page._game import (
    Begin,
    CallOff,
    Declare,
    Exhausted,
    Foul,
    Honba,
    Pay,
    Place,
    PutBack,
    Remove,
    Rename,
    Reopen,
    Stop,
    Take,
    TakeBack,
    Turn,
    WinByHand,
)
from device.voice._teller import Manner
from scorer import Abort, End, Riichi, Score, Wind

__all__ = ["table", "tables"]

PINFU = reading_of("234m456p678s55p67p", "8p", dora="4p")
HONOURS = reading_of("111z234m567p99s34s", "5s")
TANYAO = reading_of("345m345p222s6688s", "8s")
ITTSU = reading_of("123456789p55s44z", "4z")
OPEN = reading_of(
    "234m5p", "5p", melds=[("pon", "777z", 1), ("pon", "666z", 0), ("chi", "678s", 0)]
)
DOUBTFUL = reading_of("234m456p678s55p67p", "8p", doubts={3: (0.55, (("7p", 0.4),))})


def code(table):
    return table.state.game.trouble.code


def fixes(table):
    return [(fix.code, fix.player) for fix in table.state.game.trouble.fixes]


def test_a_win_seen_moves_the_ledger_and_its_row_and_line_are_one(table):
    state = table.win(HONOURS, "bottom")
    assert table.scores == (25000 + 6000, 23000, 23000, 23000)
    assert (table.ledger.state.honba, table.ledger.state.dealer) == (1, 0)
    ((hand, _),) = table.rows()
    assert hand == state.hand_id


def test_winds_honba_and_sticks_come_from_the_ledger(table):
    table.win(HONOURS, "bottom")
    table.play(Declare(2))
    state = table.see(PINFU, "left")
    context = state.draft.context
    assert (context.seat_wind, context.round_wind) == (Wind.N, Wind.E)
    assert (context.honba, context.riichi_sticks) == (1, 1)
    table.edit(RON)
    assert code(table) == "discarder"
    state = table.play(Take("discarder", 1))
    assert state.draft.context.discarder == Wind.S
    assert isinstance(state.outcome, Score)
    assert table.ledger.state.dealer == 1
    assert sum(table.scores) == 100_000


def test_nothing_moves_before_the_one_tap(table):
    table.see(DOUBTFUL, "right")
    table.edit(TSUMO)
    assert table.scores == (25000,) * 4
    assert table.rows() == []
    table.edit(Confirm())
    assert len(table.rows()) == 1
    assert table.scores[1] > 25000


def test_what_the_ledger_knows_is_not_entered_at_the_hand(table):
    table.see(HONOURS, "bottom")
    for field in ("honba", "riichi_sticks"):
        with pytest.raises(EditError):
            table.edit(SetContext(field, 1))
    table.play(Honba(2))
    assert table.state.draft.context.honba == 2


def test_a_correction_replaces_the_event_and_what_follows_is_folded_again(table):
    first = table.win(HONOURS, "bottom").hand_id
    table.win(TANYAO, "top", "right")
    assert table.ledger.state.dealer == 1
    table.play(Reopen(first))
    table.edit(SetContext("seat_wind", Wind.W))
    assert table.ledger.state.dealer == 2
    assert table.ledger.moves[0].events[0].winners[0].player == 2
    newest = table.keeper.log().entries(1)[0]
    assert newest.replaces == first
    assert sum(table.scores) == 100_000
    assert len(table.ledger.moves) == 2


def test_undo_and_redo_go_as_far_as_one_likes(table):
    seen = [table.ledger]
    for reading, side in [(HONOURS, "bottom"), (PINFU, "right"), (TANYAO, "left")]:
        table.win(reading, side)
        seen.append(table.ledger)
    for before in reversed(seen[:-1]):
        table.play(TakeBack())
        assert table.ledger == before
    with pytest.raises(EditError):
        table.play(TakeBack())
    for after in seen[1:]:
        table.play(PutBack())
        assert table.ledger == after


def test_a_hand_that_was_taken_back_is_not_entered_again_by_itself(table):
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    table.play(TakeBack())
    assert code(table) == "taken_back"
    table.see(HONOURS, "bottom")
    assert table.scores == (25000,) * 4
    table.play(Take("enter"))
    assert table.scores[0] == 31000
    table.play(TakeBack())
    table.edit(SetContext("seat_wind", Wind.S))  # corrected, and so entered
    assert table.scores[1] > 25000


def test_a_hand_that_does_not_count_is_put_away_and_comes_back_with_the_ledger_alone(table):
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    table.play(TakeBack())
    table.edit(Drop())
    assert (table.state.draft, table.state.game.trouble, table.state.unanswered) == (None, None, 0)
    table.see(HONOURS, "bottom")  # it lies there still
    assert (table.state.draft, table.scores) == (None, (25000,) * 4)
    assert [hand for hand, _ in table.rows()] == [1, None]
    table.play(PutBack())
    assert table.scores[0] == 31000


def test_a_hand_that_is_none_is_dropped_and_the_next_one_is_read(table):
    table.see(PINFU, "right")
    table.edit(Drop(), Drop())
    table.see(PINFU, "right")
    assert (table.state.draft, table.state.unanswered) == (None, 0)
    table.see(HONOURS, "bottom")
    assert table.state.draft.hand.win == HONOURS.hands[0].win


def test_a_hand_without_an_answer_waits_while_one_is_entered_by_hand(table):
    table.see(PINFU, "right")
    table.edit(PutAside())
    assert (table.state.draft, table.state.unanswered) == (None, 1)
    table.edit(AddTile("1m", "concealed"))
    assert table.state.draft.hand.count == 1
    table.edit(Recall())
    assert table.state.draft.hand.faces == PINFU.hands[0].faces


def test_a_hand_that_counts_stays_entered_while_another_is_entered_by_hand(table):
    table.win(HONOURS, "bottom")
    table.edit(PutAside(), AddTile("1m", "concealed"))
    assert (table.scores[0], table.state.unanswered) == (31000, 0)
    assert len(table.rows()) == 1


def test_taking_a_correction_back_shows_the_hand_as_it_was(table):
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    before = table.state
    table.edit(SetContext("riichi", Riichi.RIICHI))
    assert table.scores != before.game.book.ledger.state.scores
    table.play(TakeBack())
    assert table.scores == before.game.book.ledger.state.scores
    assert table.state.outcome.points == before.outcome.points
    assert table.state.game.claim == before.game.claim
    newest = table.keeper.log().entries()
    assert [entry.score["points"] for entry in newest] == [before.outcome.points]
    table.play(PutBack())
    assert table.state.draft.context.riichi == Riichi.RIICHI


def rivers(*riichi, shown="1234m"):
    """Return a table during play: four tiles in each river, sideways at the ``riichi`` sides."""
    reading = reading_of(shown * 4)
    found = tuple(
        River(side, tuple(range(4 * n, 4 * n + 4)), 2 if side in riichi else None)
        for n, side in enumerate(SIDES)
    )
    return replace(reading, hands=(), rivers=found)


def test_a_riichi_seen_twice_puts_the_stick_on_the_table(table):
    assert table.see(rivers()).game.phase == "playing"
    table.see(rivers("right"))
    assert table.ledger.state.riichi == ()
    table.see(rivers("right"))
    assert table.ledger.state.riichi == (1,)
    table.see(rivers("right"))
    assert table.scores[1] == 24000
    assert table.see(HONOURS, "right").draft.context.riichi == Riichi.RIICHI


def laid(reading, table):
    """Return ``reading`` with the rivers of ``table`` beside its hand."""
    shift = len(reading.detections)
    moved = tuple(
        replace(river, tiles=tuple(i + shift for i in river.tiles)) for river in table.rivers
    )
    return replace(
        reading, detections=(*reading.detections, *table.detections),
        sideways=(*reading.sideways, *table.sideways), rivers=moved,
    )  # fmt: skip


def with_riichi(reading, side):
    return replace(reading, rivers=(River(side, (0,), 0),))


def test_four_kans_of_a_hand_that_stands_are_no_hand_laid_open(table):
    kans = [("daiminkan", f"{n}{n}{n}{n}s", 0) for n in (1, 3, 5, 7)]
    standing = laid(reading_of("", melds=kans), rivers("right"))
    table.see(rivers())
    assert table.see(standing, "left").game.phase == "playing"
    assert table.see(standing, "left").draft is None
    assert table.ledger.state.riichi == (1,)


def test_a_riichi_first_seen_with_the_hand_is_asked(table):
    table.see(with_riichi(PINFU, "left"), "right")
    table.edit(TSUMO)
    assert (code(table), fixes(table)) == ("riichi_seen", [("riichi", 3), ("none", 3)])
    assert table.state.game.phase == "out_of_step"
    assert table.rows() == []
    table.play(Take("riichi", 3))
    assert table.scores[3] < 24000
    assert sum(table.scores) == 100_000
    with pytest.raises(EditError):
        table.play(Take("riichi", 3))


def test_a_riichi_first_seen_with_the_hand_and_its_stick_is_sure(table):
    stick = StickReading(1000, "left", ((0.0, 0.0),) * 4, 0.8)
    table.see(EMPTY)
    table.see(replace(with_riichi(PINFU, "left"), sticks=(stick,)), "right")
    table.edit(TSUMO)
    assert table.state.game.trouble is None
    assert table.scores[3] < 24000
    assert sum(table.scores) == 100_000


def test_the_winner_s_riichi_that_was_none_is_denied_with_one_tap(table):
    table.see(with_riichi(HONOURS, "right"), "right")
    table.edit(TSUMO)
    table.play(Take("none", 1))
    assert table.state.draft.context.riichi == Riichi.NONE
    assert len(table.ledger.moves) == 1
    assert table.ledger.state.riichi_sticks == 0


def test_the_riichi_of_an_open_hand_is_out_of_step(table):
    table.play(Declare(1))
    table.see(OPEN, "right")
    table.edit(TSUMO)
    assert (code(table), fixes(table)) == ("riichi_open", [("no_riichi", 1)])
    table.play(Take("no_riichi", 1))
    assert table.ledger.state.wins == (0, 1, 0, 0)


def test_a_riichi_that_a_person_took_back_is_not_seen_again(table):
    table.see(rivers())
    table.see(rivers("left"))
    table.see(rivers("left"))
    assert table.ledger.state.riichi == (3,)
    table.play(TakeBack())
    table.see(rivers("left"))
    table.see(rivers("left"))
    assert table.scores == (25000,) * 4


def test_what_lay_there_at_the_start_declares_nothing(tables):
    table = tables().begin()
    table.see(laid(HONOURS, rivers("top")), "bottom")
    table.edit(TSUMO)
    table.play(Take("none", 2))
    for seen in (laid(HONOURS, rivers("top")), rivers("top")):
        table = table.again()
        table.see(seen)
        table.see(rivers("top"))
        table.see(rivers("top"))
        assert table.scores[2] == 23000
    table.see(EMPTY)
    table.see(rivers("right", shown="9876s"))
    table.see(rivers("right", shown="9876s"))
    assert table.ledger.state.riichi == (1,)
    table.close()


def test_a_river_that_was_none_at_the_start_hides_no_riichi(tables):
    table = tables().begin()
    table.see(rivers("right", shown="9876s"))
    table.see(rivers())
    table.see(rivers("right"))
    table.see(rivers("right"))
    assert table.ledger.state.riichi == (1,)


def test_the_scored_hand_moved_and_misread_is_not_the_next(table):
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    table.see(reading_of("111z235m578p99s34s", "6s"), "bottom")
    assert len(table.ledger.moves) == 1
    table.see(EMPTY)
    table.see(reading_of("111z666m777p99s34s", "5s"), "bottom")
    table.edit(TSUMO)
    assert len(table.ledger.moves) == 2


SEEN_AGAIN = reading_of("111z666m777p99s34s", "5s"), reading_of("111z666m777p99s34s", "2s")


@pytest.fixture
def entered(tables):
    """A table on which a hand was entered without a touch."""
    table = tables(tsumo=True).begin()
    table.see(SEEN_AGAIN[0], "bottom")
    assert (len(table.ledger.moves), len(table.rows())) == (1, 1)
    return table


def test_a_hand_seen_otherwise_after_it_was_entered_is_asked_about(entered):
    before = entered.scores
    for _ in range(2):
        entered.see(SEEN_AGAIN[1], "bottom")
        assert entered.state.draft.uncertain
        assert [m.code for m in entered.state.draft.reading.messages] == ["read_otherwise"]
        assert (entered.scores, len(entered.rows()), entered.state.unanswered) == (before, 1, 0)
    entered.edit(Confirm())
    assert (len(entered.ledger.moves), len(entered.rows())) == (1, 2)
    assert "2s" in entered.rows("record")[-1][0] and not entered.state.draft.uncertain


def test_what_was_entered_stays_with_one_tap_and_is_not_asked_about_again(entered):
    before = entered.scores
    entered.see(SEEN_AGAIN[1], "bottom")
    entered.edit(Undo())
    entered.see(SEEN_AGAIN[1], "bottom")
    assert not entered.state.draft.uncertain
    assert (entered.scores, len(entered.rows())) == (before, 1)


@pytest.mark.parametrize(
    "looks",
    [
        (SEEN_AGAIN[0],),
        (reading_of("111z666m777p99s34s"),),
        (reading_of("111z666m777p99s34s", "2s", doubts={3: (0.55, (("7m", 0.4),))}),),
        (EMPTY, SEEN_AGAIN[1]),
    ],
    ids=["the same", "not whole any more", "not sure", "put away in between"],
)
def test_only_a_clear_look_at_the_hand_that_lies_there_is_asked_about(entered, looks):
    for reading in looks:
        entered.see(reading, "bottom")
        draft = entered.state.draft
        codes = {m.code for m in draft.reading.messages} if draft is not None else set()
        assert "read_otherwise" not in codes


def test_a_hand_that_a_person_has_touched_is_not_asked_about(entered):
    entered.edit(SetContext("riichi", Riichi.RIICHI))
    entered.see(SEEN_AGAIN[1], "bottom")
    assert not entered.state.draft.uncertain


def test_old_rivers_declare_nothing_in_the_next_hand(table):
    table.see(rivers())
    table.see(rivers("top"))
    table.see(rivers("top"))
    lying = laid(HONOURS, rivers("top"))
    won = table.see(lying, "top")
    table.edit(TSUMO)
    assert table.state.game.phase == "scored"
    table.see(replace(rivers("top"), hands=()))
    table.see(replace(rivers("top"), hands=()))
    assert table.ledger.state.riichi == ()
    assert won.draft.context.riichi == Riichi.RIICHI
    assert table.see(EMPTY).game.phase in ("cleared", "dealing")
    table.see(rivers(shown="9876s"))
    assert table.state.game.phase == "playing"


def side_by_side(one, other):
    """Return one reading with both hands, the second one's tiles after the first's."""
    shift = len(one.detections)

    def moved(indices):
        return tuple(index + shift for index in indices)

    hand = other.hands[0]
    win = None if hand.win is None else hand.win + shift
    hand = replace(hand, concealed=moved(hand.concealed), win=win)
    return replace(
        one, detections=(*one.detections, *other.detections),
        sideways=(*one.sideways, *other.sideways), hands=(*one.hands, hand),
    )  # fmt: skip


def both_on_a_discard(**doubts):
    """Return the hands of Ben and Dai that lie open, the dealer's 8s in his river."""
    both = side_by_side(TANYAO, reading_of("22m456m222p345s67s", **doubts))
    ben, dai = both.hands
    dai = replace(dai, seat="left", win=ben.win, concealed=(*dai.concealed, ben.win))
    dai = replace(dai, faces=(*dai.faces, "8s"))
    river = River("bottom", (ben.win,))
    return replace(both, hands=(replace(ben, seat="right"), dai), rivers=(river,))


def test_two_hands_laid_open_at_once_for_one_discard_are_both_entered(table):
    look(table, both_on_a_discard())
    assert [w.player for w in table.ledger.moves[0].events[-1].winners] == [1, 3]
    assert len(table.ledger.moves) == 1
    assert table.state.draft.hand.seat == "left"
    scores = table.scores
    look(table, both_on_a_discard(), EMPTY)
    assert (table.scores, table.state.unanswered) == (scores, 0)


def test_two_hands_for_the_discard_that_ends_the_game_are_both_entered(table):
    table.play(Pay((-24_900, 24_900, 0, 0)))
    look(table, both_on_a_discard())
    assert [w.player for w in table.ledger.moves[-1].events[-1].winners] == [1, 3]
    assert table.ledger.state.end is not None
    assert sum(table.scores) == 100_000
    doubtful = both_on_a_discard(doubts={3: (0.55, (("5p", 0.4),))})
    table.play(TakeBack())
    table.play(TakeBack())
    assert table.ledger.state.end is None
    look(table, EMPTY, doubtful)
    table.edit(Confirm())
    assert fixes(table) == [("double_ron", None), ("again", None)]


def test_the_second_hand_for_one_discard_is_asked_about_where_it_is_not_sure(table):
    look(table, both_on_a_discard(doubts={3: (0.55, (("5p", 0.4),))}))
    assert [w.player for w in table.ledger.moves[0].events[-1].winners] == [1]
    look(table, both_on_a_discard(doubts={3: (0.55, (("5p", 0.4),))}))
    assert len(table.ledger.moves) == 1
    assert table.state.draft.hand.seat == "left"
    assert table.state.draft.uncertain
    table.edit(Confirm())
    assert fixes(table)[0] == ("double_ron", None)
    table.play(Take("double_ron"))
    assert [w.player for w in table.ledger.moves[0].events[-1].winners] == [1, 3]


def test_two_who_win_on_one_tile(table):
    """The dealer discards 8s; Ben and Dai both win on it, and both hands lie open."""
    table.play(Declare(1))
    table.see(TANYAO, "right")
    table.edit(RON)
    table.play(Take("discarder", 0))
    one = table.scores
    both = side_by_side(reading_of("22m456m222p345s67s", "8s"), TANYAO)
    hands = both.hands[0], replace(both.hands[1], seat="right")
    table.reading = replace(both, hands=(replace(hands[0], seat="left"), hands[1]))
    table.service.see((IMAGE,))
    table.edit(RON)
    assert (code(table), fixes(table)) == ("two_hands", [("double_ron", None), ("next_hand", None)])
    assert table.scores == one
    state = table.play(Take("double_ron"))
    assert len(table.ledger.moves) == 2
    assert [w.player for w in table.ledger.moves[1].events[-1].winners] == [1, 3]
    assert table.scores[1] == one[1]
    assert table.scores[3] == 25000 + state.outcome.points
    assert state.outcome.deltas[Wind.N] == state.outcome.points
    assert sum(table.scores) == 100_000
    assert [hand for hand, _ in table.rows() if hand] == [1, 2]
    table.edit(SetContext("houtei", True))
    assert table.scores[3] > 25000 + state.outcome.points
    assert table.scores[1] == one[1]
    table.play(TakeBack(), TakeBack())
    assert table.scores == one


def test_a_second_hand_may_be_the_next_one(table):
    table.see(TANYAO, "right")
    table.edit(TSUMO)
    both = side_by_side(HONOURS, TANYAO)
    table.see(both, "left")
    table.edit(TSUMO)
    table.play(Take("next_hand"))
    assert len(table.ledger.moves) == 2


def test_an_exhausted_wall_is_proposed_and_entered_with_one_tap(table):
    ready = reading_of("234m456p678s55p67p")
    noten = reading_of("147m258p369s1234z")
    both = side_by_side(ready, noten)
    hands = (replace(both.hands[0], seat="right"), replace(both.hands[1], seat="top"))
    table.reading = replace(both, hands=hands)
    table.service.see((IMAGE,))
    assert table.state.game.draw == {1: True, 2: False}
    table.play(Exhausted((1,)))
    assert table.scores == (24000, 28000, 24000, 24000)
    assert table.state.game.draw == {}
    assert table.state.draft is None
    table.service.see((IMAGE,))
    assert table.state.draft is None


def gone(discards=70):
    """Return the rivers of four players once so many tiles were drawn, none called."""
    reading = reading_of("2345678m" * 10)
    turns = range(discards)
    found = tuple(River(side, tuple(turns[n::4])) for n, side in enumerate(SIDES))
    return replace(reading, hands=(), rivers=found)


def shown(side, rivers, hand="234m456p678s55p67p", **doubts):
    reading = laid(reading_of(hand, **doubts), rivers)
    return replace(reading, hands=(replace(reading.hands[0], seat=side),))


def look(table, *readings):
    for reading in readings:
        table.reading = reading
        table.service.see((IMAGE,))


def test_a_sure_draw_is_entered_when_the_table_is_cleared(table):
    look(table, gone(), shown("right", gone()))
    assert table.ledger.moves == ()
    look(table, EMPTY, EMPTY)
    assert table.scores == (24000, 28000, 24000, 24000)
    assert (table.ledger.state.honba, table.state.draft, table.state.unanswered) == (1, None, 0)
    table.play(TakeBack())
    assert table.scores == (25000,) * 4


def test_a_hand_that_is_put_away_before_the_others_counts(table):
    look(table, shown("left", gone()), gone(), shown("top", gone(), "234m456p678s55p67p"), EMPTY)
    assert table.scores == (23500, 23500, 26500, 26500)


@pytest.mark.parametrize(("face", "drawn"), [(UNREADABLE, True), ("5z", True), ("9m", False)])
def test_only_a_face_lying_about_may_be_of_a_hand(table, face, drawn):
    """A single blank is the top of a standing tile: no hand has so few."""
    shows = shown("left", gone())
    lying = Detection(face, 0.9, shows.detections[0].corners)
    indicator = Detection("4p", 0.9, shows.detections[0].corners)
    at = len(shows.detections)
    stray = replace(
        shows, detections=(*shows.detections, indicator, lying),
        sideways=(*shows.sideways, False, False), dora_indicators=(at,), ura_indicators=(at + 1,),
        messages=(Message("indicators", ""),),
        hands=(*shows.hands, HandReading("top", (), None, (), (), uncertain=False)),
    )  # fmt: skip
    look(table, stray, EMPTY)
    assert (table.scores == (24000, 24000, 24000, 28000)) is drawn
    assert bool(table.ledger.moves) is drawn


def claiming(side, reading):
    """Return ``reading``, its hand complete with the tile at the end of the river at ``side``."""
    hand = reading.hands[0]
    tile = next(river for river in reading.rivers if river.seat == side).tiles[-1]
    at = len(hand.concealed)
    faces = (*hand.faces[:at], reading.detections[tile].tile, *hand.faces[at:])
    won = replace(hand, concealed=(*hand.concealed, tile), win=tile, faces=faces)
    return replace(reading, hands=(won,))


def throwing(side, face, reading):
    """Return ``reading`` with nothing but ``face`` in the river at ``side``."""
    tiles = next(river for river in reading.rivers if river.seat == side).tiles
    found = (
        replace(tile, tile=face) if i in tiles else tile
        for i, tile in enumerate(reading.detections)
    )
    return replace(reading, detections=tuple(found))


@pytest.mark.parametrize(
    ("side", "thrown", "scores"),
    [
        ("top", "2p", (24000, 24000, 24000, 28000)),
        ("right", "2p", (25000, 21100, 25000, 28900)),
        ("right", "5m", (24000, 24000, 24000, 28000)),
    ],
    ids=["an older discard", "the last one", "the last one in furiten"],
)
def test_only_the_last_discard_is_won_on(table, side, thrown, scores):
    """Dai waits for 5m, at the end of the river at the top, and 8m, Ben's discard, the last."""
    shows = throwing("left", thrown, shown("left", gone(), "234p456p678s55s67m"))
    look(table, claiming(side, shows), EMPTY)
    assert table.scores == scores


def test_a_hand_with_no_yaku_but_houtei_may_be_one_shown_at_the_draw(table):
    kan = shown("left", gone(69), "456p789s55s68m", melds=[("ankan", "1111p", -1)])
    look(table, claiming("bottom", throwing("left", "2p", kan)))
    assert (table.ledger.moves, table.state.draft.uncertain) == ((), True)
    table.edit(Confirm())
    assert table.scores == (22700, 25000, 25000, 27300)


def test_a_hand_complete_with_the_last_discard_beside_another_may_be_shown_at_the_draw(table):
    won = claiming("right", throwing("left", "2p", shown("left", gone(), "234p456p678s55s67m")))
    shift, other = len(won.detections), shown("top", gone(0)).hands[0]
    beside = replace(
        won, detections=(*won.detections, *shown("top", gone(0)).detections),
        sideways=(*won.sideways, *shown("top", gone(0)).sideways),
        hands=(*won.hands, replace(other, concealed=tuple(i + shift for i in other.concealed))),
    )  # fmt: skip
    look(table, beside)
    assert (table.ledger.moves, table.state.draft.uncertain) == ((), True)
    assert [m.code for m in table.state.draft.reading.messages] == ["houtei_or_draw"]
    assert table.state.game.draw == {3: True, 2: True}
    look(table, EMPTY, EMPTY, won)
    assert len(table.ledger.moves) == 1


def test_a_riichi_first_seen_at_the_draw_leaves_its_stick(table):
    riichi = replace(gone(), rivers=tuple(replace(r, riichi=9) for r in gone().rivers[:1]))
    riichi = replace(riichi, rivers=(*riichi.rivers, *gone().rivers[1:]))
    look(table, gone(40), shown("bottom", riichi), EMPTY)
    assert (table.scores, table.ledger.state.riichi_sticks) == ((27000, 24000, 24000, 24000), 1)


def test_a_draw_that_nobody_was_tenpai_at_is_entered_too(table):
    look(table, gone(), EMPTY)
    assert (table.scores, table.ledger.state.honba) == ((25000,) * 4, 1)


@pytest.mark.parametrize(
    "readings",
    [
        (gone(69), EMPTY),
        (gone(), shown("right", gone(), "1119m19p19s1234z")),
        (gone(), shown("top", gone(), "234m456p678s55p678p"), EMPTY),
        (shown("right", gone(), doubts={3: (0.6, (("7p", 0.3),))}), EMPTY),
        (shown("right", gone(), "234m456p678s55p69p"), EMPTY),
        (shown("left", gone()), shown("top", gone(), doubts={3: (0.6, ())}), gone(), EMPTY),
        (
            shown("top", gone(66), "5p", melds=[("ankan", f"{n}" * 4 + "s", 0) for n in "1357"]),
            EMPTY,
        ),
    ],
    ids=[
        "tiles left",
        "not cleared",
        "a win on the last tile",
        "a hand that is not sure",
        "a hand that is not tenpai",
        "a second hand that is not sure",
        "four kans",
    ],
)
def test_a_draw_that_is_not_sure_is_not_entered_by_itself(table, readings):
    look(table, *readings)
    assert table.ledger.moves == ()


def test_what_the_camera_cannot_see_is_entered_by_hand(table):
    table.play(CallOff(Abort.KYUUSHU_KYUUHAI))
    assert table.ledger.state.honba == 1
    table.play(WinByHand(2, 3900, 1))
    assert table.scores == (25000, 25000 - 4200, 25000 + 4200, 25000)
    table.play(Foul(3, 3000))
    assert table.ledger.state.deductions[3] == 3000
    table.play(Pay((1000, 0, 0, -1000)))
    table.play(Foul(0))
    assert sum(table.scores) == 100_000
    table.play(Remove(table.ledger.moves[0].number))
    assert table.ledger.state.honba == 0
    with pytest.raises(EditError) as caught:
        table.play(Exhausted((0, 1, 7)))
    assert caught.value.code == "no_such_player"


def test_the_first_dealer_and_the_names_are_mended(table):
    table.win(HONOURS, "right")
    table.play(Turn(1), Rename(("B", "C", "D", "A")))
    assert table.ledger.names == ("B", "C", "D", "A")
    assert table.ledger.sides == ("right", "top", "left", "bottom")
    assert table.scores[0] > 25000
    assert table.state.draft.context.seat_wind == Wind.E
    assert table.state.outcome.points == table.keeper.log().entries(1)[0].score["points"]
    table.play(TakeBack(), TakeBack())
    assert table.ledger.names == NAMES
    assert table.state.draft.context.seat_wind == Wind.S


def test_the_side_of_the_picture_is_mended_and_what_was_entered_stays(table):
    table.win(HONOURS, "right")
    before = table.scores
    table.see(PINFU, "top")
    table.play(Place(0, "top"))
    assert table.ledger.sides == ("top", "left", "bottom", "right")
    assert table.scores == before
    assert table.state.draft.context.seat_wind == Wind.N  # Aoi, after Ben's deal began
    table.edit(TSUMO)
    assert table.scores[0] > before[0]
    table.play(TakeBack(), TakeBack())
    assert table.ledger.sides == SIDES


def test_other_rules_value_the_game_anew(table):
    table.win(PINFU, "bottom")
    before = table.scores
    table.edit(SetRules("ema-2025"))
    assert table.scores != before
    assert table.ledger.rules.name == "ema-2025"
    with pytest.raises(EditError):
        table.edit(SetRules("sanma-tenhou"))
    assert table.state.rules.name == "ema-2025"


def test_a_game_ends_and_the_next_begins(table):
    table.play(Stop())
    assert table.ledger.state.end is End.AGREED
    table.see(HONOURS, "top")
    table.edit(TSUMO)
    assert (code(table), fixes(table)) == ("over", [("again", None), ("undo", None)])
    table.play(Take("again"))
    assert table.ledger.state.end is None
    assert table.scores[2] > 25000
    assert [game.id for game in table.keeper.log().games()] == [2, 1]


def test_a_hand_of_the_game_before_is_corrected_no_more(table):
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    table.play(Stop())
    table.begin()
    assert (table.state.draft, table.state.hand_id) == (None, None)
    table.see(HONOURS, "bottom")
    assert table.state.draft is None
    with pytest.raises(EditError):
        table.play(Reopen(1))
    table.see(PINFU, "top")
    table.edit(TSUMO)
    assert table.scores[2] > 25000


def test_a_riichi_said_of_a_hand_that_the_end_came_before_breaks_nothing(table):
    table.edit(SetContext("seat_wind", Wind.S), SetContext("riichi", Riichi.RIICHI))
    table.play(Stop())
    with pytest.raises(EditError):
        table.play(Declare(0))
    table.edit(AddTile("1m", "concealed"))
    table.play(TakeBack())
    assert table.ledger.state.end is None
    assert table.scores == (25000,) * 4


def test_a_correction_half_made_breaks_no_entry(table):
    table.win(PINFU, "bottom")
    table.edit(AddTile("1m", "concealed"), Confirm())
    table.play(Declare(1))
    assert table.ledger.state.riichi == (1,)
    assert len([m for m in table.ledger.moves if win_in(m.events)]) == 1


def test_a_running_game_is_not_thrown_away(table):
    table.win(HONOURS, "bottom")
    with pytest.raises(EditError) as caught:
        table.begin()
    assert caught.value.code == "game_running"
    with pytest.raises(EditError):
        table.play(Stop(), Begin(("a", "b"), ("bottom", "top")))


def test_three_players_and_the_empty_side(tables):
    table = tables()
    table.service.edit(SetRules("sanma-tenhou"))
    table.begin(("A", "B", "C"), ("bottom", "right", "left"))
    table.see(reading_of("123456789p55s11z", "1z"), "top")
    table.edit(TSUMO)
    assert code(table) == "nobody"
    table.play(Take("winner", 2))
    assert table.scores[2] > 35000


def test_hands_before_the_game_stay_outside(tables):
    table = tables(tsumo=True)
    table.see(HONOURS)
    table.begin()
    assert table.scores == (25000,) * 4
    table.edit(SetContext("riichi", Riichi.RIICHI))
    assert table.scores == (25000,) * 4
    table.see(PINFU, "top")
    assert table.scores[2] > 25000


def test_a_hand_that_lies_open_when_a_game_begins_is_none_of_it(table):
    """Whether its question was answered or not, and where it is seen again as it lies there."""
    table.play(Stop())
    table.see(HONOURS)
    table.begin()
    assert table.state.draft is None
    table.see(HONOURS)
    assert table.state.draft is None
    assert not table.ledger.moves
    table.see(EMPTY)
    table.win(PINFU, "top")
    assert table.scores[2] > 25000


def test_the_indicators_shown_are_those_of_the_hand_entered(table):
    """Not those of a photo that nobody confirmed, which may be too many besides."""
    table.win(PINFU, "bottom")
    table.reading = reading_of("1234p", dora="1234567m")
    table.service.submit_photo(jpeg(IMAGE))
    assert table.state.game.dora == ()
    table.see(PINFU, "right")
    table.edit(TSUMO)
    assert table.state.game.dora == ("4p",)
    number = PINFU.dora_indicators[0]
    assert table.edit(SetTile(number, "9m")).game.dora == ("9m",)
    assert table.play(Exhausted((0, 2))).game.dora == ()


def test_the_last_hand_of_a_game_is_not_entered_into_the_next(tables):
    table = tables(tsumo=True).begin()
    table.see(HONOURS)
    table.play(Stop())
    table.begin()
    table.see(HONOURS)
    assert not table.ledger.moves


def test_a_hand_being_read_when_a_game_begins_is_none_of_it(tables):
    table = tables(tsumo=True).begin()
    table.while_read = lambda: table.play(Stop()) and table.begin()
    table.see(HONOURS)
    table.see(HONOURS)
    assert table.state.draft is None
    assert not table.ledger.moves
    table.see(EMPTY)
    table.see(PINFU)
    assert len(table.ledger.moves) == 1


def test_a_riichi_seen_before_a_game_began_is_none_of_it(table):
    table.see(rivers("right"))
    table.play(Stop())
    table.begin()
    table.see(rivers("right"))
    table.see(rivers("right"))
    assert not table.ledger.state.riichi


def test_a_game_survives_restarts_in_the_middle(tables):
    """Eight hands with corrections and undo; the program starts anew after every one of them."""
    table = tables().begin()
    steps = [
        lambda t: t.win(HONOURS, "bottom"),
        lambda t: t.play(Declare(1)),
        lambda t: t.win(TANYAO, "right", "top"),
        lambda t: t.edit(SetContext("riichi", Riichi.DOUBLE)),
        lambda t: t.play(Exhausted((0, 2))),
        lambda t: t.win(ITTSU, "left"),
        lambda t: t.play(TakeBack()),
        lambda t: t.play(PutBack()),
        lambda t: t.win(PINFU, "top", "bottom"),
        lambda t: t.play(CallOff(Abort.SUUFON_RENDA)),
        lambda t: t.win(HONOURS, "top"),
        lambda t: t.play(Turn(2)),
        lambda t: t.win(TANYAO, "bottom", "left"),
        lambda t: t.play(TakeBack(), TakeBack(), PutBack()),
        lambda t: t.win(ITTSU, "right"),
        lambda t: t.edit(SetTile(0, "1p")),
    ]
    for step in steps:
        step(table)
        before, shown, claim = table.state.game.book, table.state.outcome, table.state.game.claim
        state = table.ledger.state
        assert sum(state.scores) + 1000 * state.riichi_sticks + state.off_table == 100_000
        table = table.again()
        assert table.state.game.book == before
        assert table.state.game.trouble is None
        if claim is not None and table.state.game.claim == claim:
            assert table.state.outcome.points == shown.points
    log = table.keeper.log()
    assert book_of(log.games(1)[0], log.lines(1)) == table.state.game.book
    table.close()


def test_the_hand_that_lies_there_is_not_scored_again_after_a_restart(tables):
    table = tables().begin()
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    table = table.again()
    assert table.state.hand_id == 1
    assert table.state.outcome.points == 6000
    table.see(HONOURS, "bottom")
    assert table.scores[0] == 31000
    assert len(table.rows()) == 1
    table.edit(SetContext("riichi", Riichi.RIICHI), Undo())
    assert table.scores[0] == 31000
    table.close()


def damage(table, sql):
    with sqlite3.connect(table.folder / FILE_NAME) as connection:
        connection.execute(sql)
    connection.close()


def test_a_damaged_hand_does_not_stop_the_game_and_a_damaged_game_is_told(tables):
    table = tables().begin()
    table.win(HONOURS, "bottom")
    table.win(PINFU, "right")
    before = table.ledger
    table.close()
    damage(table, "UPDATE hands SET record = '{rubbish' WHERE id = 2")
    table = table.again()
    assert table.ledger == before
    assert table.state.hand_id == 1
    table.close()
    damage(table, "UPDATE events SET record = '{}' WHERE number = 1")
    table = table.again()
    assert (table.state.game, table.state.notice.code) == (None, "game_damaged")
    assert table.begin().scores == (25000,) * 4
    table.close()


def test_a_logged_hand_without_a_game_is_corrected(tables):
    table = tables(tsumo=True)
    table.see(HONOURS)
    table.see(PINFU)
    state = table.play(Reopen(1))
    assert state.draft.hand.faces[:3] == ("1z", "1z", "1z")
    table.edit(SetContext("riichi", Riichi.RIICHI))
    newest = table.keeper.log().entries()[0]
    assert (newest.replaces, newest.record["riichi"]) == (1, "riichi")
    table.begin()
    with pytest.raises(EditError) as caught:
        table.play(Reopen(2))
    assert caught.value.code == "other_game"


def test_unanswered_hands_survive_a_restart(tables):
    table = tables().begin()
    table.see(DOUBTFUL, "right")
    table.win(HONOURS, "bottom")
    assert table.state.unanswered == 1
    table.see(ITTSU, "left")  # on the page, tsumo or ron not said
    shown = table.state.draft
    table = table.again()
    assert table.state.unanswered == 1
    assert replace(shown, previous=None) == table.state.draft
    state = table.edit(Recall())
    assert state.draft.uncertain
    assert state.draft.hand.seat == "right"
    assert state.picture is not None
    table.edit(Confirm(), TSUMO)
    assert table.scores[1] > 25000 - 2000
    table.edit(Recall(), TSUMO)
    assert table.state.unanswered == 0
    assert len(table.ledger.moves) == 3
    table = table.again()
    assert table.state.unanswered == 0
    table.close()


def test_a_restart_logs_and_says_nothing_of_a_win_that_the_ledger_counts_otherwise_by_now(tables):
    table = tables().begin()
    table.win(HONOURS, "bottom")
    table.see(DOUBTFUL, "right")  # in place of the win, which follows the ledger no more
    table.play(Exhausted(()), Turn(1))
    lines, rows = table.state.game.book.lines, table.rows()
    table = table.again()
    assert table.state.game.book.lines == lines
    assert table.rows() == rows
    assert table.keeper.waiting == 0
    table.play(Reopen(1))
    assert table.rows() == rows
    table.close()
    assert table.heard.texts == []
    table = table.again()
    table.edit(SetContext("riichi", Riichi.RIICHI))
    assert len(table.rows()) == len(rows) + 1
    table.close()


def test_a_hand_that_waits_waits_on_beside_another_look_at_it_after_a_restart(tables):
    table = tables().begin()
    table.see(DOUBTFUL, "right")
    table.win(HONOURS, "bottom")
    table.see(DOUBTFUL, "right")
    waiting = table.state.unanswered
    table = table.again()
    assert (table.state.unanswered, waiting) == (1, 1)
    assert table.state.draft.uncertain
    table.close()


def test_no_restart_enters_a_hand_that_waited_for_an_answer(tables):
    table = tables().begin()
    table.see(TANYAO, "right")
    table.edit(TSUMO)
    table.see(side_by_side(HONOURS, TANYAO), "left")  # beside it, or the next hand?
    table.edit(TSUMO)
    assert code(table) == "two_hands"
    lines = table.state.game.book.lines
    table = table.again()
    assert (table.state.game.book.lines, table.state.unanswered) == (lines, 1)
    table.close()


def in_order(folder, *steps):
    """Return the state of a game after ``steps``; one that returns a table goes on with that."""
    table = Table(folder).begin()
    for step in steps:
        done = step(table)
        table = done if isinstance(done, Table) else table
    state, moves = table.ledger.state, table.ledger.moves
    table.close()
    assert sum(state.scores) + 1000 * state.riichi_sticks == 100_000
    assert len(moves) == 3
    return state


def unsure(table):
    table.see(DOUBTFUL, "right")


def goes_on(table):
    table.see(EMPTY)
    for river in (rivers(), rivers("left"), rivers("left")):
        table.see(river)
    table.win(HONOURS, "bottom")


def answered(table):
    table.edit(Recall(), Confirm(), TSUMO)


def test_a_hand_answered_late_is_entered_where_it_belongs(tmp_path):
    """Everything after it is counted again: another dealer, other winds, other payments."""
    at_once = [lambda t: t.win(reading_of("234m456p678s55p67p", "8p"), "right"), goes_on]
    expected = in_order(tmp_path / "at once", *at_once)
    late = [
        [unsure, goes_on, answered],
        [unsure, Table.again, goes_on, answered],
        [unsure, goes_on, Table.again, answered],
        [unsure, goes_on, lambda t: t.play(Honba(0), TakeBack()), answered, Table.again],
    ]
    for number, steps in enumerate(late):
        assert in_order(tmp_path / str(number), *steps) == expected


def test_a_win_removed_from_the_middle_is_entered_there_again(table):
    table.win(PINFU, "right")
    table.win(HONOURS, "bottom")
    table.play(Reopen(1))
    before = table.ledger.state
    table.play(Remove(table.ledger.moves[0].number))
    assert code(table) == "taken_back"
    assert table.ledger.state != before
    table.play(Take("enter"))
    assert table.ledger.state == before


def test_the_voice_says_what_changed(tables):
    table = tables(manner=Manner("ja")).begin()
    table.win(HONOURS, "bottom")
    table.edit(SetContext("riichi", Riichi.RIICHI))
    table.play(Declare(3), Exhausted((3,)), TakeBack(), Foul(1), Stop())
    assert spoken(table) == [
        "ツモ、ダブトン、30符、サンハン、2000オール", "訂正、30符、ヨンハン、3900オール",
        "ペー、リーチ", "リュウキョク、ペー、テンパイ", "取り消しました", "ナン、チョンボ",
        "終局、1位、トン、40700点、2位、シャー、23100点、3位、ペー、23100点、4位、ナン、13100点",
    ]  # fmt: skip


def test_the_voice_tells_the_standing_after_each_hand_where_wanted(tables):
    table = tables(manner=Manner("ja", "standings")).begin()
    table.win(HONOURS, "bottom")
    table.play(Declare(3), Exhausted((3,)))
    said = spoken(table)
    assert said[1] == "トン1局、1本場、トン、31000点、ナン、23000点、シャー、23000点、ペー、23000点"
    assert said[2] == "ペー、リーチ"
    assert said[4].startswith("トン2局、2本場、供託1本、")


def spoken(table):
    table.speaker.close(wait_s=5)
    return table.heard.texts


DRAGONS = reading_of(
    "23m99p", "4m", melds=[("pon", "555z", 0), ("pon", "666z", 1), ("pon", "777z", 2)]
)


def test_who_fed_the_yakuman_pays_it(table):
    table.win(DRAGONS, "bottom", "left")
    assert table.scores == (25000 + 48000, 25000, 25000, 25000 - 48000)
    table.play(TakeBack())
    table.edit(SetContext("pao", Wind.S))
    assert table.scores == (25000 + 48000, 1000, 25000, 1000)
    table.play(Turn(1))
    assert table.state.draft.context.pao == Wind.E
    assert sum(table.scores) == 100_000


def test_hands_shown_at_a_draw_do_not_wait_for_an_answer(table):
    table.see(reading_of("234m456p678s55p67p"), "right")
    table.see(reading_of("345m345p222s6688s"), "top")
    assert table.state.unanswered == 1
    table.play(Exhausted((1, 2)))
    assert (table.state.unanswered, table.state.draft) == (0, None)


def test_a_photo_of_a_hand_is_entered(table):
    table.reading = replace(HONOURS, hands=(replace(HONOURS.hands[0], seat="top"),))
    table.service.submit_photo(jpeg(IMAGE))
    table.edit(TSUMO)
    assert (code(table), table.ledger.moves) == ("nobody", ())
    table.play(Take("winner", 2))
    assert table.scores[2] > 25000


def test_a_hand_entered_tile_by_tile_is_nobody_s_until_it_is_said(table):
    faces = ("2m", "3m", "4m", "4p", "5p", "6p", "6s", "7s", "8s", "5p", "5p", "6p", "7p")
    table.edit(*(AddTile(face, "concealed") for face in faces), AddTile("8p", "win"), TSUMO)
    assert table.ledger.moves == ()
    assert code(table) == "nobody"
    table.play(Take("winner", 3))
    assert table.scores[3] > 25000


def test_a_game_entered_wholly_by_hand(table):
    for tile in ("1m", "1m", "1m", "9m", "9m", "9m", "1p", "1p", "1p", "9p", "9p", "9p", "1s"):
        table.edit(AddTile(tile, "concealed"))
    table.edit(AddTile("1s", "win"), SetContext("seat_wind", Wind.N), RON)
    table.play(Take("discarder", 0))
    assert table.scores == (25000 - 64000, 25000, 25000, 25000 + 64000)
    assert table.ledger.state.end is End.TOBI
