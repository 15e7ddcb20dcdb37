"""Abortive draws that the table shows are proposed: one tap enters them, one denies them."""

from dataclasses import replace

import pytest
from game_table import EMPTY, IMAGE, SIDES, TSUMO, table, tables
from page_table import reading_of

from detector import HandReading, MeldReading, River
from device.page._edit import EditError, Recall
from device.page._game import CallOff, Declare, Take
from scorer import Abort

__all__ = ["table", "tables"]

KANS = ("1111m", "2222m", "3333m", "4444m")
NINE = reading_of("19m19p19s1234z2345m")


def look(table, *readings):
    for table.reading in readings:
        table.service.see((IMAGE,))
    return table.state.game.abort


def laid(rivers, kans=()):
    """Return a hand in play with ``rivers`` of East first and (side, tiles) ``kans``."""
    faces = [*rivers, *(tiles for _, tiles in kans)]
    reading = reading_of(" ".join(faces) or "1m")
    places, start = [], 0
    for face in faces:
        count = sum(character.isdigit() for character in face)
        places.append(tuple(range(start, start + count)))
        start += count
    found = tuple(River(side, tiles) for side, tiles in zip(SIDES, places[:4], strict=True))
    melds = {}
    for (side, _), tiles in zip(kans, places[4:], strict=True):
        melds.setdefault(side, []).append(MeldReading("ankan", tiles, None, 0))
    hands = tuple(
        HandReading(
            side, (), None, tuple(sets),
            tuple(reading.detections[i].tile for meld in sets for i in meld.tiles), False,
        )
        for side, sets in melds.items()
    )  # fmt: skip
    return replace(reading, hands=hands, rivers=found)


def of(*sides):
    return tuple(zip(sides, KANS, strict=False))


DEALT = replace(reading_of("1m"), hands=())
BEFORE = laid(("5m6m", "5p6p", "5s6s", "7s"), of("bottom", "right", "top"))
FOURTH = laid(("5m6m", "5p6p", "5s6s", "7s"), of("bottom", "right", "top", "left"))
THROWN = laid(("5m6m", "5p6p", "5s6s", "7s9m"), of("bottom", "right", "top", "left"))


def test_four_kans_are_proposed_once_the_tile_after_them_was_thrown(table):
    assert look(table, BEFORE, FOURTH) is None
    assert look(table, THROWN) is Abort.SUUKAIKAN
    assert table.ledger.moves == ()
    table.play(CallOff(Abort.SUUKAIKAN))
    assert (table.ledger.state.honba, table.scores) == (1, (25000,) * 4)
    assert look(table, THROWN, EMPTY) is None
    assert len(table.ledger.moves) == 1


def test_what_is_none_is_not_proposed_again_in_this_hand(table):
    look(table, BEFORE, FOURTH, THROWN)
    table.play(Take("no_draw"))
    assert table.state.game.abort is None
    assert look(table, THROWN) is None
    assert look(table, DEALT, BEFORE, FOURTH, THROWN) is Abort.SUUKAIKAN


def test_four_kans_of_one_player_or_three_of_several_go_on(table):
    assert look(table, laid(("5m", "5p", "5s", "7s"), of(*["top"] * 4))) is None
    assert look(table, EMPTY, laid(("5m", "5p", "5s", "7s"), of("top", "top", "left"))) is None


def test_four_kans_by_rules_that_play_on_are_no_draw(tables):
    table = tables().begin(rules="m-league")
    assert look(table, BEFORE, FOURTH, THROWN) is None


@pytest.mark.parametrize(
    ("rivers", "kans", "kind"),
    [
        (("3z", "3z", "3z", "3z"), (), Abort.SUUFON_RENDA),
        (("3z", "3z", "3z", "4z"), (), None),
        (("5z", "5z", "5z", "5z"), (), None),
        (("3z", "3z", "3z", ""), (), None),
        (("3z3z", "3z", "3z", "3z"), (), None),
        (("3z", "3z", "3z", "3z"), of("top"), None),
    ],
)
def test_four_equal_winds_are_proposed_where_nobody_has_called(table, rivers, kans, kind):
    assert look(table, laid(rivers, kans)) is kind


def test_four_in_riichi_are_proposed_and_not_an_exhausted_wall(table):
    table.play(*map(Declare, range(3)))
    rivers = laid(("5m6m", "5p6p", "5s6s", "7s8s"))
    assert look(table, rivers) is None
    table.play(Declare(3))
    hands = tuple(
        replace(reading_of("234m456p678s55p67p").hands[0], seat=side) for side in SIDES[:2]
    )
    shown = reading_of("234m456p678s55p67p")
    both = replace(shown, hands=hands, rivers=())
    assert look(table, rivers) is Abort.SUUCHA_RIICHI
    assert look(table, both) is Abort.SUUCHA_RIICHI
    assert table.state.game.draw == {}
    table.play(CallOff(Abort.SUUCHA_RIICHI))
    assert (table.ledger.state.riichi_sticks, table.scores) == (4, (24000,) * 4)


