"""Hands without an answer when a game is over: asked about before the next one, never in it."""

from dataclasses import replace

import pytest
from game_table import EMPTY, TSUMO, tables
from page_table import reading_of

from device.page._edit import Confirm, Drop, EditError, Forget, Recall
from device.page._game import Stop, Take, WinByHand

__all__ = ["tables"]

DOUBTFUL = reading_of("234m456p678s55p67p", "8p", doubts={3: (0.55, (("7p", 0.4),))})
OTHER = replace(DOUBTFUL, hands=(replace(DOUBTFUL.hands[0], seat="top"),))
HONOURS = reading_of("111z234m567p99s34s", "5s")
TANYAO = reading_of("345m345p222s6688s", "8s", doubts={3: (0.55, (("7p", 0.4),))})


@pytest.fixture
def table(tables):
    return tables(tsumo=True).begin()


def refused(table, **more):
    with pytest.raises(EditError) as error:
        table.begin(**more)
    return error.value.code == "hands_wait"


def test_a_hand_that_waits_is_answered_in_its_game_before_the_next_begins(table):
    table.see(DOUBTFUL, "right")
    table.see(EMPTY)
    table.see(HONOURS, "bottom")
    table.play(Stop())
    assert (table.state.unanswered, refused(table)) == (1, True)
    over = table.ledger.state
    table.edit(Recall(), Confirm())
    assert table.ledger.state.end is over.end
    assert table.ledger.state.scores != over.scores
    table.begin()
    assert (table.scores, table.ledger.moves, table.state.unanswered) == ((25000,) * 4, (), 0)


def test_a_hand_on_the_page_when_the_game_is_stopped_is_asked_about_first(table):
    table.play(WinByHand(0, 3900, 1))
    table.see(DOUBTFUL, "right")
    table.play(Stop())
    assert (refused(table), table.state.draft.uncertain) == (True, True)
    table.edit(Confirm())
    assert table.scores[1] > 23000
    table.begin()
    assert table.ledger.moves == ()


def test_a_hand_that_is_let_go_of_is_in_no_game(table):
    table.see(DOUBTFUL, "right")
    table.play(Stop())
    assert refused(table)
    table.edit(Drop())
    table.begin()
    assert (table.state.draft, table.state.unanswered, table.ledger.moves) == (None, 0, ())


def test_hands_that_wait_are_let_go_of_with_one_tap(table):
    table.see(DOUBTFUL, "right")
    table.see(EMPTY)
    table.see(TANYAO, "left")
    table.play(Stop())
    assert refused(table)
    table.edit(Forget(), Drop())
    table.begin()
    assert table.state.unanswered == 0


def test_who_says_so_begins_without_an_answer(table):
    table.see(DOUBTFUL, "right")
    table.see(EMPTY)
    table.see(TANYAO, "left")
    table.play(Stop())
    table.begin(drop=True)
    assert (table.state.draft, table.state.unanswered, table.ledger.moves) == (None, 0, ())
    table = table.again()
    assert (table.state.draft, table.state.unanswered, table.ledger.moves) == (None, 0, ())
    table.close()


def test_a_restart_forgets_no_question(table):
    table.see(DOUBTFUL, "right")
    table.play(Stop())
    table = table.again()
    assert refused(table)
    table.close()


def test_the_next_game_does_not_begin_with_the_hand_shown_while_another_waits(table):
    table.see(DOUBTFUL, "right")
    table.see(EMPTY)
    table.see(HONOURS, "bottom")
    table.play(Stop())
    table.see(EMPTY)
    table.see(reading_of("345m345p222s6688s", "8s"), "left")
    assert table.state.game.trouble.code == "over"
    with pytest.raises(EditError, match="no answer"):
        table.play(Take("again"))
    table.edit(Forget())
    table.play(Take("again"))
    assert (len(table.ledger.moves), table.scores[3] > 25000) == (1, True)
    assert table.edit(TSUMO).unanswered == 0
