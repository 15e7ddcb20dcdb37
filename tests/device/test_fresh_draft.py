"""What a hand just read is taken for: what its table settles, and what it leaves to a person."""

from dataclasses import replace

import pytest
from page_table import detection, reading_of

from detector import HandReading, History, MeldReading, River
from detector.table._history import Kan
from device._i18n import LANGUAGES
from device._reveal import Seats
from device.desk._draft_edits import apply_edit
from device.desk._fresh_draft import fresh_draft
from device.page._draft import outcome_of
from device.page._edit import SetContext
from device.page._view_draft import draft_view
from scorer import TENHOU, Riichi, Score, WinContext

SAID = WinContext(tsumo=False)
HAND = reading_of("234m456p678s55p67p", "8p")


def on_a_table(counts, riichi, called=False, hand=HAND):
    """The hand at the bottom, rivers of so many tiles in turn order, a closed kan at the left."""
    found = list(hand.detections)
    rivers = []
    for seat, count in zip(("bottom", "right", "top", "left"), counts, strict=True):
        start = len(found)
        found += [detection("1z", (30 * n, 60)) for n in range(count)]
        place = riichi if seat == "bottom" else None
        rivers.append(River(seat, tuple(range(start, start + count)), place))
    hands = list(hand.hands)
    if called:
        start = len(found)
        found += [detection("7z", (30 * n, 200)) for n in range(4)]
        kan = MeldReading("ankan", tuple(range(start, start + 4)), None, 0)
        hands.append(HandReading("left", (), None, (kan,), ("7z",) * 4, uncertain=False))
    flags = (False,) * len(found)
    return replace(
        hand,
        detections=tuple(found),
        sideways=flags,
        hands=tuple(hands),
        rivers=tuple(rivers),
    )


def test_what_the_rivers_settle_is_in_the_draft():
    draft = fresh_draft(on_a_table((1, 1, 1, 0), riichi=0), TENHOU, Seats(), SAID)
    assert draft.context.riichi == Riichi.DOUBLE
    assert draft.context.ippatsu
    assert not draft.uncertain


def test_what_was_said_counts_more():
    reading = on_a_table((1, 1, 1, 0), riichi=0)
    draft = fresh_draft(reading, TENHOU, Seats(), SAID, said={"ippatsu": False})
    assert not draft.context.ippatsu


def test_a_call_leaves_ippatsu_to_a_person():
    draft = fresh_draft(on_a_table((1, 1, 1, 0), riichi=0, called=True), TENHOU, Seats(), SAID)
    assert draft.uncertain
    assert not draft.context.ippatsu


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_what_is_open_in_words(lang):
    draft = fresh_draft(on_a_table((1, 1, 1, 0), riichi=0, called=True), TENHOU, Seats(), SAID)
    (told,) = draft_view(draft, lang, None)["messages"]
    word = {"en": "ippatsu", "ja": "一発", "zh": "一发"}[lang]
    assert word in told
    assert draft_view(replace(draft, confirmed=True), lang, None)["messages"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_late_rivers_that_do_not_add_up_leave_the_last_tile_to_a_person(lang):
    sound = fresh_draft(on_a_table((17, 17, 17, 16), riichi=None), TENHOU, Seats(), SAID)
    assert not sound.uncertain
    draft = fresh_draft(on_a_table((18, 16, 17, 17), riichi=None), TENHOU, Seats(), SAID)
    assert draft.uncertain
    (told,) = draft_view(draft, lang, None)["messages"]
    assert {"en": "haitei", "ja": "海底", "zh": "海底"}[lang] in told
    early = fresh_draft(on_a_table((8, 6, 7, 7), riichi=None), TENHOU, Seats(), SAID)
    assert not early.uncertain


CHIS = [("chi", "678p", 0), ("chi", "456s", 0)]
NO_YAKU = reading_of("23m99s", "4m", melds=[("ankan", "1111s", -1), *CHIS])
HAKU = reading_of("23m99s", "4m", melds=[("ankan", "5555z", -1), *CHIS])


def after_kan(hand, before, tsumo=None):
    """The draft of ``hand`` with as many discards as when its kan was seen first, ``before`` at
    the look before that.
    """
    reading, history = on_a_table((2, 2, 2, 0), None, hand=hand), History()
    seen = replace(history, kans={"bottom": Kan(1, before, 2)})
    return fresh_draft(reading, TENHOU, Seats(), SAID, tsumo=tsumo, history=seen)


def test_a_tsumo_with_no_yaku_but_rinshan_is_one_where_it_may_be():
    draft = after_kan(NO_YAKU, before=1, tsumo=True)
    assert (draft.context.rinshan, draft.uncertain) == (True, False)
    assert isinstance(outcome_of(draft), Score)
    other = after_kan(HAKU, before=1, tsumo=True)
    assert (other.context.rinshan, other.uncertain) == (False, True)
    thrown = replace(History(), kans={"bottom": Kan(1, 0, 1)})
    reading = on_a_table((2, 2, 2, 0), None, hand=NO_YAKU)
    none = fresh_draft(reading, TENHOU, Seats(), SAID, tsumo=True, history=thrown)
    assert (none.context.rinshan, outcome_of(none).code) == (False, "no_yaku")


def test_what_a_tsumo_would_be_is_not_lost_while_it_is_asked_how_the_hand_was_won():
    draft = after_kan(HAKU, before=2)
    assert (outcome_of(draft).code, draft.uncertain) == ("ask_tsumo", False)
    tsumo = apply_edit(draft, SetContext("tsumo", True))
    assert (tsumo.context.rinshan, isinstance(outcome_of(tsumo), Score)) == (True, True)
    ron = apply_edit(draft, SetContext("tsumo", False))
    assert (ron.context.rinshan, isinstance(outcome_of(ron), Score)) == (False, True)
    assert after_kan(HAKU, before=1).uncertain


def test_a_first_draw_is_not_forgotten_while_it_is_asked_how_the_hand_was_won():
    reading = on_a_table((1, 0, 0, 0), None)
    south = replace(reading, hands=(replace(HAND.hands[0], seat="right"),))
    draft = fresh_draft(south, TENHOU, Seats(), SAID)
    assert outcome_of(draft).code == "ask_tsumo"
    tsumo = outcome_of(apply_edit(draft, SetContext("tsumo", True)))
    assert "chiihou" in {item.id for item in tsumo.yaku}
    ron = outcome_of(apply_edit(draft, SetContext("tsumo", False)))
    assert "chiihou" not in {item.id for item in ron.yaku}


def test_ura_tell_the_riichi_whose_tile_was_called():
    found = (*HAND.detections, detection("1p", (30, 300)), detection("9p", (60, 300)))
    flags = (False,) * len(found)
    dora, ura = (len(found) - 2,), (len(found) - 1,)
    reading = replace(
        HAND, detections=found, sideways=flags, dora_indicators=dora, ura_indicators=ura
    )
    assert fresh_draft(reading, TENHOU, Seats(), SAID).context.riichi == Riichi.RIICHI
    assert fresh_draft(HAND, TENHOU, Seats(), SAID).context.riichi == Riichi.NONE


def test_the_table_tells_of_the_hand_that_was_dealt_where_the_ledger_has_gone_on():
    reading = on_a_table((17, 17, 17, 16), riichi=None)
    later = Seats(("right", "top", "left", "bottom"))
    played = fresh_draft(reading, TENHOU, Seats(), SAID)
    beside = fresh_draft(reading, TENHOU, later, SAID, dealt=Seats())
    alone = fresh_draft(reading, TENHOU, later, SAID)
    assert beside.reading.messages == played.reading.messages != alone.reading.messages