def test_nine_terminals_laid_open_before_the_first_discard_are_proposed(table):
    assert look(table, laid(("5m", "", "", "")), NINE) is Abort.KYUUSHU_KYUUHAI
    table.play(CallOff(Abort.KYUUSHU_KYUUHAI))
    assert (table.ledger.state.honba, table.state.draft, table.state.unanswered) == (1, None, 0)
    look(table, NINE, EMPTY)
    assert len(table.ledger.moves) == 1


@pytest.mark.parametrize("hand", ["19m19p19s12z234567m", "1199m19p19s1234z23m"])
def test_eight_kinds_and_a_hand_after_its_discard_are_none(table, hand):
    reading = reading_of(hand)
    eight = hand.startswith("19m19p19s12z")
    thrown = () if eight else (River("bottom", (0,)),)
    assert look(table, replace(reading, rivers=thrown)) is None


def test_a_win_is_none_of_them(table):
    table.play(*map(Declare, range(4)))
    table.see(reading_of("234m456p678s55p67p", "8p"), "right")
    assert table.state.game.abort is None
    table.edit(TSUMO)
    assert table.scores[1] > 25000


def on_one_tile(*sides):
    """Return hands at ``sides`` that wait for the 8s which lies in the first dealer's river."""
    hand = reading_of("345m345p222s6688s", "8s")
    (won,) = hand.hands
    river = River("bottom", (won.win,))
    return replace(hand, hands=tuple(replace(won, seat=side) for side in sides), rivers=(river,))


def entered(table):
    return [type(event).__name__ for move in table.ledger.moves for event in move.events]


def test_three_rons_at_once_are_no_win_where_the_rules_call_the_hand_off(table):
    look(table, on_one_tile("right", "top", "left"))
    assert table.ledger.moves == ()
    assert [fix.code for fix in table.state.game.trouble.fixes] == ["three_rons"]
    table.play(Take("three_rons"))
    assert (table.scores, table.ledger.state.honba) == ((25000,) * 4, 1)
    assert (table.state.draft, table.state.unanswered) == (None, 0)
    look(table, EMPTY)
    assert entered(table) == ["AbortiveDraw"]


def test_a_third_ron_laid_open_later_calls_the_hand_off_and_leaves_the_riichi_sticks(table):
    table.play(Declare(1))
    both = on_one_tile("right", "top")
    look(table, both)
    assert entered(table) == ["RiichiDeclared", "Win"]
    third = reading_of("22m456m222p345s67s", "8s")
    won, shift = both.hands[0].win, len(both.detections)
    row = (*(i + shift for i in third.hands[0].concealed[:-1]), won)
    left = replace(third.hands[0], seat="left", win=won, concealed=row)
    laid_out = (*both.detections, *third.detections)
    shown = replace(both, detections=laid_out, sideways=(False,) * len(laid_out))
    look(table, replace(shown, hands=(left, both.hands[0])))
    assert [fix.code for fix in table.state.game.trouble.fixes] == ["three_rons", "next_hand"]
    table.play(Take("three_rons"))
    assert entered(table) == ["RiichiDeclared", "AbortiveDraw"]
    assert (table.ledger.state.riichi_sticks, table.scores) == (1, (25000, 24000, 25000, 25000))


def test_three_rons_count_where_the_rules_say_so(tables):
    table = tables().begin(rules="mahjong-soul")
    look(table, on_one_tile("right", "top", "left"))
    assert table.state.game.trouble is None
    assert len(table.ledger.moves[0].events[-1].winners) == 3


WINDS = laid(("3z", "3z", "3z", "3z"))
RIVERS = laid(("5m6m", "5p6p", "5s6s", "7s8s"))
NEXT = laid(("1m", "2m", "3m", ""))
HONOURS = reading_of("111z234m567p99s34s", "5s")
PINFU = reading_of("234m456p678s55p67p", "8p", dora="4p")
TANYAO = reading_of("345m345p222s6688s", "8s")


def asked(table):
    trouble = table.state.game.trouble
    return trouble and (trouble.code, [fix.code for fix in trouble.fixes], trouble.abort)


def called_off(kind):
    return "called_off", ["called_off", "not_called_off"], kind


