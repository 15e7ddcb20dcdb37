"""What a hand just read is taken for: what its table settles, and what it leaves to a person."""

from dataclasses import replace

import pytest
from page_table import detection, reading_of

from detector import HandReading, MeldReading, River
from device._i18n import LANGUAGES
from device._reveal import Seats
from device.desk._fresh_draft import fresh_draft
from device.page._view_draft import draft_view
from scorer import TENHOU, Riichi, WinContext

SAID = WinContext(tsumo=False)
HAND = reading_of("234m456p678s55p67p", "8p")


def on_a_table(counts, riichi, called=False):
    """The hand at the bottom, rivers of so many tiles in turn order, a closed kan at the left."""
    found = list(HAND.detections)
    rivers = []
    for seat, count in zip(("bottom", "right", "top", "left"), counts, strict=True):
        start = len(found)
        found += [detection("1z", (30 * n, 60)) for n in range(count)]
        place = riichi if seat == "bottom" else None
        rivers.append(River(seat, tuple(range(start, start + count)), place))
    hands = list(HAND.hands)
    if called:
        start = len(found)
        found += [detection("7z", (30 * n, 200)) for n in range(4)]
        kan = MeldReading("ankan", tuple(range(start, start + 4)), None, 0)
        hands.append(HandReading("left", (), None, (kan,), ("7z",) * 4, uncertain=False))
    flags = (False,) * len(found)
    return replace(
        HAND,
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


def test_ura_tell_the_riichi_whose_tile_was_called():
    found = (*HAND.detections, detection("1p", (30, 300)), detection("9p", (60, 300)))
    flags = (False,) * len(found)
    dora, ura = (len(found) - 2,), (len(found) - 1,)
    reading = replace(
        HAND, detections=found, sideways=flags, dora_indicators=dora, ura_indicators=ura
    )
    assert fresh_draft(reading, TENHOU, Seats(), SAID).context.riichi == Riichi.RIICHI
    assert fresh_draft(HAND, TENHOU, Seats(), SAID).context.riichi == Riichi.NONE