@pytest.mark.parametrize("cleared", [(EMPTY,), (EMPTY, DEALT), (DEALT,), (NEXT,)])
def test_a_draw_that_nobody_answered_is_asked_about_until_somebody_does(table, cleared):
    look(table, WINDS)
    assert look(table, *cleared, NEXT) is None
    assert asked(table) == called_off(Abort.SUUFON_RENDA)
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    assert asked(table) == called_off(Abort.SUUFON_RENDA)
    assert (table.state.game.phase, entered(table), table.rows()) == ("out_of_step", [], [])
    table.play(Take("called_off"))
    assert (entered(table), asked(table)) == (["AbortiveDraw", "Win"], None)
    assert table.scores == (31300, 22900, 22900, 22900)
    look(table, EMPTY)
    assert (len(table.ledger.moves), table.state.game.phase) == (2, "cleared")


def test_what_was_no_draw_goes_on_as_before(table):
    look(table, WINDS, EMPTY, NEXT)
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    table.play(Take("not_called_off"))
    assert (entered(table), asked(table), table.scores[0]) == (["Win"], None, 31000)


def test_the_draw_entered_by_hand_is_the_answer_too(table):
    look(table, WINDS, EMPTY, NEXT)
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    table.play(CallOff(Abort.SUUFON_RENDA))
    assert (entered(table), table.scores[0]) == (["AbortiveDraw", "Win"], 31300)


@pytest.mark.parametrize("early", [True, False])
def test_after_four_riichi_nobody_is_in_riichi_in_the_next_hand(table, early):
    table.play(*map(Declare, range(4)))
    look(table, RIVERS, EMPTY, NEXT)
    assert asked(table) == called_off(Abort.SUUCHA_RIICHI)
    if early:
        table.play(Take("called_off"))
    table.see(PINFU, "right")
    table.edit(TSUMO)
    if not early:
        table.play(Take("called_off"))
    assert entered(table)[4:] == ["AbortiveDraw", "Win"]
    won = table.state.outcome
    assert "riichi" not in [yaku.id for yaku in won.yaku]
    assert (table.ledger.state.riichi_sticks, table.ledger.state.riichi) == (0, ())
    assert table.scores == (17900, 40300, 20900, 20900)


def test_a_riichi_seen_while_it_is_asked_is_one_of_the_next_hand(table):
    look(table, WINDS, EMPTY)
    sideways = replace(NEXT.rivers[1], riichi=0)
    riichi = replace(NEXT, rivers=(NEXT.rivers[0], sideways, *NEXT.rivers[2:]))
    look(table, riichi, riichi)
    assert entered(table) == []
    table.play(Take("called_off"))
    assert entered(table) == ["AbortiveDraw", "RiichiDeclared"]
    assert table.ledger.state.riichi == (1,)


def test_hands_left_while_it_is_asked_come_behind_the_draw(table):
    look(table, WINDS, EMPTY, NEXT)
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    look(table, EMPTY, NEXT)
    table.see(TANYAO, "bottom")
    table.edit(TSUMO)
    assert (entered(table), table.state.unanswered) == ([], 1)
    table.play(Take("called_off"))
    assert entered(table) == ["AbortiveDraw", "Win"]
    table.edit(Recall())
    assert entered(table) == ["AbortiveDraw", "Win", "Win"]
    first, second = (move.events[-1].winners[0] for move in table.ledger.moves[1:])
    assert (str(first.hand) != str(second.hand), table.ledger.state.honba) == (True, 3)


def test_a_hand_that_plays_on_after_four_winds_is_no_draw(table):
    look(table, WINDS, laid(("3z1m", "3z", "3z", "3z")))
    assert (table.state.game.abort, asked(table)) == (None, None)
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    assert entered(table) == ["Win"]


def test_one_look_at_fewer_discards_does_not_forget_the_draw(table):
    look(table, WINDS, laid(("3z", "3z", "", "")), EMPTY, NEXT)
    assert asked(table) == called_off(Abort.SUUFON_RENDA)


def test_nine_terminals_put_away_are_asked_about(table):
    look(table, laid(("5m", "", "", "")), NINE, laid(("5m", "", "", "")), NEXT)
    assert asked(table) == called_off(Abort.KYUUSHU_KYUUHAI)
    table.play(Take("called_off"))
    assert (entered(table), asked(table)) == (["AbortiveDraw"], None)
    assert (table.state.draft, table.state.unanswered) == (None, 0)


def test_three_rons_that_nobody_answered_are_asked_about_before_the_next_win_counts(table):
    look(table, on_one_tile("right", "top", "left"), EMPTY, DEALT, NEXT)
    assert asked(table) == called_off(Abort.SANCHAHOU)
    table.play(Take("called_off"))
    assert (table.state.draft, table.state.unanswered) == (None, 0)
    table.see(HONOURS, "bottom")
    table.edit(TSUMO)
    assert (entered(table), table.scores[0]) == (["AbortiveDraw", "Win"], 31300)


def test_an_answer_that_comes_too_late_is_refused(table):
    with pytest.raises(EditError, match="settled"):
        table.play(Take("called_off"))
